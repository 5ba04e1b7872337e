//! Columns of keys.

use crate::ids::ColumnId;
use crate::text::Span;

/// A column of a key.
#[derive(Clone, Debug)]
pub struct KeyPart {
    /// The column.
    pub column: ColumnId,
    /// Descending.
    pub desc: bool,
    /// `NULLS FIRST` or `NULLS LAST` puts NULLs at the other end than the dialect does.
    pub nulls_moved: bool,
    /// Where this part is written; the column's name where the key stands on the column.
    pub span: Span,
}
