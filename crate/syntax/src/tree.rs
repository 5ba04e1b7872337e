//! What parsing gives: statements with exact spans, holes where the text is broken.
//!
//! Invariant: token spans tile the text, so the tree prints back its input byte for byte.

mod column;
mod expr;
mod tokens;

use super::small_list::SmallList;
use crate::text::{Edit, Span};
pub use column::{
    BoxedClauses, ColumnDef, Counter, Generated, Identity, RefusedClause, Type, TypeRef,
};
pub use expr::{Expr, ExprKind};
use smol_str::SmolStr;
use std::sync::Arc;
pub use tokens::{Iter, Tokens};

/// Which SQL the text is written in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Dialect {
    /// Spanner's GoogleSQL dialect.
    #[default]
    GoogleSql,
    /// Spanner's PostgreSQL dialect.
    PostgreSql,
}

/// The kind of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenKind {
    /// A bare word: a keyword or an identifier.
    Word,
    /// An identifier in backticks or, in PostgreSQL, double quotes.
    QuotedName,
    /// A string or bytes literal with its prefix and quotes.
    String,
    /// A number.
    Number,
    /// An operator or a mark of punctuation.
    Mark,
    /// `...` or `<snip>`: something left out of pasted documentation.
    Elision,
    /// Blanks and line ends.
    Blank,
    /// A comment with its marks, without the line end.
    Comment,
    /// Text the tokenizer could not read.
    Unknown,
}

/// A piece of text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    /// What it is.
    pub kind: TokenKind,
    /// Where it is.
    pub span: Span,
}

/// The whole text, parsed.
#[derive(Clone, Debug, Default)]
pub struct Tree {
    /// The dialect the statements were read in.
    pub dialect: Dialect,
    /// Every token, blanks and comments included, in order.
    pub tokens: Tokens,
    /// The statements, in order.
    pub statements: Vec<Statement>,
    /// What could not be read.
    pub errors: Vec<SyntaxError>,
    /// Remarks that are no errors: skipped statements, elisions, a limit reached.
    pub notes: Vec<Note>,
    /// Directives (`-- hotsplit: …`), in order.
    pub directives: Vec<Directive>,
}

/// "expected X, found Y", and where Y is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SyntaxError {
    /// The message.
    pub message: String,
    /// What it points at.
    pub span: Span,
    /// What would cure it, if that is known.
    pub cure: Option<Cure>,
}

/// A change of the text that cures an error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cure {
    /// What it does, for a button: `Take the comma out`.
    pub label: String,
    /// The change.
    pub edits: Vec<Edit>,
}

/// Something worth saying that is no error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// The message.
    pub message: String,
    /// What it points at.
    pub span: Span,
    /// What it is about; the schema carries on those kinds of which a rule speaks.
    pub kind: NoteKind,
}

/// What a note is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoteKind {
    /// Something is left out of the text.
    Elision,
    /// A statement of the other dialect.
    OtherDialect,
    /// A directive that could not be read.
    Directive,
    /// Nothing tells the dialect.
    OpenDialect,
    /// Anything else.
    Other,
}

/// One statement.
#[derive(Clone, Debug)]
pub struct Statement {
    /// From its first word to its last token, without the semicolon.
    pub span: Span,
    /// The semicolon that ends it, if it is there.
    pub semicolon: Option<Span>,
    /// What it says.
    pub kind: StatementKind,
    /// Comments that stand directly before it, nearest last.
    pub comments_before: SmallList<Comment>,
    /// Comment after its end, on the line it ends.
    pub comment_after: Option<Comment>,
}

