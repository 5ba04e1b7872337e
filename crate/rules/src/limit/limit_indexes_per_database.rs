//! More indexes than a database takes.

use crate::finding::{Finding, Object, Severity};
use crate::report::Report;
use crate::rule::{Context, Reach, Rule};
use crate::schema::limits::DATABASE_INDEXES_MAX;
use crate::schema::past::Limited;
use crate::severity::number;

/// The rule.
pub static RULE: Rule = Rule {
    id: "limit-indexes-per-database",
    severity: Severity::Error,
    reach: Reach::Database,
    page: page!("limit_indexes_per_database.md"),
    fixes: &["drop-index"],
    replaces: &[],
    check,
};

fn check(context: &Context<'_>, out: &mut Report<'_>) {
    let indexes = &context.schema.indexes;
    // Those of a table that is left out count as well.
    let past = context.schema.past_limits.iter().filter(|past| past.of == Limited::Indexes);
    let count = past.clone().fold(indexes.len(), |sum, past| sum + past.count);
    if count <= DATABASE_INDEXES_MAX {
        return;
    }
    let beyond = indexes.get(DATABASE_INDEXES_MAX).map(|index| index.name_span);
    let Some(span) = beyond.or_else(|| past.map(|past| past.span).next_back()) else { return };
    let count = number(f64::from(crate::text::at(count)));
    out.push(Finding {
        title: format!("The schema has {count} indexes; a database can have 10,000"),
        why: "Spanner rejects the statement that adds index 10,001.".into(),
        help: "Drop the indexes that no query uses, or divide the schema among databases".into(),
        ..RULE.finding(Object::File, span)
    });
}
