//! What reads cost on one schema and on another, in ranges of keys, with their queries; and the
//! bytes of a row.
//!
//! Which ranges a read seeks is told in [`access`].

use crate::edit::Draft;
use crate::facts::access::{self, List, Path, Seek, Wanted};
use crate::facts::sizes::column_bytes;
use crate::facts::{Dist, shape};
use crate::fix::FixContext;
use crate::held::{self, Held, Value};
use crate::names::quoted;
use crate::schema::{ColumnId, Index, IndexId, KeyPart, TableId};
use crate::syntax::tree::{Dialect, Type};
use std::collections::BTreeMap;

/// Rows that a read of the newest takes (assumption of ours: a page of a list).
const NEWEST: u32 = 50;

/// What one way of reading costs before and after.
#[derive(Clone, Debug, PartialEq)]
pub struct Cost {
    /// The table or index that is read.
    pub object: String,
    /// The way of reading.
    pub shape: Shape,
    /// The way of reading, in words: `one Txn`.
    pub label: String,
    /// What it takes as the schema is.
    pub before: Scans,
    /// What it takes with the fix.
    pub after: Scans,
}

/// Ways of reading.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// One row by its key.
    Point,
    /// The rows of one entity.
    Entity,
    /// The newest rows.
    Newest,
    /// The rows of the last hour.
    LastHour,
    /// All rows.
    Full,
}

impl Shape {
    /// Every way.
    pub const ALL: [Self; 5] =
        [Self::Point, Self::Entity, Self::Newest, Self::LastHour, Self::Full];

    /// As the page knows it.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Point => "point",
            Self::Entity => "entity",
            Self::Newest => "newest",
            Self::LastHour => "lastHour",
            Self::Full => "full",
        }
    }
}

/// What a read takes on one schema.
#[derive(Clone, Debug, PartialEq)]
pub struct Scans {
    /// Ranges of keys that are read; `None` where every row is.
    pub ranges: Option<u32>,
    /// In words: `16 scans and a merge`.
    pub words: String,
    /// The query.
    pub query: String,
}

/// Bytes of a row before and after.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bytes {
    /// As it is.
    pub before: f64,
    /// With the fix.
    pub after: f64,
}

/// What reads of the tables and indexes cost whose keys differ.
#[must_use]
pub fn costs(before: &FixContext<'_>, after: &FixContext<'_>) -> Vec<Cost> {
    let mut out: Vec<Cost> = Vec::new();
    for (was, is) in pairs(before, after) {
        let (was, is) = (Side { cx: before, table: was }, Side { cx: after, table: is });
        let pair = Pair { was, is };
        if was.key_words() != is.key_words() {
            out.extend(pair.table_costs());
        }
        for name in pair.changed_indexes() {
            for cost in pair.index_costs(&name) {
                let seen = |old: &Cost| {
                    old.shape == cost.shape
                        && old.before.query == cost.before.query
                        && old.after.query == cost.after.query
                };
                if !out.iter().any(seen) {
                    out.push(cost);
                }
            }
        }
    }
    out
}

/// What one way of reading a table or an index costs on both schemas, whether its key differs or
/// not. What is read is told from `before`, so that both are asked for the same rows; from `after`
/// where the table is not in `before`. `None` where `after` has no such table, or nothing is read
/// that way.
#[must_use]
pub fn of(
    before: &FixContext<'_>,
    after: &FixContext<'_>,
    name: &str,
    shape: Shape,
) -> Option<Cost> {
    let index_in = |cx: &FixContext<'_>| {
        let schema = cx.schema;
        let named = |id: &IndexId| schema.index(*id).name.eq_ignore_ascii_case(name);
        schema.index_ids().filter(named).map(|id| schema.index(id).table).next()
    };
    let named = after.schema.find_table(name);
    let table = named.or_else(|| index_in(after)).or_else(|| {
        let there = index_in(before)?;
        after.schema.find_table(&before.schema.table(there).name)
    })?;
    let is = Side { cx: after, table };
    let there = before.schema.find_table(&after.schema.table(table).name);
    let was = there.map_or(is, |table| Side { cx: before, table });
    let pair = Pair { was, is };
    let costs = if named.is_some() { pair.table_costs() } else { pair.index_costs(name) };
    costs.into_iter().find(|cost| cost.shape == shape)
}

