//! `OPTIONS ( key = value, … )`.

use super::cursor::Cursor;
use super::strings::unquoted;
use crate::syntax::tree::{OptionItem, TokenKind};

/// `( key = value, … )`
pub(super) fn option_list(c: &mut Cursor<'_>) -> Vec<OptionItem> {
    let mut items = Vec::new();
    c.list(|c| match option(c) {
        Some(item) => items.push(item),
        None => c.skip_until(|c| c.at_mark(",") || c.at_mark(")")),
    });
    items
}

/// `key = value`
fn option(c: &mut Cursor<'_>) -> Option<OptionItem> {
    let key = c.expect_name("an option")?;
    c.expect_mark("=")?;
    let value = option_value(c)?;
    Some(OptionItem { key: key.text.to_ascii_lowercase(), value, span: key.span.to(c.last_span()) })
}

/// A value: lower-cased for words, without quotes for strings, as written for lists.
pub(super) fn option_value(c: &mut Cursor<'_>) -> Option<String> {
    let start = c.span();
    let value = match c.kind() {
        Some(TokenKind::String) => unquoted(c.word(), c.dialect),
        Some(TokenKind::Number | TokenKind::QuotedName) => c.word().to_owned(),
        Some(TokenKind::Word) => c.word().to_ascii_lowercase(),
        Some(TokenKind::Mark) if c.at_mark("-") => {
            c.bump();
            format!("-{}", c.word())
        }
        Some(TokenKind::Mark) if c.at_mark("[") && c.closing_place().is_some() => {
            c.skip_one();
            return Some(start.to(c.last_span()).of(c.text).to_owned());
        }
        _ => {
            c.expected("a value");
            return None;
        }
    };
    c.bump();
    Some(value)
}
