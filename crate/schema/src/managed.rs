//! How to tell apart the indexes that Spanner keeps for foreign keys: they have no name.

use crate::ids::IndexId;
use crate::key::KeyPart;
use crate::schema::Schema;

/// What tells a managed index apart, which has no name in the DDL.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ManagedName<'a> {
    /// The table that it is on.
    pub table: &'a str,
    /// The foreign key that it is kept for, if that has a name.
    pub constraint: Option<&'a str>,
    /// Its key columns in order.
    pub columns: Vec<&'a str>,
}

impl Schema {
    /// What tells a managed index apart; `None` for an index of the user's own.
    #[must_use]
    pub fn managed_name(&self, id: IndexId) -> Option<ManagedName<'_>> {
        let index = self.index(id);
        if !index.managed {
            return None;
        }
        let table = self.table(index.table);
        let mut keys = self.tables.iter().flat_map(|table| &table.foreign_keys);
        let key = keys.find(|key| key.span == index.span);
        let name = |part: &KeyPart| table.column(part.column).name.as_str();
        Some(ManagedName {
            table: &table.name,
            constraint: key.and_then(|key| key.name.as_deref()),
            columns: index.keys.iter().map(name).collect(),
        })
    }
}
