//! How ids of each table are made, and which columns hold UUIDs because a key that they name does.

use std::collections::BTreeMap;

use super::directives::ids;
use super::options::Ids;
use super::plan::{Columns, Porter};
use super::sequence_index::Draws;
use crate::source::Table;

impl Porter<'_> {
    /// How ids of a table are made: as a directive says of it, or of the whole file.
    pub(super) fn ids_of(&self, table: &Table) -> Ids {
        let stated = self.options.decisions.table(&table.name.shown(), "key");
        stated.and_then(|it| ids(it).ok()).unwrap_or(self.options.ids)
    }

    /// Finds the columns that hold UUIDs in place of numbers: generated keys, and what names them.
    pub(super) fn find_uuid_keys(&mut self) {
        let source = self.source;
        let mut found = Columns::new();
        if !self.options.literal {
            for (number, table) in source.tables.iter().enumerate() {
                if self.ids_of(table) == Ids::Uuid {
                    let columns = table.columns.iter().enumerate();
                    let generated = columns.filter(|(_, column)| {
                        column.generator.is_some()
                            || matches!(self.draws(column), Some(Draws::Own(_) | Draws::Shared(_)))
                    });
                    found.extend(generated.map(|(at, _)| (number, at)));
                }
            }
        }
        if found.is_empty() {
            return;
        }
        self.uuid_keys = spread(found, &self.named_by);
    }

    /// Finds for each column the columns of foreign keys that name it.
    pub(super) fn find_named_by(&mut self) {
        let mut all: BTreeMap<(usize, usize), Vec<(usize, usize)>> = BTreeMap::new();
        for (number, table) in self.source.tables.iter().enumerate() {
            for key in &table.foreign_keys {
                let Some(target) = self.table_index.target_of(key, table) else { continue };
                let other = &self.source.tables[target];
                for (own, its) in key.columns.iter().zip(other.named_columns(key)) {
                    if let (Some(own), Some(its)) = (table.column(own), other.column(&its)) {
                        all.entry((target, its)).or_default().push((number, own));
                    }
                }
            }
        }
        self.named_by = all;
    }
}

/// Columns, and all that links lead to from them.
pub(super) fn spread(
    mut found: Columns,
    links: &BTreeMap<(usize, usize), Vec<(usize, usize)>>,
) -> Columns {
    let mut next: Vec<(usize, usize)> = found.iter().copied().collect();
    while let Some(column) = next.pop() {
        for &by in links.get(&column).into_iter().flatten() {
            if found.insert(by) {
                next.push(by);
            }
        }
    }
    found
}
