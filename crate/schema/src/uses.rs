//! What stands on each table while statements are replayed: indexes, interleaved tables, foreign
//! keys. Only a statement that changes something asks for it, so it is brought up to date when one
//! does, and a text that only creates pays nothing.

use super::build::{PendingKey, Replay};
use super::{Index, IndexId, TableId};
use crate::text::at;
use std::collections::{BTreeMap, BTreeSet};

/// What stands on each table.
#[derive(Default)]
pub(super) struct Uses {
    of: BTreeMap<TableId, OnTable>,
    /// How many indexes, tables and foreign keys are taken in.
    indexes: usize,
    tables: usize,
    keys: usize,
}

/// What stands on one table; what was dropped may still be in the lists.
#[derive(Default)]
struct OnTable {
    indexes: Vec<IndexId>,
    children: BTreeSet<TableId>,
    /// Foreign keys from it and to it, by their place in `Replay::keys`.
    keys: Vec<usize>,
}

impl Replay<'_> {
    /// Takes in what was made since the last time.
    pub(super) fn find_uses(&mut self) {
        let Uses { of, indexes, tables, keys } = &mut self.uses;
        for (number, index) in self.schema.indexes.iter().enumerate().skip(*indexes) {
            of.entry(index.table).or_default().indexes.push(IndexId(at(number)));
        }
        for (number, table) in self.schema.tables.iter().enumerate().skip(*tables) {
            if let Some(parent) = table.parent.as_ref().and_then(|parent| parent.table) {
                of.entry(parent).or_default().children.insert(TableId(at(number)));
            }
        }
        for (number, key) in self.keys.iter().enumerate().skip(*keys) {
            of.entry(key.table).or_default().keys.push(number);
            if let Some(target) = key.target.filter(|&target| target != key.table) {
                of.entry(target).or_default().keys.push(number);
            }
        }
        *indexes = self.schema.indexes.len();
        *tables = self.schema.tables.len();
        *keys = self.keys.len();
    }

    /// Notes that a table was interleaved in another by a later statement.
    pub(super) fn note_child(&mut self, parent: TableId, child: TableId) {
        self.uses.of.entry(parent).or_default().children.insert(child);
    }

    /// Indexes on a table, in the order in which they were made.
    pub(super) fn indexes_on(&self, table: TableId) -> impl Iterator<Item = &Index> {
        let all = self.uses.of.get(&table).map_or(&[][..], |on| &on.indexes);
        all.iter().filter(|id| !self.gone.indexes.contains(id)).map(|&id| self.schema.index(id))
    }

    /// The first table that is interleaved in another.
    pub(super) fn child_of(&self, table: TableId) -> Option<TableId> {
        let is_child = |id: TableId| {
            let parent = self.schema.table(id).parent.as_ref().and_then(|parent| parent.table);
            parent == Some(table) && id != table && !self.gone.tables.contains(&id)
        };
        let mut children = self.uses.of.get(&table)?.children.iter().copied();
        children.find(|&id| is_child(id))
    }

    /// Foreign keys from a table and to it, in the order in which they were said.
    pub(super) fn keys_at(&self, table: TableId) -> impl Iterator<Item = &PendingKey> {
        let all = self.uses.of.get(&table).map_or(&[][..], |on| &on.keys);
        all.iter().map(|&number| &self.keys[number]).filter(|key| !key.gone)
    }

    /// Takes the foreign keys of a table out of which `goes` holds, and gives them to `each`.
    pub(super) fn drop_keys(
        &mut self,
        table: TableId,
        goes: impl Fn(&PendingKey) -> bool,
        mut each: impl FnMut(&PendingKey),
    ) {
        let Some(on) = self.uses.of.get_mut(&table) else { return };
        let keys = &mut self.keys;
        on.keys.retain(|&number| {
            let key = &mut keys[number];
            if !key.gone && key.table == table && goes(key) {
                key.gone = true;
                each(key);
            }
            !key.gone
        });
    }
}
