//! A key that starts with one value for all rows and goes on with time.

use crate::facts::{Dist, Outcome, shard};
use crate::finding::{Finding, Object, Severity};
use crate::report::Report;
use crate::rule::{Context, Reach, Rule};
use crate::shared::tail;

/// The rule.
pub static RULE: Rule = Rule {
    id: "key-constant-prefix",
    severity: Severity::Warn,
    reach: Reach::Family,
    page: page!("key_constant_prefix.md"),
    fixes: &["hash-shard-prefix", "reorder-key", "accept"],
    replaces: &["interleave-monotonic-root"],
    check,
};

fn check(context: &Context<'_>, out: &mut Report<'_>) {
    for id in context.tables() {
        let walk = &context.facts.table(id).walk;
        let (Outcome::Moving { at, .. } | Outcome::Bucket { at, .. }) = walk.outcome else {
            continue;
        };
        let table = context.schema.table(id);
        let part = &walk.parts[0];
        let fact = context.facts.part(part);
        // A shard that came to one value is another mistake, with a rule of its own.
        let shard = shard::is_meant(table.column(part.column));
        if at == 0 || part.inherited || fact.dist != Dist::Constant || shard {
            continue;
        }
        let low = context.facts.table(id).low_write.as_ref();
        out.push(Finding {
            column: Some((id, part.column)),
            title: format!(
                "The first key column {} is constant, so it does not spread writes",
                tail::named(table, part)
            ),
            why: format!(
                "All rows share this value, so the next column, `{}`, decides where inserts go, \
                 and every key is longer by its bytes.",
                table.column(walk.parts[at].column).name
            )
            .into(),
            help: format!("Remove `{}` from the key", table.column(part.column).name).into(),
            evidence: fact.evidence.clone(),
            confidence: fact.confidence,
            severity: if low.is_some() { Severity::Info } else { RULE.severity },
            harmless: low.map(|low| low.evidence.what.to_string()),
            ..RULE.finding(Object::Table(id), part.span)
        });
    }
}
