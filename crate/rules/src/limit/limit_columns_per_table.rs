//! A table of more columns than Spanner takes.

use crate::finding::{Finding, Object, Severity};
use crate::report::Report;
use crate::rule::{Context, Reach, Rule};
use crate::schema::limits::TABLE_COLUMNS_MAX;
use crate::schema::past::Limited;
use crate::severity::number;
use crate::shared::past;

/// The rule.
pub static RULE: Rule = Rule {
    id: "limit-columns-per-table",
    severity: Severity::Error,
    reach: Reach::Family,
    page: page!("limit_columns_per_table.md"),
    fixes: &[],
    replaces: &[],
    check,
};

fn check(context: &Context<'_>, out: &mut Report<'_>) {
    past::findings(context, &RULE, Limited::Columns, out);
    for id in context.tables() {
        let table = context.schema.table(id);
        let Some(beyond) = table.columns.get(TABLE_COLUMNS_MAX) else { continue };
        let count = number(f64::from(crate::text::at(table.columns.len())));
        out.push(Finding {
            title: format!("`{}` has {count} columns; Spanner allows 1,024", table.name),
            why: "Spanner rejects the statement that adds column 1,025.".into(),
            help: "Move columns that are rarely used into a table interleaved in this one".into(),
            ..RULE.finding(Object::Table(id), beyond.name_span)
        });
    }
}
