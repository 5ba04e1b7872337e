//! Latency: a lognormal time with no load, plus waiting for the slowest participant.
//!
//! Model: waiting at a server below capacity is nothing for the share of time that the server is
//! free and exponential otherwise; above capacity it is the server's backlog. What clients wait
//! before they may send is in a mix of its own.

mod cells;
mod grid;
mod mix;
mod normal;
mod percentile;
mod shape;
mod wait;

pub(super) use cells::{Cells, Joined};
pub(super) use mix::Mix;
pub(super) use wait::{Logged, Spot, Wait};

use super::commit_time;
use super::model::Constants;
use grid::{
    POINT_FIRST_MS, POINT_RATIO, Position, WAIT_FIRST_MS, WAIT_RATIO, WAITS, position, wait_ms,
};
use shape::{Shape, sigma, steps, tables};

/// The tables, worked out once.
#[derive(Debug)]
pub(super) struct Latency {
    /// Kinds of times with no load.
    shapes: Vec<Shape>,
    /// Times with no load.
    bases: Vec<Base>,
    /// Their means, ms.
    means: Vec<f64>,
    /// Which of them each class has.
    base_of: Vec<usize>,
    /// How long a split that moves is not served, ms.
    move_ms: f64,
    /// Logarithm of the first point of the axis, and the step to the next.
    axis: (f64, f64),
    /// The same of mean waits.
    waits: (f64, f64),
    /// The mean waits, ms.
    grid: [f64; WAITS],
    /// By how many steps the grid has between two mean waits: how many steps below the shorter one
    /// that stands whose rate is the sum of theirs.
    both: [f64; WAITS],
}

/// A time with no load, made from that of a commit in one split.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Base {
    /// Logarithm of how many times as long it is.
    log_factor: f64,
    /// What it takes longer in any case, ms.
    more_ms: f64,
    /// Its shape.
    shape: usize,
}

impl Latency {
    /// Tables for classes with this many participants each, and for those that read in so many
    /// places. Commits take `quorum_ms` longer.
    pub(super) fn new(
        participants: &[f64],
        places_read: &[f64],
        constants: &Constants,
        quorum_ms: f64,
    ) -> Self {
        let commit = sigma(constants.commit_p99_ms / constants.commit_median_ms);
        let read = sigma(constants.read_p99_ms / constants.read_median_ms);
        let read_factor = libm::log(constants.read_median_ms / constants.commit_median_ms);
        let mut latency = Self {
            shapes: Vec::new(),
            bases: Vec::new(),
            means: Vec::new(),
            base_of: Vec::new(),
            move_ms: constants.move_seconds * 1000.0,
            axis: (libm::log(POINT_FIRST_MS), libm::log(POINT_RATIO)),
            waits: (libm::log(WAIT_FIRST_MS), libm::log(WAIT_RATIO)),
            grid: std::array::from_fn(wait_ms),
            both: std::array::from_fn(|apart| {
                libm::log(1.0 + wait_ms(0) / wait_ms(apart)) / libm::log(WAIT_RATIO)
            }),
        };
        let median = constants.commit_median_ms;
        for (&count, &places) in participants.iter().zip(places_read) {
            let base = if count > 0.0 {
                // Steps of a fiftieth keep the number of tables small and cost 1 %.
                let factor = (commit_time::latency_factor(count) * 50.0).floor() / 50.0;
                let shape = latency.shape(median, commit, 1.0);
                Base { log_factor: libm::log(factor.max(1.0)), more_ms: quorum_ms, shape }
            } else {
                // Powers of two for the same reason.
                let of = libm::exp2(libm::round(libm::log2(places.max(1.0))));
                let shape = latency.shape(median, read, of);
                Base { log_factor: read_factor, more_ms: 0.0, shape }
            };
            let found = latency.bases.iter().position(|&known| known == base);
            latency.base_of.push(found.unwrap_or(latency.bases.len()));
            if found.is_none() {
                latency.bases.push(base);
            }
        }
        if latency.bases.is_empty() {
            let shape = latency.shape(median, commit, 1.0);
            latency.bases.push(Base { log_factor: 0.0, more_ms: 0.0, shape });
        }
        let mean = |base: &Base| {
            latency.shapes[base.shape].mean_ms * libm::exp(base.log_factor) + base.more_ms
        };
        latency.means = latency.bases.iter().map(mean).collect();
        latency
    }

    /// The slowest of `of` lognormals, which is worked out once.
    fn shape(&mut self, median_ms: f64, sigma: f64, of: f64) -> usize {
        let known = self.shapes.iter().position(|shape| shape.sigma == sigma && shape.of == of);
        known.unwrap_or_else(|| {
            let steps = steps(median_ms, sigma, of);
            let mean_ms = if of > 1.0 {
                steps.iter().map(|(ms, share)| ms * share).sum()
            } else {
                median_ms * libm::exp(sigma * sigma / 2.0)
            };
            let slower = tables(median_ms, sigma, of, &steps);
            self.shapes.push(Shape { sigma, of, slower, mean_ms });
            self.shapes.len() - 1
        })
    }

