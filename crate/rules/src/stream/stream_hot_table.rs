//! A change stream on a table whose inserts follow one point.

use crate::facts::Evidence;
use crate::finding::{Finding, Object, Severity, UnsplittableReason};
use crate::report::Report;
use crate::rule::{Context, Reach, Rule};
use crate::schema::TableId;
use crate::shared::tail;
use crate::shared::tail::some;
use crate::shared::watched::tables;

/// The rule.
pub static RULE: Rule = Rule {
    id: "stream-hot-table",
    severity: Severity::Warn,
    reach: Reach::Database,
    page: page!("stream_hot_table.md"),
    fixes: &["accept"],
    replaces: &[],
    check,
};

fn check(context: &Context<'_>, out: &mut Report<'_>) {
    for id in context.schema.stream_ids() {
        let stream = context.schema.stream(id);
        let watched = tables(context, stream);
        let mut hot: Vec<(TableId, Evidence)> = Vec::new();
        for table in watched.iter().map(|watched| watched.table) {
            hot.extend(why_hot(context, table).map(|evidence| (table, evidence)));
        }
        if hot.is_empty() {
            continue;
        }
        let names: Vec<&str> =
            hot.iter().map(|(table, _)| context.schema.table(*table).name.as_str()).collect();
        out.push(Finding {
            title: format!(
                "`{}` watches {}, where all inserts go to one split",
                stream.name,
                some(&names)
            ),
            why: "Each change record is written in the same transaction, next to the row, so the \
                  hot split does twice the work."
                .into(),
            help: format!("Fix the key of `{}` first", names[0]).into(),
            reason: Some(UnsplittableReason::MovingHotSpot),
            evidence: hot.iter().map(|(_, evidence)| evidence.clone()).collect(),
            confidence: 0.8,
            ..RULE.finding(Object::Stream(id), stream.name_span)
        });
    }
}

/// Why inserts into a table follow one point, where that is sure enough to be a finding of its
/// own; a child is as hot as its root.
fn why_hot(context: &Context<'_>, table: TableId) -> Option<Evidence> {
    let root = context.schema.root_of(table);
    let tail = tail::of_table(context, root)?;
    let verdict = tail::judge_table(context, root, tail.fact.confidence);
    let sure = verdict.harmless.is_none() && verdict.severity == Severity::High;
    tail.fact.evidence.first().filter(|_| sure).cloned()
}
