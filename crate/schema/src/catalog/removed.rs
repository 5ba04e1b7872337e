//! What was dropped. It keeps its number until the last statement is replayed.

use crate::ids::{ColumnId, IndexId, TableId};
use smol_str::SmolStr;
use std::collections::BTreeSet;

/// The ids of what was dropped.
#[derive(Default)]
pub(crate) struct Removed {
    pub(crate) tables: BTreeSet<TableId>,
    pub(crate) columns: BTreeSet<(TableId, ColumnId)>,
    pub(crate) indexes: BTreeSet<IndexId>,
    pub(crate) sequences: BTreeSet<usize>,
    /// Columns as `table.column`, and indexes, lower-cased: a directive may still name them.
    pub(crate) names: BTreeSet<SmolStr>,
}
