//! Search and vector indexes.

use crate::ids::{ColumnId, TableId};
use crate::interleaving::Parent;
use crate::key::KeyPart;
use crate::syntax::tree::OptionItem;
use crate::text::Span;
use smol_str::SmolStr;

/// A search or vector index.
#[derive(Clone, Debug)]
pub struct SpecialIndex {
    /// Name.
    pub name: SmolStr,
    /// Where the name stands.
    pub name_span: Span,
    /// The statement.
    pub span: Span,
    /// A vector index, not a search index.
    pub vector: bool,
    /// The table.
    pub table: TableId,
    /// Keys that exist, as written.
    pub keys: Vec<KeyPart>,
    /// `PARTITION BY` columns that exist.
    pub partition_by: Vec<ColumnId>,
    /// `ORDER BY` columns that exist.
    pub order_by: Vec<KeyPart>,
    /// Stored columns that exist.
    pub storing: Vec<ColumnId>,
    /// Where each of them was said, in the same order.
    pub storing_spans: Vec<Span>,
    /// `INTERLEAVE IN`.
    pub parent: Option<Parent>,
    /// Options.
    pub options: Vec<OptionItem>,
}
