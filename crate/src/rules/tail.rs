//! What the rules on moving keys share: finding the part to blame, and saying what it costs.

use super::severity::{self, Load, Verdict, number};
use super::{Context, Finding, Object, Severity, Unsplittable};
use crate::facts::{ColumnFact, Outcome, TimeId, Walk, WalkPart};
use crate::schema::{IndexId, Schema, Table, TableId};
use hotsplit_model::order;

/// The part of a key that moves.
pub(super) struct Tail<'a> {
    /// The part.
    pub(super) part: &'a WalkPart,
    /// What is known of its column.
    pub(super) fact: &'a ColumnFact,
}

/// The moving part of a table's key, if inserts follow a single point that this table is to blame
/// for: an interleaved child is tainted by its root, where the finding is.
pub(super) fn of_table<'a>(context: &Context<'a>, table: TableId) -> Option<Tail<'a>> {
    single(context, &context.facts.table(table).walk)
}

/// The same for an index of the user's own.
pub(super) fn of_index<'a>(context: &Context<'a>, index: IndexId) -> Option<Tail<'a>> {
    if context.schema.index(index).managed {
        return None;
    }
    single(context, &context.facts.index(index).walk)
}

/// The moving part of a walk, if it is the only point and not the parent's.
pub(super) fn single<'a>(context: &Context<'a>, walk: &'a Walk) -> Option<Tail<'a>> {
    let Outcome::Moving { tails: 1, at } = walk.outcome else { return None };
    let part = &walk.parts[at];
    if part.inherited {
        return None;
    }
    Some(Tail { part, fact: context.facts.part(part) })
}

/// Judges the load of a table's key.
pub(super) fn judge_table(
    context: &Context<'_>,
    table: TableId,
    tails: u32,
    confidence: f64,
) -> Verdict {
    let facts = context.facts.table(table);
    severity::judge(&Load {
        writes: facts.writes_per_second,
        tails,
        confidence,
        low_write: facts.low_write.as_ref(),
        file: &context.facts.file,
    })
}

/// Judges the load of an index.
pub(super) fn judge_index(context: &Context<'_>, index: IndexId, confidence: f64) -> Verdict {
    judge_index_over(context, index, 1, confidence)
}

/// Judges the load of an index whose new entries follow `tails` points.
pub(super) fn judge_index_over(
    context: &Context<'_>,
    index: IndexId,
    tails: u32,
    confidence: f64,
) -> Verdict {
    let base = context.facts.table(context.schema.index(index).table);
    severity::judge(&Load {
        writes: context.facts.index(index).writes_per_second,
        tails,
        confidence,
        low_write: base.low_write.as_ref(),
        file: &context.facts.file,
    })
}

/// One sentence on what a single moving point costs, with this workload's number.
pub(super) fn cost(context: &Context<'_>, writes: Option<f64>, verdict: &Verdict) -> String {
    let ceiling = number(context.facts.file.ceiling);
    match (writes, verdict.utilisation) {
        (Some(writes), Some(u)) if u >= 1.0 => format!(
            "{} writes/s go to one split, which takes about {ceiling}: {u:.1} times too many, and \
             adding nodes does not help.",
            number(writes)
        ),
        (Some(writes), Some(u)) => format!(
            "{} writes/s go to one split, which takes about {ceiling}: {:.0} % of the most this \
             key can ever take, on any number of nodes.",
            number(writes),
            u * 100.0
        ),
        _ => format!(
            "All inserts go to one split, which takes about {ceiling} rows/s of 1 KB, on any \
             number of nodes."
        ),
    }
}

/// A finding with what the verdict decides filled in.
pub(super) fn finding(
    rule: &'static str,
    object: Object,
    tail: &Tail<'_>,
    verdict: Verdict,
) -> Finding {
    let desc = if tail.part.desc { vec!["key-desc-no-cure"] } else { Vec::new() };
    Finding {
        rule,
        severity: verdict.severity,
        object,
        column: Some((tail.part.table, tail.part.column)),
        title: String::new(),
        why: String::new(),
        help: String::new(),
        reason: Some(Unsplittable::MovingHotSpot),
        evidence: tail.fact.evidence.clone(),
        span: tail.part.span,
        confidence: tail.fact.confidence,
        utilisation: verdict.utilisation,
        question: None,
        accepted: verdict.harmless,
        attached: desc,
    }
}

/// `Table.Column`, in backticks.
pub(super) fn named(table: &Table, part: &WalkPart) -> String {
    format!("`{}.{}`", table.name, table.column(part.column).name)
}

/// The tables interleaved in a table, at any depth, in order.
pub(super) fn below(schema: &Schema, table: TableId) -> Vec<TableId> {
    let mut below: Vec<TableId> = schema.children_of(table).collect();
    let mut next = 0;
    // A cycle of parents must not keep this going; each table is below once.
    while next < below.len() {
        for child in schema.children_of(below[next]) {
            if child != table && !below.contains(&child) {
                below.push(child);
            }
        }
        next += 1;
    }
    order::plain(&mut below);
    below
}

/// What a finding at a root says of the tables below it.
pub(super) fn descendants(context: &Context<'_>, table: TableId) -> String {
    let schema = context.schema;
    let below = below(schema, table);
    let below: Vec<&str> = below.iter().map(|&id| schema.table(id).name.as_str()).collect();
    match below.as_slice() {
        [] => String::new(),
        names => format!(" Interleaved in it and just as hot: {}.", list(names)),
    }
}

/// `a`, `b` and `c`.
pub(super) fn list(names: &[&str]) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    match quoted.as_slice() {
        [] => String::new(),
        [only] => only.clone(),
        [rest @ .., last] => format!("{} and {last}", rest.join(", ")),
    }
}

/// What a family of ids is called.
pub(super) fn family(id: TimeId) -> &'static str {
    match id {
        TimeId::Ulid => "a ULID",
        TimeId::Ksuid => "a KSUID",
        TimeId::Snowflake => "a Snowflake id",
        TimeId::ObjectId => "an ObjectId",
        TimeId::Xid => "an XID",
        TimeId::Cuid => "a CUID",
        TimeId::PushId => "a push id",
        TimeId::TypeId => "a TypeID",
        TimeId::UuidV1 => "a UUID of version 1",
        TimeId::UuidV6 => "a UUID of version 6",
        TimeId::UuidV7 => "a UUID of version 7",
        TimeId::Sequential => "a sequential GUID",
    }
}

/// A warning at most.
pub(super) fn at_most(verdict: Verdict, most: Severity) -> Verdict {
    Verdict { severity: verdict.severity.min(most), ..verdict }
}
