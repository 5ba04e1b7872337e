//! Statements, errors and notes.

use super::alter::{AlterIndex, AlterTable};
use super::directive::Directive;
use super::graph::CreatePropertyGraph;
use super::index::{CreateIndex, SpecialIndex};
use super::name::{Comment, Name, ObjectKind, OptionItem};
use super::query::{CreateView, Query};
use super::sequence::{AlterSequence, CreateSequence};
use super::stream::{AlterChangeStream, CreateChangeStream};
use super::table::CreateTable;
use super::token::Dialect;
use super::tokens::Tokens;
use crate::boxed::{Boxed, Parts};
use crate::text::{Edit, Span};
use smol_str::SmolStr;

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

impl Tree {
    /// Keeps of each statement where it stands, and drops what it and the directives say.
    pub fn keep_outline(&mut self) {
        self.directives = Vec::new();
        for statement in &mut self.statements {
            statement.kind = StatementKind::Skipped;
            statement.comments = Boxed::default();
        }
    }
}

/// "expected X, found Y", and where Y is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SyntaxError {
    /// The message. Errors of the same words, of which a broken list has many, share them.
    pub message: SmolStr,
    /// What it points at.
    pub span: Span,
    /// What would cure it, if that is known.
    pub cure: Option<Box<Cure>>,
}

/// A change of the text that cures an error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cure {
    /// What it does, for a button: `Remove the comma`.
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
    /// The comments around it.
    pub comments: Boxed<CommentsAround>,
}

/// Comments that are of a statement, and not of one of its parts.
#[derive(Clone, Debug, Default)]
pub struct CommentsAround {
    /// Those that stand directly before it, nearest last.
    pub before: Vec<Comment>,
    /// The one after its end, on the line it ends.
    pub after: Option<Comment>,
}

impl Parts for CommentsAround {
    fn none() -> &'static Self {
        static NONE: CommentsAround = CommentsAround { before: Vec::new(), after: None };
        &NONE
    }
}

/// What a statement says. Much of it is in a box: a long text has many statements, and most are short.
#[derive(Clone, Debug)]
pub enum StatementKind {
    /// `CREATE TABLE`.
    CreateTable(Box<CreateTable>),
    /// `CREATE [UNIQUE] [NULL_FILTERED] INDEX`.
    CreateIndex(Box<CreateIndex>),
    /// `CREATE SEQUENCE`.
    CreateSequence(Box<CreateSequence>),
    /// `ALTER TABLE …`.
    AlterTable(Box<AlterTable>),
    /// `ALTER [SEARCH | VECTOR] INDEX`.
    AlterIndex(Box<AlterIndex>),
    /// `ALTER SEQUENCE`.
    AlterSequence(Box<AlterSequence>),
    /// `RENAME TABLE a TO b, …`, and PostgreSQL's chain of `ALTER TABLE a RENAME TO b, …`.
    RenameTables(Vec<Rename>),
    /// `DROP …`.
    Drop(DropObject),
    /// `ALTER DATABASE … SET OPTIONS`.
    AlterDatabase(Vec<OptionItem>),
    /// `CREATE SCHEMA`.
    CreateSchema(Name),
    /// `CREATE VIEW`.
    CreateView(Box<CreateView>),
    /// `CREATE CHANGE STREAM`.
    CreateChangeStream(Box<CreateChangeStream>),
    /// `ALTER CHANGE STREAM`.
    AlterChangeStream(Box<AlterChangeStream>),
    /// `CREATE PROPERTY GRAPH`.
    CreatePropertyGraph(Box<CreatePropertyGraph>),
    /// `CREATE SEARCH INDEX`.
    CreateSearchIndex(Box<SpecialIndex>),
    /// `CREATE VECTOR INDEX`.
    CreateVectorIndex(Box<SpecialIndex>),
    /// A statement whose grammar is checked, but whose content is not kept.
    Other(Box<OtherStatement>),
    /// A `SELECT` of one table or a plain join: it defines nothing, but tells how tables are read.
    Query(Box<Query>),
    /// Text that is no DDL (client commands, other queries) or could not be read at all.
    Skipped,
}

/// A statement whose content is not kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OtherStatement {
    /// Its leading keywords, as in `CREATE CHANGE STREAM`.
    pub words: String,
    /// The object it names, if one was found.
    pub object: Option<Name>,
}

impl StatementKind {
    /// A statement whose content is not kept.
    pub(crate) fn other(words: impl Into<String>, object: Option<Name>) -> Self {
        Self::Other(Box::new(OtherStatement { words: words.into(), object }))
    }
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
