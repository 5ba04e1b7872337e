//! Split points: how many there may be, where the text adds some, or a launch would need them.

use crate::facts::{Dist, Evidence, Outcome, Source, evidence_text};
use crate::finding::{Finding, Object, Severity};
use crate::report::Report;
use crate::rule::{Context, Reach, Rule};
use crate::schema::limits::{SPLIT_POINT_DAYS, SPLIT_POINTS_PER_NODE, SPLIT_POINTS_PER_REQUEST};
use crate::schema::{SplitPoints, TableId};
use crate::severity::number;

/// The rule.
pub static RULE: Rule = Rule {
    id: "limit-presplit",
    severity: Severity::Info,
    reach: Reach::Database,
    page: page!("limit_presplit.md"),
    fixes: &["split-points", "accept"],
    replaces: &[],
    check,
};

fn check(context: &Context<'_>, out: &mut Report<'_>) {
    let written = &context.schema.split_points;
    if let Some(largest) = written.iter().max_by_key(|points| points.count) {
        out.push(of_written(context, written, *largest));
        return;
    }
    let file = &context.facts.file;
    let nodes = file.max_nodes.or(file.nodes).filter(|_| file.nodes_stated);
    let Some(nodes) = nodes.filter(|&nodes| nodes >= 2.0) else { return };
    let launched: Vec<(TableId, f64)> =
        context.tables().filter_map(|id| Some((id, launch(context, id)?))).collect();
    let most = launched.iter().copied().max_by(|a, b| a.1.total_cmp(&b.1));
    out.extend(most.map(|(id, writes)| of_launch(context, id, writes, nodes)));
}

/// Writes/s of a root table that spreads by a random key and that one split cannot take.
fn launch(context: &Context<'_>, id: TableId) -> Option<f64> {
    // The points are worked out already: nothing in a schema says whether they were added.
    if context.schema.split_files.contains(&id) {
        return None;
    }
    let facts = context.facts.table(id);
    let Outcome::Spread { by: 0, .. } = facts.walk.outcome else { return None };
    let first = facts.walk.parts.first().filter(|part| !part.inherited)?;
    if !matches!(context.facts.part(first).dist, Dist::Uniform | Dist::Shard { .. }) {
        return None;
    }
    facts
        .writes_per_second
        .filter(|&writes| facts.writes_stated && writes >= context.facts.file.ceiling)
}

fn of_launch(context: &Context<'_>, id: TableId, writes: f64, nodes: f64) -> Finding {
    let table = context.schema.table(id);
    let ceiling = number(context.facts.file.ceiling);
    let points = number((nodes * SPLIT_POINTS_PER_NODE).floor());
    let what = format!("{} writes/s, stated by a directive", number(writes));
    Finding {
        title: format!("`{}` starts as one split with {} writes/s", table.name, number(writes)),
        why: format!(
            "One split can take about {ceiling} writes/s until Spanner divides it, which takes \
             minutes; {} nodes can have {points} split points.",
            number(nodes)
        )
        .into(),
        help: format!(
            "Add split points before a launch, {SPLIT_POINTS_PER_REQUEST} a request; they expire \
             after {SPLIT_POINT_DAYS} days"
        )
        .into(),
        evidence: vec![Evidence {
            what: evidence_text(what),
            span: table.name_span,
            source: Source::Directive,
        }],
        ..RULE.finding(Object::Table(id), table.name_span)
    }
}

fn of_written(context: &Context<'_>, all: &[SplitPoints], largest: SplitPoints) -> Finding {
    let total: u32 = all.iter().map(|points| points.count).sum();
    let file = &context.facts.file;
    let nodes = file.nodes.or(file.max_nodes).filter(|_| file.nodes_stated);
    let most = nodes.map(|nodes| (nodes, (nodes * SPLIT_POINTS_PER_NODE).floor()));
    let over = most.filter(|&(_, most)| f64::from(total) > most);
    let (severity, title) = match over {
        _ if largest.count > SPLIT_POINTS_PER_REQUEST => (
            Severity::Warn,
            format!(
                "{} split points in one request; Spanner allows {SPLIT_POINTS_PER_REQUEST}",
                largest.count
            ),
        ),
        Some((nodes, most)) => (
            Severity::Warn,
            format!("{total} split points; {} nodes can have {}", number(nodes), number(most)),
        ),
        None => (Severity::Info, format!("{total} split points are added here")),
    };
    Finding {
        severity,
        title,
        why: format!(
            "The limit is 50 per node and 100 per request, and they expire after \
             {SPLIT_POINT_DAYS} days by default."
        )
        .into(),
        help: "Add them 12 hours to 7 days before the load starts, and let them expire afterwards"
            .into(),
        ..RULE.finding(Object::File, largest.span)
    }
}
