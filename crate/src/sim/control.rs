//! What the database does about load: splits, size splits, merges, moves.

use super::finder::{self, Verdict};
use super::flow::{Shares, Spread, Work};
use super::layout::{Layout, Split};
use super::model::{self, Constants};
use super::{Event, EventKind, Knobs, Reason};
use crate::workload::load::{ComponentKind, Direction, Keys, Load, ObjectId, count};

/// The state that one round works on and what it leaves behind.
pub(super) struct Control {
    constants: Constants,
    /// Utilisation of a server from which on its splits are hot.
    hot_server: f64,
    /// Load that reaches each split, in servers.
    pub(super) split_load: Vec<f64>,
    /// Touches per second that reach each split.
    split_rate: Vec<f64>,
    /// Load that reaches each server, in servers; kept up to date during a round.
    server_load: Vec<f64>,
    /// Bytes by which each split grows in a second.
    growth: Vec<f64>,
    /// The object at the root of each row tree.
    roots: Vec<ObjectId>,
    /// What happened, in order.
    pub(super) events: Vec<Event>,
    /// Splits made for load.
    pub(super) splits: u32,
    /// Splits moved.
    pub(super) moves: u32,
    /// Splits made for size.
    pub(super) size_splits: u32,
    /// Splits merged with the one before them.
    pub(super) merges: u32,
    /// Touches per second of each split that moved in this round: its requests wait.
    pub(super) moved: Vec<f64>,
    /// A limit was reached.
    pub(super) full: bool,
}

/// A decision to cut one split.
struct Cut {
    split: usize,
    keys: Vec<u64>,
    by_size: bool,
    /// Why the heavier part stays hot all the same.
    reason: Option<Reason>,
}

impl Control {
    pub(super) fn new(load: &Load, knobs: &Knobs) -> Self {
        let mut roots = vec![ObjectId(0); load.roots()];
        for (index, object) in load.objects.iter().enumerate() {
            if object.parent.is_none() {
                roots[Layout::root_of(object.keys.lo)] = ObjectId(count(index));
            }
        }
        Self {
            constants: knobs.constants,
            hot_server: knobs.constants.hot_server.unwrap_or(knobs.recommended()),
            roots,
            split_load: Vec::new(),
            split_rate: Vec::new(),
            server_load: Vec::new(),
            growth: Vec::new(),
            events: Vec::new(),
            splits: 0,
            moves: 0,
            size_splits: 0,
            merges: 0,
            moved: Vec::new(),
            full: false,
        }
    }

    /// Takes in what the load looks like now.
    pub(super) fn look(&mut self, work: &Work, layout: &Layout, spread: &Spread, calm: &Shares) {
        let splits = layout.splits.len();
        self.split_load = spread.by_split(splits, |part| {
            calm.reaching(work, part) * work.cost[work.parts[part].stream]
        });
        self.split_rate = spread.by_split(splits, |part| calm.reaching(work, part));
        self.growth = spread.by_split(splits, |part| {
            let growth = work.growth[work.parts[part].stream];
            calm.reaching(work, part) * calm.part_share[part] * growth
        });
        self.server_load.clone_from(&calm.server_load);
    }

    /// Lets the splits grow for `seconds`.
    pub(super) fn grow(&self, layout: &mut Layout, seconds: u32) {
        for (split, growth) in layout.splits.iter_mut().zip(&self.growth) {
            split.bytes = (split.bytes + growth * f64::from(seconds)).max(0.0);
        }
    }

    /// One round; whether the layout changed.
    pub(super) fn round(
        &mut self,
        work: &Work,
        layout: &mut Layout,
        calm: &Shares,
        second: u32,
    ) -> bool {
        self.moved.clear();
        self.watch(layout, second);
        let mut cuts = self.size_cuts(work, layout, calm, second);
        cuts.extend(self.load_cuts(work, layout, calm, second));
        cuts.sort_by_key(|cut| cut.split);
        cuts.dedup_by_key(|cut| cut.split);
        let mut changed = self.apply(work, layout, calm, cuts, second);
        // After a cut the loads of splits are stale; merging and moving wait for the next round.
        if !changed {
            changed = self.merge(layout, second);
        }
        if !changed {
            changed = self.balance(layout, second);
        }
        changed
    }

