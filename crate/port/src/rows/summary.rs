//! What the rows of a table come to, and which rows they are.

use super::values::Values;

/// The table that rows are for, as a statement names it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct RowTarget {
    /// The schema or database before the dot.
    pub(crate) schema: Option<String>,
    /// The table.
    pub(crate) table: String,
    /// The columns, where the statement lists them.
    pub(crate) columns: Option<Vec<String>>,
}

/// What the rows of a run show.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Summary {
    /// The table that they are for.
    pub(crate) target: RowTarget,
    /// How many there are.
    pub(crate) rows: u64,
    /// How many of them were too long to be looked at.
    pub(crate) cut: u64,
    /// What they show of each column.
    pub(crate) columns: Vec<Values>,
}
