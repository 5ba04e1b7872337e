//! `SELECT` of one table or a plain join, pasted beside the DDL: which columns it compares, sorts
//! by and reads. Anything else (subqueries, unions, `WITH`, pipes) is left as it is, and nothing
//! of this is ever an error: the text is about its DDL.

use super::cursor::Cursor;
use super::expr;
use crate::text::{Span, at};
use crate::tree::{
    Expr, ExprKind, KeyPart, Name, Query, QueryColumn, QueryTable, StatementKind, TokenKind, Usage,
};

/// Reads a query; `None`, with the cursor where it was, for anything else.
pub(super) fn query(c: &mut Cursor<'_>) -> Option<StatementKind> {
    // A hint of the whole statement may stand before it.
    let hinted = c.at_mark("@") && c.is_mark(1, "{");
    if (!c.at_word("SELECT") && !hinted) || c.has_unreadable(c.rest_span()) {
        return None;
    }
    let (place, span) = (c.place(), c.rest_span());
    // A query inside it, or one more behind it.
    let is_select = |said: &str| said.eq_ignore_ascii_case("SELECT");
    if c.tokens_in(span).filter(|token| is_select(token.span.of(c.text))).count() > 1 {
        return None;
    }
    let said = (c.errors.len(), c.notes.len());
    let read = select(c).filter(|_| c.at_end());
    c.errors.truncate(said.0);
    c.notes.truncate(said.1);
    let Some(mut query) = read else {
        c.back_to(place);
        return None;
    };
    let names: Vec<String> =
        query.tables.iter().map(|table| format!("`{}`", table.name.text)).collect();
    c.note(format!("read as a query of {}", names.join(", ")), span);
    query.tables.shrink_to_fit();
    query.columns.shrink_to_fit();
    Some(StatementKind::Query(Box::new(query)))
}

/// What a query says, on the way.
struct Reading {
    query: Query,
    /// Names that the query gives to what it selects, lower-cased: they are no columns.
    aliases: Vec<String>,
}

fn select(c: &mut Cursor<'_>) -> Option<Query> {
    hint(c)?;
    c.eat(&["SELECT"])?;
    hint(c)?;
    let _ = c.eat(&["DISTINCT"]).or_else(|| c.eat(&["ALL"]));
    let query = Query {
        tables: Vec::new(),
        stars: Vec::new(),
        columns: Vec::new(),
        order_by: Vec::new(),
        limited: false,
    };
    let mut out = Reading { query, aliases: Vec::new() };
    loop {
        selected(c, &mut out)?;
        if c.eat_mark(",").is_none() {
            break;
        }
    }
    c.eat(&["FROM"])?;
    from(c, &mut out)?;
    if c.eat(&["WHERE"]).is_some() {
        let asked = expr::of_query(c)?;
        out.condition(c, &asked);
    }
    if c.eat(&["GROUP"]).is_some() {
        hint(c)?;
        c.eat(&["BY"])?;
        values(c, &mut out)?;
    }
    if c.eat(&["HAVING"]).is_some() {
        let asked = expr::of_query(c)?;
        out.read(c, &asked);
    }
    if c.eat(&["ORDER", "BY"]).is_some() {
        order_by(c, &mut out)?;
    }
    limit(c, &mut out)?;
    let _ = c.eat(&["FOR", "UPDATE"]);
    Some(out.query)
}

/// `*`, `t.*`, or a value with or without a name.
fn selected(c: &mut Cursor<'_>, out: &mut Reading) -> Option<()> {
    let whole_table = c.is_name(0) && c.is_mark(1, ".") && c.is_mark(2, "*");
    if whole_table || c.at_mark("*") {
        let of = if whole_table { c.name() } else { None };
        let _ = c.eat_mark(".");
        c.eat_mark("*")?;
        out.query.stars.push(of);
        return (c.at_mark(",") || c.at_word("FROM")).then_some(());
    }
    let value = expr::of_query(c)?;
    out.read(c, &value);
    let named = c.eat(&["AS"]).is_some();
    if named || (c.at_name() && !c.at_word("FROM")) {
        out.aliases.push(c.name()?.text.to_lowercase());
    }
    Some(())
}

