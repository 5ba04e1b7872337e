//! Fewer shards than the instance has nodes, or than the writes need.

use crate::cause::Cause;
use crate::facts::{Dist, Outcome, TableFacts, WalkPart};
use crate::finding::{Finding, Object, Severity};
use crate::report::Report;
use crate::rule::{Context, Reach, Rule};
use crate::schema::TableId;
use crate::severity::number;
use crate::shared::tail::Tail;

/// The rule.
pub static RULE: Rule = Rule {
    id: "key-shard-count-low",
    severity: Severity::Warn,
    reach: Reach::Family,
    page: page!("key_shard_count_low.md"),
    fixes: &["hash-shard-prefix", "accept"],
    replaces: &[],
    check,
};

/// From this share of what the shards can take their number matters (as in `severity`).
const WARM: f64 = 0.5;

fn check(context: &Context<'_>, out: &mut Report<'_>) {
    for id in context.tables() {
        let facts = context.facts.table(id);
        let Some((part, n)) = shard(context, facts) else { continue };
        let takes = f64::from(n) * context.facts.file.ceiling;
        let load = facts.writes_per_second.map(|writes| writes / takes);
        let file = &context.facts.file;
        let nodes = file.max_nodes.or(file.nodes).filter(|&nodes| nodes > f64::from(n));
        let short = match load {
            Some(load) if load >= 1.0 => true,
            Some(load) => load >= WARM && nodes.is_some(),
            None => nodes.is_some() && facts.low_write.is_none(),
        };
        if short {
            out.push(finding(context, id, part, n, nodes));
        }
    }
}

/// The shard in front of a part that moves, and how many shards there are.
fn shard<'a>(context: &Context<'_>, facts: &'a TableFacts) -> Option<(&'a WalkPart, u32)> {
    // Where what follows spreads anyway the number of shards bounds nothing.
    let (Outcome::Moving { at, .. } | Outcome::Bucket { at, spread_within: false, .. }) =
        facts.walk.outcome
    else {
        return None;
    };
    let lead = facts.walk.parts.first().filter(|part| at == 1 && !part.inherited)?;
    match context.facts.part(lead).dist {
        Dist::Shard { n, known: true, .. } => Some((lead, n)),
        _ => None,
    }
}

fn finding(
    context: &Context<'_>,
    id: TableId,
    part: &WalkPart,
    n: u32,
    nodes: Option<f64>,
) -> Finding {
    let table = context.schema.table(id);
    let file = &context.facts.file;
    let takes = f64::from(n) * file.ceiling;
    let tail = Tail { part, fact: context.facts.part(part) };
    let writes = context.facts.table(id).writes_per_second;
    let plural = if n == 1 { "shard" } else { "shards" };
    let (title, why) = match (nodes, writes) {
        (_, Some(writes)) if writes >= takes => (
            format!(
                "{n} {plural} of `{}` can take about {} writes/s, but the load is {}",
                table.name,
                number(takes),
                number(writes)
            ),
            format!(
                "Each shard is one moving point that can take about {} writes/s, so the excess \
                 waits, whatever the nodes.",
                number(file.ceiling)
            ),
        ),
        (nodes, _) => {
            let nodes = number(nodes.unwrap_or_default());
            (
                format!("{n} {plural} of `{}` use at most {n} of {nodes} nodes", table.name),
                format!(
                    "Each shard is one moving point served by one node at a time, so inserts never \
                     use the other nodes; {n} points can take about {} writes/s.",
                    number(takes)
                ),
            )
        }
    };
    Finding {
        cause: Some(Cause::ShardsBelowNeed),
        column: Some((id, part.column)),
        title,
        why: why.into(),
        help: "Increase the number of shards before the table has data: the expression of a key cannot be changed later"
            .into(),
        evidence: tail.fact.evidence.clone(),
        confidence: tail.fact.confidence,
        utilisation: writes.map(|writes| writes / takes),
        ..RULE.finding(Object::Table(id), part.span)
    }
}
