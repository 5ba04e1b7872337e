//! Servers that bear unequal loads, as what lies at one point is not divided.

use crate::follow::{Draw, commits};
use crate::open::shards;
use crate::{Case, plain};
use hotsplit_model::load::{Component, Direction};

/// Shards that commits are drawn for with these weights.
fn weighted(
    name: &'static str,
    nodes: u32,
    weights: &'static [f64],
    per_second: f64,
    requests: f64,
) -> Case {
    let load = plain::table(per_second, |keys| {
        let shards = u32::try_from(weights.len()).unwrap();
        let part = |(shard, &weight): (u32, &f64)| Component {
            kind: plain::tail(keys.piece(shard, shards), Direction::Up),
            weight,
        };
        (0..).zip(weights).map(part).collect()
    });
    let senders = vec![commits(0, Draw::WeightedShard(weights), per_second)];
    Case::new(name, nodes, load, senders, requests)
}

pub(crate) fn cases() -> Vec<Case> {
    vec![
        shards("sixteen shards on ten nodes", 10, 16, 24_000.0, 2e6),
        shards("five shards on four nodes", 4, 5, 7_500.0, 1e6),
        shards("seven shards on three nodes", 3, 7, 7_350.0, 3e6),
        weighted("a shard with two fifths", 4, &[0.4, 0.25, 0.2, 0.15], 7_800.0, 6e6),
        weighted("a shard with a twentieth left", 4, &[0.4, 0.25, 0.2, 0.15], 8_312.5, 1.2e7),
        weighted("three uneven shards on two nodes", 2, &[0.4, 0.35, 0.25], 4_500.0, 4e6),
    ]
}