    /// Which splits are hot, and since when.
    fn watch(&self, layout: &mut Layout, second: u32) {
        for (index, split) in layout.splits.iter_mut().enumerate() {
            let load = self.split_load[index];
            let busy = self.server_load[split.server] > self.hot_server;
            let hot =
                load > self.constants.hot_load_min && (busy || load > self.constants.hot_load);
            split.hot_since = if hot { split.hot_since.or(Some(second)) } else { None };
        }
    }

    fn load_cuts(
        &mut self,
        work: &Work,
        layout: &mut Layout,
        calm: &Shares,
        second: u32,
    ) -> Vec<Cut> {
        let mut cuts = Vec::new();
        for index in 0..layout.splits.len() {
            let split = &layout.splits[index];
            let Some(since) = split.hot_since else { continue };
            if second < since + self.constants.learn_seconds || second < split.retry_at {
                continue;
            }
            let verdict =
                finder::find(work, split.keys, second, |part| part_load(work, calm, part));
            match verdict {
                Verdict::At(keys, reason)
                    if layout.splits.len() + cuts.len() < model::SPLITS_MAX =>
                {
                    cuts.push(Cut { split: index, keys, by_size: false, reason });
                }
                Verdict::At(..) => self.full = true,
                Verdict::Not(reason) => {
                    let split = &mut layout.splits[index];
                    split.retry_at = second + self.constants.learn_seconds;
                    if split.reason != Some(reason) {
                        split.reason = Some(reason);
                        layout.remember(index, second);
                    }
                }
            }
        }
        cuts
    }

    fn size_cuts(&mut self, work: &Work, layout: &Layout, calm: &Shares, second: u32) -> Vec<Cut> {
        let mut cuts = Vec::new();
        for (index, split) in layout.splits.iter().enumerate() {
            // A full split that has stopped growing is left alone.
            let full = split.bytes >= self.constants.split_bytes_max && self.growth[index] > 0.0;
            if !full || split.keys.len() < 2 {
                continue;
            }
            if layout.splits.len() + cuts.len() >= model::SPLITS_MAX {
                self.full = true;
                continue;
            }
            let tail = growing_tail(work, calm, split.keys, second);
            let key = tail.map(|tail| tail.boundary).unwrap_or_else(|| {
                finder::middle(work, split.keys, second, |part| part_load(work, calm, part))
            });
            if split.keys.lo < key && key < split.keys.hi {
                cuts.push(Cut { split: index, keys: vec![key], by_size: true, reason: None });
            }
        }
        cuts
    }

    /// Cuts splits, and places the lighter half of each elsewhere where that helps.
    fn apply(
        &mut self,
        work: &Work,
        layout: &mut Layout,
        calm: &Shares,
        cuts: Vec<Cut>,
        second: u32,
    ) -> bool {
        if cuts.is_empty() {
            return false;
        }
        let mut cuts = cuts.into_iter().peekable();
        let old = std::mem::take(&mut layout.splits);
        let mut fresh = Vec::new();
        for (index, split) in old.into_iter().enumerate() {
            let Some(cut) = cuts.next_if(|cut| cut.split == index) else {
                layout.splits.push(split);
                continue;
            };
            let mut rest = split;
            for &key in &cut.keys {
                let (left, right) = self.cut(work, calm, &rest, key, &cut, second);
                fresh.push(layout.splits.len());
                layout.splits.push(left);
                rest = right;
            }
            fresh.push(layout.splits.len());
            layout.splits.push(rest);
        }
        for split in fresh {
            layout.remember(split, second);
        }
        true
    }

