//! What each table is for, and how often it is written and read where nobody has said it.
//!
//! A role is told from keys, links and names, with its evidence in words. From it come relative
//! rates: [`HABITS`] is the one place where they stand. What a person gives for the whole schema
//! is shared by them in [`rates`], for rules and for simulation alike. Stated rates always win.

use super::lexicon::{self, last, table_words};
use super::{
    ColumnFact, Dist, Evidence, LowWrite, Outcome, Source, TableFacts, Walk, columns, shape,
};
use crate::base::bounds::RATE_MIN;
use crate::schema::{ColumnId, ForeignKey, IndexId, Schema, Table, TableId};
use crate::syntax::tree::Type;

/// What a table is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Things that stay: users, orders, devices.
    Entity,
    /// Parts of a thing, that come with it: the lines of an order.
    Child,
    /// A row for each thing that happens: a log, a stream of events.
    Event,
    /// A row for each movement of value, kept and never changed.
    Ledger,
    /// Few rows that seldom change and are read all the time.
    Lookup,
    /// Rows that wait to be worked on and then go.
    Queue,
    /// Few rows whose numbers change with every event.
    Counter,
    /// Pairs of things that belong together.
    Link,
    /// A row for each version of the schema.
    Versions,
}

/// The role of a table, and why.
#[derive(Clone, Debug, PartialEq)]
pub struct RoleFact {
    /// The role.
    pub role: Role,
    /// Why it is believed.
    pub evidence: Evidence,
}

/// Ways of reading a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ReadShape {
    /// One row by its key.
    Point,
    /// The rows of one entity.
    ByEntity,
    /// The newest rows.
    NewestFirst,
    /// The oldest rows.
    OldestFirst,
    /// Rows of a period, by their time.
    ByTime,
    /// All rows.
    All,
}

/// Every way of reading, in the order in which they are shown.
pub const READ_SHAPES: [ReadShape; 6] = [
    ReadShape::Point,
    ReadShape::ByEntity,
    ReadShape::NewestFirst,
    ReadShape::OldestFirst,
    ReadShape::ByTime,
    ReadShape::All,
];

/// What tables of a role do, relative to tables of other roles.
#[derive(Clone, Copy, Debug)]
pub struct Habit {
    /// The role.
    pub role: Role,
    /// The role as a directive says it.
    pub word: &'static str,
    /// Weight of inserts.
    pub inserts: f64,
    /// Weight of updates; counts only where a column is known to change, queues and counters
    /// apart.
    pub updates: f64,
    /// Weight of deletes.
    pub deletes: f64,
    /// Weights of reads. A way of reading that the table has no columns for is left out.
    pub reads: &'static [(ReadShape, f64)],
    /// Why these numbers.
    pub why: &'static str,
}

