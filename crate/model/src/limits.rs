//! Limits of Spanner that the model needs, each with its page and the date it was read.

/// Rows of 1 KB that one node (1,000 processing units) writes per second in a regional instance,
/// one row a commit; also what one split can take, since one server leads a split
/// (performance page, read 2026-08-22).
pub const WRITES_PER_NODE: f64 = 3_500.0;

/// The same in a multi-region instance (performance page, read 2026-08-22).
pub const WRITES_PER_NODE_MULTI_REGION: f64 = 2_700.0;

/// Split points for each node, all databases of the instance together
/// (quotas page, read 2026-08-22).
pub const SPLIT_POINTS_PER_NODE: f64 = 50.0;

/// Split points of one request (quotas page, read 2026-08-22).
pub const SPLIT_POINTS_PER_REQUEST: u32 = 100;
