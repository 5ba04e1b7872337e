//! A shard in front of a key that spreads by itself.

use crate::cause::Cause;
use crate::facts::{Dist, Source, shard};
use crate::finding::{Finding, Object, Severity};
use crate::report::Report;
use crate::rule::{Context, Reach, Rule};
use crate::shared::tail;

/// The rule.
pub static RULE: Rule = Rule {
    id: "key-shard-unneeded",
    severity: Severity::Hint,
    reach: Reach::Family,
    page: page!("key_shard_unneeded.md"),
    fixes: &["accept"],
    replaces: &["key-shard-not-derived"],
    check,
};

/// How sure it must be that the next part spreads: a type alone is not enough.
const SURE: f64 = 0.9;

fn check(context: &Context<'_>, out: &mut Report<'_>) {
    for id in context.tables() {
        let parts = &context.facts.table(id).walk.parts;
        let [lead, next, ..] = parts.as_slice() else { continue };
        let (first, second) = (context.facts.part(lead), context.facts.part(next));
        let table = context.schema.table(id);
        let column = table.column(lead.column);
        let hashed = column.generated.is_some() && first.dist == Dist::Uniform;
        let sharded = matches!(first.dist, Dist::Shard { .. }) || hashed;
        let spreads = second.dist == Dist::Uniform && second.confidence >= SURE;
        // What a foreign key or a parent brings is spread there, and asked for in order here.
        let own = second.evidence.first().is_none_or(|e| e.source != Source::Inherited);
        let of_next = column.generated.is_none()
            || shard::sources(table, column).iter().all(|&source| source == next.column);
        if lead.inherited || !sharded || first.stated || !spreads || !own || !of_next {
            continue;
        }
        let name = &table.column(next.column).name;
        out.push(Finding {
            cause: Some(Cause::ShardOfKey),
            column: Some((id, lead.column)),
            title: format!(
                "{} shards a key that is already spread: `{name}` is random",
                tail::named(table, lead)
            ),
            why: format!(
                "`{name}` alone spreads inserts; the shard adds 8 bytes to every key, index entry \
                 and child row, and every read needs its value."
            )
            .into(),
            help: format!("Start the key with `{name}`").into(),
            evidence: first.evidence.iter().chain(&second.evidence).cloned().collect(),
            confidence: first.confidence.min(second.confidence),
            ..RULE.finding(Object::Table(id), lead.span)
        });
    }
}
