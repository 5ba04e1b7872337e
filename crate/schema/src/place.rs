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

/// A thing of a schema that has a name, or the schema as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Object {
    /// A table.
    Table(TableId),
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
    /// The schema as a whole.
    File,
}

/// What facts can be stated of: an object, or a column of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// An object.
    Object(Object),
    /// A column.
    Column(TableId, ColumnId),
}

impl Place {
    /// The object, which is the table for a column.
    #[must_use]
    pub fn object(self) -> Object {
        match self {
            Self::Object(object) => object,
            Self::Column(table, _) => Object::Table(table),
        }
    }
}
