//! A shard that is there and spreads nothing.

use crate::cause::Cause;
use crate::facts::shard::{self, Flaw};
use crate::facts::{Dist, Outcome, WalkPart};
use crate::finding::{Finding, Object, Severity};
use crate::report::Report;
use crate::rule::{Context, Reach, Rule};
use crate::schema::TableId;
use crate::shared::tail::{self, Tail};

/// The rule.
pub static RULE: Rule = Rule {
    id: "key-shard-ineffective",
    severity: Severity::High,
    reach: Reach::Family,
    page: page!("key_shard_ineffective.md"),
    fixes: &["hash-shard-prefix", "accept"],
    replaces: &[
        "key-generated-monotonic",
        "key-timestamp-first",
        "key-commit-timestamp-first",
        "key-monotonic-int",
        "key-time-ordered-id",
        "key-date-first",
        "key-low-cardinality-first",
    ],
    check,
};

/// What is wrong with a shard.
enum Wrong {
    /// Its formula.
    Formula(Flaw),
    /// Its place: behind the part that moves.
    Behind,
}

fn check(context: &Context<'_>, out: &mut Report<'_>) {
    for id in context.tables() {
        let walk = &context.facts.table(id).walk;
        let (at, tails) = match walk.outcome {
            Outcome::Moving { at, tails } | Outcome::Bucket { at, tails, .. } => (at, tails),
            Outcome::HotRow { rows } => (walk.parts.len(), rows),
            _ => continue,
        };
        let found = walk.parts.iter().enumerate().find_map(|(position, part)| {
            let wrong = wrong(context, id, part, position, at)?;
            Some((part, wrong))
        });
        let Some((part, wrong)) = found else { continue };
        // A key that many points take already is no key that a shard fails.
        let distinct = match wrong {
            Wrong::Formula(Flaw::NarrowInput { values }) => values,
            _ if tails > 1 => continue,
            _ => 1,
        };
        out.push(finding(context, id, part, at, &wrong, distinct));
    }
}

fn wrong(
    context: &Context<'_>,
    id: TableId,
    part: &WalkPart,
    position: usize,
    moving: usize,
) -> Option<Wrong> {
    if part.inherited {
        return None;
    }
    if position <= moving
        && let Some(flaw) = shard::flaw(context.schema, context.facts, id, part.column)
    {
        return Some(Wrong::Formula(flaw));
    }
    let fact = context.facts.part(part);
    let shard = matches!(fact.dist, Dist::Shard { .. });
    let meant = shard::is_meant(context.schema.table(id).column(part.column));
    (position > moving && shard && meant).then_some(Wrong::Behind)
}

fn finding(
    context: &Context<'_>,
    id: TableId,
    part: &WalkPart,
    at: usize,
    wrong: &Wrong,
    tails: u32,
) -> Finding {
    let table = context.schema.table(id);
    let tail = Tail { part, fact: context.facts.part(part) };
    let moving = context.facts.table(id).walk.parts.get(at);
    let moving_fact = moving.map(|part| context.facts.part(part));
    let sure = moving_fact.map_or(1.0, |fact| fact.confidence).min(tail.fact.confidence);
    let verdict = tail::judge_table(context, id, sure);
    let verdict = match verdict.utilisation {
        // Without a rate a few points may be enough.
        None if tails > 1 => tail::at_most(verdict, Severity::Warn),
        _ => verdict,
    };
    let name = tail::named(table, part);
    let title = match wrong {
        Wrong::Formula(flaw) => format!("{name} is a shard in name only: {}", flawed(*flaw)),
        Wrong::Behind => match moving {
            Some(moving) => format!(
                "{name} comes after `{}`: a shard spreads writes only as the first key column",
                table.column(moving.column).name
            ),
            None => format!("{name} is a shard in name only"),
        },
    };
    let cost = tail::cost(context, &verdict);
    let why = match wrong {
        Wrong::Formula(Flaw::NarrowInput { values }) => format!(
            "At most {values} shards are used, and the most frequent value has one of them for \
             itself."
        ),
        _ => format!("The key looks sharded but is not. {cost}"),
    };
    let mut finding = tail::finding(RULE.id, Object::Table(id), &tail, verdict);
    if let Some(fact) = moving_fact {
        finding.evidence.extend(fact.evidence.iter().cloned());
    }
    let help = match wrong {
        Wrong::Formula(_) => {
            "Compute the shard from an id of many values: ABS(MOD(FARM_FINGERPRINT(id), N))"
        }
        Wrong::Behind => "Move the shard to the front of the key",
    };
    let cause = Some(Cause::ShardOfKey);
    Finding { cause, title, why: why.into(), help: help.into(), ..finding }
}

fn flawed(flaw: Flaw) -> String {
    match flaw {
        Flaw::OneShard => "there is one shard".to_owned(),
        Flaw::Constant => "its source has one value".to_owned(),
        Flaw::Clock => "it is computed from a timestamp, and all rows of one moment get the same \
                        shard"
            .to_owned(),
        Flaw::InOrder => "a quotient preserves the order of its dividend".to_owned(),
        Flaw::NarrowInput { values } => {
            format!("its source has about {values} values")
        }
    }
}