/// What a statement says.
#[derive(Clone, Debug)]
pub enum StatementKind {
    /// `CREATE TABLE`.
    CreateTable(CreateTable),
    /// `CREATE [UNIQUE] [NULL_FILTERED] INDEX`.
    CreateIndex(CreateIndex),
    /// `CREATE SEQUENCE`.
    CreateSequence(CreateSequence),
    /// `ALTER TABLE …`.
    AlterTable(AlterTable),
    /// `ALTER [SEARCH | VECTOR] INDEX`.
    AlterIndex(AlterIndex),
    /// `ALTER SEQUENCE`.
    AlterSequence(AlterSequence),
    /// `RENAME TABLE a TO b, …`, and PostgreSQL's chain of `ALTER TABLE a RENAME TO b, …`.
    RenameTables(Vec<Rename>),
    /// `DROP …`.
    Drop(DropObject),
    /// `ALTER DATABASE … SET OPTIONS`.
    AlterDatabase(Vec<OptionItem>),
    /// `CREATE SCHEMA`.
    CreateSchema(Name),
    /// `CREATE VIEW`.
    CreateView(CreateView),
    /// `CREATE CHANGE STREAM`.
    CreateChangeStream(CreateChangeStream),
    /// `ALTER CHANGE STREAM`.
    AlterChangeStream(AlterChangeStream),
    /// `CREATE PROPERTY GRAPH`.
    CreatePropertyGraph(CreatePropertyGraph),
    /// `CREATE SEARCH INDEX`.
    CreateSearchIndex(Box<SpecialIndex>),
    /// `CREATE VECTOR INDEX`.
    CreateVectorIndex(Box<SpecialIndex>),
    /// A statement whose grammar is checked, but whose content is not kept.
    Other {
        /// Its leading keywords, as in `CREATE CHANGE STREAM`.
        words: String,
        /// The object it names, if one was found.
        object: Option<Name>,
    },
    /// A `SELECT` of one table or a plain join: it defines nothing, but tells how tables are read.
    Query(Query),
    /// Text that is no DDL (client commands, other queries) or could not be read at all.
    Skipped,
}

/// A comment, cleaned of its marks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comment {
    /// The words, trimmed.
    pub text: SmolStr,
    /// Where it stands, marks included.
    pub span: Span,
}

/// A name as written, possibly schema-qualified or quoted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    /// Unquoted parts joined by dots: `sales.Orders`.
    pub text: SmolStr,
    /// Where it stands.
    pub span: Span,
}

/// `CREATE TABLE`.
#[derive(Clone, Debug)]
pub struct CreateTable {
    /// The table.
    pub name: Name,
    /// `IF NOT EXISTS` was said.
    pub if_not_exists: bool,
    /// Between the parentheses of the element list, both excluded.
    pub body: Span,
    /// Columns, constraints and elisions in order.
    pub elements: Vec<Element>,
    /// `PRIMARY KEY (…)`, after the element list or inside it.
    pub primary_key: Option<PrimaryKey>,
    /// `INTERLEAVE IN [PARENT]`.
    pub interleave: Option<Interleave>,
    /// `ROW DELETION POLICY` or `TTL INTERVAL … ON`.
    pub ttl: Option<Ttl>,
    /// Table options.
    pub options: SmallList<OptionItem>,
}

/// One element of a table's list.
#[derive(Clone, Debug)]
pub struct Element {
    /// The element, without its comma.
    pub span: Span,
    /// The comma after it.
    pub comma: Option<Span>,
    /// Comments that belong to it: on its lines, and on lines of their own just before it.
    pub comments: SmallList<Comment>,
    /// What it is.
    pub kind: ElementKind,
}

/// What an element of a table's list is.
#[derive(Clone, Debug)]
pub enum ElementKind {
    /// A column.
    Column(ColumnDef),
    /// A foreign key.
    ForeignKey(Box<ForeignKeyDef>),
    /// A check.
    Check(CheckDef),
    /// `PRIMARY KEY (…)`; its content is in [`CreateTable::primary_key`].
    PrimaryKey,
    /// `...`
    Elision,
    /// Anything else, kept as text.
    Other,
}

/// `PRIMARY KEY (…)`.
#[derive(Clone, Debug)]
pub struct PrimaryKey {
    /// From `PRIMARY` to the closing parenthesis.
    pub span: Span,
    /// Between the parentheses, both excluded.
    pub list: Span,
    /// The parts in order.
    pub parts: Vec<KeyPart>,
}

/// A column of a key.
#[derive(Clone, Debug)]
pub struct KeyPart {
    /// The column.
    pub name: Name,
    /// `DESC`.
    pub desc: bool,
    /// `NULLS FIRST` or `NULLS LAST` puts NULLs at the other end than the dialect does.
    pub nulls_moved: bool,
    /// The part with its direction.
    pub span: Span,
}

