//! What commits touch: rows, index entries, parents and foreign keys, as the schema says.
//!
//! Model: a commit inserts, updates or deletes one row of one table.
//!
//! - An insert writes an entry into every index of the table that holds the row, indexes that the
//!   database made for foreign keys included. It reads the parent row, which must be there, and
//!   one row for every enforced foreign key.
//! - An update rewrites a row. For every index over a column that changes it takes the old entry
//!   out and puts a new one in; an entry that only stores the column is rewritten.
//! - A delete takes the row and its entries out, with the rows that cascade, and looks for rows
//!   that refer to it.
//!
//! An entry in the table's own row tree lies next to the row; every other one, and every row
//! read, is a participant of its own. Rows of a queue are taken and deleted at its old end, those
//! of other tables anywhere.

use super::{Builder, keys};
use crate::facts::roles::{self, Role};
use crate::facts::{Dist, shape};
use crate::model::load::{ClassId, ClassKind, Component, Keys, ObjectId, Stream};
use crate::schema::{ColumnId, ForeignKey, IndexId, TableId};

/// Levels of a cascade that are followed (Spanner takes seven levels of interleaving).
const CASCADE_LEVELS_MAX: usize = 8;

/// Rows that a cascade of a foreign key deletes on average (our assumption: as many as a
/// parent has children).
const CASCADE_ROWS: f64 = roles::CHILDREN_PER_PARENT;

