//! What a column's default, identity or generated expression tells of its values.

use crate::column::ColumnFact;
use crate::columns::found::Found;
use crate::dist::Dist;
use crate::expression::{self, Input, Shape};
use crate::schema::{Column, ColumnId, Table};
use crate::source::Source;
use crate::syntax::tree::{Expr, ExprKind, Type};

/// Gives the fact of another column of the table; `None` where the search has gone too deep.
type FactOf<'a> = &'a mut dyn FnMut(ColumnId) -> Option<ColumnFact>;

/// What the default, the identity or the expression of a column tells.
pub(super) fn from_expression(
    table: &Table,
    column: &Column,
    fact_of: FactOf<'_>,
) -> Option<Found> {
    if column.commit_timestamp {
        let what = if column.ty == Some(Type::CommitTimestamp) {
            "the type `spanner.commit_timestamp`"
        } else {
            "the option `allow_commit_timestamp`"
        };
        let span = column.options.first().map_or(column.type_span, |option| option.span);
        return Some(Found::new(Dist::TimeArrival, 1.0, what.into(), span, Source::Expression));
    }
    if let Some(identity) = &column.identity {
        let what = "the identity column: every Spanner sequence is bit-reversed".to_owned();
        return Some(Found::new(
            Dist::Uniform,
            1.0,
            what.into(),
            identity.span,
            Source::Expression,
        ));
    }
    if let Some(generated) = &column.generated {
        return Some(from_generated(table, &generated.expr, fact_of));
    }
    let default = column.default.as_ref()?;
    let shape = expression::shape(default, &|_| None);
    // A constant default says nothing of the values that are written.
    if matches!(shape.dist, Dist::Constant | Dist::Unknown) {
        return None;
    }
    let what = "the default".to_owned();
    let mut found =
        Found::new(shape.dist, shape.confidence, what.into(), default.span, Source::Expression);
    found.0.time_id = shape.time_id;
    Some(found)
}

fn from_generated(table: &Table, expr: &Expr, fact_of: FactOf<'_>) -> Found {
    let inputs = inputs(table, expr, fact_of);
    let input = |name: &str| {
        let column = table.find_column(name)?;
        inputs.iter().find(|input| input.column == column).cloned()
    };
    let shape = expression::shape(expr, &input);
    let what = "the generated expression".to_owned();
    let mut found =
        Found::new(shape.dist, shape.confidence, what.into(), expr.span, Source::Expression);
    found.0.time_id = shape.time_id;
    found
}

/// The shape of every column that an expression names.
fn inputs(table: &Table, expr: &Expr, fact_of: FactOf<'_>) -> Vec<Input> {
    let mut inputs: Vec<Input> = Vec::new();
    for (name, _) in expression::names_in(expr) {
        let Some(column) = table.find_column(name) else { continue };
        if inputs.iter().any(|input| input.column == column) {
            continue;
        }
        if let Some(fact) = fact_of(column) {
            inputs.push(Input { column, shape: shape_of(table, column, &fact) });
        }
    }
    inputs
}

/// What an expression that reads a column gets.
pub(crate) fn shape_of(table: &Table, id: ColumnId, fact: &ColumnFact) -> Shape {
    let column = table.column(id);
    Shape {
        dist: fact.dist.clone(),
        time_id: fact.time_id,
        confidence: fact.confidence,
        non_negative: column.ty == Some(Type::Int64) && has_floor(table, &column.name),
        coarse: fact.dist == Dist::TimeBucket,
    }
}

/// A CHECK keeps the column at or above zero.
#[must_use]
pub fn has_floor(table: &Table, column: &str) -> bool {
    let named = |expr: &Expr| matches!(&expr.kind, ExprKind::Name(name) if name.eq_ignore_ascii_case(column));
    let not_negative =
        |expr: &Expr| matches!(&expr.kind, ExprKind::Number(n) if !n.starts_with('-'));
    table.checks.iter().any(|check| match &check.expr.kind {
        ExprKind::Binary(op, left, right) if op == ">=" || op == ">" => {
            named(left) && not_negative(right)
        }
        ExprKind::Binary(op, left, right) if op == "<=" || op == "<" => {
            not_negative(left) && named(right)
        }
        ExprKind::Between(value, low, _) => named(value) && not_negative(low),
        _ => false,
    })
}
