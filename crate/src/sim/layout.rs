//! Splits, where they are served, and how that came about.

use super::{Change, Reason, model};
use crate::workload::load::{Keys, Load, OBJECT_KEYS};

/// A split: the unit that one server serves.
#[derive(Clone, Debug)]
pub(super) struct Split {
    /// Its keys.
    pub(super) keys: Keys,
    /// The server.
    pub(super) server: usize,
    /// What it holds.
    pub(super) bytes: f64,
    /// Since when it has been hot.
    pub(super) hot_since: Option<u32>,
    /// When to look for a split point again after there was none.
    pub(super) retry_at: u32,
    /// Why there was none.
    pub(super) reason: Option<Reason>,
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

impl Layout {
    /// A fresh database: one split for each row tree and free-standing index and for each of
    /// `points`, which stand in order, handed round the servers in the order of `servers`.
    pub(super) fn fresh(load: &Load, points: &[u64], servers: &[usize]) -> Self {
        let mut layout = Self { splits: Vec::new(), servers: servers.len(), history: Vec::new() };
        let mut points = points.iter().copied().peekable();
        for root in 0..load.roots() {
            let tree = Load::root_keys(root);
            let mut lo = tree.lo;
            while let Some(point) = points.next_if(|&point| point < tree.hi) {
                layout.add(Keys { lo, hi: point }, lo != tree.lo, servers);
                lo = point;
            }
            layout.add(Keys { lo, hi: tree.hi }, lo != tree.lo, servers);
        }
        for split in 0..layout.splits.len() {
            layout.remember(split, 0);
        }
        layout
    }

    fn add(&mut self, keys: Keys, pinned: bool, servers: &[usize]) {
        self.splits.push(Split {
            keys,
            server: servers[self.splits.len() % servers.len()],
            bytes: 0.0,
            hot_since: None,
            retry_at: 0,
            reason: None,
            cold_since: None,
            stays_until: 0,
            pinned,
        });
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

    /// Notes who serves a split from now on, and why it cannot be split.
    pub(super) fn remember(&mut self, split: usize, second: u32) {
        if self.history.len() < model::HISTORY_MAX {
            let split = &self.splits[split];
            self.history.push(Change {
                second,
                keys: split.keys,
                server: crate::workload::load::count(split.server),
                reason: split.reason,
            });
        }
    }
}
