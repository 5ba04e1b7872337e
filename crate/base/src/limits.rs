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

/// Bytes of data that one node (1,000 processing units) may store; a tenth of it for each 100
/// processing units of a smaller instance (quotas page, read 2026-08-22: 10 TiB a node).
pub const STORAGE_BYTES_PER_NODE: f64 = 10.0 * 1024.0 * 1024.0 * 1024.0 * 1024.0;

/// Processing units of a node. Fewer come in steps of [`PROCESSING_UNITS_STEP`], more in whole nodes
/// (compute capacity page, read 2026-08-22).
pub const PROCESSING_UNITS_PER_NODE: f64 = 1_000.0;

/// Processing units that an instance of less than a node is made of
/// (compute capacity page, read 2026-08-22).
pub const PROCESSING_UNITS_STEP: f64 = 100.0;

/// The least compute capacity that Spanner offers and that is no less than `nodes`: hundreds of
/// processing units up to one node, then whole nodes. No more than 100 processing units where
/// `nodes` is no number above 0.
#[must_use]
pub fn nodes_offered(nodes: f64) -> f64 {
    // What a decimal fraction is off by as a float must not cost another step.
    let up = |steps: f64| (steps - 1e-9).ceil();
    let steps_per_node = PROCESSING_UNITS_PER_NODE / PROCESSING_UNITS_STEP;
    if nodes > 1.0 { up(nodes) } else { up(nodes * steps_per_node).max(1.0) / steps_per_node }
}
