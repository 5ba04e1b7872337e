//! A secondary index that starts with a day, month or hour.

use crate::facts::{Dist, Outcome};
use crate::finding::{Finding, Object, Severity};
use crate::report::Report;
use crate::rule::{Context, Reach, Rule};
use crate::severity::number;
use crate::shared::tail::{self, Tail};

/// The rule.
pub static RULE: Rule = Rule {
    id: "index-date-first",
    severity: Severity::Warn,
    reach: Reach::Family,
    page: page!("index_date_first.md"),
    fixes: &["shard-index", "interleave-index", "accept"],
    replaces: &[],
    check,
};

fn check(context: &Context<'_>, out: &mut Report<'_>) {
    for id in context.indexes() {
        let index = context.schema.index(id);
        let facts = context.facts.index(id);
        let Outcome::Bucket { tails: 1, at, spread_within } = facts.walk.outcome else { continue };
        let part = &facts.walk.parts[at];
        if index.managed || part.inherited {
            continue;
        }
        let table = context.schema.table(index.table);
        let tail = Tail { part, fact: context.facts.part(part) };
        let verdict = tail::judge_index(context, id, tail.fact.confidence);
        // Of what follows, the first part that decides.
        let rest = facts.walk.parts[at + 1..].iter().map(|part| &context.facts.part(part).dist);
        let decides = rest.into_iter().find(|dist| dist.is_moving() || **dist == Dist::Unknown);
        let splits = spread_within || decides == Some(&Dist::Unknown);
        let most = if splits { Severity::Warn } else { Severity::High };
        let verdict = tail::at_most(verdict, most);
        let why = if splits {
            format!(
                "Each period starts in one new range that can take about {} entries/s; Spanner \
                 needs minutes to split it, and then the next period starts.",
                number(context.facts.file.ceiling)
            )
        } else {
            tail::cost(context, &verdict)
        };
        let found = Finding {
            title: format!(
                "`{}` starts with {}: all entries of a period go to the same new range",
                index.name,
                tail::named(table, part)
            ),
            why: why.into(),
            help: "Start the index with the column that queries filter by equality, followed by \
                   the period"
                .into(),
            ..tail::finding(RULE.id, Object::Index(id), &tail, verdict)
        };
        let name = tail::named(table, part);
        out.extend(tail::or_question(found, &name, &format!("`{}` starts with", index.name)));
    }
}
