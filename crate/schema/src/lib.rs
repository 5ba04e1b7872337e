//! The schema: tables, keys, indexes, sequences, foreign keys, after every statement is replayed.
//!
//! Everything remembers where it was said, so that findings point there and fixes edit there.
//! What Spanner adds on its own (the base key behind an index key, backing indexes of foreign
//! keys) is in the model too. No judgement is made here: that is for `facts` and `rules`.
//!
#![doc = include_str!("../README.md")]

pub use hotsplit_syntax as syntax;
pub use syntax::{base, order, text};

pub mod build;
mod by_name;
mod column;
mod columns;
mod compact;
pub mod compare;
mod evolve;
mod fit;
mod functions;
pub mod limits;
mod links;
mod managed;

pub mod names;
mod others;
pub mod past;
pub mod queries;
mod sequences;
mod spelling;
mod taken;
mod typed;
mod uses;

use crate::syntax::few::Few;
use crate::syntax::tree::{
    Comment, Counter, Dialect, Directive, Expr, ForeignClause, KeyPart as WrittenKeyPart,
    ObjectKind, OptionItem, Ttl,
};
use crate::text::Span;
pub use column::{Altered, AlteredPart, Column, Defined, RareParts};
pub use managed::ManagedName;
use queries::Query;
use smol_str::SmolStr;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Index of a table in [`Schema::tables`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct TableId(pub u32);

/// Index of an index in [`Schema::indexes`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct IndexId(pub u32);

/// Index of a column in its table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ColumnId(pub u32);

/// Index of a sequence in [`Schema::sequences`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct SequenceId(pub u32);

/// Index of a search or vector index in [`Schema::special_indexes`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct SpecialIndexId(pub u32);

/// Index of a change stream in [`Schema::streams`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct StreamId(pub u32);

/// Index of a property graph in [`Schema::graphs`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct GraphId(pub u32);

/// Index of a view in [`Schema::views`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ViewId(pub u32);

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
    pub directives: Vec<PlacedDirective>,
    /// Names used but not defined, changes that cannot be made.
    pub problems: Vec<SchemaProblem>,
    /// Names that statements give to objects and constraints, in the order of the text, those of
    /// dropped things included. Names of columns stand at their columns.
    pub names: Vec<GivenName>,
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
    pub past_limits: Vec<past::PastLimit>,
    /// What each statement of the tree made or changed, in order.
    pub touched: Vec<Touched>,
    links: links::Links,
}

/// Where the text says that Hibernate is used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OrmMention {
    /// In words: `a comment names Hibernate`.
    pub what: String,
    /// Where.
    pub span: Span,
}

/// `ADD SPLIT POINTS …`, a command of the spanner-cli family of clients.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SplitPoints {
    /// How many.
    pub count: u32,
    /// The command.
    pub span: Span,
}

/// A name that a statement gives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GivenName {
    /// Unquoted, parts joined by dots.
    pub text: SmolStr,
    /// Where it stands.
    pub span: Span,
    /// What it names.
    pub of: NameOf,
    /// It is quoted, or a part of it is.
    pub quoted: bool,
}

/// What a given name names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NameOf {
    /// An object of a kind.
    Object(ObjectKind),
    /// A foreign key or a check.
    Constraint,
}

/// A name given a second time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Duplicate {
    /// As it is spelled the second time; in PostgreSQL with its quotes, where case is at stake.
    pub name: String,
    /// Where it stands the second time.
    pub span: Span,
    /// As it is spelled the first time.
    pub first: String,
    /// Where it stands the first time, if that is in the text.
    pub first_span: Option<Span>,
    /// The two differ in case alone.
    pub case: bool,
    /// Two columns of one table, not two objects.
    pub columns: bool,
}

/// Something written in the other dialect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OtherDialect {
    /// The type, or the words a statement begins with.
    pub said: String,
    /// Where it stands.
    pub span: Span,
    /// A whole statement, read in the other dialect; not just a type.
    pub statement: bool,
}

/// What a statement made or changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Touched {
    /// One table, a column of it or an index on it.
    Table(TableId),
    /// Something else, or several things.
    Database,
}

/// A thing that was there and is no more. Its text is, and Spanner reads it.
#[derive(Clone, Debug)]
pub struct Dropped {
    /// What it was.
    pub kind: DroppedKind,
    /// Its last name; empty for what has none.
    pub name: SmolStr,
    /// Where it is said.
    pub span: Span,
    /// The tables whose keys or columns its text repeats.
    pub follows: Vec<TableId>,
    /// The one of them that it was interleaved in: its key starts as that table's does.
    pub parent: Option<TableId>,
}

