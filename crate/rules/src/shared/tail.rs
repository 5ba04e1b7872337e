//! What the rules on moving keys share: finding the part to blame, and saying what it costs.

use crate::facts::{ColumnFact, Outcome, Pressure, TimeId, Walk, WalkPart};
use crate::finding::{Finding, Object, Question, Severity, UnsplittableReason};
use crate::order;
use crate::rule::Context;
use crate::schema::{IndexId, Schema, Table, TableId};
use crate::severity::{self, Load, Verdict, number};
use std::borrow::Cow;
use std::collections::BTreeSet;

/// The part of a key that moves.
pub(crate) struct Tail<'a> {
    /// The part.
    pub(crate) part: &'a WalkPart,
    /// What is known of its column.
    pub(crate) fact: &'a ColumnFact,
}

/// The moving part of a table's key, if inserts follow a single point that this table is to blame
/// for: an interleaved child is tainted by its root, where the finding is.
pub(crate) fn of_table<'a>(context: &Context<'a>, table: TableId) -> Option<Tail<'a>> {
    single(context, &context.facts.table(table).walk)
}

/// The same for an index of the user's own.
pub(crate) fn of_index<'a>(context: &Context<'a>, index: IndexId) -> Option<Tail<'a>> {
    if context.schema.index(index).managed {
        return None;
    }
    single(context, &context.facts.index(index).walk)
}

/// The moving part of a walk, if it is the only point and not the parent's.
pub(crate) fn single<'a>(context: &Context<'a>, walk: &'a Walk) -> Option<Tail<'a>> {
    let Outcome::Moving { tails: 1, at } = walk.outcome else { return None };
    let part = &walk.parts[at];
    if part.inherited {
        return None;
    }
    Some(Tail { part, fact: context.facts.part(part) })
}

/// Judges the load of a table's key.
pub(crate) fn judge_table(context: &Context<'_>, table: TableId, confidence: f64) -> Verdict {
    let facts = context.facts.table(table);
    severity::judge(&Load {
        pressure: context.facts.pressure_of_table(table),
        writes: facts.writes_per_second,
        confidence,
        low_write: facts.low_write.as_ref(),
        facts: context.facts,
    })
}

/// Judges the load of an index.
pub(crate) fn judge_index(context: &Context<'_>, index: IndexId, confidence: f64) -> Verdict {
    let base = context.facts.table(context.schema.index(index).table);
    severity::judge(&Load {
        pressure: context.facts.pressure_of_index(index),
        writes: context.facts.index(index).writes_per_second,
        confidence,
        low_write: base.low_write.as_ref(),
        facts: context.facts,
    })
}

/// One sentence on what a single moving point costs, with this workload's number.
pub(crate) fn cost(context: &Context<'_>, verdict: &Verdict) -> String {
    let split = context.facts.file.ceiling;
    match (verdict.pressure, verdict.utilisation) {
        (Some(it), Some(u)) => stated_cost(it.rows_per_second, it.rows_per_second / u, u),
        (Some(it), None) => guessed_cost(&it),
        (None, Some(u)) => stated_cost(u * split, split, u),
        (None, None) => format!(
            "All inserts go to one split, which can take about {} rows/s of 1 KB, whatever the \
             nodes.",
            number(split)
        ),
    }
}

fn stated_cost(rows: f64, takes: f64, utilisation: f64) -> String {
    let (rows, takes) = (number(rows), number(severity::rounded(takes)));
    if utilisation >= 1.0 {
        format!(
            "{rows} writes/s go to one split that can take about {takes} ({}× its limit), and \
             adding nodes does not help.",
            severity::factor(utilisation)
        )
    } else {
        format!(
            "{rows} writes/s are {} of what this one split can take, about {takes}, whatever the \
             nodes.",
            severity::percent(utilisation)
        )
    }
}

fn guessed_cost(pressure: &Pressure) -> String {
    let share = severity::percent(pressure.share);
    let nodes = pressure.nodes_harmless();
    let harmless = match nodes {
        nodes if nodes < 2.0 => "a second node does not help".to_owned(),
        nodes => format!("harmless up to {} nodes", number(nodes.floor())),
    };
    let Some(ceiling) = pressure.ceiling else {
        return format!("It is assumed to get {share} of the schema's load: {harmless}.");
    };
    format!(
        "It limits the schema to about {} writes/s, whatever the nodes: {share} of the load is \
         assumed to go to this one split ({harmless}).",
        number(severity::rounded(ceiling))
    )
}