/// Bytes of a row of a table, with its index entries; `None` where its key, its columns and its
/// indexes are what they were.
#[must_use]
pub fn bytes(before: &FixContext<'_>, after: &FixContext<'_>, table: TableId) -> Option<Bytes> {
    let (was, is) = pairs(before, after).into_iter().find(|&(was, _)| was == table)?;
    let (was, is) = (Side { cx: before, table: was }, Side { cx: after, table: is });
    let changed = was.key_words() != is.key_words()
        || was.type_bytes() != is.type_bytes()
        || !(Pair { was, is }).changed_indexes().is_empty();
    // What a directive says of a row holds for the columns there were.
    let said = before.facts.table(table).row_bytes;
    changed.then(|| Bytes {
        before: said + was.entry_bytes(),
        after: said + is.type_bytes() - was.type_bytes() + is.entry_bytes(),
    })
}

/// Tables that are in both schemas, by name.
pub(super) fn pairs(before: &FixContext<'_>, after: &FixContext<'_>) -> Vec<(TableId, TableId)> {
    let of = |id: TableId| Some((id, after.schema.find_table(&before.schema.table(id).name)?));
    before.schema.table_ids().filter_map(of).collect()
}

/// A table of one of the two schemas.
#[derive(Clone, Copy)]
pub(super) struct Side<'a> {
    /// Its schema.
    pub(super) cx: &'a FixContext<'a>,
    /// The table.
    pub(super) table: TableId,
}

/// The same table in both.
#[derive(Clone, Copy)]
struct Pair<'a> {
    was: Side<'a>,
    is: Side<'a>,
}

/// What is asked of one of the two.
#[derive(Clone, Debug, Default)]
struct Asked {
    /// What a key can serve.
    wanted: Wanted,
    /// Conditions as SQL, which come first.
    said: Vec<String>,
    /// The flag among the columns that equal a value: its value is TRUE.
    fixed: Option<ColumnId>,
    /// What rows are ordered by, where it is no column.
    order: Option<String>,
    /// The oldest rows first, not the newest.
    oldest: bool,
}

/// A condition that can stand beside others.
fn bracketed(test: &str) -> String {
    if test.to_ascii_uppercase().contains(" OR ") { format!("({test})") } else { test.to_owned() }
}

