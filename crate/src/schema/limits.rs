//! Limits of Spanner that the model needs, each with its page and the date it was read.

/// Columns of a primary or index key, inherited and appended ones included
/// (quotas page, read 2026-08-22).
pub const KEY_COLUMNS_MAX: usize = 16;

/// Levels of an interleaving tree, its root counted (schema page, "seven layers deep", read
/// 2026-08-22; the emulator refuses the eighth).
pub const INTERLEAVE_LEVELS_MAX: usize = 7;

/// Mutations of one commit; each index entry that goes with a row is one more (quotas page, read
/// 2026-08-22).
pub const MUTATIONS_PER_COMMIT: f64 = 80_000.0;

/// Rows of 1 KB that one node (1,000 processing units) writes per second in a regional instance,
/// one row a commit; also what one split can take, since one server leads a split
/// (performance page, read 2026-08-22).
pub const WRITES_PER_NODE: f64 = 3_500.0;

/// The same in a multi-region instance (performance page, read 2026-08-22).
pub const WRITES_PER_NODE_MULTI_REGION: f64 = 2_700.0;
