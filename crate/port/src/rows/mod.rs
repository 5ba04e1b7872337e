//! Rows of a dump: read a tuple at a time, counted, and looked at for what they show of each column.
//!
//! Rows are set aside by runs: rows of one table with the same columns, between two statements that
//! may change what names mean. The reader and the condenser use the same runs, so that a condensed
//! dump says of its rows what the dump itself says.

pub(crate) mod cell;
pub(crate) mod copy;
pub(crate) mod copy_cells;
pub(crate) mod copy_format;
pub(crate) mod correlation;
pub(crate) mod find;
pub mod ids;
pub(crate) mod learn;
pub(crate) mod line;
pub mod moment;
pub(crate) mod runs;
pub(crate) mod sample;
pub mod sampled;
pub(crate) mod summary;
pub(crate) mod tuples;
pub mod values;

/// Bytes of a row that are kept while its end is not reached; a longer one is counted alone.
pub(crate) const ROW_BYTES_MAX: usize = 64 * 1024 * 1024;
