//! Hibernate over identity columns: it cannot batch their inserts.

use crate::facts::{Evidence, Source};
use crate::finding::{Finding, Object, Severity};
use crate::report::Report;
use crate::rule::{Context, Reach, Rule};
use crate::schema::{ColumnId, TableId};
use crate::shared::tail::list;

/// The rule.
pub static RULE: Rule = Rule {
    id: "seq-orm-batching",
    severity: Severity::Info,
    reach: Reach::Database,
    page: page!("seq_orm_batching.md"),
    fixes: &["accept"],
    replaces: &[],
    check,
};

/// Values that one call may reserve: the pool that the README of Spanner's Hibernate dialect takes
/// (read 2026-08-22).
const POOL: u32 = 200;

fn check(context: &Context<'_>, out: &mut Report<'_>) {
    let schema = context.schema;
    let Some(orm) = &schema.orm else { return };
    let counted: Vec<(TableId, ColumnId)> = schema
        .table_ids()
        .flat_map(|id| {
            let table = schema.table(id);
            let is = |&c: &ColumnId| table.is_key(c) && table.column(c).identity.is_some();
            table.column_ids().filter(is).map(move |column| (id, column))
        })
        .collect();
    let Some(&(table, column)) = counted.first() else { return };
    let first = schema.table(table).column(column);
    let names: Vec<&str> =
        counted.iter().map(|&(table, _)| schema.table(table).name.as_str()).collect();
    let plural = if names.len() == 1 { "has an identity key" } else { "have identity keys" };
    out.push(Finding {
        column: Some((table, column)),
        title: format!("Hibernate inserts into {}, which {plural}", list(&names)),
        why: "Hibernate gets an identity value only from the insert itself, so it sends each row \
              separately: one round trip per row."
            .into(),
        help: format!(
            "Let Hibernate reserve up to {POOL} ids per call from a bit-reversed sequence, or use \
             UUIDs"
        )
        .into(),
        evidence: vec![Evidence {
            what: orm.what.clone().into(),
            span: orm.span,
            source: Source::Comment,
        }],
        confidence: 0.7,
        ..RULE.finding(
            Object::File,
            first.identity.as_ref().map_or(first.name_span, |identity| identity.span),
        )
    });
}
