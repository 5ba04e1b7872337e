//! Lists of what depends on each table: indexes, interleaved tables, foreign keys.

use crate::ids::{IndexId, TableId};
use std::collections::{BTreeMap, BTreeSet};

/// What depends on each table.
#[derive(Default)]
pub(crate) struct DependencyLists {
    /// By table: what depends on it.
    pub(crate) of: BTreeMap<TableId, TableDependents>,
    /// How many indexes are in the lists.
    pub(crate) indexes: usize,
    /// How many tables are in the lists.
    pub(crate) tables: usize,
    /// How many foreign keys are in the lists.
    pub(crate) keys: usize,
}

/// What depends on one table; what was dropped may still be in the lists.
#[derive(Default)]
pub(crate) struct TableDependents {
    /// Indexes on it.
    pub(crate) indexes: Vec<IndexId>,
    /// Tables interleaved directly in it.
    pub(crate) children: BTreeSet<TableId>,
    /// Foreign keys from it and to it, by their place in `Catalog::foreign_keys`.
    pub(crate) keys: Vec<usize>,
}