/// `t [hint] [alias] { , | [kind] JOIN t … }`
fn from(c: &mut Cursor<'_>, out: &mut Reading) -> Option<()> {
    table(c, out)?;
    loop {
        if c.eat_mark(",").is_some() {
            table(c, out)?;
            continue;
        }
        let kind =
            ["INNER", "LEFT", "RIGHT", "FULL", "CROSS", "HASH"].iter().find(|k| c.at_word(k));
        if kind.is_none() && !c.at_word("JOIN") {
            return Some(());
        }
        if kind.is_some() {
            c.bump();
            let _ = c.eat(&["OUTER"]);
        }
        c.eat(&["JOIN"])?;
        hint(c)?;
        table(c, out)?;
        if c.eat(&["ON"]).is_some() {
            let asked = expr::of_query(c)?;
            out.condition(c, &asked);
        } else if c.eat(&["USING"]).is_some() {
            c.eat_mark("(")?;
            loop {
                let name = c.name()?;
                out.push(name, Usage::Joined);
                if c.eat_mark(",").is_none() {
                    break;
                }
            }
            c.eat_mark(")")?;
        }
    }
}

/// Words that go on behind a table, and so are no alias of it.
const BEHIND_TABLE: &[&str] = &[
    "WHERE",
    "JOIN",
    "INNER",
    "LEFT",
    "RIGHT",
    "FULL",
    "CROSS",
    "HASH",
    "NATURAL",
    "ON",
    "USING",
    "GROUP",
    "HAVING",
    "ORDER",
    "LIMIT",
    "OFFSET",
    "FETCH",
    "UNION",
    "EXCEPT",
    "INTERSECT",
    "FOR",
    "WINDOW",
    "TABLESAMPLE",
    "WITH",
];

fn table(c: &mut Cursor<'_>, out: &mut Reading) -> Option<()> {
    if c.at_word("UNNEST") || c.at_word("LATERAL") || c.at_any(BEHIND_TABLE) {
        return None;
    }
    let name = c.name()?;
    // A function that gives a table.
    if c.at_mark("(") {
        return None;
    }
    let index = hint(c)?;
    let named = c.eat(&["AS"]).is_some();
    let alias =
        if named || (c.at_name() && !c.at_any(BEHIND_TABLE)) { Some(c.name()?) } else { None };
    let index = index.or(hint(c)?);
    out.query.tables.push(QueryTable { name, alias, index });
    Some(())
}

/// `@{ key = value, … }`, or the same in a comment `/*@ … */` in PostgreSQL. Gives the index that
/// it forces, if it does; `None` where it cannot be read.
#[expect(clippy::option_option, reason = "a hint may be readable and force no index")]
fn hint(c: &mut Cursor<'_>) -> Option<Option<Name>> {
    if !c.googlesql() {
        return Some(c.comments_here().find_map(|comment| index_in_comment(c.text, comment)));
    }
    if !(c.at_mark("@") && c.is_mark(1, "{")) {
        return Some(None);
    }
    c.bump();
    let close = c.closing_place()?;
    c.bump();
    let mut index = None;
    while c.place() < close {
        let key = c.name()?;
        c.eat_mark("=")?;
        let value = match c.kind()? {
            TokenKind::String => {
                let span = c.bump();
                let said = span.of(c.text);
                Some(Name { text: said.trim_matches(['\'', '"']).into(), span })
            }
            TokenKind::Number => {
                c.bump();
                None
            }
            _ => Some(c.name()?),
        };
        if key.text.eq_ignore_ascii_case("FORCE_INDEX") {
            index = value;
        }
        let _ = c.eat_mark(",");
    }
    c.back_to(close + 1);
    Some(index)
}

/// `/*@ FORCE_INDEX = i */`
fn index_in_comment(text: &str, comment: Span) -> Option<Name> {
    let said = comment.of(text);
    let inside = said.strip_prefix("/*")?.strip_suffix("*/")?.trim_start().strip_prefix('@')?;
    let is_key =
        |key: &str| key.trim().trim_start_matches('{').trim().eq_ignore_ascii_case("FORCE_INDEX");
    let pairs = inside.split(',').filter_map(|pair| pair.split_once('='));
    let (_, value) = pairs.into_iter().find(|(key, _)| is_key(key))?;
    let value = value.trim().trim_end_matches('}').trim_end();
    // A part of `text`, so the distance of their starts is its place.
    let start = comment.start + at(value.as_ptr() as usize - said.as_ptr() as usize);
    let span = Span::new(start, start + at(value.len()));
    (!value.is_empty()).then(|| Name { text: value.replace('"', "").into(), span })
}

