//! A shard column that the application has to fill.

use crate::cause::Cause;
use crate::facts::Dist;
use crate::finding::{Finding, Object, Severity};
use crate::report::Report;
use crate::rule::{Context, Reach, Rule};
use crate::shared::tail::{self, Tail};
use crate::syntax::tree::Type;

/// The rule.
pub static RULE: Rule = Rule {
    id: "key-shard-not-derived",
    severity: Severity::Info,
    reach: Reach::Family,
    page: page!("key_shard_not_derived.md"),
    fixes: &["hash-shard-prefix", "accept"],
    replaces: &[],
    check,
};

fn check(context: &Context<'_>, out: &mut Report<'_>) {
    for id in context.tables() {
        let Some(part) = context.facts.table(id).walk.parts.first() else { continue };
        let tail = Tail { part, fact: context.facts.part(part) };
        let Dist::Shard { derived: false, .. } = tail.fact.dist else { continue };
        if part.inherited || tail.fact.stated {
            continue;
        }
        let table = context.schema.table(id);
        // In text it names a source shard of a migration, not a place in the key space.
        if table.column(part.column).ty != Some(Type::Int64) {
            continue;
        }
        let verdict = tail::judge_table(context, id, tail.fact.confidence);
        out.push(Finding {
            cause: Some(Cause::ShardOfKey),
            severity: Severity::Info,
            title: format!("{} is set by the application", tail::named(table, part)),
            why: format!(
                "The primary key no longer keeps its other columns unique, and a point read of \
                 `{}` needs the shard.",
                table.name
            )
            .into(),
            help:
                "Make it a STORED generated column, or state `shard(N)` if the application keeps \
                 computing it"
                    .into(),
            reason: None,
            utilisation: None,
            pressure: None,
            harmless: None,
            attached: Vec::new(),
            ..tail::finding(RULE.id, Object::Table(id), &tail, verdict)
        });
    }
}
