//! Comments of a text: where they stand, and their words without the marks.

use super::tree::{TokenKind, Tokens};
use crate::text::Span;
use std::borrow::Cow;

/// Spans of all comments, in order.
pub fn comments(tokens: &Tokens) -> impl Iterator<Item = Span> {
    tokens.iter().filter(|token| token.kind == TokenKind::Comment).map(|token| token.span)
}

/// A comment without its marks: the words of each line, trimmed.
pub(crate) fn cleaned(said: &str) -> Cow<'_, str> {
    let body = match said.strip_prefix("/*") {
        Some(block) => block.strip_suffix("*/").unwrap_or(block),
        None => said.trim_start_matches(['-', '#']),
    };
    if !body.contains('\n') {
        return Cow::Borrowed(body.trim().trim_start_matches('*').trim_start());
    }
    let lines = body.lines().map(|line| line.trim().trim_start_matches('*').trim());
    Cow::Owned(lines.filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n"))
}
