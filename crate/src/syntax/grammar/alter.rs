//! `ALTER TABLE … ADD …` and `ALTER DATABASE … SET …`.

use super::column::column;
use super::cursor::Cursor;
use super::options::{option_list, option_value};
use super::table::{constraint, constraint_name, ttl};
use crate::syntax::tree::{
    AlterAction, AlterTable, Element, ElementKind, OptionItem, StatementKind,
};
use crate::text::Span;

/// `ALTER TABLE [IF EXISTS] [ONLY] t …`
pub(super) fn alter_table(c: &mut Cursor<'_>) -> Option<StatementKind> {
    let start = c.eat(&["ALTER", "TABLE"])?;
    c.skip_if_exists();
    if c.at_word("ONLY") && c.is_name(1) {
        c.bump();
    }
    let Some(name) = c.expect_name("a table name") else {
        c.skip_until(Cursor::at_end);
        return Some(StatementKind::Skipped);
    };
    let place = c.place();
    let action = match add(c) {
        Some(action) => action,
        None => {
            c.back_to(place);
            let span = c.rest_span();
            let words = leading_words(c);
            let whole = start.to(span);
            c.note(format!("kept, not looked into: ALTER TABLE `{}` {words}", name.text), whole);
            c.skip_until(Cursor::at_end);
            AlterAction::Other(span.of(c.text).to_owned())
        }
    };
    Some(StatementKind::AlterTable(AlterTable { name, action }))
}

/// `ADD …`; `None` for what this version does not read.
fn add(c: &mut Cursor<'_>) -> Option<AlterAction> {
    c.eat(&["ADD"])?;
    if c.looking_at(&["ROW", "DELETION", "POLICY"]) || c.looking_at(&["TTL", "INTERVAL"]) {
        return ttl(c).map(AlterAction::AddTtl);
    }
    if c.at_word("SYNONYM") && c.is_name(1) {
        return None;
    }
    let start = c.span();
    let name = constraint_name(c);
    let named = name.is_some();
    match constraint(c, start, name) {
        Some(ElementKind::ForeignKey(key)) => return Some(AlterAction::AddForeignKey(key)),
        Some(ElementKind::Check(check)) => return Some(AlterAction::AddCheck(check)),
        Some(_) => return None,
        None if named || c.at_word("CONSTRAINT") || c.looking_at(&["PRIMARY", "KEY"]) => {
            return None;
        }
        None => {}
    }
    let _ = c.eat(&["COLUMN"]);
    c.skip_if_exists();
    let start = c.span();
    let kind = column(c, "the end of the statement");
    let span = start.to(c.last_span());
    Some(AlterAction::AddColumn(Element { span, comma: None, comments: Vec::new(), kind }))
}

/// The keywords an unread action opens with: `DROP COLUMN`, `ALTER COLUMN`, `RENAME TO`.
fn leading_words(c: &Cursor<'_>) -> String {
    const WORDS: &[&str] = &[
        "ADD",
        "ALTER",
        "DROP",
        "SET",
        "RENAME",
        "REPLACE",
        "COLUMN",
        "CONSTRAINT",
        "TO",
        "WITH",
        "SYNONYM",
        "INTERLEAVE",
        "ROW",
        "DELETION",
        "POLICY",
        "TTL",
        "OPTIONS",
        "ON",
        "DELETE",
        "UNIQUE",
        "PRIMARY",
        "KEY",
        "LOCALITY",
        "GROUP",
        "OWNER",
    ];
    let mut words = Vec::new();
    while let Some(word) = WORDS.iter().find(|word| c.is_word(words.len(), word)) {
        words.push(*word);
    }
    words.join(" ")
}

/// `ALTER DATABASE d SET OPTIONS (…)`, or `SET spanner.x = v` in PostgreSQL.
pub(super) fn alter_database(c: &mut Cursor<'_>) -> Option<StatementKind> {
    let start = c.place();
    c.eat(&["ALTER", "DATABASE"])?;
    if !database_name(c) {
        c.skip_until(Cursor::at_end);
        return Some(StatementKind::Skipped);
    }
    if c.eat(&["SET", "OPTIONS"]).is_some() {
        return Some(StatementKind::AlterDatabase(option_list(c)));
    }
    if c.eat(&["SET"]).is_some() {
        return Some(StatementKind::AlterDatabase(parameter(c).into_iter().collect()));
    }
    c.back_to(start);
    None
}

/// The name of a database; hyphens, legal in it, must be quoted.
fn database_name(c: &mut Cursor<'_>) -> bool {
    let Some(name) = c.expect_name("a database name") else { return false };
    let mut span: Span = name.span;
    while c.at_mark("-") {
        c.bump();
        if c.at_word("SET") {
            break;
        }
        span = span.to(c.bump());
    }
    if span != name.span {
        c.expected_at("quotes around a name with hyphens", span, "");
    }
    true
}

/// `spanner.x { = | TO } v`: the same as the option `x`.
fn parameter(c: &mut Cursor<'_>) -> Option<OptionItem> {
    let name = c.expect_name("a database option")?;
    if c.eat_mark("=").is_none() && c.eat(&["TO"]).is_none() {
        c.expected("`=` or `TO`");
        return None;
    }
    let value = option_value(c)?;
    let key = name.text.to_ascii_lowercase();
    let key = key.strip_prefix("spanner.").unwrap_or(&key).to_owned();
    Some(OptionItem { key, value, span: name.span.to(c.last_span()) })
}
