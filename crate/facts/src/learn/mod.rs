//! Learns all facts of a schema: of the file, of each table with its columns, of each index.

mod file;
mod index;
mod problems;
mod shared;
mod stated;
mod table;

use crate::all::Facts;
use crate::file::Settings;
use crate::headroom::Headroom;
use crate::schema::Schema;
use crate::table::TableFacts;
use crate::text::Span;
use file::file_facts;
use index::index_facts;
use problems::problems;
use shared::share_writes;
use stated::suppressed_elsewhere;
use table::table_facts;

impl Facts {
    /// Learns everything there is to know of `schema`.
    #[must_use]
    pub fn of(schema: &Schema, settings: &Settings) -> Self {
        let file = file_facts(schema, settings);
        let mut tables: Vec<TableFacts> =
            schema.table_ids().map(|id| table_facts(schema, id, &file)).collect();
        share_writes(schema, &mut tables, &file, settings);
        let indexes =
            schema.index_ids().map(|id| index_facts(schema, id, &tables, &file)).collect();
        let elsewhere = suppressed_elsewhere(schema);
        let headroom = Headroom::default();
        Self { tables, indexes, file, elsewhere, problems: problems(schema), headroom }
    }

    /// Learns anew what an edit touched: the tables that `scope` marks. The rest is kept, its
    /// spans moved by `moved`. Gives the tables to judge anew, which are all where rates changed;
    /// `None` where nothing can be kept.
    #[must_use]
    pub fn again(
        self,
        schema: &Schema,
        settings: &Settings,
        scope: &[bool],
        moved: &mut dyn FnMut(&mut Span),
    ) -> Option<(Self, Vec<bool>)> {
        let file = file_facts(schema, settings);
        let known =
            self.tables.len() == schema.tables.len() && self.indexes.len() == schema.indexes.len();
        if file != self.file || !known || scope.len() != schema.tables.len() {
            return None;
        }
        let rates = |tables: &[TableFacts]| -> Vec<[Option<f64>; 2]> {
            tables.iter().map(|table| [table.writes_per_second, table.updates_per_second]).collect()
        };
        let before = rates(&self.tables);
        let mut tables = self.tables;
        for (id, table) in schema.table_ids().zip(&mut tables) {
            if scope[id.0 as usize] {
                *table = table_facts(schema, id, &file);
            } else {
                table.each_span(moved);
                table.writes_per_second = table.writes_per_second.filter(|_| table.writes_stated);
                table.updates_per_second =
                    table.updates_per_second.filter(|_| table.updates_stated);
            }
        }
        share_writes(schema, &mut tables, &file, settings);
        let mut judged = scope.to_vec();
        let after = rates(&tables);
        if !after
            .iter()
            .zip(&before)
            .zip(scope)
            .all(|((now, then), &is_changed)| is_changed || now == then)
        {
            judged.fill(true);
        }
        let mut indexes = self.indexes;
        for (id, index) in schema.index_ids().zip(&mut indexes) {
            if judged[schema.index(id).table.0 as usize] {
                *index = index_facts(schema, id, &tables, &file);
            } else {
                index.each_span(moved);
            }
        }
        let elsewhere = suppressed_elsewhere(schema);
        let (headroom, problems) = (self.headroom, problems(schema));
        Some((Self { tables, indexes, file, elsewhere, problems, headroom }, judged))
    }
}