/// Kinds of things that a later statement took out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DroppedKind {
    /// A table; it follows its parent and what its foreign keys named.
    Table,
    /// An interleaving that a later one replaced; it follows the parent it named.
    Interleaving,
    /// An index; it follows the table it was interleaved in.
    Index,
    /// A foreign key; it follows both its tables.
    ForeignKey,
    /// A check; it follows its table.
    Check,
    /// A column; it follows its table.
    Column,
    /// A sequence; it follows nothing.
    Sequence,
}

/// A directive and the thing it was found to speak of.
#[derive(Clone, Debug)]
pub struct PlacedDirective {
    /// What was written.
    pub directive: Directive,
    /// What it speaks of; `None` when nothing of that name is there.
    pub place: Option<Place>,
}

/// A thing that facts can be stated of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// The whole file.
    File,
    /// A table.
    Table(TableId),
    /// A column.
    Column(TableId, ColumnId),
    /// An index.
    Index(IndexId),
    /// A sequence.
    Sequence(SequenceId),
    /// A search or vector index.
    SpecialIndex(SpecialIndexId),
    /// A change stream.
    Stream(StreamId),
    /// A property graph.
    Graph(GraphId),
    /// A view.
    View(ViewId),
}

/// A statement that does not fit what stands before it.
#[derive(Clone, Debug)]
pub struct SchemaProblem {
    /// The message.
    pub message: String,
    /// Where.
    pub span: Span,
    /// Its cause.
    pub kind: ProblemKind,
    /// The table it speaks of, if that is still there after the last statement.
    pub table: Option<TableId>,
}

/// Why a statement does not fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProblemKind {
    /// Not certain: the text does not define what is named, and a fragment of something larger may
    /// be right all the same, or the documentation does not say. Every other kind is refused by
    /// Spanner whatever surrounds the text.
    Outside,
    /// What is named is not there, or is there no more.
    Missing,
    /// It is named in another case than the one it was created in.
    Case,
    /// The name is taken, or something is said twice.
    Twice,
    /// Something else depends on what would go or change.
    InUse,
    /// It stays as it was created.
    Fixed,
    /// It does not go with what is there.
    Unfit,
}

/// A table.
#[derive(Clone, Debug)]
pub struct Table {
    /// Name as the DDL says it, unquoted.
    pub name: SmolStr,
    /// Where the name stands in its `CREATE TABLE`; see `renamed`.
    pub name_span: Span,
    /// The `CREATE TABLE` statement, without its semicolon.
    pub span: Span,
    /// Between the parentheses of the element list.
    pub body: Span,
    /// Columns in order.
    pub columns: Vec<Column>,
    /// Numbers of the columns of a wide table, by name: see [`Table::find_column`].
    by_name: columns::ByName,
    /// The primary key in order.
    pub key: Vec<KeyPart>,
    /// The primary key as written; `None` if there is none or a column carries it.
    pub key_clause: Option<KeyClause>,
    /// Interleaving.
    pub parent: Option<Parent>,
    /// Foreign keys, of the statement and of later `ALTER TABLE`s.
    pub foreign_keys: Vec<ForeignKey>,
    /// Checks, of columns too.
    pub checks: Vec<Check>,
    /// Row deletion policy.
    pub ttl: Option<Ttl>,
    /// Row deletion policies that were added where one was there, which Spanner refuses.
    pub ttl_refused: Few<Span>,
    /// Something was left out (`...`): facts are less sure.
    pub partial: bool,
    /// Table options, of later statements too.
    pub options: Few<OptionItem>,
    /// Other names that mean it, as the dialect compares them.
    pub synonyms: Few<SmolStr>,
    /// Where later statements gave it another name, in order: the last is its present one.
    /// Statements in between say the name of their time; see [`Table::name_at`].
    pub renamed: Few<Span>,
    /// No primary key was said, so Spanner adds a hidden column `rowid`, an identity with a
    /// bit-reversed sequence (primary key default values page, read 2026-08-22).
    pub hidden_rowid: bool,
    /// Comments before and after the statement.
    pub comments: Few<Comment>,
}

/// `PRIMARY KEY (…)` as written.
#[derive(Clone, Debug)]
pub struct KeyClause {
    /// From `PRIMARY` to the closing parenthesis.
    pub span: Span,
    /// Between the parentheses.
    pub list: Span,
    /// Nothing stands between them: the table holds one row.
    pub empty: bool,
}

