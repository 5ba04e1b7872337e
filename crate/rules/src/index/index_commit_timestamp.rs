//! A secondary index that starts with the commit timestamp.

use crate::finding::{Finding, Object, Severity};
use crate::key::key_commit_timestamp_first::is_commit_timestamp;
use crate::report::Report;
use crate::rule::{Context, Reach, Rule};
use crate::shared::tail;

/// The rule.
pub static RULE: Rule = Rule {
    id: "index-commit-timestamp",
    severity: Severity::High,
    reach: Reach::Family,
    page: page!("index_commit_timestamp.md"),
    fixes: &["interleave-index", "shard-index", "drop-index", "accept"],
    replaces: &["index-monotonic", "index-update-hot", "index-range-column-not-last"],
    check,
};

fn check(context: &Context<'_>, out: &mut Report<'_>) {
    for id in context.indexes() {
        let Some(tail) = tail::of_index(context, id) else { continue };
        if !is_commit_timestamp(context.schema, tail.part) {
            continue;
        }
        let index = context.schema.index(id);
        let table = context.schema.table(index.table);
        let verdict = tail::judge_index(context, id, tail.fact.confidence);
        let why = tail::cost(context, &verdict);
        out.push(Finding {
            title: format!(
                "`{}` starts with the commit timestamp {}: every new entry goes to its last split",
                index.name,
                tail::named(table, tail.part)
            ),
            why: format!("{why} A commit also waits for its index entries.").into(),
            help: "Interleave the index in its table, or start it with a shard of another column"
                .into(),
            ..tail::finding(RULE.id, Object::Index(id), &tail, verdict)
        });
    }
}
