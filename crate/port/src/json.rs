//! A port as JSON: what `hotsplit port --format json` prints, and what the page reads.
//!
//! It is written here by hand: a JSON library would be an eighth of the port's WebAssembly.

use crate::port::{Level, Loss, Options, Port, Ported, Target};
use crate::source::{Outcome, Source};
use crate::text::Span;

/// What offsets of the source and of the port count: bytes, or what the reader of the JSON counts.
pub struct Offsets<'a> {
    /// Turns a byte offset of the source into the reader's.
    pub source: &'a dyn Fn(u32) -> u32,
    /// Turns a byte offset of the port into the reader's.
    pub target: &'a dyn Fn(u32) -> u32,
}

impl Offsets<'_> {
    /// Bytes on both sides.
    pub const BYTES: Offsets<'static> = Offsets { source: &|at| at, target: &|at| at };
}

/// The report of a port and its text. The README of the repository documents the fields.
#[must_use]
pub fn report(
    source: &Source<'_>,
    options: &Options,
    ported: &Port,
    offsets: &Offsets<'_>,
) -> String {
    let mut out = Writer::default();
    out.open('{');
    out.text_field("from", source.database.dialect_name());
    out.text_field("to", target_name(options.target));
    out.text_field("level", level_name(options.level));
    let counts = ported.counts;
    out.key("statements");
    out.open('{');
    for (name, count) in [
        ("kept", counts.kept),
        ("converted", counts.converted),
        ("dropped", counts.dropped),
        ("asked", counts.asked),
        ("rows", counts.rows),
        ("session", counts.session),
    ] {
        out.key(name);
        out.number(count as u64);
    }
    out.close('}');
    out.key("rowBytes");
    out.number(row_bytes(source));
    out.key("tables");
    out.open('[');
    for table in &ported.tables {
        out.open('{');
        out.text_field("source", &table.source);
        out.text_field("target", &table.target);
        out.key("rows");
        out.number(table.rows);
        rates(&mut out, table);
        out.close('}');
    }
    out.close(']');
    out.key("losses");
    out.open('[');
    for one in &ported.losses {
        loss(&mut out, one, offsets);
    }
    out.close(']');
    out.text_field("text", &ported.text);
    out.key("map");
    out.open('[');
    for (from, to) in ported.map.iter().filter_map(|(from, to)| to.map(|to| (from, to))) {
        out.open('[');
        out.number(u64::from((offsets.source)(from.start)));
        out.number(u64::from((offsets.source)(from.end)));
        out.number(u64::from((offsets.target)(to.start)));
        out.number(u64::from((offsets.target)(to.end)));
        out.close(']');
    }
    out.close(']');
    out.close('}');
    out.text
}

/// Statements of a source as a JSON array, without those that hold rows or set up a session: there may
/// be one for each row.
#[must_use]
pub fn definitions(source: &Source<'_>, offset: &dyn Fn(u32) -> u32) -> String {
    let mut out = Writer::default();
    out.open('[');
    for statement in &source.statements {
        let dropped = match statement.outcome {
            Outcome::Defines => false,
            Outcome::Dropped => true,
            Outcome::Rows | Outcome::Session => continue,
        };
        out.open('{');
        out.text_field("kind", &statement.kind);
        out.text_field("object", &statement.object);
        out.key("dropped");
        out.boolean(dropped);
        out.key("source");
        out.span(statement.span, offset);
        out.close('}');
    }
    out.close(']');
    out.text
}

/// Strings as a JSON array.
#[must_use]
pub fn strings(all: &[String]) -> String {
    let mut out = Writer::default();
    out.open('[');
    for one in all {
        out.string(one);
    }
    out.close(']');
    out.text
}

/// A text as a JSON string.
#[must_use]
pub fn string(text: &str) -> String {
    let mut out = Writer::default();
    out.string(text);
    out.text
}

/// What rows of a table show of rates.
fn rates(out: &mut Writer, table: &Ported) {
    out.key("average");
    match &table.average {
        None => out.null(),
        Some(average) => {
            out.open('{');
            out.text_field("rate", &average.words());
            out.text_field("column", &average.column);
            out.text_field("from", &average.from.day());
            out.text_field("to", &average.to.day());
            out.close('}');
        }
    }
    out.key("children");
    out.open('[');
    for children in &table.children {
        out.open('{');
        out.text_field("parent", &children.parent);
        out.key("rows");
        out.number(children.rows);
        out.key("parents");
        out.number(children.parents);
        out.close('}');
    }
    out.close(']');
}

