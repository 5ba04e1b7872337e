//! Secondary indexes that start with a key they could be interleaved under.

use crate::cause::Cause;
use crate::facts::{Dist, Evidence, Source, evidence_text};
use crate::finding::{Finding, Object, Severity};
use crate::report::Report;
use crate::rule::{Context, Reach, Rule};
use crate::schema::compare::starts_with;
use crate::schema::{Index, IndexId, Schema, TableId};
use crate::severity::number;
use crate::shared::{redundant, tail};
use std::collections::BTreeMap;

/// The rule.
pub static RULE: Rule = Rule {
    id: "index-interleave-candidate",
    severity: Severity::Hint,
    // The table that could hold it may be in no family of the indexed one.
    reach: Reach::Database,
    page: page!("index_interleave_candidate.md"),
    fixes: &["interleave-index", "accept"],
    replaces: &[],
    check,
};

/// Names that say nothing: two tables keyed by `Id` have nothing to do with each other.
const BARE: &[&str] = &["id", "key", "uuid", "guid", "name", "code"];

/// Ways to read a table that go over all entities.
const GLOBAL_READS: &[&str] = &["by-time", "newest-first", "oldest-first"];

/// Indexes that a title names; the others are counted.
const NAMES_MAX: usize = 4;

/// Where indexes could lie.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Place {
    /// In the row tree of a table above theirs.
    Above(TableId),
    /// Beside the rows of a table whose key the indexed table starts with.
    Beside(TableId),
    /// Nowhere: there is no table keyed by the first columns of the indexed one.
    Missing(TableId),
}

fn check(context: &Context<'_>, out: &mut Report<'_>) {
    let tables = by_first_column(context.schema);
    // One place, one remark.
    let mut places: BTreeMap<Place, Vec<IndexId>> = BTreeMap::new();
    for all in context.compared().by_table.values() {
        for held in all {
            let facts = context.facts.table(held.index.table);
            let global = facts.reads.iter().any(|way| GLOBAL_READS.contains(&way.as_str()));
            // What is needless is better dropped than moved; what is seldom written may lie
            // anywhere.
            let other = global || facts.low_write.is_some() || held.index.parent.is_some();
            if other || context.compared().needless.contains(&held.id) {
                continue;
            }
            if let Some(place) = place(context, held.index, &tables) {
                places.entry(place).or_default().push(held.id);
            }
        }
    }
    for (place, indexes) in places {
        out.extend(finding(context, place, &indexes));
    }
}

/// Tables by the lower-cased name of the first column of their key.
type Tables = BTreeMap<String, Vec<TableId>>;

fn by_first_column(schema: &Schema) -> Tables {
    let mut tables = Tables::new();
    for id in schema.table_ids() {
        let table = schema.table(id);
        if let Some(part) = table.key.first() {
            let name = table.column(part.column).name.to_lowercase();
            tables.entry(name).or_default().push(id);
        }
    }
    tables
}

fn place(context: &Context<'_>, index: &Index, tables: &Tables) -> Option<Place> {
    let schema = context.schema;
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
    let first = table.column(table.key[0].column).name.to_lowercase();
    let beside = tables
        .get(&first)?
        .iter()
        .filter(|other| **other != index.table && fits(other))
        .filter(|other| schema.table(**other).key.len() < table.key.len())
        .filter(|other| leads(schema, **other, index.table))
        .max_by_key(|other| (schema.table(**other).key.len(), std::cmp::Reverse(**other)));
    match beside {
        Some(other) => Some(Place::Beside(*other)),
        None => by_entity(context, index.table).then_some(Place::Missing(index.table)),
    }
}

/// The key of `other` leads that of `table`: alike in name, type, direction and NOT NULL.
fn leads(schema: &Schema, other: TableId, table: TableId) -> bool {
    let (above, below) = (schema.table(other), schema.table(table));
    let is_specific = |name: &str| !BARE.contains(&name.to_lowercase().as_str());
    let refers = || below.foreign_keys.iter().any(|key| key.table == Some(other));
    above.key.iter().zip(&below.key).all(|(a, b)| {
        let (x, y) = (above.column(a.column), below.column(b.column));
        x.name.eq_ignore_ascii_case(&y.name)
            && x.ty.is_some()
            && x.ty == y.ty
            && x.not_null == y.not_null
            && a.desc == b.desc
            && (is_specific(&x.name) || refers())
    })
}

