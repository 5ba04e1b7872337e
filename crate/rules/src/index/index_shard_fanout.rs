//! A sharded key that is read without its shard.

use crate::facts::Dist;
use crate::finding::{Finding, Object, Severity};
use crate::report::Report;
use crate::rule::{Context, Reach, Rule};
use crate::schema::{KeyPart, TableId};
use crate::shared::reads::{self, Path, Read};

/// The rule.
pub static RULE: Rule = Rule {
    id: "index-shard-fanout",
    severity: Severity::Info,
    reach: Reach::Database,
    page: page!("index_shard_fanout.md"),
    fixes: &["accept"],
    replaces: &[],
    check,
};

fn check(context: &Context<'_>, out: &mut Report<'_>) {
    let schema = context.schema;
    for (&table, reads) in &reads::all(context) {
        out.extend(finding(context, table, Path::Key, &schema.table(table).key, reads));
        for id in schema.indexes_of(table) {
            let keys = &schema.index(id).keys;
            out.extend(finding(context, table, Path::Index(id), keys, reads));
        }
    }
}

fn finding(
    context: &Context<'_>,
    id: TableId,
    path: Path,
    key: &[KeyPart],
    reads: &[Read<'_>],
) -> Option<Finding> {
    let (shard, behind) = (key.first()?, key.get(1)?);
    let fact = context.facts.column(id, shard.column);
    let Dist::Shard { n, signed, known, .. } = fact.dist else { return None };
    let table = context.schema.table(id);
    // What goes by the order behind the shard, and could go by no other key.
    let asks = |read: &Read<'_>| {
        let sorted = read.sorts_by(context).first().is_some_and(|s| s.column == behind.column);
        let wants = read.fixes(context, behind.column) || read.ranges(behind.column) || sorted;
        wants && read.path.is_none_or(|its| its == path)
    };
    let without = |read: &&Read<'_>| asks(read) && !read.fixes(context, shard.column);
    let relevant: Vec<&Read<'_>> = reads.iter().filter(without).collect();
    let first = relevant.first()?;
    // Who writes the shard into one query knows of it.
    if reads.iter().any(|read| read.names(shard.column)) {
        return None;
    }
    let object = match path {
        Path::Key => Object::Table(id),
        Path::Index(index) => Object::Index(index),
    };
    let (name, column) = (object.name(context.schema), &table.column(shard.column).name);
    let next = &table.column(behind.column).name;
    let all = if known { format!("all {n} shards") } else { "all shards".to_owned() };
    let from = if signed { format!("-{}", n - 1) } else { "0".to_owned() };
    let to = if known { (n - 1).to_string() } else { "N - 1".to_owned() };
    let more = match relevant.len() {
        1 => "The query by".to_owned(),
        several => format!("None of {several} queries by"),
    };
    let says = if relevant.len() == 1 { "names no" } else { "names a" };
    let mut evidence = fact.evidence.clone();
    evidence
        .push(reads::evidence(format!("a query by `{next}`"), first.query.tables[first.at].span));
    Some(Finding {
        title: format!("{more} `{next}` {says} `{column}`, the first key column of `{name}`"),
        why: format!(
            "Rows are sorted by `{next}` only within a shard, so without the shard each query \
             reads {all} completely."
        )
        .into(),
        help: format!(
            "Filter `{column}` with IN over {from} to {to}, so that each shard is searched"
        )
        .into(),
        confidence: fact.confidence,
        evidence,
        column: Some((id, shard.column)),
        ..RULE.finding(object, shard.span)
    })
}
