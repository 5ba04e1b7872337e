//! A key that starts with the time of arrival.

use crate::facts::{Outcome, WalkPart};
use crate::finding::{Finding, Object, Question, Severity};
use crate::report::Report;
use crate::rule::{Context, Reach, Rule};
use crate::schema::TableId;
use crate::shared::tail::{self, Tail};
use crate::syntax::tree::Type;

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
            "{} leads the key and follows the clock: every insert lands at one end of `{}`",
            tail::named(table, tail.part),
            table.name
        ),
        why: format!("{why}{}", tail::descendants(context, id)),
        help: "Lead the key with a column that spreads, and keep the time behind it".to_owned(),
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
        title: format!("{name} leads the key: do its values follow the clock?"),
        why: "If rows arrive in the order of this column, all inserts go to one split.".to_owned(),
        help: "Say where its values come from".to_owned(),
        reason: None,
        question: Some(Box::new(Question {
            text: format!("Do the values of {name} follow the time at which rows arrive?"),
            choices: vec![
                ("Yes, each is later than the one before", "sequential"),
                ("No, they come in any order", "random"),
            ],
        })),
        ..tail::finding(RULE.id, Object::Table(id), &tail, verdict)
    }
}