fn loss(out: &mut Writer, loss: &Loss, offsets: &Offsets<'_>) {
    out.open('{');
    out.text_field("rule", loss.rule);
    out.text_field("severity", loss.severity.name());
    out.text_field("object", &loss.object);
    out.key("column");
    match &loss.column {
        Some(column) => out.string(column),
        None => out.null(),
    }
    out.text_field("message", &loss.message);
    out.text_field("what", loss.what.name());
    out.key("source");
    out.span(loss.source, offsets.source);
    out.key("target");
    match loss.target {
        Some(target) => out.span(target, offsets.target),
        None => out.null(),
    }
    out.key("decision");
    match &loss.decision {
        None => out.null(),
        Some(decision) => {
            out.open('{');
            out.text_field("name", decision.name);
            out.text_field("chosen", &decision.chosen);
            out.key("choices");
            out.open('[');
            for choice in decision.choices {
                out.string(choice);
            }
            out.close(']');
            out.close('}');
        }
    }
    out.close('}');
}

/// Bytes of statements that hold rows.
fn row_bytes(source: &Source<'_>) -> u64 {
    let rows = source.statements.iter().filter(|one| one.outcome == Outcome::Rows);
    rows.map(|one| u64::from(one.span.end - one.span.start)).sum()
}

fn target_name(target: Target) -> &'static str {
    match target {
        Target::GoogleSql => "googlesql",
        Target::PostgreSql => "postgresql",
    }
}

fn level_name(level: Level) -> &'static str {
    match level {
        Level::Proven => "proven",
        Level::Current => "current",
    }
}

/// Writes JSON and sets the commas.
#[derive(Default)]
struct Writer {
    text: String,
}

impl Writer {
    /// A comma, unless this is the first of its object or array or the value of a key.
    fn comma(&mut self) {
        if !matches!(self.text.as_bytes().last(), None | Some(b'{' | b'[' | b':')) {
            self.text.push(',');
        }
    }

    fn open(&mut self, bracket: char) {
        self.comma();
        self.text.push(bracket);
    }

    fn close(&mut self, bracket: char) {
        self.text.push(bracket);
    }

    fn key(&mut self, name: &str) {
        self.string(name);
        self.text.push(':');
    }

    fn text_field(&mut self, name: &str, value: &str) {
        self.key(name);
        self.string(value);
    }

    fn null(&mut self) {
        self.comma();
        self.text.push_str("null");
    }

    fn boolean(&mut self, it: bool) {
        self.comma();
        self.text.push_str(if it { "true" } else { "false" });
    }

    fn number(&mut self, number: u64) {
        self.comma();
        self.text.push_str(&number.to_string());
    }

    fn span(&mut self, span: Span, offset: &dyn Fn(u32) -> u32) {
        self.open('{');
        self.key("start");
        self.number(u64::from(offset(span.start)));
        self.key("end");
        self.number(u64::from(offset(span.end)));
        self.close('}');
    }

    fn string(&mut self, text: &str) {
        self.comma();
        self.text.push('"');
        // In runs: a report has megabytes of text, and nearly nothing of it is escaped.
        let mut rest = text;
        while let Some(at) = rest.bytes().position(|it| it < b' ' || matches!(it, b'"' | b'\\')) {
            self.text.push_str(&rest[..at]);
            self.escape(rest.as_bytes()[at]);
            rest = &rest[at + 1..];
        }
        self.text.push_str(rest);
        self.text.push('"');
    }

    /// Writes a character that stands for itself nowhere in a string.
    fn escape(&mut self, byte: u8) {
        match byte {
            b'"' => self.text.push_str("\\\""),
            b'\\' => self.text.push_str("\\\\"),
            b'\n' => self.text.push_str("\\n"),
            b'\t' => self.text.push_str("\\t"),
            byte => {
                let hex = |digit: u8| char::from_digit(u32::from(digit), 16).unwrap_or('0');
                self.text.push_str("\\u00");
                self.text.push(hex(byte / 16));
                self.text.push(hex(byte % 16));
            }
        }
    }
}
