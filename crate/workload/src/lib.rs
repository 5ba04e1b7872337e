//! From schema and facts to load: which objects there are on the key axis, and where and how fast
//! rows arrive in each.
//!
//! [`load`] holds the plain types that simulation works on; nothing in there knows SQL.
//! [`from_schema`] fills them.
//!
//! Each table inserts, updates, deletes and reads at the rates of [`crate::facts::roles`]. What a
//! commit touches beside its own row is told in `classes`, what a read touches in [`reads`].
#![doc = include_str!("../README.md")]

pub use facts::{base, order, schema, syntax, text};
pub use hotsplit_facts as facts;
pub use hotsplit_model as model;

pub mod added;
mod classes;
pub mod edit;
mod keys;
pub mod reads;

pub use model::load;

use crate::facts::roles::{self, Rate, Rates};
use crate::facts::sizes::column_bytes;
use crate::facts::{Facts, Outcome, Walk};
use crate::schema::{IndexId, Schema, Table, TableId};
use keys::Places;
use load::{
    ClassId, ClassKind, Component, ComponentKind, GuessId, Keys, LOAD_COMPONENTS_MAX, Load,
    OBJECTS_MAX, ObjectId, ObjectKind, Stream,
};
use std::collections::BTreeSet;

/// The most of its way that a tail has come when a run starts, so that its move stays in the
/// picture (drawing only).
const BEHIND_MAX: f64 = 0.75;

/// Share of an index's range that NULLs take, at least and at most, so that either part is seen
/// (drawing only).
const NULLS_DRAWN: (f64, f64) = (0.05, 0.9);

/// What a person has set beside the text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// Rows per second over the whole schema.
    pub writes_per_second: f64,
    /// Minutes to be simulated.
    pub minutes: u32,
}

/// The load of a schema.
///
/// A rate in the facts is used as it is. What is given beyond them is shared by the roles of the
/// tables; see [`rates`].
#[must_use]
pub fn from_schema(schema: &Schema, facts: &Facts, settings: &Settings) -> Load {
    with_objects(schema, facts, settings).0
}

/// The objects of a load by table and index; `None` where the load has no room for one.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Objects {
    /// By [`TableId`].
    pub tables: Vec<Option<ObjectId>>,
    /// By [`IndexId`].
    pub indexes: Vec<Option<ObjectId>>,
}

/// The load of a schema, and which table or index each of its objects is.
#[must_use]
pub fn with_objects(schema: &Schema, facts: &Facts, settings: &Settings) -> (Load, Objects) {
    let mut builder = Builder {
        schema,
        facts,
        run_seconds: f64::from(settings.minutes.max(1)) * 60.0,
        rates: rates(schema, facts, settings.writes_per_second),
        load: Load::default(),
        tables: vec![None; schema.tables.len()],
        owners: Vec::new(),
        indexes: vec![None; schema.indexes.len()],
        components_left: LOAD_COMPONENTS_MAX,
        noted: BTreeSet::new(),
        guesses: roles::guesses(schema, &facts.tables),
    };
    builder.load.reserve((schema.tables.len() + schema.indexes.len()).min(OBJECTS_MAX));
    builder.add_objects();
    for table in schema.table_ids() {
        builder.add_inserts(table);
        builder.add_updates(table);
        builder.add_deletes(table);
        builder.add_reads(table);
    }
    let Builder { load, tables, indexes, .. } = builder;
    (load, Objects { tables, indexes })
}

/// How often each table is written and read.
#[must_use]
pub fn rates(schema: &Schema, facts: &Facts, writes_per_second: f64) -> Vec<Rates> {
    roles::rates(schema, &facts.tables, writes_per_second, facts.file.reads_per_write)
}

