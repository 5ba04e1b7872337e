//! Answers that are derived from a load and knobs: how much so many nodes take, how many nodes a
//! rate needs, and what a small test does not show.
//!
//! Model: as time goes on the database cuts and places everything that can be cut and placed, so
//! what an instance takes is settled by what cannot be cut: points that move or stay, each on one
//! server, and even load that fills up the rest. Where the points are alike this gives the rate
//! exactly; otherwise a short run with more load than the instance takes is asked what it has
//! come to.

use super::state::Servers;
use super::{Knobs, Pace, Run, Sending, Summary, model, simulate};
use crate::load::{ComponentKind, Load, ObjectId, whole};

/// Range reads that fit into their range side by side at least, or where splits end matters
/// (assumption of ours: a millionth more or less is not seen).
const SCANS_IN_RANGE: u64 = 1_000_000;

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
    /// From what each server must bear at least, which can be reached.
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

/// Load that cannot be cut: what it costs its server, in node-seconds per second.
struct Unit {
    object: ObjectId,
    cost: f64,
}

/// What cannot be cut, and what can, in node-seconds per second.
struct Pieces {
    units: Vec<Unit>,
    even: f64,
}

/// What `nodes` whole nodes take.
#[must_use]
pub fn throughput(load: &Load, knobs: &Knobs, nodes: u32, seed: u64) -> Throughput {
    let knobs = Knobs { nodes: f64::from(nodes), ..*knobs }.limited(&mut Vec::new());
    let answer = |sustainable: f64, reads_sustainable, basis| {
        let recommended = sustainable * knobs.recommended();
        Throughput { nodes, sustainable, reads_sustainable, recommended, basis }
    };
    match exact(load, &knobs) {
        Some(times) => {
            let (rows, reads) = (load.commits_per_second(), load.reads_per_second());
            answer(times * rows, times * reads, Basis::Exact)
        }
        None => {
            let sum = short_run(load, &knobs, seed).summary;
            answer(sum.sustainable, sum.reads_sustainable, Basis::ShortRun)
        }
    }
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
        let taken = match only_reads {
            true => answer.reads_sustainable * knobs.recommended(),
            false => answer.recommended,
        };
        taken >= rows_per_second * (1.0 - 1e-9)
    };
    let most = throughput(load, knobs, limit, seed);
    if !enough(&most) {
        let knobs = Knobs { nodes: model::NODES_MAX, ..*knobs }.limited(&mut Vec::new());
        let units = pieces(load, &knobs).units;
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

/// The multiple of the load at which the best layout has its busiest server full, if that layout is plain: the
/// even load fills up what the points leave, or the points are alike.
fn exact(load: &Load, knobs: &Knobs) -> Option<f64> {
    let servers = Servers::of(knobs);
    let whole_nodes = servers.nodes == 1.0;
    let scattered = load.streams.iter().any(model::is_scattered);
    let limited = knobs.constants.split_ceiling < 1.0 || knobs.read_modify_write;
    let scans = load.streams.iter().any(is_wide_scan);
    if !whole_nodes || scattered || scans || limited || knobs.leader_share < 1.0 {
        return None;
    }
    let pieces = pieces(load, knobs);
    let alike = |one: &Unit, other: &Unit| (one.cost - other.cost).abs() <= 1e-9 * one.cost;
    if pieces.units.windows(2).any(|pair| !alike(&pair[0], &pair[1])) {
        return None;
    }
    let units = pieces.units.len();
    let each = pieces.units.first().map_or(0.0, |unit| unit.cost);
    let busiest = units.div_ceil(servers.count) as f64 * each;
    let mean = (pieces.even + each * units as f64) / servers.count as f64;
    let most = busiest.max(mean);
    (most > 0.0).then(|| servers.capacity / most)
}

/// Whether range reads of a stream are so long that boundaries between splits matter.
fn is_wide_scan(stream: &crate::load::Stream) -> bool {
    let longest = |part: &crate::load::Component| part.kind.keys().len() / SCANS_IN_RANGE;
    stream.components.iter().any(|part| stream.span > longest(part).max(1))
}

fn pieces(load: &Load, knobs: &Knobs) -> Pieces {
    let costs = model::touch_costs(load, &knobs.prices());
    let mut pieces = Pieces { units: Vec::new(), even: 0.0 };
    let mut kinds: Vec<ComponentKind> = Vec::new();
    for (stream, cost) in load.streams.iter().zip(costs) {
        let rate = load.class(stream.class).commits_per_second * stream.share;
        for part in &stream.components {
            let cost = rate * part.weight * cost;
            if cost <= 0.0 {
                continue;
            }
            if matches!(part.kind, ComponentKind::Uniform(_)) {
                pieces.even += cost;
                continue;
            }
            // Points that move together stay together.
            match kinds.iter().position(|known| *known == part.kind) {
                Some(unit) => pieces.units[unit].cost += cost,
                None => {
                    kinds.push(part.kind);
                    pieces.units.push(Unit { object: stream.object, cost });
                }
            }
        }
    }
    pieces
}

/// A run with twice what the instance could take if all were even, long enough to settle.
fn short_run(load: &Load, knobs: &Knobs, seed: u64) -> Run {
    let pieces = pieces(load, knobs);
    let cost = pieces.even + pieces.units.iter().map(|unit| unit.cost).sum::<f64>();
    let servers = Servers::of(knobs);
    let all = servers.capacity * servers.count as f64 / cost.max(f64::MIN_POSITIVE);
    let rounds = libm::ceil(libm::log2(servers.count as f64)) + 5.0;
    let seconds = rounds * f64::from(knobs.constants.learn_seconds);
    let minutes = u32::try_from(whole(libm::ceil(seconds / 60.0))).unwrap_or(model::MINUTES_MAX);
    let knobs = Knobs { minutes, pace: Pace::Steady, sending: Sending::PartlyOpen, ..*knobs };
    // A load that costs nothing stays as it is.
    let times = if cost > 0.0 { 2.0 * all } else { 1.0 };
    let mut load = scaled(load, times);
    // What was added on the map is taken to last.
    load.classes.iter_mut().for_each(|class| class.added = None);
    simulate(&load, &knobs, seed)
}
