//! What indexes are compared by: their order, the rows they leave out, and the row tree they lie in.

use crate::ids::{ColumnId, IndexId, TableId};
use crate::key::KeyPart;
use crate::schema::Schema;

impl Schema {
    /// Tables above `table` in its row tree, the parent first. Ends where a parent is missing.
    #[must_use]
    pub fn ancestors(&self, table: TableId) -> Vec<TableId> {
        let mut found = Vec::new();
        let mut at = table;
        while let Some(parent) = self.table(at).parent.as_ref().and_then(|parent| parent.table) {
            // A loop of parents is an error of the text, reported elsewhere.
            if parent == table || found.contains(&parent) {
                break;
            }
            found.push(parent);
            at = parent;
        }
        found
    }

    /// Whether every table above `table` is in the text.
    #[must_use]
    pub fn knows_ancestors(&self, table: TableId) -> bool {
        let top = self.ancestors(table).last().copied().unwrap_or(table);
        self.table(top).parent.is_none()
    }

    /// Columns in which a NULL keeps a row out of an index, in order: those that can be NULL of
    /// the ones that are filtered. Over columns that are all NOT NULL nothing is filtered.
    #[must_use]
    pub fn left_out_by(&self, index: IndexId) -> Vec<ColumnId> {
        let index = self.index(index);
        let table = self.table(index.table);
        let keys = index.keys.iter().map(|part| part.column).filter(|_| index.null_filtered);
        let mut columns: Vec<ColumnId> = keys.chain(index.where_not_null.iter().copied()).collect();
        columns.retain(|&column| !table.column(column).not_null);
        columns.sort_unstable();
        columns.dedup();
        columns
    }
}

/// Whether `key` starts with `prefix`: the same columns in the same order and direction, NULLs at
/// the same end.
#[must_use]
pub fn starts_with(key: &[KeyPart], prefix: &[KeyPart]) -> bool {
    let alike = |(a, b): (&KeyPart, &KeyPart)| {
        a.column == b.column && a.desc == b.desc && a.nulls_moved == b.nulls_moved
    };
    prefix.len() <= key.len() && key.iter().zip(prefix).all(alike)
}
