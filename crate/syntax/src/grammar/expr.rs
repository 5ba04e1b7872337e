//! Expressions, by precedence. What is not understood is a balanced run of tokens and no error:
//! the rules need the shape of defaults and generated keys, not all of SQL.

use super::cursor::Cursor;
use super::malformed;
use super::strings::unquoted;
use super::types::any_type;
use crate::text::Span;
use crate::tree::{Expr, ExprKind, TokenKind, Type};
use smol_str::{SmolStr, StrExt};

/// Operators in one expression; a longer one is opaque. They bound the depth of the tree, which
/// is walked and freed by recursion. Our assumption: DDL has far fewer.
const OPERATORS_MAX: usize = 512;

// How tightly operators bind; a higher level binds tighter.
const OR: u8 = 1;
const AND: u8 = 2;
const COMPARE: u8 = 4;
const BITS: u8 = 5;
const CONCAT: u8 = 6;
const ADD: u8 = 7;
const MULTIPLY: u8 = 8;
const CAST: u8 = 10;

/// `( e )`; says so when a parenthesis is missing. The cursor ends behind it.
pub(super) fn bracketed(c: &mut Cursor<'_>) -> Option<Expr> {
    let close = c.closing_place();
    let open = c.expect_mark("(")?;
    let place = c.place();
    c.operators = 0;
    if let Some(close) = close.filter(|_| !c.is_unbalanced()) {
        malformed::check(c, close);
    }
    let read = c.deeper(expr);
    if read.is_some() && c.eat_mark(")").is_some() {
        return read;
    }
    // A bracket short: what follows the comma is more likely the next column.
    if c.is_unbalanced() && c.at_mark(",") && read.is_some() {
        c.expected("`)`");
        return read;
    }
    let Some(close) = close else {
        c.expected("`)`");
        c.skip_until(|c| c.at_mark(",") || c.at_mark(")"));
        return Some(opaque(Span::new(open.end, c.last_span().end)));
    };
    c.back_to(place);
    let span = c.span_to(close);
    c.back_to(close + 1);
    Some(opaque(span))
}

/// An expression without parentheses around it, as PostgreSQL's `DEFAULT` has it.
pub(super) fn bare(c: &mut Cursor<'_>) -> Option<Expr> {
    if c.at_mark("(") && c.is_mark(1, ")") {
        c.bump();
        c.expected("a value");
        c.bump();
        return None;
    }
    c.operators = 0;
    let place = c.place();
    if let Some(read) = binary(c, CONCAT) {
        return Some(read);
    }
    c.back_to(place);
    if c.at_end() || c.at_mark(",") || c.at_mark(")") {
        c.expected("a value");
        return None;
    }
    let start = c.span();
    c.skip_one();
    Some(opaque(start.to(c.last_span())))
}

/// A value or a condition of a query; `None`, and nothing said, where there is none.
pub(super) fn of_query(c: &mut Cursor<'_>) -> Option<Expr> {
    c.operators = 0;
    c.deeper(expr)
}

fn opaque(span: Span) -> Expr {
    Expr { kind: ExprKind::Opaque, span }
}

fn expr(c: &mut Cursor<'_>) -> Option<Expr> {
    binary(c, OR)
}

/// Operators of `level` and tighter.
fn binary(c: &mut Cursor<'_>, level: u8) -> Option<Expr> {
    let start = c.span();
    let mut left = prefix(c)?;
    while let Some(operator) = operator(c).filter(|operator| operator.level >= level) {
        c.operators += 1;
        if c.operators > OPERATORS_MAX {
            return None;
        }
        let kind = rest(c, operator, left)?;
        left = Expr { kind, span: start.to(c.last_span()) };
    }
    Some(left)
}

/// An operator that may follow an expression.
#[derive(Clone, Copy)]
struct Operator {
    name: &'static str,
    level: u8,
    /// `NOT` stands before it.
    not: bool,
}

/// The operators that are marks, with the name they get in the tree.
const MARKS: &[(&str, &str, u8)] = &[
    ("=", "=", COMPARE),
    ("<", "<", COMPARE),
    (">", ">", COMPARE),
    ("<=", "<=", COMPARE),
    (">=", ">=", COMPARE),
    ("!=", "!=", COMPARE),
    ("<>", "!=", COMPARE),
    ("|", "|", BITS),
    ("&", "&", BITS),
    ("^", "^", BITS),
    ("<<", "<<", BITS),
    (">>", ">>", BITS),
    ("||", "||", CONCAT),
    ("+", "+", ADD),
    ("-", "-", ADD),
    ("*", "*", MULTIPLY),
    ("/", "/", MULTIPLY),
    ("%", "%", MULTIPLY),
    ("::", "::", CAST),
];

/// The operators that are words.
const WORDS: &[(&str, u8)] = &[
    ("OR", OR),
    ("AND", AND),
    ("IS", COMPARE),
    ("IN", COMPARE),
    ("LIKE", COMPARE),
    ("BETWEEN", COMPARE),
];

