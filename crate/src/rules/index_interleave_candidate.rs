//! A secondary index that starts with a key it could be interleaved under.

use super::severity::number;
use super::tail;
use super::{Context, Finding, Object, Reach, Rule, Severity, redundant};
use crate::facts::{Dist, Evidence, Source};
use crate::schema::compare::starts_with;
use crate::schema::{IndexId, Schema, Table, TableId};
use std::collections::BTreeMap;

/// The rule.
pub static RULE: Rule = Rule {
    id: "index-interleave-candidate",
    severity: Severity::Hint,
    // The table that could hold it may be in no family of the indexed one.
    reach: Reach::Database,
    page: include_str!("index_interleave_candidate.md"),
    fixes: &["T12", "T25"],
    replaces: &[],
    check,
};

/// Names that say nothing: two tables keyed by `Id` have nothing to do with each other.
const BARE: &[&str] = &["id", "key", "uuid", "guid", "name", "code"];

/// Ways to read a table that go over all entities.
const GLOBAL_READS: &[&str] = &["by-time", "newest-first", "oldest-first"];

/// Where an index could lie.
enum Place {
    /// In the row tree of a table above.
    Above(TableId),
    /// Beside the rows of a table whose key the indexed table starts with.
    Beside(TableId),
    /// Nowhere: there is no table keyed by the first columns of the indexed one.
    Missing,
}

fn check(context: &Context<'_>, out: &mut Vec<Finding>) {
    let mut missing: BTreeMap<TableId, Vec<IndexId>> = BTreeMap::new();
    for id in context.indexes() {
        let index = context.schema.index(id);
        let reads = &context.facts.table(index.table).reads;
        let global = reads.iter().any(|way| GLOBAL_READS.contains(&way.as_str()));
        if index.managed || index.parent.is_some() || global {
            continue;
        }
        match place(context, id) {
            Some(Place::Above(above)) => out.push(finding(context, id, above, true)),
            Some(Place::Beside(other)) => out.push(finding(context, id, other, false)),
            // One table, one remark.
            Some(Place::Missing) => missing.entry(index.table).or_default().push(id),
            None => {}
        }
    }
    for (table, indexes) in missing {
        out.extend(no_table(context, table, &indexes));
    }
}

fn place(context: &Context<'_>, id: IndexId) -> Option<Place> {
    let schema = context.schema;
    let index = schema.index(id);
    let table = schema.table(index.table);
    // What both keys begin with, as long as the index lists something behind it.
    let both = index.keys.iter().zip(&table.key);
    let shared = both.take_while(|(a, b)| a.column == b.column && a.desc == b.desc).count();
    let shared = shared.min(index.keys.len().saturating_sub(1));
    if shared == 0 {
        return None;
    }
    let fits = |above: &TableId| (1..=shared).contains(&schema.table(*above).key.len());
    if table.parent.is_some() {
        return schema.ancestors(index.table).into_iter().find(fits).map(Place::Above);
    }
    let beside = schema
        .table_ids()
        .filter(|other| *other != index.table && fits(other))
        .filter(|other| schema.table(*other).key.len() < table.key.len())
        .filter(|other| leads(schema, *other, index.table))
        .max_by_key(|other| (schema.table(*other).key.len(), std::cmp::Reverse(*other)));
    beside.map(Place::Beside).or_else(|| {
        let lead = &context.facts.column(index.table, table.key[0].column).dist;
        let entity = matches!(lead, Dist::Entity { .. } | Dist::Uniform);
        (table.key.len() > 1 && entity).then_some(Place::Missing)
    })
}

/// The key of `other` leads that of `table`: alike in name, type, direction and NOT NULL.
fn leads(schema: &Schema, other: TableId, table: TableId) -> bool {
    let (above, below) = (schema.table(other), schema.table(table));
    let told = |name: &str| !BARE.contains(&name.to_lowercase().as_str());
    let refers = || below.foreign_keys.iter().any(|key| key.table == Some(other));
    above.key.iter().zip(&below.key).all(|(a, b)| {
        let (x, y) = (above.column(a.column), below.column(b.column));
        x.name.eq_ignore_ascii_case(&y.name)
            && x.ty.is_some()
            && x.ty == y.ty
            && x.not_null == y.not_null
            && a.desc == b.desc
            && (told(&x.name) || refers())
    })
}

fn finding(context: &Context<'_>, id: IndexId, above: TableId, ancestor: bool) -> Finding {
    let index = context.schema.index(id);
    let table = context.schema.table(index.table);
    let holder = context.schema.table(above);
    let (title, help) = match ancestor {
        true => (
            format!(
                "`{}` starts with the key of `{}`, above `{}`, and lies outside of its row tree",
                index.name, holder.name, table.name
            ),
            format!("Add INTERLEAVE IN `{}` if queries always fix its key", holder.name),
        ),
        false => (
            format!(
                "`{}` and `{}` both start with the key of `{}`, and lie outside of its row tree",
                index.name, table.name, holder.name
            ),
            format!(
                "Interleave `{}` in `{}`, and the index beside it, if they are read together",
                table.name, holder.name
            ),
        ),
    };
    Finding {
        title,
        why: cost(context, index.table),
        help,
        evidence: vec![key_of(context.schema, above)],
        ..Finding::new(&RULE, Object::Index(id), index.keys_list)
    }
}

/// Said once for a table, naming all its indexes.
fn no_table(context: &Context<'_>, id: TableId, indexes: &[IndexId]) -> Option<Finding> {
    let schema = context.schema;
    let table = schema.table(id);
    let names: Vec<&str> = indexes.iter().map(|id| schema.index(*id).name.as_str()).collect();
    let first = *indexes.first()?;
    let keys = &schema.index(first).keys;
    // The key that the table would need: what all of it and the index share.
    let shared = (1..table.key.len())
        .rev()
        .find(|&n| n < keys.len() && starts_with(keys, &table.key[..n]))?;
    let prefix = redundant::in_words(schema, id, &table.key[..shared]);
    let verb = if names.len() == 1 { "starts" } else { "start" };
    Some(Finding {
        title: format!(
            "{} {verb} as the key of `{}` does, and there is no table keyed by ({prefix}) whose \
             row tree could hold both",
            tail::list(&names),
            table.name
        ),
        why: cost(context, id),
        help: format!(
            "Add a table keyed by ({prefix}) and interleave both in it, if queries always fix it"
        ),
        evidence: vec![key_of(schema, id)],
        ..Finding::new(&RULE, Object::Index(first), schema.index(first).keys_list)
    })
}

fn cost(context: &Context<'_>, table: TableId) -> String {
    let name = &context.schema.table(table).name;
    let each = match context.facts.table(table).writes_per_second {
        Some(writes) => format!("Each of the {} inserts/s into `{name}`", number(writes)),
        None => format!("Each insert into `{name}`"),
    };
    format!(
        "{each} has its row on one split and its index entry on another and commits on both; in \
         one row tree both are usually on one split."
    )
}

fn key_of(schema: &Schema, id: TableId) -> Evidence {
    let table: &Table = schema.table(id);
    let span = table.key_clause.as_ref().map_or(table.name_span, |clause| clause.span);
    let key = redundant::in_words(schema, id, &table.key);
    let what = format!("the primary key ({key}) of `{}`", table.name);
    Evidence { what, span, source: Source::Expression }
}