/// What tables of each role do. All numbers are assumptions of ours, in rows per second of a
/// schema whose log takes 100. Reads are kept so few that they cost about a hundredth of the
/// writes: what a node takes is published for writes alone, and a person who gives writes has not
/// spoken of reads; `reads-per-write=` scales them. What would change our mind: rates of real
/// databases, published by role.
pub static HABITS: &[Habit] = &[
    Habit {
        role: Role::Entity,
        word: "entity",
        inserts: 10.0,
        updates: 10.0,
        deletes: 0.0,
        reads: &[(ReadShape::Point, 0.5)],
        why: "things are added more slowly than what happens to them, are changed about as often \
              as they are added, and are read by key",
    },
    Habit {
        role: Role::Child,
        word: "child",
        inserts: 10.0,
        updates: 2.0,
        deletes: 0.0,
        reads: &[(ReadShape::ByEntity, 0.2)],
        why: "parts come with their parent, several at a time, and are read with it",
    },
    Habit {
        role: Role::Event,
        word: "event",
        inserts: 100.0,
        updates: 0.0,
        deletes: 0.0,
        reads: &[
            (ReadShape::ByEntity, 0.5),
            (ReadShape::NewestFirst, 0.2),
            (ReadShape::ByTime, 0.01),
        ],
        why: "a row for everything that happens, seldom read one by one",
    },
    Habit {
        role: Role::Ledger,
        word: "ledger",
        inserts: 100.0,
        updates: 0.0,
        deletes: 0.0,
        reads: &[
            (ReadShape::Point, 0.5),
            (ReadShape::ByEntity, 0.3),
            (ReadShape::NewestFirst, 0.2),
        ],
        why: "a row for every movement, never changed, looked up when someone asks",
    },
    Habit {
        role: Role::Lookup,
        word: "lookup",
        inserts: 0.01,
        updates: 0.01,
        deletes: 0.0,
        reads: &[(ReadShape::Point, 5.0), (ReadShape::All, 0.01)],
        why: "changed by hand, read with many requests and now and then as a whole",
    },
    Habit {
        role: Role::Queue,
        word: "queue",
        inserts: 50.0,
        updates: 50.0,
        deletes: 50.0,
        reads: &[(ReadShape::OldestFirst, 5.0)],
        why: "every row is put in, taken once and removed; a reader takes ten rows at a time",
    },
    Habit {
        role: Role::Counter,
        word: "counter",
        inserts: 0.0,
        updates: 50.0,
        deletes: 0.0,
        reads: &[(ReadShape::Point, 2.0)],
        why: "its rows are there from the start and change with every event",
    },
    Habit {
        role: Role::Link,
        word: "link",
        inserts: 20.0,
        updates: 0.0,
        deletes: 2.0,
        reads: &[(ReadShape::ByEntity, 1.0)],
        why: "a thing has more than one link, some are taken back, and all of one thing are read",
    },
    Habit {
        role: Role::Versions,
        word: "versions",
        inserts: 0.0,
        updates: 0.0,
        deletes: 0.0,
        reads: &[],
        why: "one row a release",
    },
];

/// Words of roles, as a directive takes them.
pub const ROLE_WORDS: &[&str] =
    &["entity", "child", "event", "ledger", "lookup", "queue", "counter", "link", "versions"];

/// Words of ways of reading, as a directive takes them.
pub const READ_WORDS: &[&str] =
    &["point", "by-entity", "newest-first", "oldest-first", "by-time", "all"];

/// Children of a parent where nothing says how many (assumption of ours: the lines of an order).
pub const CHILDREN_PER_PARENT: f64 = 5.0;

/// The mean of children as a share of the most (assumption of ours: most parents have few).
const CHILDREN_MEAN_SHARE: f64 = 0.25;

/// Rows that a stated lookup has at most to be told by its size (assumption of ours).
const LOOKUP_ROWS_MAX: f64 = 10_000.0;

/// Reads of tables that are hardly written are in proportion to the writes of the whole schema,
/// as if it had at least so much weight: that of one table of entities (assumption of ours).
const FEW_WRITES: f64 = 10.0;

/// Rows inserted, and rows updated, per second at most in a lookup where nobody has said how many
/// (assumption of ours: what is changed by hand or by a nightly job).
pub const LOOKUP_WRITES_MAX: f64 = 1.0;

/// Columns besides its key that a link has at most (assumption of ours: when and what kind).
const LINK_COLUMNS_MAX: usize = 3;

impl Role {
    /// What tables of the role do.
    #[must_use]
    pub fn habit(self) -> &'static Habit {
        HABITS.iter().find(|habit| habit.role == self).expect("every role has its habit")
    }

    /// As a directive says it.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        self.habit().word
    }

    /// The role of a word.
    #[must_use]
    pub fn of_word(word: &str) -> Option<Self> {
        HABITS.iter().find(|habit| habit.word == word).map(|habit| habit.role)
    }
}

