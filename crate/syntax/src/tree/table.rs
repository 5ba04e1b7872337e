//! `CREATE TABLE`.

use super::column::ColumnDef;
use super::constraint::{CheckDef, ForeignKeyDef};
use super::name::{Comment, Name, OptionItem};
use crate::text::Span;

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
    pub interleave: Option<Box<Interleave>>,
    /// `ROW DELETION POLICY` or `TTL INTERVAL … ON`.
    pub ttl: Option<Box<Ttl>>,
    /// Table options.
    pub options: Vec<OptionItem>,
}

/// One element of a table's list.
#[derive(Clone, Debug)]
pub struct Element {
    /// The element, without its comma.
    pub span: Span,
    /// The comma after it.
    pub comma: Option<Span>,
    /// Comments that belong to it: on its lines, and on lines of their own just before it.
    pub comments: Vec<Comment>,
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
