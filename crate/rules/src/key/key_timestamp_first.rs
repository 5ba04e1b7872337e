//! A key that starts with the time of arrival.

use crate::facts::{Outcome, WalkPart};
use crate::finding::{Finding, Object, Question, Severity};
use crate::report::Report;
use crate::rule::{Context, Reach, Rule};
use crate::schema::TableId;
use crate::shared::tail::{self, Tail};
use crate::syntax::tree::Type;
use std::borrow::Cow;

/// The rule.
pub static RULE: Rule = Rule {
    id: "key-timestamp-first",
    severity: Severity::High,
    reach: Reach::Family,
    page: page!("key_timestamp_first.md"),
    fixes: &[
        "reorder-key",
        "hash-shard-prefix",
        "full-hash-prefix",
        "random-uuid-key",
        "entity-prefix",
        "accept",
    ],
    replaces: &["interleave-monotonic-root", "ttl-hot-head"],
    check,
};

fn check(context: &Context<'_>, out: &mut Report<'_>) {
    for id in context.tables() {
        if let Some(tail) = tail::of_table(context, id) {
            if is_time(context, tail.part) {
                out.extend(finding(context, id, &tail));
            }
        } else if let Some(part) = asked(context, id) {
            out.push(question(context, id, part));
        }
    }
}

fn is_time(context: &Context<'_>, part: &WalkPart) -> bool {
    let column = context.schema.table(part.table).column(part.column);
    column.ty == Some(Type::Timestamp) && !column.commit_timestamp
}

fn finding(context: &Context<'_>, id: TableId, tail: &Tail<'_>) -> Option<Finding> {
    // Without a time of arrival in the name a time set ahead is a question, not a finding.
    const ASK_BELOW: f64 = 0.65;
    let table = context.schema.table(id);
    let verdict = tail::judge_table(context, id, tail.fact.confidence);
    if tail.fact.confidence < ASK_BELOW {
        return Some(question(context, id, tail.part));
    }
    let why = tail::cost(context, &verdict);
    Some(Finding {
        title: format!(
            "The key starts with the timestamp {}: every insert goes to the last split of `{}`",
            tail::named(table, tail.part),
            table.name
        ),
        why: tail::with_descendants(why, context, id),
        help: "Start the key with a column that spreads writes, followed by the timestamp".into(),
        ..tail::finding(RULE.id, Object::Table(id), tail, verdict)
    })
}

/// A leading time of which the name does not say that it is the time of arrival.
fn asked<'a>(context: &Context<'a>, id: TableId) -> Option<&'a WalkPart> {
    let walk = &context.facts.table(id).walk;
    let Outcome::Ask { at: 0, .. } = walk.outcome else { return None };
    let part = walk.parts.first().filter(|part| !part.inherited)?;
    is_time(context, part).then_some(part)
}

fn question(context: &Context<'_>, id: TableId, part: &WalkPart) -> Finding {
    let table = context.schema.table(id);
    let fact = context.facts.part(part);
    let verdict = tail::judge_table(context, id, fact.confidence);
    let name = tail::named(table, part);
    let tail = Tail { part, fact };
    Finding {
        severity: Severity::Ask,
        title: format!("The key starts with {name}: do its values increase with time?"),
        why: "If rows are inserted in the order of this column, all inserts go to one split."
            .into(),
        help: "State where its values come from".into(),
        reason: None,
        question: Some(Box::new(Question {
            text: format!("Are the values of {name} in the order in which rows are inserted?"),
            choices: Cow::Borrowed(&[
                ("Yes, each is later than the previous one", "sequential"),
                ("No, they are in no order", "random"),
            ]),
        })),
        ..tail::finding(RULE.id, Object::Table(id), &tail, verdict)
    }
}
