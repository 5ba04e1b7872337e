//! What no expression of either dialect can hold: an operator without a value behind it, two values
//! without an operator between them, an empty place in a list, a `CASE` without its end.
//!
//! Spanner's expressions are larger than what the rules need of them, so nothing is an error here
//! only because it was not understood. In a query inside an expression, aliases may follow values:
//! only what holds there too is looked for.

use super::cursor::Cursor;
use crate::syntax::reserved::is_reserved;
use crate::syntax::tree::TokenKind;

/// Marks that want a value on their right in both dialects. `>` may close a type, `*` may stand for
/// all.
const OPERATORS: &[&str] =
    &["+", "-", "/", "=", "<", "<=", ">=", "!=", "<>", "||", "|", "&", "^", "<<", "%", "::"];

/// Words that want a value on their right.
const OPERATOR_WORDS: &[&str] = &["AND", "OR", "NOT", "LIKE", "BETWEEN", "WHEN", "THEN", "ELSE"];

/// Words that want a value on their left.
const INFIX_WORDS: &[&str] = &["AND", "OR", "LIKE", "BETWEEN"];

/// Words that are no names where they stand beside a value, and are not reserved.
const BESIDE_VALUES: &[&str] = &[
    "AT",
    "BIT",
    "CHARACTER",
    "DATE",
    "DATETIME",
    "DAY",
    "DOUBLE",
    "HOUR",
    "ILIKE",
    "ISNULL",
    "JSON",
    "JSONB",
    "MICROSECOND",
    "MILLISECOND",
    "MINUTE",
    "MODEL",
    "MONTH",
    "NANOSECOND",
    "NATIONAL",
    "NOTNULL",
    "NUMERIC",
    "OPERATOR",
    "PRECISION",
    "QUARTER",
    "SECOND",
    "SEQUENCE",
    "SIMILAR",
    "TABLE",
    "TIME",
    "TIMESTAMP",
    "VALUE",
    "VARYING",
    "WEEK",
    "WITHOUT",
    "YEAR",
    "ZONE",
    "INTERVAL",
    "SYMMETRIC",
    "UESCAPE",
    "OVERLAPS",
    "GLOB",
    "SAFE",
    "KEY",
    "CONTAINS",
];

/// Says where the tokens up to the bracket at `close` cannot be an expression. The cursor stays.
pub(super) fn check(c: &mut Cursor<'_>, close: usize) {
    let from = c.place();
    if c.has_unreadable(c.span_to(close)) {
        return;
    }
    if let Some((at, what)) = find(c, close) {
        c.back_to(at);
        c.expected(what);
        c.back_to(from);
    }
}

/// The first place that is wrong, with what was expected there.
fn find(c: &mut Cursor<'_>, close: usize) -> Option<(usize, &'static str)> {
    let from = c.place();
    let (mut is_query, mut has_type) = (false, false);
    for at in from..close {
        c.back_to(at);
        if c.at_elision() {
            return None;
        }
        is_query |= c.at_any(&["SELECT", "WITH", "FROM", "OVER", "TABLE"]) || c.at_mark("=>");
        has_type |= c.at_any(&["ARRAY", "STRUCT"]) && c.is_mark(1, "<");
    }
    let mut found = None;
    let mut cases = 0_i32;
    for at in from..=close {
        c.back_to(at);
        if at < close && c.at_word("CASE") {
            cases += 1;
        } else if at < close && c.at_word("END") {
            cases -= 1;
        }
        let ends = at == close || c.at_mark(")") || c.at_mark("]") || c.at_mark(",");
        let wrong = if at > from {
            wanting(c, at, ends, is_query, has_type)
        } else {
            let nothing = ends || (!is_query && c.at_any(INFIX_WORDS));
            nothing.then_some("a value")
        };
        if wrong.is_some() {
            found = wrong.map(|what| (at, what));
            break;
        }
    }
    // Where a name may be `case`, the count says nothing.
    if found.is_none() && cases > 0 {
        found = Some((close, "`END`"));
    }
    c.back_to(from);
    found
}

/// What is missing between the token before and the one at hand.
fn wanting(
    c: &mut Cursor<'_>,
    at: usize,
    ends: bool,
    is_query: bool,
    has_type: bool,
) -> Option<&'static str> {
    let here = c.kind();
    let here_reserved = here == Some(TokenKind::Word) && no_name(c);
    c.back_to(at - 1);
    let last = c.kind()?;
    let last_reserved = last == TokenKind::Word && no_name(c);
    let qualified = at >= 2 && {
        c.back_to(at - 2);
        let dot = c.at_mark(".");
        c.back_to(at - 1);
        dot
    };
    let operator =
        last == TokenKind::Mark && (OPERATORS.contains(&c.word()) || (c.at_mark(">") && !has_type));
    let word = !qualified && last == TokenKind::Word && c.at_any(OPERATOR_WORDS);
    let comma = c.at_mark(",");
    let closed = c.at_mark(")") || c.at_mark("]");
    let value = matches!(last, TokenKind::Number)
        || closed
        || (matches!(last, TokenKind::Word | TokenKind::QuotedName) && !last_reserved);
    c.back_to(at);
    if ends && (operator || word || comma) {
        return Some("a value");
    }
    if is_query {
        return None;
    }
    let next = match here? {
        TokenKind::Number => !c.word().starts_with('.'),
        TokenKind::Word => !here_reserved,
        TokenKind::QuotedName => true,
        _ => false,
    };
    (at > 0 && !ends && value && next).then_some("an operator or `)`")
}

/// Whether the word at hand can stand beside a value: it is no name.
fn no_name(c: &Cursor<'_>) -> bool {
    is_reserved(c.dialect, c.word()) || c.at_any(BESIDE_VALUES) || c.at_any(OPERATOR_WORDS)
}
