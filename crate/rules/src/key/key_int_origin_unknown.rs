//! A key that starts with an integer of which the DDL does not say where it comes from.

use crate::facts::Outcome;
use crate::finding::{Finding, Object, Question, Severity};
use crate::report::Report;
use crate::rule::{Context, Reach, Rule};
use crate::shared::tail::{self, Tail};
use crate::syntax::tree::Type;
use std::borrow::Cow;

/// The rule.
pub static RULE: Rule = Rule {
    id: "key-int-origin-unknown",
    severity: Severity::Ask,
    reach: Reach::Family,
    page: page!("key_int_origin_unknown.md"),
    fixes: &["bit-reversed-sequence", "identity-column", "hash-shard-prefix", "random-uuid-key"],
    replaces: &[],
    check,
};

fn check(context: &Context<'_>, out: &mut Report<'_>) {
    for id in context.tables() {
        let walk = &context.facts.table(id).walk;
        let Outcome::Ask { at: 0, .. } = walk.outcome else { continue };
        let Some(part) = walk.parts.first().filter(|part| !part.inherited) else { continue };
        let table = context.schema.table(id);
        let column = table.column(part.column);
        if column.ty != Some(Type::Int64) || column.generated.is_some() {
            continue;
        }
        let tail = Tail { part, fact: context.facts.part(part) };
        let verdict = tail::judge_table(context, id, tail.fact.confidence);
        let name = tail::named(table, part);
        out.push(Finding {
            severity: Severity::Ask,
            title: format!("The key starts with {name}: where do its values come from?"),
            why: tail::with_descendants(
                "If they are generated in order, all inserts go to one split; if they are random, \
                 they spread.",
                context,
                id,
            ),
            help: "State where its values come from".into(),
            reason: None,
            question: Some(Box::new(Question {
                text: format!("Where do the values of {name} come from?"),
                choices: Cow::Borrowed(&[
                    ("A counter or sequence, in order", "sequential"),
                    ("Random, hashed or bit-reversed", "random"),
                    ("Another system, in no order", "entity"),
                ]),
            })),
            ..tail::finding(RULE.id, Object::Table(id), &tail, verdict)
        });
    }
}
