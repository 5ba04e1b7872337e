//! More tables than a database takes.

use crate::finding::{Finding, Object, Severity};
use crate::report::Report;
use crate::rule::{Context, Reach, Rule};
use crate::schema::limits::DATABASE_TABLES_MAX;
use crate::severity::number;

/// The rule.
pub static RULE: Rule = Rule {
    id: "limit-tables-per-database",
    severity: Severity::Error,
    reach: Reach::Database,
    page: page!("limit_tables_per_database.md"),
    fixes: &[],
    replaces: &[],
    check,
};

fn check(context: &Context<'_>, out: &mut Report<'_>) {
    let tables = &context.schema.tables;
    let Some(beyond) = tables.get(DATABASE_TABLES_MAX) else { return };
    let count = number(f64::from(crate::text::at(tables.len())));
    out.push(Finding {
        title: format!("The schema has {count} tables; a database can have 5,000"),
        why: "Spanner rejects the statement that adds table 5,001.".into(),
        help: "Merge similar tables into one, with a key column that distinguishes them".into(),
        ..RULE.finding(Object::File, beyond.name_span)
    });
}
