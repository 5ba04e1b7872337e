//! More property graphs than a database takes.

use crate::finding::{Finding, Object, Severity};
use crate::report::Report;
use crate::rule::{Context, Reach, Rule};
use crate::schema::limits::DATABASE_GRAPHS_MAX;

/// The rule.
pub static RULE: Rule = Rule {
    id: "limit-property-graphs",
    severity: Severity::Error,
    reach: Reach::Database,
    page: page!("limit_property_graphs.md"),
    fixes: &[],
    replaces: &[],
    check,
};

fn check(context: &Context<'_>, out: &mut Report<'_>) {
    let schema = context.schema;
    let Some(beyond) = schema.graph_ids().nth(DATABASE_GRAPHS_MAX) else { return };
    out.push(Finding {
        title: format!(
            "The schema has {} property graphs; a database can have {DATABASE_GRAPHS_MAX}",
            schema.graphs.len()
        ),
        why: "Spanner rejects the statement that adds the seventeenth.".into(),
        help: "Join graphs that share nodes into one, with a label for each kind of edge".into(),
        ..RULE.finding(Object::Graph(beyond), schema.graph(beyond).name_span)
    });
}
