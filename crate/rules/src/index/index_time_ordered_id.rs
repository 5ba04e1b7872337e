//! A secondary index that starts with an id whose first bits are the time.

use crate::facts::TimeId;
use crate::finding::{Finding, Object, Severity};
use crate::report::Report;
use crate::rule::{Context, Reach, Rule};
use crate::shared::tail;

/// The rule.
pub static RULE: Rule = Rule {
    id: "index-time-ordered-id",
    severity: Severity::High,
    reach: Reach::Family,
    page: page!("index_time_ordered_id.md"),
    fixes: &["shard-index", "drop-index", "accept"],
    replaces: &["index-monotonic"],
    check,
};

fn check(context: &Context<'_>, out: &mut Report<'_>) {
    for id in context.indexes() {
        let Some(tail) = tail::of_index(context, id) else { continue };
        let Some(family) = tail.fact.time_id else { continue };
        let index = context.schema.index(id);
        let table = context.schema.table(index.table);
        let verdict = tail::judge_index(context, id, tail.fact.confidence);
        let why = tail::cost(context, &verdict);
        let place = match family {
            TimeId::UuidV1 => "new entries follow one point that sweeps the index every 7 minutes",
            _ => "every new entry goes to its last split",
        };
        let found = Finding {
            title: format!(
                "`{}` starts with {}, which is {}: {place}",
                index.name,
                tail::named(table, tail.part),
                tail::family(family)
            ),
            why: format!("{why} A commit also waits for its index entries.").into(),
            help: "Start the index with a shard derived from the id".into(),
            ..tail::finding(RULE.id, Object::Index(id), &tail, verdict)
        };
        let name = tail::named(table, tail.part);
        out.extend(tail::or_question(found, &name, &format!("`{}` starts with", index.name)));
    }
}
