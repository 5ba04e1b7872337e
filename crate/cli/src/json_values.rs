//! What the JSON of several commands is made of: places, names of dialects and severities, losses.

use hotsplit_port::port::{Decision, Loss, Places};
use hotsplit_wire::engine::rules;
use hotsplit_wire::engine::syntax::tree::Dialect;
use hotsplit_wire::engine::text::{LineIndex, Span};
use serde_json::{Value, json};

/// Lines and columns of the text that a person wrote.
pub(crate) struct Lines<'a> {
    text: &'a str,
    index: LineIndex,
    /// Where parts of the literal port are in the text, where that was read in its place.
    places: Option<&'a Places<'a>>,
}

impl<'a> Lines<'a> {
    /// Prepares a text.
    pub(crate) fn new(text: &'a str) -> Self {
        Self { text, index: LineIndex::new(text), places: None }
    }

    /// Prepares a source whose literal port was read.
    pub(crate) fn of_source(text: &'a str, places: &'a Places<'a>) -> Self {
        Self { text, index: LineIndex::new(text), places: Some(places) }
    }

    /// The place in the text of what was read.
    pub(crate) fn find(&self, read: Span) -> Span {
        self.places.map_or(read, |places| places.source_of(read))
    }

    /// What was read, as lines and columns of the text.
    pub(crate) fn span(&self, read: Span) -> Value {
        self.written(self.find(read))
    }

    /// A span of the text as lines and columns.
    pub(crate) fn written(&self, span: Span) -> Value {
        json!({ "start": self.at(span.start), "end": self.at(span.end) })
    }

    /// A line (from 1), without its end.
    pub(crate) fn line(&self, line: u32) -> &'a str {
        self.index.span_of(line, self.text).of(self.text).lines().next().unwrap_or_default()
    }

    /// The text under a span of it.
    pub(crate) fn under(&self, span: Span) -> &'a str {
        span.of(self.text)
    }

    /// Line and column of an offset of the text.
    pub(crate) fn place(&self, offset: u32) -> (u32, u32) {
        let found = self.index.line_column(offset);
        (found.line, found.column)
    }

    fn at(&self, offset: u32) -> Value {
        let (line, column) = self.place(offset);
        json!({ "line": line, "column": column })
    }
}

/// The dialect's name.
pub(crate) fn dialect(dialect: Dialect) -> &'static str {
    match dialect {
        Dialect::GoogleSql => "googlesql",
        Dialect::PostgreSql => "postgresql",
    }
}

/// The severity's word.
pub(crate) fn severity(severity: rules::Severity) -> &'static str {
    match severity {
        rules::Severity::Error => "error",
        rules::Severity::High => "high",
        rules::Severity::Warn => "warn",
        rules::Severity::Ask => "ask",
        rules::Severity::Info => "info",
        rules::Severity::Hint => "hint",
    }
}

/// What a port cannot carry over, as a finding.
pub(crate) fn loss(loss: &Loss, lines: &Lines<'_>) -> Value {
    json!({
        "rule": loss.rule,
        "severity": loss.severity.name(),
        "object": loss.object,
        "column": loss.column,
        "message": loss.message,
        "why": loss.rule_line(),
        "help": loss.help(),
        "what": loss.what.name(),
        "decision": loss.decision.as_ref().map(decision),
        "proof": loss.proof(),
        "evidence": [],
        "span": lines.written(loss.source),
        "fixes": [],
    })
}

/// A choice that a person has.
pub(crate) fn decision(decision: &Decision) -> Value {
    json!({ "name": decision.name, "chosen": decision.chosen, "choices": decision.choices })
}
