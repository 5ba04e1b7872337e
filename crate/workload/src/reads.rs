//! What requests that only read touch, by the way they read.
//!
//! Model: the keys decide which of a table and its indexes serves a read, as
//! [`crate::facts::access`] tells. Behind a shard or a column with few values it seeks a range for
//! each of them. An index that lacks a column has each row looked up in the table. What no key
//! serves reads every row.

use super::{Builder, keys};
use crate::facts::access::{Path, Reader, Seek, Wanted};
use crate::facts::roles::{self, ReadShape, Role};
use crate::facts::{Dist, ENTITY_CARDINALITY};
use crate::model::load::{
    ClassId, ClassKind, Component, ComponentKind, Keys, ObjectId, Stream, whole,
};
use crate::schema::TableId;

/// Rows of one entity that a read takes (our assumption: a page of a list).
pub const ENTITY_ROWS: f64 = 20.0;

/// Newest rows that a read takes (our assumption: a page of a list).
pub const NEWEST_ROWS: f64 = 50.0;

/// Oldest rows that a read takes (our assumption: what a worker takes at a time).
pub const OLDEST_ROWS: f64 = 10.0;

/// Rows of a period that a read takes (our assumption: a screen of a dashboard).
pub const PERIOD_ROWS: f64 = 1_000.0;

/// Rows of a table where nothing says how many there are, for reads of all of them (our assumption).
pub const ROWS_ASSUMED: f64 = 1_000.0;

/// Places of a read at most; with more, its load is drawn as even.
const PLACES_MAX: usize = 512;

/// Rows that are read somewhere.
struct Taken {
    class: ClassId,
    /// Rows of each request.
    rows: f64,
    /// Ranges of each request.
    ranges: f64,
}

