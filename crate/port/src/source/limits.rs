//! How much of a dump is read.

/// Bytes of a dump that are read at most.
pub const INPUT_BYTES_MAX: usize = 64 * 1024 * 1024;
/// Statements that are read at most, rows aside.
pub const STATEMENTS_MAX: usize = 50_000;
/// Columns of a table that are read at most: PostgreSQL has no table with more, and InnoDB none with
/// more than 1,017.
pub const COLUMNS_MAX: usize = 1_600;
/// Columns and indexes that LIKE and INHERITS copy in all at most. Ours: a chain of tables that inherit
/// has as many columns as the square of its length.
pub const COPIES_MAX: usize = 10_000;
/// Tables, types and sequences that a new name of their schema moves in all at most. Ours: a schema has
/// a new name once or twice.
pub(super) const MOVES_MAX: usize = 50_000;
/// Tables that are read at most.
pub const TABLES_MAX: usize = 5_000;
/// Nesting of expressions that is read at most.
pub const NESTING_MAX: usize = 100;
