//! Queries that stand beside the DDL, with their tables, columns and indexes looked up.

use crate::ids::{ColumnId, IndexId, TableId};
use crate::syntax::tree::Usage;
use crate::text::Span;

/// Queries of a text that are looked at; more are left out and said so (our assumption: far
/// more than one pastes beside a schema).
pub const QUERIES_MAX: usize = 1_000;

/// Columns that a query may name; one with more is left out (our assumption).
pub const USES_MAX: usize = 1_000;

/// Tables that a query may join; one with more is left out (our assumption).
pub const TABLES_MAX: usize = 16;

/// A query of tables of the text.
#[derive(Clone, Debug)]
pub struct Query {
    /// The statement.
    pub span: Span,
    /// Its tables, in order.
    pub tables: Vec<QueriedTable>,
    /// What it does with columns, in the order of the text.
    pub uses: Vec<Use>,
    /// `ORDER BY` columns, in order; empty too where it sorts by something else.
    pub order_by: Vec<SortPart>,
    /// `LIMIT` was said.
    pub limited: bool,
}

/// A table of a query.
#[derive(Clone, Debug)]
pub struct QueriedTable {
    /// The table.
    pub table: TableId,
    /// Where its name stands.
    pub span: Span,
    /// All its columns are selected.
    pub all_columns: bool,
    /// What its hint `FORCE_INDEX` says.
    pub forced: Option<Forced>,
}

/// What a hint makes a query read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Forced {
    /// `_BASE_TABLE`.
    Base,
    /// An index.
    Index(IndexId),
}

/// A column that a query uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Use {
    /// Position of its table in [`Query::tables`].
    pub at: usize,
    /// The column.
    pub column: ColumnId,
    /// What is done with it.
    pub usage: Usage,
    /// Where it stands.
    pub span: Span,
}

/// A column that a query sorts by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SortPart {
    /// Position of its table in [`Query::tables`].
    pub at: usize,
    /// The column.
    pub column: ColumnId,
    /// Descending.
    pub desc: bool,
    /// Where it stands, with its direction.
    pub span: Span,
}

impl Query {
    /// What it does with columns of the table at a position.
    pub fn uses_of(&self, at: usize) -> impl Iterator<Item = &Use> {
        self.uses.iter().filter(move |used| used.at == at)
    }

    /// Whether it uses a column of the table at a position in one of these ways.
    #[must_use]
    pub fn asks(&self, at: usize, column: ColumnId, usages: &[Usage]) -> bool {
        self.uses_of(at).any(|used| used.column == column && usages.contains(&used.usage))
    }
}
