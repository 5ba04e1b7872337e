//! Shard columns: what they are computed from, and whether they spread at all.

use crate::all::Facts;
use crate::dist::Dist;
use crate::expression::{self, Input, Shape};
use crate::schema::{Column, ColumnId, Schema, Table, TableId};
use crate::{columns, lexicon};

/// Why a shard column spreads nothing, or less than it says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flaw {
    /// The divisor is 0 or 1.
    OneShard,
    /// The input is one value.
    Constant,
    /// The input is a time cut to seconds or longer: all rows of one moment get one shard.
    Clock,
    /// Division keeps the order of its input.
    InOrder,
    /// The input has fewer values than there are shards.
    NarrowInput {
        /// Values of the input.
        values: u32,
    },
}

/// Whether a column is meant as a shard: by its name, or because it is a remainder.
#[must_use]
pub fn is_meant(column: &Column) -> bool {
    let formula =
        column.generated.as_ref().is_some_and(|g| expression::remainder(&g.expr).is_some());
    formula || is_named(column)
}

/// Whether a column is called a shard.
#[must_use]
pub fn is_named(column: &Column) -> bool {
    lexicon::is_shard(&lexicon::words(&column.name))
}

/// The columns that a generated column reads, each once, in order.
#[must_use]
pub fn sources(table: &Table, column: &Column) -> Vec<ColumnId> {
    let mut out = Vec::new();
    let Some(generated) = &column.generated else { return out };
    for (name, _) in expression::names_in(&generated.expr) {
        let Some(id) = table.find_column(name) else { continue };
        if !out.contains(&id) {
            out.push(id);
        }
    }
    out
}

/// What is wrong with a generated column that is meant as a shard, if anything.
#[must_use]
pub fn flaw(schema: &Schema, facts: &Facts, table: TableId, column: ColumnId) -> Option<Flaw> {
    let owner = schema.table(table);
    let generated = owner.column(column).generated.as_ref()?;
    if !is_meant(owner.column(column)) {
        return None;
    }
    let input = |name: &str| {
        let column = owner.find_column(name)?;
        let shape = columns::shape_of(owner, column, facts.column(table, column));
        Some(Input { column, shape })
    };
    let Some((value, n)) = expression::remainder(&generated.expr) else {
        return undivided(&expression::shape(&generated.expr, &input));
    };
    if n <= 1 {
        return Some(Flaw::OneShard);
    }
    let shape = expression::shape(value, &input);
    match shape.dist {
        Dist::Constant => Some(Flaw::Constant),
        Dist::TimeBucket => Some(Flaw::Clock),
        Dist::TimeArrival if shape.coarse => Some(Flaw::Clock),
        Dist::LowCard { values } if u64::from(values) < n => Some(Flaw::NarrowInput { values }),
        // A remainder of a whole block number changes once a block: everything between goes to
        // one shard.
        Dist::MonotonicUp | Dist::MonotonicDown if is_divided(value) => Some(Flaw::InOrder),
        _ => None,
    }
}

/// Over how many seconds a shard column takes each of its values in turn: `MOD(UNIX_SECONDS(x), n)`
/// is one shard for a second, then the next.
#[must_use]
pub fn turns(column: &Column) -> Option<u32> {
    let generated = column.generated.as_ref()?;
    let (value, n) = expression::remainder(&generated.expr)?;
    let n = u32::try_from(n).ok().filter(|&n| n > 1)?;
    counts_seconds(value).then_some(n)
}

/// The value goes up by one each second.
fn counts_seconds(value: &crate::syntax::tree::Expr) -> bool {
    use crate::syntax::tree::ExprKind;
    match &value.kind {
        ExprKind::Call(name, _) => name == "UNIX_SECONDS",
        ExprKind::Cast(inner, _) => counts_seconds(inner),
        _ => false,
    }
}

/// A column called a shard that is no remainder.
fn undivided(shape: &Shape) -> Option<Flaw> {
    match shape.dist {
        Dist::Constant => Some(Flaw::Constant),
        Dist::TimeBucket => Some(Flaw::Clock),
        _ if shape.dist.is_moving() => Some(Flaw::InOrder),
        _ => None,
    }
}

/// The value is a quotient: `DIV(n, 1000)`.
fn is_divided(value: &crate::syntax::tree::Expr) -> bool {
    use crate::syntax::tree::ExprKind;
    match &value.kind {
        ExprKind::Call(name, _) => matches!(name.as_str(), "DIV" | "TRUNC" | "FLOOR"),
        ExprKind::Cast(inner, _) => is_divided(inner),
        ExprKind::Binary(op, ..) => op == "/",
        _ => false,
    }
}
