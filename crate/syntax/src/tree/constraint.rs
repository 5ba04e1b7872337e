//! Foreign keys and checks.

use super::expr::Expr;
use super::name::Name;
use crate::text::Span;
use std::sync::Arc;

/// A foreign key.
#[derive(Clone, Debug)]
pub struct ForeignKeyDef {
    /// The clause, its `CONSTRAINT name` included.
    pub span: Span,
    /// The constraint's name.
    pub name: Option<Name>,
    /// Referencing columns; the column itself for a column-level `REFERENCES`.
    pub columns: Vec<Name>,
    /// Between the parentheses of the referencing columns; empty for a column-level clause.
    pub columns_list: Span,
    /// Referenced table.
    pub table: Name,
    /// Referenced columns; empty when the clause leaves them out.
    pub referenced: Vec<Name>,
    /// Between the parentheses of the referenced columns; empty if there are none.
    pub referenced_list: Span,
    /// `ON DELETE CASCADE`.
    pub on_delete_cascade: bool,
    /// Not `NOT ENFORCED`.
    pub enforced: bool,
    /// What else is said of it, which PostgreSQL knows and Spanner may refuse.
    pub foreign: Vec<ForeignClause>,
}

/// A clause of a foreign key that PostgreSQL knows: an action, a way to match, a deferral.
#[derive(Clone, Debug)]
pub struct ForeignClause {
    /// In upper case, as in `ON DELETE SET NULL`.
    pub said: String,
    /// The word to blame.
    pub span: Span,
}

/// A check.
#[derive(Clone, Debug)]
pub struct CheckDef {
    /// The clause.
    pub span: Span,
    /// The constraint's name.
    pub name: Option<Name>,
    /// What must hold.
    pub expr: Arc<Expr>,
}

/// A clause that Spanner rejects.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RefusedClause {
    /// Its words: `INCREMENT`.
    pub words: String,
    /// What the syntax error points at.
    pub span: Span,
}
