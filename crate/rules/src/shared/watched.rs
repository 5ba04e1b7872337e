//! What the rules on change streams share: the tables that a stream watches, and its options.

use crate::rule::Context;
use crate::schema::{ChangeStream, ColumnId, TableId, Watching};

/// A table that a change stream watches.
pub(crate) struct Watched {
    /// The table.
    pub(crate) table: TableId,
    /// Columns besides the key; `None` for all of them.
    pub(crate) columns: Option<Vec<ColumnId>>,
}

/// The tables of the text that a change stream watches, in order.
pub(crate) fn tables(context: &Context<'_>, stream: &ChangeStream) -> Vec<Watched> {
    match &stream.watched {
        Watching::Nothing => Vec::new(),
        Watching::All => context.tables().map(|table| Watched { table, columns: None }).collect(),
        Watching::Tables(listed) => {
            let known = |of: &crate::schema::WatchedTable| {
                Some(Watched { table: of.table?, columns: of.columns.clone() })
            };
            listed.iter().filter_map(known).collect()
        }
    }
}

/// The value of an option.
pub(crate) fn option<'a>(stream: &'a ChangeStream, key: &str) -> Option<&'a str> {
    let item = stream.options.iter().find(|item| item.key == key)?;
    Some(&item.value)
}
