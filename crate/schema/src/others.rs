//! What stands beside tables and indexes: change streams, search and vector indexes, views,
//! property graphs, locality groups. They name tables, so they are looked at when every table has
//! its last name.

use super::build::{Made, Replay};
use super::evolve::merge;
use super::{
    ChangeStream, ColumnId, Graph, GraphEdge, GraphEnd, GraphId, GraphNode, KeyPart, Place,
    ProblemKind, SpecialIndex, SpecialIndexId, StreamId, TableId, View, ViewId, WatchedChange,
    WatchedTable, Watching, resolve_key_part,
};
use crate::syntax::few::Few;
use crate::syntax::tree::{
    AlterChangeStream, CreatePropertyGraph, GraphEnd as WrittenEnd, GraphTable,
    KeyPart as WrittenPart, Name, ObjectKind, OptionItem, SpecialIndex as WrittenIndex, Statement,
    StatementKind, StreamAction, Tree, Watched,
};
use crate::text::{Span, at};
use smol_str::{SmolStr, StrExt};

/// A statement that is looked at after the last one.
pub(super) struct Pending {
    /// Which statement of the tree it is.
    number: usize,
    /// The name of what it makes.
    name: SmolStr,
    /// What later statements are held against: views, search and vector indexes.
    pub(super) kind: Option<Box<StatementKind>>,
    /// A later statement dropped what it made.
    pub(super) dropped: bool,
    /// What a change stream watches by now.
    watched: Option<Watched>,
    /// The tables of `watched` that were known when it was said: they may be renamed later.
    pub(super) tables: Vec<Option<TableId>>,
    /// Options of a change stream by now.
    options: Few<OptionItem>,
    /// Statements that changed a change stream.
    altered: Vec<Span>,
    /// What became of tables a change stream watches.
    changes: Vec<WatchedChange>,
}

