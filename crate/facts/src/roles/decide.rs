//! Decides what a table is for, by its keys, links and name.

use crate::dist::Dist;
use crate::lexicon::{self, last, table_words};
use crate::roles::links::{foreign_keys, parent_of};
use crate::roles::role::{Role, RoleFact};
use crate::schema::{ColumnId, Schema, Table, TableId};
use crate::shape;
use crate::source::evidence_text;
use crate::source::{Evidence, Source};
use crate::syntax::tree::Type;
use crate::table::{LowWrite, TableFacts};
use crate::text::Span;
use crate::walk::{Outcome, Walk};
use smol_str::SmolStr;

/// Rows that a stated lookup has at most to be told by its size (our assumption).
const LOOKUP_ROWS_MAX: f64 = 10_000.0;

/// Columns besides its key that a link has at most (our assumption: when and what kind).
const LINK_COLUMNS_MAX: usize = 3;

/// The role of a table.
pub(crate) fn role_of(schema: &Schema, id: TableId, facts: &TableFacts) -> RoleFact {
    let table = schema.table(id);
    versions(facts.low_write.as_ref())
        .or_else(|| shape::queue_like(table).map(|why| fact(Role::Queue, why)))
        .or_else(|| counter(table, facts))
        .or_else(|| recorded(schema, id, facts))
        .or_else(|| link(schema, id, facts))
        .or_else(|| child(schema, id))
        .or_else(|| lookup(table, facts))
        .unwrap_or_else(|| entity(schema, id))
}

/// Why a role is assumed.
const NOTHING_ELSE: SmolStr = SmolStr::new_static("nothing in the schema suggests another role");

/// A role that a directive says.
pub(crate) fn stated_role(role: Role, span: Span) -> RoleFact {
    let what = format!("the directive `role={}`", role.as_str());
    fact(role, Evidence { what: evidence_text(what), span, source: Source::Directive })
}

/// A role that nothing is known of yet.
pub(crate) fn undecided_role(walk: &Walk) -> RoleFact {
    let span = walk.parts.first().map_or(Span::new(0, 0), |part| part.span);
    let what = NOTHING_ELSE;
    fact(Role::Entity, Evidence { what, span, source: Source::Assumed })
}

fn fact(role: Role, evidence: Evidence) -> RoleFact {
    RoleFact { role, evidence }
}

fn because(table: &Table, role: Role, source: Source, what: SmolStr) -> RoleFact {
    fact(role, Evidence { what, span: table.name_span, source })
}

fn versions(low: Option<&LowWrite>) -> Option<RoleFact> {
    let low = low.filter(|low| low.evidence.source == Source::Name)?;
    Some(fact(Role::Versions, low.evidence.clone()))
}

fn counter(table: &Table, facts: &TableFacts) -> Option<RoleFact> {
    let number = |id: &ColumnId| {
        let ty = &table.column(*id).ty;
        !table.is_key(*id) && matches!(ty, Some(Type::Int64 | Type::Numeric | Type::Float64))
    };
    let has_low_cardinality = |column: ColumnId| {
        let dist = &facts.columns[column.0 as usize].dist;
        matches!(dist, Dist::Shard { .. } | Dist::LowCard { .. } | Dist::Constant)
    };
    let is_small =
        !table.key.is_empty() && table.key.iter().all(|part| has_low_cardinality(part.column));
    let one = table.key_clause.as_ref().is_some_and(|clause| clause.empty);
    let counted = shape::tally(table).or_else(|| table.column_ids().find(number).filter(|_| one));
    if let Some(column) = counted.filter(|_| is_small || one) {
        let rows = if one { "it has one row" } else { "its key has few values" };
        let name = &table.column(column).name;
        let what = format!("{rows} and `{name}` is a number");
        return Some(because(table, Role::Counter, Source::Type, what.into()));
    }
    let why = shape::counter_like(table).filter(|_| table.column_ids().any(|id| number(&id)))?;
    Some(fact(Role::Counter, why))
}

/// Ledgers, logs and streams of events.
fn recorded(schema: &Schema, id: TableId, facts: &TableFacts) -> Option<RoleFact> {
    let table = schema.table(id);
    let words = table_words(&table.name);
    let behind = words.len() > 1 && last(&words, lexicon::LOG_ROWS);
    let kind = if behind { &words[..words.len() - 1] } else { &words[..] };
    let in_order = |column: ColumnId| facts.columns[column.0 as usize].dist.is_moving();
    let dated = table.columns.iter().any(shape::arrives)
        || table.key.iter().any(|part| in_order(part.column));
    let money = || table.columns.iter().find(|column| column.ty == Some(Type::Numeric));
    if last(kind, lexicon::LEDGERS) && (dated || money().is_some()) {
        let what = format!("the name `{}`: transfers of value", table.name);
        return Some(because(table, Role::Ledger, Source::Name, what.into()));
    }
    if let Some(why) = shape::log_like(table) {
        return Some(fact(Role::Event, why));
    }
    let clock = table.key.iter().map(|part| part.column).find(|&column| {
        let ty = &table.column(column).ty;
        in_order(column) && matches!(ty, Some(Type::Timestamp | Type::CommitTimestamp))
    })?;
    let referred = schema.referencing(id).any(|other| other != id);
    (!referred && schema.children_of(id).next().is_none()).then(|| {
        let name = &table.column(clock).name;
        let what = format!("its key has the insert time (`{name}`) and nothing references it");
        because(table, Role::Event, Source::Type, what.into())
    })
}

