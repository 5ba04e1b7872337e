//! A text key that is a running number behind a prefix.

use crate::facts::Dist;
use crate::finding::{Finding, Object, Severity};
use crate::report::Report;
use crate::rule::{Context, Reach, Rule};
use crate::shared::tail;
use crate::syntax::tree::Type;

/// The rule.
pub static RULE: Rule = Rule {
    id: "key-formatted-sequence",
    severity: Severity::Warn,
    reach: Reach::Family,
    page: page!("key_formatted_sequence.md"),
    fixes: &["hash-shard-prefix", "full-hash-prefix", "accept"],
    replaces: &["key-monotonic-int", "key-generated-monotonic", "key-long-common-prefix"],
    check,
};

fn check(context: &Context<'_>, out: &mut Report<'_>) {
    for id in context.tables() {
        let Some(tail) = tail::of_table(context, id) else { continue };
        let table = context.schema.table(id);
        let text = matches!(table.column(tail.part.column).ty, Some(Type::String(_)));
        let counts = matches!(tail.fact.dist, Dist::MonotonicUp | Dist::MonotonicDown);
        if !text || !counts || tail.fact.time_id.is_some() {
            continue;
        }
        let verdict = tail::judge_table(context, id, tail.fact.confidence);
        let why = tail::cost(context, &verdict);
        out.push(Finding {
            title: format!(
                "The key starts with {}, a formatted sequence number: new rows are adjacent",
                tail::named(table, tail.part)
            ),
            why: format!(
                "{why} A prefix and leading zeros preserve the order of the number.{}",
                tail::descendants(context, id)
            )
            .into(),
            help: "Start the key with a hash or shard of it, or reverse the digits".into(),
            ..tail::finding(RULE.id, Object::Table(id), &tail, verdict)
        });
    }
}
