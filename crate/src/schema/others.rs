//! What stands beside tables and indexes: change streams, search and vector indexes, views,
//! property graphs, locality groups. They name tables, so they are looked at when every table has
//! its last name.

use super::build::{Made, Replay};
use super::{
    ChangeStream, ColumnId, Graph, GraphId, KeyPart, Place, SpecialIndex, SpecialIndexId, StreamId,
    TableId, View, ViewId, WatchedTable, Watching, resolve_key_part,
};
use crate::syntax::tree::{
    CreateChangeStream, KeyPart as WrittenPart, Name, ObjectKind, SpecialIndex as WrittenIndex,
    Statement, StatementKind, Watched,
};
use crate::text::at;

/// A statement that is looked at after the last one.
pub(super) struct Pending<'a> {
    /// The statement.
    pub(super) statement: &'a Statement,
    /// A later statement dropped what it made.
    pub(super) dropped: bool,
}

impl<'a> Replay<'a> {
    /// Keeps a statement until every table is known.
    pub(super) fn keep_for_later(&mut self, statement: &'a Statement) -> Made {
        self.pending.push(Pending { statement, dropped: false });
        Made::Pending(self.pending.len() - 1)
    }

    /// Marks what a statement made as dropped, if it is kept for later.
    pub(super) fn drop_pending(&mut self, kind: ObjectKind, name: &Name) -> bool {
        let folded = self.folded(name);
        let found = self.pending.iter().rposition(|pending| {
            !pending.dropped
                && named(pending.statement)
                    .is_some_and(|(of, its)| of == kind && self.folded(its) == folded)
        });
        if let Some(found) = found {
            self.pending[found].dropped = true;
        }
        found.is_some()
    }

    /// Makes what was kept for later.
    pub(super) fn finish_others(&mut self) {
        let pending = std::mem::take(&mut self.pending);
        let made: Vec<Made> = pending
            .iter()
            .map(|pending| if pending.dropped { Made::Gone } else { self.other(pending.statement) })
            .collect();
        for place in &mut self.made {
            if let Made::Pending(at) = *place {
                *place = made[at];
            }
        }
    }

    fn other(&mut self, statement: &Statement) -> Made {
        let place = match &statement.kind {
            StatementKind::CreateSearchIndex(written) => self.special(statement, written, false),
            StatementKind::CreateVectorIndex(written) => self.special(statement, written, true),
            StatementKind::CreateChangeStream(written) => Some(self.stream(statement, written)),
            StatementKind::CreateView(written) => {
                self.schema.views.push(View {
                    name: written.name.text.clone(),
                    name_span: written.name.span,
                    span: statement.span,
                    body: written.body,
                    reads: Vec::new(),
                });
                Some(Place::View(ViewId(at(self.schema.views.len() - 1))))
            }
            StatementKind::Other { words, object: Some(name) } => match words.as_str() {
                "CREATE PROPERTY GRAPH" | "CREATE OR REPLACE PROPERTY GRAPH" => {
                    self.schema.graphs.push(Graph {
                        name: name.text.clone(),
                        name_span: name.span,
                        span: statement.span,
                    });
                    Some(Place::Graph(GraphId(at(self.schema.graphs.len() - 1))))
                }
                "CREATE LOCALITY GROUP" => {
                    self.schema.locality_groups.push(name.span);
                    None
                }
                _ => None,
            },
            _ => None,
        };
        place.map_or(Made::Nothing, Made::Other)
    }

    /// A search or vector index; one on a table outside the text is left out.
    fn special(
        &mut self,
        statement: &Statement,
        written: &WrittenIndex,
        vector: bool,
    ) -> Option<Place> {
        let index = &written.index;
        let table = self.last_named(&index.table)?;
        let there = |name: &&Name| self.schema.table(table).find_column(&name.text).is_some();
        let made = SpecialIndex {
            name: index.name.text.clone(),
            name_span: index.name.span,
            span: statement.span,
            vector,
            table,
            keys: self.parts_there(table, &index.keys),
            partition_by: self.columns_there(table, &written.partition_by),
            order_by: self.parts_there(table, &written.order_by),
            storing: self.columns_there(table, &index.storing),
            storing_spans: index.storing.iter().filter(there).map(|name| name.span).collect(),
            parent: index.interleave.as_ref().map(|clause| self.parent(clause)),
            options: index.options.clone(),
        };
        self.schema.special_indexes.push(made);
        Some(Place::SpecialIndex(SpecialIndexId(at(self.schema.special_indexes.len() - 1))))
    }

    fn stream(&mut self, statement: &Statement, written: &CreateChangeStream) -> Place {
        let watched = match &written.watched {
            Watched::Nothing => Watching::Nothing,
            Watched::All => Watching::All,
            Watched::Tables(tables) => {
                let watch = |of: &crate::syntax::tree::WatchedTable| {
                    let table = self.last_named(&of.table);
                    let columns = of.columns.as_ref();
                    WatchedTable {
                        table,
                        name: of.table.text.clone(),
                        span: of.table.span,
                        columns: columns.map(|names| {
                            table.map_or(Vec::new(), |table| self.columns_there(table, names))
                        }),
                    }
                };
                Watching::Tables(tables.iter().map(watch).collect())
            }
        };
        self.schema.streams.push(ChangeStream {
            name: written.name.text.clone(),
            name_span: written.name.span,
            span: statement.span,
            watched,
            options: written.options.clone(),
        });
        Place::Stream(StreamId(at(self.schema.streams.len() - 1)))
    }

    /// The table that has, or had, a name.
    pub(super) fn last_named(&self, name: &Name) -> Option<TableId> {
        let former = || self.former.get(&name.text.to_lowercase()).copied().flatten();
        self.find_table(name).or_else(former)
    }

    fn columns_there(&self, table: TableId, names: &[Name]) -> Vec<ColumnId> {
        let table = self.schema.table(table);
        names.iter().filter_map(|name| table.find_column(&name.text)).collect()
    }

    fn parts_there(&self, table: TableId, parts: &[WrittenPart]) -> Vec<KeyPart> {
        let table = self.schema.table(table);
        parts.iter().filter_map(|part| resolve_key_part(table, part)).collect()
    }
}

/// What a statement that is kept for later makes.
fn named(statement: &Statement) -> Option<(ObjectKind, &Name)> {
    Some(match &statement.kind {
        StatementKind::CreateSearchIndex(made) => (ObjectKind::SearchIndex, &made.index.name),
        StatementKind::CreateVectorIndex(made) => (ObjectKind::VectorIndex, &made.index.name),
        StatementKind::CreateView(made) => (ObjectKind::View, &made.name),
        StatementKind::CreateChangeStream(made) => (ObjectKind::ChangeStream, &made.name),
        StatementKind::Other { words, object: Some(name) } => match words.as_str() {
            "CREATE PROPERTY GRAPH" | "CREATE OR REPLACE PROPERTY GRAPH" => {
                (ObjectKind::PropertyGraph, name)
            }
            "CREATE LOCALITY GROUP" => (ObjectKind::LocalityGroup, name),
            _ => return None,
        },
        _ => return None,
    })
}
