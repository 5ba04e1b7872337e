//! The columns of each table, found by name.
//!
//! Nearly every table is narrow: a look along its columns takes no room of its own and is faster
//! than an index. Only wide tables have one.

use super::build::Replay;
use super::{Column, ColumnId, TableId};
use crate::syntax::few::Few;
use crate::syntax::tree::{Dialect, Name};
use crate::text::{Span, at};
use smol_str::{SmolStr, StrExt};
use std::cmp::Ordering;
use std::collections::BTreeMap;

/// Columns up to which a table has no index of its names (assumption of ours: a look along them
/// is still faster then).
const NARROW_MAX: usize = 24;

/// Columns by folded name, for each wide table.
pub(super) type Wide = BTreeMap<TableId, BTreeMap<SmolStr, ColumnId>>;

/// The columns of a finished table by name, case aside. Empty for a narrow table.
#[derive(Clone, Debug, Default)]
pub(super) struct ByName(Few<ColumnId>);

impl ByName {
    fn of(columns: &[Column]) -> Self {
        if columns.len() <= NARROW_MAX {
            return Self::default();
        }
        let mut ids: Vec<ColumnId> = (0..at(columns.len())).map(ColumnId).collect();
        // Of two columns of one name, which only a wrong schema has, the first stays in front.
        ids.sort_by(|one, other| in_order(named(columns, *one), named(columns, *other)));
        Self(ids.into())
    }

    /// The first of these columns that has the name.
    pub(super) fn find(&self, columns: &[Column], name: &str) -> Option<ColumnId> {
        if self.0.is_empty() {
            let found = columns.iter().position(|it| it.name.eq_ignore_ascii_case(name))?;
            return Some(ColumnId(at(found)));
        }
        let before = |id: &ColumnId| in_order(named(columns, *id), name).is_lt();
        let found = *self.0.get(self.0.partition_point(before))?;
        named(columns, found).eq_ignore_ascii_case(name).then_some(found)
    }
}

fn named(columns: &[Column], id: ColumnId) -> &str {
    &columns[id.0 as usize].name
}

/// How names sort where the case of ASCII letters does not matter.
fn in_order(one: &str, other: &str) -> Ordering {
    let folded = |byte: u8| byte.to_ascii_lowercase();
    one.bytes().map(folded).cmp(other.bytes().map(folded))
}

/// The name of a column, to find it by. Most text is columns: nearly none of their names is copied.
pub(super) enum ColumnKey<'a> {
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

impl Replay<'_> {
    /// The name of a column as the dialect compares it.
    pub(super) fn column_key<'n>(&self, name: &'n Name) -> ColumnKey<'n> {
        let quoted = self.schema.dialect == Dialect::PostgreSql
            && name.span.of(self.text).bytes().any(|byte| matches!(byte, b'"' | b'.'));
        self.key(&name.text, name.span, quoted)
    }

    fn key<'n>(&self, text: &'n SmolStr, span: Span, quoted: bool) -> ColumnKey<'n> {
        if quoted || !text.is_ascii() {
            ColumnKey::Folded(self.folded(&Name { text: text.clone(), span }))
        } else {
            ColumnKey::Said(text)
        }
    }

    fn key_of<'c>(&self, column: &'c Column) -> ColumnKey<'c> {
        let quoted = self.schema.dialect == Dialect::PostgreSql
            && (column.quoted || column.name.contains('.'));
        self.key(&column.name, column.name_span, quoted)
    }

    /// The column of a name, unless it was dropped.
    pub(super) fn find_column(&self, table: TableId, key: &ColumnKey<'_>) -> Option<ColumnId> {
        if let Some(names) = self.wide.get(&table) {
            return names.get(&key.folded()).copied();
        }
        let owner = self.schema.table(table);
        let there = |id: &ColumnId| !self.gone.columns.contains(&(table, *id));
        owner.column_ids().find(|&id| self.key_of(owner.column(id)) == *key && there(&id))
    }

    /// Lets the last column of a table be found.
    pub(super) fn index_column(&mut self, table: TableId, id: ColumnId) {
        let owner = self.schema.table(table);
        if owner.columns.len() <= NARROW_MAX {
            return;
        }
        let folded = |id: ColumnId| self.key_of(owner.column(id)).folded();
        if self.wide.contains_key(&table) {
            let last = folded(id);
            self.wide.entry(table).or_default().insert(last, id);
            return;
        }
        let there = owner.column_ids().filter(|&id| !self.gone.columns.contains(&(table, id)));
        let names = there.map(|id| (folded(id), id)).collect();
        self.wide.insert(table, names);
    }

    /// Lets the columns of wide tables be found when all statements are replayed.
    pub(super) fn index_names(&mut self) {
        for table in &mut self.schema.tables {
            table.by_name = ByName::of(&table.columns);
        }
    }

    /// Lets a column be found no more.
    pub(super) fn forget_column(&mut self, table: TableId, column: ColumnId) {
        self.gone.columns.insert((table, column));
        let folded = self.key_of(self.schema.table(table).column(column)).folded();
        if let Some(names) = self.wide.get_mut(&table) {
            names.remove(&folded);
        }
    }
}
