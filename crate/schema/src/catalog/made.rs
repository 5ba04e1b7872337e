//! What a statement made, as a number that still counts what was dropped.

use crate::ids::{ColumnId, IndexId, SequenceId, TableId};
use crate::place::Object;

/// What a statement made or changed.
#[derive(Clone, Copy)]
pub(crate) enum Made {
    Nothing,
    Table(TableId),
    Index(IndexId),
    Column(TableId, ColumnId),
    Sequence(SequenceId),
    /// What is looked at after the last statement, by its place in `Catalog::pending`.
    Pending(usize),
    Other(Object),
    /// Something that a later statement dropped, or that it dropped itself.
    Removed,
}
