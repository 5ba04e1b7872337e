//! How the values of a column are spread over the key space, and the families of time-ordered ids.

use crate::schema::ColumnId;

/// How values are spread over the key space as rows arrive.
#[derive(Clone, Debug, PartialEq)]
pub enum Dist {
    /// Anywhere, evenly.
    Uniform,
    /// One of many entities.
    Entity {
        /// How many, if it can be told; [`ENTITY_CARDINALITY`] otherwise.
        cardinality: f64,
    },
    /// Each value above all before.
    MonotonicUp,
    /// Each value below all before.
    MonotonicDown,
    /// The time of arrival, or an id that starts with it.
    TimeArrival,
    /// The day, month or hour of arrival.
    TimeBucket,
    /// One of few values.
    LowCard {
        /// How many.
        values: u32,
    },
    /// A shard number derived from a hash or a counter.
    Shard {
        /// Shards.
        n: u32,
        /// The formula can give negative numbers: `2n − 1` shards.
        signed: bool,
        /// The column it is derived from, if it is one of the table.
        of: Option<ColumnId>,
        /// Computed by the database, not by the application.
        derived: bool,
        /// The number of shards is known, not assumed.
        known: bool,
    },
    /// One value.
    Constant,
    /// The DDL does not tell.
    Unknown,
}

impl Dist {
    /// The same in a table that takes the column over from another: what a shard is derived from is
    /// the column that `column` gives for it, if that was taken over too.
    #[must_use]
    pub fn carried_over(self, column: impl Fn(ColumnId) -> Option<ColumnId>) -> Self {
        match self {
            Self::Shard { n, signed, of, derived, known } => {
                Self::Shard { n, signed, of: of.and_then(column), derived, known }
            }
            other => other,
        }
    }

    /// Values move one way as rows arrive.
    #[must_use]
    pub fn is_moving(&self) -> bool {
        matches!(self, Self::MonotonicUp | Self::MonotonicDown | Self::TimeArrival)
    }
}

/// Entities behind a column when nothing says how many (our assumption: enough that no
/// instance has a tenth as many nodes).
pub const ENTITY_CARDINALITY: f64 = 100_000.0;

/// Families of time-ordered ids.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimeId {
    /// ULID.
    Ulid,
    /// KSUID.
    Ksuid,
    /// Snowflake, TSID, Sonyflake.
    Snowflake,
    /// MongoDB's ObjectId.
    ObjectId,
    /// XID.
    Xid,
    /// CUID, the first version.
    Cuid,
    /// Firebase push id.
    PushId,
    /// TypeID.
    TypeId,
    /// UUID version 1: sweeps the key space every 7 min 9.5 s.
    UuidV1,
    /// UUID version 6.
    UuidV6,
    /// UUID version 7.
    UuidV7,
    /// `NEWSEQUENTIALID`, `SYS_GUID`, `UUID_TO_BIN(…, 1)`.
    Sequential,
}