impl<'a> Side<'a> {
    pub(super) fn name(&self, column: ColumnId) -> &'a str {
        &self.cx.schema.table(self.table).column(column).name
    }

    fn find(&self, name: &str) -> Option<ColumnId> {
        self.cx.schema.table(self.table).find_column(name)
    }

    /// A column as a query writes it.
    pub(super) fn spelled(&self, column: ColumnId) -> String {
        Draft::new(self.cx.text, self.cx.schema).written(self.table, column).to_owned()
    }

    fn dist(&self, column: ColumnId) -> &'a Dist {
        &self.cx.facts.column(self.table, column).dist
    }

    fn ty(&self, column: ColumnId) -> Option<&'a Type> {
        self.cx.schema.table(self.table).column(column).ty.as_ref()
    }

    fn key(&self) -> &'a [KeyPart] {
        &self.cx.schema.table(self.table).key
    }

    fn google(&self) -> bool {
        self.cx.schema.dialect == Dialect::GoogleSql
    }

    /// Parts of a key as far as reads depend on them.
    fn words_of(&self, parts: &[KeyPart]) -> Vec<String> {
        let words = |part: &KeyPart| {
            let name = self.name(part.column).to_lowercase();
            let (ty, dist) = (self.ty(part.column), self.dist(part.column));
            format!("{name} {} {ty:?} {dist:?}", part.desc)
        };
        parts.iter().map(words).collect()
    }

    fn key_words(&self) -> Vec<String> {
        self.words_of(self.key())
    }

    /// Indexes that a query can name.
    fn indexes(&self) -> impl Iterator<Item = IndexId> + use<'a> {
        let schema = self.cx.schema;
        schema.indexes_of(self.table).filter(move |&id| !schema.index(id).managed)
    }

    fn index(&self, id: IndexId) -> &'a Index {
        self.cx.schema.index(id)
    }

    fn index_words(&self, id: IndexId) -> Vec<String> {
        let index = self.index(id);
        let mut words = self.words_of(&index.keys);
        words.push(format!("{} {:?}", index.unique, self.cx.schema.left_out_by(id)));
        words.extend(index.parent.as_ref().map(|parent| parent.name.to_lowercase()));
        words.extend(index.storing.iter().map(|&column| self.name(column).to_lowercase()));
        words
    }

    fn find_index(&self, name: &str) -> Option<IndexId> {
        self.indexes().find(|&id| self.index(id).name.eq_ignore_ascii_case(name))
    }

    /// The first index of each name, in lower case.
    fn indexes_by_name(&self) -> BTreeMap<String, IndexId> {
        let mut all = BTreeMap::new();
        for id in self.indexes() {
            all.entry(self.index(id).name.to_ascii_lowercase()).or_insert(id);
        }
        all
    }

    /// Bytes of a row by its types.
    fn type_bytes(&self) -> f64 {
        let columns = self.cx.schema.table(self.table).columns.iter();
        columns.fold(0.0, |sum, column| sum + column_bytes(column.ty.as_ref()))
    }

    /// Bytes of a row's index entries by their types, the base key included.
    fn entry_bytes(&self) -> f64 {
        let mut sum = 0.0;
        for id in self.cx.schema.indexes_of(self.table) {
            let keys = self.cx.schema.effective_key(id).into_iter().map(|part| part.column);
            for column in keys.chain(self.index(id).storing.iter().copied()) {
                sum += column_bytes(self.ty(column));
            }
        }
        sum
    }

    /// Key columns that a reader knows: not what the database derives.
    fn logical_key(&self) -> Vec<ColumnId> {
        let table = self.cx.schema.table(self.table);
        let key = self.key().iter().map(|part| part.column);
        key.filter(|&column| table.column(column).generated.is_none()).collect()
    }

    fn reader(&self) -> access::Reader<'a> {
        access::Reader { schema: self.cx.schema, facts: self.cx.facts, table: self.table }
    }

    /// What a read takes, and its query.
    fn scans(&self, asked: &Asked, only: Option<IndexId>) -> Scans {
        // Through an index that lacks some of the rows nothing is read that asks for all of them.
        let only = only.filter(|&id| self.reader().holds(id, &asked.wanted));
        let (path, seek) = self.reader().best(&asked.wanted, only);
        let ordered = asked.wanted.newest.is_some() || asked.order.is_some();
        let of = match path {
            Path::Table => String::new(),
            Path::Index(id) => format!(" of `{}`", self.index(id).name),
        };
        let mut words = match &seek {
            Some(Seek { ranges: 1, .. }) => format!("1 scan{of}"),
            Some(Seek { ranges, .. }) if ordered => format!("{ranges} scans{of} and a merge"),
            Some(Seek { ranges, .. }) => format!("{ranges} scans{of}"),
            None if ordered => format!("every row{of}, then a sort"),
            None => format!("every row{of}"),
        };
        if let Path::Index(id) = path
            && !self.reader().covers(id)
        {
            words.push_str(", and each row looked up");
        }
        let query = self.query(asked, path, seek.as_ref());
        Scans { ranges: seek.map(|seek| seek.ranges), words, query }
    }

    /// The table as a query names it.
    pub(super) fn table_name(&self) -> String {
        let table = self.cx.schema.table(self.table);
        table.name_at(u32::MAX).of(self.cx.text).to_owned()
    }

    fn query(&self, asked: &Asked, path: Path, seek: Option<&Seek>) -> String {
        let wanted = &asked.wanted;
        let mut lines = vec!["SELECT *".to_owned()];
        let name = self.table_name();
        let hint = match path {
            Path::Table => String::new(),
            Path::Index(id) => {
                let index = quoted(&self.index(id).name, self.cx.schema.dialect);
                if self.google() {
                    format!("@{{FORCE_INDEX={index}}}")
                } else {
                    format!(" /*@ FORCE_INDEX = {index} */")
                }
            }
        };
        lines.push(format!("FROM {name}{hint}"));
        let mut parameters = Parameters { google: self.google(), count: 0 };
        let mut conditions: Vec<String> = asked.said.clone();
        for &(column, list) in seek.map_or(&[][..], |seek| &seek.lists) {
            let listed = self.listed(column, list, &mut parameters);
            let absent = self.reader().may_be_null(column) && !wanted.present.contains(&column);
            conditions.push(if absent {
                format!("({listed} OR {} IS NULL)", self.spelled(column))
            } else {
                listed
            });
        }
        for &column in &wanted.equal {
            let fixed = asked.fixed.filter(|fixed| *fixed == column);
            let value = match fixed {
                Some(_) => "TRUE".to_owned(),
                None => parameters.next(self.name(column)),
            };
            conditions.push(format!("{} = {value}", self.spelled(column)));
        }
        if let Some(column) = wanted.since {
            let from = match (self.ty(column), self.google()) {
                (Some(Type::Timestamp | Type::CommitTimestamp), true) => {
                    "TIMESTAMP_SUB(CURRENT_TIMESTAMP(), INTERVAL 1 HOUR)".to_owned()
                }
                (Some(Type::Timestamp | Type::CommitTimestamp), false) => {
                    "spanner.timestamptz_subtract(now(), '1 hour')".to_owned()
                }
                _ => parameters.next("AnHourAgo"),
            };
            conditions.push(format!("{} >= {from}", self.spelled(column)));
        }
        let implied =
            |column: &ColumnId| wanted.equal.contains(column) || wanted.since == Some(*column);
        for &column in wanted.present.iter().filter(|column| !implied(column)) {
            conditions.push(format!("{} IS NOT NULL", self.spelled(column)));
        }
        for (n, condition) in conditions.iter().enumerate() {
            lines.push(format!("{} {condition}", if n == 0 { "WHERE" } else { "  AND" }));
        }
        if let Some(text) = &asked.order {
            lines.push(format!("ORDER BY {text}"));
            lines.push(format!("LIMIT {NEWEST}"));
        } else if let Some(column) = wanted.newest {
            let up = asked.oldest || *self.dist(column) == Dist::MonotonicDown;
            let way = if up { "" } else { " DESC" };
            lines.push(format!("ORDER BY {}{way}", self.spelled(column)));
            lines.push(format!("LIMIT {NEWEST}"));
        }
        lines.join("\n")
    }

    /// A condition that is true of every value of a column, so that each is sought by itself.
    fn listed(&self, column: ColumnId, list: List, parameters: &mut Parameters) -> String {
        let name = self.spelled(column);
        match (list, self.google()) {
            (List::Shards(first, last), true) => {
                format!("{name} IN UNNEST(GENERATE_ARRAY({first}, {last}))")
            }
            (List::Shards(first, last), false) if last - first < SHARDS_LISTED_MAX => {
                let all: Vec<String> = (first..=last).map(|n| n.to_string()).collect();
                format!("{name} IN ({})", all.join(", "))
            }
            (List::Values, true) => {
                let values = parameters.next(&format!("{}Values", self.name(column)));
                format!("{name} IN UNNEST({values})")
            }
            (List::Shards(..) | List::Values, false) => {
                format!("{name} = ANY({})", parameters.next("values"))
            }
        }
    }
}

