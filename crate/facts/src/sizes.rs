//! Bytes of rows and values by their types.

use crate::schema::Table;
use crate::syntax::tree::Type;

/// Bytes of a text column whose length is not bounded or not reached (our assumption).
const TEXT_BYTES_ASSUMED: f64 = 100.0;

/// Bytes of a row by its types: fixed sizes as documented, text at most [`TEXT_BYTES_ASSUMED`].
pub(crate) fn row_bytes(table: &Table) -> f64 {
    // Not `sum`: of nothing that is negative zero.
    table.columns.iter().fold(0.0, |sum, column| sum + column_bytes(column.ty.as_ref()))
}

/// Bytes of a value by its type, as [`TableFacts::row_bytes`](crate::TableFacts::row_bytes) counts them.
#[must_use]
pub fn column_bytes(ty: Option<&Type>) -> f64 {
    match ty {
        Some(Type::Bool) => 1.0,
        Some(Type::Date | Type::Float32) => 4.0,
        Some(Type::Int64 | Type::Float64) => 8.0,
        Some(Type::Timestamp | Type::CommitTimestamp) => 12.0,
        Some(Type::Uuid) => 16.0,
        Some(Type::Numeric) => 22.0,
        Some(Type::String(Some(n)) | Type::Bytes(Some(n))) => f64::from(*n).min(TEXT_BYTES_ASSUMED),
        _ => TEXT_BYTES_ASSUMED,
    }
}
