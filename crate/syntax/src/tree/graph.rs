//! Property graphs.

use super::name::Name;
use crate::text::Span;

/// `CREATE PROPERTY GRAPH`, as deep as facts need it: the tables and the keys that tie them.
#[derive(Clone, Debug)]
pub struct CreatePropertyGraph {
    /// The graph.
    pub name: Name,
    /// `OR REPLACE` was said.
    pub or_replace: bool,
    /// Node tables.
    pub nodes: Vec<GraphTable>,
    /// Edge tables.
    pub edges: Vec<GraphTable>,
}

/// A node or an edge table of a property graph.
#[derive(Clone, Debug)]
pub struct GraphTable {
    /// The table or view.
    pub table: Name,
    /// `AS a`.
    pub alias: Option<Name>,
    /// `KEY (…)`; empty for the table's own key.
    pub key: Vec<Name>,
    /// `SOURCE KEY … REFERENCES …`, of an edge table.
    pub source: Option<GraphEnd>,
    /// `DESTINATION KEY … REFERENCES …`, of an edge table.
    pub destination: Option<GraphEnd>,
    /// From the table to the last clause.
    pub span: Span,
}

/// An end of an edge.
#[derive(Clone, Debug)]
pub struct GraphEnd {
    /// From `SOURCE` or `DESTINATION` to the referenced columns.
    pub span: Span,
    /// Columns of the edge table.
    pub columns: Vec<Name>,
    /// The node table, by its name or alias.
    pub node: Name,
    /// Columns of the node table; empty for its key.
    pub referenced: Vec<Name>,
}
