//! Writes a fact as a directive beside its column, so that the text stays the only source of
//! truth. Nothing else in the text moves.

use crate::edit::indent_of;
use crate::facts::catalogue::contradict;
use crate::schema::{ColumnId, Object, Place, Schema, TableId};
use crate::syntax::tree::Directive;
use crate::text::{Edit, Span, at};

/// The edit that states `fact` of a column: in a directive that already speaks of it, in place of
/// what it contradicts there, or in one of its own.
#[must_use]
pub fn state_fact(
    text: &str,
    schema: &Schema,
    table: TableId,
    column: ColumnId,
    fact: &str,
) -> Edit {
    let place = Some(Place::Column(table, column));
    let there = schema.directives.iter().filter(|located| located.place == place);
    let there: Vec<&Directive> = there.map(|located| &located.directive).collect();
    let name = fact.split(['(', '=', '<', ' ']).next().unwrap_or(fact);
    // The last of several counts, so that is the one to replace.
    let leads = schema.table(table).key.first().is_some_and(|part| part.column == column);
    let of_table = Some(Place::Object(Object::Table(table)));
    let speaking = schema.directives.iter().filter(|located| {
        // What is said of a table is taken to be of the column that leads its key.
        located.place == place || (leads && located.place == of_table)
    });
    let mut said = speaking.flat_map(|located| &located.directive.facts);
    if let Some(old) = said.rfind(|old| contradict(&old.name, name)) {
        return Edit::replace(old.span, fact);
    }
    if let Some(last) = there.last().and_then(|directive| directive.facts.last()) {
        return Edit::insert(last.span.end, format!(", {fact}"));
    }
    beside(text, schema, table, column, fact)
}

/// A directive of its own, where it can speak of nothing else.
fn beside(text: &str, schema: &Schema, table: TableId, column: ColumnId, fact: &str) -> Edit {
    let column = schema.table(table).column(column);
    let end = column.span.end;
    let line = Span::new(end, line_end(text, end));
    let comma = column.comma.filter(|comma| line.contains(*comma)).map(|comma| comma.end);
    // Behind the semicolon of an `ALTER TABLE … ADD COLUMN` nothing else is on the line.
    let rest = Span::new(comma.unwrap_or(end), line.end).of(text);
    let blanks = rest.len() - rest.trim_start().len();
    let semicolon = column.added_later.is_some() && rest.trim_start().starts_with(';');
    let after = comma.unwrap_or(end) + if semicolon { at(blanks + 1) } else { 0 };
    let rest = Span::new(after, line.end).of(text).trim();
    if rest.is_empty() {
        return Edit::insert(after, format!(" -- hotsplit: {fact}"));
    }
    let start = column.span.start;
    if let Some(indent) = indent_of(text, start)
        && (rest.starts_with("--") || rest.starts_with('#'))
        && column.added_later.is_none()
    {
        // A comment is already there and would swallow the directive: it gets a line of its own.
        let newline = if text.contains("\r\n") { "\r\n" } else { "\n" };
        let line = start - at(indent.len());
        return Edit::insert(line, format!("{indent}-- hotsplit: {fact}{newline}"));
    }
    // Something follows on the line: a block ends before it. It stands before the comma, since
    // behind the comma it would speak of the next column.
    Edit::insert(end, format!(" /* hotsplit: {fact} */"))
}

/// The end of the line that holds `offset`, its line end excluded.
fn line_end(text: &str, offset: u32) -> u32 {
    let rest = &text[offset as usize..];
    let line = &rest[..rest.find('\n').unwrap_or(rest.len())];
    offset + at(line.trim_end_matches('\r').len())
}
