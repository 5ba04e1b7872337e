//! Secondary indexes, those of Spanner's own included.

use crate::ids::{ColumnId, TableId};
use crate::interleaving::Parent;
use crate::key::KeyPart;
use crate::syntax::tree::Comment;
use crate::text::Span;
use smol_str::SmolStr;

/// A secondary index.
#[derive(Clone, Debug)]
pub struct Index {
    /// Name as the DDL says it; a made-up name in angle brackets for managed ones.
    pub name: SmolStr,
    /// Where the name stands; for a managed index the foreign key that causes it.
    pub name_span: Span,
    /// The statement; for a managed index the foreign key that causes it.
    pub span: Span,
    /// The semicolon after it.
    pub semicolon: Option<Span>,
    /// The table.
    pub table: TableId,
    /// Keys as written.
    pub keys: Vec<KeyPart>,
    /// Between the parentheses of the keys.
    pub keys_list: Span,
    /// Stored columns.
    pub storing: Vec<ColumnId>,
    /// Where each of them was said, in the same order.
    pub storing_spans: Vec<Span>,
    /// Statements that changed it after it was created.
    pub altered: Vec<Span>,
    /// `UNIQUE`.
    pub unique: bool,
    /// `NULL_FILTERED`, or every key is named in `WHERE … IS NOT NULL`.
    pub null_filtered: bool,
    /// Columns named in `WHERE … IS NOT NULL`.
    pub where_not_null: Vec<ColumnId>,
    /// `INTERLEAVE IN`.
    pub parent: Option<Parent>,
    /// Comments on and before it.
    pub comments: Vec<Comment>,
    /// Made by Spanner for a foreign key, not by the user.
    pub managed: bool,
}
