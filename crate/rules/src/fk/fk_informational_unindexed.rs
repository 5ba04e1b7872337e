//! An informational foreign key that nothing finds rows by.

use crate::facts::{Evidence, Source, evidence_text};
use crate::finding::{Finding, Object, Severity};
use crate::report::Report;
use crate::rule::{Context, Reach, Rule};
use crate::schema::{ColumnId, ForeignKey, KeyPart, TableId};
use crate::shared::family;

/// The rule.
pub static RULE: Rule = Rule {
    id: "fk-informational-unindexed",
    severity: Severity::Info,
    reach: Reach::Family,
    page: page!("fk_informational_unindexed.md"),
    fixes: &["accept"],
    replaces: &[],
    check,
};

fn check(context: &Context<'_>, out: &mut Report<'_>) {
    let schema = context.schema;
    for id in context.tables() {
        let table = schema.table(id);
        let mut open = table
            .foreign_keys
            .iter()
            .filter(|key| !key.enforced && !key.columns.is_empty() && !indexed(context, id, key));
        let Some(first) = open.next() else { continue };
        let more: Vec<&ForeignKey> = open.collect();
        let title = match more.len() {
            0 => format!(
                "The foreign key on {} is not enforced and has no index",
                family::with_columns(table, &first.columns)
            ),
            n => format!(
                "{} foreign keys of `{}` are not enforced and have no index",
                n + 1,
                table.name
            ),
        };
        let column = first.columns.first().map(|&column| (id, column));
        out.push(Finding {
            column,
            title,
            why: format!(
                "A foreign key that is not enforced gets no hidden index, so finding the rows of \
                 `{}` that belong to one `{}` reads the whole table.",
                table.name, first.table_name
            )
            .into(),
            help: format!(
                "Create an index on {} if queries join on it",
                family::with_columns(table, &first.columns)
            )
            .into(),
            evidence: std::iter::once(first)
                .chain(more)
                .map(|key| Evidence {
                    what: evidence_text(format!(
                        "the foreign key to `{}` is NOT ENFORCED",
                        key.table_name
                    )),
                    span: key.span,
                    source: Source::Expression,
                })
                .collect(),
            ..RULE.finding(Object::Table(id), first.span)
        });
    }
}

/// The key of the table or of an index starts with the columns, in any order.
fn indexed(context: &Context<'_>, id: TableId, key: &ForeignKey) -> bool {
    let schema = context.schema;
    leads(&schema.table(id).key, &key.columns)
        || schema.indexes_of(id).any(|index| leads(&schema.index(index).keys, &key.columns))
}

fn leads(parts: &[KeyPart], columns: &[ColumnId]) -> bool {
    let first = parts.iter().take(columns.len());
    parts.len() >= columns.len() && first.into_iter().all(|part| columns.contains(&part.column))
}