/// Shards that a query of PostgreSQL lists; more are a parameter. A fix makes no more.
const SHARDS_LISTED_MAX: i64 = 1024;

/// Parameters of a query as its dialect names them.
struct Parameters {
    google: bool,
    count: u32,
}

impl Parameters {
    fn next(&mut self, name: &str) -> String {
        self.count += 1;
        if !self.google {
            return format!("${}", self.count);
        }
        let is_stored = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
        format!("@{}", name.chars().map(is_stored).collect::<String>())
    }
}

impl Pair<'_> {
    /// Names of indexes that are other ones, or are in one of the two alone.
    fn changed_indexes(&self) -> Vec<String> {
        let mut names: Vec<String> = Vec::new();
        let (had, has) = (self.was.indexes_by_name(), self.is.indexes_by_name());
        let was = self.was.indexes().map(|id| (self.was.index(id).name.to_string(), true));
        let is = self.is.indexes().map(|id| (self.is.index(id).name.to_string(), false));
        for (name, first) in was.chain(is) {
            let folded = name.to_ascii_lowercase();
            let same = match (had.get(&folded), has.get(&folded)) {
                (Some(&here), Some(&there)) => {
                    !first || self.was.index_words(here) == self.is.index_words(there)
                }
                _ => false,
            };
            if !same {
                names.push(name);
            }
        }
        names
    }

    fn cost(&self, object: &str, shape: Shape, label: String, wanted: [&Wanted; 2]) -> Cost {
        let asked = wanted.map(|wanted| Asked { wanted: wanted.clone(), ..Asked::default() });
        self.cost_of(object, shape, label, asked)
    }

    fn cost_of(&self, object: &str, shape: Shape, label: String, asked: [Asked; 2]) -> Cost {
        let [mut was, mut is] = asked;
        let mut label = label;
        for column in self.left_out(object) {
            let here = self.was.find(column).zip(self.is.find(column));
            let Some((before, after)) = here else { continue };
            let implied = was.wanted.equal.contains(&before)
                || was.wanted.among.iter().any(|(among, _)| *among == before)
                || was.wanted.since == Some(before);
            if implied {
                is.wanted.present.push(after);
                was.wanted.present.push(before);
                continue;
            }
            if was.wanted.newest != Some(before) {
                label.push_str(&format!(", where {column} is not NULL"));
            }
            was.wanted.present.push(before);
            is.wanted.present.push(after);
        }
        let only = |side: &Side<'_>| side.find_index(object);
        Cost {
            object: object.to_owned(),
            shape,
            label,
            before: self.was.scans(&was, only(&self.was)),
            after: self.is.scans(&is, only(&self.is)),
        }
    }

    /// Columns of both tables in which a NULL keeps a row out of the index, before or after: a
    /// read through it asks for rows that have them.
    fn left_out(&self, index: &str) -> Vec<&str> {
        let mut names: Vec<&str> = Vec::new();
        for side in [&self.was, &self.is] {
            let Some(id) = side.find_index(index) else { continue };
            for column in side.cx.schema.left_out_by(id) {
                let name = side.name(column);
                if !names.iter().any(|known| known.eq_ignore_ascii_case(name)) {
                    names.push(name);
                }
            }
        }
        names
    }

    /// Every way to read the table.
    fn table_costs(&self) -> Vec<Cost> {
        let name = &self.was.cx.schema.table(self.was.table).name;
        if let Some((shards, value)) = self.counter_shards() {
            return self.counter_costs(shards, value);
        }
        let mut out = Vec::new();
        let key = self.was.logical_key();
        let there: Option<Vec<ColumnId>> =
            key.iter().map(|&column| self.is.find(self.was.name(column))).collect();
        let after = there.unwrap_or_else(|| self.is.logical_key());
        if !key.is_empty() && !after.is_empty() {
            let names: Vec<&str> = key.iter().map(|&column| self.was.name(column)).collect();
            let label = format!("one row by {}", names.join(", "));
            out.push(self.cost(name, Shape::Point, label, [&equal(&key), &equal(&after)]));
        }
        if let Some(parent) = self.parent_key() {
            out.extend(self.entity_cost(name, &parent));
        } else if let Some(column) = self.entity() {
            out.extend(self.entity_cost(name, &[column]));
        }
        if let Some(column) = self.clock() {
            out.extend(self.time_costs(name, column));
        }
        let nothing = Wanted::default();
        let all = self.cost(name, Shape::Full, "every row".to_owned(), [&nothing, &nothing]);
        out.push(all);
        out
    }

    /// How many rows a counter is kept in afterwards, where it was one before, and the column that
    /// is added up, by its name.
    fn counter_shards(&self) -> Option<(u32, &str)> {
        let added = |part: &&KeyPart| self.was.find(self.is.name(part.column)).is_none();
        let part = self.is.key().iter().find(added)?;
        let table = self.is.cx.schema.table(self.is.table);
        let is_stored = table.column(part.column).generated.is_none();
        let Dist::Shard { n, .. } = *self.is.dist(part.column) else { return None };
        let value = shape::counter_of(self.was.cx.schema.table(self.was.table))?;
        is_stored.then(|| (n, self.was.name(value)))
    }

    /// Ways to read counters that are kept in several rows: each is the sum of its rows.
    fn counter_costs(&self, shards: u32, value: &str) -> Vec<Cost> {
        let name = &self.was.cx.schema.table(self.was.table).name;
        let key = self.was.logical_key();
        let sum = |cost: &mut Cost| {
            let names: Vec<String> = key.iter().map(|&column| self.was.spelled(column)).collect();
            let names = names.join(", ");
            let select = format!("SELECT {names}, SUM({value}) AS {value}");
            cost.after.query =
                format!("{}\nGROUP BY {names}", cost.after.query.replacen("SELECT *", &select, 1));
            cost.after.words.push_str(&format!(", up to {shards} rows per counter to add up"));
        };
        let names: Vec<&str> = key.iter().map(|&column| self.was.name(column)).collect();
        let there: Vec<ColumnId> = names.iter().filter_map(|name| self.is.find(name)).collect();
        let one = format!("one counter by {}", names.join(", "));
        let nothing = Wanted::default();
        let mut out = vec![
            self.cost(name, Shape::Point, one, [&equal(&key), &equal(&there)]),
            self.cost(name, Shape::Full, "every counter".to_owned(), [&nothing, &nothing]),
        ];
        out.iter_mut().for_each(sum);
        out
    }

    /// Ways to read through an index.
    fn index_costs(&self, name: &str) -> Vec<Cost> {
        let mut out = Vec::new();
        let mut entity = None;
        let mut clock = None;
        let was = self.was.find_index(name).map(|id| (self.was, id));
        let is = self.is.find_index(name).map(|id| (self.is, id));
        for (side, id) in was.into_iter().chain(is) {
            for part in &side.index(id).keys {
                let Some(column) = self.was.find(side.name(part.column)) else { continue };
                let dist = self.was.dist(column);
                if dist.is_moving() {
                    clock = clock.or(Some(column));
                } else if !matches!(dist, Dist::Shard { .. } | Dist::TimeBucket) {
                    entity = entity.or(Some(column));
                }
            }
        }
        let held = self.held(name);
        if let Some(held) = &held {
            out.extend(self.held_costs(name, held, clock));
        }
        let own = out.len();
        out.extend(entity.and_then(|column| self.entity_cost(name, &[column])));
        if let Some(column) = clock {
            out.extend(self.time_costs(name, column));
        }
        if held.is_some() {
            // The same reads once more, over the rows too that the index leaves out now.
            for cost in &mut out[own..] {
                cost.label.push_str(", in the index or not");
            }
        }
        out
    }

    /// The rows that an index holds afterwards, where a column that is new says which.
    fn held(&self, index: &str) -> Option<Held> {
        let id = self.is.find_index(index)?;
        held::of(self.is.cx, id, |name| self.was.find(name).is_none())
    }

    /// Reads of the rows that an index holds afterwards.
    fn held_costs(&self, name: &str, held: &Held, clock: Option<ColumnId>) -> Vec<Cost> {
        let there = |column: ColumnId| self.was.find(self.is.name(column));
        let lists = held.lists.and_then(|(column, values)| Some((there(column)?, values)));
        let before = Asked {
            wanted: Wanted { among: lists.into_iter().collect(), ..Wanted::default() },
            said: vec![bracketed(&held.test)],
            ..Asked::default()
        };
        let after = Asked {
            wanted: Wanted { present: vec![held.column], ..Wanted::default() },
            ..Asked::default()
        };
        let which = &held.test;
        let nullable =
            |column: ColumnId| !self.was.cx.schema.table(self.was.table).column(column).not_null;
        match &held.value {
            Value::Flag => self.flag_costs(name, held, clock, [before, after]),
            Value::Column(value) => {
                let Some(value) = there(*value) else { return Vec::new() };
                let column = self.was.name(value);
                if self.was.dist(value).is_moving() {
                    let mut sides = [before, after];
                    sides[0].wanted.present.extend(nullable(value).then_some(value));
                    return self.queue_costs(name, held, sides, [value, held.column]);
                }
                let [mut before, mut after] = [before, after];
                before.wanted.among.retain(|(among, _)| *among != value);
                before.wanted.equal.push(value);
                after.wanted.equal.push(held.column);
                let label = format!("all rows of one {column} where {which}");
                vec![self.cost_of(name, Shape::Entity, label, [before, after])]
            }
            Value::Text(text) => {
                let mut sides = [before, after];
                sides[0].said.push(format!("{text} IS NOT NULL"));
                sides[0].order = Some(text.clone());
                sides[1].wanted.newest = Some(held.column);
                sides[1].oldest = true;
                let label =
                    format!("the first {NEWEST} by {} where {which}", self.is.name(held.column));
                vec![self.cost_of(name, Shape::Newest, label, sides)]
            }
        }
    }

    /// The first rows of a queue and those of the last hour. `times` are the columns by which work
    /// is taken, before and after.
    fn queue_costs(
        &self,
        name: &str,
        held: &Held,
        sides: [Asked; 2],
        times: [ColumnId; 2],
    ) -> Vec<Cost> {
        let (column, which) = (self.was.name(times[0]), &held.test);
        let with = |set: &dyn Fn(&mut Asked, ColumnId)| {
            let mut sides = sides.clone();
            for (side, &time) in sides.iter_mut().zip(&times) {
                set(side, time);
            }
            sides
        };
        let first = with(&|side, time| {
            side.wanted.newest = Some(time);
            side.oldest = true;
        });
        let hour = with(&|side, time| side.wanted.since = Some(time));
        let label = format!("the first {NEWEST} by {column} where {which}");
        let hour_label = format!("the last hour by {column} where {which}");
        vec![
            self.cost_of(name, Shape::Newest, label, first),
            self.cost_of(name, Shape::LastHour, hour_label, hour),
        ]
    }

    /// The rows that a flag marks: all of them, and the newest.
    fn flag_costs(
        &self,
        name: &str,
        held: &Held,
        clock: Option<ColumnId>,
        sides: [Asked; 2],
    ) -> Vec<Cost> {
        let [before, mut after] = sides;
        after.wanted.equal.push(held.column);
        after.fixed = Some(held.column);
        let which = &held.test;
        let all = [before.clone(), after.clone()];
        let mut out =
            vec![self.cost_of(name, Shape::Entity, format!("all rows where {which}"), all)];
        let clock = clock.and_then(|clock| Some((clock, self.is.find(self.was.name(clock))?)));
        if let Some((was, is)) = clock {
            let (mut before, mut after) = (before, after);
            before.wanted.newest = Some(was);
            after.wanted.newest = Some(is);
            let label = format!("the newest {NEWEST} by {} where {which}", self.was.name(was));
            out.push(self.cost_of(name, Shape::Newest, label, [before, after]));
        }
        out
    }

    fn entity_cost(&self, object: &str, columns: &[ColumnId]) -> Option<Cost> {
        let names: Vec<&str> = columns.iter().map(|&column| self.was.name(column)).collect();
        let there: Option<Vec<ColumnId>> = names.iter().map(|name| self.is.find(name)).collect();
        let wanted = [&equal(columns), &equal(&there?)];
        let label = format!("all rows of one {}", names.join(", "));
        Some(self.cost(object, Shape::Entity, label, wanted))
    }

    /// The columns by which a table is read with its parent, where it is interleaved in one.
    fn parent_key(&self) -> Option<Vec<ColumnId>> {
        let schema = self.was.cx.schema;
        let parent = schema.table(self.was.table).parent.as_ref()?.table?;
        let parent = Side { cx: self.was.cx, table: parent };
        let key = parent.logical_key();
        let here: Option<Vec<ColumnId>> =
            key.iter().map(|&column| self.was.find(parent.name(column))).collect();
        here.filter(|key| !key.is_empty())
    }

    /// The newest rows and those of the last hour by a column.
    fn time_costs(&self, object: &str, column: ColumnId) -> Vec<Cost> {
        let name = self.was.name(column);
        let newest = |column| Wanted { newest: Some(column), ..Wanted::default() };
        let since = |column| Wanted { since: Some(column), ..Wanted::default() };
        let labels = [format!("the newest {NEWEST} by {name}"), format!("the last hour by {name}")];
        let [first, second] = labels;
        let there = self.is.find(name).filter(|&there| self.is.dist(there).is_moving());
        let Some(there) = there.or_else(|| self.is.any_clock()) else {
            let gone = format!("not possible (`{name}` no longer increases with time)");
            let query = format!("-- No column of {} has a time.", self.is.table_name());
            let after = Scans { ranges: None, words: gone, query };
            return [
                (Shape::Newest, first, newest(column)),
                (Shape::LastHour, second, since(column)),
            ]
            .into_iter()
            .map(|(shape, label, wanted)| Cost {
                object: object.to_owned(),
                shape,
                label,
                before: {
                    let asked = Asked { wanted, ..Asked::default() };
                    self.was.scans(&asked, self.was.find_index(object))
                },
                after: after.clone(),
            })
            .collect();
        };
        vec![
            self.cost(object, Shape::Newest, first, [&newest(column), &newest(there)]),
            self.cost(object, Shape::LastHour, second, [&since(column), &since(there)]),
        ]
    }

    /// The entity that rows are read by: in a key or an index of either, and in both tables.
    fn entity(&self) -> Option<ColumnId> {
        let alone = self.was.logical_key();
        let found = |side: &Side<'_>, part: &KeyPart| {
            let column = self.was.find(side.name(part.column))?;
            let entity = matches!(side.dist(part.column), Dist::Entity { .. });
            // What is unique has one row, and no rows to gather.
            let unique = side.indexes().map(|id| side.index(id)).any(|index| {
                index.unique && matches!(&index.keys[..], [only] if only.column == part.column)
            });
            (entity && !unique && alone != [column]).then_some(column)
        };
        for side in [&self.was, &self.is] {
            let indexes = side.indexes().map(|id| &side.index(id).keys[..]);
            for parts in std::iter::once(side.key()).chain(indexes) {
                if let Some(column) = parts.iter().find_map(|part| found(side, part)) {
                    return Some(column);
                }
            }
        }
        None
    }

    /// The column that rows are read by in order of time.
    fn clock(&self) -> Option<ColumnId> {
        let moving = |part: &&KeyPart| self.was.dist(part.column).is_moving();
        let key = self.was.key().iter().find(moving);
        let index = || {
            let keys = self.was.indexes().flat_map(|id| &self.was.index(id).keys);
            keys.into_iter().find(|part| self.was.dist(part.column).is_moving())
        };
        key.or_else(index).map(|part| part.column).or_else(|| self.was.any_clock())
    }
}

impl Side<'_> {
    /// Any timestamp that follows arrival.
    fn any_clock(&self) -> Option<ColumnId> {
        self.cx.schema.table(self.table).column_ids().find(|&column| {
            let timestamp =
                matches!(self.ty(column), Some(Type::Timestamp | Type::CommitTimestamp));
            timestamp && self.dist(column).is_moving()
        })
    }
}

fn equal(columns: &[ColumnId]) -> Wanted {
    Wanted { equal: columns.to_vec(), ..Wanted::default() }
}
