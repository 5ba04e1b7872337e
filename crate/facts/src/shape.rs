//! What a table is for, as far as its name and its columns tell: a log, a queue, a set of counters.
//!
//! A name alone is weak. Words that also mean ordinary things (`Events` of a concert hall,
//! `Messages` of a template) count only beside a column that bears them out.

use crate::dist::Dist;
use crate::evidence::{self, Standing};
use crate::lexicon::{self, any, last};
use crate::schema::{Column, ColumnId, Table};
use crate::source::evidence_text;
use crate::source::{Evidence, Source};
use crate::syntax::tree::{Expr, ExprKind, Type};

/// How sure a name must be of a time of arrival to bear out the name of a table.
const LIKELY_TIME: f64 = 0.6;

/// Rows are added as things happen and seldom changed: a log, a history, a stream of events.
/// Such a table grows with time, not with the number of things it speaks of.
#[must_use]
pub fn log_like(table: &Table) -> Option<Evidence> {
    let words = lexicon::table_words(&table.name);
    let behind = words.len() > 1 && last(&words, lexicon::LOG_ROWS);
    let kind = if behind { &words[..words.len() - 1] } else { &words[..] };
    let folded = kind.last().is_some_and(|word| lexicon::is_folded_log(word));
    // The settings of an audit are no log.
    let audit = any(&words, &["audit"]) && !last(&words, lexicon::LOOKUPS);
    if audit || last(kind, lexicon::LOGS) || folded {
        return Some(named(table, "a log"));
    }
    let happens = table.columns.iter().any(arrives);
    (happens && last(kind, lexicon::HAPPENINGS)).then(|| named(table, "a stream of events"))
}

/// Rows wait to be worked on and go away or change state: a queue, an outbox, a list of jobs.
#[must_use]
pub fn queue_like(table: &Table) -> Option<Evidence> {
    let words = lexicon::table_words(&table.name);
    let worked = || table.columns.iter().any(|column| status(column) || scheduled(column));
    let pair = &words[words.len().saturating_sub(2)..];
    let work = || last(&words, lexicon::WORK) || lexicon::WORK.contains(&pair.concat().as_str());
    // A mailbox or a backlog may be a thing with an owner, and `to` makes a list of pairs: rows of
    // a queue have a state, a time or a message.
    let holds = || worked() || table.columns.iter().any(|column| arrives(column) || bulky(column));
    let pairs = any(&words, &["to"]);
    let queue = last(&words, &["outbox", "spool"]) || (last(&words, lexicon::QUEUES) && holds());
    if (queue && !pairs) || (work() && worked()) {
        return Some(named(table, "a queue"));
    }
    // Whatever it is called: a state of work and the time of the next try make a queue.
    let state = table.columns.iter().find(|column| status(column))?;
    let next = table.columns.iter().find(|column| retried(column))?;
    Some(Evidence {
        what: evidence_text(format!("the columns `{}` and `{}`: a queue", state.name, next.name)),
        span: next.name_span,
        source: Source::Name,
    })
}

/// Rows count things that happen elsewhere: counters, totals, statistics. How many rows there are
/// is for the key to say.
#[must_use]
pub fn counter_like(table: &Table) -> Option<Evidence> {
    let words = lexicon::table_words(&table.name);
    // With a time in the key or beside an id of its own a row is a sample, not a counter.
    let time = |column: &Column| {
        matches!(column.ty, Some(Type::Timestamp | Type::CommitTimestamp | Type::Date))
    };
    let key = || table.key.iter().map(|part| table.column(part.column));
    let own = || {
        matches!(&table.key[..], [only]
            if lexicon::is_own_id(&table.name, &table.column(only.column).name))
    };
    let sampled = key().any(time) || (own() && table.columns.iter().any(created));
    (last(&words, lexicon::COUNTER_TABLES) && !sampled).then(|| named(table, "counters"))
}

