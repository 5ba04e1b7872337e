//! Whether a part of a text means the same wherever the text goes on behind it.

use crate::lex::Open;
use crate::parsed::Parsed;
use crate::text::Span;
use crate::tree::{Iter, Token, TokenKind};

/// Unclosed quotes and comments with which parts are still read. With more, the limit on how often
/// text is looked through could end the reading of the whole sooner than that of a part.
pub(crate) const OPENS_MAX: usize = 2;

/// Whether all comments start on the line that the tokens start on. A comment of many lines may
/// have another behind it, and that one may be of the next statement.
pub(crate) fn are_on_one_line(text: &str, mut tokens: impl Iterator<Item = Token>) -> bool {
    let Some(first) = tokens.next() else { return true };
    let comments = std::iter::once(first).chain(tokens).filter(|t| t.kind == TokenKind::Comment);
    comments
        .last()
        .is_none_or(|last| !Span::new(first.span.start, last.span.start).of(text).contains('\n'))
}

/// Among the tokens after a semicolon, the first that the next statement or its comments begin
/// with, if it starts a line. `None` when the text cannot be cut there.
pub(crate) fn parting(text: &str, tokens: Iter<'_>) -> Option<usize> {
    let mut on_new_line = false;
    for (i, token) in tokens.clone().enumerate() {
        match token.kind {
            TokenKind::Blank => {
                on_new_line = token.span.of(text).contains('\n');
            }
            _ if on_new_line => return are_on_one_line(text, tokens.take(i)).then_some(i),
            TokenKind::Comment => on_new_line = false,
            _ => return None,
        }
    }
    None
}

/// Whether what was read means the same wherever `text` goes on behind it.
pub(crate) fn stands_alone(text: &str, Parsed { tree: read, opens }: &Parsed) -> bool {
    let Some(semicolon) = read.statements.last().and_then(|it| it.semicolon) else {
        return false;
    };
    let closed = |open: &Open| open.local && open.span.end < semicolon.start;
    let first = read.tokens.first_from(semicolon.end);
    let tail = read.tokens.range(first..read.tokens.len());
    let is_space = |token: Token| matches!(token.kind, TokenKind::Blank | TokenKind::Comment);
    let ends_line = read
        .tokens
        .last()
        .is_some_and(|last| last.kind == TokenKind::Blank && last.span.of(text).contains('\n'));
    opens.iter().all(closed)
        && tail.len() > 0
        && ends_line
        && tail.clone().all(is_space)
        && are_on_one_line(text, tail.clone())
        && parting(text, tail).is_none()
}