impl ReadShape {
    /// As a directive says it.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        let at = READ_SHAPES.iter().position(|&shape| shape == self);
        READ_WORDS[at.expect("every shape is listed")]
    }

    /// The shape of a word.
    #[must_use]
    pub fn of_word(word: &str) -> Option<Self> {
        let at = READ_WORDS.iter().position(|&known| known == word)?;
        Some(READ_SHAPES[at])
    }
}

/// A rate, and whether a directive says it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Rate {
    /// Per second.
    pub per_second: f64,
    /// A directive says it; otherwise it follows from the role and from what was given for the
    /// whole schema.
    pub stated: bool,
    /// It is a guess that grows with the writes of the whole schema; otherwise it is stated or
    /// follows from what is stated.
    pub open: bool,
}

/// How often a table is written and read.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Rates {
    /// Rows inserted.
    pub inserts: Rate,
    /// Rows updated.
    pub updates: Rate,
    /// Rows deleted.
    pub deletes: Rate,
    /// Requests that read, by shape, in the order of [`READ_SHAPES`].
    pub reads: Vec<(ReadShape, Rate)>,
}

impl Rates {
    /// Rows written per second.
    #[must_use]
    pub fn writes(&self) -> f64 {
        self.inserts.per_second + self.updates.per_second + self.deletes.per_second
    }
}

/// The role of a table.
pub(super) fn of(schema: &Schema, id: TableId, facts: &TableFacts) -> RoleFact {
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

/// A role that a directive says.
pub(super) fn stated(role: Role, span: crate::text::Span) -> RoleFact {
    let what = format!("the directive `role={}`", role.as_str());
    fact(role, Evidence { what, span, source: Source::Directive })
}

fn fact(role: Role, evidence: Evidence) -> RoleFact {
    RoleFact { role, evidence }
}

fn because(table: &Table, role: Role, source: Source, what: String) -> RoleFact {
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
    let taken = |column: ColumnId| {
        let dist = &facts.columns[column.0 as usize].dist;
        matches!(dist, Dist::Shard { .. } | Dist::LowCard { .. } | Dist::Constant)
    };
    let few = !table.key.is_empty() && table.key.iter().all(|part| taken(part.column));
    let one = table.key_clause.as_ref().is_some_and(|clause| clause.empty);
    let counted = shape::tally(table).or_else(|| table.column_ids().find(number).filter(|_| one));
    if let Some(column) = counted.filter(|_| few || one) {
        let rows = if one { "it has one row" } else { "its key has few values" };
        let name = &table.column(column).name;
        let what = format!("{rows} and `{name}` is a number");
        return Some(because(table, Role::Counter, Source::Type, what));
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
        let what = format!("the name `{}`: movements of value", table.name);
        return Some(because(table, Role::Ledger, Source::Name, what));
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
        let what = format!(
            "its key holds the time at which a row arrives (`{name}`) and nothing refers to it"
        );
        because(table, Role::Event, Source::Type, what)
    })
}

/// Enforced or not, a foreign key whose columns the text has.
fn foreign_keys(schema: &Schema, id: TableId) -> impl Iterator<Item = (&ForeignKey, TableId)> {
    let keys = schema.table(id).foreign_keys.iter();
    keys.filter_map(move |key| Some((key, key.table.filter(|&to| to != id)?)))
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
    let what = format!("its key is made of the keys of {}", names.join(" and "));
    Some(because(table, Role::Link, Source::Inherited, what))
}

/// The table that a child's rows come with: the one it is interleaved in, or the one whose key
/// leads its own.
#[must_use]
pub fn parent_of(schema: &Schema, id: TableId) -> Option<TableId> {
    let table = schema.table(id);
    if let Some(parent) = &table.parent {
        return parent.table;
    }
    let leads = |key: &ForeignKey| {
        let n = key.columns.len();
        n > 0
            && n < table.key.len()
            && key.columns.iter().zip(&table.key).all(|(column, part)| *column == part.column)
    };
    foreign_keys(schema, id).find(|(key, _)| leads(key)).map(|(_, to)| to)
}

