//! Split points added before the run, within what Spanner admits.
//!
//! Model: they are there when the run starts, twelve hours or more after they were added, and do
//! not expire during it.

use super::knobs::Knobs;
use super::layout::Layout;
use super::{costs, model};
use crate::load::{ComponentKind, Keys, Load, count, whole};
use hotsplit_base::limits::{SPLIT_POINTS_PER_NODE, SPLIT_POINTS_PER_REQUEST};

/// Split points that are worked out at most: twice as many as there may be splits.
const POINTS_TRIED_MAX: f64 = 2.0 * model::SPLITS_MAX as f64;

/// The split points of a run in order: those of the load, and those that the knobs ask for.
/// Quotas that are reached are noted, and so is what adding the points takes.
pub(super) fn admitted(load: &Load, knobs: &Knobs, notes: &mut Vec<String>) -> Vec<u64> {
    let mut points = load.split_points.clone();
    let asked = knobs.split_points_per_node * knobs.nodes;
    // More than can be added are not even worked out: how many are asked for has no bound.
    let beyond = (asked - POINTS_TRIED_MAX).max(0.0);
    if asked > 0.0 {
        points.extend(even(load, asked.min(POINTS_TRIED_MAX)));
    }
    let end = load.roots() as u64 * crate::load::OBJECT_KEYS;
    points.retain(|point| point % crate::load::OBJECT_KEYS != 0 && *point < end);
    points.sort_unstable();
    points.dedup();
    let most = usize::try_from(whole(SPLIT_POINTS_PER_NODE * knobs.nodes)).unwrap_or(usize::MAX);
    let room = model::SPLITS_MAX.saturating_sub(load.roots());
    if points.len() > most.min(room) {
        notes.push(format!(
            "Split points: {} were requested, {} are added; the quota is {SPLIT_POINTS_PER_NODE} \
             per node.",
            points.len() as f64 + beyond,
            most.min(room),
        ));
        points = thinned(&points, most.min(room));
    }
    if !points.is_empty() {
        notes.push(effort(points.len(), knobs.nodes));
    }
    points
}

/// What it takes to add so many points, and whether they are more than advised.
fn effort(points: usize, nodes: f64) -> String {
    let requests = points.div_ceil(SPLIT_POINTS_PER_REQUEST as usize);
    let minutes = (points as f64 / (model::SPLIT_POINTS_PER_MINUTE * nodes)).ceil();
    let advised = model::SPLIT_POINTS_ADVISED * nodes;
    let plural = |n: f64| if n == 1.0 { "" } else { "s" };
    let more = if points as f64 > advised {
        format!("; more than the recommended {advised} make commits permanently more expensive")
    } else {
        String::new()
    };
    format!(
        "{points} split point{}: {requests} request{} over {minutes} minute{}, 12 hours \
         ahead{more}.",
        plural(points as f64),
        plural(requests as f64),
        plural(minutes),
    )
}

/// `most` of the points, spread evenly over them.
fn thinned(points: &[u64], most: usize) -> Vec<u64> {
    (0..most).map(|at| points[at * points.len() / most]).collect()
}

/// About so many points, each tree with its share by what it costs, at quantiles of its load. A
/// moving point counts as even load over the keys that it passes.
fn even(load: &Load, points: f64) -> Vec<u64> {
    let costs = costs::touch_costs(load, &costs::Prices::default());
    let mut trees: Vec<Vec<(Keys, f64)>> = vec![Vec::new(); load.roots()];
    for (stream, cost) in load.streams.iter().zip(costs) {
        let rate = load.class(stream.class).commits_per_second * stream.share * cost;
        for part in &stream.components {
            if !matches!(part.kind, ComponentKind::Atom { .. }) {
                let keys = part.kind.keys();
                let tree = Layout::root_of(keys.lo);
                trees[tree].push((keys, rate * part.weight));
            }
        }
    }
    let sums: Vec<f64> =
        trees.iter().map(|ranges| ranges.iter().map(|range| range.1).sum()).collect();
    let total: f64 = sums.iter().sum();
    let mut found = Vec::new();
    for (ranges, sum) in trees.iter().zip(sums).filter(|(_, sum)| *sum > 0.0) {
        let here = u32::try_from(whole(points * sum / total + 0.5)).unwrap_or(0);
        found.extend(quantiles(ranges, sum, here));
    }
    found
}

/// `points` keys that cut the load of some ranges into equal parts.
fn quantiles(ranges: &[(Keys, f64)], total: f64, points: u32) -> Vec<u64> {
    let mut edges: Vec<(u64, f64)> = Vec::with_capacity(2 * ranges.len());
    for (keys, load) in ranges {
        let density = load / keys.len() as f64;
        edges.push((keys.lo, density));
        edges.push((keys.hi, -density));
    }
    edges.sort_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)));
    let step = total / (f64::from(points) + 1.0);
    let (mut at, mut sum, mut density) = (0, 0.0, 0.0);
    let mut found = Vec::new();
    for (key, change) in edges {
        let stretch = density * (key - at) as f64;
        while found.len() < points as usize {
            let next = step * (f64::from(count(found.len())) + 1.0);
            if density <= 0.0 || next > sum + stretch {
                break;
            }
            found.push((at + whole((next - sum) / density)).min(key));
        }
        (at, sum, density) = (key, sum + stretch, density + change);
    }
    found
}