    /// One cut: both halves, each with its server.
    fn cut(
        &mut self,
        work: &Work,
        calm: &Shares,
        split: &Split,
        key: u64,
        cut: &Cut,
        second: u32,
    ) -> (Split, Split) {
        let by_size = cut.by_size;
        let tail = growing_tail(work, calm, split.keys, second).filter(|_| by_size);
        let mut left = Split { reason: None, retry_at: 0, stays_until: 0, ..split.clone() };
        left.hot_since = split.hot_since.map(|_| second);
        left.cold_since = None;
        let mut right = Split { pinned: false, ..left.clone() };
        left.keys.hi = key;
        right.keys.lo = key;
        let behind = bytes_left_of(work, calm, split.keys, key, second);
        left.bytes = split.bytes * behind;
        right.bytes = split.bytes * (1.0 - behind);
        // A tail takes its state along: it is as hot and as hard to split as before.
        let loads = [&left, &right].map(|half| load_in(work, calm, half.keys, second));
        let (stays, goes) = match tail {
            Some(Growing { up: false, .. }) => (&mut right, &mut left),
            None if loads[0] < loads[1] * (1.0 - 1e-9) => (&mut right, &mut left),
            _ => (&mut left, &mut right),
        };
        if tail.is_some() {
            goes.reason = split.reason;
            goes.retry_at = split.retry_at;
            goes.hot_since = split.hot_since;
            stays.hot_since = None;
        } else {
            stays.reason = cut.reason;
        }
        let load = load_in(work, calm, goes.keys, second);
        goes.server = self.place(split.server, load, by_size);
        if by_size {
            // Or it would go back at once to the server that it has just left idle.
            goes.stays_until = second + self.constants.learn_seconds;
        }
        let kind = if by_size { EventKind::SizeSplit } else { EventKind::Split };
        let server = goes.server;
        match kind {
            EventKind::SizeSplit => self.size_splits += 1,
            _ => self.splits += 1,
        }
        if server != split.server {
            self.moved.push(rate_in(work, calm, goes.keys, second));
        }
        self.note(second, kind, key, server);
        (left, right)
    }

    /// The server for a new half: the least loaded one if that lowers the peak, or, for a split
    /// made for size, if there is another at all.
    fn place(&mut self, from: usize, load: f64, always: bool) -> usize {
        let others = (0..self.server_load.len()).filter(|&server| server != from);
        let Some(to) = others.reduce(|best, next| {
            if self.server_load[next] < self.server_load[best] { next } else { best }
        }) else {
            return from;
        };
        if !always && self.server_load[to] + load >= self.server_load[from] {
            return from;
        }
        self.server_load[from] -= load;
        self.server_load[to] += load;
        to
    }

    /// Merges neighbours that have been cold for long; never over the border of a row tree or a
    /// split point that was asked for.
    fn merge(&mut self, layout: &mut Layout, second: u32) -> bool {
        let mut merged = Vec::new();
        for index in 1..layout.splits.len() {
            let (before, split) = (&layout.splits[index - 1], &layout.splits[index]);
            let one_tree =
                !split.pinned && Layout::root_of(before.keys.lo) == Layout::root_of(split.keys.lo);
            let cold = self.split_load[index - 1] + self.split_load[index]
                < self.constants.merge_load_max
                && before.bytes + split.bytes < self.constants.split_bytes_max;
            let since = split.cold_since.unwrap_or(second);
            layout.splits[index].cold_since = (one_tree && cold).then_some(since);
            let old = one_tree && cold && second >= since + self.constants.merge_seconds;
            // Pairs do not overlap, so that one round never merges three.
            if old && merged.last() != Some(&(index - 1)) {
                merged.push(index);
            }
        }
        for &index in merged.iter().rev() {
            let gone = layout.splits.remove(index);
            let kept = &mut layout.splits[index - 1];
            kept.keys.hi = gone.keys.hi;
            kept.bytes += gone.bytes;
            kept.reason = None;
            let (key, server) = (gone.keys.lo, kept.server);
            layout.remember(index - 1, second);
            self.merges += 1;
            self.note(second, EventKind::Merge, key, server);
        }
        !merged.is_empty()
    }

