//! A secondary index that starts with few values: k moving points, or entries by the thousand for
//! each value.

use crate::facts::{Dist, Outcome, Source, WalkPart};
use crate::finding::{Finding, Object, Severity};
use crate::report::Report;
use crate::rule::{Context, Reach, Rule};
use crate::schema::IndexId;
use crate::severity::number;
use crate::shared::tail::{self, Tail};

/// The rule.
pub static RULE: Rule = Rule {
    id: "index-low-cardinality-first",
    severity: Severity::Warn,
    reach: Reach::Family,
    page: page!("index_low_cardinality_first.md"),
    fixes: &["sparse-index", "shard-index", "interleave-index", "table-per-value", "accept"],
    replaces: &[],
    check,
};

/// From this many moving points on nothing is said without a rate: few instances have as many
/// nodes (assumption of ours).
const POINTS_ENOUGH: u32 = 64;

/// Up to this many values one of them stands for so many rows that reading them through the index
/// saves little (assumption of ours: a twentieth of the table).
const VALUES_LOW_MAX: u32 = 20;

fn check(context: &Context<'_>, out: &mut Report<'_>) {
    for id in context.indexes() {
        let index = context.schema.index(id);
        let walk = &context.facts.index(id).walk;
        let Some(lead) = walk.parts.first() else { continue };
        let Dist::LowCard { values } = context.facts.part(lead).dist else { continue };
        let sparse = || context.schema.left_out_by(id).contains(&lead.column);
        if index.managed || index.parent.is_some() || sparse() {
            continue;
        }
        match walk.outcome {
            Outcome::Moving { tails, at } | Outcome::Bucket { tails, at, spread_within: false } => {
                out.extend(moving(context, id, lead, tails, at));
            }
            Outcome::Spread { .. } => out.extend(scan(context, id, lead, values)),
            _ => {}
        }
    }
}

/// Time or a counter follows: as many moving points as there are values.
fn moving(
    context: &Context<'_>,
    id: IndexId,
    lead: &WalkPart,
    tails: u32,
    at: usize,
) -> Option<Finding> {
    let facts = context.facts.index(id);
    let before = &facts.walk.parts[..at];
    let shard = |part: &WalkPart| matches!(context.facts.part(part).dist, Dist::Shard { .. });
    if before.iter().any(shard) {
        return None;
    }
    let index = context.schema.index(id);
    let table = context.schema.table(index.table);
    let behind = &facts.walk.parts[at];
    let (fact, moving) = (context.facts.part(lead), context.facts.part(behind));
    let confidence = fact.confidence.min(moving.confidence);
    let verdict = tail::judge_index(context, id, confidence);
    // Without a rate, k points are a warning: they may well be enough.
    let verdict = match verdict.utilisation {
        Some(_) => verdict,
        None if tails < POINTS_ENOUGH => tail::at_most(verdict, Severity::Warn),
        None => tail::at_most(verdict, Severity::Info),
    };
    let ceiling = context.facts.file.ceiling;
    let takes = number(f64::from(tails) * ceiling);
    let now = match facts.writes_per_second {
        Some(writes) => format!(" The load is {} entries/s.", number(writes)),
        None => String::new(),
    };
    let tail = Tail { part: lead, fact };
    Some(Finding {
        title: format!(
            "`{}` starts with {} of about {} values, followed by `{}`, which increases with time: \
             all new entries go to {tails} moving points",
            index.name,
            tail::named(table, lead),
            values_of(&fact.dist),
            table.column(behind.column).name
        ),
        why: format!(
            "{tails} points can take at most {takes} entries/s if the values are equally frequent; \
             a single value is limited to {}.{now}",
            number(ceiling)
        )
        .into(),
        help: "Start the index with a shard, or with a column of many values that queries filter \
               by equality"
            .into(),
        evidence: fact.evidence.iter().chain(&moving.evidence).cloned().collect(),
        confidence,
        attached: Vec::new(),
        ..tail::finding(RULE.id, Object::Index(id), &tail, verdict)
    })
}

/// The base key behind it spreads the entries, but one value stands for a large part of the rows.
fn scan(context: &Context<'_>, id: IndexId, lead: &WalkPart, values: u32) -> Option<Finding> {
    let index = context.schema.index(id);
    let is_low = |column| {
        matches!(
            context.facts.column(index.table, column).dist,
            Dist::LowCard { .. } | Dist::Constant
        )
    };
    let fact = context.facts.part(lead);
    // Through a foreign key it is guessed from the name of the other table that there are few.
    let guessed = fact.evidence.iter().any(|evidence| evidence.source == Source::Inherited);
    let all_low = index.keys.iter().all(|part| is_low(part.column));
    if !all_low || guessed || values > VALUES_LOW_MAX || index.unique {
        return None;
    }
    let table = context.schema.table(index.table);
    let share = 100.0 / f64::from(values.max(1));
    let rows = match context.facts.table(index.table).rows {
        Some(rows) => format!(", {} of {}", number(rows * share / 100.0), number(rows)),
        None => String::new(),
    };
    let tail = Tail { part: lead, fact };
    let verdict = tail::judge_index(context, id, fact.confidence);
    Some(Finding {
        severity: Severity::Info,
        title: format!(
            "`{}` indexes `{}` only by {}, which has about {values} values",
            index.name,
            table.name,
            tail::named(table, lead)
        ),
        why: format!(
            "One value covers about {share:.0} % of the rows{rows} if all are equally frequent, so \
             the index saves little unless queries ask for rare values."
        )
        .into(),
        help: "Index only the rare values that queries ask for, and leave out the others as NULL"
            .into(),
        reason: None,
        utilisation: None,
        pressure: None,
        harmless: None,
        attached: Vec::new(),
        ..tail::finding(RULE.id, Object::Index(id), &tail, verdict)
    })
}

fn values_of(dist: &Dist) -> u32 {
    match dist {
        Dist::LowCard { values } => *values,
        _ => 1,
    }
}
