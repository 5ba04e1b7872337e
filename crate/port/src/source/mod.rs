//! Reads a dump: statements in order, what each defines, and what became of each.
//!
//! Reading never fails. A statement that is not understood is dropped with its place, so that the
//! outcomes always add up to the statements.

mod alter;
mod constraints;
mod cursor;
pub(crate) mod excerpt;
pub mod expr;
mod fate;
mod index;
mod kept;
mod kept_rows;
pub(crate) mod lexer;
mod limits;
pub mod name;
mod named;
mod new_values;
mod objects;
mod partitions;
mod renames;
mod replay;
pub(crate) mod row_target;
pub mod schema;
mod sequences;
pub(crate) mod split;
mod statement;
mod table;
mod types;
mod updates;

pub use hotsplit_syntax::source::{Detected, Source as Database, detect};
pub use kept::read_with_rows;
pub use kept_rows::{KeptRows, RowValue};
pub use limits::{
    COLUMNS_MAX, COPIES_MAX, INPUT_BYTES_MAX, NESTING_MAX, STATEMENTS_MAX, TABLES_MAX,
};
pub use name::Name;
pub(crate) use objects::sequence_name;
pub use replay::read;
pub use schema::{Column, Index, Table};

use std::collections::BTreeMap;

use crate::text::Span;
use schema::{Named, Sequence};

/// What becomes of a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It is in the schema that is read; the port says whether anything of it is lost.
    Defines,
    /// It has no counterpart.
    Dropped,
    /// It holds rows.
    Rows,
    /// It sets up a session and has no meaning for a schema.
    Session,
}

/// A statement of the dump.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statement {
    /// Where it is, without the mark that ends it.
    pub span: Span,
    /// What becomes of it.
    pub outcome: Outcome,
    /// What it is, as in `CREATE TRIGGER`.
    pub kind: String,
    /// What it is about, where that is known.
    pub object: String,
    /// Why it is dropped.
    pub reason: Option<String>,
}

/// What a dump defines.
#[derive(Clone, Debug)]
pub struct Source<'a> {
    /// The dump.
    pub text: &'a str,
    /// The database that it is from.
    pub database: Database,
    /// Its statements in order.
    pub statements: Vec<Statement>,
    /// Tables in the order in which they are created.
    pub tables: Vec<Table>,
    /// Sequences.
    pub sequences: Vec<Sequence>,
    /// Enumerations and domains.
    pub types: Vec<Named>,
    /// Schemas that are created, with their statements.
    pub schemas: Vec<Name>,
    /// The time zone that the session sets, if it does.
    pub zone: Option<(String, Span)>,
    /// Parts of statements that are in a table as a whole, such as `ALTER TABLE t ADD`.
    pub headers: Vec<Header>,
    /// Partitions, with the table that each is a part of, as people write it.
    pub parts: BTreeMap<(Option<String>, String), String>,
    /// What is said of parts of statements while they are read.
    pub notes: Vec<Note>,
    /// Values that setval gives to sequences which no statement creates.
    pub set_values: BTreeMap<String, u64>,
    /// Sequences of identity columns: name, table, column.
    pub identities: Vec<(String, usize, usize)>,
    /// Tokens of each statement that defines something, comments and blanks aside.
    pub tokens: Vec<Span>,
}

/// A part of a statement that is in a table as a whole.
#[derive(Clone, Copy, Debug)]
pub struct Header {
    /// The part.
    pub span: Span,
    /// The number of the table; `None` where a later statement undid it.
    pub table: Option<usize>,
}

/// What becomes of a part of a statement that a note speaks of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weight {
    /// It is in the schema in another form.
    Kept,
    /// Something of it is left out.
    LeftOut,
    /// It holds for more rows than in the source.
    Stricter,
    /// A unique rule is left out.
    UniqueLeftOut,
}

/// What is said of a part of a statement.
#[derive(Clone, Debug)]
pub struct Note {
    /// What becomes of it.
    pub weight: Weight,
    /// The rule.
    pub rule: &'static str,
    /// What it is about.
    pub object: String,
    /// What is said.
    pub message: String,
    /// The part.
    pub span: Span,
}

impl<'a> Source<'a> {
    fn empty(text: &'a str, database: Database) -> Self {
        Self {
            text,
            database,
            statements: Vec::new(),
            tables: Vec::new(),
            sequences: Vec::new(),
            types: Vec::new(),
            schemas: Vec::new(),
            zone: None,
            headers: Vec::new(),
            parts: BTreeMap::new(),
            notes: Vec::new(),
            set_values: BTreeMap::new(),
            identities: Vec::new(),
            tokens: Vec::new(),
        }
    }
}