impl Replay<'_> {
    /// Keeps a statement until every table is known.
    pub(super) fn keep_for_later(&mut self, statement: &Statement) -> Made {
        let stream = match &statement.kind {
            StatementKind::CreateChangeStream(stream) => Some(stream),
            _ => None,
        };
        let watched = stream.map(|stream| &stream.watched);
        let named = named(statement);
        if let Some((kind, name)) = named {
            let place = (kind, self.folded(name));
            self.pending_by_name.entry(place).or_default().push(self.pending.len());
        }
        self.pending.push(Pending {
            number: self.made.len(),
            kind: is_looked_at(&statement.kind).then(|| Box::new(statement.kind.clone())),
            name: named.map_or(SmolStr::default(), |(_, name)| name.text.clone()),
            dropped: false,
            tables: self.watched_tables(watched),
            watched: watched.cloned(),
            options: stream.map_or(Few::default(), |stream| stream.options.clone()),
            altered: Vec::new(),
            changes: Vec::new(),
        });
        Made::Pending(self.pending.len() - 1)
    }

    /// The tables that a change stream lists, as far as they are known by now.
    fn watched_tables(&self, watched: Option<&Watched>) -> Vec<Option<TableId>> {
        match watched {
            Some(Watched::Tables(tables)) => {
                tables.iter().map(|of| self.last_named(&of.table)).collect()
            }
            _ => Vec::new(),
        }
    }

    pub(super) fn alter_stream(
        &mut self,
        statement: &Statement,
        alter: &AlterChangeStream,
    ) -> Made {
        if let StreamAction::SetOptions(options) = &alter.action {
            self.check_stream_options(options);
        }
        let Some(found) = self.find_pending(ObjectKind::ChangeStream, &alter.name) else {
            let name = &alter.name;
            let message = format!("expected a change stream of this text, found `{}`", name.text);
            self.problem(self.absent(name), message, name.span);
            return Made::Nothing;
        };
        match &alter.action {
            StreamAction::Watch(Watched::Nothing)
                if matches!(self.pending[found].watched, None | Some(Watched::Nothing)) =>
            {
                let name = &alter.name;
                let message = format!("expected `{}` to watch something, found no FOR", name.text);
                self.problem(ProblemKind::Unfit, message, name.span);
            }
            StreamAction::Watch(watched) => self.check_watched(&alter.name, watched),
            _ => {}
        }
        let watched = match &alter.action {
            StreamAction::Watch(watched) => Some((watched, self.watched_tables(Some(watched)))),
            _ => None,
        };
        let stream = &mut self.pending[found];
        stream.altered.push(statement.span);
        if let Some((watched, tables)) = watched {
            (stream.watched, stream.tables) = (Some(watched.clone()), tables);
        }
        match &alter.action {
            StreamAction::SetOptions(options) => merge(&mut stream.options, options),
            StreamAction::ResetOptions(names) => {
                let reset = |key: &str| names.iter().any(|n| n.text.eq_ignore_ascii_case(key));
                stream.options.retain(|item| !reset(&item.key));
            }
            StreamAction::Watch(_) | StreamAction::Other => {}
        }
        Made::Pending(found)
    }

    /// Tells the change streams that watch a table what a statement does to it.
    pub(super) fn note_change(&mut self, table: TableId, to: Option<&str>, span: Span) {
        let name = &self.schema.table(table).name;
        for stream in self.pending.iter_mut().filter(|pending| !pending.dropped) {
            let by_name = stream.tables.contains(&Some(table));
            if by_name || matches!(stream.watched, Some(Watched::All)) {
                let (name, to) = (name.clone(), to.map(str::to_owned));
                stream.changes.push(WatchedChange { name, to, by_name, span });
            }
        }
    }

    /// Whether a name is one of a change stream.
    pub(super) fn is_stream(&self, name: &Name) -> bool {
        self.find_pending(ObjectKind::ChangeStream, name).is_some()
    }

    /// A change stream that watches a table by name.
    pub(super) fn stream_on(&self, table: TableId) -> Option<&str> {
        let mut live = self.pending.iter().filter(|pending| !pending.dropped);
        let on = live.find(|pending| pending.tables.contains(&Some(table)))?;
        Some(on.name.as_str())
    }

    /// A change stream that watches a column by name.
    pub(super) fn stream_on_column(&self, table: TableId, column: &str) -> Option<&str> {
        let on = self.pending.iter().filter(|pending| !pending.dropped).find(|pending| {
            let Some(Watched::Tables(watched)) = &pending.watched else { return false };
            watched.iter().zip(&pending.tables).any(|(of, there)| {
                let columns = of.columns.iter().flatten();
                *there == Some(table)
                    && columns.into_iter().any(|name| name.text.eq_ignore_ascii_case(column))
            })
        })?;
        Some(on.name.as_str())
    }

    /// Marks what a statement made as dropped, if it is kept for later.
    pub(super) fn drop_pending(&mut self, kind: ObjectKind, name: &Name) -> bool {
        let folded = self.folded(name);
        let found = self.pending_by_name.get_mut(&(kind, folded)).and_then(Vec::pop);
        if let Some(found) = found {
            self.pending[found].dropped = true;
        }
        found.is_some()
    }

    /// The last of a name that is not dropped.
    fn find_pending(&self, kind: ObjectKind, name: &Name) -> Option<usize> {
        self.pending_by_name.get(&(kind, self.folded(name)))?.last().copied()
    }

    /// Makes what was kept for later.
    pub(super) fn finish_others(&mut self, tree: &Tree) {
        let pending = std::mem::take(&mut self.pending);
        let mut other = |pending: &Pending| {
            if pending.dropped {
                return Made::Gone;
            }
            self.other(pending, &tree.statements[pending.number])
        };
        let made: Vec<Made> = pending.iter().map(&mut other).collect();
        for place in &mut self.made {
            if let Made::Pending(at) = *place {
                *place = made[at];
            }
        }
    }

    fn other(&mut self, pending: &Pending, statement: &Statement) -> Made {
        let place = match &statement.kind {
            StatementKind::CreateSearchIndex(written) => self.special(statement, written, false),
            StatementKind::CreateVectorIndex(written) => self.special(statement, written, true),
            StatementKind::CreateChangeStream(written) => {
                Some(self.stream(pending, statement.span, &written.name))
            }
            StatementKind::CreatePropertyGraph(written) => Some(self.graph(statement, written)),
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

    fn stream(&mut self, pending: &Pending, span: Span, name: &Name) -> Place {
        let watched = match &pending.watched {
            None | Some(Watched::Nothing) => Watching::Nothing,
            Some(Watched::All) => Watching::All,
            Some(Watched::Tables(tables)) => {
                let watch = |(of, then): (&crate::syntax::tree::WatchedTable, _)| {
                    let table = Option::or(then, self.last_named(&of.table));
                    let columns = of.columns.as_ref();
                    WatchedTable {
                        table,
                        name: of.table.text.clone(),
                        span: of.table.span,
                        columns: columns.map(|names| {
                            table.map_or(Vec::new(), |table| self.columns_there(table, names))
                        }),
                        column_spans: columns.into_iter().flatten().map(|name| name.span).collect(),
                    }
                };
                let then = pending.tables.iter().copied();
                Watching::Tables(tables.iter().zip(then).map(watch).collect())
            }
        };
        self.schema.streams.push(ChangeStream {
            name: name.text.clone(),
            name_span: name.span,
            span,
            watched,
            options: pending.options.clone(),
            altered: pending.altered.clone(),
            changes: pending.changes.clone(),
        });
        Place::Stream(StreamId(at(self.schema.streams.len() - 1)))
    }

    fn graph(&mut self, statement: &Statement, written: &CreatePropertyGraph) -> Place {
        let nodes: Vec<GraphNode> =
            written.nodes.iter().map(|node| self.graph_node(node)).collect();
        let edge = |edge: &GraphTable| {
            let table = self.last_named(&edge.table);
            let end = |end: &Option<WrittenEnd>| {
                end.as_ref().map(|end| self.graph_end(table, end, &nodes))
            };
            let (source, destination) = (end(&edge.source), end(&edge.destination));
            GraphEdge { table, source, destination, span: edge.span }
        };
        let edges = written.edges.iter().map(edge).collect();
        self.schema.graphs.push(Graph {
            name: written.name.text.clone(),
            name_span: written.name.span,
            span: statement.span,
            nodes,
            edges,
        });
        Place::Graph(GraphId(at(self.schema.graphs.len() - 1)))
    }

    fn graph_node(&self, written: &GraphTable) -> GraphNode {
        let table = self.last_named(&written.table);
        let key = match table {
            None => Vec::new(),
            Some(table) if written.key.is_empty() => {
                self.schema.table(table).key.iter().map(|part| part.column).collect()
            }
            Some(table) => self.columns_there(table, &written.key),
        };
        let name = written.alias.as_ref().unwrap_or(&written.table).text.clone();
        GraphNode { name, table, key, span: written.span }
    }

    /// An end of an edge; without columns it refers to the key of the node.
    fn graph_end(
        &self,
        edge: Option<TableId>,
        written: &WrittenEnd,
        nodes: &[GraphNode],
    ) -> GraphEnd {
        let node = nodes.iter().find(|node| node.name.eq_ignore_ascii_case(&written.node.text));
        let table = node.and_then(|node| node.table);
        let referenced = match (node, table) {
            (Some(node), _) if written.referenced.is_empty() => node.key.clone(),
            (_, Some(table)) => self.columns_there(table, &written.referenced),
            _ => Vec::new(),
        };
        GraphEnd {
            node: table,
            columns: edge.map_or(Vec::new(), |edge| self.columns_there(edge, &written.columns)),
            referenced,
            span: written.span,
        }
    }

    /// The table that has, or had, a name.
    pub(super) fn last_named(&self, name: &Name) -> Option<TableId> {
        let former = || self.former.get(&name.text.to_lowercase_smolstr()).copied().flatten();
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

/// Whether later statements are held against it before all are read.
fn is_looked_at(kind: &StatementKind) -> bool {
    matches!(
        kind,
        StatementKind::CreateView(_)
            | StatementKind::CreateSearchIndex(_)
            | StatementKind::CreateVectorIndex(_)
    )
}

/// What a statement that is kept for later makes.
fn named(statement: &Statement) -> Option<(ObjectKind, &Name)> {
    Some(match &statement.kind {
        StatementKind::CreateSearchIndex(made) => (ObjectKind::SearchIndex, &made.index.name),
        StatementKind::CreateVectorIndex(made) => (ObjectKind::VectorIndex, &made.index.name),
        StatementKind::CreateView(made) => (ObjectKind::View, &made.name),
        StatementKind::CreateChangeStream(made) => (ObjectKind::ChangeStream, &made.name),
        StatementKind::CreatePropertyGraph(made) => (ObjectKind::PropertyGraph, &made.name),
        StatementKind::Other { words, object: Some(name) } => match words.as_str() {
            "CREATE LOCALITY GROUP" => (ObjectKind::LocalityGroup, name),
            _ => return None,
        },
        _ => return None,
    })
}
