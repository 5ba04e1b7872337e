//! The servers of a run.

use super::knobs::Knobs;
use crate::load::whole;
use hotsplit_base::limits::WRITES_PER_NODE;

/// The servers of a run.
#[derive(Clone, Copy, Debug)]
pub(super) struct Servers {
    /// How many.
    pub(super) count: usize,
    /// Nodes that each has.
    pub(super) nodes: f64,
    /// Work that each takes, in nodes of the published rate.
    pub(super) capacity: f64,
    /// Share of a commit's work on the server of its split.
    pub(super) leader_share: f64,
}

impl Servers {
    /// Of an instance.
    pub(super) fn of(knobs: &Knobs) -> Self {
        let count = usize::try_from(whole(knobs.nodes.ceil())).expect("nodes are limited");
        let nodes = knobs.nodes / count as f64;
        let capacity = nodes * knobs.writes_per_node / WRITES_PER_NODE;
        Self { count, nodes, capacity, leader_share: knobs.leader_share }
    }
}
