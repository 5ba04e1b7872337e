//! A fact of a directive as a type: what is stated, with its numbers and words read.

use crate::dist::TimeId;
use crate::file::Client;
use crate::roles::read_shape::ReadShape;
use crate::roles::role::Role;

/// What a fact of a directive states.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Directive<'a> {
    // Of a column.
    /// How the values of a column are spread.
    Spread(Spread),
    /// Share of rows without a value.
    Sparse(f64),
    /// The value changes after insert, so often per second over the table if that is said.
    Mutable(Option<f64>),
    /// The value never changes after insert.
    Immutable,
    /// Longest value in characters.
    MaxLen(f64),
    /// No two rows share a value.
    Unique,

    // Of a table.
    /// Rows inserted per second.
    Writes(f64),
    /// Rows updated per second.
    Updates(f64),
    /// Rows deleted per second.
    Deletes(f64),
    /// What the table is for.
    Role(Role),
    /// Rows in the table.
    Rows(f64),
    /// Bytes of a row.
    RowBytes(f64),
    /// Few writes, so many per second if that is said.
    LowWrite(Option<f64>),
    /// Rows are never changed or deleted.
    AppendOnly,
    /// Rows are kept forever.
    RetentionForever,
    /// A way in which rows are read.
    Reads(ReadShape),
    /// A way in which rows are read, and how often per second.
    ReadRate(ReadShape, f64),
    /// Whether a parent is read with its children.
    ReadTogether(bool),
    /// The most children a parent row has.
    ChildrenPerParent(f64),
    /// How uneven the entities of a column are; it is read where its table is known.
    Skew,
    /// Rules that are accepted.
    Accept(&'a [String]),
    /// Rules that are switched off.
    Off(&'a [String]),

    // Of the whole file.
    /// Nodes of the instance.
    Nodes(f64),
    /// Planned maximum number of nodes.
    MaxNodes(f64),
    /// Processing units of the instance.
    ProcessingUnits(f64),
    /// Whether the instance spans regions.
    MultiRegion(bool),
    /// Reads for each row written.
    ReadsPerWrite(f64),
    /// Rows per second that one split can take.
    Ceiling(f64),
    /// The dialect, which the syntax has read already.
    Dialect,
    /// The database the schema comes from.
    Source(&'a str),
    /// What reads the integers of the database.
    Client(Client),
}

/// How a directive says that the values of a column are spread.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Spread {
    /// Anywhere, evenly.
    Random,
    /// Each value above all before.
    Sequential,
    /// Each value below all before.
    Descending,
    /// Ids that start with the time.
    TimeOrdered(TimeId),
    /// One of many entities, of so many if that is said.
    Entity(Option<f64>),
    /// One of few values, of so many if that is said.
    LowCard(Option<f64>),
    /// A shard number, of so many shards if that is said.
    Shard(Option<f64>),
    /// One value.
    Constant,
}