fn child(schema: &Schema, id: TableId) -> Option<RoleFact> {
    let table = schema.table(id);
    if let Some(parent) = &table.parent {
        let what = format!("it is interleaved in `{}`", parent.name);
        let span = parent.span;
        return Some(fact(Role::Child, Evidence { what, span, source: Source::Inherited }));
    }
    let parent = schema.table(parent_of(schema, id)?);
    let what = format!("its key starts with the key of `{}`", parent.name);
    Some(because(table, Role::Child, Source::Inherited, what))
}

fn lookup(table: &Table, facts: &TableFacts) -> Option<RoleFact> {
    let words = table_words(&table.name);
    if last(&words, lexicon::LOOKUPS) && !grows(table, facts, &words) {
        let what = format!("the name `{}`: a list that seldom changes", table.name);
        return Some(because(table, Role::Lookup, Source::Name, what));
    }
    if matches!(facts.walk.outcome, Outcome::HotRow { .. }) {
        let what = "its key has few values".to_owned();
        return Some(because(table, Role::Lookup, Source::Type, what));
    }
    if let Some(rows) = facts.rows.filter(|&rows| rows <= LOOKUP_ROWS_MAX) {
        let what = format!("it is said to have {rows:.0} rows");
        return Some(because(table, Role::Lookup, Source::Directive, what));
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
        let what = format!("`{}` refers to it", schema.table(other).name);
        return because(table, Role::Entity, Source::Inherited, what);
    }
    if let Some(inside) = schema.children_of(id).next() {
        let what = format!("`{}` is interleaved in it", schema.table(inside).name);
        return because(table, Role::Entity, Source::Inherited, what);
    }
    let what = "nothing in the text makes it anything else".to_owned();
    because(table, Role::Entity, Source::Assumed, what)
}

/// Mean number of children of a parent.
#[must_use]
pub fn children_per_parent(facts: &TableFacts) -> f64 {
    let most = facts.children_per_parent;
    most.map_or(CHILDREN_PER_PARENT, |most| (most * CHILDREN_MEAN_SHARE).max(most.min(1.0)))
}

/// The column by which a table is read in order of time: in its key, in an index, or any. In
/// indexes a time stands before a number that grows: that may only tell rows apart.
#[must_use]
pub fn clock(schema: &Schema, id: TableId, columns: &[ColumnFact]) -> Option<ColumnId> {
    let table = schema.table(id);
    let moves = |column: ColumnId| columns[column.0 as usize].dist.is_moving();
    let key = table.key.iter().map(|part| part.column);
    let own = |&index: &IndexId| !schema.index(index).managed;
    let indexed = || {
        let indexes = schema.indexes_of(id).filter(own);
        indexes.flat_map(|index| schema.index(index).keys.iter().map(|part| part.column))
    };
    let time = |column: &ColumnId| {
        matches!(table.column(*column).ty, Some(Type::Timestamp | Type::CommitTimestamp))
    };
    key.chain(indexed().filter(time))
        .chain(indexed())
        .find(|&column| moves(column))
        .or_else(|| table.column_ids().filter(time).find(|&column| moves(column)))
}

