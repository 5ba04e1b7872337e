//! A key that only a time keeps apart.

use crate::facts::{Dist, shape};
use crate::finding::{Finding, Object, Severity};
use crate::report::Report;
use crate::rule::{Context, Reach, Rule};
use crate::shared::tail;

/// The rule.
pub static RULE: Rule = Rule {
    id: "key-timestamp-uniqueness",
    severity: Severity::Info,
    reach: Reach::Family,
    page: page!("key_timestamp_uniqueness.md"),
    fixes: &["random-uuid-key", "accept"],
    replaces: &[],
    check,
};

fn check(context: &Context<'_>, out: &mut Report<'_>) {
    for id in context.tables() {
        let parts = &context.facts.table(id).walk.parts;
        let [prefix @ .., last] = parts.as_slice() else { continue };
        let table = context.schema.table(id);
        let fact = context.facts.part(last);
        let column = table.column(last.column);
        let time = fact.dist == Dist::TimeArrival && shape::arrives(column);
        // Rows of one entity seldom come in one microsecond; rows of all of them do.
        let shared = prefix.iter().all(|part| {
            let dist = &context.facts.part(part).dist;
            matches!(dist, Dist::Shard { known: true, .. } | Dist::LowCard { .. } | Dist::Constant)
        });
        let low = context.facts.table(id).low_write.as_ref();
        if last.inherited || !time || !shared || fact.unique || low.is_some() {
            continue;
        }
        let commit = if column.commit_timestamp {
            "commit timestamps are not unique, and all rows of one transaction share theirs"
        } else {
            "two rows of one microsecond have the same key"
        };
        out.push(Finding {
            column: Some((id, last.column)),
            title: format!(
                "{} is the whole primary key: rows with the same timestamp collide",
                tail::named(table, last)
            ),
            why: format!("The second insert fails or overwrites the first: {commit}.").into(),
            help: "End the key with an id, such as a random UUID".into(),
            evidence: fact.evidence.clone(),
            confidence: fact.confidence,
            ..RULE.finding(Object::Table(id), last.span)
        });
    }
}