impl Builder<'_> {
    /// Reads of a table.
    pub(super) fn add_reads(&mut self, table: TableId) {
        let Some(object) = self.tables[table.0 as usize] else { return };
        for (shape, rate) in self.rates[table.0 as usize].reads.clone() {
            if rate.per_second <= 0.0 {
                continue;
            }
            let class = self.add_class(table, object, ClassKind::Read, rate);
            let before = self.load.streams.len();
            match shape {
                ReadShape::Point => self.read_rows(class, table, 1.0),
                ReadShape::ByEntity => self.read_entity(class, table),
                ReadShape::NewestFirst => self.read_end(class, table, true),
                ReadShape::OldestFirst => self.read_end(class, table, false),
                ReadShape::ByTime => self.read_period(class, table),
                ReadShape::All => self.read_all(class, table),
            }
            if rate.stated && shape == ReadShape::All {
                self.note_unknown_rows(table);
            }
            if self.load.streams.len() == before {
                // What serves it is left out of the load, so the read is too.
                self.load.classes.pop();
            }
        }
    }

    /// Single rows, by their key.
    fn read_rows(&mut self, class: ClassId, table: TableId, rows: f64) {
        let Some(object) = self.tables[table.0 as usize] else { return };
        let components = limit_places(self.changed_at(table), self.load.object(object).keys);
        let stream = self.reading(class, object, components);
        self.push(Stream { reads: rows, ..stream });
    }

    /// The rows of one entity.
    fn read_entity(&mut self, class: ClassId, table: TableId) {
        let facts = self.facts.table(table);
        let equal = roles::entity_columns(self.schema, table, &facts.columns);
        let entities =
            equal.first().map_or(1.0, |column| match facts.columns[column.0 as usize].dist {
                Dist::Entity { cardinality } => cardinality.max(1.0),
                _ => ENTITY_CARDINALITY,
            });
        let rows = match facts.role.role {
            Role::Child => roles::children_per_parent(facts),
            _ => ENTITY_ROWS,
        };
        let wanted = Wanted { equal, ..Wanted::default() };
        let (path, seek) = self.reader(table).best(&wanted, None);
        let Some(seek) = seek else { return self.read_all(class, table) };
        let Some((object, components)) = self.path(table, path) else { return };
        let components = limit_places(keys::anywhere(&components), self.load.object(object).keys);
        let ranges = self.ranges(&components, &seek);
        let width = self.load.object(object).keys.len() as f64 / ranges / entities;
        self.read_range(object, components, width, &Taken { class, rows, ranges });
        self.look_up(class, table, path, rows);
    }

    /// The newest or the oldest rows.
    fn read_end(&mut self, class: ClassId, table: TableId, newest: bool) {
        let Some((path, seek)) = self.by_time(table) else { return self.read_all(class, table) };
        let Some((object, components)) = self.path(table, path) else { return };
        let queue = self.facts.table(table).role.role == Role::Queue;
        let components = match (queue, newest) {
            (true, true) => keys::queued(&components),
            (_, false) => keys::oldest(&components),
            (false, true) => components,
        };
        let components = limit_places(components, self.load.object(object).keys);
        let rows = if newest { NEWEST_ROWS } else { OLDEST_ROWS };
        let ranges = self.ranges(&components, &seek);
        let width = self.width(table, object, ranges, rows);
        self.read_range(object, components, width, &Taken { class, rows, ranges });
        self.look_up(class, table, path, rows);
    }

    /// Rows of a period that is over.
    fn read_period(&mut self, class: ClassId, table: TableId) {
        let Some((path, seek)) = self.by_time(table) else { return self.read_all(class, table) };
        let Some((object, components)) = self.path(table, path) else { return };
        let components = limit_places(keys::anywhere(&components), self.load.object(object).keys);
        let ranges = self.ranges(&components, &seek);
        let width = self.width(table, object, ranges, PERIOD_ROWS);
        self.read_range(object, components, width, &Taken { class, rows: PERIOD_ROWS, ranges });
        self.look_up(class, table, path, PERIOD_ROWS);
    }

    /// Every row of the table.
    fn read_all(&mut self, class: ClassId, table: TableId) {
        let Some(object) = self.tables[table.0 as usize] else { return };
        let facts = self.facts.table(table);
        let rows = facts.rows.unwrap_or(ROWS_ASSUMED).max(1.0);
        let keys = self.load.object(object).keys;
        let first = vec![Component { kind: ComponentKind::Atom { at: keys.lo }, weight: 1.0 }];
        let width = keys.len() as f64;
        self.read_range(object, first, width, &Taken { class, rows, ranges: 1.0 });
    }

    /// A read of all rows is asked for, and nobody has said how many there are.
    fn note_unknown_rows(&mut self, table: TableId) {
        if self.facts.table(table).rows.is_none() {
            let name = &self.schema.table(table).name;
            self.note(format!(
                "{name}: a read of all rows is assumed to read {ROWS_ASSUMED:.0} rows; state `-- \
                 hotsplit: table {name} rows=1M`."
            ));
        }
    }

    /// What serves a read in order of time.
    fn by_time(&self, table: TableId) -> Option<(Path, Seek)> {
        let clock = roles::clock(self.schema, table, &self.facts.table(table).columns)?;
        let wanted = Wanted { newest: Some(clock), ..Wanted::default() };
        let (path, seek) = self.reader(table).best(&wanted, None);
        Some((path, seek?))
    }

    fn reader(&self, table: TableId) -> Reader<'_> {
        Reader { schema: self.schema, facts: self.facts, table }
    }

    fn path(&mut self, table: TableId, path: Path) -> Option<(ObjectId, Vec<Component>)> {
        match path {
            Path::Table => {
                let object = self.tables[table.0 as usize]?;
                Some((object, self.places_of_table(table)))
            }
            Path::Index(index) => {
                let object = self.indexes[index.0 as usize]?;
                Some((object, self.places_of_index(index)))
            }
        }
    }

    /// How many ranges a request seeks; places that were drawn as one are one.
    fn ranges(&self, components: &[Component], seek: &Seek) -> f64 {
        let ranges = f64::from(seek.ranges.max(1));
        if components.len() == 1 { 1.0 } else { ranges }
    }

    /// Keys that some rows of one range take up in order of time.
    fn width(&self, table: TableId, object: ObjectId, ranges: f64, rows: f64) -> f64 {
        let inserts = self.rates[table.0 as usize].inserts.per_second;
        let there = self.load.object(object).rows + inserts * self.run_seconds;
        self.load.object(object).keys.len() as f64 / ranges * (rows / there.max(rows)) / ranges
    }

    /// Ranges of keys, side by side in `components`.
    fn read_range(
        &mut self,
        object: ObjectId,
        components: Vec<Component>,
        width: f64,
        taken: &Taken,
    ) {
        let stream = self.reading(taken.class, object, components);
        self.push(Stream {
            share: taken.ranges,
            reads: (taken.rows / taken.ranges).max(1.0),
            span: whole(width).max(1),
            ..stream
        });
    }

    /// Rows that an index does not hold whole are looked up in the table.
    fn look_up(&mut self, class: ClassId, table: TableId, path: Path, rows: f64) {
        if let Path::Index(index) = path
            && !self.reader(table).covers(index)
        {
            self.read_rows(class, table, rows);
        }
    }

    fn reading(&self, class: ClassId, object: ObjectId, components: Vec<Component>) -> Stream {
        let bytes = self.load.object(object).row_bytes;
        let stream = Stream::of_rows(class, object, bytes, components).reading();
        Stream { participant: false, ..stream }
    }
}

/// The same places, or the whole range where there are too many.
fn limit_places(components: Vec<Component>, keys: Keys) -> Vec<Component> {
    if components.len() <= PLACES_MAX {
        return components;
    }
    vec![Component { kind: ComponentKind::Uniform(keys), weight: 1.0 }]
}