    /// Moves splits from the busiest server to the idlest, the best fit first.
    fn balance(&mut self, layout: &mut Layout, second: u32) -> bool {
        let mut moves = (self.server_load.len() / 4).max(1);
        let mut changed = false;
        // A server that a single split keeps hot cannot be relieved; the others still can.
        let mut stuck = vec![false; self.server_load.len()];
        while moves > 0 {
            let Some((from, to)) = self.extremes(&stuck) else { break };
            let gap = self.server_load[from] - self.server_load[to];
            if gap < self.constants.balance_tolerance {
                break;
            }
            let mut best: Option<(bool, f64, f64, usize)> = None;
            for (index, split) in layout.splits.iter().enumerate() {
                let load = self.split_load[index];
                let gain = load.min(gap - load);
                let placed = split.stays_until > second;
                // What has just been placed goes last.
                let better = best.is_none_or(|(new, most, least, _)| match (placed, new) {
                    (false, true) => true,
                    (true, false) => false,
                    _ => gain > most + 1e-12 || (gain > most - 1e-12 && load < least),
                });
                if split.server == from && gain >= model::MOVE_GAIN_MIN && better {
                    best = Some((placed, gain, load, index));
                }
            }
            let Some((_, _, load, index)) = best else {
                stuck[from] = true;
                continue;
            };
            moves -= 1;
            self.server_load[from] -= load;
            self.server_load[to] += load;
            layout.splits[index].server = to;
            layout.remember(index, second);
            self.moves += 1;
            self.moved.push(self.split_rate[index]);
            let key = layout.splits[index].keys.lo;
            self.note(second, EventKind::Move, key, to);
            changed = true;
        }
        changed
    }

    /// The most loaded server that is not stuck, and the least loaded one.
    fn extremes(&self, stuck: &[bool]) -> Option<(usize, usize)> {
        let servers = 0..self.server_load.len();
        let most = servers.clone().filter(|&server| !stuck[server]).reduce(|best, next| {
            if self.server_load[next] > self.server_load[best] { next } else { best }
        })?;
        let least = servers.reduce(|best, next| {
            if self.server_load[next] < self.server_load[best] { next } else { best }
        })?;
        (most != least).then_some((most, least))
    }

    fn note(&mut self, second: u32, kind: EventKind, key: u64, server: usize) {
        if self.events.len() < model::EVENTS_KEPT_MAX {
            let object = self.roots[Layout::root_of(key)];
            self.events.push(Event { second, kind, key, object, server: count(server) });
        }
    }

    /// `CPU_USAGE_SCORE`: the share of a split's load that its server's other load leaves no room
    /// for, 0 to 100 (assumption of ours, fitted to the definition).
    pub(super) fn score(&self, layout: &Layout, split: usize) -> f64 {
        let load = self.split_load[split];
        let other = self.server_load[layout.splits[split].server] - load;
        100.0 * (load / (1.0 - other).max(1e-9)).min(1.0)
    }
}

/// A tail that makes most of a split's growth.
#[derive(Clone, Copy, Debug)]
struct Growing {
    boundary: u64,
    up: bool,
}

fn growing_tail(work: &Work, calm: &Shares, keys: Keys, second: u32) -> Option<Growing> {
    let mut best: Option<(f64, Growing)> = None;
    let mut total = 0.0;
    for &part in &work.in_root[Layout::root_of(keys.lo)] {
        let growth = calm.reaching(work, part) * work.growth[work.parts[part].stream].max(0.0);
        let kind = work.parts[part].kind;
        let Some(at) = work.point(part, second) else {
            let range = kind.keys();
            total += growth * range.overlap(keys).len() as f64 / range.len() as f64;
            continue;
        };
        if !keys.contains(at) {
            continue;
        }
        total += growth;
        if let ComponentKind::Tail(tail) = kind
            && best.is_none_or(|(most, _)| growth > most)
        {
            let up = tail.direction == Direction::Up;
            best = Some((growth, Growing { boundary: if up { at } else { at + 1 }, up }));
        }
    }
    best.filter(|(growth, _)| 2.0 * growth > total).map(|(_, tail)| tail)
}