/// A column of a key.
#[derive(Clone, Debug)]
pub struct KeyPart {
    /// The column.
    pub column: ColumnId,
    /// Descending.
    pub desc: bool,
    /// `NULLS FIRST` or `NULLS LAST` puts NULLs at the other end than the dialect does.
    pub nulls_moved: bool,
    /// Where this part is written; the column's name where the key stands on the column.
    pub span: Span,
}

/// Interleaving.
#[derive(Clone, Debug)]
pub struct Parent {
    /// Name as written.
    pub name: SmolStr,
    /// The table, if the text defines it.
    pub table: Option<TableId>,
    /// `IN PARENT`.
    pub enforced: bool,
    /// `ON DELETE CASCADE`.
    pub on_delete_cascade: bool,
    /// `ON DELETE …` was written, here or later.
    pub on_delete_said: bool,
    /// The clause.
    pub span: Span,
}

/// A foreign key.
#[derive(Clone, Debug)]
pub struct ForeignKey {
    /// Constraint name, if given.
    pub name: Option<SmolStr>,
    /// Referencing columns that exist.
    pub columns: Vec<ColumnId>,
    /// Referencing columns as written.
    pub column_names: Vec<SmolStr>,
    /// Where each of them stands.
    pub column_spans: Vec<Span>,
    /// Referenced table as written.
    pub table_name: SmolStr,
    /// Referenced table, if the text defines it.
    pub table: Option<TableId>,
    /// Referenced columns that exist, in order.
    pub referenced: Vec<ColumnId>,
    /// Referenced columns as written; those of the primary key where they are left out.
    pub referenced_names: Vec<SmolStr>,
    /// Where each of them stands; none where they are left out.
    pub referenced_spans: Vec<Span>,
    /// Enforced by the database.
    pub enforced: bool,
    /// `ON DELETE CASCADE`.
    pub on_delete_cascade: bool,
    /// The clause.
    pub span: Span,
    /// Between the parentheses of the referencing columns; empty for a column-level clause.
    pub columns_list: Span,
    /// Between the parentheses of the referenced columns; empty if there are none.
    pub referenced_list: Span,
    /// What else is said of it, which PostgreSQL knows and Spanner may refuse.
    pub foreign: Vec<ForeignClause>,
}

/// A check.
#[derive(Clone, Debug)]
pub struct Check {
    /// Constraint name, if given.
    pub name: Option<SmolStr>,
    /// What must hold.
    pub expr: Arc<Expr>,
    /// The clause.
    pub span: Span,
}

/// A secondary index.
#[derive(Clone, Debug)]
pub struct Index {
    /// Name as the DDL says it; a made-up name in angle brackets for managed ones.
    pub name: SmolStr,
    /// Where the name stands; for a managed index the foreign key that causes it.
    pub name_span: Span,
    /// The statement; for a managed index the foreign key that causes it.
    pub span: Span,
    /// The semicolon after it.
    pub semicolon: Option<Span>,
    /// The table.
    pub table: TableId,
    /// Keys as written.
    pub keys: Vec<KeyPart>,
    /// Between the parentheses of the keys.
    pub keys_list: Span,
    /// Stored columns.
    pub storing: Vec<ColumnId>,
    /// Where each of them was said, in the same order.
    pub storing_spans: Vec<Span>,
    /// Statements that changed it after it was created.
    pub altered: Vec<Span>,
    /// `UNIQUE`.
    pub unique: bool,
    /// `NULL_FILTERED`, or every key is named in `WHERE … IS NOT NULL`.
    pub null_filtered: bool,
    /// Columns named in `WHERE … IS NOT NULL`.
    pub where_not_null: Vec<ColumnId>,
    /// `INTERLEAVE IN`.
    pub parent: Option<Parent>,
    /// Comments on and before it.
    pub comments: Few<Comment>,
    /// Made by Spanner for a foreign key, not by the user.
    pub managed: bool,
}

/// A search or vector index.
#[derive(Clone, Debug)]
pub struct SpecialIndex {
    /// Name.
    pub name: SmolStr,
    /// Where the name stands.
    pub name_span: Span,
    /// The statement.
    pub span: Span,
    /// A vector index, not a search index.
    pub vector: bool,
    /// The table.
    pub table: TableId,
    /// Keys that exist, as written.
    pub keys: Vec<KeyPart>,
    /// `PARTITION BY` columns that exist.
    pub partition_by: Vec<ColumnId>,
    /// `ORDER BY` columns that exist.
    pub order_by: Vec<KeyPart>,
    /// Stored columns that exist.
    pub storing: Vec<ColumnId>,
    /// Where each of them was said, in the same order.
    pub storing_spans: Vec<Span>,
    /// `INTERLEAVE IN`.
    pub parent: Option<Parent>,
    /// Options.
    pub options: Few<OptionItem>,
}

