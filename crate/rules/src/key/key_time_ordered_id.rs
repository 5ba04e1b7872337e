//! A key that starts with an id whose first bits are the time.

use crate::facts::{Outcome, TimeId};
use crate::finding::{Finding, Object, Question, Severity};
use crate::report::Report;
use crate::rule::{Context, Reach, Rule};
use crate::schema::TableId;
use crate::shared::tail::{self, Tail};
use crate::syntax::tree::Type;
use std::borrow::Cow;

/// The rule.
pub static RULE: Rule = Rule {
    id: "key-time-ordered-id",
    severity: Severity::High,
    reach: Reach::Family,
    page: page!("key_time_ordered_id.md"),
    fixes: &["hash-shard-prefix", "full-hash-prefix", "random-uuid-key", "entity-prefix", "accept"],
    replaces: &["interleave-monotonic-root", "ttl-hot-head"],
    check,
};

fn check(context: &Context<'_>, out: &mut Report<'_>) {
    for id in context.tables() {
        match tail::of_table(context, id) {
            Some(tail) => out.extend(finding(context, id, &tail)),
            None => out.extend(question(context, id)),
        }
    }
}

fn finding(context: &Context<'_>, id: TableId, tail: &Tail<'_>) -> Option<Finding> {
    let table = context.schema.table(id);
    let family_id = tail.fact.time_id?;
    let verdict = tail::judge_table(context, id, tail.fact.confidence);
    let why = tail::cost(context, &verdict);
    let place = match family_id {
        TimeId::UuidV1 => "inserts follow one point that sweeps the key space every 7 minutes",
        _ => "every insert goes to the last split",
    };
    let found = Finding {
        title: format!(
            "{} is the first key column of `{}` and is {}: {place}",
            tail::named(table, tail.part),
            table.name,
            tail::family(family_id)
        ),
        why: tail::with_descendants(why, context, id),
        help: "Start the key with a shard derived from the id, followed by the id".into(),
        ..tail::finding(RULE.id, Object::Table(id), tail, verdict)
    };
    tail::or_question(found, &tail::named(table, tail.part), "The key starts with")
}

/// A length that is typical of time-ordered ids proves nothing: it is worth a question.
fn question(context: &Context<'_>, id: TableId) -> Option<Finding> {
    let walk = &context.facts.table(id).walk;
    let Outcome::Ask { at: 0, .. } = walk.outcome else { return None };
    let part = walk.parts.first().filter(|part| !part.inherited)?;
    let table = context.schema.table(id);
    let column = table.column(part.column);
    let candidate = match column.ty {
        Some(Type::String(Some(26))) => "ulid",
        Some(Type::String(Some(27)) | Type::Bytes(Some(20))) => "ksuid",
        Some(Type::String(Some(20 | 24 | 25)) | Type::Bytes(Some(12))) => "sequential",
        _ => return None,
    };
    let tail = Tail { part, fact: context.facts.part(part) };
    let verdict = tail::judge_table(context, id, tail.fact.confidence);
    let name = tail::named(table, part);
    Some(Finding {
        severity: Severity::Ask,
        title: format!("The key starts with {name}, which has the length of a time-ordered id"),
        why: "If the id starts with the time, all inserts go to one split; if it is random, they \
              spread."
            .into(),
        help: "State where its values come from".into(),
        reason: None,
        question: Some(Box::new(Question {
            text: format!("Does {name} start with the time, as a ULID or KSUID does?"),
            choices: Cow::Owned(vec![
                ("Yes, newer ids are larger", candidate),
                ("No, it is random", "random"),
                ("It comes from another system", "entity"),
            ]),
        })),
        ..tail::finding(RULE.id, Object::Table(id), &tail, verdict)
    })
}
