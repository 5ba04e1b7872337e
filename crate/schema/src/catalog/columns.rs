//! Columns of tables by name, while statements are replayed.

use crate::catalog::Catalog;
use crate::column::Column;
use crate::column_names::NARROW_MAX;
use crate::ids::{ColumnId, TableId};
use crate::syntax::tree::{Dialect, Name};
use crate::text::Span;
use smol_str::{SmolStr, StrExt};

/// The name of a column, to find it by. Most text is columns: nearly none of their names is copied.
pub(crate) enum ColumnKey<'a> {
    /// ASCII as written, of which case does not matter.
    Said(&'a str),
    /// As the dialect compares it.
    Folded(SmolStr),
}

impl ColumnKey<'_> {
    /// As the dialect compares it.
    fn folded(&self) -> SmolStr {
        match self {
            Self::Said(text) => text.to_ascii_lowercase_smolstr(),
            Self::Folded(text) => text.clone(),
        }
    }
}

impl PartialEq for ColumnKey<'_> {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Said(one), Self::Said(other)) => one.eq_ignore_ascii_case(other),
            _ => self.folded() == other.folded(),
        }
    }
}

impl Catalog<'_> {
    /// The name of a column as the dialect compares it.
    pub(crate) fn column_key<'n>(&self, name: &'n Name) -> ColumnKey<'n> {
        let quoted = self.schema.dialect == Dialect::PostgreSql
            && name.span.of(self.text).bytes().any(|byte| matches!(byte, b'"' | b'.'));
        self.key_of_name(&name.text, name.span, quoted)
    }

    fn key_of_name<'n>(&self, text: &'n SmolStr, span: Span, quoted: bool) -> ColumnKey<'n> {
        if quoted || !text.is_ascii() {
            ColumnKey::Folded(self.folded(&Name { text: text.clone(), span }))
        } else {
            ColumnKey::Said(text)
        }
    }

    fn key_of_column<'c>(&self, column: &'c Column) -> ColumnKey<'c> {
        let quoted = self.schema.dialect == Dialect::PostgreSql
            && (column.quoted || column.name.contains('.'));
        self.key_of_name(&column.name, column.name_span, quoted)
    }

    /// The column of a name, unless it was dropped.
    pub(crate) fn find_column(&self, table: TableId, key: &ColumnKey<'_>) -> Option<ColumnId> {
        if let Some(names) = self.wide_tables.get(&table) {
            return names.get(&key.folded()).copied();
        }
        let owner = self.schema.table(table);
        let there = |id: &ColumnId| !self.removed.columns.contains(&(table, *id));
        owner.column_ids().find(|&id| self.key_of_column(owner.column(id)) == *key && there(&id))
    }

    /// Indexes the last column of a table by name, if the table is wide.
    pub(crate) fn index_column(&mut self, table: TableId, id: ColumnId) {
        let owner = self.schema.table(table);
        if owner.columns.len() <= NARROW_MAX {
            return;
        }
        let folded = |id: ColumnId| self.key_of_column(owner.column(id)).folded();
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
        let folded = self.key_of_column(self.schema.table(table).column(column)).folded();
        if let Some(names) = self.wide_tables.get_mut(&table) {
            names.remove(&folded);
        }
    }
}
