//! A key that starts with a counter.

use crate::finding::{Finding, Object, Severity};
use crate::report::Report;
use crate::rule::{Context, Reach, Rule};
use crate::shared::tail;
use crate::syntax::tree::Type;

/// The rule.
pub static RULE: Rule = Rule {
    id: "key-monotonic-int",
    severity: Severity::High,
    reach: Reach::Family,
    page: page!("key_monotonic_int.md"),
    fixes: &[
        "bit-reversed-sequence",
        "identity-column",
        "bit-reversed-counter",
        "hash-shard-prefix",
        "random-uuid-key",
        "full-hash-prefix",
        "accept",
    ],
    replaces: &["interleave-monotonic-root", "ttl-hot-head"],
    check,
};

fn check(context: &Context<'_>, out: &mut Report<'_>) {
    for id in context.tables() {
        let Some(tail) = tail::of_table(context, id) else { continue };
        let table = context.schema.table(id);
        let column = table.column(tail.part.column);
        let time = matches!(column.ty, Some(Type::Timestamp | Type::CommitTimestamp));
        if time || tail.fact.time_id.is_some() {
            continue;
        }
        let verdict = tail::judge_table(context, id, tail.fact.confidence);
        let why = tail::cost(context, &verdict);
        let found = Finding {
            title: format!(
                "{} is the first key column and only increases: every insert goes to the last \
                 split of `{}`",
                tail::named(table, tail.part),
                table.name
            ),
            why: tail::with_descendants(why, context, id),
            help: "Use a bit-reversed sequence for the values, or start the key with a shard"
                .into(),
            ..tail::finding(RULE.id, Object::Table(id), &tail, verdict)
        };
        let name = tail::named(table, tail.part);
        out.extend(tail::or_question(found, &name, "The key starts with"));
    }
}
