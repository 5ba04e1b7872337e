//! Everything that is known of a schema.

use crate::column::ColumnFact;
use crate::file::FileFacts;
use crate::headroom::{Headroom, Pressure};
use crate::schema::{ColumnId, IndexId, Object, Place, TableId};
use crate::suppressed::Suppressed;
use crate::table::{IndexFacts, TableFacts};
use crate::text::Span;
use crate::walk::WalkPart;

/// Everything known of a schema.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    /// One per table, by [`TableId`].
    pub tables: Vec<TableFacts>,
    /// One per index, by [`IndexId`].
    pub indexes: Vec<IndexFacts>,
    /// Facts of the file: nodes, region, ceiling.
    pub file: FileFacts,
    /// What is accepted and switched off of other things than tables and indexes, and for the
    /// whole file, in the order of the text.
    pub elsewhere: Vec<(Place, Suppressed)>,
    /// Directives that could not be used, with the reason.
    pub problems: Vec<FactProblem>,
    /// How much room each key leaves; empty until the engine has worked it out.
    pub headroom: Headroom,
}

/// A directive that could not be used.
#[derive(Clone, Debug)]
pub struct FactProblem {
    /// What is wrong and what was expected.
    pub message: String,
    /// Where.
    pub span: Span,
}

impl Facts {
    /// Facts of a table.
    #[must_use]
    pub fn table(&self, id: TableId) -> &TableFacts {
        &self.tables[id.0 as usize]
    }

    /// Facts of an index.
    #[must_use]
    #[expect(clippy::should_implement_trait, reason = "it stands beside `table` and reads like it")]
    pub fn index(&self, id: IndexId) -> &IndexFacts {
        &self.indexes[id.0 as usize]
    }

    /// Rules accepted and switched off for a place: there, and for the whole file.
    #[must_use]
    pub fn suppressed(&self, place: Place) -> Suppressed {
        let (accepted, off) = match place {
            Place::Object(Object::Table(id)) | Place::Column(id, _) => {
                (self.table(id).accepted.clone(), self.table(id).off.clone())
            }
            Place::Object(Object::Index(id)) => {
                (self.index(id).accepted.clone(), self.index(id).off.clone())
            }
            Place::Object(_) => Default::default(),
        };
        let mut all = Suppressed { accepted, off };
        for (at, here) in &self.elsewhere {
            if *at == place || *at == Place::Object(Object::File) {
                all.accepted.extend(here.accepted.iter().cloned());
                all.off.extend(here.off.iter().cloned());
            }
        }
        all
    }

    /// What a table puts on one split, if it does.
    #[must_use]
    pub fn pressure_of_table(&self, id: TableId) -> Option<&Pressure> {
        self.headroom.tables.get(id.0 as usize)?.as_ref()
    }

    /// What an index puts on one split, if it does.
    #[must_use]
    pub fn pressure_of_index(&self, id: IndexId) -> Option<&Pressure> {
        self.headroom.indexes.get(id.0 as usize)?.as_ref()
    }

    /// Facts of a column.
    #[must_use]
    pub fn column(&self, table: TableId, column: ColumnId) -> &ColumnFact {
        &self.table(table).columns[column.0 as usize]
    }

    /// Facts of the column of a walk's part.
    #[must_use]
    pub fn part(&self, part: &WalkPart) -> &ColumnFact {
        self.column(part.table, part.column)
    }
}
