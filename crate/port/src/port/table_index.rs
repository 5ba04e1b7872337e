//! Tables of a source by their names.

use std::collections::BTreeMap;

use crate::source::schema::{ForeignKey, Table};
use crate::source::{Database, Source};

/// A schema and a name.
type Key = (Option<String>, String);

/// Numbers of tables by name, so that a foreign key does not go through all tables for its target.
#[derive(Default)]
pub(super) struct TableIndex {
    exact: BTreeMap<Key, usize>,
    /// The first of a name in small letters.
    folded: BTreeMap<Key, usize>,
    /// A database that is named may be the one whose tables have no schema.
    one_database: bool,
}

impl TableIndex {
    pub(super) fn of(source: &Source<'_>) -> Self {
        let one_database = source.database == Database::MySql;
        let mut index = Self { one_database, ..Self::default() };
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
        let first = key.target.schema.clone();
        // A name without a schema was looked up where it is said. What is not found so may be in the
        // schema of the table, and a database that the dump does not create is its only one.
        let second = match &first {
            None => Some(table.name.schema.clone()),
            Some(_) => self.one_database.then_some(None),
        };
        let small = key.target.name.to_ascii_lowercase();
        self.exact
            .get(&(first.clone(), key.target.name.clone()))
            .or_else(|| self.folded.get(&(first, small.clone())))
            .or_else(|| self.folded.get(&(second?, small)))
            .copied()
    }
}
