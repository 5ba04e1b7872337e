//! `CREATE VIEW` and `CREATE FUNCTION`. Their bodies are balanced runs of tokens.

use super::cursor::Cursor;
use super::expr::bracketed;
use super::options::option_list;
use super::types::any_type;
use crate::check;
use crate::text::Span;
use crate::tree::{CreateView, Name, StatementKind};

/// What follows `CREATE [OR REPLACE] VIEW`.
pub(super) fn create_view(c: &mut Cursor<'_>, or_replace: bool) -> Option<StatementKind> {
    let name = c.expect_name("a name for the view")?;
    if c.at_mark("(") {
        let list = c.closing_place().map_or(c.span(), |close| c.span_to(close + 1));
        let cure = ": Spanner gets the column names of a view from its query; write `expression AS \
                    name`";
        c.expected_at("`AS` or `SQL SECURITY`", list, cure);
        c.skip_one();
    }
    if c.at_word("SQL") || (!c.googlesql() && c.at_word("SECURITY")) {
        security(c)?;
    }
    c.expect(&["AS"])?;
    let body = body(c, "a query")?;
    Some(StatementKind::CreateView(Box::new(CreateView { name, or_replace, body })))
}

/// `SQL SECURITY { INVOKER | DEFINER }`
fn security(c: &mut Cursor<'_>) -> Option<()> {
    let _ = c.eat(&["SQL"]);
    c.expect(&["SECURITY"])?;
    if c.eat(&["INVOKER"]).is_none() && c.eat(&["DEFINER"]).is_none() {
        c.expected("`INVOKER` or `DEFINER`");
        return None;
    }
    Some(())
}

/// The rest of the statement, whose brackets must match.
fn body(c: &mut Cursor<'_>, what: &str) -> Option<Span> {
    const BEGIN: &[&str] = &["SELECT", "WITH", "FROM", "GRAPH", "VALUES", "TABLE"];
    if c.at_end() {
        c.expected(what);
        return None;
    }
    if !c.at_any(BEGIN) && !c.at_mark("(") && !c.at_elision() && !c.word().ends_with('}') {
        c.expected(what);
    }
    let span = c.rest_span();
    c.skip_until(Cursor::at_end);
    if c.is_unbalanced() {
        c.expected("`)`");
    }
    Some(span)
}

/// What follows `CREATE [OR REPLACE] FUNCTION`.
pub(super) fn create_function(c: &mut Cursor<'_>) -> Option<Name> {
    let name = c.expect_name("a name for the function")?;
    parameters(c)?;
    if c.eat(&["RETURNS"]).is_some() {
        function_type(c)?;
    }
    if c.eat(&["NOT"]).is_some() {
        c.expect(&["DETERMINISTIC"])?;
    }
    if c.eat(&["LANGUAGE"]).is_some() && c.eat(&["SQL"]).is_none() && c.eat(&["REMOTE"]).is_none() {
        c.expected("`SQL` or `REMOTE`");
        return None;
    }
    let _ = c.eat(&["REMOTE"]);
    if c.at_word("SQL") {
        security(c)?;
    }
    if c.eat(&["OPTIONS"]).is_some() {
        let items = option_list(c);
        c.errors.extend(check::options(c.text, check::REMOTE_FUNCTION, &items));
        return Some(name);
    }
    if c.eat(&["AS"]).is_none() {
        c.expected("`AS (…)` or `OPTIONS (…)`");
        return None;
    }
    bracketed(c)?;
    Some(name)
}

/// `( p type [DEFAULT literal], … )`
fn parameters(c: &mut Cursor<'_>) -> Option<()> {
    c.expect_mark("(")?;
    if c.eat_mark(")").is_some() {
        return Some(());
    }
    let mut defaults = false;
    loop {
        c.expect_name("a parameter")?;
        function_type(c)?;
        if c.eat(&["DEFAULT"]).is_some() {
            defaults = true;
            if c.at_mark(",") || c.at_mark(")") || c.at_end() {
                c.expected("a value");
                return None;
            }
            c.skip_until(|c| c.at_mark(",") || c.at_mark(")"));
        } else if defaults {
            c.expected("`DEFAULT`, because the previous parameter has one");
        }
        if c.eat_mark(",").is_none() {
            c.expect_mark(")")?;
            return Some(());
        }
    }
}

/// A type of a parameter or of the result; `ANY` is none of Spanner's.
fn function_type(c: &mut Cursor<'_>) -> Option<()> {
    let any = c.at_word("ANY") || (c.at_word("ARRAY") && c.is_mark(1, "<") && c.is_word(2, "ANY"));
    let ty = if any { None } else { any_type(c) };
    if ty.is_none() {
        if any && c.at_word("ARRAY") {
            c.bump();
            c.bump();
        }
        c.expected("a type");
    }
    ty.map(|_| ())
}
