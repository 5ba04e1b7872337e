//! Foreign keys.

use crate::ids::{ColumnId, TableId};
use crate::syntax::tree::ForeignClause;
use crate::text::Span;
use smol_str::SmolStr;

/// A foreign key.
#[derive(Clone, Debug)]
pub struct ForeignKey {
    /// Constraint name, if given.
    pub name: Option<SmolStr>,
    /// Referencing columns that exist.
    pub columns: Vec<ColumnId>,
    /// Referencing columns as written.
    pub column_names: Vec<SmolStr>,
    /// Where each of them stands.
    pub column_spans: Vec<Span>,
    /// Referenced table as written.
    pub table_name: SmolStr,
    /// Referenced table, if the text defines it.
    pub table: Option<TableId>,
    /// Referenced columns that exist, in order.
    pub referenced: Vec<ColumnId>,
    /// Referenced columns as written; those of the primary key where they are left out.
    pub referenced_names: Vec<SmolStr>,
    /// Where each of them stands; none where they are left out.
    pub referenced_spans: Vec<Span>,
    /// Enforced by the database.
    pub enforced: bool,
    /// `ON DELETE CASCADE`.
    pub on_delete_cascade: bool,
    /// The clause.
    pub span: Span,
    /// Between the parentheses of the referencing columns; empty for a column-level clause.
    pub columns_list: Span,
    /// Between the parentheses of the referenced columns; empty if there are none.
    pub referenced_list: Span,
    /// What else is said of it, which PostgreSQL knows and Spanner may refuse.
    pub foreign: Vec<ForeignClause>,
}
