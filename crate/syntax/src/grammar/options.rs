//! `OPTIONS ( key = value, … )` and PostgreSQL's `WITH ( key = value, … )`.

use super::cursor::Cursor;
use super::strings::unquoted;
use crate::text::Edit;
use crate::tree::{OptionItem, TokenKind};
use smol_str::{SmolStr, StrExt, format_smolstr};

/// `( key = value, … )`, at least one.
pub(super) fn option_list(c: &mut Cursor<'_>) -> Vec<OptionItem> {
    // Nearly every list has one, and a list that grows by itself begins with room for four.
    let mut items = Vec::with_capacity(1);
    if c.expect_mark("(").is_none() {
        return items;
    }
    let (mut comma, mut failed) = (None, false);
    loop {
        if c.at_mark(")") {
            match comma {
                Some(comma) => {
                    let edits = vec![Edit::delete(comma)];
                    let cure = ": remove this comma";
                    // Each dialect points at another of the two.
                    let span = if c.googlesql() { comma } else { c.span() };
                    c.curable("`)` after the last option", span, cure, "Remove the comma", edits);
                }
                None if items.is_empty() && !failed => c.expected("an option"),
                None => {}
            }
            c.bump();
            return items;
        }
        if c.at_end() {
            c.expected("`)`");
            return items;
        }
        if c.elision() {
            // Around an elision a comma is as good as none.
            let _ = c.eat_mark(",");
            continue;
        }
        let errors = c.errors.len();
        match option(c) {
            Some(item) => items.push(item),
            None => {
                failed = true;
                c.skip_until(|c| c.at_mark(",") || c.at_mark(")"));
            }
        }
        if !(c.at_mark(",") || c.at_mark(")") || c.at_elision()) {
            // One error for one option.
            if c.errors.len() == errors {
                c.expected("`,` or `)`");
            }
            c.skip_until(|c| c.at_mark(",") || c.at_mark(")"));
        }
        comma = c.eat_mark(",");
    }
}

/// `key = value`
fn option(c: &mut Cursor<'_>) -> Option<OptionItem> {
    let key = c.expect_name("an option")?;
    if !c.googlesql() && (c.at_mark(",") || c.at_mark(")")) {
        // PostgreSQL takes a key alone for TRUE.
        let (span, value) = (key.span, SmolStr::new_static("true"));
        return Some(OptionItem { key: key.text.to_ascii_lowercase_smolstr(), value, span });
    }
    c.expect_mark("=")?;
    let value = option_value(c)?;
    Some(OptionItem {
        key: key.text.to_ascii_lowercase_smolstr(),
        value,
        span: key.span.to(c.last_span()),
    })
}

/// What GoogleSQL takes for the value of an option.
const VALUES: &str = "a string, a whole number, `TRUE`, `FALSE` or `NULL`";

/// A value: lower-cased for words, without quotes for strings, as written for lists.
pub(super) fn option_value(c: &mut Cursor<'_>) -> Option<SmolStr> {
    let start = c.span();
    let value = match c.kind() {
        Some(TokenKind::String) => unquoted(c.word(), c.dialect).into(),
        Some(TokenKind::Number | TokenKind::QuotedName) => {
            if c.googlesql() && !c.at_whole_number() {
                c.expected(VALUES);
            }
            c.word().into()
        }
        Some(TokenKind::Word) => {
            if c.googlesql() && !c.at_any(&["TRUE", "FALSE", "NULL"]) && !c.word().ends_with('}') {
                c.expected(VALUES);
            }
            c.word().to_ascii_lowercase_smolstr()
        }
        Some(TokenKind::Mark) if c.at_mark("-") => {
            c.bump();
            format_smolstr!("-{}", c.word())
        }
        Some(TokenKind::Mark) if c.at_mark("[") && c.closing_place().is_some() => {
            strings(c);
            return Some(start.to(c.last_span()).of(c.text).into());
        }
        _ => {
            c.expected("a value");
            return None;
        }
    };
    c.bump();
    Some(value)
}

/// `[ '…', '…' ]`, at least one.
fn strings(c: &mut Cursor<'_>) {
    let close = c.closing_place();
    c.bump();
    while c.expect_string("a string").is_some() && c.eat_mark(",").is_some() {}
    if Some(c.place()) != close {
        c.expected("`,` or `]`");
        if let Some(close) = close {
            c.back_to(close);
        }
    }
    let _ = c.eat_mark("]");
}

/// `LOCALITY GROUP g`, `COLUMNAR POLICY p` (PostgreSQL).
pub(super) fn storage_clause(c: &mut Cursor<'_>) -> Option<OptionItem> {
    let (start, key) = if let Some(start) = c.eat(&["LOCALITY", "GROUP"]) {
        (start, "locality_group")
    } else {
        (c.eat(&["COLUMNAR", "POLICY"])?, "columnar_policy")
    };
    let value = if c.at_word("NULL") { c.name()? } else { c.expect_name("a name")? };
    Some(OptionItem {
        key: key.into(),
        value: value.text.to_ascii_lowercase_smolstr(),
        span: start.to(value.span),
    })
}
