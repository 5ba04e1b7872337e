//! A key that starts with a day, month or hour.

use crate::facts::Outcome;
use crate::finding::{Finding, Object, Severity};
use crate::report::Report;
use crate::rule::{Context, Reach, Rule};
use crate::shared::tail::{self, Tail};

/// The rule.
pub static RULE: Rule = Rule {
    id: "key-date-first",
    severity: Severity::Warn,
    reach: Reach::Family,
    page: page!("key_date_first.md"),
    fixes: &["reorder-key", "hash-shard-prefix", "entity-prefix", "accept"],
    replaces: &["ttl-hot-head"],
    check,
};

fn check(context: &Context<'_>, out: &mut Report<'_>) {
    for id in context.tables() {
        let facts = context.facts.table(id);
        let Outcome::Bucket { tails: 1, at, spread_within } = facts.walk.outcome else { continue };
        let part = &facts.walk.parts[at];
        // With nothing behind it the key has one row a period: too few to be hot.
        if part.inherited || facts.walk.parts.len() == 1 {
            continue;
        }
        let table = context.schema.table(id);
        let tail = Tail { part, fact: context.facts.part(part) };
        let verdict = tail::judge_table(context, id, tail.fact.confidence);
        let most = if spread_within { Severity::Warn } else { Severity::High };
        let verdict = tail::at_most(verdict, most);
        let why = if spread_within {
            format!(
                "Each period starts in one new range that can take about {} rows/s; Spanner needs \
                 minutes to split it, and then the next period starts.",
                crate::severity::number(context.facts.file.ceiling)
            )
        } else {
            tail::cost(context, &verdict)
        };
        let found = Finding {
            title: format!(
                "The key starts with {}: all inserts of a period go to the same new range of `{}`",
                tail::named(table, part),
                table.name
            ),
            why: tail::with_descendants(why, context, id),
            help: "Start the key with a column that spreads writes, followed by the period".into(),
            ..tail::finding(RULE.id, Object::Table(id), &tail, verdict)
        };
        let name = tail::named(table, part);
        out.extend(tail::or_question(found, &name, "The key starts with"));
    }
}
