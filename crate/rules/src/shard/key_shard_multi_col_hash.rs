//! A shard computed from several columns, which no query can work out.

use crate::cause::Cause;
use crate::facts::{Dist, expression, shard};
use crate::finding::{Finding, Object, Severity};
use crate::report::Report;
use crate::rule::{Context, Reach, Rule};
use crate::shared::tail;

/// The rule.
pub static RULE: Rule = Rule {
    id: "key-shard-multi-col-hash",
    severity: Severity::Info,
    reach: Reach::Family,
    page: page!("key_shard_multi_col_hash.md"),
    fixes: &["hash-shard-prefix", "accept"],
    replaces: &[],
    check,
};

fn check(context: &Context<'_>, out: &mut Report<'_>) {
    for id in context.tables() {
        let Some(part) = context.facts.table(id).walk.parts.first() else { continue };
        let table = context.schema.table(id);
        let column = table.column(part.column);
        let Some(generated) = column.generated.as_ref().filter(|_| !part.inherited) else {
            continue;
        };
        let fact = context.facts.part(part);
        let remainder = expression::remainder(&generated.expr);
        let n = match fact.dist {
            Dist::Shard { n, .. } => Some(n),
            // A whole hash has no number of shards to try.
            Dist::Uniform => None,
            // The shape of a hash over several columns is not followed further.
            Dist::Unknown if remainder.is_some() => remainder.and_then(|(_, n)| n.try_into().ok()),
            _ => continue,
        };
        let sources = shard::sources(table, column);
        if sources.len() < 2 {
            continue;
        }
        let names: Vec<&str> =
            sources.iter().map(|&source| table.column(source).name.as_str()).collect();
        let cost = match n {
            Some(n) => format!("searches {n} shards"),
            None => "scans the table".to_owned(),
        };
        out.push(Finding {
            cause: Some(Cause::ShardOfKey),
            column: Some((id, part.column)),
            title: format!(
                "{} is computed from {}: Spanner can derive a key column only from one column",
                tail::named(table, part),
                tail::list(&names)
            ),
            why: format!(
                "A query that has {} but not `{}` {cost}, unless the application computes the \
                 value itself.",
                tail::list(&names),
                column.name
            )
            .into(),
            help: "Hash one column of many values".into(),
            evidence: fact.evidence.clone(),
            ..RULE.finding(Object::Table(id), generated.expr.span)
        });
    }
}
