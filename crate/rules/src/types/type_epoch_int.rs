//! Points in time kept as integers.

use crate::facts::lexicon::{any, last, words};
use crate::finding::{Finding, Object, Severity};
use crate::report::Report;
use crate::rule::{Context, Reach, Rule};
use crate::schema::{Column, ColumnId};
use crate::shared::keys::by_name;
use crate::shared::tail::list;
use crate::syntax::tree::{Dialect, Type};

/// The rule.
pub static RULE: Rule = Rule {
    id: "type-epoch-int",
    severity: Severity::Info,
    reach: Reach::Family,
    page: page!("type_epoch_int.md"),
    fixes: &["accept"],
    replaces: &[],
    check,
};

/// Last words that name a point in time, whatever stands before them.
const POINTS: &[&str] = &["at", "ts", "timestamp", "epoch"];

/// Units behind which the word before decides: `created_ms` is a point, `latency_ms` is not.
const UNITS: &[&str] = &[
    "ms",
    "millis",
    "us",
    "micros",
    "ns",
    "nanos",
    "sec",
    "secs",
    "seconds",
    "milliseconds",
    "microseconds",
    "time",
    "on",
];

/// What happens at a point in time.
const EVENTS: &[&str] = &[
    "created",
    "updated",
    "inserted",
    "modified",
    "deleted",
    "expires",
    "expiry",
    "expiration",
    "published",
    "logged",
    "received",
    "sent",
    "started",
    "finished",
    "completed",
    "registered",
    "epoch",
    "timestamp",
    "creation",
    "modification",
];

/// Words beside which a number is no point in time.
const OTHER: &[&str] = &[
    "count", "number", "looking", "offset", "duration", "per", "max", "min", "shard", "hash",
    "bucket",
];

fn check(context: &Context<'_>, out: &mut Report<'_>) {
    for id in context.tables() {
        let table = context.schema.table(id);
        let found: Vec<ColumnId> =
            table.column_ids().filter(|&column| is_point(table.column(column))).collect();
        let Some(&first) = found.first() else { continue };
        let names: Vec<&str> = found.iter().map(|&c| table.column(c).name.as_str()).collect();
        let evidence = found.iter().map(|&column| by_name(table.column(column)));
        let verb = if names.len() == 1 { "keeps" } else { "keep" };
        let (type_word, integer) = match context.schema.dialect {
            Dialect::GoogleSql => ("TIMESTAMP", "INT64"),
            Dialect::PostgreSql => ("timestamptz", "bigint"),
        };
        out.push(Finding {
            column: Some((id, first)),
            evidence: evidence.collect(),
            confidence: 0.8,
            title: format!("{} of `{}` {verb} time in an {integer}", list(&names), table.name),
            why: "Spanner deletes old rows and fills in commit timestamps only for timestamp \
                  columns, and a reader cannot tell seconds from milliseconds."
                .into(),
            help: format!("Add a new {type_word} column, which stores nanoseconds in 12 bytes")
                .into(),
            ..RULE.finding(Object::Table(id), table.column(first).type_span)
        });
    }
}

fn is_point(column: &Column) -> bool {
    if column.ty != Some(Type::Int64) || column.generated.is_some() || column.identity.is_some() {
        return false;
    }
    let list = words(&column.name);
    if any(&list, OTHER) {
        return false;
    }
    let point = last(&list, POINTS) && (list.len() > 1 || list[0] != "at");
    point || (last(&list, UNITS) && any(&list, EVENTS))
}
