//! What the database does about load: splits, size splits, merges, moves.

use super::events::{Event, EventKind, Reason};
use super::finder::{self, Verdict};
use super::flow::{Spread, Work};
use super::knobs::Knobs;
use super::layout::{Layout, Split};
use super::model::{self, Constants};
use super::shares::Shares;
use crate::load::{ComponentKind, Direction, Keys, Load, ObjectId, count, greater, lesser, whole};
use hotsplit_base::order;

/// What reaches a split.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Borne {
    /// In servers.
    load: f64,
    /// Touches per second.
    rate: f64,
    /// Bytes by which it grows in a second.
    growth: f64,
}

/// What has come into other splits since the database last looked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Elsewhere {
    /// Points at most.
    Points,
    /// Range reads at points; what lies in several splits is where it was.
    Reads,
    /// Anything, or the splits are others.
    All,
}

/// The state that one round works on and what it leaves behind.
///
/// A round costs what there is to do: what splits bear of wide load is added up only when that
/// load or the layout changes, and splits that bear next to nothing are not looked at.
#[derive(Debug)]
pub(super) struct Control {
    constants: Constants,
    /// Utilisation of a server from which on its splits are hot.
    hot_server: f64,
    /// What reaches each split.
    borne: Vec<Borne>,
    /// What reaches each split of load that lies in several.
    wide: Vec<Borne>,
    /// By part in [`Spread::wide`]: what `wide` was added up of.
    wide_of: Vec<Borne>,
    /// Splits that wide load lets grow or shrink.
    growing: Vec<usize>,
    /// Splits with points in them.
    pointed: Vec<usize>,
    /// Splits that bear enough of wide load to be hot or worth a move, in order.
    warm: Vec<usize>,
    /// Which splits are in `warm`.
    is_warm: Vec<bool>,
    /// Splits that are hot, in order.
    hot: Vec<usize>,
    /// The second from which on a split may be full.
    full_at: u32,
    /// Splits whose load has changed since cold neighbours were last looked for; `None` for all.
    changed: Option<Vec<usize>>,
    /// The second from which on cold neighbours may be merged.
    merge_at: u32,
    /// The second before which a round does nothing, unless the load changes.
    pub(super) idle_until: u32,
    /// Load that reaches each server, in servers; kept up to date during a round.
    server_load: Vec<f64>,
    /// Servers that bear more than others and that no move relieves.
    unrelieved: Vec<bool>,
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
            borne: Vec::new(),
            wide: Vec::new(),
            wide_of: Vec::new(),
            growing: Vec::new(),
            pointed: Vec::new(),
            warm: Vec::new(),
            is_warm: Vec::new(),
            hot: Vec::new(),
            full_at: 0,
            changed: None,
            merge_at: u32::MAX,
            idle_until: 0,
            server_load: Vec::new(),
            unrelieved: Vec::new(),
            events: Vec::new(),
            splits: 0,
            moves: 0,
            size_splits: 0,
            merges: 0,
            moved: Vec::new(),
            full: false,
        }
    }

    /// Load that reaches a split, in servers.
    pub(super) fn load_of(&self, split: usize) -> f64 {
        self.borne.get(split).map_or(0.0, |borne| borne.load)
    }

    /// What a split holds at a second.
    pub(super) fn bytes_of(&self, layout: &Layout, split: usize, second: u32) -> f64 {
        let growth = self.borne.get(split).map_or(0.0, |borne| borne.growth);
        layout.splits[split].bytes_by(growth, second)
    }

    /// Takes in what the load looks like now.
    pub(super) fn look(
        &mut self,
        work: &Work,
        layout: &mut Layout,
        spread: &Spread,
        calm: &Shares,
        (elsewhere, second): (Elsewhere, u32),
    ) {
        let wide_of = spread.wide.iter().map(|&part| borne_of(work, calm, part));
        if elsewhere == Elsewhere::All || !wide_of.clone().eq(self.wide_of.iter().copied()) {
            self.settle(layout, second);
            self.wide_of = wide_of.collect();
            self.look_at_all(layout, spread);
            self.look_at_wide(layout);
        } else if elsewhere == Elsewhere::Reads {
            self.settle_growing(layout, second);
            self.look_at_wide(layout);
        }
        self.look_at_points(work, layout, spread, calm, second);
        self.server_load.clone_from(&calm.server_load);
        self.idle_until = 0;
    }

    /// Adds up what all splits bear of wide load.
    fn look_at_all(&mut self, layout: &Layout, spread: &Spread) {
        let splits = layout.splits.len();
        self.wide.clear();
        self.wide.resize(splits, Borne::default());
        let (mut at, mut of_part) = (0, Borne::default());
        for (index, piece) in spread.pieces.iter().enumerate() {
            if index == 0 || spread.wide[at] != piece.part {
                at += usize::from(index > 0);
                of_part = self.wide_of[at];
            }
            let borne = &mut self.wide[piece.split];
            borne.load += of_part.load * piece.weight;
            borne.rate += of_part.rate * piece.touches;
            borne.growth += of_part.growth * piece.weight;
        }
        self.borne.clone_from(&self.wide);
        self.growing.clear();
        self.growing.extend((0..splits).filter(|&split| self.wide[split].growth != 0.0));
        self.pointed.clear();
        let least = self.constants.hot_load_min.min(model::MOVE_GAIN_MIN);
        self.is_warm.clear();
        self.is_warm.extend(self.wide.iter().map(|borne| borne.load >= least));
        self.warm.clear();
        self.warm.extend((0..splits).filter(|&split| self.is_warm[split]));
        self.hot.clear();
        self.hot.extend((0..splits).filter(|&split| layout.splits[split].hot_since.is_some()));
    }

    /// Starts from what splits bear of wide load, points aside.
    fn look_at_wide(&mut self, layout: &Layout) {
        for split in std::mem::take(&mut self.pointed) {
            self.borne[split] = self.wide[split];
        }
        self.changed = None;
        self.full_at = u32::MAX;
        for at in 0..self.growing.len() {
            self.look_out_for_full(layout, self.growing[at]);
        }
    }

    fn look_at_points(
        &mut self,
        work: &Work,
        layout: &mut Layout,
        spread: &Spread,
        calm: &Shares,
        second: u32,
    ) {
        let mut touched = std::mem::take(&mut self.pointed);
        touched.extend(spread.points.iter().map(|point| point.split));
        // Stable sorts make use of the order of points, which stands in it stream by stream.
        touched.sort();
        touched.dedup();
        for &split in &touched {
            layout.splits[split].settle(self.borne[split].growth, second);
            self.borne[split] = self.wide[split];
        }
        for point in &spread.points {
            let (borne, of_part) = (&mut self.borne[point.split], borne_of(work, calm, point.part));
            borne.load += of_part.load;
            borne.rate += of_part.rate;
            borne.growth += of_part.growth;
        }
        for &split in &touched {
            self.look_out_for_full(layout, split);
        }
        if let Some(changed) = &mut self.changed {
            changed.extend(&touched);
        }
        self.pointed.extend(spread.points.iter().map(|point| point.split));
        self.pointed.sort();
        self.pointed.dedup();
    }

    /// Notes when a split will be full.
    fn look_out_for_full(&mut self, layout: &Layout, split: usize) {
        let (growth, Split { bytes, bytes_at, .. }) =
            (self.borne[split].growth, &layout.splits[split]);
        if growth > 0.0 {
            let wait = (self.constants.split_bytes_max - *bytes) / growth;
            let wait = u32::try_from(whole(greater(wait, 0.0))).unwrap_or(u32::MAX);
            self.full_at = self.full_at.min(bytes_at.saturating_add(wait));
        }
    }

    /// Lets all splits grow up to a second.
    pub(super) fn settle(&self, layout: &mut Layout, second: u32) {
        for (split, borne) in layout.splits.iter_mut().zip(&self.borne) {
            split.settle(borne.growth, second);
        }
    }

    /// Lets those splits grow that do.
    fn settle_growing(&self, layout: &mut Layout, second: u32) {
        for &split in self.growing.iter().chain(&self.pointed) {
            layout.splits[split].settle(self.borne[split].growth, second);
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
        let mut changed_hot = false;
        // After a cut the loads of splits are stale; merging and moving wait for the next round.
        if !changed {
            changed = self.merge(layout, second);
        }
        if !changed {
            changed = self.balance(layout, second);
            let hot = |split: &usize| self.is_hot(layout, *split) && !self.hot.contains(split);
            // What balancing could not move is hot from the next round on.
            changed_hot = !changed && self.bearing().iter().any(hot);
        }
        self.idle_until = if changed || changed_hot { 0 } else { self.next_deed(layout) };
        changed
    }

    /// When a round may do something after one that did nothing, with the same load: what could
    /// not be moved then cannot be later.
    fn next_deed(&self, layout: &Layout) -> u32 {
        let learned = self.hot.iter().map(|&split| {
            let Split { hot_since, retry_at, .. } = layout.splits[split];
            (hot_since.unwrap_or(0) + self.constants.learn_seconds).max(retry_at)
        });
        learned.min().unwrap_or(u32::MAX).min(self.full_at).min(self.merge_at)
    }

    /// Splits that may be hot or worth a move, in order.
    fn bearing(&self) -> Vec<usize> {
        let mut splits = self.warm.clone();
        splits.extend(self.pointed.iter().filter(|&&split| !self.is_warm[split]));
        splits.sort_unstable();
        splits
    }

    /// Which splits are hot, and since when.
    fn watch(&mut self, layout: &mut Layout, second: u32) {
        for split in std::mem::take(&mut self.hot) {
            if !self.is_hot(layout, split) {
                layout.splits[split].hot_since = None;
            }
        }
        let cold = |split: &&usize| !self.is_warm[**split];
        let bearing = self.warm.iter().chain(self.pointed.iter().filter(cold));
        let mut hot: Vec<usize> =
            bearing.copied().filter(|&split| self.is_hot(layout, split)).collect();
        hot.sort_unstable();
        for &split in &hot {
            layout.splits[split].hot_since.get_or_insert(second);
        }
        self.hot = hot;
    }

    /// Whether a split is hot by itself, or so that its server can be relieved of a part of it: of
    /// a server that bears more than others, splits too large to move are split as hot ones are.
    fn is_hot(&self, layout: &Layout, split: usize) -> bool {
        let in_the_way = self.unrelieved.get(layout.splits[split].server).is_some_and(|&it| it);
        self.is_hot_alone(layout, split)
            || in_the_way && self.borne[split].load > self.constants.hot_load_min
    }

    fn is_hot_alone(&self, layout: &Layout, split: usize) -> bool {
        let load = self.borne[split].load;
        let busy = self.server_load[layout.splits[split].server] > self.hot_server;
        load > self.constants.hot_load_min && (busy || load > self.constants.hot_load)
    }

    fn load_cuts(
        &mut self,
        work: &Work,
        layout: &mut Layout,
        calm: &Shares,
        second: u32,
    ) -> Vec<Cut> {
        let mut cuts = Vec::new();
        for &index in &self.hot {
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
                    let hot = self.is_hot_alone(layout, index);
                    let split = &mut layout.splits[index];
                    split.retry_at = second + self.constants.learn_seconds;
                    if hot && split.reason != Some(reason) {
                        split.reason = Some(reason);
                        layout.remember(index, second);
                    }
                }
            }
        }
        cuts
    }

    fn size_cuts(
        &mut self,
        work: &Work,
        layout: &mut Layout,
        calm: &Shares,
        second: u32,
    ) -> Vec<Cut> {
        let mut cuts = Vec::new();
        if second < self.full_at {
            return cuts;
        }
        self.settle(layout, second);
        self.full_at = u32::MAX;
        for split in 0..layout.splits.len() {
            self.look_out_for_full(layout, split);
        }
        for (index, split) in layout.splits.iter().enumerate() {
            // A full split that has stopped growing is left alone.
            let full =
                split.bytes >= self.constants.split_bytes_max && self.borne[index].growth > 0.0;
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
        self.settle(layout, second);
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
        let merged = match self.changed.take() {
            Some(changed) if second < self.merge_at => {
                for split in changed.into_iter().flat_map(|split| [split, split + 1]) {
                    if (1..layout.splits.len()).contains(&split) {
                        self.look_for_cold(layout, split, second);
                    }
                }
                self.changed = Some(Vec::new());
                return false;
            }
            _ => self.long_cold(layout, second),
        };
        self.changed = Some(Vec::new());
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

    /// All splits that have been cold with the one before them for long.
    fn long_cold(&mut self, layout: &mut Layout, second: u32) -> Vec<usize> {
        self.settle(layout, second);
        self.merge_at = u32::MAX;
        let mut merged = Vec::new();
        for index in 1..layout.splits.len() {
            let since = self.look_for_cold(layout, index, second);
            let old = since.is_some_and(|since| second >= since + self.constants.merge_seconds);
            // Pairs do not overlap, so that one round never merges three.
            if old && merged.last() != Some(&(index - 1)) {
                merged.push(index);
            }
        }
        merged
    }

    /// Since when a split and the one before it have been cold enough to be merged.
    fn look_for_cold(&mut self, layout: &mut Layout, index: usize, second: u32) -> Option<u32> {
        let (before, split) = (&layout.splits[index - 1], &layout.splits[index]);
        let (one, other) = (self.borne[index - 1], self.borne[index]);
        let bytes = before.bytes_by(one.growth, second) + split.bytes_by(other.growth, second);
        let cold = !split.pinned
            && Layout::root_of(before.keys.lo) == Layout::root_of(split.keys.lo)
            && one.load + other.load < self.constants.merge_load_max
            && bytes < self.constants.split_bytes_max;
        let since = cold.then_some(split.cold_since.unwrap_or(second));
        layout.splits[index].cold_since = since;
        if let Some(since) = since {
            self.merge_at = self.merge_at.min(since + self.constants.merge_seconds);
        }
        since
    }

    /// Moves splits from the busiest server to the idlest, the best fit first.
    fn balance(&mut self, layout: &mut Layout, second: u32) -> bool {
        let mut moves = (self.server_load.len() / 4).max(1);
        let mut changed = false;
        // A server that a single split keeps hot cannot be relieved; the others still can.
        let mut stuck = vec![false; self.server_load.len()];
        self.unrelieved.clear();
        self.unrelieved.resize(self.server_load.len(), false);
        // By server, once there is something to move.
        let mut on_server: Vec<Vec<usize>> = Vec::new();
        while moves > 0 {
            let Some((from, to)) = self.extremes(&stuck) else { break };
            let gap = self.server_load[from] - self.server_load[to];
            if gap < self.constants.balance_tolerance {
                break;
            }
            if on_server.is_empty() {
                on_server.resize(self.server_load.len(), Vec::new());
                for split in self.bearing() {
                    on_server[layout.splits[split].server].push(split);
                }
            }
            let Some(index) = self.best_to_move(layout, &on_server[from], gap, second) else {
                stuck[from] = true;
                // What would be no hot split is no hot server either.
                self.unrelieved[from] = self.server_load[from] > self.constants.hot_load;
                continue;
            };
            moves -= 1;
            let load = self.borne[index].load;
            self.server_load[from] -= load;
            self.server_load[to] += load;
            layout.splits[index].server = to;
            on_server[from].retain(|&split| split != index);
            let place = on_server[to].partition_point(|&split| split < index);
            on_server[to].insert(place, index);
            layout.remember(index, second);
            self.moves += 1;
            self.moved.push(self.borne[index].rate);
            let key = layout.splits[index].keys.lo;
            self.note(second, EventKind::Move, key, to);
            changed = true;
        }
        changed
    }

    /// Which of `splits` narrows a gap between two servers the most, if any does.
    fn best_to_move(
        &self,
        layout: &Layout,
        splits: &[usize],
        gap: f64,
        second: u32,
    ) -> Option<usize> {
        let mut best: Option<(bool, f64, f64, usize)> = None;
        for &index in splits {
            let load = self.borne[index].load;
            let gain = lesser(load, gap - load);
            let placed = layout.splits[index].stays_until > second;
            // What has just been placed goes last.
            let better = best.is_none_or(|(new, most, least, _)| match (placed, new) {
                (false, true) => true,
                (true, false) => false,
                _ => gain > most + 1e-12 || (gain > most - 1e-12 && load < least),
            });
            if gain >= model::MOVE_GAIN_MIN && better {
                best = Some((placed, gain, load, index));
            }
        }
        best.map(|(.., index)| index)
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
        let load = self.load_of(split);
        let server = layout.splits[split].server;
        let other = self.server_load.get(server).map_or(0.0, |all| all - load);
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
    calm.reaching(work, part) * work.cost[part]
}

/// What a part brings to its splits.
fn borne_of(work: &Work, calm: &Shares, part: usize) -> Borne {
    let rate = calm.reaching(work, part);
    let growth = work.growth[work.parts[part].stream];
    Borne { load: rate * work.cost[part], rate, growth: rate * calm.part_share[part] * growth }
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
            let load = part_load(work, calm, part) * work.share_in(part, keys, second);
            (work.parts[part].stream, load)
        })
        .collect()
}

