//! What checks and comments tell of a column's values.

use crate::columns::found::Found;
use crate::dist::Dist;
use crate::evidence::{self, Hint};
use crate::ids;
use crate::lexicon::{self, words};
use crate::schema::{Column, ColumnId, Table};
use crate::source::Source;
use crate::syntax::tree::{Expr, ExprKind, Type};

/// `CHECK (c IN (…))` gives the number of values.
pub(super) fn from_check(table: &Table, column: &Column) -> Option<Found> {
    table.checks.iter().find_map(|check| {
        let values = match &check.expr.kind {
            ExprKind::In(value, list) if is_name(value, &column.name) => list.len(),
            ExprKind::Binary(op, left, right)
                if op == "=" && is_name(left, &column.name) && is_literal(right) =>
            {
                1
            }
            _ => return None,
        };
        let values = crate::text::at(values.max(1));
        let dist = if values == 1 { Dist::Constant } else { Dist::LowCard { values } };
        let what = format!("the check allows {values} value{}", if values == 1 { "" } else { "s" });
        Some(Found::new(dist, 0.9, what.into(), check.span, Source::Check))
    })
}

fn is_name(expr: &Expr, column: &str) -> bool {
    matches!(&expr.kind, ExprKind::Name(name) if name.eq_ignore_ascii_case(column))
}

fn is_literal(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Number(_) | ExprKind::String(_) | ExprKind::Word(_))
}

pub(super) fn from_comment(table: &Table, id: ColumnId) -> Option<Found> {
    let column = table.column(id);
    let leads = table.key.first().is_some_and(|part| part.column == id);
    // Behind a table written on one line the comment can only mean its key.
    let behind = table.comments.iter().filter(|c| leads && c.span.start >= table.span.end);
    column.comments.iter().chain(behind).find_map(|comment| {
        let mut hint = evidence::of_comment(&comment.text)?;
        if let Dist::Shard { of, .. } = &mut hint.dist {
            *of = hint.of.as_deref().and_then(|name| table.find_column(name));
        }
        if !fits(&hint, column.ty.as_ref()) {
            return None;
        }
        let what = format!("the comment \"{}\"", comment.text);
        Some(Found::of_hint(hint, what.into(), comment.span, Source::Comment))
    })
}

/// A text that is a number in dress, `INV-000123`: by its name, and a sample or a check beside it.
pub(super) fn numbered(table: &Table, column: &Column) -> Option<Found> {
    let list = words(&column.name);
    let text = matches!(column.ty, Some(Type::String(_)));
    if !text || !lexicon::last(&list, lexicon::NUMBERED) {
        return None;
    }
    let sample = column.comments.iter().find_map(|comment| {
        let sample = evidence::numbered_sample(&comment.text)?;
        let what = format!("the comment shows `{sample}`: a number after a prefix");
        Some(Found::new(Dist::MonotonicUp, 0.75, what.into(), comment.span, Source::Comment))
    });
    sample.or_else(|| {
        let check = table.checks.iter().find(|check| is_prefix_check(&check.expr, &column.name))?;
        let what = "the check requires a fixed prefix, as before a number".to_owned();
        Some(Found::new(Dist::MonotonicUp, 0.6, what.into(), check.span, Source::Check))
    })
}

/// `c LIKE 'INV-%'`.
fn is_prefix_check(expr: &Expr, column: &str) -> bool {
    match &expr.kind {
        ExprKind::Binary(op, left, right) if op == "LIKE" && is_name(left, column) => {
            matches!(&right.kind, ExprKind::String(pattern)
                if pattern.starts_with(char::is_alphabetic) && pattern.ends_with(['%', '_']))
        }
        _ => false,
    }
}

/// A sentence about a count or a hash beside a time or a flag does not describe its values.
fn fits(hint: &Hint, ty: Option<&Type>) -> bool {
    let id_like = matches!(
        ty,
        Some(Type::Int64 | Type::String(_) | Type::Bytes(_) | Type::Uuid | Type::Numeric) | None
    );
    match hint.dist {
        Dist::Shard { .. } => matches!(ty, Some(Type::Int64 | Type::Numeric) | None),
        _ if hint.time_id.is_some() => {
            let held = |ty: &Type| hint.time_id.is_some_and(|id| ids::can_hold(id, ty));
            ty.is_none_or(held)
        }
        _ => id_like,
    }
}
