//! What is wrong, as fixes ask for it: one fix may do different things for different causes.

/// What is wrong, where a fix has to know it. A fix never looks at the id of the rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// A key has too few shards.
    ShardsBelowNeed,
    /// A key has too many shards.
    TooManyShards,
    /// A shard of a key is made wrong or not needed.
    ShardOfKey,
    /// The hidden index of a foreign key takes its entries at one end.
    BackingIndexHot,
    /// Edges of a graph lie apart from the node where they begin.
    EdgesApart,
    /// Rows lie apart from the row that their foreign key references.
    ReferencedRowApart,
    /// Rows lie in the tree of a parent, and are read without it.
    ReadWithoutParent,
    /// Rows that follow the clock lie below a few roots.
    LowCardinalityRoot,
    /// An index lies apart from the rows that it shares a prefix of the key with.
    IndexApart,
    /// An index holds NULLs that no query looks for.
    NullsIndexed,
    /// An index leaves out rows where any of several columns is NULL.
    NullsFilteredTogether,
    /// The value that new rows start with leads an index.
    DefaultLeads,
    /// An index repeats another.
    IndexRepeated,
    /// The key of an index is wider than it needs to be.
    IndexKeyWide,
    /// The key of an index has more columns than there may be.
    IndexKeyTooLong,
    /// An index could answer queries without the table.
    ColumnsNotStored,
    /// An index stores columns of its key.
    KeyColumnsStored,
    /// An index stores columns that change again and again.
    HotColumnsStored,
    /// An index stores columns whose values can be long.
    WideColumnsStored,
    /// An index stores columns that no query names.
    UnusedColumnsStored,
    /// A change stream watches deletions of rows that expire.
    ExpiryWatched,
    /// A change stream writes whole rows where few columns change.
    WholeRowsWatched,
    /// A change stream watches all tables.
    AllTablesWatched,
    /// Expiry deletes a row with more children than one commit takes.
    ExpiryCascades,
    /// A counter begins again at values that rows have.
    CounterRestarts,
    /// The default of a column makes UUIDs that do not fit it.
    UuidMismatch,
    /// A UUID is held as text.
    UuidAsText,
}

impl Cause {
    /// Whether it is a shard of a key.
    #[must_use]
    pub fn is_about_shards(self) -> bool {
        matches!(self, Self::ShardsBelowNeed | Self::TooManyShards | Self::ShardOfKey)
    }
}
