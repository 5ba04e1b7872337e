//! How far a load can grow before the first server, split or row is full, from what of it can be
//! divided and what cannot.

use super::knobs::Knobs;
use super::layout::Layout;
use super::place::Place;
use super::servers::Servers;
use super::{commit_time, costs};
use crate::load::{ClassKind, Component, ComponentKind, Load, OBJECT_KEYS, ObjectId};
use hotsplit_base::order;
use std::collections::BTreeMap;

/// Splits for each server of an instance that is full, where all load can be divided (our
/// assumption: splits are halved down to [`HOT_LOAD_MIN`](super::model::HOT_LOAD_MIN), so that a
/// full server has 20 to 40).
const SPLITS_PER_SERVER: f64 = 28.0;

/// Share of the load that seeks in further splits of long range reads may be where they are
/// estimated; beyond, they are measured (our assumption: a wrong number of splits then changes
/// the answer by no more than a few percent).
const SEEKS_MAX: f64 = 0.1;

/// Load that cannot be cut: what it costs its server, in node-seconds per second.
pub(super) struct Unit {
    pub(super) object: ObjectId,
    pub(super) cost: f64,
}

/// What cannot be cut, and what can, in node-seconds per second.
pub(super) struct Pieces {
    pub(super) units: Vec<Unit>,
    pub(super) even: f64,
    /// What every server bears because commits are replicated.
    pub(super) everywhere: f64,
    /// What seeks of range reads in splits beyond their first cost, part of `even`.
    seeks: f64,
    /// The greatest share of time in which one row's lock is held by changes that follow one another.
    in_turn: f64,
}

/// The multiple of the load, of whose classes `asked` are asked for, at which the first server,
/// split or row is full once everything that can be divided is spread: 0 without load, and `None`
/// where much of the cost depends on where splits end.
///
/// Model: points are placed the heaviest first, each on the server with the least load, and what can
/// be divided fills up the others. It does not depend on how much load there is.
pub(super) fn room(load: &Load, knobs: &Knobs, asked: &[f64]) -> Option<f64> {
    if load.streams.iter().any(costs::is_scattered) {
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

/// What the load, of whose classes `asked` are asked for, costs: points and what can be divided.
pub(super) fn pieces(load: &Load, knobs: &Knobs, asked: &[f64]) -> Pieces {
    let prices = knobs.prices();
    let costs = costs::touch_costs(load, &prices);
    let participants = costs::participants(load);
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
            let seeks = rate * crossed * costs::seek_cost(stream, &prices);
            pieces.seeks += seeks;
            // A read that crosses splits lies on as many servers.
            if crossed >= 1.0 || matches!(part.kind, ComponentKind::Uniform(_)) {
                pieces.even += rate * led + seeks;
                continue;
            }
            pieces.even += seeks;
            if changes && stream.rows > 0.0 && matches!(part.kind, ComponentKind::Atom { .. }) {
                let most = commit_time::row_changes(knobs, participants[stream.class.0 as usize]);
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
