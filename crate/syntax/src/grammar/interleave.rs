//! `INTERLEAVE IN [PARENT] t [ON DELETE …]`, of tables and of indexes.

use super::cursor::Cursor;
use super::foreign_key::on_delete;
use crate::text::{Edit, Span};
use crate::tree::{Interleave, Name};

/// `INTERLEAVE IN [PARENT] t [ON DELETE …]`
pub(super) fn interleave(c: &mut Cursor<'_>) -> Option<Interleave> {
    let start = c.eat(&["INTERLEAVE", "IN"])?;
    let lone = c.at_word("PARENT") && is_named_parent(c);
    if lone && c.googlesql() {
        // Whether the table is called so or its name is missing, nobody can tell.
        let parent = c.name()?;
        c.expected("a table name; a table called `parent` needs backticks");
        return Some(interleaved(c, start, parent, false));
    }
    let enforced = c.at_word("PARENT") && !lone;
    if enforced {
        c.bump();
    }
    let parent = if c.at_mark("(") { in_brackets(c)? } else { c.expect_name("a table name")? };
    Some(interleaved(c, start, parent, enforced))
}

/// The end of the clause, whose parent is read.
fn interleaved(c: &mut Cursor<'_>, start: Span, parent: Name, enforced: bool) -> Interleave {
    let action = on_delete(c);
    Interleave {
        span: start.to(c.last_span()),
        parent,
        enforced,
        on_delete_cascade: action.cascade,
        on_delete_said: action.said,
    }
}

/// Whether the `PARENT` here is a table of that name: what follows is a clause and no name.
fn is_named_parent(c: &Cursor<'_>) -> bool {
    const CLAUSES: &[[&str; 2]] =
        &[["ON", "DELETE"], ["TTL", "INTERVAL"], ["LOCALITY", "GROUP"], ["COLUMNAR", "POLICY"]];
    let clause = |words: &[&str; 2]| c.is_word(1, words[0]) && c.is_word(2, words[1]);
    !(c.is_name(1) || c.is_mark(1, "(")) || CLAUSES.iter().any(clause)
}

/// `(Singers)`, as a page of Google's writes the parent.
fn in_brackets(c: &mut Cursor<'_>) -> Option<Name> {
    let open = c.bump();
    let place = c.place();
    let name = c.name();
    let mut edits = vec![Edit::delete(open)];
    edits.extend(c.eat_mark(")").map(Edit::delete));
    let end = c.place();
    c.back_to(place);
    let label = "Remove the parentheses";
    c.curable("a table name", open, ": remove the parentheses", label, edits);
    c.back_to(end);
    name
}
