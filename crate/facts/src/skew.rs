//! How uneven the entities of a column are.

use crate::quantity::quantity;
use crate::schema::{ColumnId, Table};
use crate::syntax::tree::DirectiveFact;

/// Skew of an entity column.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Skew {
    /// No entity stands out.
    Uniform,
    /// Zipf with this exponent.
    Zipf(f64),
    /// One entity has this share (0..1).
    Whale(f64),
}

/// What a skew is made of.
pub const SKEW_EXPECTED: &str = "expected skew(column)=uniform, zipf(0 to 10) or whale(0 to 100%), \
                                 with a column of this table, for example \
                                 `skew(TenantId)=whale(40%)`";

/// The skew that a fact states of a column of a table.
#[must_use]
pub fn stated_skew(table: &Table, fact: &DirectiveFact) -> Option<(ColumnId, Skew)> {
    let column = table.find_column(fact.args.first()?)?;
    Some((column, read_skew(fact.value.as_deref()?)?))
}

/// The skew that a value says: `uniform`, `zipf(1.1)`, `whale(40%)`.
fn read_skew(value: &str) -> Option<Skew> {
    let value = value.trim();
    let inside = |name: &str| {
        let rest = value.strip_prefix(name)?.trim().strip_prefix('(')?;
        quantity(rest.strip_suffix(')')?)
    };
    if value == "uniform" {
        return Some(Skew::Uniform);
    }
    if let Some(exponent) = inside("zipf").filter(|s| (0.0..=10.0).contains(s)) {
        return Some(Skew::Zipf(exponent));
    }
    inside("whale").filter(|share| (0.0..=1.0).contains(share)).map(Skew::Whale)
}
