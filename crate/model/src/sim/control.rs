//! What the database does about load: splits, size splits, merges, moves.

mod balance;
mod cut;
mod decide;
mod growth;
pub(super) mod listed;
mod look;
mod merge;
mod round;
pub(super) mod split_load;

use super::events::{Event, EventKind};
use super::knobs::Knobs;
use super::layout::{Layout, Split};
use super::model::{self, Constants};
use crate::load::{Load, ObjectId, count, greater, whole};
use split_load::SplitLoad;

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
    loads: Vec<SplitLoad>,
    /// What reaches each split of load that lies in several.
    wide: Vec<SplitLoad>,
    /// By part in `Spread::wide`: what `wide` was added up of.
    wide_of: Vec<SplitLoad>,
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
            loads: Vec::new(),
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
        self.loads.get(split).map_or(0.0, |sum| sum.load)
    }

    /// What a split holds at a second.
    pub(super) fn bytes_of(&self, layout: &Layout, split: usize, second: u32) -> f64 {
        let growth = self.loads.get(split).map_or(0.0, |sum| sum.growth);
        layout.splits[split].bytes_by(growth, second)
    }

    /// Notes when a split will be full.
    fn look_out_for_full(&mut self, layout: &Layout, split: usize) {
        let (growth, Split { bytes, bytes_at, .. }) =
            (self.loads[split].growth, &layout.splits[split]);
        if growth > 0.0 {
            let wait = (self.constants.split_bytes_max - *bytes) / growth;
            let wait = u32::try_from(whole(greater(wait, 0.0))).unwrap_or(u32::MAX);
            self.full_at = self.full_at.min(bytes_at.saturating_add(wait));
        }
    }

    /// Lets all splits grow up to a second.
    pub(super) fn settle(&self, layout: &mut Layout, second: u32) {
        for (split, sum) in layout.splits.iter_mut().zip(&self.loads) {
            split.settle(sum.growth, second);
        }
    }

    /// Splits that may be hot or worth a move, in order.
    fn bearing(&self) -> Vec<usize> {
        let mut splits = self.warm.clone();
        splits.extend(self.pointed.iter().filter(|&&split| !self.is_warm[split]));
        splits.sort_unstable();
        splits
    }

    /// Whether a split is hot by itself, or so that its server can be relieved of a part of it: of
    /// a server that bears more than others, splits too large to move are split as hot ones are.
    fn is_hot(&self, layout: &Layout, split: usize) -> bool {
        let in_the_way = self.unrelieved.get(layout.splits[split].server).is_some_and(|&it| it);
        self.is_hot_alone(layout, split)
            || in_the_way && self.loads[split].load > self.constants.hot_load_min
    }

    fn is_hot_alone(&self, layout: &Layout, split: usize) -> bool {
        let load = self.loads[split].load;
        let busy = self.server_load[layout.splits[split].server] > self.hot_server;
        load > self.constants.hot_load_min && (busy || load > self.constants.hot_load)
    }

    fn note(&mut self, second: u32, kind: EventKind, key: u64, server: usize) {
        if self.events.len() < model::EVENTS_KEPT_MAX {
            let object = self.roots[Layout::root_of(key)];
            self.events.push(Event { second, kind, key, object, server: count(server) });
        }
    }

    /// `CPU_USAGE_SCORE`: the share of a split's load that its server's other load leaves no room
    /// for, 0 to 100 (our assumption, fitted to the definition).
    pub(super) fn score(&self, layout: &Layout, split: usize) -> f64 {
        let load = self.load_of(split);
        let server = layout.splits[split].server;
        let other = self.server_load.get(server).map_or(0.0, |all| all - load);
        100.0 * (load / (1.0 - other).max(1e-9)).min(1.0)
    }
}