/// The columns that rows of one entity share: the parent's key, else the first column of an
/// entity in the key or an index that does not tell rows apart by itself.
#[must_use]
pub fn entity_columns(schema: &Schema, id: TableId, columns: &[ColumnFact]) -> Vec<ColumnId> {
    let table = schema.table(id);
    let derived = |column: ColumnId| table.column(column).generated.is_some();
    let key: Vec<ColumnId> =
        table.key.iter().map(|part| part.column).filter(|&column| !derived(column)).collect();
    if let Some(parent) = table.parent.as_ref().and_then(|parent| parent.table) {
        let inherited = table.key.iter().take(schema.table(parent).key.len());
        return inherited.map(|part| part.column).filter(|&column| !derived(column)).collect();
    }
    let many = |column: ColumnId| match columns[column.0 as usize].dist {
        Dist::Entity { .. } => true,
        // A random id of another table, in front of a key that goes on.
        Dist::Uniform => key.first() == Some(&column) && !derived(column),
        _ => false,
    };
    let alone = |column: ColumnId| {
        key == [column]
            || schema.indexes_of(id).map(|index| schema.index(index)).any(|index| {
                index.unique && matches!(&index.keys[..], [only] if only.column == column)
            })
    };
    let indexed = schema.indexes_of(id).filter(|&index| !schema.index(index).managed);
    let indexed = indexed.flat_map(|index| schema.index(index).keys.iter().map(|p| p.column));
    let found = key.iter().copied().chain(indexed).find(|&c| many(c) && !alone(c));
    found.into_iter().collect()
}

/// Whether a column leads a key of the table or of an index, shards and columns of few values
/// apart.
fn leads(schema: &Schema, id: TableId, columns: &[ColumnFact], column: ColumnId) -> bool {
    let few = |column: ColumnId| {
        matches!(columns[column.0 as usize].dist, Dist::Shard { .. } | Dist::LowCard { .. })
    };
    let indexed = schema.indexes_of(id).map(|index| schema.index(index));
    let indexed = indexed.filter(|index| !index.managed).map(|index| &index.keys[..]);
    let first = |parts: &[crate::schema::KeyPart]| {
        parts.iter().map(|part| part.column).find(|&part| part == column || !few(part))
    };
    std::iter::once(&schema.table(id).key[..]).chain(indexed).any(|key| first(key) == Some(column))
}

/// A rate that is known, or a part of what is shared.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Part {
    /// Stated, or it follows from what is stated.
    Known(Rate),
    /// A weight.
    Open(f64),
}

impl Part {
    const NONE: Self = Self::Known(Rate { per_second: 0.0, stated: false, open: false });

    fn stated(per_second: f64) -> Self {
        Self::Known(Rate { per_second, stated: true, open: false })
    }

    fn times(self, factor: f64) -> Self {
        match self {
            Self::Known(rate) => Self::Known(Rate {
                per_second: rate.per_second * factor,
                stated: false,
                open: false,
            }),
            Self::Open(weight) => Self::Open(weight * factor),
        }
    }

    /// Takes a guess down to [`LOOKUP_WRITES_MAX`]; says whether it was above.
    fn cap(&mut self, scale: f64) -> bool {
        match *self {
            Self::Open(weight) if weight * scale > LOOKUP_WRITES_MAX => {
                let per_second = LOOKUP_WRITES_MAX;
                *self = Self::Known(Rate { per_second, stated: false, open: false });
                true
            }
            _ => false,
        }
    }

    fn known(self) -> f64 {
        if let Self::Known(rate) = self { rate.per_second } else { 0.0 }
    }

    fn weight(self) -> f64 {
        if let Self::Open(weight) = self { weight } else { 0.0 }
    }

    fn rate(self, scale: f64) -> Rate {
        match self {
            Self::Known(rate) => rate,
            Self::Open(weight) => {
                Rate { per_second: weight * scale, stated: false, open: weight > 0.0 }
            }
        }
    }
}

/// Parts of a table's rates.
struct Parts {
    inserts: Part,
    updates: Part,
    deletes: Part,
}

