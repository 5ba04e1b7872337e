//! Which rows an index holds that leaves out those in which a generated column is NULL.
//!
//! It is read from the expression of the column, not from the fix that wrote it.

use crate::edit::Draft;
use crate::fix::FixContext;
use crate::schema::{ColumnId, IndexId, TableId};
use crate::syntax::tree::{ExprKind, Token, TokenKind};
use crate::text::Span;

/// The rows that an index holds.
#[derive(Clone, Debug)]
pub(super) struct Held {
    /// The generated column that is NULL in the rows that the index leaves out.
    pub(super) column: ColumnId,
    /// The condition that holds of the rows that the index has.
    pub(super) test: String,
    /// The column that the condition speaks of and how many of its values it lists, where it does
    /// no more than list them.
    pub(super) lists: Option<(ColumnId, u32)>,
    /// What the generated column holds for these rows.
    pub(super) value: Value,
}

/// What the generated column holds for the rows of the index.
#[derive(Clone, Debug)]
pub(super) enum Value {
    /// TRUE.
    Flag,
    /// The value of another column.
    Column(ColumnId),
    /// The value of an expression.
    Text(String),
}

/// The rows that an index holds, if a generated column, one that `is_new` is true of, says whether they
/// have an entry: `IF(test, value, NULL)`, `CASE WHEN test THEN value END` or `NULLIF(column, value)`.
pub(super) fn of(
    cx: &FixContext<'_>,
    index: IndexId,
    is_new: impl Fn(&str) -> bool,
) -> Option<Held> {
    let id = cx.schema.index(index).table;
    let table = cx.schema.table(id);
    let mut left_out = cx.schema.left_out_by(index).into_iter();
    left_out.find_map(|column| {
        let it = table.column(column);
        let generated = it.generated.as_ref().filter(|_| is_new(&it.name))?;
        let text = |span: Span| span.of(cx.text).to_owned();
        let tokens = |span: Span| Draft::new(cx.text, cx.schema).tokens(span);
        let named = |kind: &ExprKind| match kind {
            ExprKind::Name(name) => table.find_column(name),
            _ => None,
        };
        let expr = &generated.expr;
        let (test, value) = match &expr.kind {
            ExprKind::Call(name, parts) if name == "NULLIF" => {
                let [own, other] = parts.as_slice() else { return None };
                let of = named(&own.kind)?;
                let test = format!("{} <> {}", text(own.span), text(other.span));
                let value = Value::Column(of);
                return Some(Held { column, test, lists: None, value });
            }
            ExprKind::Call(name, parts) if name == "IF" => {
                let [test, value, other] = parts.as_slice() else { return None };
                let null = matches!(&other.kind, ExprKind::Word(word) if word == "NULL");
                null.then_some((test.span, value))?
            }
            ExprKind::Case(results) => {
                let [value] = results.as_slice() else { return None };
                let tokens = tokens(expr.span);
                let at = |word: &str| tokens.iter().find(|t| said(cx, t, word)).map(|t| t.span);
                (Span::new(at("WHEN")?.end, at("THEN")?.start), value)
            }
            _ => return None,
        };
        let value = match &value.kind {
            ExprKind::Word(word) if word == "TRUE" => Value::Flag,
            kind => named(kind).map_or_else(|| Value::Text(text(value.span)), Value::Column),
        };
        let lists = lists(cx, id, &tokens(test));
        let test = text(test).trim().to_owned();
        Some(Held { column, test, lists, value })
    })
}

fn said(cx: &FixContext<'_>, token: &Token, word: &str) -> bool {
    token.span.of(cx.text).eq_ignore_ascii_case(word)
}

/// The column of a condition that lists values of one column and says nothing else, with their
/// number: `Status IN ('A', 'B')`, `NOT Sent`, `Sent = FALSE OR Sent IS NULL`.
fn lists(cx: &FixContext<'_>, id: TableId, tokens: &[Token]) -> Option<(ColumnId, u32)> {
    let table = cx.schema.table(id);
    let (mut column, mut values, mut is) = (None, 0, false);
    for token in tokens {
        let text = token.span.of(cx.text);
        match text.to_ascii_uppercase().as_str() {
            "TRUE" | "FALSE" | "NULL" => values += 1,
            "NOT" if is => return None,
            "NOT" | "OR" | "IN" | "=" | "(" | ")" | "," | "IS" => {}
            _ if matches!(token.kind, TokenKind::String | TokenKind::Number) => values += 1,
            _ => {
                let named = table.find_column(text.trim_matches(['`', '"']))?;
                if column.is_some_and(|column| column != named) {
                    return None;
                }
                column = Some(named);
            }
        }
        is = text.eq_ignore_ascii_case("IS");
    }
    column.map(|column| (column, values.max(1)))
}
