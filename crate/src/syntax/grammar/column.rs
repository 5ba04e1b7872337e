//! A column and its clauses, in any order: an order Spanner refuses is no reason to read less.

use super::cursor::Cursor;
use super::expr::{bare, bracketed};
use super::options::option_list;
use super::sequence::identity_parts;
use super::table::{at_clause, at_element_end, checked_at_once, references, starts_element};
use super::types::column_type;
use crate::syntax::check::{COLUMN_REFUSED, CONSTRAINT_REFUSED};
use crate::syntax::few::Few;
use crate::syntax::rare::Rare;
use crate::syntax::tree::{
    CheckDef, ColumnDef, Counter, ElementKind, Expr, Generated, Identity, Name, TokenKind,
};
use crate::text::Span;
use std::sync::Arc;

/// How GoogleSQL orders the clauses of a column, by the words that open them.
const ORDER: &[&[&str]] = &[
    &["NOT"],
    &["DEFAULT", "ON", "AS", "GENERATED", "AUTO_INCREMENT"],
    &["PLACEMENT"],
    &["HIDDEN"],
    &["PRIMARY"],
    &["OPTIONS"],
];

/// `name type clause …`; `after` is what may follow it.
pub(super) fn column(c: &mut Cursor<'_>, after: &str) -> ElementKind {
    // A rule speaks of columns that are called like a reserved word.
    let what = "a column or a constraint";
    let name = if c.at_name() && c.is_name(1) { c.name() } else { c.expect_name(what) };
    let Some(name) = name else {
        c.skip_until(|c| c.at_mark(",") || c.at_mark(")"));
        return ElementKind::Other;
    };
    let mut column = ColumnDef {
        name,
        ty: None,
        not_null: None,
        default: None,
        options: Few::default(),
        rare: Rare::default(),
    };
    const SERIAL: &[&str] =
        &["SERIAL", "BIGSERIAL", "SMALLSERIAL", "SERIAL2", "SERIAL4", "SERIAL8"];
    if c.at_any(SERIAL) {
        column.identity = Some(Arc::new(plain_identity(c.span())));
    }
    column.ty = column_type(c);
    let mut reached = 0;
    loop {
        // Every clause opens with a bare word: at a comma none of them need be looked for.
        while c.kind() == Some(TokenKind::Word) {
            if c.googlesql() && !starts_element(c) {
                c.check_order(ORDER, &mut reached);
            }
            if !clause(c, &mut column) {
                break;
            }
        }
        if at_element_end(c) {
            return ElementKind::Column(column);
        }
        // One strange word costs no clause that follows it.
        c.expected(after);
        c.skip_one();
        c.skip_until(|c| at_element_end(c) || at_clause(c));
    }
}

/// One clause; false when none is next.
fn clause(c: &mut Cursor<'_>, column: &mut ColumnDef) -> bool {
    if starts_element(c) {
        return false;
    }
    let start = c.span();
    check_value(c, column);
    if let Some(span) = c.eat(&["NOT", "NULL"]) {
        column.not_null = Some(span);
    } else if c.eat(&["PRIMARY", "KEY"]).is_some() {
        column.primary_key = Some(start.to(c.last_span()));
    } else if c.eat(&["DEFAULT"]).is_some() {
        column.default = value(c).map(Arc::new);
    } else if c.eat(&["ON", "UPDATE"]).is_some() {
        column.on_update = value(c).map(Arc::new);
    } else if c.at_word("AS") {
        c.bump();
        generated(c, column);
    } else if c.looking_at(&["GENERATED"]) {
        identity_or_generated(c, column);
    } else if c.eat(&["AUTO_INCREMENT"]).is_some() {
        column.identity = Some(Arc::new(plain_identity(start)));
    } else if c.eat(&["OPTIONS"]).is_some() {
        column.options.extend(option_list(c));
    } else if c.at_word("REFERENCES") {
        let own = column.name.clone();
        column.references = references(c, start).map(|mut key| {
            key.columns = vec![own];
            Box::new(key)
        });
    } else if c.eat(&["HIDDEN"]).is_some() {
        column.hidden = true;
    } else {
        return rare_clause(c, column, start);
    }
    true
}