/// A change stream.
#[derive(Clone, Debug)]
pub struct ChangeStream {
    /// Name.
    pub name: SmolStr,
    /// Where the name stands.
    pub name_span: Span,
    /// The statement.
    pub span: Span,
    /// What it watches, after every `ALTER CHANGE STREAM`.
    pub watched: Watching,
    /// Options, of later statements too.
    pub options: Few<OptionItem>,
    /// Statements that changed it after it was created.
    pub altered: Vec<Span>,
    /// What became of tables it watched, by later statements.
    pub changes: Vec<WatchedChange>,
}

/// A later statement about a table that a change stream watched by then.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WatchedChange {
    /// The table's name before.
    pub name: SmolStr,
    /// Its name after; `None` where the statement drops it.
    pub to: Option<String>,
    /// The table is watched by name, not by `FOR ALL`: Spanner refuses to drop it.
    pub by_name: bool,
    /// Where the statement names the table.
    pub span: Span,
}

/// What a change stream watches.
#[derive(Clone, Debug)]
pub enum Watching {
    /// Nothing yet.
    Nothing,
    /// Every table and column.
    All,
    /// Some tables.
    Tables(Vec<WatchedTable>),
}

/// A table that a change stream watches.
#[derive(Clone, Debug)]
pub struct WatchedTable {
    /// The table, if the text defines it.
    pub table: Option<TableId>,
    /// Its name as written.
    pub name: SmolStr,
    /// Where the name stands.
    pub span: Span,
    /// Columns besides the key that exist; `None` for all of them.
    pub columns: Option<Vec<ColumnId>>,
    /// Where those columns are named. This is all that is known of columns of a table that the text
    /// does not define.
    pub column_spans: Vec<Span>,
}

/// A property graph.
#[derive(Clone, Debug)]
pub struct Graph {
    /// Name.
    pub name: SmolStr,
    /// Where the name stands.
    pub name_span: Span,
    /// The statement.
    pub span: Span,
    /// Node tables.
    pub nodes: Vec<GraphNode>,
    /// Edge tables.
    pub edges: Vec<GraphEdge>,
}

/// A node table of a property graph.
#[derive(Clone, Debug)]
pub struct GraphNode {
    /// The name that edges know it by: its alias, or the table's.
    pub name: SmolStr,
    /// The table, if the text defines it and it is no view.
    pub table: Option<TableId>,
    /// Columns of the node's key that exist.
    pub key: Vec<ColumnId>,
    /// The element.
    pub span: Span,
}

/// An edge table of a property graph.
#[derive(Clone, Debug)]
pub struct GraphEdge {
    /// The table, if the text defines it and it is no view.
    pub table: Option<TableId>,
    /// Where edges begin.
    pub source: Option<GraphEnd>,
    /// Where edges end.
    pub destination: Option<GraphEnd>,
    /// The element.
    pub span: Span,
}

/// An end of the edges of a table.
#[derive(Clone, Debug)]
pub struct GraphEnd {
    /// The node table, if the text defines it and it is no view.
    pub node: Option<TableId>,
    /// Columns of the edge table that exist.
    pub columns: Vec<ColumnId>,
    /// Columns of the node table that they refer to and that exist.
    pub referenced: Vec<ColumnId>,
    /// The clause.
    pub span: Span,
}

/// A view.
#[derive(Clone, Debug)]
pub struct View {
    /// Name.
    pub name: SmolStr,
    /// Where the name stands.
    pub name_span: Span,
    /// The statement.
    pub span: Span,
    /// The query.
    pub body: Span,
    /// Views of the text that the query reads.
    pub reads: Vec<ViewId>,
}

/// A sequence.
#[derive(Clone, Debug)]
pub struct Sequence {
    /// Name.
    pub name: SmolStr,
    /// Where the name stands.
    pub name_span: Span,
    /// The statement.
    pub span: Span,
    /// Bit-reversed positive, by its own option or by the database's default.
    pub bit_reversed: bool,
    /// What is said of its counter, by later statements too.
    pub counter: Counter,
    /// Columns whose default asks it, in the order of the tables.
    pub users: Vec<(TableId, ColumnId)>,
    /// Something else names it: a view, a function, a check, a generated column.
    pub mentioned: bool,
    /// Comments before and after the statement.
    pub comments: Vec<Comment>,
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

