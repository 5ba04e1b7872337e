//! Edges whose key begins with their source and that are not stored with it.

use crate::cause::Cause;
use crate::facts::{Evidence, Source};
use crate::finding::{Finding, Object, Severity};
use crate::report::Report;
use crate::rule::{Context, Reach, Rule};
use crate::schema::GraphEdge;

/// The rule.
pub static RULE: Rule = Rule {
    id: "graph-edge-not-interleaved",
    severity: Severity::Hint,
    reach: Reach::Database,
    page: page!("graph_edge_not_interleaved.md"),
    fixes: &["interleave-table", "accept"],
    replaces: &["interleave-candidate", "fk-interleave-candidate"],
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
    let (id, source) = (edge.table?, edge.source.as_ref()?);
    let node_id = source.node.filter(|&node| node != id)?;
    let (table, node) = (schema.table(id), schema.table(node_id));
    // The key must begin with the whole key of the node, in its order and of its types.
    let begins = table.key.len() > node.key.len()
        && !node.key.is_empty()
        && node.key.iter().enumerate().all(|(at, part)| {
            let own = table.key[at].column;
            let pair = source.columns.iter().zip(&source.referenced);
            let mut pairs = pair.into_iter();
            pairs.any(|(&from, &to)| from == own && to == part.column)
                && table.column(own).ty == node.column(part.column).ty
                && table.key[at].desc == part.desc
        });
    if !begins || table.parent.is_some() {
        return None;
    }
    let key = table.key_clause.as_ref().map_or(table.name_span, |clause| clause.span);
    Some(Finding {
        cause: Some(Cause::EdgesApart),
        title: format!(
            "Edges in `{}` are not stored with their source nodes in `{}`",
            table.name, node.name
        ),
        why: format!(
            "A traversal from a node to its edges reads `{}` and then another split of `{}`, where \
             one split would be enough.",
            node.name, table.name
        )
        .into(),
        help: format!("Interleave `{}` in `{}`", table.name, node.name).into(),
        evidence: vec![Evidence {
            what: "the source of the edges".into(),
            span: source.span,
            source: Source::Expression,
        }],
        confidence: 0.7,
        ..RULE.finding(Object::Table(id), key)
    })
}
