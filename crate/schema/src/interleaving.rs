//! The parent that a table or an index is interleaved in.

use crate::ids::TableId;
use crate::text::Span;
use smol_str::SmolStr;

/// Interleaving.
#[derive(Clone, Debug)]
pub struct Parent {
    /// Name as written.
    pub name: SmolStr,
    /// The table, if the text defines it.
    pub table: Option<TableId>,
    /// `IN PARENT`.
    pub enforced: bool,
    /// `ON DELETE CASCADE`.
    pub on_delete_cascade: bool,
    /// `ON DELETE …` was written, here or later.
    pub on_delete_said: bool,
    /// The clause.
    pub span: Span,
}