/// A time at which the row came and that does not change after, by its name and type.
fn created(column: &Column) -> bool {
    let list = lexicon::words(&column.name);
    let date = column.ty == Some(Type::Date) && last(&list, lexicon::PERIODS);
    let touched = any(&list, lexicon::TOUCHED) || list.first().is_some_and(|word| word == "last");
    (date || arrives(column)) && !touched
}

/// The column whose number every event changes, by its name: `Likes`, `total`, `view_count`.
#[must_use]
pub fn tally(table: &Table) -> Option<ColumnId> {
    table.column_ids().find(|&id| {
        let column = table.column(id);
        is_number(table, id) && last(&lexicon::words(&column.name), lexicon::TALLIES)
    })
}

/// The number that a table of counters keeps: by its name, else the first that is no key.
#[must_use]
pub fn counter_of(table: &Table) -> Option<ColumnId> {
    counter_like(table)?;
    tally(table).or_else(|| table.column_ids().find(|&id| is_number(table, id)))
}

/// A whole or exact number that the application writes and that is no key.
#[must_use]
pub fn is_number(table: &Table, id: ColumnId) -> bool {
    let column = table.column(id);
    let number = matches!(column.ty, Some(Type::Int64 | Type::Numeric));
    number && !table.is_key(id) && column.generated.is_none() && column.identity.is_none()
}

/// A status of work, by its name.
#[must_use]
pub fn status(column: &Column) -> bool {
    last(&lexicon::words(&column.name), &["status", "state", "stage", "phase"])
}

/// A time set ahead at which a row falls due, by its name and type.
#[must_use]
pub fn scheduled(column: &Column) -> bool {
    let time = matches!(column.ty, Some(Type::Timestamp | Type::CommitTimestamp));
    time && any(&lexicon::words(&column.name), lexicon::SCHEDULED)
}

/// The time of the next try, by its name and type.
fn retried(column: &Column) -> bool {
    let time = matches!(column.ty, Some(Type::Timestamp | Type::CommitTimestamp));
    time && any(&lexicon::words(&column.name), lexicon::RETRIED)
}

/// A time at which the row came or changed, by its name and type.
#[must_use]
pub fn arrives(column: &Column) -> bool {
    let time = matches!(column.ty, Some(Type::Timestamp | Type::CommitTimestamp));
    let named = || {
        let ty = column.ty.as_ref()?;
        let hint = evidence::of_name(&column.name, ty, Standing::default())?;
        Some(hint.dist == Dist::TimeArrival && hint.confidence >= LIKELY_TIME)
    };
    time && (column.commit_timestamp || named().unwrap_or(false))
}

/// A value may be a whole document: by its type, or by its name where the type sets no bound.
#[must_use]
pub fn bulky(column: &Column) -> bool {
    match &column.ty {
        Some(Type::Bytes(None) | Type::Json) => true,
        Some(Type::String(None)) => last(&lexicon::words(&column.name), lexicon::BULKY),
        _ => false,
    }
}

fn named(table: &Table, what: &str) -> Evidence {
    Evidence {
        what: evidence_text(format!("the name `{}`: {what}", table.name)),
        span: table.name_span,
        source: Source::Name,
    }
}

/// Share of new rows that keep a column's default, and how sure that is (our assumption: a
/// statement may give another value, few do).
pub const DEFAULT_KEPT: f64 = 0.8;

/// The value that new rows start with, as people write it; NULL is none.
#[must_use]
pub fn starting_value(column: &Column) -> Option<String> {
    literal(column.default.as_ref()?)
}

fn literal(expr: &Expr) -> Option<String> {
    match &expr.kind {
        ExprKind::Number(number) => Some(number.to_string()),
        ExprKind::String(text) => Some(format!("'{text}'")),
        ExprKind::Word(word) if word != "NULL" => Some(word.to_string()),
        ExprKind::Cast(inner, _) => literal(inner),
        ExprKind::Unary(op, inner) if op == "-" => Some(format!("-{}", literal(inner)?)),
        _ => None,
    }
}
