//! Limits of Spanner that the model needs, each with its page and the date it was read.

/// Columns of a primary or index key, inherited and appended ones included
/// (quotas page, read 2026-08-22).
pub const KEY_COLUMNS_MAX: usize = 16;

/// Writes per second that one node takes in a regional instance: rows of 1 KB, one row a commit,
/// at 100 % CPU (performance page, read 2026-08-22). A split is served by one node, so one split
/// takes no more.
pub const WRITES_PER_NODE: f64 = 3_500.0;
