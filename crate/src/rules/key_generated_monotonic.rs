//! A key that starts with a generated column that keeps the order of what it is computed from.

use super::tail::{self, Tail};
use super::{Context, Finding, Object, Reach, Rule, Severity};
use crate::facts::{Outcome, shard};
use crate::schema::TableId;

/// The rule.
pub static RULE: Rule = Rule {
    id: "key-generated-monotonic",
    severity: Severity::High,
    reach: Reach::Family,
    page: include_str!("key_generated_monotonic.md"),
    fixes: &["T5", "T7", "T1", "T25"],
    replaces: &[
        "interleave-monotonic-root",
        "key-timestamp-first",
        "key-monotonic-int",
        "key-time-ordered-id",
        "key-date-first",
        "key-long-common-prefix",
    ],
    check,
};

fn check(context: &Context<'_>, out: &mut Vec<Finding>) {
    for id in context.tables() {
        let Some((tail, spread_within)) = moving(context, id) else { continue };
        let table = context.schema.table(id);
        let column = table.column(tail.part.column);
        if column.generated.is_none() {
            continue;
        }
        let sources = shard::sources(table, column);
        let names: Vec<&str> =
            sources.iter().map(|&source| table.column(source).name.as_str()).collect();
        let most = if spread_within { Severity::Warn } else { Severity::High };
        let verdict = tail::judge_table(context, id, 1, tail.fact.confidence);
        let verdict = tail::at_most(verdict, most);
        let why = tail::cost(context, context.facts.table(id).writes_per_second, &verdict);
        let mut finding = tail::finding(RULE.id, Object::Table(id), &tail, verdict);
        for &source in &sources {
            finding.evidence.extend(context.facts.column(id, source).evidence.iter().cloned());
        }
        out.push(Finding {
            title: format!(
                "{} leads the key and is computed from {} in a way that keeps the order",
                tail::named(table, tail.part),
                tail::list(&names)
            ),
            why: format!("{why}{}", tail::descendants(context, id)),
            help: "Compute the leading column with a hash, or lead the key with a column that \
                   spreads"
                .to_owned(),
            ..finding
        });
    }
}

/// The generated part that all inserts follow, and whether what is behind it spreads in time.
fn moving<'a>(context: &Context<'a>, id: TableId) -> Option<(Tail<'a>, bool)> {
    if let Some(tail) = tail::of_table(context, id) {
        return Some((tail, false));
    }
    let walk = &context.facts.table(id).walk;
    let Outcome::Bucket { tails: 1, at, spread_within } = walk.outcome else { return None };
    let part = &walk.parts[at];
    let tail = Tail { part, fact: context.facts.part(part) };
    (!part.inherited).then_some((tail, spread_within))
}
