//! A key of entity and time: fine until one entity outgrows a split.

use crate::facts::lexicon::{self, any, words};
use crate::facts::{Dist, ENTITY_CARDINALITY, Outcome, Skew, WalkPart};
use crate::finding::{Finding, Object, Severity};
use crate::report::Report;
use crate::rule::{Context, Reach, Rule};
use crate::schema::TableId;
use crate::severity::{self, number};
use crate::shared::tail::{self, Tail};

/// The rule.
pub static RULE: Rule = Rule {
    id: "key-tenant-skew",
    severity: Severity::Info,
    reach: Reach::Family,
    page: page!("key_tenant_skew.md"),
    fixes: &["whale-shard", "hash-shard-prefix", "accept"],
    replaces: &[],
    check,
};

/// Entities a Zipf skew is spread over where their number is unknown (assumption of ours, the
/// number of the simulator's own tenant scenario).
const ENTITIES_ASSUMED: u32 = 1_000;

fn check(context: &Context<'_>, out: &mut Report<'_>) {
    for id in context.tables() {
        let facts = context.facts.table(id);
        let parts = &facts.walk.parts;
        let skew = parts
            .first()
            .and_then(|part| facts.skew.iter().rfind(|(column, _)| *column == part.column));
        let within = match facts.walk.outcome {
            Outcome::Spread { by: 0, tail_within: Some(within), .. } => within,
            // Few entities are a moving point each, and the largest may be too much for its split.
            Outcome::Moving { at, tails: 2.. }
                if skew.is_some() && only_entity(context, parts, at) =>
            {
                at
            }
            _ => continue,
        };
        if !is_entity(context, id, &parts[0]) {
            continue;
        }
        if matches!(skew, Some((_, Skew::Uniform))) {
            continue;
        }
        out.push(finding(context, id, &parts[0], &parts[within], skew.map(|(_, skew)| *skew)));
    }
}

/// Whether an entity leads the key and no shard stands between it and the time at `at`.
fn only_entity(context: &Context<'_>, parts: &[WalkPart], at: usize) -> bool {
    let dist = |part: &WalkPart| &context.facts.part(part).dist;
    matches!(dist(&parts[0]), Dist::Entity { .. })
        && parts[1..at].iter().all(|part| *dist(part) == Dist::Constant)
}

fn is_entity(context: &Context<'_>, id: TableId, part: &WalkPart) -> bool {
    let table = context.schema.table(id);
    let named = any(&words(&table.column(part.column).name), lexicon::ENTITIES)
        || folded(&table.column(part.column).name);
    let refers = table.foreign_keys.iter().any(|key| {
        let to = lexicon::table_words(&key.table_name);
        key.columns.first() == Some(&part.column) && lexicon::last(&to, lexicon::ENTITIES)
    });
    let fact = context.facts.part(part);
    let spread = matches!(fact.dist, Dist::Entity { .. } | Dist::Uniform | Dist::Unknown);
    spread && (named || refers)
}

/// `userid`, as PostgreSQL folds it.
fn folded(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    name.strip_suffix("id").is_some_and(|stem| lexicon::ENTITIES.contains(&stem))
}

fn finding(
    context: &Context<'_>,
    id: TableId,
    entity: &WalkPart,
    moving: &WalkPart,
    skew: Option<Skew>,
) -> Finding {
    let table = context.schema.table(id);
    let facts = context.facts.table(id);
    let ceiling = context.facts.file.ceiling;
    let share = skew.map(|skew| largest_share(skew, &context.facts.part(entity).dist));
    let hottest = share.zip(facts.writes_per_second).map(|(share, writes)| share * writes);
    let severity = match hottest {
        Some(rate) if rate >= ceiling => Severity::High,
        Some(rate) if rate >= ceiling / 2.0 => Severity::Warn,
        _ => Severity::Info,
    };
    let column = &table.column(entity.column).name;
    let why = match (hottest, share) {
        (Some(rate), Some(share)) => format!(
            "The largest `{column}` writes {} rows/s ({:.0} % of all) to one point that takes \
             about {}.",
            number(rate),
            share * 100.0,
            number(ceiling)
        ),
        _ => format!(
            "Rows of one `{column}` are inserted in order, so a single one can never get more than \
             about {} writes/s.",
            number(ceiling)
        ),
    };
    let tail = Tail { part: entity, fact: context.facts.part(entity) };
    let verdict = tail::judge_table(context, id, 1.0);
    let evidence = tail.fact.evidence.iter().chain(&context.facts.part(moving).evidence);
    Finding {
        evidence: evidence.cloned().collect(),
        severity,
        title: match hottest {
            Some(rate) if rate >= ceiling / 2.0 => format!(
                "The largest {} alone is at {} of one split",
                tail::named(table, entity),
                severity::against_limit(rate / ceiling)
            ),
            _ => format!(
                "{} spreads the writes to `{}` as long as no single value dominates",
                tail::named(table, entity),
                table.name
            ),
        },
        why: why.into(),
        help: format!(
            "State how skewed it is, for example `-- hotsplit: skew({column})=zipf(1.1)`, or put a \
             random part before `{}`",
            table.column(moving.column).name
        )
        .into(),
        utilisation: hottest.map(|rate| rate / ceiling),
        pressure: None,
        harmless: None,
        attached: Vec::new(),
        ..tail::finding(RULE.id, Object::Table(id), &tail, verdict)
    }
}

/// The share of the largest entity.
fn largest_share(skew: Skew, dist: &Dist) -> f64 {
    // A number that was assumed says nothing.
    let known = match dist {
        Dist::Entity { cardinality } if *cardinality != ENTITY_CARDINALITY => *cardinality,
        _ => f64::from(ENTITIES_ASSUMED),
    };
    match skew {
        Skew::Uniform => 1.0 / known,
        Skew::Whale(share) => share.max((1.0 - share) / (known - 1.0).max(1.0)),
        Skew::Zipf(s) => {
            let among = (1..=ENTITIES_ASSUMED).filter(|&rank| f64::from(rank) <= known.max(1.0));
            let all: f64 = among.map(|rank| libm::pow(f64::from(rank), -s)).sum();
            1.0 / all
        }
    }
}
