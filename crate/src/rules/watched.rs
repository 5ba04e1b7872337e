//! What the rules on change streams share: the tables that a stream watches, and its options.

use super::Context;
use crate::schema::{ChangeStream, ColumnId, TableId, Watching};

/// A table that a change stream watches.
pub(super) struct Watched {
    /// The table.
    pub(super) table: TableId,
    /// Columns besides the key; `None` for all of them.
    pub(super) columns: Option<Vec<ColumnId>>,
}

/// The tables of the text that a change stream watches, in order.
pub(super) fn tables(context: &Context<'_>, stream: &ChangeStream) -> Vec<Watched> {
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
pub(super) fn option<'a>(stream: &'a ChangeStream, key: &str) -> Option<&'a str> {
    let item = stream.options.iter().find(|item| item.key == key)?;
    Some(&item.value)
}

/// Names that a title has room for.
const NAMES_MAX: usize = 4;

/// `a`, `b` and 3 more.
pub(super) fn some(names: &[&str]) -> String {
    if names.len() <= NAMES_MAX {
        return super::tail::list(names);
    }
    let first: Vec<String> =
        names[..NAMES_MAX - 1].iter().map(|name| format!("`{name}`")).collect();
    format!("{} and {} more", first.join(", "), names.len() - (NAMES_MAX - 1))
}
