//! What no expression of either dialect has: an operator without a value on its right, two values
//! with nothing between them, an empty place in a list, a `CASE` without its `END`.
//!
//! Spanner's expressions are larger than what the rules need of them, so nothing is an error only
//! because it was not understood. It looks at neighbouring tokens alone, and at fewer of them where
//! names may stand side by side.

use super::cursor::Cursor;
use crate::reserved::is_reserved;
use crate::tree::TokenKind;

/// Marks that take a value on their right in both dialects. `*` may stand for all columns.
const OPERATORS: &[&str] =
    &["+", "-", "/", "=", "<", "<=", ">=", "!=", "<>", "||", "|", "&", "^", "<<", "%", "::"];

/// Words that take a value on their right.
const PREFIX_WORDS: &[&str] = &["AND", "OR", "NOT", "LIKE", "BETWEEN", "WHEN", "THEN", "ELSE"];

/// Words that take a value on their left.
const INFIX_WORDS: &[&str] = &["AND", "OR", "LIKE", "BETWEEN"];

/// Words that are not reserved and stand beside a value: types, units, parts of an operator.
const BESIDE_VALUES: &[&str] = &[
    "AT",
    "BIT",
    "CHARACTER",
    "DATE",
    "DATETIME",
    "DAY",
    "DOUBLE",
    "FILTER",
    "HOUR",
    "ILIKE",
    "INTERVAL",
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
    "OVERLAPS",
    "PRECISION",
    "QUARTER",
    "SECOND",
    "SEQUENCE",
    "SIMILAR",
    "SYMMETRIC",
    "TIME",
    "TIMESTAMP",
    "UESCAPE",
    "VALUE",
    "VARYING",
    "WEEK",
    "WITHIN",
    "WITHOUT",
    "YEAR",
    "ZONE",
];

/// Words of expressions in which names may stand side by side: aliases in a query, fields of a type.
const SIDE_BY_SIDE: &[&str] = &["SELECT", "WITH", "FROM", "OVER", "TABLE", "STRUCT"];

/// Says what is wrong with the tokens up to the bracket at `close`, if they cannot be an expression.
/// The cursor stays where it is.
pub(super) fn check(c: &mut Cursor<'_>, close: usize) {
    if c.has_unreadable(c.span_to(close)) {
        return;
    }
    let from = c.place();
    if let Some((at, what)) = first_fault(c, close) {
        c.back_to(at);
        c.expected(what);
    }
    c.back_to(from);
}

/// What is known of an expression from all of its tokens.
#[derive(Default)]
struct Traits {
    /// Names may stand side by side.
    side_by_side: bool,
    /// A query is in it.
    has_query: bool,
    /// A `>` may close a type.
    has_type: bool,
}

/// What the next token has to go by of the one before it.
#[derive(Clone, Copy, Default)]
struct Before {
    /// It takes a value on its right.
    wants: bool,
    /// A value ends with it.
    ends_value: bool,
    /// It is a dot: a word behind it is a name.
    is_dot: bool,
}

/// The first place that is wrong, with what was expected there.
fn first_fault(c: &mut Cursor<'_>, close: usize) -> Option<(usize, &'static str)> {
    let from = c.place();
    let traits = traits(c, close)?;
    let mut before = Before { wants: true, ..Before::default() };
    let mut open_cases = 0_u32;
    for at in from..close {
        c.back_to(at);
        let ends = [")", "]", ","].iter().any(|mark| c.at_mark(mark));
        let infix = at == from && !traits.side_by_side && c.at_any(INFIX_WORDS);
        if before.wants && (ends || infix) {
            return Some((at, "a value"));
        }
        if before.ends_value && !traits.has_query && c.at_word("OVER") && c.is_mark(1, "(") {
            return Some((at, "a value of one row, without a window function"));
        }
        if before.ends_value && !traits.side_by_side && begins_value(c) {
            return Some((at, "an operator or `)`"));
        }
        if !before.is_dot && c.at_word("CASE") {
            open_cases += 1;
        } else if !before.is_dot && c.at_word("END") {
            open_cases = open_cases.saturating_sub(1);
        }
        before = seen(c, &traits, before.is_dot);
    }
    if before.wants {
        return Some((close, "a value"));
    }
    (open_cases > 0).then_some((close, "`END`"))
}

/// `None` where something is left out of the expression.
fn traits(c: &mut Cursor<'_>, close: usize) -> Option<Traits> {
    let mut out = Traits::default();
    for at in c.place()..close {
        c.back_to(at);
        if c.at_elision() {
            return None;
        }
        out.side_by_side |= c.at_any(SIDE_BY_SIDE) || c.at_mark("=>") || c.at_mark("{");
        out.has_query |= c.at_word("SELECT");
        out.has_type |= c.at_any(&["ARRAY", "STRUCT"]) && c.is_mark(1, "<");
    }
    Some(out)
}

/// The token at hand, for the one behind it.
fn seen(c: &Cursor<'_>, traits: &Traits, behind_dot: bool) -> Before {
    let base = Before::default();
    match c.kind() {
        Some(TokenKind::Mark) => match c.word() {
            "." => Before { is_dot: true, ..base },
            ")" | "]" => Before { ends_value: true, ..base },
            // GoogleSQL takes a comma behind the last column of a query.
            "," => Before { wants: !traits.has_query, ..base },
            ">" => Before { wants: !traits.has_type, ..base },
            mark => Before { wants: OPERATORS.contains(&mark), ..base },
        },
        Some(TokenKind::Word) if !behind_dot && is_keyword(c) => {
            Before { wants: c.at_any(PREFIX_WORDS), ..base }
        }
        Some(TokenKind::Word | TokenKind::QuotedName | TokenKind::Number) => {
            Before { ends_value: true, ..base }
        }
        _ => base,
    }
}

/// Whether a value begins with the token at hand, where it does not follow a dot.
fn begins_value(c: &Cursor<'_>) -> bool {
    match c.kind() {
        // `[1].5` is no number behind a value.
        Some(TokenKind::Number) => !c.word().starts_with('.'),
        Some(TokenKind::Word) => !is_keyword(c),
        Some(TokenKind::QuotedName) => true,
        _ => false,
    }
}

/// Whether the word at hand is no name where it stands beside a value.
fn is_keyword(c: &Cursor<'_>) -> bool {
    is_reserved(c.dialect, c.word()) || c.at_any(BESIDE_VALUES) || c.at_any(PREFIX_WORDS)
}
