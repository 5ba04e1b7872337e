//! Splits, where they are served, and how that came about.

use hotsplit_base::unsplittable::UnsplittableReason;

use super::events::Change;
use super::model;
use crate::load::{Component, ComponentKind, Direction, Keys, Load, OBJECT_KEYS, greater};

/// A split: the unit that one server serves.
#[derive(Clone, Debug)]
pub(super) struct Split {
    /// Its keys.
    pub(super) keys: Keys,
    /// The server.
    pub(super) server: usize,
    /// What it held at the second `bytes_at`.
    pub(super) bytes: f64,
    /// See `bytes`.
    pub(super) bytes_at: u32,
    /// Since when it has been hot.
    pub(super) hot_since: Option<u32>,
    /// When to look for a split point again after there was none.
    pub(super) retry_at: u32,
    /// Why there was none.
    pub(super) reason: Option<UnsplittableReason>,
    /// Since when it and the one before it have been cold enough to merge.
    pub(super) cold_since: Option<u32>,
    /// Until when the balancer moves anything else first.
    pub(super) stays_until: u32,
    /// Its first key is a split point that was asked for.
    pub(super) pinned: bool,
}

/// All splits in order; together they tile the axis.
#[derive(Debug)]
pub(super) struct Layout {
    /// In the order of their keys.
    pub(super) splits: Vec<Split>,
    /// How many servers there are.
    pub(super) servers: usize,
    /// Who served what since when.
    pub(super) history: Vec<Change>,
}

impl Split {
    /// What it holds at a second, if it has grown so much a second since it was last settled.
    pub(super) fn bytes_by(&self, growth: f64, second: u32) -> f64 {
        greater(self.bytes + growth * f64::from(second - self.bytes_at), 0.0)
    }

    /// Lets it grow up to a second.
    pub(super) fn settle(&mut self, growth: f64, second: u32) {
        if second > self.bytes_at {
            self.bytes = self.bytes_by(growth, second);
            self.bytes_at = second;
        }
    }
}

impl Layout {
    /// A database with what its tables and indexes hold at the start: one split for each row tree
    /// and free-standing index, and for each of `points`, which stand in order and are handed
    /// round the servers in the order of `servers`. Size alone has split what holds more than
    /// `bytes_max`, as far as there may be so many splits.
    pub(super) fn fresh(load: &Load, points: &[u64], servers: &[usize], bytes_max: f64) -> Self {
        let mut layout = Self { splits: Vec::new(), servers: servers.len(), history: Vec::new() };
        let held = held(load);
        let all: f64 = held.iter().flatten().map(|(_, bytes)| bytes).sum();
        let mut bytes_max = bytes_max.max(all / model::SPLITS_MAX as f64);
        loop {
            layout.splits.clear();
            layout.add_all(&held, points, servers, bytes_max);
            let fits = layout.splits.len() <= model::SPLITS_MAX;
            // There are never more row trees and points than that, so larger splits fit at last.
            if fits || bytes_max > all {
                break;
            }
            bytes_max *= 2.0;
        }
        for split in 0..layout.splits.len() {
            layout.remember(split, 0);
        }
        layout
    }

    fn add_all(
        &mut self,
        held: &[Vec<(Keys, f64)>],
        points: &[u64],
        servers: &[usize],
        bytes_max: f64,
    ) {
        let mut points = points.iter().copied().peekable();
        for (root, held) in held.iter().enumerate() {
            let tree = Load::root_keys(root);
            let mut lo = tree.lo;
            loop {
                let point = points.next_if(|&point| point < tree.hi);
                let keys = Keys { lo, hi: point.unwrap_or(tree.hi) };
                self.add_held(keys, held, servers, bytes_max);
                match point {
                    Some(point) => lo = point,
                    None => break,
                }
            }
        }
    }

    /// Adds the splits of `keys`: halved for size until none is above the limit, as each would
    /// have been when it was full.
    fn add_held(&mut self, keys: Keys, held: &[(Keys, f64)], servers: &[usize], bytes_max: f64) {
        let pinned = Layout::tree_of(keys.lo).lo != keys.lo;
        let mut waiting = vec![(keys, bytes_in(held, keys), pinned)];
        while let Some((keys, bytes, pinned)) = waiting.pop() {
            let middle = if bytes > bytes_max { half(held, keys, bytes) } else { None };
            match middle {
                Some(key) => {
                    let (left, right) = (Keys { hi: key, ..keys }, Keys { lo: key, ..keys });
                    waiting.push((right, bytes_in(held, right), false));
                    waiting.push((left, bytes_in(held, left), pinned));
                }
                None => self.add(keys, bytes, pinned, servers),
            }
        }
    }

