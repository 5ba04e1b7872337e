//! What depends on a table while statements are replayed. Only statements that change something need
//! it, so the lists are updated when one comes: a text that only creates costs nothing.

use crate::catalog::Catalog;
use crate::catalog::dependency_lists::DependencyLists;
use crate::catalog::expression_words::words_in;
use crate::catalog::pending::PendingForeignKey;
use crate::ids::{IndexId, TableId};
use crate::index::Index;
use crate::syntax::tree::StatementKind;
use crate::text::at;
use smol_str::StrExt;

impl Catalog<'_> {
    /// Adds what was created since the last update.
    pub(crate) fn update_dependents(&mut self) {
        let DependencyLists { of, indexes, tables, keys, views, pending } = &mut self.dependents;
        for (number, index) in self.schema.indexes.iter().enumerate().skip(*indexes) {
            of.entry(index.table).or_default().indexes.push(IndexId(at(number)));
        }
        for (number, table) in self.schema.tables.iter().enumerate().skip(*tables) {
            if let Some(parent) = table.parent.as_ref().and_then(|parent| parent.table) {
                of.entry(parent).or_default().children.insert(TableId(at(number)));
            }
        }
        for (number, key) in self.foreign_keys.iter().enumerate().skip(*keys) {
            of.entry(key.table).or_default().keys.push(number);
            if let Some(target) = key.target.filter(|&target| target != key.table) {
                of.entry(target).or_default().keys.push(number);
            }
        }
        for (number, made) in self.pending.iter().enumerate().skip(*pending) {
            if let Some(StatementKind::CreateView(view)) = made.kind {
                for word in words_in(view.body.of(self.text), self.schema.dialect) {
                    views.entry(word.to_lowercase_smolstr()).or_insert(number);
                }
            }
        }
        *pending = self.pending.len();
        *indexes = self.schema.indexes.len();
        *tables = self.schema.tables.len();
        *keys = self.foreign_keys.len();
    }

    /// Records that a later statement interleaved a table in another.
    pub(crate) fn note_child(&mut self, parent: TableId, child: TableId) {
        self.dependents.of.entry(parent).or_default().children.insert(child);
    }

    /// Indexes on a table, in the order in which they were created.
    pub(crate) fn indexes_on(&self, table: TableId) -> impl Iterator<Item = &Index> {
        let all = self.dependents.of.get(&table).map_or(&[][..], |on| &on.indexes);
        let looked = self.steps.all_of(all).iter();
        looked.filter(|id| !self.removed.indexes.contains(id)).map(|&id| self.schema.index(id))
    }

    /// The first table that is interleaved in another.
    pub(crate) fn child_of(&self, table: TableId) -> Option<TableId> {
        let is_child = |id: TableId| {
            let parent = self.schema.table(id).parent.as_ref().and_then(|parent| parent.table);
            parent == Some(table) && id != table && !self.removed.tables.contains(&id)
        };
        let mut children = self.dependents.of.get(&table)?.children.iter().copied();
        // The first is one but for those that are gone.
        let ends = |id: &TableId| !self.steps.take(1) || is_child(*id);
        children.find(ends).filter(|&id| is_child(id))
    }

    /// Foreign keys from a table and to it, in the order of the text.
    pub(crate) fn foreign_keys_at(
        &self,
        table: TableId,
    ) -> impl Iterator<Item = &PendingForeignKey<'_>> {
        let all = self.dependents.of.get(&table).map_or(&[][..], |on| &on.keys);
        let looked = self.steps.all_of(all).iter();
        looked.map(|&number| &self.foreign_keys[number]).filter(|key| !key.dropped)
    }

    /// Drops the foreign keys of a table for which `is_dropped` holds, and calls `each` with them.
    pub(crate) fn drop_foreign_keys(
        &mut self,
        table: TableId,
        is_dropped: impl Fn(&PendingForeignKey) -> bool,
        mut each: impl FnMut(&PendingForeignKey),
    ) {
        let Some(on) = self.dependents.of.get_mut(&table) else { return };
        let keys = &mut self.foreign_keys;
        on.keys.retain(|&number| {
            let key = &mut keys[number];
            if !key.dropped && key.table == table && is_dropped(key) {
                key.dropped = true;
                each(key);
            }
            !key.dropped
        });
    }
}
