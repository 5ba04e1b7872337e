//! Reverse references of a schema, made once when it is complete: no lookup searches all of it for
//! one table.

use crate::ids::{ColumnId, IndexId, TableId};
use crate::place::{LocatedDirective, Object, Place};
use crate::text::{Span, at};
use smol_str::SmolStr;
use std::collections::{BTreeMap, BTreeSet};

/// The links of a schema. Most tables have few of them, so what has none takes no room.
#[derive(Clone, Debug, Default)]
pub(crate) struct Links {
    /// By table: its indexes.
    pub(crate) indexes: BTreeMap<TableId, Vec<IndexId>>,
    /// By table: tables interleaved directly in it.
    pub(crate) children: BTreeMap<TableId, Vec<TableId>>,
    /// By table: tables with a foreign key to it, each once.
    pub(crate) referencing: BTreeMap<TableId, Vec<TableId>>,
    /// By table: directives on it and its columns, in the order of the text.
    pub(crate) of_table: BTreeMap<TableId, Vec<u32>>,
    /// By column: directives on it alone.
    pub(crate) of_column: BTreeMap<(TableId, ColumnId), Vec<u32>>,
    /// By index: directives on it.
    pub(crate) of_index: BTreeMap<IndexId, Vec<u32>>,
    /// Directives on anything else.
    pub(crate) elsewhere: Vec<u32>,
    /// Where later statements gave a table another name, in order.
    pub(crate) renamed: Vec<(Span, TableId)>,
    /// Names of several tables, in lower case.
    pub(crate) repeated: BTreeSet<SmolStr>,
    /// The last table of each name, in lower case.
    pub(crate) names: BTreeMap<SmolStr, TableId>,
}

impl Links {
    /// Adds the directives, whose names are looked up in what is linked already.
    pub(crate) fn add_directives(&mut self, directives: &[LocatedDirective]) {
        for (number, located) in directives.iter().enumerate() {
            let number = at(number);
            if let Some(Place::Column(table, column)) = located.place {
                self.of_column.entry((table, column)).or_default().push(number);
            }
            match located.place {
                Some(Place::Object(Object::Table(table)) | Place::Column(table, _)) => {
                    self.of_table.entry(table).or_default().push(number);
                }
                Some(Place::Object(Object::Index(index))) => {
                    self.of_index.entry(index).or_default().push(number);
                }
                _ => self.elsewhere.push(number),
            }
        }
    }
}
