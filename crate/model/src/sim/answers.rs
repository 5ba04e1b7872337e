//! Answers that are derived from a load and knobs: how much so many nodes take, how many nodes a
//! rate needs, and what a small test does not show.
//!
//! Model: as time goes on the database cuts and places everything that can be cut and placed, so
//! what an instance takes is settled by what cannot be cut: points that move or stay, each on one
//! server, and even load that fills up the rest. Where much of the cost depends on how many splits there are
//! (many long range reads, commits of many rows anywhere), a short run with more load than the instance
//! takes is asked what it has come to.

use super::headroom::Place;
use super::layout::Layout;
use super::state::Servers;
use super::{Knobs, Pace, Run, Sending, Summary, model, simulate};
use crate::load::{ClassKind, Component, ComponentKind, Load, OBJECT_KEYS, ObjectId, whole};
use hotsplit_base::order;
use std::collections::BTreeMap;

/// Splits for each server of an instance that is full, where all load can be divided (assumption of
/// ours: splits are halved down to [`model::HOT_LOAD_MIN`], so that a full server has 20 to 40).
const SPLITS_PER_SERVER: f64 = 28.0;

/// Share of the load that seeks in further splits of long range reads may be where they are
/// estimated; beyond, they are measured (assumption of ours: a wrong number of splits then changes
/// the answer by no more than a few percent).
const SEEKS_MAX: f64 = 0.1;

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

/// Load that cannot be cut: what it costs its server, in node-seconds per second.
struct Unit {
    object: ObjectId,
    cost: f64,
}

