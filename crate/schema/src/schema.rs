//! The schema: everything that the statements define, found by its number.

use crate::changes::{Dropped, Touched};
use crate::graph::Graph;
use crate::ids::{GraphId, IndexId, SequenceId, SpecialIndexId, StreamId, TableId, ViewId};
use crate::index::Index;
use crate::key::KeyPart;
use crate::links::Links;
use crate::name::{Duplicate, WrittenName};
use crate::past::PastLimit;
use crate::place::LocatedDirective;
use crate::problem::SchemaProblem;
use crate::queries::Query;
use crate::remarks::{OrmMention, OtherDialect, SplitPoints};
use crate::sequence::Sequence;
use crate::special_index::SpecialIndex;
use crate::stream::ChangeStream;
use crate::syntax::tree::Dialect;
use crate::table::Table;
use crate::text::Span;
use crate::view::View;
use std::collections::BTreeSet;

/// Everything the text defines.
#[derive(Clone, Debug, Default)]
pub struct Schema {
    /// The dialect.
    pub dialect: Dialect,
    /// Its first line ends with `\r\n`.
    pub crlf: bool,
    /// Tables in the order they were created.
    pub tables: Vec<Table>,
    /// Secondary indexes in the order they were created, managed ones at the end.
    pub indexes: Vec<Index>,
    /// Sequences.
    pub sequences: Vec<Sequence>,
    /// Search and vector indexes on tables of the text.
    pub special_indexes: Vec<SpecialIndex>,
    /// Change streams.
    pub streams: Vec<ChangeStream>,
    /// Property graphs.
    pub graphs: Vec<Graph>,
    /// Views.
    pub views: Vec<View>,
    /// Queries that stand beside the DDL, on tables and columns of the text.
    pub queries: Vec<Query>,
    /// Words, lower-cased, of what may use tables too but is not read: other queries, DML, views.
    /// Empty where there is no query.
    pub named_elsewhere: BTreeSet<String>,
    /// Locality groups: where the name of each stands.
    pub locality_groups: Vec<Span>,
    /// Where the text begins and ends, for what is said of it as a whole.
    pub span: Span,
    /// `default_sequence_kind` is bit-reversed positive.
    pub default_sequence_bit_reversed: bool,
    /// The text says that an object-relational mapper writes to the database.
    pub orm: Option<OrmMention>,
    /// What a later statement took out again, for those who edit the text: it still stands there.
    pub dropped: Vec<Dropped>,
    /// Directives, each with what it speaks of.
    pub directives: Vec<LocatedDirective>,
    /// Names used but not defined, changes that cannot be made.
    pub problems: Vec<SchemaProblem>,
    /// Names that statements give to objects and constraints, in the order of the text, those of
    /// dropped things included. Names of columns stand at their columns.
    pub names: Vec<WrittenName>,
    /// Names given a second time.
    pub duplicates: Vec<Duplicate>,
    /// Where something is left out of the text (`...`), in order.
    pub elisions: Vec<Span>,
    /// What is written in the other dialect, in order; at most one place of each table.
    pub other_dialect: Vec<OtherDialect>,
    /// Split points that a client command of the text adds.
    pub split_points: Vec<SplitPoints>,
    /// Tables for which comments hold the lines of a splits file: `-- TABLE T ('…')`.
    pub split_files: Vec<TableId>,
    /// Directives that could not be read.
    pub unread_directives: Vec<SchemaProblem>,
    /// Bytes of the text that are comments; only worked out for a text longer than Spanner takes.
    pub comment_bytes: u32,
    /// What is so far past a limit that it is left out, in the order of the text.
    pub past_limits: Vec<PastLimit>,
    /// What each statement of the tree made or changed, in order.
    pub touched: Vec<Touched>,
    pub(crate) links: Links,
}

impl Schema {
    /// The table of an id.
    #[must_use]
    pub fn table(&self, id: TableId) -> &Table {
        &self.tables[id.0 as usize]
    }

    /// The index of an id.
    #[must_use]
    #[expect(clippy::should_implement_trait, reason = "it stands beside `table` and reads like it")]
    pub fn index(&self, id: IndexId) -> &Index {
        &self.indexes[id.0 as usize]
    }

    /// The sequence of an id.
    #[must_use]
    pub fn sequence(&self, id: SequenceId) -> &Sequence {
        &self.sequences[id.0 as usize]
    }

    /// The search or vector index of an id.
    #[must_use]
    pub fn special_index(&self, id: SpecialIndexId) -> &SpecialIndex {
        &self.special_indexes[id.0 as usize]
    }

    /// The change stream of an id.
    #[must_use]
    pub fn stream(&self, id: StreamId) -> &ChangeStream {
        &self.streams[id.0 as usize]
    }

    /// The property graph of an id.
    #[must_use]
    pub fn graph(&self, id: GraphId) -> &Graph {
        &self.graphs[id.0 as usize]
    }

    /// The view of an id.
    #[must_use]
    pub fn view(&self, id: ViewId) -> &View {
        &self.views[id.0 as usize]
    }

    /// Ids of all sequences in order.
    pub fn sequence_ids(&self) -> impl Iterator<Item = SequenceId> + use<> {
        (0..crate::text::at(self.sequences.len())).map(SequenceId)
    }

    /// Ids of all search and vector indexes in order.
    pub fn special_index_ids(&self) -> impl Iterator<Item = SpecialIndexId> + use<> {
        (0..crate::text::at(self.special_indexes.len())).map(SpecialIndexId)
    }

    /// Ids of all change streams in order.
    pub fn stream_ids(&self) -> impl Iterator<Item = StreamId> + use<> {
        (0..crate::text::at(self.streams.len())).map(StreamId)
    }

    /// Ids of all property graphs in order.
    pub fn graph_ids(&self) -> impl Iterator<Item = GraphId> + use<> {
        (0..crate::text::at(self.graphs.len())).map(GraphId)
    }

    /// Ids of all views in order.
    pub fn view_ids(&self) -> impl Iterator<Item = ViewId> + use<> {
        (0..crate::text::at(self.views.len())).map(ViewId)
    }

    /// Ids of all tables in order.
    pub fn table_ids(&self) -> impl Iterator<Item = TableId> + use<> {
        (0..crate::text::at(self.tables.len())).map(TableId)
    }

    /// Ids of all indexes in order.
    pub fn index_ids(&self) -> impl Iterator<Item = IndexId> + use<> {
        (0..crate::text::at(self.indexes.len())).map(IndexId)
    }

    /// The root of the interleaving tree that holds `table`; itself when a parent is missing.
    #[must_use]
    pub fn root_of(&self, table: TableId) -> TableId {
        let mut at = table;
        for _ in 0..self.tables.len() {
            match self.table(at).parent.as_ref().and_then(|parent| parent.table) {
                Some(parent) if parent != at => at = parent,
                _ => break,
            }
        }
        at
    }

    /// The whole key of an index: its own keys, then the base key's columns not yet named.
    #[must_use]
    pub fn effective_key(&self, index: IndexId) -> Vec<KeyPart> {
        let index = self.index(index);
        let mut parts = index.keys.clone();
        for part in &self.table(index.table).key {
            if !parts.iter().any(|seen| seen.column == part.column) {
                parts.push(part.clone());
            }
        }
        parts
    }
}
