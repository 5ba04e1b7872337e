//! A queue: rows come in at one end and go out at the other.

use crate::facts::{Dist, Evidence, Outcome, Walk, shape};
use crate::finding::{Finding, Object, Severity};
use crate::report::Report;
use crate::rule::{Context, Reach, Rule};
use crate::schema::{IndexId, TableId};
use crate::shared::tail::{self, Tail};

/// The rule.
pub static RULE: Rule = Rule {
    id: "key-queue-pattern",
    severity: Severity::Warn,
    reach: Reach::Family,
    page: page!("key_queue_pattern.md"),
    fixes: &["queue-index", "shard-index", "hash-shard-prefix", "accept"],
    replaces: &[
        "key-timestamp-first",
        "key-monotonic-int",
        "key-low-cardinality-first",
        "index-monotonic",
        "index-low-cardinality-first",
    ],
    check,
};

fn check(context: &Context<'_>, out: &mut Report<'_>) {
    // Whether a key moves is known already; what a table is called costs more to find out.
    for id in context.tables() {
        if moving(context, &context.facts.table(id).walk).is_some()
            && let Some(queue) = shape::queue_like(context.schema.table(id))
        {
            out.extend(of_table(context, id, &queue));
        }
    }
    for id in context.indexes() {
        let index = context.schema.index(id);
        if !index.managed
            && moving(context, &context.facts.index(id).walk).is_some()
            && let Some(queue) = shape::queue_like(context.schema.table(index.table))
        {
            out.extend(of_index(context, id, &queue));
        }
    }
}

/// The moving part of a queue's key: alone, or behind a status.
fn moving<'a>(context: &Context<'a>, walk: &'a Walk) -> Option<(Tail<'a>, u32)> {
    let Outcome::Moving { at, tails } = walk.outcome else { return None };
    let part = &walk.parts[at];
    let state = |part| matches!(context.facts.part(part).dist, Dist::LowCard { .. });
    let leads = at == 0 || (at == 1 && state(&walk.parts[0]));
    (leads && !part.inherited).then(|| (Tail { part, fact: context.facts.part(part) }, tails))
}

fn of_table(context: &Context<'_>, id: TableId, queue: &Evidence) -> Option<Finding> {
    let walk = &context.facts.table(id).walk;
    let (tail, tails) = moving(context, walk)?;
    let table = context.schema.table(id);
    let verdict = tail::judge_table(context, id, tail.fact.confidence);
    let behind = if tails > 1 { "a status and " } else { "" };
    let title = format!(
        "`{}` is a queue whose key starts with {behind}`{}`: rows are inserted at one end and deleted at the other",
        table.name,
        table.column(tail.part.column).name
    );
    Some(finding(context, Object::Table(id), title, &tail, verdict, tails, queue))
}

fn of_index(context: &Context<'_>, id: IndexId, queue: &Evidence) -> Option<Finding> {
    let walk = &context.facts.index(id).walk;
    let (tail, tails) = moving(context, walk)?;
    let index = context.schema.index(id);
    let table = context.schema.table(index.table);
    let verdict = tail::judge_index(context, id, tail.fact.confidence);
    let behind = if tails > 1 { "a status and " } else { "" };
    let title = format!(
        "`{}` is the queue index of `{}` and starts with {behind}`{}`: entries are added at one end and removed at the other",
        index.name,
        table.name,
        table.column(tail.part.column).name
    );
    Some(finding(context, Object::Index(id), title, &tail, verdict, tails, queue))
}

fn finding(
    context: &Context<'_>,
    object: Object,
    title: String,
    tail: &Tail<'_>,
    verdict: crate::severity::Verdict,
    tails: u32,
    queue: &Evidence,
) -> Finding {
    // Behind a status the points are few but not one: without a rate that is a warning.
    let most = match verdict.utilisation {
        None if tails > 1 => Severity::Warn,
        _ => Severity::High,
    };
    let verdict = tail::at_most(verdict, most);
    let cost = tail::cost(context, &verdict);
    let mut finding = tail::finding(RULE.id, object, tail, verdict);
    finding.evidence.push(queue.clone());
    Finding {
        title,
        why: format!(
            "{cost} Each worker reads past the deleted rows at the head every time, and locks \
             ranges that others insert into."
        )
        .into(),
        help: "Start it with a shard and exclude finished work: a NULL_FILTERED index on (shard, \
               due time), with one reader per shard"
            .into(),
        ..finding
    }
}
