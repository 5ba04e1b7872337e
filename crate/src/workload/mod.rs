//! From schema and facts to load: which objects there are on the key axis, and where and how fast
//! rows arrive in each.
//!
//! [`load`] holds the plain types that simulation works on; nothing in there knows SQL.
//! [`from_schema`] fills them.
//!
//! Model: a commit inserts one row of one table. It writes one entry into every index of the
//! table and reads one row for every enforced foreign key. An index entry in the table's own row
//! tree lies next to the row; every other one, and every row read, is a participant of its own.
//! An update rewrites one row anywhere in the table; for every index over a column that changes
//! it takes the old entry out and puts a new one in.

mod keys;
pub mod load;

use crate::facts::{Facts, TableFacts};
use crate::schema::{IndexId, KeyPart, Schema, Table, TableId};
use keys::Places;
use load::{
    ClassId, ClassKind, Component, LOAD_COMPONENTS_MAX, Load, OBJECTS_MAX, ObjectId, ObjectKind,
    Stream,
};

/// What a person has set beside the text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Given {
    /// Nodes of the instance.
    pub nodes: f64,
    /// Rows per second over the whole schema.
    pub writes_per_second: f64,
    /// Minutes to be simulated.
    pub minutes: u32,
}

/// The load of a schema.
///
/// A rate in the facts is used as it is. What is given beyond the rates in the facts is shared
/// evenly among tables that have none (assumption of ours).
#[must_use]
pub fn from_schema(schema: &Schema, facts: &Facts, given: &Given) -> Load {
    let mut builder = Builder {
        schema,
        facts,
        load: Load::default(),
        tables: vec![None; schema.tables.len()],
        indexes: vec![None; schema.indexes.len()],
        components_left: LOAD_COMPONENTS_MAX,
    };
    builder.add_objects();
    for (table, rate) in schema.table_ids().zip(rates(schema, facts, given)) {
        builder.add_inserts(table, rate);
        builder.add_updates(table);
    }
    builder.load
}

/// Rows per second inserted into each table.
fn rates(schema: &Schema, facts: &Facts, given: &Given) -> Vec<f64> {
    let known: Vec<Option<f64>> = schema
        .table_ids()
        .map(|table| {
            let facts = facts.table(table);
            let low = facts.low_write.as_ref().map(|low| low.writes_per_second.unwrap_or(0.0));
            facts.writes_per_second.or(low)
        })
        .collect();
    let stated: f64 = known.iter().flatten().sum();
    let open = known.iter().filter(|rate| rate.is_none()).count();
    let each = (given.writes_per_second - stated).max(0.0) / open.max(1) as f64;
    known.into_iter().map(|rate| rate.unwrap_or(each)).collect()
}

struct Builder<'a> {
    schema: &'a Schema,
    facts: &'a Facts,
    load: Load,
    /// The object of each table, if there was room for it.
    tables: Vec<Option<ObjectId>>,
    /// The object of each index.
    indexes: Vec<Option<ObjectId>>,
    /// Components that may still be added.
    components_left: usize,
}

