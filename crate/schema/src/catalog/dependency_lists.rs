//! Lists of what stands on each table: indexes, interleaved tables, foreign keys.

use crate::ids::{IndexId, TableId};
use std::collections::{BTreeMap, BTreeSet};

/// What stands on each table.
#[derive(Default)]
pub(crate) struct DependencyLists {
    pub(crate) of: BTreeMap<TableId, TableDependents>,
    /// How many indexes, tables and foreign keys are taken in.
    pub(crate) indexes: usize,
    pub(crate) tables: usize,
    pub(crate) keys: usize,
}

/// What stands on one table; what was dropped may still be in the lists.
#[derive(Default)]
pub(crate) struct TableDependents {
    pub(crate) indexes: Vec<IndexId>,
    pub(crate) children: BTreeSet<TableId>,
    /// Foreign keys from it and to it, by their place in `Catalog::keys`.
    pub(crate) keys: Vec<usize>,
}
