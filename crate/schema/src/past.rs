//! What is so far past a limit of Spanner that it is said once and not analysed further. No database
//! can have it, and to look closely at all of it would take longer than anybody waits.

use super::build::Replay;
use super::limits::{INTERLEAVE_LEVELS_MAX, KEY_COLUMNS_MAX, TABLE_COLUMNS_MAX, TABLE_INDEXES_MAX};
use super::{IndexId, TableId};
use crate::text::{Span, at};
use smol_str::{SmolStr, StrExt};
use std::collections::BTreeSet;

/// How many times a limit a thing may be past and still be analysed (assumption of ours: a schema
/// that is being written is past a limit by a little, a mistake or a generator by much).
pub const ANALYSED_TIMES: usize = 10;

/// A thing that is left out of the schema because it is far past a limit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PastLimit {
    /// The limit.
    pub of: Limited,
    /// Its name.
    pub name: SmolStr,
    /// Where the name stands.
    pub span: Span,
    /// How much there is of what is limited.
    pub count: usize,
}

/// What is limited.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Limited {
    /// Columns of a table's key.
    KeyColumns,
    /// Columns of an index key.
    IndexKeyColumns,
    /// Columns of a table.
    Columns,
    /// Indexes of a table.
    Indexes,
    /// Levels of an interleaving tree; what is left out are the tables below.
    Levels,
}

impl Limited {
    /// How many Spanner takes.
    #[must_use]
    pub fn most(self) -> usize {
        match self {
            Self::KeyColumns | Self::IndexKeyColumns => KEY_COLUMNS_MAX,
            Self::Columns => TABLE_COLUMNS_MAX,
            Self::Indexes => TABLE_INDEXES_MAX,
            Self::Levels => INTERLEAVE_LEVELS_MAX,
        }
    }

    /// Whether so many are too many to be analysed.
    fn is_past(self, count: usize) -> bool {
        count > self.most() * ANALYSED_TIMES
    }
}

impl Replay<'_> {
    /// Leaves out what is far past a limit. Parents must be resolved by now.
    pub(super) fn leave_out(&mut self) {
        self.leave_out_deep();
        let mut indexes = vec![0; self.schema.tables.len()];
        for id in self.schema.index_ids().filter(|id| !self.gone.indexes.contains(id)) {
            indexes[self.schema.index(id).table.0 as usize] += 1;
        }
        for id in self.schema.table_ids() {
            let table = self.schema.table(id);
            let counts = [
                (Limited::KeyColumns, table.key.len()),
                (Limited::Columns, table.columns.len()),
                (Limited::Indexes, indexes[id.0 as usize]),
            ];
            let Some(&(of, _)) = counts.iter().find(|(of, count)| of.is_past(*count)) else {
                continue;
            };
            let count = self.count_of(id, of, indexes[id.0 as usize]);
            if of.is_past(count) && !self.gone.tables.contains(&id) {
                self.leave_out_table(id, of, count);
            }
        }
        for id in self.schema.index_ids() {
            let index = self.schema.index(id);
            let (table, count) = (index.table, index.keys.len());
            if self.gone.indexes.contains(&id) {
                continue;
            }
            if self.gone.tables.contains(&table) {
                // Said of its table already.
                self.gone.names.insert(index.name.to_lowercase_smolstr());
                self.gone.indexes.insert(id);
            } else if Limited::IndexKeyColumns.is_past(count) {
                self.leave_out_index(id, count);
            }
        }
        self.schema.past_limits.sort_by_key(|past| past.span);
    }

    /// How much there is of what is limited, without what was dropped.
    fn count_of(&self, table: TableId, of: Limited, indexes: usize) -> usize {
        let owner = self.schema.table(table);
        let live = || owner.column_ids().filter(|&c| !self.gone.columns.contains(&(table, c)));
        match of {
            Limited::Columns => live().count(),
            Limited::Indexes => indexes,
            _ => owner.key.len(),
        }
    }

    fn leave_out_table(&mut self, id: TableId, of: Limited, count: usize) {
        let table = self.schema.table(id);
        let (name, span) = (table.name.clone(), table.name_span);
        self.gone.names.insert(name.to_lowercase_smolstr());
        self.gone.tables.insert(id);
        self.schema.past_limits.push(PastLimit { of, name, span, count });
    }

    fn leave_out_index(&mut self, id: IndexId, count: usize) {
        let index = self.schema.index(id);
        let (of, name, span) = (Limited::IndexKeyColumns, index.name.clone(), index.name_span);
        self.gone.names.insert(name.to_lowercase_smolstr());
        self.gone.indexes.insert(id);
        self.schema.past_limits.push(PastLimit { of, name, span, count });
    }

    /// Leaves out the tables that stand too deep in a tree, and says so once of each tree, with the
    /// first of them and the levels that there are.
    fn leave_out_deep(&mut self) {
        let levels = self.levels();
        let is_past = |level: &&(u32, TableId)| Limited::Levels.is_past(level.0 as usize);
        if !levels.iter().any(|level| is_past(&level)) {
            return;
        }
        let mut deepest: Vec<u32> = vec![0; levels.len()];
        for (level, root) in &levels {
            let most = &mut deepest[root.0 as usize];
            *most = (*most).max(*level);
        }
        let mut said = BTreeSet::new();
        for (number, (_, root)) in levels.iter().enumerate().filter(|(_, level)| is_past(level)) {
            let id = TableId(at(number));
            let table = self.schema.table(id);
            let (name, span) = (table.name.clone(), table.name_span);
            self.gone.names.insert(name.to_lowercase_smolstr());
            self.gone.tables.insert(id);
            if said.insert(*root) {
                let count = deepest[root.0 as usize] as usize;
                self.schema.past_limits.push(PastLimit { of: Limited::Levels, name, span, count });
            }
        }
    }

    /// By table: its level, 1 for a root, and its root. Tables of a circle are roots each.
    fn levels(&self) -> Vec<(u32, TableId)> {
        let parent = |id: TableId| {
            let parent = self.schema.table(id).parent.as_ref().and_then(|parent| parent.table);
            parent.filter(|&parent| parent != id)
        };
        let mut known: Vec<Option<(u32, TableId)>> = vec![None; self.schema.tables.len()];
        let mut above = Vec::new();
        for id in self.schema.table_ids() {
            let mut at = id;
            while known[at.0 as usize].is_none() {
                above.push(at);
                // Known for now, so that a circle ends.
                known[at.0 as usize] = Some((1, at));
                match parent(at) {
                    Some(parent) => at = parent,
                    None => break,
                }
            }
            while let Some(table) = above.pop() {
                let of_parent = parent(table).and_then(|parent| known[parent.0 as usize]);
                let own = of_parent.map_or((1, table), |(level, root)| (level + 1, root));
                known[table.0 as usize] = Some(own);
            }
        }
        known.into_iter().zip(0..).map(|(it, n)| it.unwrap_or((1, TableId(n)))).collect()
    }
}