/// `INTERLEAVE IN [PARENT] t [ON DELETE …]`.
#[derive(Clone, Debug)]
pub struct Interleave {
    /// The clause, its leading comma excluded.
    pub span: Span,
    /// The table.
    pub parent: Name,
    /// `IN PARENT`: the parent row must exist.
    pub enforced: bool,
    /// `ON DELETE CASCADE`.
    pub on_delete_cascade: bool,
    /// `ON DELETE …` is written at all.
    pub on_delete_said: bool,
}

/// A row deletion policy.
#[derive(Clone, Debug)]
pub struct Ttl {
    /// The clause.
    pub span: Span,
    /// The timestamp column.
    pub column: Name,
    /// Days that rows are kept, if the clause says it in days.
    pub days: Option<u32>,
}

/// A foreign key.
#[derive(Clone, Debug)]
pub struct ForeignKeyDef {
    /// The clause, its `CONSTRAINT name` included.
    pub span: Span,
    /// The constraint's name.
    pub name: Option<Name>,
    /// Referencing columns; the column itself for a column-level `REFERENCES`.
    pub columns: Vec<Name>,
    /// Between the parentheses of the referencing columns; empty for a column-level clause.
    pub columns_list: Span,
    /// Referenced table.
    pub table: Name,
    /// Referenced columns; empty when the clause leaves them out.
    pub referenced: Vec<Name>,
    /// Between the parentheses of the referenced columns; empty if there are none.
    pub referenced_list: Span,
    /// `ON DELETE CASCADE`.
    pub on_delete_cascade: bool,
    /// Not `NOT ENFORCED`.
    pub enforced: bool,
    /// What else is said of it, which PostgreSQL knows and Spanner may refuse.
    pub foreign: Vec<ForeignClause>,
}

/// A clause of a foreign key that PostgreSQL knows: an action, a way to match, a deferral.
#[derive(Clone, Debug)]
pub struct ForeignClause {
    /// In upper case, as in `ON DELETE SET NULL`.
    pub said: String,
    /// The word to blame.
    pub span: Span,
}

/// A check.
#[derive(Clone, Debug)]
pub struct CheckDef {
    /// The clause.
    pub span: Span,
    /// The constraint's name.
    pub name: Option<Name>,
    /// What must hold.
    pub expr: Arc<Expr>,
}

/// `key = value`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionItem {
    /// The key, lower-cased.
    pub key: SmolStr,
    /// The value: lower-cased for words, without quotes for strings.
    pub value: SmolStr,
    /// Both.
    pub span: Span,
}

/// `CREATE INDEX`.
#[derive(Clone, Debug)]
pub struct CreateIndex {
    /// The index.
    pub name: Name,
    /// `UNIQUE`.
    pub unique: bool,
    /// `NULL_FILTERED`.
    pub null_filtered: Option<Span>,
    /// The table.
    pub table: Name,
    /// The keys in order.
    pub keys: Vec<KeyPart>,
    /// Between the parentheses of the keys.
    pub keys_list: Span,
    /// `STORING` or `INCLUDE`.
    pub storing: SmallList<Name>,
    /// Columns of `WHERE c IS NOT NULL AND …`.
    pub where_not_null: SmallList<Name>,
    /// `INTERLEAVE IN`.
    pub interleave: Option<Interleave>,
    /// `OPTIONS` or `WITH`.
    pub options: SmallList<OptionItem>,
    /// Comments on its lines.
    pub comments: SmallList<Comment>,
}

/// `CREATE SEARCH INDEX` or `CREATE VECTOR INDEX`.
#[derive(Clone, Debug)]
pub struct SpecialIndex {
    /// What it shares with any other index.
    pub index: CreateIndex,
    /// `PARTITION BY`.
    pub partition_by: Vec<Name>,
    /// `ORDER BY`.
    pub order_by: Vec<KeyPart>,
}

/// `CREATE VIEW`.
#[derive(Clone, Debug)]
pub struct CreateView {
    /// The view.
    pub name: Name,
    /// `OR REPLACE` was said.
    pub or_replace: bool,
    /// The query, without its `AS`.
    pub body: Span,
}

/// `CREATE CHANGE STREAM`.
#[derive(Clone, Debug)]
pub struct CreateChangeStream {
    /// The change stream.
    pub name: Name,
    /// What it watches.
    pub watched: Watched,
    /// `OPTIONS` or `WITH`.
    pub options: SmallList<OptionItem>,
}

