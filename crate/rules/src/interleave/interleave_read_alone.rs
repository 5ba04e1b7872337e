//! An interleaved table that is looked up by its own id.

use crate::cause::Cause;
use crate::facts::lexicon::{is_own_id, last, words};
use crate::facts::{Evidence, Source, evidence_text};
use crate::finding::{Finding, Object, Severity};
use crate::report::Report;
use crate::rule::{Context, Reach, Rule};
use crate::schema::{IndexId, Table, TableId};

/// The rule.
pub static RULE: Rule = Rule {
    id: "interleave-read-alone",
    severity: Severity::Info,
    reach: Reach::Database,
    page: page!("interleave_read_alone.md"),
    fixes: &["interleave-table", "accept"],
    replaces: &[],
    check,
};

fn check(context: &Context<'_>, out: &mut Report<'_>) {
    let schema = context.schema;
    for id in context.tables() {
        let table = schema.table(id);
        let Some(parent) = &table.parent else { continue };
        let facts = context.facts.table(id);
        let apart = parent.table.and_then(|above| context.facts.table(above).read_together);
        let with_parent = facts.read_together == Some(true)
            || apart == Some(true)
            || facts.reads.iter().any(|reads| reads == "by-entity");
        let inherited = parent.table.map_or(1, |above| schema.table(above).key.len());
        if with_parent || table.key.len() <= inherited {
            continue;
        }
        let found = schema.indexes_of(id).find(|&index| is_of_own_id(context, table, index));
        if let Some(index) = found {
            out.push(finding(context, id, index, &parent.name));
        }
    }
}

/// A global index on nothing but the table's own id, which ends its key. A table between two
/// others has one on the second, and that is another matter.
fn is_of_own_id(context: &Context<'_>, table: &Table, index: IndexId) -> bool {
    let index = context.schema.index(index);
    let own = table.key.last().map(|part| part.column);
    let only = index.keys.len() == 1 && index.keys.first().map(|part| part.column) == own;
    let refers = table.foreign_keys.iter().any(|key| own.is_some_and(|c| key.columns.contains(&c)));
    let named = own.is_some_and(|own| {
        let name = &table.column(own).name;
        let id = index.unique && last(&words(name), &["id", "uuid", "guid"]);
        (id || is_own_id(&table.name, name)) && !is_anothers(context, table, name)
    });
    only && !index.managed && index.parent.is_none() && !refers && named
}

/// Another table has a column of this name in its key and for its own id.
fn is_anothers(context: &Context<'_>, table: &Table, name: &str) -> bool {
    context.schema.tables.iter().any(|other| {
        let there = other.find_column(name).is_some_and(|column| other.is_key(column));
        there && other.name != table.name && is_own_id(&other.name, name)
    })
}

fn finding(context: &Context<'_>, id: TableId, index: IndexId, parent: &str) -> Finding {
    let (table, index) = (context.schema.table(id), context.schema.index(index));
    let own = &table.column(index.keys[0].column).name;
    Finding {
        cause: Some(Cause::ReadWithoutParent),
        title: format!(
            "`{}` is interleaved in `{parent}` and looked up by `{own}` alone",
            table.name
        ),
        why: format!(
            "Each lookup by `{own}` first reads `{}` and then a row elsewhere, and each insert \
             writes both, so interleaving brings little benefit.",
            index.name
        )
        .into(),
        help: format!(
            "Make `{}` a separate table with the key `{own}`, unless it is mostly read with \
             `{parent}`",
            table.name
        )
        .into(),
        evidence: vec![Evidence {
            what: evidence_text(format!("the index `{}` on its own id", index.name)),
            span: index.keys_list,
            source: Source::Expression,
        }],
        column: Some((id, index.keys[0].column)),
        confidence: 0.6,
        ..RULE.finding(Object::Table(id), index.span)
    }
}
