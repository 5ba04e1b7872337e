//! Makes property graphs.

use crate::catalog::Catalog;
use crate::graph::{Graph, GraphEdge, GraphEnd, GraphNode};
use crate::ids::{GraphId, TableId};
use crate::place::Object;
use crate::syntax::tree::{CreatePropertyGraph, GraphEnd as WrittenEnd, GraphTable, Statement};
use crate::text::at;
use smol_str::{SmolStr, StrExt};
use std::collections::BTreeMap;

/// Numbers of the nodes of a graph by their folded names.
type NodesByName = BTreeMap<SmolStr, u32>;

/// Makes a property graph.
pub(crate) fn make_graph(
    catalog: &mut Catalog<'_>,
    statement: &Statement,
    written: &CreatePropertyGraph,
) -> Object {
    let nodes: Vec<GraphNode> =
        written.nodes.iter().map(|node| make_graph_node(catalog, node)).collect();
    // Of nodes of a name the first counts.
    let mut by_name = BTreeMap::new();
    for (number, node) in (0..).zip(&nodes) {
        by_name.entry(node.name.to_ascii_lowercase_smolstr()).or_insert(number);
    }
    let edge = |edge: &GraphTable| {
        let table = catalog.last_named(&edge.table);
        let end = |end: &Option<WrittenEnd>| {
            end.as_ref().map(|end| make_graph_end(catalog, table, end, &nodes, &by_name))
        };
        let (source, destination) = (end(&edge.source), end(&edge.destination));
        GraphEdge { table, source, destination, span: edge.span }
    };
    let edges = written.edges.iter().map(edge).collect();
    catalog.schema.graphs.push(Graph {
        name: written.name.text.clone(),
        name_span: written.name.span,
        span: statement.span,
        nodes,
        edges,
    });
    Object::Graph(GraphId(at(catalog.schema.graphs.len() - 1)))
}

fn make_graph_node(catalog: &Catalog<'_>, written: &GraphTable) -> GraphNode {
    let table = catalog.last_named(&written.table);
    let key = match table {
        None => Vec::new(),
        Some(table) if written.key.is_empty() => {
            catalog.schema.table(table).key.iter().map(|part| part.column).collect()
        }
        Some(table) => catalog.existing_columns(table, &written.key),
    };
    let name = written.alias.as_ref().unwrap_or(&written.table).text.clone();
    GraphNode { name, table, key, span: written.span }
}

/// An end of an edge; without columns it refers to the key of the node.
fn make_graph_end(
    catalog: &Catalog<'_>,
    edge: Option<TableId>,
    written: &WrittenEnd,
    nodes: &[GraphNode],
    by_name: &NodesByName,
) -> GraphEnd {
    let number = by_name.get(&written.node.text.to_ascii_lowercase_smolstr());
    let node = number.map(|&number| &nodes[number as usize]);
    let table = node.and_then(|node| node.table);
    let referenced = match (node, table) {
        (Some(node), _) if written.referenced.is_empty() => node.key.clone(),
        (_, Some(table)) => catalog.existing_columns(table, &written.referenced),
        _ => Vec::new(),
    };
    GraphEnd {
        node: table,
        columns: edge.map_or(Vec::new(), |edge| catalog.existing_columns(edge, &written.columns)),
        referenced,
        span: written.span,
    }
}