/// `e, …`, whose columns are read.
fn values(c: &mut Cursor<'_>, out: &mut Reading) -> Option<()> {
    loop {
        let value = expr::of_query(c)?;
        out.read(c, &value);
        if c.eat_mark(",").is_none() {
            return Some(());
        }
    }
}

/// `e [ASC | DESC] [NULLS { FIRST | LAST }], …`
fn order_by(c: &mut Cursor<'_>, out: &mut Reading) -> Option<()> {
    let mut parts = Vec::new();
    let mut is_simple = true;
    loop {
        let value = expr::of_query(c)?;
        let desc = c.eat(&["DESC"]).is_some();
        if !desc {
            let _ = c.eat(&["ASC"]);
        }
        // Another order of the values without one than the index has.
        is_simple &= c.eat(&["NULLS", "FIRST"]).or_else(|| c.eat(&["NULLS", "LAST"])).is_none();
        let span = value.span.to(c.last_span());
        match &value.kind {
            ExprKind::Name(said) if !out.aliases.contains(&said.to_lowercase()) => {
                let name = Name { text: said.clone(), span: value.span };
                out.push(name.clone(), Usage::Read);
                parts.push(KeyPart { name, desc, nulls_moved: false, span });
            }
            _ => {
                out.read(c, &value);
                is_simple = false;
            }
        }
        if c.eat_mark(",").is_none() {
            break;
        }
    }
    if is_simple {
        out.query.order_by = parts;
    }
    Some(())
}

/// `LIMIT n [OFFSET m]`, in either order.
fn limit(c: &mut Cursor<'_>, out: &mut Reading) -> Option<()> {
    for _ in 0..2 {
        if c.eat(&["LIMIT"]).is_some() {
            expr::of_query(c)?;
            out.query.limited = true;
        } else if c.eat(&["OFFSET"]).is_some() {
            expr::of_query(c)?;
        }
    }
    Some(())
}

/// What a comparison has on one of its sides.
enum Side {
    Column(Name),
    Value,
    Other,
}

impl Reading {
    fn push(&mut self, name: Name, usage: Usage) {
        self.query.columns.push(QueryColumn { name, usage });
    }

    /// Every column of an expression is read.
    fn read(&mut self, c: &Cursor<'_>, expr: &Expr) {
        for name in names(c, expr) {
            self.push(name, Usage::Read);
        }
    }

    /// What a condition asks of columns, as far as all its parts must hold.
    fn condition(&mut self, c: &Cursor<'_>, expr: &Expr) {
        let found = match &expr.kind {
            ExprKind::Binary(op, left, right) if op == "AND" => {
                self.condition(c, left);
                self.condition(c, right);
                return;
            }
            ExprKind::Binary(op, left, right) => compared(c, op, left, right),
            ExprKind::In(left, list) if list.iter().all(|value| is_value(c, value)) => {
                column(left).map(|name| vec![(name, Usage::In)])
            }
            ExprKind::Between(left, low, high) if is_value(c, low) && is_value(c, high) => {
                column(left).map(|name| vec![(name, Usage::Range)])
            }
            ExprKind::Call(name, arguments) if name == "STARTS_WITH" => {
                match arguments.as_slice() {
                    [left, start] if is_value(c, start) => {
                        column(left).map(|name| vec![(name, Usage::Range)])
                    }
                    _ => None,
                }
            }
            ExprKind::Unary(op, inner) if op == "NOT" => match &inner.kind {
                ExprKind::Name(_) => column(inner).map(|name| vec![(name, Usage::Equal)]),
                ExprKind::Binary(op, left, _) if op == "IS" => {
                    column(left).map(|name| vec![(name, Usage::NotNull)])
                }
                _ => None,
            },
            ExprKind::Name(_) => column(expr).map(|name| vec![(name, Usage::Equal)]),
            _ => None,
        };
        match found {
            Some(found) => found.into_iter().for_each(|(name, usage)| self.push(name, usage)),
            None => self.read(c, expr),
        }
    }
}