/// What a change stream watches.
#[derive(Clone, Debug)]
pub enum Watched {
    /// No `FOR` was said.
    Nothing,
    /// `FOR ALL`.
    All,
    /// `FOR t, u(a, b)`.
    Tables(Vec<WatchedTable>),
}

/// A table that a change stream watches.
#[derive(Clone, Debug)]
pub struct WatchedTable {
    /// The table.
    pub table: Name,
    /// `None` for the whole table; with an empty list only its keys are watched.
    pub columns: Option<Vec<Name>>,
}

/// `ALTER CHANGE STREAM`.
#[derive(Clone, Debug)]
pub struct AlterChangeStream {
    /// The change stream.
    pub name: Name,
    /// What it does.
    pub action: StreamAction,
}

/// What an `ALTER CHANGE STREAM` does.
#[derive(Clone, Debug)]
pub enum StreamAction {
    /// `SET FOR …`; nothing for `DROP FOR ALL`.
    Watch(Watched),
    /// `SET OPTIONS (…)`, in PostgreSQL `SET (…)`.
    SetOptions(Vec<OptionItem>),
    /// `RESET (…)` (PostgreSQL): the options' names.
    ResetOptions(Vec<Name>),
    /// What could not be read.
    Other,
}

/// `CREATE PROPERTY GRAPH`, as deep as facts need it: the tables and the keys that tie them.
#[derive(Clone, Debug)]
pub struct CreatePropertyGraph {
    /// The graph.
    pub name: Name,
    /// `OR REPLACE` was said.
    pub or_replace: bool,
    /// Node tables.
    pub nodes: Vec<GraphTable>,
    /// Edge tables.
    pub edges: Vec<GraphTable>,
}

/// A node or an edge table of a property graph.
#[derive(Clone, Debug)]
pub struct GraphTable {
    /// The table or view.
    pub table: Name,
    /// `AS a`.
    pub alias: Option<Name>,
    /// `KEY (…)`; empty for the table's own key.
    pub key: Vec<Name>,
    /// `SOURCE KEY … REFERENCES …`, of an edge table.
    pub source: Option<GraphEnd>,
    /// `DESTINATION KEY … REFERENCES …`, of an edge table.
    pub destination: Option<GraphEnd>,
    /// From the table to the last clause.
    pub span: Span,
}

/// An end of an edge.
#[derive(Clone, Debug)]
pub struct GraphEnd {
    /// From `SOURCE` or `DESTINATION` to the referenced columns.
    pub span: Span,
    /// Columns of the edge table.
    pub columns: Vec<Name>,
    /// The node table, by its name or alias.
    pub node: Name,
    /// Columns of the node table; empty for its key.
    pub referenced: Vec<Name>,
}

/// `SELECT … FROM …`, as far as it tells how tables are read.
#[derive(Clone, Debug)]
pub struct Query {
    /// The tables, joined ones too, in order.
    pub tables: Vec<QueryTable>,
    /// `t.*`: whose columns are all selected; `None` for a bare `*`.
    pub stars: Vec<Option<Name>>,
    /// Columns, each as often as it stands, with what is done with it.
    pub columns: Vec<QueryColumn>,
    /// `ORDER BY`; empty too where it sorts by something that is no column.
    pub order_by: Vec<KeyPart>,
    /// `LIMIT` was said.
    pub limited: bool,
}

/// A table of a query.
#[derive(Clone, Debug)]
pub struct QueryTable {
    /// The table.
    pub name: Name,
    /// What the query calls it.
    pub alias: Option<Name>,
    /// The value of its hint `FORCE_INDEX`.
    pub index: Option<Name>,
}

/// A column of a query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QueryColumn {
    /// The column, with the name or the alias of its table where that is written.
    pub name: Name,
    /// What is done with it.
    pub usage: Usage,
}

/// What a query does with a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Usage {
    /// Compares it with one value: `=`, `IS NULL`, a bare `BOOL`.
    Equal,
    /// Compares it with some values: `IN`, `= ANY`.
    In,
    /// Compares it with a range of values: `<`, `>=`, `BETWEEN`, `LIKE 'a%'`.
    Range,
    /// Sets it equal to another column.
    Joined,
    /// Asks that it has a value.
    NotNull,
    /// Needs its value in any other way: selects it, sorts by it, computes with it.
    Read,
}

