//! An interleaved table that is looked up by its own id.

use crate::cause::Cause;
use crate::facts::lexicon::{is_own_id, last, words};
use crate::facts::{Evidence, Source, evidence_text};
use crate::finding::{Finding, Object, Severity};
use crate::report::Report;
use crate::rule::{Context, Reach, Rule};
use crate::schema::{IndexId, Schema, Table, TableId};
use smol_str::{SmolStr, StrExt};
use std::collections::BTreeMap;

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
    // Known once it is asked for.
    let mut owners = None;
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
        let found = schema.indexes_of(id).find(|&index| {
            is_of_own_id(context, owners.get_or_insert_with(|| owners_of_ids(schema)), table, index)
        });
        if let Some(index) = found {
            out.push(finding(context, id, index, &parent.name));
        }
    }
}

/// A global index on nothing but the table's own id, which ends its key. A table between two
/// others has one on the second, and that is another matter.
fn is_of_own_id(context: &Context<'_>, owners: &Owners, table: &Table, index: IndexId) -> bool {
    let index = context.schema.index(index);
    let own = table.key.last().map(|part| part.column);
    let only = index.keys.len() == 1 && index.keys.first().map(|part| part.column) == own;
    let refers = table.foreign_keys.iter().any(|key| own.is_some_and(|c| key.columns.contains(&c)));
    // Another table has a column of this name in its key and for its own id.
    let is_anothers = |name: &SmolStr| {
        let owner = owners.get(&name.to_lowercase_smolstr()).copied();
        owner.is_some_and(|one| one.is_none_or(|id| context.schema.table(id).name != table.name))
    };
    let named = own.is_some_and(|own| {
        let name = &table.column(own).name;
        let id = index.unique && last(&words(name), &["id", "uuid", "guid"]);
        (id || is_own_id(&table.name, name)) && !is_anothers(name)
    });
    only && !index.managed && index.parent.is_none() && !refers && named
}

/// Tables by the name of their own id, where it is in their key; `None` where tables of several
/// names have it.
type Owners = BTreeMap<SmolStr, Option<TableId>>;

fn owners_of_ids(schema: &Schema) -> Owners {
    let mut owners = Owners::new();
    for id in schema.table_ids() {
        let table = schema.table(id);
        for part in &table.key {
            let name = &table.column(part.column).name;
            if is_own_id(&table.name, name) {
                let owner = owners.entry(name.to_lowercase_smolstr()).or_insert(Some(id));
                *owner = owner.filter(|&first| schema.table(first).name == table.name);
            }
        }
    }
    owners
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