/// What `left op right` says of columns; `None` where it only reads them.
fn compared(c: &Cursor<'_>, op: &str, left: &Expr, right: &Expr) -> Option<Vec<(Name, Usage)>> {
    let some_of = |e: &Expr| matches!(&e.kind, ExprKind::Call(name, _) if name == "ANY");
    let usage = match op {
        "=" if some_of(right) => Usage::In,
        "=" | "IS" => Usage::Equal,
        "<" | "<=" | ">" | ">=" => Usage::Range,
        "LIKE" => match &right.kind {
            ExprKind::String(said) if !said.starts_with(['%', '_']) => Usage::Range,
            _ => return None,
        },
        _ => return None,
    };
    match (side(c, left), side(c, right)) {
        (Side::Column(name), Side::Value) | (Side::Value, Side::Column(name)) => {
            Some(vec![(name, usage)])
        }
        (Side::Column(a), Side::Column(b)) if usage == Usage::Equal => {
            Some(vec![(a, Usage::Joined), (b, Usage::Joined)])
        }
        _ => None,
    }
}

fn side(c: &Cursor<'_>, expr: &Expr) -> Side {
    match column(expr) {
        Some(name) => Side::Column(name),
        None if is_value(c, expr) => Side::Value,
        None => Side::Other,
    }
}

fn column(expr: &Expr) -> Option<Name> {
    match &expr.kind {
        ExprKind::Name(said) => Some(Name { text: said.clone(), span: expr.span }),
        _ => None,
    }
}

/// Whether an expression depends on no column.
fn is_value(c: &Cursor<'_>, expr: &Expr) -> bool {
    names(c, expr).is_empty()
}

/// Words in runs of tokens that are no columns.
const NO_COLUMNS: &[&str] = &[
    "INTERVAL",
    "YEAR",
    "QUARTER",
    "MONTH",
    "WEEK",
    "ISOWEEK",
    "DAY",
    "DAYOFWEEK",
    "DAYOFYEAR",
    "HOUR",
    "MINUTE",
    "SECOND",
    "MILLISECOND",
    "MICROSECOND",
    "NANOSECOND",
    "DISTINCT",
    "ORDER",
    "BY",
    "ASC",
    "DESC",
    "FROM",
    "AS",
    "AND",
    "OR",
    "NOT",
    "NULL",
    "IGNORE",
    "NULLS",
    "TRUE",
    "FALSE",
    "ARRAY",
    "STRUCT",
];

/// Names in an expression, and in its parts that are not understood whatever could be one.
fn names(c: &Cursor<'_>, expr: &Expr) -> Vec<Name> {
    let mut out = Vec::new();
    add_names(c, expr, &mut out);
    out
}

fn add_names(c: &Cursor<'_>, expr: &Expr, out: &mut Vec<Name>) {
    match &expr.kind {
        ExprKind::Name(said) => {
            if !NO_COLUMNS.iter().any(|word| word.eq_ignore_ascii_case(said)) {
                out.push(Name { text: said.clone(), span: expr.span });
            }
        }
        // Its conditions are not in the tree.
        ExprKind::Case(_) | ExprKind::Opaque => add_words(c, expr.span, out),
        _ => expr.parts().into_iter().for_each(|part| add_names(c, part, out)),
    }
}

/// Words of a run of tokens that may be columns: neither functions nor parameters.
fn add_words(c: &Cursor<'_>, span: Span, out: &mut Vec<Name>) {
    let mut before = "";
    let mut tokens = c.tokens_in(span).peekable();
    while let Some(token) = tokens.next() {
        let said = token.span.of(c.text);
        let called = tokens.peek().is_some_and(|next| next.span.of(c.text) == "(");
        let named = match token.kind {
            TokenKind::Word => !NO_COLUMNS.iter().any(|word| word.eq_ignore_ascii_case(said)),
            TokenKind::QuotedName => true,
            _ => false,
        };
        if named && !called && before != "@" {
            let text = said.trim_matches(['`', '"']).into();
            out.push(Name { text, span: token.span });
        }
        before = said;
    }
}
