//! Tables of a source by their names.

use std::collections::BTreeMap;

use crate::source::Source;
use crate::source::schema::{ForeignKey, Table};

/// A schema and a name.
type Key = (Option<String>, String);

/// Numbers of tables by name, so that a foreign key does not go through all tables for its target.
#[derive(Default)]
pub(super) struct TableIndex {
    exact: BTreeMap<Key, usize>,
    /// The first of a name in small letters.
    folded: BTreeMap<Key, usize>,
}

impl TableIndex {
    pub(super) fn of(source: &Source<'_>) -> Self {
        let mut index = Self::default();
        for (at, table) in source.tables.iter().enumerate() {
            let (schema, name) = table.name.key();
            let small = name.to_ascii_lowercase();
            index.folded.entry((schema.clone(), small)).or_insert(at);
            index.exact.entry((schema, name)).or_insert(at);
        }
        index
    }

    /// The table that a foreign key names.
    pub(super) fn target_of(&self, key: &ForeignKey, table: &Table) -> Option<usize> {
        // A name without a database is that of the table's own.
        let schema = key.target.schema.clone().or_else(|| table.name.schema.clone());
        let small = key.target.name.to_ascii_lowercase();
        self.exact
            .get(&(schema.clone(), key.target.name.clone()))
            .or_else(|| self.folded.get(&(schema, small.clone())))
            .or_else(|| self.folded.get(&(None, small)))
            .copied()
    }
}
