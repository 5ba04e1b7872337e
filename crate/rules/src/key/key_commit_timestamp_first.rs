//! A key that starts with the commit timestamp.

use crate::facts::WalkPart;
use crate::finding::{Finding, Object, Severity};
use crate::report::Report;
use crate::rule::{Context, Reach, Rule};
use crate::schema::Schema;
use crate::shared::tail;
use crate::syntax::tree::ExprKind;

/// The rule.
pub static RULE: Rule = Rule {
    id: "key-commit-timestamp-first",
    severity: Severity::High,
    reach: Reach::Family,
    page: page!("key_commit_timestamp_first.md"),
    fixes: &["reorder-key", "hash-shard-prefix", "random-uuid-key", "accept"],
    replaces: &[
        "interleave-monotonic-root",
        "key-timestamp-first",
        "key-monotonic-int",
        "ttl-hot-head",
    ],
    check,
};

fn check(context: &Context<'_>, out: &mut Report<'_>) {
    for id in context.tables() {
        let Some(tail) = tail::of_table(context, id) else { continue };
        if !is_commit_timestamp(context.schema, tail.part) {
            continue;
        }
        let table = context.schema.table(id);
        let mut verdict = tail::judge_table(context, id, tail.fact.confidence);
        // Google: hot even at low write rates. Few writes lower it one level, never away.
        if verdict.harmless.take().is_some() {
            verdict.severity = Severity::Warn;
        }
        let why = tail::cost(context, &verdict);
        out.push(Finding {
            title: format!(
                "The key starts with the commit timestamp {}: every insert goes to the last split \
                 of `{}`",
                tail::named(table, tail.part),
                table.name
            ),
            why: tail::with_descendants(why, context, id),
            help: "Start the key with a column that spreads writes, followed by the commit \
                   timestamp"
                .into(),
            ..tail::finding(RULE.id, Object::Table(id), &tail, verdict)
        });
    }
}

/// Whether a part's column takes the commit timestamp.
pub(crate) fn is_commit_timestamp(schema: &Schema, part: &WalkPart) -> bool {
    let column = schema.table(part.table).column(part.column);
    let pending = column.default.as_ref().is_some_and(|default| {
        matches!(&default.kind, ExprKind::Call(name, _)
            if name.trim_start_matches("SPANNER.").starts_with("PENDING_COMMIT_TIMESTAMP"))
    });
    column.commit_timestamp || pending
}
