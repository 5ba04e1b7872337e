//! `REFERENCES t (…)` of a foreign key, and what it does when rows are deleted or updated.

use super::cursor::Cursor;
use crate::check::CONSTRAINT_REFUSED;
use crate::text::Span;
use crate::tree::{ForeignClause, ForeignKeyDef};

/// `REFERENCES t [(…)] …`: a foreign key without its own columns.
pub(super) fn references(c: &mut Cursor<'_>, start: Span) -> Option<ForeignKeyDef> {
    if c.eat(&["REFERENCES"]).is_none() {
        c.expected("`REFERENCES`");
        return None;
    }
    let table = c.expect_name("a table name")?;
    let (referenced, referenced_list) = if c.at_mark("(") {
        c.some_names("a column")
    } else {
        // In PostgreSQL a rule says so.
        if c.googlesql() {
            c.expected("`(` and the referenced columns");
        }
        (Vec::new(), Span::empty(c.last_span().end))
    };
    let mut key = ForeignKeyDef {
        span: start,
        name: None,
        columns: Vec::new(),
        columns_list: Span::empty(start.start),
        table,
        referenced,
        referenced_list,
        on_delete_cascade: false,
        enforced: true,
        foreign: Vec::new(),
    };
    loop {
        if c.looking_at(&["ON", "DELETE"]) {
            let action = on_delete(c);
            key.on_delete_cascade = action.cascade;
            key.foreign.extend(action.foreign);
        } else if c.eat(&["NOT", "ENFORCED"]).is_some() {
            key.enforced = false;
        } else if c.looking_at(&["ON", "UPDATE"]) && foreign_action(c) {
            key.foreign.push(on_update(c));
        } else if let Some(clause) = match_kind(c).or_else(|| deferred(c)) {
            key.foreign.push(clause);
        } else if c.eat(&["ENFORCED"]).is_none()
            && !checked_at_once(c)
            && !c.refuse(CONSTRAINT_REFUSED)
        {
            break;
        }
    }
    if key.on_delete_cascade && !key.enforced {
        let what = "`ON DELETE CASCADE` on an enforced foreign key only";
        c.expected_at(what, c.last_span(), "");
    }
    key.span = start.to(c.last_span());
    Some(key)
}

/// `NOT DEFERRABLE`, `INITIALLY IMMEDIATE`: how Spanner checks constraints anyway (PostgreSQL).
pub(super) fn checked_at_once(c: &mut Cursor<'_>) -> bool {
    !c.googlesql()
        && (c.eat(&["NOT", "DEFERRABLE"]).is_some() || c.eat(&["INITIALLY", "IMMEDIATE"]).is_some())
}

/// What `ON DELETE` says.
#[derive(Default)]
pub(super) struct OnDelete {
    /// It is written.
    pub(super) said: bool,
    /// `CASCADE`.
    pub(super) cascade: bool,
    /// An action that Spanner lacks.
    foreign: Option<ForeignClause>,
}

/// `ON DELETE CASCADE` or `ON DELETE NO ACTION`, if it is next.
pub(super) fn on_delete(c: &mut Cursor<'_>) -> OnDelete {
    if c.eat(&["ON", "DELETE"]).is_none() {
        return OnDelete::default();
    }
    let cascade = c.eat(&["CASCADE"]).is_some();
    let mut foreign = None;
    if !cascade && c.eat(&["NO", "ACTION"]).is_none() {
        let known = c.at_word("RESTRICT") || c.at_word("SET");
        let cure = if known { ": Spanner has no other action" } else { "" };
        let span = c.span();
        c.expected_at("`CASCADE` or `NO ACTION`", span, cure);
        foreign = other_action(c)
            .map(|action| ForeignClause { said: format!("ON DELETE {action}"), span });
    }
    OnDelete { said: true, cascade, foreign }
}

/// `ON UPDATE …`, of which Spanner knows `NO ACTION` alone.
fn on_update(c: &mut Cursor<'_>) -> ForeignClause {
    let span = c.span();
    if c.eat(&["ON", "UPDATE", "NO", "ACTION"]).is_some() {
        return ForeignClause { said: "ON UPDATE NO ACTION".to_owned(), span };
    }
    let cure = ": Spanner has no action on update, because keys cannot be updated";
    c.expected_at("`ON UPDATE NO ACTION`, or nothing", span, cure);
    c.bump();
    c.bump();
    let said = format!("ON UPDATE {}", other_action(c).unwrap_or_default());
    ForeignClause { said, span }
}

/// `MATCH SIMPLE`: how Spanner compares keys. It refuses `MATCH PARTIAL` later.
fn match_kind(c: &mut Cursor<'_>) -> Option<ForeignClause> {
    ["SIMPLE", "FULL", "PARTIAL"].iter().find_map(|kind| {
        let span = c.eat(&["MATCH", kind])?;
        Some(ForeignClause { said: format!("MATCH {kind}"), span })
    })
}

/// `DEFERRABLE`, `INITIALLY DEFERRED`, which Spanner rejects.
fn deferred(c: &mut Cursor<'_>) -> Option<ForeignClause> {
    let words: &[&str] = if c.at_word("DEFERRABLE") {
        &["DEFERRABLE"]
    } else {
        c.looking_at(&["INITIALLY", "DEFERRED"]).then_some(&["INITIALLY", "DEFERRED"])?
    };
    let start = c.span();
    c.refuse(CONSTRAINT_REFUSED);
    Some(ForeignClause { said: words.join(" "), span: start.to(c.last_span()) })
}

/// Whether `ON UPDATE` here is of a foreign key, not of the column that refers.
fn foreign_action(c: &Cursor<'_>) -> bool {
    ["NO", "CASCADE", "RESTRICT", "SET"].iter().any(|word| c.is_word(2, word))
}

/// PostgreSQL knows more actions; taking them keeps the rest of the clause readable.
fn other_action(c: &mut Cursor<'_>) -> Option<&'static str> {
    let actions: [(&[&str], &str); 4] = [
        (&["RESTRICT"], "RESTRICT"),
        (&["SET", "NULL"], "SET NULL"),
        (&["SET", "DEFAULT"], "SET DEFAULT"),
        (&["CASCADE"], "CASCADE"),
    ];
    actions.iter().find_map(|(words, said)| c.eat(words).map(|_| *said))
}
