//! An index on nothing but the column by which rows expire.

use crate::facts::{Evidence, Source};
use crate::finding::{Finding, Object, Severity, UnsplittableReason};
use crate::report::Report;
use crate::rule::{Context, Reach, Rule};
use crate::schema::{ColumnId, Schema, TableId};
use crate::shared::tail;
use crate::syntax::tree::Usage;
use std::collections::BTreeSet;

/// The rule.
pub static RULE: Rule = Rule {
    id: "ttl-needless-index",
    severity: Severity::Warn,
    reach: Reach::Database,
    page: page!("ttl_needless_index.md"),
    fixes: &["drop-index", "interleave-index", "shard-index", "accept"],
    replaces: &["index-monotonic", "index-commit-timestamp"],
    check,
};

fn check(context: &Context<'_>, out: &mut Report<'_>) {
    let queried = queried(context.schema);
    for id in context.indexes() {
        let index = context.schema.index(id);
        let table = context.schema.table(index.table);
        let Some(ttl) = &table.ttl else { continue };
        let only = index.keys.len() == 1
            && table.find_column(&ttl.column.text) == Some(index.keys[0].column);
        // What it stores, or forbids twice, it is there for.
        let for_queries = !index.storing.is_empty()
            || index.unique
            || index.managed
            || index.parent.is_some()
            || queried.contains(&(index.table, index.keys[0].column))
            || context.facts.table(index.table).reads.iter().any(|how| how != "point");
        if !only || for_queries {
            continue;
        }
        let moving = tail::of_index(context, id);
        let verdict = moving.as_ref().map(|it| tail::judge_index(context, id, it.fact.confidence));
        let hot = verdict.as_ref().is_some_and(|verdict| verdict.harmless.is_none());
        let mut why = "The deletion of old rows scans the table split by split and reads no index."
            .to_owned();
        let mut finding = RULE.finding(Object::Index(id), index.keys[0].span);
        if let Some(verdict) = verdict.filter(|_| hot) {
            let cost = tail::cost(context, &verdict);
            why = format!("TTL does not read indexes, and this one has a cost: {}", lowered(&cost));
            finding.severity = verdict.severity.max(Severity::Warn);
            finding.reason = Some(UnsplittableReason::MovingHotSpot);
            finding.utilisation = verdict.utilisation;
            finding.pressure = verdict.pressure.map(Box::new);
            finding.evidence = moving.map_or(Vec::new(), |tail| tail.fact.evidence.clone());
        }
        finding.evidence.push(Evidence {
            what: "the row deletion policy".into(),
            span: ttl.span,
            source: Source::Expression,
        });
        out.push(Finding {
            column: Some((index.table, index.keys[0].column)),
            title: format!(
                "`{}` indexes only `{}.{}`, the TTL column, and TTL does not need an index",
                index.name,
                table.name,
                table.column(index.keys[0].column).name
            ),
            why: why.into(),
            help: "Drop the index if no query filters by this column".into(),
            ..finding
        });
    }
}

/// A sentence as it goes on behind a colon.
fn lowered(sentence: &str) -> String {
    let mut chars = sentence.chars();
    chars.next().map_or(String::new(), |first| first.to_lowercase().chain(chars).collect())
}

/// Columns that a query of the text filters by, or sorts by first.
fn queried(schema: &Schema) -> BTreeSet<(TableId, ColumnId)> {
    let mut columns = BTreeSet::new();
    for query in &schema.queries {
        let sorts = query.order_by.first().map(|it| (it.at, it.column));
        let filters = query.uses.iter().filter(|used| used.usage != Usage::Read);
        for (at, column) in filters.map(|used| (used.at, used.column)).chain(sorts) {
            columns.insert((query.tables[at].table, column));
        }
    }
    columns
}
