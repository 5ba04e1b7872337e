//! Removes what was dropped from the schema, and renumbers what is left.

use crate::catalog::Catalog;
use crate::catalog::made::Made;
use crate::ids::{ColumnId, IndexId, SequenceId, TableId};
use crate::interleaving::Parent;
use crate::key::KeyPart;
use crate::text::at;

/// New numbers by old ones; `None` for what was dropped.
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
            Made::Nothing | Made::Removed | Made::Pending(_) | Made::Other(_) => made,
            Made::Sequence(sequence) => {
                self.sequences[sequence.0 as usize].map_or(Made::Removed, Made::Sequence)
            }
            Made::Table(table) => self.table(table).map_or(Made::Removed, Made::Table),
            Made::Index(index) => self.indexes[index.0 as usize].map_or(Made::Removed, Made::Index),
            Made::Column(table, column) => {
                let both = self.table(table).zip(self.column(table, column));
                both.map_or(Made::Removed, |(table, column)| Made::Column(table, column))
            }
        }
    }
}

/// The new number of each of `len` things; `None` for those that are gone.
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

/// Removes what was dropped. Foreign keys and parents must be resolved by now.
pub(crate) fn compact(catalog: &mut Catalog<'_>) {
    let nothing = catalog.removed.tables.is_empty()
        && catalog.removed.columns.is_empty()
        && catalog.removed.indexes.is_empty()
        && catalog.removed.sequences.is_empty();
    if nothing {
        return;
    }
    let numbers = new_numbers(catalog);
    remove_columns(catalog, &numbers);
    let mut old = removed_table_flags(catalog).into_iter();
    catalog.schema.tables.retain(|_| !old.next().unwrap_or(false));
    for dropped in &mut catalog.schema.dropped {
        dropped.follows =
            dropped.follows.iter().filter_map(|&table| numbers.table(table)).collect();
        dropped.parent = dropped.parent.and_then(|table| numbers.table(table));
    }
    compact_indexes(catalog, &numbers);
    let mut sequence = 0;
    let gone = &catalog.removed.sequences;
    catalog.schema.sequences.retain(|_| {
        sequence += 1;
        !gone.contains(&(sequence - 1))
    });
    for problem in &mut catalog.schema.problems {
        problem.table = problem.table.and_then(|table| numbers.table(table));
    }
    for made in &mut catalog.made {
        *made = numbers.made(*made);
    }
    for table in catalog.pending.iter_mut().flat_map(|pending| &mut pending.tables) {
        *table = table.and_then(|table| numbers.table(table));
    }
    for table in catalog.former_names.values_mut() {
        *table = table.and_then(|table| numbers.table(table));
    }
}

fn new_numbers(catalog: &Catalog<'_>) -> Numbers {
    let gone = &catalog.removed;
    let tables = catalog.schema.tables.iter().enumerate();
    Numbers {
        tables: renumber(catalog.schema.tables.len(), TableId, |id| gone.tables.contains(id)),
        indexes: renumber(catalog.schema.indexes.len(), IndexId, |id| gone.indexes.contains(id)),
        sequences: renumber(catalog.schema.sequences.len(), SequenceId, |id| {
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

fn removed_table_flags(catalog: &Catalog<'_>) -> Vec<bool> {
    catalog.schema.table_ids().map(|id| catalog.removed.tables.contains(&id)).collect()
}

fn remove_columns(catalog: &mut Catalog<'_>, numbers: &Numbers) {
    for (i, table) in catalog.schema.tables.iter_mut().enumerate() {
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

fn compact_indexes(catalog: &mut Catalog<'_>, numbers: &Numbers) {
    let mut old = 0;
    catalog.schema.indexes.retain_mut(|index| {
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
    catalog.tables.retain(|_, table| renumber_or_drop(table, numbers.table(*table)));
    catalog.indexes.retain(|_, index| renumber_or_drop(index, numbers.indexes[index.0 as usize]));
}

/// Puts the new number in the old one's place, if there is one.
fn renumber_or_drop<T>(place: &mut T, new: Option<T>) -> bool {
    match new {
        Some(new) => {
            *place = new;
            true
        }
        None => false,
    }
}