impl Builder<'_> {
    /// Inserts of a table.
    pub(super) fn add_inserts(&mut self, table: TableId) {
        let Some(object) = self.tables[table.0 as usize] else { return };
        let rate = self.rates[table.0 as usize].inserts;
        if rate.per_second <= 0.0 {
            return;
        }
        let class = self.add_class(table, object, ClassKind::Insert, rate);
        let components = self.written_at(table);
        self.load.add_rows(class, object, components.clone());
        self.add_parent_read(table, class, components);
        for index in self.schema.indexes_of(table).collect::<Vec<_>>() {
            let Some(entry) = self.indexes[index.0 as usize] else { continue };
            let components = self.entry_inserted_at(index);
            let (bytes, share) = (self.load.object(entry).row_bytes, self.filled(index));
            let stream = Stream {
                share,
                participant: self.apart(entry, object),
                ..Stream::of_rows(class, entry, bytes, components)
            };
            self.push(stream);
        }
        self.add_checks(table, class, object);
    }

    /// The parent must be there: its row is read, in the same split.
    fn add_parent_read(&mut self, table: TableId, class: ClassId, components: Vec<Component>) {
        let parent = self.schema.table(table).parent.as_ref().filter(|parent| parent.enforced);
        let Some(parent) = parent.and_then(|parent| parent.table) else { return };
        let Some(read) = self.tables[parent.0 as usize] else { return };
        let bytes = self.load.object(read).row_bytes;
        let stream = Stream::of_rows(class, read, bytes, components).reading();
        self.push(Stream { participant: false, ..stream });
    }

    /// Rows read to check foreign keys.
    fn add_checks(&mut self, table: TableId, class: ClassId, object: ObjectId) {
        // Looked for once: a table may have thousands of foreign keys.
        let parent = roles::parent_of(self.schema, table);
        for key in &self.schema.table(table).foreign_keys {
            let Some(referenced) = key.table.filter(|_| key.enforced) else { continue };
            let Some((read, components)) = self.checked_at(key, referenced) else { continue };
            // Children come with their parent, others with one that has been there.
            let is_fresh = parent == Some(referenced);
            let components = if is_fresh { components } else { keys::anywhere(&components) };
            let nulls = key.columns.iter().map(|&column| self.facts.column(table, column));
            let share = nulls.map(|fact| 1.0 - fact.null_share.unwrap_or(0.0)).product();
            let bytes = self.load.object(read).row_bytes;
            // A row of the same tree is taken to be an ancestor's, in the same split.
            let participant = self.apart(read, object);
            let stream = Stream::of_rows(class, read, bytes, components).reading();
            self.push(Stream { share, participant, ..stream });
        }
    }

    /// Where the rows lie that a foreign key may name: by the key of their table, or in the unique
    /// index that the database keeps for it.
    fn checked_at(
        &mut self,
        key: &ForeignKey,
        referenced: TableId,
    ) -> Option<(ObjectId, Vec<Component>)> {
        let by_key = self.schema.table(referenced).key.iter().map(|part| part.column);
        let own_key = by_key.eq(key.referenced.iter().copied());
        let index = self.managed(referenced, &key.referenced).filter(|_| !own_key);
        let object = match index {
            Some(index) => self.indexes[index.0 as usize]?,
            None => self.tables[referenced.0 as usize]?,
        };
        let components = match index {
            Some(index) => self.places_of_index(index),
            None => self.places_of_table(referenced),
        };
        Some((object, components))
    }

    /// The index that the database keeps on just these columns.
    fn managed(&self, table: TableId, columns: &[ColumnId]) -> Option<IndexId> {
        self.schema.indexes_of(table).find(|&id| {
            let index = self.schema.index(id);
            let keys = index.keys.iter().map(|part| part.column);
            index.managed && keys.eq(columns.iter().copied())
        })
    }

    /// Updates of a table.
    pub(super) fn add_updates(&mut self, table: TableId) {
        let Some(object) = self.tables[table.0 as usize] else { return };
        let rate = self.rates[table.0 as usize].updates;
        if rate.per_second <= 0.0 {
            if !rate.stated {
                self.note_silent_updates(table);
            }
            return;
        }
        let class = self.add_class(table, object, ClassKind::Update, rate);
        let bytes = self.load.object(object).row_bytes;
        let there = self.changed_at(table);
        self.push(Stream { growth_bytes: 0.0, ..Stream::of_rows(class, object, bytes, there) });
        for index in self.schema.indexes_of(table).collect::<Vec<_>>() {
            let Some(entry) = self.indexes[index.0 as usize] else { continue };
            let keys = self.schema.index(index).keys.iter().map(|part| part.column);
            let moved = self.changed_share(table, keys, rate.per_second) * self.filled(index);
            let bytes = self.load.object(entry).row_bytes;
            let participant = self.apart(entry, object);
            if moved > 0.0 {
                let old = self.entry_changed_at(index);
                let out = Stream::of_rows(class, entry, bytes, old);
                self.push(Stream { share: moved, participant, growth_bytes: -bytes, ..out });
                let put = Stream::of_rows(class, entry, bytes, self.entry_written_at(index));
                self.push(Stream { share: moved, participant, ..put });
            }
            let stored = self.schema.index(index).storing.iter().copied();
            let stored = self.changed_share(table, stored, rate.per_second) * self.filled(index);
            let rewritten = (stored - moved).max(0.0);
            if rewritten > 0.0 {
                let there = self.entry_changed_at(index);
                let entry = Stream::of_rows(class, entry, bytes, there);
                self.push(Stream { share: rewritten, participant, growth_bytes: 0.0, ..entry });
            }
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
                    "{}: `{column}` changes at an unknown rate, so its updates are not simulated; \
                     state `-- hotsplit: table {} updates=100/s`.",
                    index.name, owner.name
                ));
            }
        }
    }

    /// Deletes of a table.
    pub(super) fn add_deletes(&mut self, table: TableId) {
        let Some(object) = self.tables[table.0 as usize] else { return };
        let rate = self.rates[table.0 as usize].deletes;
        if rate.per_second <= 0.0 {
            return;
        }
        let class = self.add_class(table, object, ClassKind::Delete, rate);
        self.take_out(Removal { class, of: object, rows: 1.0, depth: 0 }, table);
    }

    /// Takes rows of a table out, with their entries and what cascades.
    fn take_out(&mut self, removal: Removal, table: TableId) {
        let Some(object) = self.tables[table.0 as usize] else { return };
        let Removal { class, of, rows, depth } = removal;
        let gone = |entry: Stream| Stream {
            rows: entry.rows * rows,
            growth_bytes: -entry.row_bytes * rows,
            ..entry
        };
        let bytes = self.load.object(object).row_bytes;
        let there = self.changed_at(table);
        let participant = depth == 0 || self.apart(object, of);
        let row = gone(Stream::of_rows(class, object, bytes, there));
        self.push(Stream { participant, ..row });
        for index in self.schema.indexes_of(table).collect::<Vec<_>>() {
            let Some(entry) = self.indexes[index.0 as usize] else { continue };
            let (bytes, share) = (self.load.object(entry).row_bytes, self.filled(index));
            let there = self.entry_changed_at(index);
            let participant = self.apart(entry, of);
            let out = gone(Stream::of_rows(class, entry, bytes, there));
            self.push(Stream { share, participant, ..out });
        }
        if depth >= CASCADE_LEVELS_MAX {
            return;
        }
        for child in self.schema.children_of(table).collect::<Vec<_>>() {
            let parent = self.schema.table(child).parent.as_ref();
            if parent.is_some_and(|parent| parent.on_delete_cascade) {
                let each = roles::children_per_parent(self.facts.table(child));
                self.take_out(Removal { class, of, rows: rows * each, depth: depth + 1 }, child);
            }
        }
        for other in self.schema.referencing(table).filter(|&it| it != table).collect::<Vec<_>>() {
            self.leave(removal, table, other);
        }
    }

    /// What foreign keys of `other` make of a deleted row of `table`: rows that refer to it are
    /// looked for, and go where the key says so.
    fn leave(&mut self, removal: Removal, table: TableId, other: TableId) {
        let Removal { class, of, rows, depth } = removal;
        for key in &self.schema.table(other).foreign_keys {
            if key.table != Some(table) || !key.enforced {
                continue;
            }
            let index = self.managed(other, &key.columns);
            let object = match index {
                Some(index) => self.indexes[index.0 as usize],
                None => self.tables[other.0 as usize],
            };
            let Some(object) = object else { continue };
            let there = match index {
                Some(index) => self.entry_changed_at(index),
                None => self.changed_at(other),
            };
            let bytes = self.load.object(object).row_bytes;
            let participant = self.apart(object, of);
            let search = Stream::of_rows(class, object, bytes, there).reading();
            self.push(Stream { participant, reads: rows, ..search });
            if key.on_delete_cascade {
                let rows = rows * CASCADE_ROWS;
                self.take_out(Removal { class, of, rows, depth: depth + 1 }, other);
            }
        }
    }

    /// Share of a table's updates that change one of some columns.
    fn changed_share(
        &self,
        table: TableId,
        columns: impl Iterator<Item = ColumnId>,
        per_second: f64,
    ) -> f64 {
        let facts = self.facts.table(table);
        let changing = columns
            .filter(|&column| roles::changes(self.schema, table, facts, column))
            .map(|column| facts.columns[column.0 as usize].mutable.as_ref()?.per_second)
            .map(|said| said.unwrap_or(per_second));
        (changing.sum::<f64>() / per_second).min(1.0)
    }

    fn queue(&self, table: TableId) -> bool {
        self.facts.table(table).role.role == Role::Queue
    }

    /// Where rows of a table are inserted.
    fn written_at(&mut self, table: TableId) -> Vec<Component> {
        let components = self.places_of_table(table);
        if self.queue(table) { keys::queued(&components) } else { components }
    }

    /// Where entries of an index come that a change has given a value.
    fn entry_written_at(&mut self, index: IndexId) -> Vec<Component> {
        let components = self.places_of_index(index);
        let table = self.schema.index(index).table;
        if self.queue(table) { keys::queued(&components) } else { components }
    }

    /// Where entries of new rows are inserted: those without a value among the NULLs.
    fn entry_inserted_at(&mut self, index: IndexId) -> Vec<Component> {
        let components = self.entry_written_at(index);
        let components = match self.default_of(index) {
            Some(piece) => {
                let kept = keys::inside(&components, piece);
                keys::mixed(&kept, shape::DEFAULT_KEPT, &components)
            }
            None => components,
        };
        match self.places_of_nulls(index) {
            Some((share, nulls)) => keys::mixed(&nulls, share, &components),
            None => components,
        }
    }

    /// The keys of the value that new rows have in the first column of an index, where that column
    /// takes few values and one of them is its default.
    ///
    /// Model: the default is drawn as the first of the values.
    fn default_of(&self, index: IndexId) -> Option<Keys> {
        let object = self.load.object(self.indexes[index.0 as usize]?);
        let index = self.schema.index(index);
        let lead = index.keys.first()?;
        let fact = self.facts.column(index.table, lead.column);
        let is_guessed_low = matches!(fact.dist, Dist::LowCard { .. }) && !fact.stated;
        let default = shape::starting_value(self.schema.table(index.table).column(lead.column));
        let cut = object.cuts.first().filter(|_| is_guessed_low && default.is_some())?;
        Some(object.keys.piece(0, cut.pieces))
    }

    /// Where the entries of rows without a value lie in an index that holds them, and the share of
    /// the rows.
    ///
    /// Model: only the first column of the index is looked at, and among the NULLs entries lie as
    /// the rows lie in their table.
    fn places_of_nulls(&mut self, index: IndexId) -> Option<(f64, Vec<Component>)> {
        let (share, keys) = self.nulls(index)?;
        let table = self.schema.index(index).table;
        let rows = self.tables[table.0 as usize]?;
        let (components, from) = (self.places_of_table(table), self.load.object(rows).keys);
        Some((share, keys::within(&components, from, keys)))
    }

    /// Where rows of a table are changed and deleted.
    pub(super) fn changed_at(&mut self, table: TableId) -> Vec<Component> {
        let components = self.places_of_table(table);
        if self.queue(table) { keys::oldest(&components) } else { keys::anywhere(&components) }
    }

    /// Where entries of an index are taken out.
    pub(super) fn entry_changed_at(&mut self, index: IndexId) -> Vec<Component> {
        let components = self.places_of_index(index);
        let table = self.schema.index(index).table;
        if self.queue(table) {
            return keys::oldest(&components);
        }
        let there = keys::anywhere(&components);
        match self.places_of_nulls(index) {
            Some((share, nulls)) => keys::mixed(&keys::anywhere(&nulls), share, &there),
            None => there,
        }
    }
}

/// Rows that a delete takes out.
#[derive(Clone, Copy)]
struct Removal {
    class: ClassId,
    /// The table that the delete names.
    of: ObjectId,
    /// Rows.
    rows: f64,
    /// Steps of the cascade.
    depth: usize,
}
