//! Statements that do not fit what stands before them.

use crate::ids::TableId;
use crate::text::Span;

/// A statement that does not fit what stands before it.
#[derive(Clone, Debug)]
pub struct SchemaProblem {
    /// The message.
    pub message: String,
    /// Where.
    pub span: Span,
    /// Its cause.
    pub kind: ProblemKind,
    /// The table it speaks of, if that is still there after the last statement.
    pub table: Option<TableId>,
}

impl SchemaProblem {
    /// A problem that concerns no single table.
    pub(crate) fn new(kind: ProblemKind, mut message: String, span: Span) -> Self {
        message.shrink_to_fit();
        Self { message, span, kind, table: None }
    }

    /// The same problem, of a table.
    pub(crate) fn of_table(self, table: TableId) -> Self {
        Self { table: Some(table), ..self }
    }
}

/// Why a statement does not fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProblemKind {
    /// Not certain: the text does not define what is named, and a fragment of something larger may
    /// be right all the same, or the documentation does not say. Every other kind is rejected by
    /// Spanner whatever surrounds the text.
    Outside,
    /// What is named is not there, or is there no more.
    Missing,
    /// It is named in another case than the one it was created in.
    Case,
    /// The name is in use, or something is defined twice.
    Twice,
    /// Something else depends on what would go or change.
    InUse,
    /// It stays as it was created.
    Fixed,
    /// It does not go with what is there.
    Unfit,
}
