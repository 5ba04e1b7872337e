//! What statements made, changed or dropped.

use crate::ids::TableId;
use crate::text::Span;
use smol_str::SmolStr;

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