/// A finding with what the verdict decides filled in.
pub(crate) fn finding(
    rule: &'static str,
    object: Object,
    tail: &Tail<'_>,
    verdict: Verdict,
) -> Finding {
    let desc = if tail.part.desc { vec!["key-desc-no-cure"] } else { Vec::new() };
    Finding {
        rule,
        cause: None,
        severity: verdict.severity,
        object,
        column: Some((tail.part.table, tail.part.column)),
        title: String::new(),
        why: Cow::default(),
        help: Cow::default(),
        reason: Some(UnsplittableReason::MovingHotSpot),
        evidence: tail.fact.evidence.clone(),
        span: tail.part.span,
        confidence: tail.fact.confidence,
        utilisation: verdict.utilisation,
        question: None,
        accepted: None,
        harmless: verdict.harmless,
        pressure: verdict.pressure.map(Box::new),
        attached: desc,
    }
}

/// The finding as a question, where the evidence allows no more: a name that has other meanings.
/// Nothing where the answer would not matter.
pub(crate) fn or_question(found: Finding, name: &str, place: &str) -> Option<Finding> {
    if found.confidence >= severity::LIKELY || found.question.is_some() {
        return Some(found);
    }
    if found.harmless.is_some() {
        return None;
    }
    Some(Finding {
        title: format!("{place} {name}: do its values increase with each insert?"),
        why: "If each new value is larger than the previous ones, all inserts go to one split; if \
              not, they spread. The name alone does not show this."
            .into(),
        help: "State where its values come from".into(),
        reason: None,
        question: Some(Box::new(Question {
            text: format!("Do the values of {name} increase with each insert?"),
            choices: Cow::Borrowed(&[
                ("Yes, each is larger than the previous one", "sequential"),
                ("No, they are random or hashed", "random"),
                ("No, they come from another system, in no order", "entity"),
            ]),
        })),
        ..found
    })
}

/// `Table.Column`, in backticks.
pub(crate) fn named(table: &Table, part: &WalkPart) -> String {
    format!("`{}.{}`", table.name, table.column(part.column).name)
}

/// The tables interleaved in a table, at any depth, in order.
pub(crate) fn below(schema: &Schema, table: TableId) -> Vec<TableId> {
    let mut below: Vec<TableId> = schema.children_of(table).collect();
    // A cycle of parents must not keep this going; each table is below once.
    let mut seen: BTreeSet<TableId> = below.iter().copied().chain([table]).collect();
    let mut next = 0;
    while next < below.len() {
        for child in schema.children_of(below[next]) {
            if seen.insert(child) {
                below.push(child);
            }
        }
        next += 1;
    }
    order::ascending(&mut below);
    below
}

/// What a finding at a root says, and what it says of the tables below it.
pub(crate) fn with_descendants(
    why: impl Into<Cow<'static, str>>,
    context: &Context<'_>,
    table: TableId,
) -> Cow<'static, str> {
    let (why, below) = (why.into(), descendants(context, table));
    if below.is_empty() { why } else { format!("{why}{below}").into() }
}

/// What a finding at a root says of the tables below it.
pub(crate) fn descendants(context: &Context<'_>, table: TableId) -> String {
    let schema = context.schema;
    let below = below(schema, table);
    let below: Vec<&str> = below.iter().map(|&id| schema.table(id).name.as_str()).collect();
    match below.as_slice() {
        [] => String::new(),
        names => format!(" Interleaved in it, with the same hotspot: {}.", list(names)),
    }
}

/// `a`, `b` and `c`.
pub(crate) fn list(names: &[&str]) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    match quoted.as_slice() {
        [] => String::new(),
        [only] => only.clone(),
        [rest @ .., last] => format!("{} and {last}", rest.join(", ")),
    }
}

/// Names that a title has room for.
const NAMES_MAX: usize = 4;

/// `a`, `b` and 3 more.
pub(crate) fn some(names: &[&str]) -> String {
    if names.len() <= NAMES_MAX {
        return list(names);
    }
    let first: Vec<String> =
        names[..NAMES_MAX - 1].iter().map(|name| format!("`{name}`")).collect();
    format!("{} and {} more", first.join(", "), names.len() - (NAMES_MAX - 1))
}

/// What a family of ids is called.
pub(crate) fn family(id: TimeId) -> &'static str {
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
pub(crate) fn at_most(verdict: Verdict, most: Severity) -> Verdict {
    Verdict { severity: verdict.severity.min(most), ..verdict }
}