/// How often each table is written and read when `total` rows per second are written to the
/// whole schema: stated rates as they are, the rest by the weights of [`HABITS`].
///
/// Rows of a child come in proportion to those of its parent. Reads follow the writes of their
/// table; `reads_per_write`, where it is given, scales those that are not stated.
#[must_use]
pub fn rates(
    schema: &Schema,
    tables: &[TableFacts],
    total: f64,
    reads_per_write: Option<f64>,
) -> Vec<Rates> {
    let mut parts = all_parts(schema, tables);
    let scale = scale(schema, tables, &mut parts, total);
    let mut rates: Vec<Rates> = schema
        .table_ids()
        .zip(&parts)
        .map(|(id, parts)| Rates {
            inserts: parts.inserts.rate(scale.writes),
            updates: parts.updates.rate(scale.writes),
            deletes: parts.deletes.rate(scale.writes),
            reads: reads(schema, id, &tables[id.0 as usize], parts, &scale),
        })
        .collect();
    if let Some(ratio) = reads_per_write {
        scale_reads(&mut rates, ratio);
    }
    rates.iter_mut().for_each(drop_traces);
    rates
}

/// Makes rates that are next to nothing none at all.
fn drop_traces(rates: &mut Rates) {
    let Rates { inserts, updates, deletes, reads } = rates;
    let reads = reads.iter_mut().map(|(_, rate)| rate);
    for rate in [inserts, updates, deletes].into_iter().chain(reads) {
        if rate.per_second < RATE_MIN {
            rate.per_second = 0.0;
        }
    }
}

/// What a weight is worth, in requests per second.
struct Scale {
    writes: f64,
    /// Of reads of tables that are hardly written.
    reads: f64,
    /// It grows with the total: some rate is neither stated nor follows from what is stated.
    open: bool,
}

/// Shares `total` among the weights. Lookups take no more than [`LOOKUP_WRITES_MAX`] each, so that a
/// schema of lookups alone is not given all writes; what they leave goes to the others.
fn scale(schema: &Schema, tables: &[TableFacts], parts: &mut [Parts], total: f64) -> Scale {
    loop {
        let all = || parts.iter().flat_map(|parts| [parts.inserts, parts.updates, parts.deletes]);
        let known: f64 = all().fold(0.0, |sum, part| sum + part.known());
        let weight: f64 = all().fold(0.0, |sum, part| sum + part.weight());
        let writes = if weight > 0.0 { (total - known).max(0.0) / weight } else { 0.0 };
        let mut capped = false;
        for (parts, facts) in parts.iter_mut().zip(tables) {
            if facts.role.role == Role::Lookup {
                for part in [&mut parts.inserts, &mut parts.updates, &mut parts.deletes] {
                    capped |= part.cap(writes);
                }
            }
        }
        if capped {
            continue;
        }
        // Where every rate is stated, reads have no scale of their own.
        let usual = schema.table_ids().fold(0.0, |sum, id| {
            let habit = tables[id.0 as usize].role.role.habit();
            sum + habit.inserts + habit.deletes
        });
        let open = weight > 0.0;
        let reads = if open { writes.min(total / FEW_WRITES) } else { known / usual.max(1.0) };
        return Scale { writes, reads, open };
    }
}

/// Rows per second that are stated of tables, or follow from what is stated.
#[must_use]
pub fn known(schema: &Schema, tables: &[TableFacts]) -> f64 {
    let parts = all_parts(schema, tables).into_iter();
    let all = parts.flat_map(|parts| [parts.inserts, parts.updates, parts.deletes]);
    all.fold(0.0, |sum, part| sum + part.known())
}

/// Of each table, the one whose guessed rate its own follows: itself, or the one above it in its row
/// tree.
#[must_use]
pub fn guesses(schema: &Schema, tables: &[TableFacts]) -> Vec<TableId> {
    Inserts::of(schema, tables).guesses
}

/// How often rows come to each table. A chain of tables that follow one another is worked out once,
/// from its top, however long it is.
struct Inserts {
    parts: Vec<Part>,
    /// The tables whose guesses they are.
    guesses: Vec<TableId>,
}

