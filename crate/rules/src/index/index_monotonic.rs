//! A secondary index that starts with something that moves.

use crate::finding::{Finding, Object, Severity};
use crate::report::Report;
use crate::rule::{Context, Reach, Rule};
use crate::shared::tail;

/// The rule.
pub static RULE: Rule = Rule {
    id: "index-monotonic",
    severity: Severity::High,
    reach: Reach::Family,
    page: page!("index_monotonic.md"),
    fixes: &["interleave-index", "shard-index", "drop-index", "accept"],
    replaces: &["index-range-column-not-last"],
    check,
};

fn check(context: &Context<'_>, out: &mut Report<'_>) {
    for id in context.indexes() {
        let Some(tail) = tail::of_index(context, id) else { continue };
        let index = context.schema.index(id);
        let table = context.schema.table(index.table);
        let verdict = tail::judge_index(context, id, tail.fact.confidence);
        let why = tail::cost(context, &verdict);
        let found = Finding {
            title: format!(
                "`{}` starts with {}, which only increases: every new entry goes to its last split",
                index.name,
                tail::named(table, tail.part)
            ),
            why: format!("{why} A commit also waits for its index entries.").into(),
            help: "Interleave the index in its table, or start it with a shard".into(),
            ..tail::finding(RULE.id, Object::Index(id), &tail, verdict)
        };
        let name = tail::named(table, tail.part);
        out.extend(tail::or_question(found, &name, &format!("`{}` starts with", index.name)));
    }
}
