//! A change stream that records large values with every change.

use crate::cause::Cause;
use crate::facts::shape;
use crate::finding::{Finding, Object, Severity};
use crate::report::Report;
use crate::rule::{Context, Reach, Rule};
use crate::shared::tail::some;
use crate::shared::watched::tables;

/// The rule.
pub static RULE: Rule = Rule {
    id: "stream-wide-capture",
    severity: Severity::Info,
    reach: Reach::Database,
    page: page!("stream_wide_capture.md"),
    fixes: &["narrow-stream", "accept"],
    replaces: &[],
    check,
};

fn check(context: &Context<'_>, out: &mut Report<'_>) {
    for id in context.schema.stream_ids() {
        let stream = context.schema.stream(id);
        let Some(item) = stream.options.iter().find(|item| item.key == "value_capture_type") else {
            continue;
        };
        let said = item.value.to_ascii_uppercase();
        let whole_row = matches!(said.as_str(), "NEW_ROW" | "NEW_ROW_AND_OLD_VALUES");
        if !whole_row && said != "OLD_AND_NEW_VALUES" {
            continue;
        }
        let mut names: Vec<String> = Vec::new();
        for watched in tables(context, stream) {
            let table = context.schema.table(watched.table);
            // Columns that are listed were chosen.
            if watched.columns.is_some() {
                continue;
            }
            let large = table.column_ids().filter(|&c| !table.is_key(c));
            let large = large.filter(|&c| shape::bulky(table.column(c)));
            names.extend(large.map(|c| format!("{}.{}", table.name, table.column(c).name)));
        }
        if names.is_empty() {
            continue;
        }
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let why = if whole_row {
            format!(
                "With {said}, every change of a row records all its watched columns, whether they \
                 changed or not."
            )
        } else {
            format!(
                "With {said}, a change of a large value records both the old and the new value."
            )
        };
        out.push(Finding {
            cause: Some(Cause::WholeRowsWatched),
            title: format!("`{}` records all of {}", stream.name, some(&names)),
            why: why.into(),
            help: "List the columns that consumers read, or capture NEW_VALUES".into(),
            confidence: 0.7,
            ..RULE.finding(Object::Stream(id), item.span)
        });
    }
}