    /// What is named where a name stands.
    #[must_use]
    pub fn named_at(&self, span: Span) -> Option<Place> {
        let own = self.indexes.partition_point(|index| !index.managed);
        let table = of_name(&self.tables, span, |it| it.name_span).map(TableId);
        let table = table.or_else(|| self.renamed_at(span));
        let index = || of_name(&self.indexes[..own], span, |it| it.name_span).map(IndexId);
        let sequence = || of_name(&self.sequences, span, |it| it.name_span).map(SequenceId);
        let special =
            || of_name(&self.special_indexes, span, |it| it.name_span).map(SpecialIndexId);
        let stream = || of_name(&self.streams, span, |it| it.name_span).map(StreamId);
        let graph = || of_name(&self.graphs, span, |it| it.name_span).map(GraphId);
        let view = || of_name(&self.views, span, |it| it.name_span).map(ViewId);
        (table.map(Place::Table))
            .or_else(|| index().map(Place::Index))
            .or_else(|| sequence().map(Place::Sequence))
            .or_else(|| special().map(Place::SpecialIndex))
            .or_else(|| stream().map(Place::Stream))
            .or_else(|| graph().map(Place::Graph))
            .or_else(|| view().map(Place::View))
    }

    /// What the statement makes inside which a part of the text stands, graphs apart; an index that
    /// Spanner keeps is made by no statement.
    #[must_use]
    pub fn made_around(&self, span: Span) -> Option<Place> {
        let own = self.indexes.partition_point(|index| !index.managed);
        let index = || around(&self.indexes[..own], span, |it| it.span).map(IndexId);
        let special = || around(&self.special_indexes, span, |it| it.span).map(SpecialIndexId);
        let stream = || around(&self.streams, span, |it| it.span).map(StreamId);
        let sequence = || around(&self.sequences, span, |it| it.span).map(SequenceId);
        let view = || around(&self.views, span, |it| it.span).map(ViewId);
        (self.table_around(span).map(Place::Table))
            .or_else(|| index().map(Place::Index))
            .or_else(|| special().map(Place::SpecialIndex))
            .or_else(|| stream().map(Place::Stream))
            .or_else(|| sequence().map(Place::Sequence))
            .or_else(|| view().map(Place::View))
    }

    /// The table inside whose statement a part of the text stands.
    #[must_use]
    pub fn table_around(&self, span: Span) -> Option<TableId> {
        around(&self.tables, span, |table| table.span).map(TableId)
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

/// The number of the thing whose statement holds a part of the text. Things are in the order of
/// their statements, of which none stands in another.
fn around<T>(things: &[T], span: Span, of: impl Fn(&T) -> Span) -> Option<u32> {
    let next = things.partition_point(|it| of(it).start <= span.start);
    let at = next.checked_sub(1).filter(|&at| of(&things[at]).contains(span))?;
    Some(crate::text::at(at))
}

/// The number of the thing whose name stands at a place. Things are in the order of their names.
fn of_name<T>(things: &[T], span: Span, of: impl Fn(&T) -> Span) -> Option<u32> {
    let at = things.partition_point(|it| of(it).start < span.start);
    (of(things.get(at)?) == span).then(|| crate::text::at(at))
}

impl Table {
    /// The column of an id.
    #[must_use]
    pub fn column(&self, id: ColumnId) -> &Column {
        &self.columns[id.0 as usize]
    }

    /// The column of a name; case does not matter.
    #[must_use]
    pub fn find_column(&self, name: &str) -> Option<ColumnId> {
        self.by_name.find(&self.columns, name)
    }

    /// Where the name stands that the table goes by at `offset` of the text.
    #[must_use]
    pub fn name_at(&self, offset: u32) -> Span {
        let given = self.renamed.iter().rfind(|name| name.start < offset);
        given.copied().unwrap_or(self.name_span)
    }

    /// Ids of all columns in order.
    pub fn column_ids(&self) -> impl Iterator<Item = ColumnId> + use<> {
        (0..crate::text::at(self.columns.len())).map(ColumnId)
    }

    /// Whether a column is part of the primary key.
    #[must_use]
    pub fn is_key(&self, column: ColumnId) -> bool {
        self.key.iter().any(|part| part.column == column)
    }
}

/// A written key part, resolved against a table; `None` when the column is not there.
#[must_use]
pub fn resolve_key_part(table: &Table, part: &WrittenKeyPart) -> Option<KeyPart> {
    let column = table.find_column(&part.name.text)?;
    Some(KeyPart { column, desc: part.desc, nulls_moved: part.nulls_moved, span: part.span })
}