fn link(schema: &Schema, id: TableId, facts: &TableFacts) -> Option<RoleFact> {
    let table = schema.table(id);
    let shard =
        |column: ColumnId| matches!(facts.columns[column.0 as usize].dist, Dist::Shard { .. });
    let key: Vec<ColumnId> =
        table.key.iter().map(|part| part.column).filter(|&column| !shard(column)).collect();
    let mut ends: Vec<TableId> = Vec::new();
    let mut covered: Vec<ColumnId> = Vec::new();
    if let Some(parent) = table.parent.as_ref().and_then(|parent| parent.table) {
        ends.push(parent);
        let inherited = schema.table(parent).key.len();
        covered.extend(table.key.iter().take(inherited).map(|part| part.column));
    }
    for (foreign, to) in foreign_keys(schema, id) {
        if !foreign.columns.is_empty() && foreign.columns.iter().all(|c| key.contains(c)) {
            if !ends.contains(&to) {
                ends.push(to);
            }
            covered.extend(&foreign.columns);
        }
    }
    let others = table.columns.len() - table.key.len();
    let whole = key.len() > 1 && key.iter().all(|column| covered.contains(column));
    if ends.len() < 2 || !whole || others > LINK_COLUMNS_MAX {
        return None;
    }
    let names: Vec<String> =
        ends.iter().map(|&end| format!("`{}`", schema.table(end).name)).collect();
    let what = format!("its key consists of the keys of {}", names.join(" and "));
    Some(because(table, Role::Link, Source::Inherited, what.into()))
}

fn child(schema: &Schema, id: TableId) -> Option<RoleFact> {
    let table = schema.table(id);
    if let Some(parent) = &table.parent {
        let what = format!("it is interleaved in `{}`", parent.name);
        let span = parent.span;
        return Some(fact(
            Role::Child,
            Evidence { what: evidence_text(what), span, source: Source::Inherited },
        ));
    }
    let parent = schema.table(parent_of(schema, id)?);
    let what = format!("its key starts with the key of `{}`", parent.name);
    Some(because(table, Role::Child, Source::Inherited, what.into()))
}

fn lookup(table: &Table, facts: &TableFacts) -> Option<RoleFact> {
    let words = table_words(&table.name);
    if last(&words, lexicon::LOOKUPS) && !grows(table, facts, &words) {
        let what = format!("the name `{}`: a list that rarely changes", table.name);
        return Some(because(table, Role::Lookup, Source::Name, what.into()));
    }
    if matches!(facts.walk.outcome, Outcome::HotRow { .. }) {
        let what = "its key has few values";
        return Some(because(table, Role::Lookup, Source::Type, what.into()));
    }
    if let Some(rows) = facts.rows.filter(|&rows| rows <= LOOKUP_ROWS_MAX) {
        let what = format!("it is stated to have {rows:.0} rows");
        return Some(because(table, Role::Lookup, Source::Directive, what.into()));
    }
    facts.low_write.as_ref().map(|low| fact(Role::Lookup, low.evidence.clone()))
}

/// A table that is called like a list and has rows for each of something else: the settings of
/// users, the roles of groups, a status at a time.
fn grows(table: &Table, facts: &TableFacts, words: &[String]) -> bool {
    let named = lexicon::any(&words[..words.len() - 1], lexicon::ENTITIES);
    let dist = |column: ColumnId| &facts.columns[column.0 as usize].dist;
    let timed = table.key.iter().any(|part| {
        let time =
            matches!(table.column(part.column).ty, Some(Type::Timestamp | Type::CommitTimestamp));
        time && dist(part.column).is_moving()
    });
    let owned =
        table.key.iter().filter(|part| !table.column(part.column).name.is_empty()).any(|part| {
            let list = lexicon::words(&table.column(part.column).name);
            list.len() > 1
                && lexicon::ENTITIES.contains(&list[list.len() - 2].as_str())
                && last(&list, &["id", "uuid", "key"])
                && !lexicon::is_own_id(&table.name, &table.column(part.column).name)
        });
    named || timed || owned
}

fn entity(schema: &Schema, id: TableId) -> RoleFact {
    let table = schema.table(id);
    if let Some(other) = schema.referencing(id).find(|&other| other != id) {
        let what = format!("`{}` references it", schema.table(other).name);
        return because(table, Role::Entity, Source::Inherited, what.into());
    }
    if let Some(inside) = schema.children_of(id).next() {
        let what = format!("`{}` is interleaved in it", schema.table(inside).name);
        return because(table, Role::Entity, Source::Inherited, what.into());
    }
    let what = NOTHING_ELSE;
    because(table, Role::Entity, Source::Assumed, what)
}
