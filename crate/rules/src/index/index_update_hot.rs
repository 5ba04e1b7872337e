//! A secondary index that starts with a time that every update changes.

use crate::finding::{Finding, Object, Severity};
use crate::report::Report;
use crate::rule::{Context, Reach, Rule};
use crate::shared::tail;

/// The rule.
pub static RULE: Rule = Rule {
    id: "index-update-hot",
    severity: Severity::High,
    reach: Reach::Family,
    page: page!("index_update_hot.md"),
    fixes: &["interleave-index", "shard-index", "drop-index", "accept"],
    replaces: &["index-monotonic", "index-range-column-not-last"],
    check,
};

fn check(context: &Context<'_>, out: &mut Report<'_>) {
    for id in context.indexes() {
        let Some(tail) = tail::of_index(context, id) else { continue };
        let Some(mutable) = &tail.fact.mutable else { continue };
        let index = context.schema.index(id);
        let table = context.schema.table(index.table);
        let verdict = tail::judge_index(context, id, tail.fact.confidence);
        let why = tail::cost(context, &verdict);
        let mut finding = tail::finding(RULE.id, Object::Index(id), &tail, verdict);
        if !finding.evidence.contains(&mutable.evidence) {
            finding.evidence.push(mutable.evidence.clone());
        }
        out.push(Finding {
            title: format!(
                "`{}` starts with {}, which every update changes: each update moves an entry to \
                 its last split",
                index.name,
                tail::named(table, tail.part)
            ),
            why: format!(
                "{why} Every update deletes an entry and inserts another, so the load of the index \
                 is the rate of updates, not of inserts."
            )
            .into(),
            help: "Interleave the index in its table, or start it with a shard".into(),
            ..finding
        });
    }
}
