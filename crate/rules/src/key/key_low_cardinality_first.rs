//! A key that starts with few values and goes on with time.

use crate::facts::{Dist, Outcome};
use crate::finding::{Finding, Object, Severity};
use crate::report::Report;
use crate::rule::{Context, Reach, Rule};
use crate::severity::number;
use crate::shared::tail::{self, Tail};

/// The rule.
pub static RULE: Rule = Rule {
    id: "key-low-cardinality-first",
    severity: Severity::Warn,
    reach: Reach::Family,
    page: page!("key_low_cardinality_first.md"),
    fixes: &["reorder-key", "hash-shard-prefix", "random-uuid-key", "accept"],
    replaces: &[],
    check,
};

fn check(context: &Context<'_>, out: &mut Report<'_>) {
    for id in context.tables() {
        let facts = context.facts.table(id);
        let Outcome::Moving { tails, at } = facts.walk.outcome else { continue };
        let parts = &facts.walk.parts;
        let is_low =
            |at: usize| matches!(context.facts.part(&parts[at]).dist, Dist::LowCard { .. });
        let sharded =
            (0..at).any(|at| matches!(context.facts.part(&parts[at]).dist, Dist::Shard { .. }));
        if at == 0 || parts[0].inherited || !is_low(0) || sharded {
            continue;
        }
        let table = context.schema.table(id);
        let lead = Tail { part: &parts[0], fact: context.facts.part(&parts[0]) };
        let moving = context.facts.part(&parts[at]);
        let confidence = lead.fact.confidence.min(moving.confidence);
        let verdict = tail::judge_table(context, id, confidence);
        // Without a rate, k points are a warning: they may well be enough.
        let verdict = match verdict.utilisation {
            Some(_) => verdict,
            None => tail::at_most(verdict, Severity::Warn),
        };
        let takes = number(f64::from(tails) * context.facts.file.ceiling);
        let evidence = lead.fact.evidence.iter().chain(&moving.evidence).cloned().collect();
        out.push(Finding {
            title: format!(
                "The key starts with {}, which has about {tails} values, followed by `{}`, which \
                 increases with time: all inserts into `{}` go to {tails} moving points",
                tail::named(table, &parts[0]),
                table.column(parts[at].column).name,
                table.name
            ),
            why: format!(
                "{tails} points can take at most {takes} writes/s if the values are equally \
                 frequent; a single value is limited to {}.{}",
                number(context.facts.file.ceiling),
                tail::descendants(context, id)
            )
            .into(),
            help: "Start the key with a column of many values, followed by this one".into(),
            evidence,
            confidence,
            ..tail::finding(RULE.id, Object::Table(id), &lead, verdict)
        });
    }
}