/// Adds up `of_part` over what lands in `keys`.
fn inside(work: &Work, keys: Keys, second: u32, of_part: impl Fn(usize) -> f64) -> f64 {
    work.in_root[Layout::root_of(keys.lo)]
        .iter()
        .map(|&part| of_part(part) * work.share_in(part, keys, second))
        .sum()
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
                let at = work.point(part, second).expect("a tail stands somewhere");
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

/// Why a hot split could not be split, for those listed at the end of a run that is at `second`.
///
/// A split that has not been hot for long has no reason yet. Where a tail has just come into it and
/// will be gone before it is split, that is the reason.
pub(super) fn listed(
    work: &Work,
    layout: &Layout,
    calm: &Shares,
    control: &Control,
    second: u32,
) -> Vec<(usize, Reason, f64)> {
    let mut listed = Vec::new();
    for (index, split) in layout.splits.iter().enumerate() {
        let score = control.score(layout, index);
        if score < model::SCORE_LISTED {
            continue;
        }
        let passing = || {
            let new = control.is_hot_alone(layout, index) && second >= work.constants.learn_seconds;
            let found = |part| part_load(work, calm, part);
            let verdict = new.then(|| finder::find(work, split.keys, second, found));
            let (Verdict::Not(reason) | Verdict::At(_, Some(reason))) = verdict? else {
                return None;
            };
            (reason == Reason::MovingHotSpot).then_some(reason)
        };
        let reason = split.reason.filter(|_| split.hot_since.is_some()).or_else(passing);
        listed.extend(reason.map(|reason| (index, reason, score)));
    }
    order::by(&mut listed, |a, b| b.2.total_cmp(&a.2).then(a.0.cmp(&b.0)));
    listed
}