impl Inserts {
    fn of(schema: &Schema, tables: &[TableFacts]) -> Self {
        let own = |facts: &TableFacts| Part::Open(facts.role.role.habit().inserts);
        let mut all =
            Self { parts: tables.iter().map(own).collect(), guesses: schema.table_ids().collect() };
        let mut seen = vec![false; tables.len()];
        for id in schema.table_ids() {
            let (mut top, mut chain) = (id, Vec::new());
            // A table that is its own ancestor has no parent to follow: there the climb ends.
            while !std::mem::replace(&mut seen[top.0 as usize], true) {
                if let Some(part) = alone(&tables[top.0 as usize]) {
                    all.parts[top.0 as usize] = part;
                    break;
                }
                let Some(parent) = parent_of(schema, top) else { break };
                chain.push((top, parent));
                top = parent;
            }
            for (child, parent) in chain.into_iter().rev() {
                all.follow(tables, child, parent);
            }
        }
        all
    }

    /// Rows of a child come in proportion to those of its parent.
    fn follow(&mut self, tables: &[TableFacts], child: TableId, parent: TableId) {
        let (child, parent) = (child.0 as usize, parent.0 as usize);
        let above = self.parts[parent];
        let part = above.times(children_per_parent(&tables[child]));
        // Few parents have few children.
        let few = tables[parent].low_write.is_some();
        if few || part.known() + part.weight() > 0.0 {
            self.parts[child] = part;
        }
        if !tables[child].writes_stated && above.known() + above.weight() > 0.0 {
            self.guesses[child] = self.guesses[parent];
        }
    }
}

/// How often rows come to a table that follows no other.
fn alone(facts: &TableFacts) -> Option<Part> {
    if let Some(rate) = facts.writes_per_second.filter(|_| facts.writes_stated) {
        return Some(Part::stated(rate));
    }
    if let Some(low) = &facts.low_write {
        let stated = low.writes_per_second.is_some() && low.evidence.source == Source::Directive;
        let per_second = low.writes_per_second.unwrap_or(0.0);
        return Some(Part::Known(Rate { per_second, stated, open: false }));
    }
    let role = facts.role.role;
    (role != Role::Child).then(|| Part::Open(role.habit().inserts))
}

/// The parts of the rates of each table.
fn all_parts(schema: &Schema, tables: &[TableFacts]) -> Vec<Parts> {
    let inserts = Inserts::of(schema, tables).parts;
    schema.table_ids().zip(inserts).map(|(id, part)| parts(schema, tables, id, part)).collect()
}

fn parts(schema: &Schema, tables: &[TableFacts], id: TableId, inserts: Part) -> Parts {
    let facts = &tables[id.0 as usize];
    let habit = facts.role.role.habit();
    let changes = facts.role.role == Role::Counter
        || schema.table(id).column_ids().any(|column| changes(schema, id, facts, column));
    let quiet = facts.low_write.is_some();
    // What is said of a counter's writes speaks of its updates too.
    let spoken = habit.inserts <= 0.0 && facts.writes_stated;
    let follows = |weight: f64| match weight {
        _ if quiet || spoken => Part::NONE,
        weight if habit.inserts > 0.0 => inserts.times(weight / habit.inserts),
        weight => Part::Open(weight),
    };
    let updates = match updates_stated(facts) {
        Some(rate) => Part::stated(rate),
        None if !changes || facts.append_only => Part::NONE,
        None => follows(habit.updates),
    };
    let deletes = match facts.deletes_per_second {
        Some(rate) => Part::stated(rate),
        None if facts.append_only => Part::NONE,
        None => follows(habit.deletes),
    };
    Parts { inserts, updates, deletes }
}

/// Whether the value of a column is believed to change while its row lives: as a fact says, as a
/// running number, or as a state.
#[must_use]
pub fn changes(schema: &Schema, table: TableId, facts: &TableFacts, column: ColumnId) -> bool {
    let owner = schema.table(table);
    let fact = &facts.columns[column.0 as usize];
    let state = || !fact.immutable && shape::status(owner.column(column));
    !owner.is_key(column) && (columns::changes(schema, table, column, fact).is_some() || state())
}