fn part_load(work: &Work, calm: &Shares, part: usize) -> f64 {
    calm.reaching(work, part) * work.cost[work.parts[part].stream]
}

fn load_in(work: &Work, calm: &Shares, keys: Keys, second: u32) -> f64 {
    inside(work, keys, second, |part| part_load(work, calm, part))
}

fn rate_in(work: &Work, calm: &Shares, keys: Keys, second: u32) -> f64 {
    inside(work, keys, second, |part| calm.reaching(work, part))
}

/// Load of each stream that reaches `keys`.
pub(super) fn load_by_stream(
    work: &Work,
    calm: &Shares,
    keys: Keys,
    second: u32,
) -> Vec<(usize, f64)> {
    work.in_root[Layout::root_of(keys.lo)]
        .iter()
        .map(|&part| {
            let load = part_load(work, calm, part) * share_in(work, part, keys, second);
            (work.parts[part].stream, load)
        })
        .collect()
}

/// Adds up `of_part` over what lands in `keys`.
fn inside(work: &Work, keys: Keys, second: u32, of_part: impl Fn(usize) -> f64) -> f64 {
    work.in_root[Layout::root_of(keys.lo)]
        .iter()
        .map(|&part| of_part(part) * share_in(work, part, keys, second))
        .sum()
}

/// Share of a part that lands in `keys` now.
fn share_in(work: &Work, part: usize, keys: Keys, second: u32) -> f64 {
    match work.point(part, second) {
        Some(at) => f64::from(u8::from(keys.contains(at))),
        None => {
            let range = work.parts[part].kind.keys();
            range.overlap(keys).len() as f64 / range.len() as f64
        }
    }
}

/// Share of a split's bytes left of `key`: even load has written everywhere, a tail behind itself.
fn bytes_left_of(work: &Work, calm: &Shares, keys: Keys, key: u64, second: u32) -> f64 {
    let (mut left, mut total) = (0.0, 0.0);
    for &part in &work.in_root[Layout::root_of(keys.lo)] {
        let growth = calm.reaching(work, part) * work.growth[work.parts[part].stream].max(0.0);
        let (bytes, share) = match work.parts[part].kind {
            ComponentKind::Uniform(range) => {
                let inside = range.overlap(keys);
                (growth * inside.len() as f64 / range.len() as f64, inside.share_before(key))
            }
            ComponentKind::Atom { at } if keys.contains(at) => {
                (growth, f64::from(u8::from(at < key)))
            }
            ComponentKind::Tail(tail) => {
                let at = tail.position(f64::from(second), work.seconds);
                let written = match tail.direction {
                    Direction::Up => Keys { lo: tail.keys.lo, hi: at + 1 },
                    Direction::Down => Keys { lo: at, hi: tail.keys.hi },
                };
                let inside = written.overlap(keys);
                let here = if inside.is_empty() { 0.0 } else { growth };
                (here, inside.share_before(key))
            }
            ComponentKind::Atom { .. } => (0.0, 0.0),
        };
        left += bytes * share;
        total += bytes;
    }
    if total > 0.0 { left / total } else { 0.5 }
}

/// Why a hot split could not be split, for those listed at the end.
pub(super) fn listed(layout: &Layout, control: &Control) -> Vec<(usize, Reason, f64)> {
    let mut listed = Vec::new();
    for (index, split) in layout.splits.iter().enumerate() {
        let score = control.score(layout, index);
        if let (Some(reason), Some(_)) = (split.reason, split.hot_since)
            && score >= model::SCORE_LISTED
        {
            listed.push((index, reason, score));
        }
    }
    listed.sort_by(|a, b| b.2.total_cmp(&a.2).then(a.0.cmp(&b.0)));
    listed
}