/// What cannot be cut, and what can, in node-seconds per second.
struct Pieces {
    units: Vec<Unit>,
    even: f64,
    /// What every server bears because commits are replicated.
    everywhere: f64,
    /// What seeks of range reads in splits beyond their first cost, part of `even`.
    seeks: f64,
    /// The greatest share of time in which one row's lock is held by changes that follow one another.
    in_turn: f64,
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
/// it takes a run to tell.
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
        let taken = match only_reads {
            true => answer.reads_sustainable * knobs.recommended(),
            false => answer.recommended,
        };
        taken >= rows_per_second * (1.0 - 1e-9)
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

/// The multiple of the load, of whose classes `asked` are asked for, at which the first server,
/// split or row is full once everything that can be divided is spread: 0 without load, and `None`
/// where much of the cost depends on where splits end.
///
/// Model: points are placed the heaviest first, each on the server with the least load, and what can
/// be divided fills up the others. It does not depend on how much load there is.
pub(super) fn room(load: &Load, knobs: &Knobs, asked: &[f64]) -> Option<f64> {
    if load.streams.iter().any(model::is_scattered) {
        return None;
    }
    let servers = Servers::of(knobs);
    let pieces = pieces(load, knobs, asked);
    let points: f64 = pieces.units.iter().map(|unit| unit.cost).sum();
    if pieces.seeks > SEEKS_MAX * (pieces.even + points) {
        return None;
    }
    let mean = (pieces.even + points) / servers.count as f64;
    let busiest = pieces.everywhere + mean.max(packed(&pieces.units, servers.count));
    if busiest <= 0.0 {
        return Some(0.0);
    }
    let mut room = servers.capacity / busiest;
    // A split takes no more than its ceiling, a row that is read and changed no more than in turn.
    let ceiling = knobs.constants.split_ceiling / servers.nodes;
    if ceiling < 1.0 {
        let heaviest = pieces.units.iter().map(|unit| unit.cost).fold(0.0, f64::max);
        room = room.min(ceiling * servers.capacity / heaviest.max(f64::MIN_POSITIVE));
    }
    Some(room.min(1.0 / pieces.in_turn.max(f64::MIN_POSITIVE)))
}

/// The most that one of so many servers bears of units that are placed the heaviest first, each on
/// the server with the least load.
fn packed(units: &[Unit], servers: usize) -> f64 {
    let mut costs: Vec<f64> = units.iter().map(|unit| unit.cost).collect();
    order::by(&mut costs, |one, other| other.total_cmp(one));
    let mut loads = vec![0.0_f64; servers];
    for cost in costs {
        let mut least = 0;
        for (server, load) in loads.iter().enumerate() {
            if *load < loads[least] {
                least = server;
            }
        }
        loads[least] += cost;
    }
    loads.into_iter().fold(0.0, f64::max)
}

/// All classes are asked for, what was added included.
fn all_of(load: &Load) -> Vec<f64> {
    vec![1.0; load.classes.len()]
}

/// What the load, of whose classes `asked` are asked for, costs: points and what can be divided.
fn pieces(load: &Load, knobs: &Knobs, asked: &[f64]) -> Pieces {
    let prices = knobs.prices();
    let costs = model::touch_costs(load, &prices);
    let participants = model::participants(load);
    let servers = Servers::of(knobs).count as f64;
    let others = servers - 1.0;
    let splits = splits_of_roots(load, &costs, asked, SPLITS_PER_SERVER * servers);
    let mut pieces =
        Pieces { units: Vec::new(), even: 0.0, everywhere: 0.0, seeks: 0.0, in_turn: 0.0 };
    let mut known: BTreeMap<Place, usize> = BTreeMap::new();
    for (stream, cost) in load.streams.iter().zip(costs) {
        let class = load.class(stream.class);
        let rate = class.commits_per_second * asked[stream.class.0 as usize] * stream.share;
        // What only reads is not replicated.
        let spread = match class.kind != ClassKind::Read && others > 0.0 {
            true => cost * (1.0 - knobs.leader_share) / others,
            false => 0.0,
        };
        let led = if spread > 0.0 { cost * knobs.leader_share - spread } else { cost };
        let changes = knobs.read_modify_write && class.kind == ClassKind::Update;
        for part in &stream.components {
            let rate = rate * part.weight;
            pieces.everywhere += rate * spread;
            if rate * cost <= 0.0 {
                continue;
            }
            let crossed = crossed(stream.span, part, &splits);
            let seeks = rate * crossed * model::seek_cost(stream, &prices);
            pieces.seeks += seeks;
            // A read that crosses splits lies on as many servers.
            if crossed >= 1.0 || matches!(part.kind, ComponentKind::Uniform(_)) {
                pieces.even += rate * led + seeks;
                continue;
            }
            pieces.even += seeks;
            if changes && stream.rows > 0.0 && matches!(part.kind, ComponentKind::Atom { .. }) {
                let most = model::row_changes(knobs, participants[stream.class.0 as usize]);
                pieces.in_turn = pieces.in_turn.max(rate / most);
            }
            // Points that move together stay together.
            let Some(place) = Place::of(&part.kind) else { continue };
            let next = pieces.units.len();
            let unit = *known.entry(place).or_insert(next);
            if unit == next {
                pieces.units.push(Unit { object: stream.object, cost: 0.0 });
            }
            pieces.units[unit].cost += rate * led;
        }
    }
    pieces
}

/// How many splits each root is divided into when `splits` are shared out by what is asked of them.
fn splits_of_roots(load: &Load, costs: &[f64], asked: &[f64], splits: f64) -> Vec<f64> {
    let mut sums = vec![0.0; load.roots()];
    for (stream, cost) in load.streams.iter().zip(costs) {
        let class = stream.class.0 as usize;
        let rate = load.classes[class].commits_per_second * asked[class] * stream.share;
        for part in &stream.components {
            sums[Layout::root_of(part.kind.keys().lo)] += rate * part.weight * cost;
        }
    }
    let total = sums.iter().sum::<f64>().max(f64::MIN_POSITIVE);
    sums.iter().map(|sum| (splits * sum / total).max(1.0)).collect()
}

/// How many boundaries between splits a range read of `span` keys passes on average.
///
/// Model: boundaries lie evenly in a root. What was written last at a tail lies in one split.
fn crossed(span: u64, part: &Component, splits: &[f64]) -> f64 {
    if span == 0 || matches!(part.kind, ComponentKind::Tail(_)) {
        return 0.0;
    }
    let root = Layout::root_of(part.kind.keys().lo);
    (splits[root] - 1.0) * (span as f64 / OBJECT_KEYS as f64).min(1.0)
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
    // What was added on the map is taken to last.
    load.classes.iter_mut().for_each(|class| class.added = None);
    simulate(&load, &knobs, seed)
}
