//! A search index that is split by a time: all new documents go to one end of it.

use crate::facts::{Dist, Evidence, Source, evidence_text};
use crate::finding::{Finding, Object, Severity, UnsplittableReason};
use crate::report::Report;
use crate::rule::{Context, Reach, Rule};
use crate::schema::SpecialIndexId;
use crate::severity::{self, Load};
use crate::shared::tail;

/// The rule.
pub static RULE: Rule = Rule {
    id: "index-search-sort-order-hot",
    severity: Severity::Warn,
    reach: Reach::Database,
    page: page!("index_search_sort_order_hot.md"),
    fixes: &["accept"],
    replaces: &[],
    check,
};

fn check(context: &Context<'_>, out: &mut Report<'_>) {
    for id in context.schema.special_index_ids() {
        out.extend(finding(context, id));
    }
}

fn finding(context: &Context<'_>, id: SpecialIndexId) -> Option<Finding> {
    let index = context.schema.special_index(id);
    let option = index.options.iter().find(|option| option.key == "sort_order_sharding")?;
    let part = index.order_by.first()?;
    let fact = context.facts.column(index.table, part.column);
    let spreads = |column| {
        let dist = &context.facts.column(index.table, column).dist;
        matches!(dist, Dist::Uniform | Dist::Entity { .. } | Dist::Shard { .. })
    };
    let moves = fact.dist.is_moving() || fact.dist == Dist::TimeBucket;
    if option.value != "true" || !moves || index.partition_by.iter().any(|&c| spreads(c)) {
        return None;
    }
    let table = context.schema.table(index.table);
    let facts = context.facts.table(index.table);
    let verdict = severity::judge(&Load {
        // A search index is no part of the load.
        pressure: None,
        writes: facts.writes_per_second,
        confidence: fact.confidence,
        low_write: facts.low_write.as_ref(),
        facts: context.facts,
    });
    let verdict = match verdict.utilisation {
        Some(_) => verdict,
        None => tail::at_most(verdict, Severity::Warn),
    };
    let cost = tail::cost(context, &verdict);
    let column = &table.column(part.column).name;
    let mut evidence = fact.evidence.clone();
    let what = "the option `sort_order_sharding`".to_owned();
    evidence.push(Evidence {
        what: evidence_text(what),
        span: option.span,
        source: Source::Expression,
    });
    Some(Finding {
        severity: verdict.severity,
        title: format!("`{}` is split by `{column}`, which only increases", index.name),
        why: cost.into(),
        help: "Leave out sort_order_sharding, or partition the index by an entity".into(),
        reason: Some(UnsplittableReason::MovingHotSpot),
        evidence,
        confidence: fact.confidence,
        utilisation: verdict.utilisation,
        harmless: verdict.harmless,
        column: Some((index.table, part.column)),
        ..RULE.finding(Object::SpecialIndex(id), option.span)
    })
}
