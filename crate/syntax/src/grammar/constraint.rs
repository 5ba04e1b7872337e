//! Constraints of a table: `FOREIGN KEY …` and `CHECK (…)`, with their names.

use super::cursor::Cursor;
use super::expr::bracketed;
use super::foreign_key::references;
use crate::text::Span;
use crate::tree::{CheckDef, ElementKind, ForeignKeyDef, Name};

/// `CONSTRAINT n`, where a constraint of the table follows.
pub(super) fn constraint_name(c: &mut Cursor<'_>) -> Option<Name> {
    let follows = ["FOREIGN", "CHECK", "PRIMARY", "UNIQUE", "EXCLUDE"];
    if c.at_word("CONSTRAINT") && c.is_name(1) && follows.iter().any(|word| c.is_word(2, word)) {
        c.bump();
        return c.expect_name("a name for the constraint");
    }
    None
}

/// `FOREIGN KEY …` or `CHECK (…)`, whose name is read already.
pub(super) fn constraint(
    c: &mut Cursor<'_>,
    start: Span,
    name: Option<Name>,
) -> Option<ElementKind> {
    if c.eat(&["FOREIGN", "KEY"]).is_some() {
        let (columns, columns_list) = c.some_names("a column");
        return Some(match references(c, start) {
            Some(key) => ElementKind::ForeignKey(Box::new(ForeignKeyDef {
                name,
                columns,
                columns_list,
                ..key
            })),
            None => ElementKind::Other,
        });
    }
    if c.at_word("CHECK") && c.is_mark(1, "(") {
        c.bump();
        return Some(match bracketed(c) {
            Some(expr) => ElementKind::Check(CheckDef {
                span: start.to(c.last_span()),
                name,
                expr: expr.into(),
            }),
            None => ElementKind::Other,
        });
    }
    None
}
