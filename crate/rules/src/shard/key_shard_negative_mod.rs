//! A shard number that can be negative: MOD keeps the sign.

use crate::cause::Cause;
use crate::facts::{Dist, WalkPart};
use crate::finding::{Finding, Object, Severity};
use crate::report::Report;
use crate::rule::{Context, Reach, Rule};
use crate::schema::TableId;
use crate::shared::tail::{self, Tail};

/// The rule.
pub static RULE: Rule = Rule {
    id: "key-shard-negative-mod",
    severity: Severity::Warn,
    reach: Reach::Family,
    page: page!("key_shard_negative_mod.md"),
    fixes: &["hash-shard-prefix", "accept"],
    replaces: &[],
    check,
};

fn check(context: &Context<'_>, out: &mut Report<'_>) {
    for id in context.tables() {
        for part in &context.facts.table(id).walk.parts {
            let fact = context.facts.part(part);
            if let Dist::Shard { n, signed: true, .. } = fact.dist
                && !part.inherited
            {
                out.push(finding(context, id, part, n));
            }
        }
    }
}

fn finding(context: &Context<'_>, id: TableId, part: &WalkPart, n: u32) -> Finding {
    let table = context.schema.table(id);
    let tail = Tail { part, fact: context.facts.part(part) };
    let verdict = tail::judge_table(context, id, tail.fact.confidence);
    let shards = 2 * u64::from(n) - 1;
    let share = 50.0 * f64::from(n - 1) / f64::from(n);
    Finding {
        cause: Some(Cause::ShardOfKey),
        severity: Severity::Warn,
        title: format!(
            "{} ranges from -{} to {}: MOD keeps the sign of the hash",
            tail::named(table, part),
            n - 1,
            n - 1
        ),
        why: format!(
            "There are {shards} shards, not {n}, and a query for shards 0 to {} misses {share:.0} \
             % of the rows.",
            n - 1
        )
        .into(),
        help: "Write ABS(MOD(…)), not MOD(ABS(…)): ABS of the smallest integer overflows".into(),
        reason: None,
        utilisation: None,
        pressure: None,
        harmless: None,
        attached: Vec::new(),
        ..tail::finding(RULE.id, Object::Table(id), &tail, verdict)
    }
}
