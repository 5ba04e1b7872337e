//! A primary key of more columns than Spanner takes.

use crate::finding::{Finding, Object, Severity};
use crate::report::Report;
use crate::rule::{Context, Reach, Rule};
use crate::schema::limits::KEY_COLUMNS_MAX;
use crate::schema::past::Limited;
use crate::shared::past;

/// The rule.
pub static RULE: Rule = Rule {
    id: "limit-key-columns",
    severity: Severity::Error,
    reach: Reach::Family,
    page: page!("limit_key_columns.md"),
    fixes: &[],
    replaces: &[],
    check,
};

fn check(context: &Context<'_>, out: &mut Report<'_>) {
    past::findings(context, &RULE, Limited::KeyColumns, out);
    for id in context.tables() {
        let table = context.schema.table(id);
        let Some(beyond) = table.key.get(KEY_COLUMNS_MAX) else { continue };
        let inherited = match &table.parent {
            Some(_) => ", including those of its parent",
            None => "",
        };
        out.push(Finding {
            column: Some((id, beyond.column)),
            title: format!(
                "The key of `{}` has {} columns{inherited}; Spanner allows {KEY_COLUMNS_MAX}",
                table.name,
                table.key.len()
            ),
            why: "Spanner rejects the statement.".into(),
            help: "Use fewer key columns, or a hash of the columns that are unique together".into(),
            // Every index on the table is too long with it.
            attached: vec!["limit-index-key-columns"],
            ..RULE.finding(Object::Table(id), beyond.span)
        });
    }
}
