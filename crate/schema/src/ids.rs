//! Numbers of tables, indexes, columns and other things of a schema.

/// Index of a table in [`Schema::tables`](crate::Schema::tables).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct TableId(pub u32);

/// Index of an index in [`Schema::indexes`](crate::Schema::indexes).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct IndexId(pub u32);

/// Index of a column in its table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ColumnId(pub u32);

/// Index of a sequence in [`Schema::sequences`](crate::Schema::sequences).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct SequenceId(pub u32);

/// Index of a search or vector index in [`Schema::special_indexes`](crate::Schema::special_indexes).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct SpecialIndexId(pub u32);

/// Index of a change stream in [`Schema::streams`](crate::Schema::streams).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct StreamId(pub u32);

/// Index of a property graph in [`Schema::graphs`](crate::Schema::graphs).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct GraphId(pub u32);

/// Index of a view in [`Schema::views`](crate::Schema::views).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ViewId(pub u32);
