//! A key of entity and time: fine until one entity outgrows a split.

use super::severity::number;
use super::tail::{self, Tail};
use super::{Context, Finding, Object, Reach, Rule, Severity};
use crate::facts::lexicon::{self, any, words};
use crate::facts::{Dist, Outcome, Skew, WalkPart};
use crate::schema::TableId;

/// The rule.
pub static RULE: Rule = Rule {
    id: "key-tenant-skew",
    severity: Severity::Info,
    reach: Reach::Family,
    page: page!("key_tenant_skew.md"),
    fixes: &["T9", "T5", "T25"],
    replaces: &[],
    check,
};

/// Entities a Zipf skew is spread over where their number is unknown (assumption of ours, the
/// number of the simulator's own tenant scenario).
const ENTITIES_ASSUMED: u32 = 1_000;

fn check(context: &Context<'_>, out: &mut Vec<Finding>) {
    for id in context.tables() {
        let facts = context.facts.table(id);
        let Outcome::Spread { by: 0, tail_within: Some(within), .. } = facts.walk.outcome else {
            continue;
        };
        let parts = &facts.walk.parts;
        if !is_entity(context, id, &parts[0]) {
            continue;
        }
        let skew = facts.skew.iter().find(|(column, _)| *column == parts[0].column);
        if matches!(skew, Some((_, Skew::Uniform))) {
            continue;
        }
        out.push(finding(context, id, &parts[0], &parts[within], skew.map(|(_, skew)| *skew)));
    }
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
    let share = skew.map(largest_share);
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
            "Rows of one `{column}` arrive in order, so a single one can never take more than \
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
                "The largest {} alone asks for {:.0} % of what one split takes",
                tail::named(table, entity),
                rate / ceiling * 100.0
            ),
            _ => format!(
                "{} spreads `{}` as long as no single one dominates",
                tail::named(table, entity),
                table.name
            ),
        },
        why,
        help: format!(
            "State how skewed it is, as in `-- hotsplit: skew({column})=zipf(1.1)`, or put a \
             random part before `{}`",
            table.column(moving.column).name
        ),
        utilisation: hottest.map(|rate| rate / ceiling),
        pressure: None,
        harmless: None,
        attached: Vec::new(),
        ..tail::finding(RULE.id, Object::Table(id), &tail, verdict)
    }
}

/// The share of the largest entity.
fn largest_share(skew: Skew) -> f64 {
    match skew {
        Skew::Uniform => 1.0 / f64::from(ENTITIES_ASSUMED),
        Skew::Whale(share) => share,
        Skew::Zipf(s) => {
            let all: f64 = (1..=ENTITIES_ASSUMED).map(|rank| libm::pow(f64::from(rank), -s)).sum();
            1.0 / all
        }
    }
}
