//! Sampled rows of a table.

use super::fate::Resolved;
use super::schema::Column;
use crate::rows::cell::Cell;
use crate::rows::sample::{Row, Sample};

/// A value of a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RowValue {
    /// NULL.
    Null,
    /// A text or a number, without quotes and escapes.
    Said(Vec<u8>),
    /// Bytes or an expression, as they are written.
    Other(Vec<u8>),
}

/// Rows of a table.
#[derive(Clone, Debug)]
pub struct KeptRows {
    /// The number of the table in the source.
    pub table: usize,
    /// Names of their columns; none where the table has no such column.
    pub columns: Vec<Option<String>>,
    /// The rows.
    pub rows: Vec<Vec<RowValue>>,
}

impl KeptRows {
    pub(super) fn of(sample: &Sample, resolved: &Resolved, columns: &[Column]) -> Self {
        let name = |&at: &usize| columns.get(at).map(|column| column.name.name.clone());
        Self {
            table: resolved.table,
            columns: resolved.columns.iter().map(name).collect(),
            rows: sample.rows().iter().map(values).collect(),
        }
    }
}

fn values(row: &Row) -> Vec<RowValue> {
    let cells = (0..).map_while(|at| row.cell(at));
    let value = |cell: Cell<'_>| match cell {
        Cell::Null => RowValue::Null,
        Cell::Other(said) => RowValue::Other(said.to_vec()),
        cell => RowValue::Said(cell.said().unwrap_or_default().into_owned()),
    };
    cells.map(value).collect()
}
