//! Answers that are derived from a load and knobs: how much so many nodes take, how many nodes a
//! rate needs, and what a small test does not show.
//!
//! Model: as time goes on the database cuts and places everything that can be cut and placed, so
//! what an instance takes is settled by what cannot be cut: points that move or stay, each on one
//! server, and even load that fills up the rest. Where much of the cost depends on how many splits
//! there are (many long range reads, commits of many rows anywhere), a short run with more load
//! than the instance takes is asked what it has come to.

use super::knobs::{Knobs, Pace, Sending};
use super::model;
use super::room::{pieces, room};
use super::run::{Run, Summary};
use super::servers::Servers;
use super::simulation::simulate;
use crate::load::{Load, ObjectId, whole};

/// What an instance of some size takes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Throughput {
    /// Nodes.
    pub nodes: u32,
    /// Rows of tables per second with no server above its capacity, in the proportions of the
    /// load, reads included; 0 where it only reads.
    pub sustainable: f64,
    /// Requests per second that only read which it takes beside that.
    pub reads_sustainable: f64,
    /// The same with no server above the recommended utilisation.
    pub recommended: f64,
    /// How it was found.
    pub basis: Basis,
}

/// How an answer was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Basis {
    /// From a layout that divides everything that can be divided and places points the heaviest
    /// first, each on the server with the least load.
    Exact,
    /// From the layout at the end of a run with twice the load that the instance could take if
    /// all were even.
    ShortRun,
}

/// How many nodes a rate needs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum NodesNeeded {
    /// So many, with no server above the recommended utilisation.
    Nodes(Throughput),
    /// No number of nodes is enough: this is what the most take, and where the load is that does
    /// not spread.
    Never {
        /// What [`model::NODES_MAX`] nodes take.
        most: Throughput,
        /// The object whose load on one point is the heaviest, if any.
        object: Option<ObjectId>,
    },
}

/// A run as a small test would be, and one at scale.
#[derive(Clone, Debug, PartialEq)]
pub struct SmallAndLarge {
    /// On few nodes with a share of the rates.
    pub small: Summary,
    /// As it will be.
    pub large: Summary,
    /// What the test leads one to expect of the large instance: its rate for each node, times the
    /// nodes.
    pub expected: f64,
}

/// What `nodes` whole nodes take.
#[must_use]
pub fn throughput(load: &Load, knobs: &Knobs, nodes: u32, seed: u64) -> Throughput {
    let knobs = Knobs { nodes: f64::from(nodes), ..*knobs }.limited(&mut Vec::new());
    let answer = |sustainable: f64, reads_sustainable, basis| {
        let recommended = sustainable * knobs.recommended();
        Throughput { nodes, sustainable, reads_sustainable, recommended, basis }
    };
    match room(load, &knobs, &all_of(load)) {
        Some(times) if times > 0.0 => {
            let (rows, reads) = (load.commits_per_second(), load.reads_per_second());
            answer(times * rows, times * reads, Basis::Exact)
        }
        _ => {
            let sum = short_run(load, &knobs, seed).summary;
            answer(sum.sustainable, sum.reads_sustainable, Basis::ShortRun)
        }
    }
}

/// Rows of tables per second that an instance sustains, in the proportions of the load; none where
/// only a run gives it.
#[must_use]
pub fn sustained(load: &Load, knobs: &Knobs) -> Option<f64> {
    let knobs = knobs.limited(&mut Vec::new());
    room(load, &knobs, &all_of(load)).map(|times| times * load.commits_per_second())
}

/// What each of 1 to `most` nodes take.
#[must_use]
pub fn throughput_by_nodes(load: &Load, knobs: &Knobs, most: u32, seed: u64) -> Vec<Throughput> {
    let limit = u32::try_from(whole(model::NODES_MAX)).unwrap_or(u32::MAX);
    (1..=most.min(limit)).map(|nodes| throughput(load, knobs, nodes, seed)).collect()
}

/// How many nodes it takes to serve `rows_per_second`, and reads in the proportion of the load, with
/// no server above the recommended utilisation. Of a load that only reads it is that many reads.
#[must_use]
pub fn nodes_needed(load: &Load, knobs: &Knobs, rows_per_second: f64, seed: u64) -> NodesNeeded {
    let limit = u32::try_from(whole(model::NODES_MAX)).unwrap_or(u32::MAX);
    let only_reads = load.commits_per_second() <= 0.0;
    let enough = |answer: &Throughput| {
        let served = match only_reads {
            true => answer.reads_sustainable * knobs.recommended(),
            false => answer.recommended,
        };
        served >= rows_per_second * (1.0 - 1e-9)
    };
    let most = throughput(load, knobs, limit, seed);
    if !enough(&most) {
        let knobs = Knobs { nodes: model::NODES_MAX, ..*knobs }.limited(&mut Vec::new());
        let units = pieces(load, &knobs, &all_of(load)).units;
        let heaviest =
            units.iter().reduce(|best, next| if next.cost > best.cost { next } else { best });
        return NodesNeeded::Never { most, object: heaviest.map(|unit| unit.object) };
    }
    let (mut low, mut best) = (0, most);
    while best.nodes - low > 1 {
        let middle = throughput(load, knobs, low + (best.nodes - low) / 2, seed);
        if enough(&middle) {
            best = middle;
        } else {
            low = middle.nodes;
        }
    }
    NodesNeeded::Nodes(best)
}

/// The load as a test would try it, on `nodes` nodes with `share` of its rates, and at scale.
#[must_use]
pub fn small_and_large(
    load: &Load,
    knobs: &Knobs,
    nodes: f64,
    share: f64,
    seed: u64,
) -> SmallAndLarge {
    let small = simulate(&scaled(load, share), &Knobs { nodes, ..*knobs }, seed).summary;
    let large = simulate(load, knobs, seed).summary;
    let of = |nodes: f64| Knobs { nodes, ..*knobs }.limited(&mut Vec::new()).nodes;
    SmallAndLarge { small, large, expected: small.served / of(nodes) * of(knobs.nodes) }
}

/// A load with all rates multiplied.
#[must_use]
pub fn scaled(load: &Load, by: f64) -> Load {
    let mut load = load.clone();
    for class in &mut load.classes {
        class.commits_per_second *= by;
    }
    load
}

/// All classes are asked for, what was added included.
fn all_of(load: &Load) -> Vec<f64> {
    vec![1.0; load.classes.len()]
}

/// A run with twice what the instance could take if all were even, long enough to settle.
fn short_run(load: &Load, knobs: &Knobs, seed: u64) -> Run {
    let pieces = pieces(load, knobs, &all_of(load));
    let servers = Servers::of(knobs);
    let replicated = pieces.everywhere * servers.count as f64;
    let cost = replicated + pieces.even + pieces.units.iter().map(|unit| unit.cost).sum::<f64>();
    let all = servers.capacity * servers.count as f64 / cost.max(f64::MIN_POSITIVE);
    let rounds = libm::ceil(libm::log2(servers.count as f64)) + 5.0;
    let seconds = rounds * f64::from(knobs.constants.learn_seconds);
    let minutes = u32::try_from(whole(libm::ceil(seconds / 60.0))).unwrap_or(model::MINUTES_MAX);
    let knobs = Knobs { minutes, pace: Pace::Steady, sending: Sending::PartlyOpen, ..*knobs };
    // A load that costs nothing stays as it is.
    let times = if cost > 0.0 { 2.0 * all } else { 1.0 };
    let mut load = scaled(load, times);
    // What was added on the map is assumed to last.
    load.classes.iter_mut().for_each(|class| class.added = None);
    simulate(&load, &knobs, seed)
}
