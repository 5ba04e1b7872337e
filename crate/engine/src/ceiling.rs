//! The most writes per second that a layout of keys takes by the model.

use crate::schema::limits::nodes_offered;
use crate::sim::ranges::{self, Range};

/// Most writes/s of a layout with `tails` moving points on `nodes` nodes: a point takes what a
/// split takes, and the server with the most points is the limit. Without points all nodes share.
#[must_use]
pub fn ceiling(tails: Option<u32>, nodes: f64, split: f64) -> f64 {
    let nodes = nodes_offered(nodes);
    match tails {
        None => nodes * split,
        Some(tails) => {
            let tails = f64::from(tails.max(1));
            split * tails / (tails / nodes.max(1.0)).ceil()
        }
    }
}

/// How far such a ceiling may be off because what one split takes was measured once: where each point
/// has a server to itself its split is the limit, and otherwise the server is. None where it is not.
#[must_use]
pub fn ceiling_range(tails: Option<u32>, nodes: f64, split: f64) -> Option<Range> {
    let tails = f64::from(tails?.max(1));
    let alone = tails <= nodes_offered(nodes).max(1.0);
    let of = ranges::of("split_ceiling").filter(|_| alone)?;
    Some(Range { low: split * tails * of.low, high: split * tails * of.high.min(1.0) })
}
