//! Property graphs: nodes, edges and the ends of edges.

use crate::ids::{ColumnId, TableId};
use crate::text::Span;
use smol_str::SmolStr;

/// A property graph.
#[derive(Clone, Debug)]
pub struct Graph {
    /// Name.
    pub name: SmolStr,
    /// Where the name stands.
    pub name_span: Span,
    /// The statement.
    pub span: Span,
    /// Node tables.
    pub nodes: Vec<GraphNode>,
    /// Edge tables.
    pub edges: Vec<GraphEdge>,
}

/// A node table of a property graph.
#[derive(Clone, Debug)]
pub struct GraphNode {
    /// The name that edges know it by: its alias, or the table's.
    pub name: SmolStr,
    /// The table, if the text defines it and it is no view.
    pub table: Option<TableId>,
    /// Columns of the node's key that exist.
    pub key: Vec<ColumnId>,
    /// The element.
    pub span: Span,
}

/// An edge table of a property graph.
#[derive(Clone, Debug)]
pub struct GraphEdge {
    /// The table, if the text defines it and it is no view.
    pub table: Option<TableId>,
    /// Where edges begin.
    pub source: Option<GraphEnd>,
    /// Where edges end.
    pub destination: Option<GraphEnd>,
    /// The element.
    pub span: Span,
}

/// An end of the edges of a table.
#[derive(Clone, Debug)]
pub struct GraphEnd {
    /// The node table, if the text defines it and it is no view.
    pub node: Option<TableId>,
    /// Columns of the edge table that exist.
    pub columns: Vec<ColumnId>,
    /// Columns of the node table that they refer to and that exist.
    pub referenced: Vec<ColumnId>,
    /// The clause.
    pub span: Span,
}