/// `CREATE SEQUENCE`.
#[derive(Clone, Debug)]
pub struct CreateSequence {
    /// The sequence.
    pub name: Name,
    /// Its kind is bit-reversed positive.
    pub bit_reversed: bool,
    /// Options.
    pub options: Vec<OptionItem>,
    /// What the clauses and options say of its counter.
    pub counter: Counter,
}

/// `ALTER TABLE …`.
#[derive(Clone, Debug)]
pub struct AlterTable {
    /// The table.
    pub name: Name,
    /// `IF EXISTS` was said.
    pub if_exists: bool,
    /// What it does.
    pub action: AlterAction,
    /// What it does besides, behind a comma (PostgreSQL).
    pub more: Vec<AlterAction>,
}

/// What an `ALTER TABLE` does.
#[derive(Clone, Debug)]
pub enum AlterAction {
    /// `ADD [COLUMN]`.
    AddColumn(Box<Element>),
    /// `ADD [CONSTRAINT n] FOREIGN KEY`.
    AddForeignKey(Box<ForeignKeyDef>),
    /// `ADD [CONSTRAINT n] CHECK`.
    AddCheck(CheckDef),
    /// `ADD` or `REPLACE ROW DELETION POLICY`, `ADD` or `ALTER TTL`.
    SetTtl {
        /// The policy.
        ttl: Ttl,
        /// There is one already: `REPLACE`, `ALTER`.
        replace: bool,
    },
    /// `DROP ROW DELETION POLICY`, `DROP TTL`.
    DropTtl(Span),
    /// `DROP [COLUMN] c`.
    DropColumn {
        /// The column.
        name: Name,
        /// `IF EXISTS` was said (PostgreSQL).
        if_exists: bool,
    },
    /// `ALTER [COLUMN] c …`.
    AlterColumn {
        /// The column.
        name: Name,
        /// What becomes of it.
        change: ColumnChange,
    },
    /// `DROP CONSTRAINT n`.
    DropConstraint {
        /// The constraint.
        name: Name,
        /// `IF EXISTS` was said (PostgreSQL).
        if_exists: bool,
    },
    /// `SET ON DELETE …`, of the interleaving.
    SetOnDelete {
        /// `CASCADE`.
        cascade: bool,
        /// The clause.
        span: Span,
    },
    /// `SET INTERLEAVE IN [PARENT] …`.
    SetInterleave(Interleave),
    /// `ADD SYNONYM s`.
    AddSynonym(Name),
    /// `DROP SYNONYM s`.
    DropSynonym(Name),
    /// `RENAME TO t [, ADD SYNONYM s]`, `RENAME WITH SYNONYM TO t`.
    RenameTo {
        /// The new name.
        to: Name,
        /// A name that goes on meaning the table: the one added, or its old one.
        synonym: Option<Name>,
    },
    /// `SET OPTIONS (…)`, `SET LOCALITY GROUP g`, `SET COLUMNAR POLICY p`.
    SetOptions(Vec<OptionItem>),
    /// Any other action, kept as text.
    Other(String),
}

/// What an `ALTER COLUMN` changes.
#[derive(Clone, Debug)]
pub enum ColumnChange {
    /// `type [NOT NULL] …`: the whole column said anew (GoogleSQL). The span begins at its name.
    Redefine(Box<Element>),
    /// `[SET DATA] TYPE t` (PostgreSQL).
    Type(TypeRef),
    /// `SET NOT NULL` is true, `DROP NOT NULL` is false (PostgreSQL).
    NotNull(bool),
    /// `SET OPTIONS (…)`.
    Options(Vec<OptionItem>),
    /// `SET DEFAULT e`.
    Default(Expr),
    /// `DROP DEFAULT`.
    DropDefault,
    /// `SET ON UPDATE e`.
    OnUpdate(Expr),
    /// `DROP ON UPDATE`.
    DropOnUpdate,
    /// The counter of an identity column: restarted, or its skipped range changed.
    Identity {
        /// The clause.
        span: Span,
        /// What it sets.
        counter: Box<Counter>,
    },
    /// What no fact depends on: a placement key, a locality group.
    Other(Span),
}

