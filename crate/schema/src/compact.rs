//! The last step of the replay: what was dropped goes, and what is left is numbered anew.

use super::build::{Made, Replay};
use super::{ColumnId, IndexId, KeyPart, Parent, SequenceId, TableId};
use crate::text::at;

/// New numbers by old ones; `None` where the thing is gone.
struct Numbers {
    tables: Vec<Option<TableId>>,
    columns: Vec<Vec<Option<ColumnId>>>,
    indexes: Vec<Option<IndexId>>,
    sequences: Vec<Option<SequenceId>>,
}

impl Numbers {
    fn table(&self, id: TableId) -> Option<TableId> {
        self.tables[id.0 as usize]
    }

    fn column(&self, table: TableId, id: ColumnId) -> Option<ColumnId> {
        self.columns[table.0 as usize][id.0 as usize]
    }

    fn columns(&self, table: TableId, ids: &mut Vec<ColumnId>) {
        *ids = ids.iter().filter_map(|&id| self.column(table, id)).collect();
    }

    fn parts(&self, table: TableId, parts: &mut Vec<KeyPart>) {
        parts.retain_mut(|part| match self.column(table, part.column) {
            Some(column) => {
                part.column = column;
                true
            }
            None => false,
        });
    }

    fn parent(&self, parent: &mut Option<Parent>) {
        if let Some(parent) = parent {
            parent.table = parent.table.and_then(|table| self.table(table));
        }
    }

    fn made(&self, made: Made) -> Made {
        match made {
            Made::Nothing | Made::Gone | Made::Pending(_) | Made::Other(_) => made,
            Made::Sequence(sequence) => {
                self.sequences[sequence.0 as usize].map_or(Made::Gone, Made::Sequence)
            }
            Made::Table(table) => self.table(table).map_or(Made::Gone, Made::Table),
            Made::Index(index) => self.indexes[index.0 as usize].map_or(Made::Gone, Made::Index),
            Made::Column(table, column) => {
                let both = self.table(table).zip(self.column(table, column));
                both.map_or(Made::Gone, |(table, column)| Made::Column(table, column))
            }
        }
    }
}

/// Counts what is kept: the new number of each of `len` things.
fn renumber<T>(len: usize, id: impl Fn(u32) -> T, gone: impl Fn(&T) -> bool) -> Vec<Option<T>> {
    let mut next = 0;
    let number = |old| {
        (!gone(&id(old))).then(|| {
            next += 1;
            id(next - 1)
        })
    };
    (0..at(len)).map(number).collect()
}

impl Replay<'_> {
    /// Takes out what was dropped. Foreign keys and parents must be resolved by now.
    pub(super) fn compact(&mut self) {
        let nothing = self.gone.tables.is_empty()
            && self.gone.columns.is_empty()
            && self.gone.indexes.is_empty()
            && self.gone.sequences.is_empty();
        if nothing {
            return;
        }
        let numbers = self.numbers();
        self.take_out_columns(&numbers);
        let mut old = self.gone_flags().into_iter();
        self.schema.tables.retain(|_| !old.next().unwrap_or(false));
        for dropped in &mut self.schema.dropped {
            dropped.follows =
                dropped.follows.iter().filter_map(|&table| numbers.table(table)).collect();
            dropped.parent = dropped.parent.and_then(|table| numbers.table(table));
        }
        self.compact_indexes(&numbers);
        let mut sequence = 0;
        let gone = &self.gone.sequences;
        self.schema.sequences.retain(|_| {
            sequence += 1;
            !gone.contains(&(sequence - 1))
        });
        for problem in &mut self.schema.problems {
            problem.table = problem.table.and_then(|table| numbers.table(table));
        }
        for made in &mut self.made {
            *made = numbers.made(*made);
        }
        for table in self.pending.iter_mut().flat_map(|pending| &mut pending.tables) {
            *table = table.and_then(|table| numbers.table(table));
        }
        for table in self.former.values_mut() {
            *table = table.and_then(|table| numbers.table(table));
        }
    }

    fn numbers(&self) -> Numbers {
        let gone = &self.gone;
        let tables = self.schema.tables.iter().enumerate();
        Numbers {
            tables: renumber(self.schema.tables.len(), TableId, |id| gone.tables.contains(id)),
            indexes: renumber(self.schema.indexes.len(), IndexId, |id| gone.indexes.contains(id)),
            sequences: renumber(self.schema.sequences.len(), SequenceId, |id| {
                gone.sequences.contains(&(id.0 as usize))
            }),
            columns: tables
                .map(|(i, table)| {
                    let of = TableId(at(i));
                    renumber(table.columns.len(), ColumnId, |&id| gone.columns.contains(&(of, id)))
                })
                .collect(),
        }
    }

    fn gone_flags(&self) -> Vec<bool> {
        self.schema.table_ids().map(|id| self.gone.tables.contains(&id)).collect()
    }

    fn take_out_columns(&mut self, numbers: &Numbers) {
        for (i, table) in self.schema.tables.iter_mut().enumerate() {
            let id = TableId(at(i));
            let mut column = 0;
            table.columns.retain(|_| {
                column += 1;
                numbers.column(id, ColumnId(column - 1)).is_some()
            });
            numbers.parts(id, &mut table.key);
            numbers.parent(&mut table.parent);
            for key in &mut table.foreign_keys {
                numbers.columns(id, &mut key.columns);
                if let Some(target) = key.table {
                    numbers.columns(target, &mut key.referenced);
                    key.table = numbers.table(target);
                }
            }
        }
    }

    fn compact_indexes(&mut self, numbers: &Numbers) {
        let mut old = 0;
        self.schema.indexes.retain_mut(|index| {
            let kept = numbers.indexes[old].is_some();
            old += 1;
            let Some(table) = numbers.table(index.table).filter(|_| kept) else { return false };
            let of = index.table;
            numbers.parts(of, &mut index.keys);
            let mut stored = index.storing.iter().map(|&column| numbers.column(of, column));
            index.storing_spans.retain(|_| stored.next().flatten().is_some());
            numbers.columns(of, &mut index.storing);
            numbers.columns(of, &mut index.where_not_null);
            numbers.parent(&mut index.parent);
            index.table = table;
            true
        });
        self.tables.retain(|_, table| keep(table, numbers.table(*table)));
        self.indexes.retain(|_, index| keep(index, numbers.indexes[index.0 as usize]));
    }
}

/// Puts the new number in the old one's place, if there is one.
fn keep<T>(place: &mut T, new: Option<T>) -> bool {
    match new {
        Some(new) => {
            *place = new;
            true
        }
        None => false,
    }
}
