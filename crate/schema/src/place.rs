//! The things that directives and links speak of.

use crate::ids::{
    ColumnId, GraphId, IndexId, SequenceId, SpecialIndexId, StreamId, TableId, ViewId,
};
use crate::syntax::tree::Directive;

/// A directive and the thing it was found to speak of.
#[derive(Clone, Debug)]
pub struct LocatedDirective {
    /// What was written.
    pub directive: Directive,
    /// What it speaks of; `None` when nothing of that name is there.
    pub place: Option<Place>,
}

/// A thing that facts can be stated of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// The whole file.
    File,
    /// A table.
    Table(TableId),
    /// A column.
    Column(TableId, ColumnId),
    /// An index.
    Index(IndexId),
    /// A sequence.
    Sequence(SequenceId),
    /// A search or vector index.
    SpecialIndex(SpecialIndexId),
    /// A change stream.
    Stream(StreamId),
    /// A property graph.
    Graph(GraphId),
    /// A view.
    View(ViewId),
}
