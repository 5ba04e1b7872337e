//! Statements that are completed only when every table has its last name.

use crate::ids::TableId;
use crate::stream::WatchedChange;
use crate::syntax::tree::{ForeignKeyDef, OptionItem, StatementKind, Watched};
use crate::text::Span;
use smol_str::SmolStr;

/// A foreign key as written, kept until every table is known.
pub(crate) struct PendingForeignKey<'a> {
    /// The referencing table.
    pub(crate) table: TableId,
    /// The clause.
    pub(crate) written: &'a ForeignKeyDef,
    /// The referenced table, if it was defined before the key: it may be renamed later.
    pub(crate) target: Option<TableId>,
    /// A later statement dropped it.
    pub(crate) dropped: bool,
}

/// A statement that is completed after the last one.
pub(crate) struct Pending<'a> {
    /// Which statement of the tree it is.
    pub(crate) number: usize,
    /// The name of what it creates.
    pub(crate) name: SmolStr,
    /// What later statements are checked against: views, search and vector indexes.
    pub(crate) kind: Option<&'a StatementKind>,
    /// A later statement dropped what it made.
    pub(crate) dropped: bool,
    /// What a change stream watches by now.
    pub(crate) watched: Option<Watched>,
    /// The tables of `watched` that were defined before it: they may be renamed later.
    pub(crate) tables: Vec<Option<TableId>>,
    /// Options of a change stream by now.
    pub(crate) options: Vec<OptionItem>,
    /// Statements that changed a change stream.
    pub(crate) altered: Vec<Span>,
    /// What became of tables a change stream watches.
    pub(crate) changes: Vec<WatchedChange>,
}