/// Updates of a table: as stated, or the sum of what is stated of its columns.
#[must_use]
pub fn updates_stated(facts: &TableFacts) -> Option<f64> {
    let columns = facts.columns.iter().filter_map(|column| column.mutable.as_ref()?.per_second);
    let whole = facts.updates_per_second.filter(|_| facts.updates_stated);
    whole.or_else(|| columns.reduce(|sum, rate| sum + rate))
}

/// Reads of a table: stated rates, and the role's for the other shapes.
fn reads(
    schema: &Schema,
    id: TableId,
    facts: &TableFacts,
    parts: &Parts,
    shared: &Scale,
) -> Vec<(ReadShape, Rate)> {
    let habit = facts.role.role.habit();
    // Reads keep their proportion to the writes of the table, whatever these are.
    let own = parts.inserts.rate(shared.writes).per_second;
    let follows = habit.inserts >= 1.0 && facts.low_write.is_none();
    let open = if follows { parts.inserts.weight() > 0.0 } else { shared.open };
    let scale = if follows { own / habit.inserts } else { shared.reads };
    let mut weights: Vec<(ReadShape, f64)> = habit.reads.to_vec();
    let said: Vec<ReadShape> =
        facts.reads.iter().filter_map(|word| ReadShape::of_word(word)).collect();
    if !said.is_empty() {
        // The shapes that are said take the place of the role's.
        let all: f64 = weights.iter().map(|(_, weight)| weight).sum();
        weights = said.iter().map(|&shape| (shape, all.max(0.1) / said.len() as f64)).collect();
    }
    // What no key serves would read every row; nobody does that all the time unasked.
    let served = |column: ColumnId| leads(schema, id, &facts.columns, column);
    let by_clock = clock(schema, id, &facts.columns).is_some_and(served);
    let entity = entity_columns(schema, id, &facts.columns);
    let by_entity = entity.first().copied().is_some_and(served);
    let possible = |shape: ReadShape| match shape {
        _ if said.contains(&shape) => true,
        ReadShape::Point | ReadShape::All => true,
        ReadShape::ByEntity => by_entity,
        ReadShape::NewestFirst | ReadShape::OldestFirst | ReadShape::ByTime => by_clock,
    };
    let mut found = Vec::new();
    for shape in READ_SHAPES {
        let stated = facts.read_rates.iter().rfind(|(of, _)| *of == shape);
        let weight: f64 =
            weights.iter().filter(|(of, _)| *of == shape).fold(0.0, |sum, (_, w)| sum + w);
        let rate = match stated {
            Some(&(_, per_second)) => Rate { per_second, stated: true, open: false },
            None if weight > 0.0 && possible(shape) => {
                Rate { per_second: weight * scale, stated: false, open }
            }
            None => continue,
        };
        found.push((shape, rate));
    }
    found
}

/// Scales the reads that are not stated, so that all reads are so many a write.
fn scale_reads(rates: &mut [Rates], ratio: f64) {
    let writes: f64 = rates.iter().fold(0.0, |sum, rates| sum + rates.writes());
    let (mut stated, mut open) = (0.0, 0.0);
    for (_, rate) in rates.iter().flat_map(|rates| &rates.reads) {
        if rate.stated { stated += rate.per_second } else { open += rate.per_second }
    }
    let factor = if open > 0.0 { (ratio * writes - stated).max(0.0) / open } else { 0.0 };
    for (_, rate) in rates.iter_mut().flat_map(|rates| &mut rates.reads) {
        if !rate.stated {
            rate.per_second *= factor;
        }
    }
}

/// A role that nothing is known of yet.
pub(super) fn unknown(walk: &Walk) -> RoleFact {
    let span = walk.parts.first().map_or(crate::text::Span::new(0, 0), |part| part.span);
    let what = "nothing in the text makes it anything else".to_owned();
    fact(Role::Entity, Evidence { what, span, source: Source::Assumed })
}
