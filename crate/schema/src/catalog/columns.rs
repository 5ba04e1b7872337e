//! Columns of tables by name, while statements are replayed.

use crate::catalog::Catalog;
use crate::column::Column;
use crate::column_names::NARROW_MAX;
use crate::ids::{ColumnId, TableId};
use crate::syntax::tree::Name;
use smol_str::SmolStr;

impl Catalog<'_> {
    /// The name of a column as the dialect compares it.
    fn folded_column(&self, column: &Column) -> SmolStr {
        self.folded(&Name { text: column.name.clone(), span: column.name_span })
    }

    /// Whether a column has this name, which is folded.
    fn is_called(&self, column: &Column, folded: &str) -> bool {
        if column.quoted || column.name.contains('.') || !column.name.is_ascii() {
            return self.folded_column(column) == folded;
        }
        column.name.eq_ignore_ascii_case(folded)
    }

    /// The column of a folded name, unless it was dropped.
    pub(crate) fn find_column(&self, table: TableId, folded: &str) -> Option<ColumnId> {
        if let Some(names) = self.wide_tables.get(&table) {
            return names.get(folded).copied();
        }
        let owner = self.schema.table(table);
        let there = |id: &ColumnId| !self.removed.columns.contains(&(table, *id));
        owner.column_ids().find(|&id| self.is_called(owner.column(id), folded) && there(&id))
    }

    /// Indexes the last column of a table by name, if the table is wide.
    pub(crate) fn index_column(&mut self, table: TableId, id: ColumnId) {
        let owner = self.schema.table(table);
        if owner.columns.len() <= NARROW_MAX {
            return;
        }
        let folded = |id: ColumnId| self.folded_column(owner.column(id));
        if self.wide_tables.contains_key(&table) {
            let last = folded(id);
            self.wide_tables.entry(table).or_default().insert(last, id);
            return;
        }
        let there = owner.column_ids().filter(|&id| !self.removed.columns.contains(&(table, id)));
        let names = there.map(|id| (folded(id), id)).collect();
        self.wide_tables.insert(table, names);
    }

    /// Removes a column, so that it is no longer found.
    pub(crate) fn remove_column(&mut self, table: TableId, column: ColumnId) {
        self.removed.columns.insert((table, column));
        let folded = self.folded_column(self.schema.table(table).column(column));
        if let Some(names) = self.wide_tables.get_mut(&table) {
            names.remove(&folded);
        }
    }
}
