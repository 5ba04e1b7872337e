//! Change streams and the tables they watch.

use crate::ids::{ColumnId, TableId};
use crate::syntax::tree::OptionItem;
use crate::text::Span;
use smol_str::SmolStr;

/// A change stream.
#[derive(Clone, Debug)]
pub struct ChangeStream {
    /// Name.
    pub name: SmolStr,
    /// Where the name stands.
    pub name_span: Span,
    /// The statement.
    pub span: Span,
    /// What it watches, after every `ALTER CHANGE STREAM`.
    pub watched: Watching,
    /// Options, of later statements too.
    pub options: Vec<OptionItem>,
    /// Statements that changed it after it was created.
    pub altered: Vec<Span>,
    /// What became of tables it watched, by later statements.
    pub changes: Vec<WatchedChange>,
}

/// A later statement about a table that a change stream watched by then.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WatchedChange {
    /// The table's name before.
    pub name: SmolStr,
    /// Its name after; `None` where the statement drops it.
    pub to: Option<String>,
    /// The table is watched by name, not by `FOR ALL`: Spanner does not drop it.
    pub by_name: bool,
    /// Where the statement names the table.
    pub span: Span,
}

/// What a change stream watches.
#[derive(Clone, Debug)]
pub enum Watching {
    /// Nothing yet.
    Nothing,
    /// Every table and column.
    All,
    /// Some tables.
    Tables(Vec<WatchedTable>),
}

/// A table that a change stream watches.
#[derive(Clone, Debug)]
pub struct WatchedTable {
    /// The table, if the text defines it.
    pub table: Option<TableId>,
    /// Its name as written.
    pub name: SmolStr,
    /// Where the name stands.
    pub span: Span,
    /// Columns besides the key that exist; `None` for all of them.
    pub columns: Option<Vec<ColumnId>>,
    /// Where those columns are named. This is all that is known of columns of a table that the text
    /// does not define.
    pub column_spans: Vec<Span>,
}
