//! Where an element of a table's list, or a clause of a column, begins and ends.

use super::cursor::Cursor;
use crate::tree::TokenKind;

/// Whether the element read so far is over, be it for want of a comma.
pub(super) fn at_element_end(c: &Cursor<'_>) -> bool {
    c.at_end() || c.at_mark(",") || c.at_mark(")") || c.at_elision() || starts_element(c)
}

/// Whether another element plainly starts here, so that only its comma was forgotten.
pub(super) fn starts_element(c: &Cursor<'_>) -> bool {
    if at_primary_key(c) || c.looking_at(&["FOREIGN", "KEY"]) {
        return true;
    }
    // `Name STRING(…)` on a line of its own.
    c.on_new_line() && c.at_name() && c.kind_ahead(1) == Some(TokenKind::Word) && !at_clause(c)
}

/// Whether a clause of a column or of a constraint is next.
pub(super) fn at_clause(c: &Cursor<'_>) -> bool {
    const CLAUSES: &[&str] = &[
        "NOT",
        "NULL",
        "DEFAULT",
        "ON",
        "AS",
        "GENERATED",
        "PRIMARY",
        "PLACEMENT",
        "HIDDEN",
        "CHECK",
        "REFERENCES",
        "CONSTRAINT",
        "OPTIONS",
        "STORED",
        "VIRTUAL",
        "VECTOR",
        "LOCALITY",
        "UNIQUE",
        "ENFORCED",
        "AUTO_INCREMENT",
        "COLLATE",
        "INTERLEAVE",
        "MATCH",
        "DEFERRABLE",
        "INITIALLY",
    ];
    c.at_any(CLAUSES)
}

/// `PRIMARY KEY (`: of the table, not of a column.
pub(super) fn at_primary_key(c: &Cursor<'_>) -> bool {
    c.looking_at(&["PRIMARY", "KEY"]) && c.is_mark(2, "(")
}