/// A column's value comes from one place: a default, an expression or a counter.
fn check_value(c: &mut Cursor<'_>, column: &ColumnDef) {
    let default = c.at_word("DEFAULT");
    let computed = c.at_word("AS") || c.at_word("GENERATED") || c.at_word("AUTO_INCREMENT");
    let update = c.looking_at(&["ON", "UPDATE"]);
    let fixed = column.generated.is_some() || column.identity.is_some();
    let given = column.default.is_some() || column.on_update.is_some();
    let again = (default && column.default.is_some()) || (update && column.on_update.is_some());
    if again || (fixed && (default || computed || update)) || (given && computed) {
        c.expected("one of `DEFAULT`, `AS` and `GENERATED`");
    }
}

/// Clauses that change nothing here, or that one dialect alone has.
fn rare_clause(c: &mut Cursor<'_>, column: &mut ColumnDef, start: Span) -> bool {
    if c.at_word("CHECK") || (c.at_word("CONSTRAINT") && c.is_name(1)) {
        named(c, column, start);
    } else if c.at_word("NULL") {
        if c.googlesql() {
            c.expected("`NOT NULL`, or nothing for a column that may be NULL");
        } else if column.primary_key.is_some() {
            let cure = ": Spanner has no nullable primary keys here; use a unique index";
            c.expected_at("`NOT NULL`", c.span(), cure);
        }
        c.bump();
    } else if c.eat(&["VECTOR", "LENGTH"]).is_some() {
        if c.number().is_none() {
            c.expected("a number");
        }
    } else if c.eat(&["LOCALITY", "GROUP"]).is_some() {
        let _ = c.expect_name("a locality group");
    } else {
        return c.eat(&["PLACEMENT", "KEY"]).is_some()
            || checked_at_once(c)
            || c.refuse(COLUMN_REFUSED)
            || c.refuse(CONSTRAINT_REFUSED);
    }
    true
}

/// `[CONSTRAINT n] CHECK (…)`; the name of any other constraint is read over.
fn named(c: &mut Cursor<'_>, column: &mut ColumnDef, start: Span) {
    let name: Option<Name> = c.eat(&["CONSTRAINT"]).and_then(|_| c.name());
    let name_end = name.as_ref().map_or(0, |name| name.span.end);
    if c.eat(&["CHECK"]).is_some()
        && let Some(expr) = bracketed(c)
    {
        column.checks.push(CheckDef { span: start.to(c.last_span()), name, expr: expr.into() });
    } else if let Some(name) = name
        && (c.looking_at(&["NOT", "NULL"]) || c.at_word("NULL") || c.looking_at(&["PRIMARY"]))
    {
        let cure = ": Spanner names no such constraint; leave `CONSTRAINT` and its name out";
        c.expected_at("`CHECK` or `REFERENCES` behind the name", start.to(name.span), cure);
    } else if at_element_end(c) && c.last_span().end == name_end {
        c.expected("`CHECK` or `REFERENCES` behind the name");
    }
}

/// The value of `DEFAULT` or `ON UPDATE`: in parentheses, which PostgreSQL does not ask for.
fn value(c: &mut Cursor<'_>) -> Option<Expr> {
    if c.googlesql() {
        if c.at_mark("(") {
            return bracketed(c);
        }
        c.expected("`(`");
    }
    bare(c)
}

/// What follows `AS`: `(…) [STORED | VIRTUAL]`.
fn generated(c: &mut Cursor<'_>, column: &mut ColumnDef) {
    let Some(expr) = bracketed(c) else { return };
    let stored = c.eat(&["STORED"]).is_some();
    if !stored {
        let _ = c.eat(&["VIRTUAL"]);
    }
    column.generated = Some(Arc::new(Generated { expr, stored }));
}

/// `GENERATED ALWAYS AS (…)` or `GENERATED BY DEFAULT AS IDENTITY [(…)]`.
fn identity_or_generated(c: &mut Cursor<'_>, column: &mut ColumnDef) {
    let start = c.bump();
    if c.eat(&["ALWAYS"]).is_none() && c.eat(&["BY", "DEFAULT"]).is_none() {
        c.expected("`ALWAYS` or `BY DEFAULT`");
        return;
    }
    if c.eat(&["AS"]).is_none() {
        c.expected("`AS`");
        return;
    }
    if c.eat(&["IDENTITY"]).is_none() {
        generated(c, column);
        return;
    }
    let counter = if c.at_mark("(") { identity_parts(c) } else { Counter::default() };
    let bit_reversed = counter.kind.is_some();
    let span = start.to(c.last_span());
    column.identity = Some(Arc::new(Identity { span, bit_reversed, counter }));
}

/// `AUTO_INCREMENT` or a serial type: nothing is said of the counter.
fn plain_identity(span: Span) -> Identity {
    Identity { span, bit_reversed: false, counter: Counter::default() }
}
