//! Entities that stand out of even load: tenants by rank.
//!
//! A load has them as narrow ranges inside an even one, each with its weight. The rank is by
//! weight, the heaviest first; how many entities there are besides, the load does not say.

use crate::load::{Component, ComponentKind, Keys, Load, ObjectId, Stream};
use hotsplit_base::order;

/// An entity is at most this part of the range around it; wider ranges are parts of a mix.
const NARROW: u64 = 64;

/// A narrow range inside an even one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Entity {
    /// Its component, by number in the stream.
    pub(crate) component: usize,
    /// The range it lies in, by the number of its component.
    pub(crate) within: usize,
    /// Its keys.
    pub(crate) keys: Keys,
    /// 1 for the heaviest in its range.
    pub(crate) rank: u32,
    /// Its share of the stream.
    pub(crate) weight: f64,
}

/// The stream that says where an object's rows are: the first that inserts, or else the first.
pub(crate) fn main_stream(load: &Load, object: ObjectId) -> Option<&Stream> {
    let of = |stream: &&Stream| stream.object == object;
    let grows = |stream: &&Stream| stream.rows > 0.0 && stream.growth_bytes > 0.0;
    let mut streams = load.streams.iter().filter(of);
    streams.clone().find(grows).or_else(|| streams.next())
}

/// The entities of a stream, in the order of their keys.
pub(crate) fn entities(parts: &[Component]) -> Vec<Entity> {
    // Shards alone are the common case, and asked about at every move of a pointer.
    if !parts.iter().any(|part| matches!(part.kind, ComponentKind::Uniform(_))) {
        return Vec::new();
    }
    let mut order: Vec<usize> = (0..parts.len()).collect();
    let keys = |at: usize| parts[at].kind.keys();
    order::by(&mut order, |&a, &b| {
        keys(a).lo.cmp(&keys(b).lo).then(keys(b).hi.cmp(&keys(a).hi)).then(a.cmp(&b))
    });
    let mut around: Vec<usize> = Vec::new();
    let mut found: Vec<Entity> = Vec::new();
    for at in order {
        while around.last().is_some_and(|&last| keys(last).hi < keys(at).hi) {
            around.pop();
        }
        let within = around.last().copied();
        if let Some(within) = within.filter(|&it| keys(it).len() / NARROW >= keys(at).len()) {
            let (keys, weight) = (keys(at), parts[at].weight);
            found.push(Entity { component: at, within, keys, rank: 0, weight });
        }
        if matches!(parts[at].kind, ComponentKind::Uniform(_)) {
            around.push(at);
        }
    }
    rank(&mut found);
    found
}

/// Ranks entities within their range, and takes out those that nothing tells apart.
fn rank(found: &mut Vec<Entity>) {
    let mut order: Vec<usize> = (0..found.len()).collect();
    order::by(&mut order, |&a, &b| {
        let (a, b) = (&found[a], &found[b]);
        let heavier = b.weight.total_cmp(&a.weight);
        a.within.cmp(&b.within).then(heavier).then(a.component.cmp(&b.component))
    });
    let mut alike = Vec::new();
    let within = |at: &usize| found[*at].within;
    let mut ranks = vec![0; found.len()];
    for group in order.chunk_by(|a, b| within(a) == within(b)) {
        let (first, last) = (found[group[0]].weight, found[group[group.len() - 1]].weight);
        if group.len() > 1 && first - last < 1e-9 * first {
            alike.push(within(&group[0]));
        }
        for (rank, &at) in (1..).zip(group) {
            ranks[at] = rank;
        }
    }
    for (entity, rank) in found.iter_mut().zip(ranks) {
        entity.rank = rank;
    }
    found.retain(|entity| !alike.contains(&entity.within));
}