struct Builder<'a> {
    schema: &'a Schema,
    facts: &'a Facts,
    /// Seconds of the run.
    run_seconds: f64,
    /// How often each table is written and read.
    rates: Vec<Rates>,
    load: Load,
    /// The object of each table, if there was room for it.
    tables: Vec<Option<ObjectId>>,
    /// The table of each object, where it is one.
    owners: Vec<Option<TableId>>,
    /// The object of each index.
    indexes: Vec<Option<ObjectId>>,
    /// Components that may still be added.
    components_left: usize,
    /// The notes of the load, to say each once.
    noted: BTreeSet<String>,
    /// Of each table, the one whose guessed rate its own follows.
    guesses: Vec<TableId>,
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
        self.own(object, Some(id));
        self.load.objects[object.0 as usize].rows = self.facts.table(id).rows.unwrap_or(0.0);
        self.describe(object, &self.facts.table(id).walk);
    }

    fn own(&mut self, object: ObjectId, table: Option<TableId>) {
        self.owners.resize(object.0 as usize, None);
        self.owners.push(table);
    }

    /// The table that an object is.
    fn table_of(&self, object: ObjectId) -> Option<TableId> {
        self.owners.get(object.0 as usize).copied().flatten()
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
        self.own(object, None);
        let rows = self.facts.table(index.table).rows.unwrap_or(0.0) * self.filled(id);
        self.load.objects[object.0 as usize].rows = rows;
        self.describe(object, &self.facts.index(id).walk);
    }

    /// Bytes of an index entry by the types of its columns, the base key included.
    fn entry_bytes(&self, id: IndexId) -> f64 {
        let index = self.schema.index(id);
        let table = self.schema.table(index.table);
        let keys = self.schema.effective_key(id).into_iter().map(|part| part.column);
        keys.chain(index.storing.iter().copied())
            .fold(0.0, |sum, column| sum + column_bytes(table.column(column).ty.as_ref()))
    }

    /// How the key cuts the object's range, for the reader.
    fn describe(&mut self, object: ObjectId, walk: &Walk) {
        let places = Places::of(self.schema, self.facts, walk, self.load.object(object).keys);
        let object = &mut self.load.objects[object.0 as usize];
        object.cuts = places.cuts;
        object.rest = places.rest;
        object.guessed = places.guessed;
        let name = object.name.clone();
        for note in places.notes {
            self.note(format!("{name}: {note}"));
        }
    }

    fn note(&mut self, note: String) {
        if self.noted.insert(note.clone()) {
            self.load.notes.push(note);
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
        let components = self.components(object, walk);
        let all = self.load.object(object).keys;
        match self.nulls(index) {
            Some((_, nulls)) if nulls.lo == all.lo => {
                keys::within(&components, all, Keys { lo: nulls.hi, hi: all.hi })
            }
            Some((_, nulls)) => keys::within(&components, all, Keys { lo: all.lo, hi: nulls.lo }),
            None => components,
        }
    }

    /// The share of rows that have no value in the first column of an index which holds them all
    /// the same, and the keys of their entries: those before all values, or behind them in
    /// descending order, as GoogleSQL sorts NULL.
    fn nulls(&self, index: IndexId) -> Option<(f64, Keys)> {
        let object = self.indexes[index.0 as usize]?;
        let index = self.schema.index(index);
        let lead = index.keys.first().filter(|_| !index.null_filtered)?;
        let fact = &self.facts.table(index.table).columns[lead.column.0 as usize];
        let share = fact.null_share.filter(|share| *share > 0.0)?.min(1.0);
        let keys = self.load.object(object).keys;
        let drawn = share.clamp(NULLS_DRAWN.0, NULLS_DRAWN.1);
        let edge = keys.at(if lead.desc { 1.0 - drawn } else { drawn });
        let nulls = if lead.desc { Keys { lo: edge, ..keys } } else { Keys { hi: edge, ..keys } };
        Some((share, nulls))
    }

    fn components(&mut self, object: ObjectId, walk: &Walk) -> Vec<Component> {
        let keys = self.load.object(object).keys;
        let mut components = Places::of(self.schema, self.facts, walk, keys).components;
        if let Some(kind) = self.without_key(object).filter(|_| walk.parts.is_empty()) {
            components = vec![Component { kind, weight: 1.0 }];
        }
        let start = self.behind(self.leader(object, walk));
        for component in &mut components {
            if let ComponentKind::Tail(tail) = &mut component.kind
                && tail.wraps_seconds.is_none()
            {
                tail.start = start;
            }
        }
        if components.len() > self.components_left {
            self.note(format!(
                "The load has more than {LOAD_COMPONENTS_MAX} points; later ones are drawn as \
                 even load."
            ));
            return vec![Component { kind: ComponentKind::Uniform(keys), weight: 1.0 }];
        }
        self.components_left -= components.len();
        components
    }

    /// Where rows of a table without key columns lie: an empty key holds one row, and where none was
    /// said the database numbers rows in reverse bit order.
    fn without_key(&self, object: ObjectId) -> Option<ComponentKind> {
        let table = self.schema.table(self.table_of(object)?);
        let keys = self.load.object(object).keys;
        if table.key_clause.as_ref().is_some_and(|clause| clause.empty) {
            return Some(ComponentKind::Atom { at: keys.at(0.5) });
        }
        table.hidden_rowid.then(|| ComponentKind::Uniform(keys.piece(1, 2)))
    }

    /// The object whose tail an object's rows follow: where the part that moves is an ancestor's, they
    /// lie beside that ancestor's rows.
    fn leader(&self, object: ObjectId, walk: &Walk) -> ObjectId {
        let (Outcome::Moving { at, .. } | Outcome::Bucket { at, .. } | Outcome::Ask { at, .. }) =
            walk.outcome
        else {
            return object;
        };
        let mut leader = object;
        while let Some(parent) = self.load.object(leader).parent {
            let keys = self.table_of(parent).map_or(0, |id| self.schema.table(id).key.len());
            if at >= keys {
                break;
            }
            leader = parent;
        }
        leader
    }

    /// The share of its way that a tail of an object has come when the run starts: what is there
    /// already, as a share of what will be at the end.
    fn behind(&self, object: ObjectId) -> f64 {
        let rows = self.load.object(object).rows;
        let table = self.load.object(object).table.unwrap_or(object);
        let table = self.table_of(table);
        let inserts = table.map_or(0.0, |id| self.rates[id.0 as usize].inserts.per_second);
        let coming = (inserts * self.run_seconds).max(1.0);
        (rows / (rows + coming)).clamp(0.0, BEHIND_MAX)
    }

    /// Adds a kind of commit, or of request that reads, at a rate of a table.
    fn add_class(
        &mut self,
        table: TableId,
        object: ObjectId,
        kind: ClassKind,
        rate: Rate,
    ) -> ClassId {
        let class = self.load.add_class(object, kind, rate.per_second);
        if rate.open {
            let guessed = self.guesses[table.0 as usize];
            self.load.classes[class.0 as usize].guess = Some(GuessId(guessed.0));
        }
        class
    }

    fn push(&mut self, stream: Stream) {
        if stream.share > 0.0 {
            self.load.streams.push(stream);
        }
    }
}