    fn add(&mut self, keys: Keys, bytes: f64, pinned: bool, servers: &[usize]) {
        self.splits.push(Split {
            keys,
            server: servers[self.splits.len() % servers.len()],
            bytes,
            bytes_at: 0,
            hot_since: None,
            retry_at: 0,
            reason: None,
            cold_since: None,
            stays_until: 0,
            pinned,
        });
    }

    /// The keys of the row tree that a key belongs to.
    fn tree_of(key: u64) -> Keys {
        Load::root_keys(Self::root_of(key))
    }

    /// The number of the row tree a key belongs to.
    pub(super) fn root_of(key: u64) -> usize {
        usize::try_from(key / OBJECT_KEYS).expect("there are fewer row trees than OBJECTS_MAX")
    }

    /// The split that holds a key.
    pub(super) fn find(&self, key: u64) -> usize {
        let after = self.splits.partition_point(|split| split.keys.lo <= key);
        after.saturating_sub(1)
    }

    /// The split that holds a key which was in another a moment ago: mostly the next.
    pub(super) fn find_near(&self, key: u64, old: usize) -> usize {
        for near in [old + 1, old, old.wrapping_sub(1)] {
            if self.splits.get(near).is_some_and(|split| split.keys.contains(key)) {
                return near;
            }
        }
        self.find(key)
    }

    /// Notes who serves a split from now on, and why it cannot be split.
    pub(super) fn remember(&mut self, split: usize, second: u32) {
        if self.history.len() < model::HISTORY_MAX {
            let split = &self.splits[split];
            self.history.push(Change {
                second,
                keys: split.keys,
                server: crate::load::count(split.server),
                reason: split.reason,
            });
        }
    }
}

/// What each row tree holds at the start: ranges of keys, each with bytes that lie evenly in it.
fn held(load: &Load) -> Vec<Vec<(Keys, f64)>> {
    let mut trees = vec![Vec::new(); load.roots()];
    for (index, object) in load.objects.iter().enumerate() {
        let bytes = object.rows * object.row_bytes;
        if bytes <= 0.0 || !bytes.is_finite() {
            continue;
        }
        let tree: &mut Vec<(Keys, f64)> = &mut trees[Layout::root_of(object.keys.lo)];
        match passed(load, index) {
            Some(passed) => {
                let all: f64 = passed.iter().map(|(_, weight)| weight).sum();
                tree.extend(passed.iter().map(|(keys, weight)| (*keys, bytes * weight / all)));
            }
            None => tree.push((object.keys, bytes)),
        }
    }
    trees
}

/// The ranges that what writes an object has passed before the run, with their shares of it; `None`
/// where nothing writes it. What lies behind a tail at the start of its range is off the axis.
fn passed(load: &Load, object: usize) -> Option<Vec<(Keys, f64)>> {
    let streams = load.streams.iter();
    let writes = streams.filter(|s| s.object.0 as usize == object && s.growth_bytes > 0.0);
    let mut parts = writes.flat_map(|stream| &stream.components).peekable();
    parts.peek()?;
    let of_part = |part: &Component| match part.kind {
        ComponentKind::Tail(tail) if tail.wraps_seconds.is_none() => {
            let at = tail.position(0.0, 1.0);
            let keys = match tail.direction {
                Direction::Up => Keys { lo: tail.keys.lo, hi: at },
                Direction::Down => Keys { lo: at + 1, hi: tail.keys.hi },
            };
            (!keys.is_empty()).then_some((keys, part.weight))
        }
        ComponentKind::Atom { .. } => None,
        kind => Some((kind.keys(), part.weight)),
    };
    Some(parts.filter_map(of_part).collect())
}

/// Bytes in `keys`.
fn bytes_in(held: &[(Keys, f64)], keys: Keys) -> f64 {
    held.iter().map(|(range, bytes)| bytes * share_of(*range, keys)).sum()
}

fn share_of(range: Keys, keys: Keys) -> f64 {
    range.overlap(keys).len() as f64 / range.len() as f64
}

/// The key that halves the `bytes` in `keys`, if both halves have keys.
fn half(held: &[(Keys, f64)], keys: Keys, bytes: f64) -> Option<u64> {
    if let [(range, _)] = held {
        let inside = range.overlap(keys);
        let key = inside.lo + inside.len() / 2;
        return (keys.lo < key && key < keys.hi).then_some(key);
    }
    let (mut lo, mut hi) = (keys.lo, keys.hi);
    while hi - lo > 1 {
        let key = lo + (hi - lo) / 2;
        if 2.0 * bytes_in(held, Keys { hi: key, ..keys }) < bytes {
            lo = key;
        } else {
            hi = key;
        }
    }
    (keys.lo < hi && hi < keys.hi).then_some(hi)
}
