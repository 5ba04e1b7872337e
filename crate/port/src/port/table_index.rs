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
    /// A name without a schema is first that of the table's own database.
    own_first: bool,
}

impl TableIndex {
    pub(super) fn of(source: &Source<'_>) -> Self {
        let own_first = source.database == Database::MySql;
        let mut index = Self { own_first, ..Self::default() };
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
        let (stated, own) = (key.target.schema.clone(), table.name.schema.clone());
        // Without a schema, PostgreSQL's is `public`; that of the table comes where it has none.
        let (first, second) = match (&stated, self.own_first) {
            (_, true) => (stated.or(own), Some(None)),
            (Some(_), false) => (stated, None),
            (None, false) => (None, Some(own)),
        };
        let small = key.target.name.to_ascii_lowercase();
        self.exact
            .get(&(first.clone(), key.target.name.clone()))
            .or_else(|| self.folded.get(&(first, small.clone())))
            .or_else(|| self.folded.get(&(second?, small)))
            .copied()
    }
}