/// `ALTER INDEX`.
#[derive(Clone, Debug)]
pub struct AlterIndex {
    /// `SEARCH`, `VECTOR` or neither.
    pub kind: ObjectKind,
    /// The index.
    pub name: Name,
    /// What it does.
    pub action: IndexAction,
}

/// What an `ALTER INDEX` does.
#[derive(Clone, Debug)]
pub enum IndexAction {
    /// `ADD STORED COLUMN c`, `ADD INCLUDE COLUMN c`.
    AddStored(Name),
    /// `DROP STORED COLUMN c`, `DROP INCLUDE COLUMN c`.
    DropStored(Name),
    /// `ADD COLUMN c`, of a search index.
    AddColumn(Name),
    /// `DROP COLUMN c`, of a search index.
    DropColumn(Name),
    /// `SET OPTIONS (…)`, `SET LOCALITY GROUP g`, `SET COLUMNAR POLICY p`.
    SetOptions(Vec<OptionItem>),
    /// What could not be read, or no fact depends on.
    Other(Span),
}

/// `ALTER SEQUENCE`.
#[derive(Clone, Debug)]
pub struct AlterSequence {
    /// The sequence.
    pub name: Name,
    /// `IF EXISTS` was said.
    pub if_exists: bool,
    /// Options, where it sets any.
    pub options: Vec<OptionItem>,
    /// What the clauses and options set of its counter.
    pub counter: Counter,
}

/// `a TO b`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rename {
    /// The old name.
    pub from: Name,
    /// The new name.
    pub to: Name,
}

/// `DROP …`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DropObject {
    /// The kind of thing.
    pub kind: ObjectKind,
    /// Its name.
    pub name: Name,
    /// `IF EXISTS` was said.
    pub if_exists: bool,
}

/// A kind of thing that DDL names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ObjectKind {
    /// A table.
    Table,
    /// A secondary index; a vector index too where `VECTOR` is left out.
    Index,
    /// A search index.
    SearchIndex,
    /// A vector index.
    VectorIndex,
    /// A sequence.
    Sequence,
    /// A view.
    View,
    /// A change stream.
    ChangeStream,
    /// A named schema.
    Schema,
    /// A role.
    Role,
    /// A function.
    Function,
    /// A model.
    Model,
    /// A property graph.
    PropertyGraph,
    /// A placement.
    Placement,
    /// A locality group.
    LocalityGroup,
}

impl ObjectKind {
    /// Its keywords, as in `CHANGE STREAM`.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Self::Table => "TABLE",
            Self::Index => "INDEX",
            Self::SearchIndex => "SEARCH INDEX",
            Self::VectorIndex => "VECTOR INDEX",
            Self::Sequence => "SEQUENCE",
            Self::View => "VIEW",
            Self::ChangeStream => "CHANGE STREAM",
            Self::Schema => "SCHEMA",
            Self::Role => "ROLE",
            Self::Function => "FUNCTION",
            Self::Model => "MODEL",
            Self::PropertyGraph => "PROPERTY GRAPH",
            Self::Placement => "PLACEMENT",
            Self::LocalityGroup => "LOCALITY GROUP",
        }
    }
}

/// A directive: `-- hotsplit: …`.
#[derive(Clone, Debug)]
pub struct Directive {
    /// The comment.
    pub span: Span,
    /// What it speaks of.
    pub target: Target,
    /// The facts in order, shared with the schema that is built from the tree.
    pub facts: SmallList<DirectiveFact>,
    /// `reason="…"`.
    pub reason: Option<String>,
}

/// What a directive speaks of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// The column or statement on the same or the next line.
    Here,
    /// `table T`.
    Table(String),
    /// `column T.c`.
    Column(String, String),
    /// `file`.
    File,
}

/// One fact: `random`, `writes=12k/s`, `lowcard(5)`, `children-per-parent<=200`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DirectiveFact {
    /// The word before any bracket or sign: `lowcard`, `writes`, `skew`.
    pub name: String,
    /// What stands in the brackets, trimmed.
    pub args: Vec<String>,
    /// What stands after `=` or `<=`, trimmed.
    pub value: Option<String>,
    /// Where it stands.
    pub span: Span,
}