impl Builder<'_> {
    /// Objects in display order: tables as the DDL has them, each with its indexes and then the
    /// tables interleaved in it.
    fn add_objects(&mut self) {
        let has_parent = |table: &Table| table.parent.as_ref().is_some_and(|p| p.table.is_some());
        let roots = self.schema.table_ids().filter(|&id| !has_parent(self.schema.table(id)));
        // A table that is its own ancestor has no root; it is drawn by itself.
        let start: Vec<TableId> = roots.chain(self.schema.table_ids()).collect();
        for table in start {
            let mut waiting = vec![table];
            while let Some(next) = waiting.pop() {
                if self.tables[next.0 as usize].is_some() {
                    continue;
                }
                if self.load.objects.len() >= OBJECTS_MAX {
                    let note =
                        format!("Only the first {OBJECTS_MAX} tables and indexes are drawn.");
                    self.note(note);
                    return;
                }
                self.add_table(next);
                for index in self.schema.indexes_of(next).collect::<Vec<_>>() {
                    if self.load.objects.len() < OBJECTS_MAX {
                        self.add_index(index);
                    }
                }
                let mut children: Vec<TableId> = self.schema.children_of(next).collect();
                children.reverse();
                waiting.extend(children);
            }
        }
    }

    fn add_table(&mut self, id: TableId) {
        let table = self.schema.table(id);
        let bytes = self.facts.table(id).row_bytes;
        let parent = table.parent.as_ref().and_then(|parent| parent.table);
        let parent = parent.and_then(|parent| self.tables[parent.0 as usize]);
        let object = match parent {
            Some(parent) => self.load.add_within(parent, &table.name, ObjectKind::Table, bytes),
            None => self.load.add_root(&table.name, ObjectKind::Table, bytes),
        };
        self.tables[id.0 as usize] = Some(object);
        self.describe(object, &self.facts.table(id).walk);
    }

    fn add_index(&mut self, id: IndexId) {
        let index = self.schema.index(id);
        let kind = if index.managed { ObjectKind::ManagedIndex } else { ObjectKind::Index };
        let bytes = self.entry_bytes(id);
        let parent = index.parent.as_ref().and_then(|parent| parent.table);
        let parent = parent.and_then(|parent| self.tables[parent.0 as usize]);
        let object = match parent {
            Some(parent) => self.load.add_within(parent, &index.name, kind, bytes),
            None => self.load.add_root(&index.name, kind, bytes),
        };
        self.load.objects[object.0 as usize].table = self.tables[index.table.0 as usize];
        self.indexes[id.0 as usize] = Some(object);
        self.describe(object, &self.facts.index(id).walk);
    }

    /// Bytes of an index entry: the row's, by its share of the columns (assumption of ours).
    fn entry_bytes(&self, id: IndexId) -> f64 {
        let index = self.schema.index(id);
        let columns = self.schema.table(index.table).columns.len().max(1);
        let entry = self.schema.effective_key(id).len() + index.storing.len();
        let share = (entry as f64 / columns as f64).min(1.0);
        self.facts.table(index.table).row_bytes * share
    }

    /// How the key cuts the object's range, for the reader.
    fn describe(&mut self, object: ObjectId, walk: &crate::facts::Walk) {
        let places = Places::of(self.schema, self.facts, walk, self.load.object(object).keys);
        let object = &mut self.load.objects[object.0 as usize];
        object.cuts = places.cuts;
        object.rest = places.rest;
        let name = object.name.clone();
        for note in places.notes {
            self.note(format!("{name}: {note}"));
        }
    }

    fn note(&mut self, note: String) {
        if !self.load.notes.contains(&note) {
            self.load.notes.push(note);
        }
    }

    fn add_inserts(&mut self, table: TableId, per_second: f64) {
        let Some(object) = self.tables[table.0 as usize] else { return };
        if per_second <= 0.0 {
            return;
        }
        let class = self.load.add_class(object, ClassKind::Insert, per_second);
        let components = self.places_of_table(table);
        self.load.add_rows(class, object, components);
        for index in self.schema.indexes_of(table).collect::<Vec<_>>() {
            let Some(entry) = self.indexes[index.0 as usize] else { continue };
            let components = self.places_of_index(index);
            let (bytes, share) = (self.load.object(entry).row_bytes, self.filled(index));
            let stream = Stream {
                share,
                participant: self.apart(entry, object),
                ..entry_stream(class, entry, bytes, components)
            };
            self.push(stream);
        }
        self.add_checks(table, class, object);
    }

    /// Rows read to check foreign keys.
    fn add_checks(&mut self, table: TableId, class: ClassId, object: ObjectId) {
        for key in &self.schema.table(table).foreign_keys {
            let Some(referenced) = key.table.filter(|_| key.enforced) else { continue };
            let Some(read) = self.tables[referenced.0 as usize] else { continue };
            let nulls = key.columns.iter().map(|&column| self.facts.column(table, column));
            let share = nulls.map(|fact| 1.0 - fact.null_share.unwrap_or(0.0)).product();
            let components = self.places_of_table(referenced);
            self.push(Stream {
                share,
                rows: 0.0,
                reads: 1.0,
                growth_bytes: 0.0,
                // A row of the same tree is taken to be an ancestor's, in the same split.
                participant: self.apart(read, object),
                ..entry_stream(class, read, self.load.object(read).row_bytes, components)
            });
        }
    }

    /// Updates, where their rate is known.
    fn add_updates(&mut self, table: TableId) {
        let Some(object) = self.tables[table.0 as usize] else { return };
        let facts = self.facts.table(table);
        let Some(per_second) = updates_per_second(facts) else {
            self.note_silent_updates(table);
            return;
        };
        if per_second <= 0.0 {
            return;
        }
        let class = self.load.add_class(object, ClassKind::Update, per_second);
        let bytes = self.load.object(object).row_bytes;
        let anywhere = keys::anywhere(&self.places_of_table(table));
        self.push(Stream { growth_bytes: 0.0, ..entry_stream(class, object, bytes, anywhere) });
        for index in self.schema.indexes_of(table).collect::<Vec<_>>() {
            let Some(entry) = self.indexes[index.0 as usize] else { continue };
            let share = changed_share(facts, &self.schema.index(index).keys, per_second);
            if share <= 0.0 {
                continue;
            }
            let bytes = self.load.object(entry).row_bytes;
            let components = self.places_of_index(index);
            let participant = self.apart(entry, object);
            let share = share * self.filled(index);
            let old = keys::anywhere(&components);
            self.push(Stream {
                share,
                participant,
                growth_bytes: -bytes,
                ..entry_stream(class, entry, bytes, old)
            });
            let put = entry_stream(class, entry, bytes, components);
            self.push(Stream { share, participant, ..put });
        }
    }

    /// An indexed column that changes at a rate nobody has said.
    fn note_silent_updates(&mut self, table: TableId) {
        for index in self.schema.indexes_of(table).collect::<Vec<_>>() {
            let index = self.schema.index(index);
            let columns = &self.facts.table(table).columns;
            let part = index.keys.iter().find(|p| columns[p.column.0 as usize].mutable.is_some());
            if let Some(part) = part {
                let owner = self.schema.table(table);
                let column = &owner.column(part.column).name;
                self.note(format!(
                    "{}: `{column}` changes at a rate that is not said, so its updates are not \
                     simulated; say `-- hotsplit: table {} updates=100/s`.",
                    index.name, owner.name
                ));
            }
        }
    }

    /// Whether two objects lie in different row trees, so that a commit in both needs both splits.
    fn apart(&self, one: ObjectId, other: ObjectId) -> bool {
        self.load.object(one).keys != self.load.object(other).keys
    }

    /// Share of rows that have an entry.
    fn filled(&self, index: IndexId) -> f64 {
        let index = self.schema.index(index);
        if !index.null_filtered {
            return 1.0;
        }
        let columns = &self.facts.table(index.table).columns;
        let nulls = index.keys.iter().map(|part| columns[part.column.0 as usize].null_share);
        nulls.map(|share| 1.0 - share.unwrap_or(0.0).clamp(0.0, 1.0)).product()
    }

    fn places_of_table(&mut self, table: TableId) -> Vec<Component> {
        let object = self.tables[table.0 as usize].expect("callers have looked the object up");
        let walk = &self.facts.table(table).walk;
        self.components(object, walk)
    }

    fn places_of_index(&mut self, index: IndexId) -> Vec<Component> {
        let object = self.indexes[index.0 as usize].expect("callers have looked the object up");
        let walk = &self.facts.index(index).walk;
        self.components(object, walk)
    }

    fn components(&mut self, object: ObjectId, walk: &crate::facts::Walk) -> Vec<Component> {
        let keys = self.load.object(object).keys;
        let components = Places::of(self.schema, self.facts, walk, keys).components;
        if components.len() > self.components_left {
            self.note(format!(
                "The load has more than {LOAD_COMPONENTS_MAX} points; later ones are drawn as \
                 even load."
            ));
            return vec![Component { kind: load::ComponentKind::Uniform(keys), weight: 1.0 }];
        }
        self.components_left -= components.len();
        components
    }

    fn push(&mut self, stream: Stream) {
        if stream.share > 0.0 {
            self.load.streams.push(stream);
        }
    }
}

/// A stream that writes one row into each commit, as a participant.
fn entry_stream(
    class: ClassId,
    object: ObjectId,
    row_bytes: f64,
    components: Vec<Component>,
) -> Stream {
    Stream {
        class,
        object,
        components,
        share: 1.0,
        rows: 1.0,
        reads: 0.0,
        span: 0,
        row_bytes,
        growth_bytes: row_bytes,
        participant: true,
    }
}

/// Updates of a table: as stated, or the sum of what is stated of its columns.
fn updates_per_second(facts: &TableFacts) -> Option<f64> {
    let stated = facts.columns.iter().filter_map(|column| column.mutable.as_ref()?.per_second);
    facts.updates_per_second.or_else(|| stated.reduce(|sum, rate| sum + rate))
}

/// Share of a table's updates that change a column of an index.
fn changed_share(facts: &TableFacts, parts: &[KeyPart], per_second: f64) -> f64 {
    let changing = parts
        .iter()
        .filter_map(|part| facts.columns[part.column.0 as usize].mutable.as_ref())
        .map(|mutable| mutable.per_second.unwrap_or(per_second));
    (changing.sum::<f64>() / per_second).min(1.0)
}
