//! More shards than an ordered read can afford.

use crate::cause::Cause;
use crate::facts::Dist;
use crate::finding::{Finding, Object, Severity};
use crate::report::Report;
use crate::rule::{Context, Reach, Rule};
use crate::severity::number;
use crate::shared::tail;

/// The rule.
pub static RULE: Rule = Rule {
    id: "key-shard-count-high",
    severity: Severity::Info,
    reach: Reach::Family,
    page: page!("key_shard_count_high.md"),
    fixes: &["hash-shard-prefix", "full-hash-prefix", "accept"],
    replaces: &[],
    check,
};

/// Shards that are no burden on any instance: Google's own samples name the number of nodes, 64,
/// and a low two-digit number (schema design and gaming pages, read 2026-08-22).
const SHARDS_ALWAYS_FINE: f64 = 64.0;

/// Shards a node that still make sense (assumption of ours: room to grow tenfold).
const SHARDS_PER_NODE: f64 = 10.0;

fn check(context: &Context<'_>, out: &mut Report<'_>) {
    let file = &context.facts.file;
    let nodes = file.max_nodes.or(file.nodes).unwrap_or(1.0);
    let most = (nodes * SHARDS_PER_NODE).max(SHARDS_ALWAYS_FINE);
    for id in context.tables() {
        let facts = context.facts.table(id);
        // Reads of one row know their shard.
        if !facts.reads.is_empty() && facts.reads.iter().all(|reads| reads == "point") {
            continue;
        }
        let parts = facts.walk.parts.iter().filter(|part| !part.inherited);
        let found = parts.into_iter().find_map(|part| match context.facts.part(part).dist {
            Dist::Shard { n, known: true, .. } if f64::from(n) > most => Some((part, n)),
            _ => None,
        });
        let Some((part, n)) = found else { continue };
        let table = context.schema.table(id);
        let fact = context.facts.part(part);
        let shards = number(f64::from(n));
        out.push(Finding {
            cause: Some(Cause::TooManyShards),
            column: Some((id, part.column)),
            title: format!("{} creates {shards} shards", tail::named(table, part)),
            why: format!(
                "Reading all rows of `{}` in order takes {shards} scans and a merge, while {} \
                 shards are enough to use every node.",
                table.name,
                number(most)
            )
            .into(),
            help: "Reduce the number of shards, or hash without MOD if nothing is read in order"
                .into(),
            evidence: fact.evidence.clone(),
            confidence: fact.confidence,
            ..RULE.finding(Object::Table(id), part.span)
        });
    }
}
