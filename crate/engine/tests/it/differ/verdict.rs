//! What the emulator and our reader say of a statement.

use hotsplit_engine::facts::Settings;
use hotsplit_engine::rules::Severity;
use hotsplit_engine::syntax::tree::{Dialect, StatementKind};

/// What the emulator says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// It takes how the statement is written. Where it then misses a table or the like, it has not
    /// read what expressions and queries are inside.
    Takes { has_read_inside: bool },
    /// It refuses how the statement is written.
    Refuses { why: String, place: Option<Place> },
    /// It refuses an expression or a query inside the statement.
    Inside { why: String },
    /// It ended meanwhile.
    Lost,
}

/// Where a refusal points.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// A byte of the statement.
    At(usize),
    /// The end of the statement.
    End,
    /// A token that begins so.
    Near(String),
}

/// What the PostgreSQL dialect says of forms that Spanner lacks.
const LACKS: &[&str] = &[
    "not supported",
    "Only <",
    "is mandatory in",
    "only support `",
    "supports only conjunction",
    "should be applied to the same column",
    "only single action per statement",
    "must have at least one column",
    "At least one referenced column",
    "deletion of only single object",
    "Contains duplicate",
    "Invalid change stream option",
    "Failed to provide valid option value",
    "Incorrect datatype specified",
    "Unsupported alter sequence statement",
];

/// What the emulator says of syntax that it took and does not carry out.
const NOT_CARRIED_OUT: &[&str] = &[
    "Emulator does not yet support",
    "User defined functions are not supported.",
    "Foreign key enforcement is not supported.",
    "ALTER SCHEMA not supported.",
    "is not supported in models",
    "is not supported by the schema",
];

/// What the emulator's answer to `text` means.
pub(super) fn of_answer(dialect: Dialect, text: &str, answer: &Result<(), String>) -> Verdict {
    let Err(message) = answer else { return Verdict::Takes { has_read_inside: true } };
    if message.contains("reading from server") || message.contains("os error") {
        return Verdict::Lost;
    }
    if ["Connection", "connect", "EOF while", "transport"].iter().any(|it| message.contains(it)) {
        return Verdict::Lost;
    }
    match dialect {
        Dialect::GoogleSql => of_googlesql(text, message),
        Dialect::PostgreSql => of_postgresql(message),
    }
}

fn of_googlesql(text: &str, message: &str) -> Verdict {
    let inside = ["Error parsing expression", "Error parsing the definition", "Error analyzing"];
    if inside.iter().any(|it| message.starts_with(it)) {
        return Verdict::Inside { why: first_line(message) };
    }
    if !message.starts_with("Error parsing Spanner") && !message.starts_with("Errors parsing") {
        return Verdict::Takes { has_read_inside: false };
    }
    // The message repeats the statement.
    let why = match message.find(text).map(|at| at + text.len()) {
        Some(end) => message[end..].trim_start_matches([' ', ':']).trim_start(),
        None => message,
    };
    if NOT_CARRIED_OUT.iter().any(|it| why.contains(it)) {
        return Verdict::Takes { has_read_inside: false };
    }
    let place = line_and_column(why).map(|(line, column)| {
        if why.contains("found 'EOF'") || why.contains("Encountered 'EOF'") {
            return Place::End;
        }
        let before: usize = text.split_inclusive('\n').take(line - 1).map(str::len).sum();
        Place::At(before + column - 1)
    });
    Verdict::Refuses { why: why.to_owned(), place }
}

/// The numbers of `Syntax error on line 1, column 8: …`.
fn line_and_column(why: &str) -> Option<(usize, usize)> {
    let (_, rest) = why.split_once("on line ")?;
    let (line, rest) = rest.split_once(", column ")?;
    let (column, _) = rest.split_once(':')?;
    Some((line.parse().ok()?, column.parse().ok()?))
}

fn of_postgresql(message: &str) -> Verdict {
    if let Some(why) = message.strip_prefix("[ERROR] ") {
        let written = ["syntax error", "unterminated", "trailing junk", "invalid input syntax"];
        if !written.iter().any(|it| why.starts_with(it)) {
            // The analyzer names what an expression uses and does not find.
            return Verdict::Inside { why: first_line(why) };
        }
        let near = why.split_once("at or near \"").and_then(|(_, it)| it.rsplit_once('"'));
        let place = match near {
            Some((near, _)) => Some(Place::Near(near.to_owned())),
            None => why.contains("at end of input").then_some(Place::End),
        };
        return Verdict::Refuses { why: first_line(why), place };
    }
    let carried = !NOT_CARRIED_OUT.iter().any(|it| message.contains(it));
    if carried && LACKS.iter().any(|it| message.contains(it)) {
        return Verdict::Refuses { why: first_line(message), place: None };
    }
    // Its parser reads all of a statement first.
    Verdict::Takes { has_read_inside: true }
}

fn first_line(message: &str) -> String {
    message.lines().next().unwrap_or_default().to_owned()
}

/// An error of ours: where it starts and ends, and its message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Ours {
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) message: String,
}

/// Our errors of syntax, first things first.
pub(super) fn errors(dialect: Dialect, text: &str) -> Vec<Ours> {
    let tree = hotsplit_engine::syntax::parse(text, Some(dialect));
    let errors = tree.errors.iter().map(|error| Ours {
        start: error.span.start as usize,
        end: error.span.end as usize,
        message: error.message.clone(),
    });
    errors.collect()
}

/// What we refuse beside errors of syntax: findings of what Spanner rejects, and text that we say
/// defines nothing.
pub(super) fn refusals(dialect: Dialect, text: &str) -> Vec<Ours> {
    let mut ours = findings(dialect, text);
    if ours.is_empty() && is_skipped(dialect, text) {
        ours.push(Ours { start: 0, end: 0, message: "skipped with a note".to_owned() });
    }
    ours
}

/// Whether we say that a text defines nothing.
fn is_skipped(dialect: Dialect, text: &str) -> bool {
    let tree = hotsplit_engine::syntax::parse(text, Some(dialect));
    tree.statements.iter().all(|it| matches!(it.kind, StatementKind::Skipped))
        && !tree.notes.is_empty()
}

/// Our findings of what Spanner rejects, where no error of syntax says it already.
fn findings(dialect: Dialect, text: &str) -> Vec<Ours> {
    let reading = hotsplit_engine::read(text, Some(dialect), &Settings::default());
    let refused = reading.findings.iter().filter(|it| it.severity == Severity::Error);
    let ours = refused.map(|finding| Ours {
        start: finding.span.start as usize,
        end: finding.span.end as usize,
        message: format!("{}: {}", finding.rule, finding.title),
    });
    ours.collect()
}

/// Whether our first error starts where the emulator points.
pub(super) fn same_place(text: &str, ours: &Ours, place: &Place) -> bool {
    match place {
        Place::At(at) => ours.start == *at,
        Place::End => ours.start >= text.trim_end().len(),
        // PostgreSQL has a token of two points, which is two of ours.
        Place::Near(near) if near == ".." => text[..ours.start].ends_with('.'),
        Place::Near(near) => text[ours.start..].starts_with(near.as_str()),
    }
}