/// All that is known says that the table is read by one entity at a time: its key starts with
/// one and goes on, and each of its indexes starts with the same.
fn by_entity(context: &Context<'_>, id: TableId) -> bool {
    let schema = context.schema;
    let key = &schema.table(id).key;
    let mut indexes = schema.indexes_of(id).map(|id| schema.index(id)).filter(|i| !i.managed);
    let lead = &context.facts.column(id, key[0].column).dist;
    key.len() > 1
        && matches!(lead, Dist::Entity { .. } | Dist::Uniform)
        && indexes.all(|index| starts_with(&index.keys, &key[..1]))
}

fn finding(context: &Context<'_>, place: Place, indexes: &[IndexId]) -> Option<Finding> {
    let schema = context.schema;
    let first = *indexes.first()?;
    let of = schema.index(first).table;
    let table = &schema.table(of).name;
    let (many, these) = (indexes.len() > 1, named(schema, indexes));
    let (start, lie) = if many { ("start", "lie") } else { ("starts", "lies") };
    let (known, title, help) = match place {
        Place::Above(above) => {
            let holder = &schema.table(above).name;
            let one = indexes.iter().all(|id| schema.index(*id).table == of);
            let under = if one { &format!("`{table}`") } else { "their tables" };
            (
                above,
                format!(
                    "{these} {start} with the key of `{holder}`, above {under}, and {lie} outside \
                     its row tree"
                ),
                format!("Add INTERLEAVE IN `{holder}` if queries always filter by its key"),
            )
        }
        Place::Beside(other) => {
            let holder = &schema.table(other).name;
            (
                other,
                format!(
                    "{these} and `{table}` both start with the key of `{holder}`, and lie outside \
                     its row tree"
                ),
                format!(
                    "Interleave `{table}` in `{holder}`, and its indexes too, if queries always \
                     filter by its key"
                ),
            )
        }
        Place::Missing(_) => {
            let keys = &schema.index(first).keys;
            let key = &schema.table(of).key;
            let fits = |n: &usize| *n < keys.len() && starts_with(keys, &key[..*n]);
            let shared = (1..key.len()).rev().find(fits)?;
            let prefix = redundant::in_words(schema, of, &key[..shared]);
            (
                of,
                format!(
                    "{these} {start} like the key of `{table}`, and no table has the key \
                     ({prefix}) that both could be interleaved in"
                ),
                format!(
                    "Add a table keyed by ({prefix}) and interleave `{table}` and its indexes in \
                     it, if queries always filter by it"
                ),
            )
        }
    };
    Some(Finding {
        cause: Some(Cause::IndexApart),
        title,
        why: cost(context, indexes).into(),
        help: help.into(),
        evidence: vec![key_of(schema, known)],
        ..RULE.finding(Object::Index(first), schema.index(first).keys_list)
    })
}

/// The first of them by name, and how many more there are.
fn named(schema: &Schema, indexes: &[IndexId]) -> String {
    let name = |id: &IndexId| schema.index(*id).name.as_str();
    if indexes.len() <= NAMES_MAX {
        return tail::list(&indexes.iter().map(name).collect::<Vec<_>>());
    }
    let (shown, more) = indexes.split_at(NAMES_MAX - 1);
    let shown: Vec<String> = shown.iter().map(|id| format!("`{}`", name(id))).collect();
    format!("{} and {} more indexes", shown.join(", "), more.len())
}

fn cost(context: &Context<'_>, indexes: &[IndexId]) -> String {
    let rates = indexes.iter().map(|id| context.facts.index(*id).writes_per_second);
    let each = match rates.sum::<Option<f64>>() {
        Some(writes) => format!("Each of {} entries/s", number(writes)),
        None => "Each entry".to_owned(),
    };
    format!(
        "{each} is on a different split than its row, so the insert commits on both; in one row \
         tree, both are usually on one split."
    )
}

fn key_of(schema: &Schema, id: TableId) -> Evidence {
    let table = schema.table(id);
    let span = table.key_clause.as_ref().map_or(table.name_span, |clause| clause.span);
    let key = redundant::in_words(schema, id, &table.key);
    let what = format!("the primary key ({key}) of `{}`", table.name);
    Evidence { what: evidence_text(what), span, source: Source::Expression }
}
