//! Lines, blanks and comments around a place in a text.

use crate::syntax;
use crate::syntax::tree::{Dialect, Token, TokenKind};
use crate::text::{Span, at};

/// The tokens under `span` that are no blanks and no comments.
pub(super) fn tokens(text: &str, span: Span, dialect: Dialect) -> Vec<Token> {
    syntax::parse(span.of(text), Some(dialect))
        .tokens
        .iter()
        .filter(|token| !matches!(token.kind, TokenKind::Blank | TokenKind::Comment))
        .map(|token| Token {
            span: Span::new(token.span.start + span.start, token.span.end + span.start),
            ..token
        })
        .collect()
}

/// Start of the line that holds `offset`.
pub(super) fn line_start(text: &str, offset: u32) -> u32 {
    at(text[..offset as usize].rfind('\n').map_or(0, |n| n + 1))
}

/// Start of the line after the one that holds `offset`; the end of the text on the last.
pub(super) fn next_line(text: &str, offset: u32) -> u32 {
    let rest = &text[offset as usize..];
    offset + at(rest.find('\n').map_or(rest.len(), |n| n + 1))
}

/// The indentation of what stands at `offset`, if nothing but blanks comes before it on its line.
pub(crate) fn indent_of(text: &str, offset: u32) -> Option<&str> {
    // Not from where the line starts, which may be far away.
    let before = &text[..offset as usize];
    let line = before.trim_end_matches([' ', '\t']);
    (line.is_empty() || line.ends_with('\n')).then(|| &before[line.len()..])
}

/// Where the comment lines start that stand directly above what is at `offset`; `offset` itself
/// if there are none or if it is not the first on its line.
pub(super) fn lead_start(text: &str, offset: u32) -> u32 {
    if indent_of(text, offset).is_none() {
        return offset;
    }
    let mut found = offset;
    let mut line = line_start(text, offset);
    while line > 0 {
        let mut above = line_start(text, line - 1);
        let words = Span::new(above, line).of(text).trim();
        if words.ends_with("*/") && !words.starts_with("/*") {
            // The end of a block of several lines: on to its start.
            while above > 0 && !Span::new(above, line).of(text).trim().starts_with("/*") {
                above = line_start(text, above - 1);
            }
        }
        let block = Span::new(above, line).of(text);
        let words = block.trim();
        let comment = words.starts_with("--")
            || words.starts_with('#')
            || (words.starts_with("/*") && words.find("*/") == Some(words.len() - 2));
        if !comment {
            break;
        }
        found = above + at(block.len() - block.trim_start().len());
        line = above;
    }
    found
}

/// The end of the comment that stands behind `offset` on its line; `offset` if there is none.
pub(super) fn line_tail(text: &str, offset: u32) -> u32 {
    let rest = &text[offset as usize..];
    let line = &rest[..rest.find('\n').unwrap_or(rest.len())];
    let line = line.trim_end_matches('\r');
    let words = line.trim_start_matches([' ', '\t']);
    let comment = words.starts_with("--")
        || words.starts_with('#')
        || (words.starts_with("/*")
            && words.trim_end().find("*/").is_some_and(|n| n + 2 == words.trim_end().len()));
    if comment { offset + at(line.trim_end().len()) } else { offset }
}

/// `span` with the blanks and line ends before it.
pub(super) fn with_blanks_before(text: &str, span: Span) -> Span {
    let before = &text[..span.start as usize];
    Span::new(at(before.trim_end().len()), span.end)
}
