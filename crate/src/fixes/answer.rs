//! Writes a fact as a directive beside its column, so that the text stays the only source of
//! truth. Nothing else in the text moves.

use crate::schema::{ColumnId, Table};
use crate::text::Edit;

/// The edit that states `fact` of a column.
#[must_use]
pub fn state_fact(text: &str, table: &Table, column: ColumnId, fact: &str) -> Edit {
    let column = table.column(column);
    let end = column.comma.map_or(column.span.end, |comma| comma.end);
    let newline = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let rest = text[end as usize..].split('\n').next().unwrap_or_default();
    if rest.trim().is_empty() {
        return Edit::insert(end, format!(" -- hotsplit: {fact}"));
    }
    let start = column.span.start as usize;
    let line = text[..start].rfind('\n').map_or(0, |at| at + 1);
    let indent = &text[line..start];
    if indent.trim().is_empty() && rest.trim_start().starts_with("--") {
        // A comment is already there and would swallow the directive: it gets a line of its own.
        return Edit::insert(
            crate::text::at(line),
            format!("{indent}-- hotsplit: {fact}{newline}"),
        );
    }
    Edit::insert(end, format!(" -- hotsplit: {fact}{newline}"))
}
