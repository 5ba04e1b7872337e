//! A root whose key moves, with tables interleaved in it.

use crate::finding::{Finding, Object, Severity};
use crate::report::Report;
use crate::rule::{Context, Reach, Rule};
use crate::severity;
use crate::shared::tail;

/// The rule.
pub static RULE: Rule = Rule {
    id: "interleave-monotonic-root",
    severity: Severity::High,
    reach: Reach::Family,
    page: page!("interleave_monotonic_root.md"),
    fixes: &[
        "reorder-key",
        "bit-reversed-sequence",
        "identity-column",
        "hash-shard-prefix",
        "random-uuid-key",
        "accept",
    ],
    replaces: &[],
    check,
};

fn check(context: &Context<'_>, out: &mut Report<'_>) {
    let schema = context.schema;
    for id in context.tables() {
        if schema.table(id).parent.is_some() || schema.children_of(id).next().is_none() {
            continue;
        }
        let Some(tail) = tail::of_table(context, id) else { continue };
        let table = schema.table(id);
        let verdict = tail::judge_table(context, id, tail.fact.confidence);
        // The question about the key itself is asked by its own rule.
        if tail.fact.confidence < severity::LIKELY {
            continue;
        }
        let why = tail::cost(context, &verdict);
        out.push(Finding {
            title: format!(
                "{} only increases, so all inserts into the tree below `{}` go to its last split",
                tail::named(table, tail.part),
                table.name
            ),
            why: format!("{why}{}", tail::descendants(context, id)).into(),
            help: format!("Change the key of `{}` and of all its children", table.name).into(),
            ..tail::finding(RULE.id, Object::Table(id), &tail, verdict)
        });
    }
}
