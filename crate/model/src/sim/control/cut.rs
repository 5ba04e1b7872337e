//! Cutting splits, and placing the halves on servers.

use super::Control;
use super::decide::Cut;
use super::growth::{Growing, bytes_left_of, growing_tail};
use super::split_load::{load_in, rate_in};
use crate::sim::events::EventKind;
use crate::sim::layout::{Layout, Split};
use crate::sim::prepared::PreparedLoad;
use crate::sim::shares::Shares;

impl Control {
    /// Cuts splits, and places the lighter half of each elsewhere where that helps.
    pub(super) fn apply(
        &mut self,
        prepared: &PreparedLoad,
        layout: &mut Layout,
        unhindered: &Shares,
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
                let (left, right) = self.cut(prepared, unhindered, &rest, key, &cut, second);
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
        prepared: &PreparedLoad,
        unhindered: &Shares,
        split: &Split,
        key: u64,
        cut: &Cut,
        second: u32,
    ) -> (Split, Split) {
        let by_size = cut.by_size;
        let tail = growing_tail(prepared, unhindered, split.keys, second).filter(|_| by_size);
        let mut left = Split { reason: None, retry_at: 0, stays_until: 0, ..split.clone() };
        left.hot_since = split.hot_since.map(|_| second);
        left.cold_since = None;
        let mut right = Split { pinned: false, ..left.clone() };
        left.keys.hi = key;
        right.keys.lo = key;
        let behind = bytes_left_of(prepared, unhindered, split.keys, key, second);
        left.bytes = split.bytes * behind;
        right.bytes = split.bytes * (1.0 - behind);
        // A tail takes its state along: it is as hot and as hard to split as before.
        let loads = [&left, &right].map(|half| load_in(prepared, unhindered, half.keys, second));
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
        let load = load_in(prepared, unhindered, goes.keys, second);
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
            self.moved.push(rate_in(prepared, unhindered, goes.keys, second));
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
}
