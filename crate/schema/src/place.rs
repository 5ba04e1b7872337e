//! The things that directives and links speak of.

use crate::ids::{
    ColumnId, GraphId, IndexId, SequenceId, SpecialIndexId, StreamId, TableId, ViewId,
};
use crate::managed::ManagedName;
use crate::schema::Schema;
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

impl Object {
    /// What tells it apart where it is an index that Spanner keeps for a foreign key.
    #[must_use]
    pub fn managed(self, schema: &Schema) -> Option<ManagedName<'_>> {
        let Self::Index(id) = self else { return None };
        schema.managed_name(id)
    }

    /// Its name; the schema as a whole is called `schema`.
    #[must_use]
    pub fn name(self, schema: &Schema) -> &str {
        match self {
            Self::Table(id) => &schema.table(id).name,
            Self::Index(id) => &schema.index(id).name,
            Self::Sequence(id) => &schema.sequence(id).name,
            Self::SpecialIndex(id) => &schema.special_index(id).name,
            Self::Stream(id) => &schema.stream(id).name,
            Self::Graph(id) => &schema.graph(id).name,
            Self::View(id) => &schema.view(id).name,
            Self::File => "schema",
        }
    }
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