/// The operator that is next, not taken.
fn operator(c: &Cursor<'_>) -> Option<Operator> {
    match c.kind()? {
        TokenKind::Mark => {
            let said = c.word();
            let &(_, name, level) = MARKS.iter().find(|(mark, ..)| *mark == said)?;
            Some(Operator { name, level, not: false })
        }
        TokenKind::Word => {
            let not = c.at_word("NOT");
            let ahead = usize::from(not);
            let &(name, level) = WORDS.iter().find(|(word, _)| c.is_word(ahead, word))?;
            let negatable = matches!(name, "IN" | "LIKE" | "BETWEEN");
            (negatable || !not).then_some(Operator { name, level, not })
        }
        _ => None,
    }
}

/// The operator and what stands right of it.
fn rest(c: &mut Cursor<'_>, operator: Operator, left: Expr) -> Option<ExprKind> {
    let span = left.span;
    if operator.not {
        c.bump();
    }
    c.bump();
    let left = Box::new(left);
    let kind = match operator.name {
        "::" => ExprKind::Cast(left, any_type(c)?.kind),
        "IS" => return is(c, left),
        "IN" => ExprKind::In(left, arguments(c)?),
        "BETWEEN" => {
            let low = binary(c, BITS)?;
            c.eat(&["AND"])?;
            ExprKind::Between(left, Box::new(low), Box::new(binary(c, BITS)?))
        }
        // One meaning, one shape: the remainder is a call of MOD in both dialects.
        "%" => {
            let right = binary(c, MULTIPLY + 1)?;
            ExprKind::Call(SmolStr::new_static("MOD"), vec![*left, right])
        }
        name => {
            let right = binary(c, operator.level + 1)?;
            ExprKind::Binary(name.into(), left, Box::new(right))
        }
    };
    Some(if operator.not { negated(kind, span.to(c.last_span())) } else { kind })
}

fn negated(kind: ExprKind, span: Span) -> ExprKind {
    ExprKind::Unary(SmolStr::new_static("NOT"), Box::new(Expr { kind, span }))
}

/// `IS [NOT] NULL`, `IS [NOT] TRUE`.
fn is(c: &mut Cursor<'_>, left: Box<Expr>) -> Option<ExprKind> {
    let start = left.span;
    let not = c.eat(&["NOT"]).is_some();
    let word = constant(c)?;
    let kind = ExprKind::Binary(SmolStr::new_static("IS"), left, Box::new(word));
    Some(if not { negated(kind, start.to(c.last_span())) } else { kind })
}

/// `NULL`, `TRUE`, `FALSE`.
fn constant(c: &mut Cursor<'_>) -> Option<Expr> {
    let word = ["NULL", "TRUE", "FALSE"].into_iter().find(|word| c.at_word(word))?;
    Some(Expr { kind: ExprKind::Word(word.into()), span: c.bump() })
}

/// What an expression opens with.
fn prefix(c: &mut Cursor<'_>) -> Option<Expr> {
    let start = c.span();
    let kind = match c.kind()? {
        TokenKind::Number => {
            let kind = ExprKind::Number(c.word().into());
            c.bump();
            kind
        }
        TokenKind::String => {
            let kind = ExprKind::String(unquoted(c.word(), c.dialect).into());
            c.bump();
            kind
        }
        TokenKind::Mark if c.at_mark("(") => return group(c),
        TokenKind::Mark if c.at_mark("[") => {
            c.closing_place()?;
            c.skip_one();
            ExprKind::Opaque
        }
        TokenKind::Mark if c.at_mark("-") || c.at_mark("+") => {
            let sign = c.word().into();
            c.bump();
            ExprKind::Unary(sign, Box::new(c.deeper(|c| binary(c, CAST))?))
        }
        TokenKind::Mark if parameter(c) => ExprKind::Opaque,
        TokenKind::Word => word(c)?,
        TokenKind::QuotedName => name(c)?,
        _ => return None,
    };
    Some(Expr { kind, span: start.to(c.last_span()) })
}

/// Takes a parameter of a query: `@name`, `$1`, `?`.
fn parameter(c: &mut Cursor<'_>) -> bool {
    let numbered = c.word().strip_prefix('$').is_some_and(|n| n.parse::<u32>().is_ok());
    if c.at_mark("@") && c.is_name(1) {
        c.bump();
    } else if !numbered && !c.at_mark("?") {
        return false;
    }
    c.bump();
    true
}

/// `( e )`, or anything else in parentheses.
fn group(c: &mut Cursor<'_>) -> Option<Expr> {
    let close = c.closing_place()?;
    c.bump();
    let place = c.place();
    let read = c.deeper(expr).filter(|_| c.place() == close);
    if read.is_none() {
        c.back_to(place);
    }
    let out = read.unwrap_or_else(|| opaque(c.span_to(close)));
    c.back_to(close + 1);
    Some(out)
}

