//! Lists of what depends on each table: indexes, interleaved tables, foreign keys, views.

use crate::ids::{IndexId, TableId};
use smol_str::SmolStr;
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
    /// By word of a query, in lower case: the first view that has it, by its place in what is pending.
    pub(crate) views: BTreeMap<SmolStr, usize>,
    /// How many of what is pending were looked through for views.
    pub(crate) pending: usize,
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
