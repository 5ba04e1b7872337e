//! Edges that cannot be walked backwards.

use crate::facts::{Evidence, Source};
use crate::finding::{Finding, Object, Severity};
use crate::report::Report;
use crate::rule::{Context, Reach, Rule};
use crate::schema::{ColumnId, GraphEdge, KeyPart};
use crate::shared::tail::list;

/// The rule.
pub static RULE: Rule = Rule {
    id: "graph-reverse-edge-index",
    severity: Severity::Hint,
    reach: Reach::Database,
    page: page!("graph_reverse_edge_index.md"),
    fixes: &["accept"],
    replaces: &[],
    check,
};

fn check(context: &Context<'_>, out: &mut Report<'_>) {
    let mut seen = Vec::new();
    for graph in &context.schema.graphs {
        for edge in &graph.edges {
            let Some(found) = finding(context, edge) else { continue };
            if !seen.contains(&found.object) {
                seen.push(found.object);
                out.push(found);
            }
        }
    }
}

fn finding(context: &Context<'_>, edge: &GraphEdge) -> Option<Finding> {
    let schema = context.schema;
    let (id, to) = (edge.table?, edge.destination.as_ref()?);
    let node = schema.table(to.node?);
    let table = schema.table(id);
    let leads = |parts: &[KeyPart]| {
        let first: Vec<ColumnId> =
            parts.iter().take(to.columns.len()).map(|it| it.column).collect();
        first.len() == to.columns.len() && to.columns.iter().all(|column| first.contains(column))
    };
    // The index behind an enforced foreign key will do as well.
    let found = leads(&table.key) || schema.indexes_of(id).any(|it| leads(&schema.index(it).keys));
    if to.columns.is_empty() || found {
        return None;
    }
    let columns: Vec<&str> = to.columns.iter().map(|&c| table.column(c).name.as_str()).collect();
    Some(Finding {
        title: format!(
            "No index finds the edges of `{}` by their destination in `{}`",
            table.name, node.name
        ),
        why: format!(
            "A traversal against the direction of the edges scans all of `{}`.",
            table.name
        )
        .into(),
        help: format!(
            "Add an index on {} of `{}`, interleaved in `{}`, if queries traverse in that direction",
            list(&columns),
            table.name,
            node.name
        )
        .into(),
        evidence: vec![Evidence {
            what: "the destination of the edges".into(),
            span: to.span,
            source: Source::Expression,
        }],
        confidence: 0.7,
        ..RULE.finding(Object::Table(id), to.span)
    })
}
