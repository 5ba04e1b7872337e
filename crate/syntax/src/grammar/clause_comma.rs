//! Commas before the clauses behind a list, which GoogleSQL wants and PostgreSQL does not have.

use super::cursor::Cursor;
use crate::text::{Edit, Span};

/// A comma that nothing follows that a comma could introduce.
pub(super) fn trailing_comma(c: &mut Cursor<'_>, comma: Span) {
    if c.at_end() {
        c.expected_at("the end of the statement", comma, "");
    } else {
        c.expected("a clause after the `,`");
    }
}

/// GoogleSQL wants a comma before the clauses of a table, PostgreSQL has none.
pub(super) fn check_comma(c: &mut Cursor<'_>, comma: Option<Span>, word: &str) {
    match comma {
        None if c.googlesql() => {
            let span = c.span();
            let edits = vec![Edit::insert(c.last_span().end, ",")];
            let what = format!("`,` before `{word}`");
            c.curable(&what, span, "", "Insert the comma", edits);
        }
        Some(span) if !c.googlesql() => {
            let what = format!("`{word}` without a `,` before it");
            let edits = vec![Edit::delete(span)];
            c.curable(&what, span, "", "Remove the comma", edits);
        }
        _ => {}
    }
}