/// What opens with a bare word.
fn word(c: &mut Cursor<'_>) -> Option<ExprKind> {
    const NO_START: &[&str] = &[
        "SELECT",
        "FROM",
        "WHERE",
        "WITH",
        "WHEN",
        "THEN",
        "ELSE",
        "END",
        "AS",
        "AND",
        "OR",
        "IN",
        "IS",
        "LIKE",
        "BETWEEN",
        "DISTINCT",
        "PRIMARY",
        "GENERATED",
        "CONSTRAINT",
        "REFERENCES",
    ];
    if NO_START.iter().any(|word| c.at_word(word)) {
        return None;
    }
    if let Some(constant) = constant(c) {
        return Some(constant.kind);
    }
    if c.eat(&["NOT"]).is_some() {
        let inner = c.deeper(|c| binary(c, COMPARE))?;
        return Some(ExprKind::Unary(SmolStr::new_static("NOT"), Box::new(inner)));
    }
    if c.at_word("CASE") {
        return c.deeper(case);
    }
    if (c.at_word("CAST") || c.at_word("SAFE_CAST")) && c.is_mark(1, "(") {
        c.bump();
        return cast(c);
    }
    if c.at_word("INTERVAL") {
        return interval(c);
    }
    if c.at_word("ARRAY") && c.is_mark(1, "[") {
        c.bump();
        c.closing_place()?;
        c.skip_one();
        return Some(ExprKind::Opaque);
    }
    if c.at_word("SEQUENCE") && c.is_name(1) {
        c.bump();
        return c.name().map(|name| ExprKind::Sequence(name.text));
    }
    if c.kind_ahead(1) == Some(TokenKind::String) {
        // `TIMESTAMP '2026-01-01'`
        let ty = any_type(c)?.kind;
        let string = prefix(c)?;
        return Some(ExprKind::Cast(Box::new(string), ty));
    }
    name(c)
}

/// A name or a call.
fn name(c: &mut Cursor<'_>) -> Option<ExprKind> {
    const NOW: &[&str] =
        &["CURRENT_TIMESTAMP", "CURRENT_DATE", "CURRENT_TIME", "LOCALTIMESTAMP", "LOCALTIME"];
    let name = c.name()?;
    if c.at_mark("(") {
        return Some(ExprKind::Call(name.text.to_ascii_uppercase_smolstr(), arguments(c)?));
    }
    // These are calls in SQL although they need no parentheses.
    if let Some(now) = NOW.iter().find(|word| word.eq_ignore_ascii_case(&name.text)) {
        return Some(ExprKind::Call(SmolStr::new_static(now), Vec::new()));
    }
    Some(ExprKind::Name(name.text))
}

/// `( e, … )`; an argument that is not understood is opaque, the others are not.
fn arguments(c: &mut Cursor<'_>) -> Option<Vec<Expr>> {
    if !c.at_mark("(") {
        // `IN UNNEST(…)`
        return Some(vec![prefix(c)?]);
    }
    let close = c.closing_place()?;
    c.bump();
    let mut arguments = Vec::new();
    while c.place() < close {
        let place = c.place();
        match c.deeper(expr).filter(|_| c.place() == close || c.at_mark(",")) {
            Some(argument) => arguments.push(argument),
            None => {
                c.back_to(place);
                let start = c.span();
                c.skip_until(|c| c.place() >= close || c.at_mark(","));
                let empty = c.place() == place;
                let span = if empty { Span::empty(start.start) } else { start.to(c.last_span()) };
                arguments.push(opaque(span));
            }
        }
        let _ = c.eat_mark(",");
    }
    c.back_to(close + 1);
    Some(arguments)
}

/// `CAST ( e AS t )`, its first word taken.
fn cast(c: &mut Cursor<'_>) -> Option<ExprKind> {
    let close = c.closing_place()?;
    c.bump();
    let read = c.deeper(|c| {
        let inner = expr(c)?;
        c.eat(&["AS"])?;
        let ty: Type = any_type(c)?.kind;
        Some(ExprKind::Cast(Box::new(inner), ty))
    });
    c.back_to(close + 1);
    Some(read.unwrap_or(ExprKind::Opaque))
}

/// `CASE [e] WHEN c THEN r … [ELSE e] END`: its results.
fn case(c: &mut Cursor<'_>) -> Option<ExprKind> {
    c.eat(&["CASE"])?;
    if !c.at_word("WHEN") {
        expr(c)?;
    }
    let mut results = Vec::new();
    while c.eat(&["WHEN"]).is_some() {
        expr(c)?;
        c.eat(&["THEN"])?;
        results.push(expr(c)?);
    }
    if c.eat(&["ELSE"]).is_some() {
        results.push(expr(c)?);
    }
    c.eat(&["END"])?;
    Some(ExprKind::Case(results))
}

/// `INTERVAL n DAY`, `INTERVAL '3 days'`: opaque.
fn interval(c: &mut Cursor<'_>) -> Option<ExprKind> {
    const UNITS: &[&str] = &[
        "YEAR",
        "QUARTER",
        "MONTH",
        "WEEK",
        "DAY",
        "HOUR",
        "MINUTE",
        "SECOND",
        "MILLISECOND",
        "MICROSECOND",
        "NANOSECOND",
    ];
    c.bump();
    c.deeper(|c| binary(c, CAST))?;
    if UNITS.iter().any(|unit| c.at_word(unit)) {
        c.bump();
    }
    Some(ExprKind::Opaque)
}