    /// Mean time with no load of the commits of a class, ms.
    pub(super) fn base(&self, class: usize) -> f64 {
        self.means[self.base_of[class]]
    }

    /// No commits.
    pub(super) fn empty(&self) -> Mix {
        Mix {
            total: 0.0,
            sum_ms: 0.0,
            free: vec![0.0; self.bases.len()],
            queued: vec![[0.0; WAITS]; self.bases.len()],
            spans: vec![0..0; self.bases.len()],
            behind: Vec::new(),
        }
    }

    /// Which factor the commits of a class have.
    pub(super) fn factor(&self, class: usize) -> usize {
        self.base_of[class]
    }

    /// How many factors there are.
    pub(super) fn factors(&self) -> usize {
        self.bases.len()
    }

    /// Adds commits by factor and, for each, by server; `waits` are those of the servers.
    pub(super) fn add_all(&self, mix: &mut Mix, commits: &[f64], waits: &[Logged]) {
        for (factor, commits) in commits.chunks_exact(waits.len().max(1)).enumerate() {
            for (&weight, &wait) in commits.iter().zip(waits) {
                if weight > 0.0 {
                    self.add_logged(mix, factor, wait, weight);
                }
            }
        }
    }

    /// Adds requests of a class whose split was moving.
    pub(super) fn add_moved(&self, mix: &mut Mix, class: usize, weight: f64) {
        if weight > 0.0 {
            let wait = Wait::Backlog(self.move_ms / 2.0);
            self.add_with(mix, self.factor(class), wait, weight);
        }
    }

    /// Adds commits that wait in the same way.
    pub(super) fn add_with(&self, mix: &mut Mix, factor: usize, wait: Wait, weight: f64) {
        self.add_logged(mix, factor, Logged::of(wait), weight);
    }

    fn add_logged(&self, mix: &mut Mix, factor: usize, logged: Logged, weight: f64) {
        let wait = logged.wait;
        mix.total += weight;
        mix.sum_ms += weight * (self.means[factor] + wait.mean());
        match wait {
            Wait::Queue { busy, .. } => {
                let at = self.on_waits(factor, logged.log);
                let busy = busy.clamp(0.0, 1.0);
                if at <= 0.0 {
                    mix.free[factor] += weight;
                    return;
                }
                mix.free[factor] += weight * (1.0 - busy);
                mix.add_queued(factor, position(at, WAITS), weight * busy);
            }
            Wait::Backlog(ms) => mix.add_behind(factor, ms, weight),
        }
    }

    /// Where a wait stands on the grid of the tables.
    pub(super) fn spot(&self, factor: usize, logged: Logged) -> Spot {
        let Wait::Queue { busy, .. } = logged.wait else {
            return Spot { at: Position::default(), busy: 0.0, behind: true };
        };
        let at = self.on_waits(factor, logged.log);
        let busy = if at > 0.0 { busy.clamp(0.0, 1.0) } else { 0.0 };
        Spot { at: position(at, WAITS), busy, behind: false }
    }

    /// Joins a stream to those that are waited for: a request waits longer than a time if it does so
    /// for one of those before, or for this one and for none of those. Of two exponentials both last
    /// longer as one does whose rate is the sum of theirs.
    pub(super) fn join(&self, joined: &mut Joined, stream: &Cells, first: bool) {
        let mut new = stream.clone();
        for one in joined.none.span.clone() {
            for other in stream.span.clone() {
                let share = joined.none.shares[one] * stream.shares[other];
                let at = one.min(other) as f64 - self.both[one.abs_diff(other)];
                if at > 0.0 && share != 0.0 {
                    new.add(position(at, WAITS), share);
                }
            }
        }
        joined.none.merge(&new, -1.0);
        if !first {
            joined.more.merge(&new, 1.0);
        }
    }

    /// Lets commits that have been added wait for other streams than the one that they wait for.
    pub(super) fn add_slower(&self, mix: &mut Mix, factor: usize, more: &Cells, weight: f64) {
        let longer = libm::exp(self.bases[factor].log_factor);
        for cell in more.span.clone() {
            let moved = weight * more.shares[cell];
            mix.sum_ms += moved * longer * self.grid[cell];
            mix.free[factor] -= moved;
            mix.queued[factor][cell] += moved;
        }
        mix.widen(factor, &more.span);
    }

    /// Where a mean wait, given by its logarithm, stands among those of the table of a factor;
    /// below 0 for none.
    fn on_waits(&self, factor: usize, log_ms: f64) -> f64 {
        let (first, step) = self.waits;
        (log_ms - self.bases[factor].log_factor - first) / step
    }
}
