//! Sequences.

use crate::ids::{ColumnId, TableId};
use crate::syntax::tree::{Comment, Counter};
use crate::text::Span;
use smol_str::SmolStr;

/// A sequence.
#[derive(Clone, Debug)]
pub struct Sequence {
    /// Name.
    pub name: SmolStr,
    /// Where the name stands.
    pub name_span: Span,
    /// The statement.
    pub span: Span,
    /// Bit-reversed positive, by its own option or by the database's default.
    pub bit_reversed: bool,
    /// What is said of its counter, by later statements too.
    pub counter: Counter,
    /// Columns whose default asks it, in the order of the tables.
    pub users: Vec<(TableId, ColumnId)>,
    /// Something else names it: a view, a function, a check, a generated column.
    pub mentioned: bool,
    /// Comments before and after the statement.
    pub comments: Vec<Comment>,
}
