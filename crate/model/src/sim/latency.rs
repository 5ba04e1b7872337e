//! Latency: a lognormal time with no load, plus waiting for the slowest participant.
//!
//! Model: waiting at a server below capacity is nothing for the share of time that the server is
//! free and exponential otherwise; above capacity it is the server's backlog. What clients wait
//! before they may send is in a mix of its own.

use super::commit_time;
use super::model::Constants;
use crate::load::{greater, lesser, whole};
use std::ops::Range;

/// Points of the latency axis.
const POINTS: usize = 144;
/// First point, ms.
const POINT_FIRST_MS: f64 = 0.25;
/// Ratio of two points.
const POINT_RATIO: f64 = 1.1;
/// Mean waits that the table is worked out for.
const WAITS: usize = 48;
/// First of these, ms.
const WAIT_FIRST_MS: f64 = 0.1;
/// Ratio of two of them.
const WAIT_RATIO: f64 = 1.25;
/// Equal-probability steps of the lognormal below its tail; the tail is cut finer.
const BODY_STEPS: u32 = 20;
/// Steps of the tail, each half as likely as the one before.
const TAIL_STEPS: u32 = 12;
/// Halvings that find a percentile: the axis spans a factor of 10⁶.
const HALVINGS: u32 = 18;
/// How close to a percentile the search for it comes before it halves: a few of the last halves.
const CLOSE: f64 = 1e-4;
/// Steps by which it comes so close at most.
const STEPS_MAX: u32 = 4;
/// Differing backlogs kept apart in one mix.
const BACKLOGS_MAX: usize = 512;

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

/// How times with no load are spread, with the median of a commit: the slowest of some lognormals
/// with one spread.
#[derive(Debug)]
struct Shape {
    /// Spread of the logarithm.
    sigma: f64,
    /// How many.
    of: f64,
    /// Share of commits slower than each point: by point, then by mean wait. No wait first.
    slower: Vec<[f64; 1 + WAITS]>,
    /// The mean, ms.
    mean_ms: f64,
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

/// How commits wait at a server.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Wait {
    /// With probability `busy` for an exponential time with this mean.
    Queue {
        /// Share of commits that wait.
        busy: f64,
        /// Mean of their wait, ms.
        mean_ms: f64,
    },
    /// For the whole backlog, ms.
    Backlog(f64),
}

/// A wait with the logarithm of its mean, which all that wait at a server share.
#[derive(Clone, Copy, Debug)]
pub(super) struct Logged {
    wait: Wait,
    /// Of a queue; nothing asks for that of a backlog.
    log: f64,
}

/// Shares of requests by their mean wait, on the grid of the tables.
#[derive(Clone, Debug)]
pub(super) struct Cells {
    shares: [f64; WAITS],
    /// Where anything may stand.
    span: Range<usize>,
}

/// A wait on the grid of the tables.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spot {
    /// The mean below that of the wait, and the way to the next.
    at: (usize, f64),
    /// Share of the requests that wait.
    busy: f64,
    /// They wait behind a backlog.
    pub(super) behind: bool,
}

/// Waits of several streams that are waited for together.
#[derive(Clone, Debug, Default)]
pub(super) struct Joined {
    /// The share that does not wait for any of them, less 1: exponentials with these shares.
    none: Cells,
    /// What the wait for the slowest has more than that for the first.
    pub(super) more: Cells,
}

/// Commits by how they wait.
#[derive(Clone, Debug)]
pub(super) struct Mix {
    total: f64,
    /// Milliseconds of all commits together.
    pub(super) sum_ms: f64,
    /// By factor; below 0 where some wait of two participants stands in `queued` twice.
    free: Vec<f64>,
    /// By factor and mean wait; what waits of two participants at once is taken out again.
    queued: Vec<[f64; WAITS]>,
    /// By factor: where in `queued` anything may stand.
    spans: Vec<Range<usize>>,
    /// Factor, backlog in ms, weight.
    behind: Vec<(usize, f64, f64)>,
}

impl Wait {
    /// None at all.
    pub(super) const NONE: Self = Self::Queue { busy: 0.0, mean_ms: 0.0 };

    /// At a server below capacity that bears `load` and takes `burst_ms` for a burst; the mean is
    /// no longer than `most`.
    pub(super) fn queue(load: f64, burst_ms: f64, most: f64) -> Self {
        let free = greater(1.0 - load, 1e-9);
        Self::Queue { busy: lesser(load, 1.0), mean_ms: lesser(burst_ms / free, most) }
    }

    /// The same wait after another one, ms.
    pub(super) fn after(self, ms: f64) -> Self {
        if ms > 0.0 { Self::Backlog(ms + self.mean()) } else { self }
    }

    /// The mean, ms.
    pub(super) fn mean(self) -> f64 {
        match self {
            Self::Queue { busy, mean_ms } => busy * mean_ms,
            Self::Backlog(ms) => ms,
        }
    }
}

impl Logged {
    /// Of a wait.
    pub(super) fn of(wait: Wait) -> Self {
        let log = match wait {
            Wait::Queue { mean_ms, .. } => log_of(mean_ms),
            Wait::Backlog(_) => 0.0,
        };
        Self { wait, log }
    }
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

    /// Adds commits given by factor and, for each, by server; `waits` are those of the servers.
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
                mix.add_queued(factor, below(at, WAITS), weight * busy);
            }
            Wait::Backlog(ms) => mix.add_behind(factor, ms, weight),
        }
    }

    /// Where a wait stands on the grid of the tables.
    pub(super) fn spot(&self, factor: usize, logged: Logged) -> Spot {
        let Wait::Queue { busy, .. } = logged.wait else {
            return Spot { at: (0, 0.0), busy: 0.0, behind: true };
        };
        let at = self.on_waits(factor, logged.log);
        let busy = if at > 0.0 { busy.clamp(0.0, 1.0) } else { 0.0 };
        Spot { at: below(at, WAITS), busy, behind: false }
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
                    new.add(below(at, WAITS), share);
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

    /// The latency that a share `1 - slower` of commits stays below, ms; 0 without commits. It is
    /// found sooner where it is close to `near`, but the same for every `near`.
    pub(super) fn percentile(&self, mix: &Mix, slower: f64, near: f64) -> f64 {
        if mix.total <= 0.0 {
            return 0.0;
        }
        let (first, step) = self.axis;
        let span = step * (POINTS - 1) as f64;
        let mut search = Search {
            curve: Curve::of(self, mix),
            goal: slower * mix.total,
            from: (f64::NEG_INFINITY, 0.0),
            to: (f64::INFINITY, 0.0),
            next: f64::NAN,
        };
        if near > 0.0 {
            let near = libm::log(near).clamp(first, first + span);
            if let Some(found) = search.close_in(near, (first, span)) {
                return libm::exp(found);
            }
        }
        let (mut low, mut high) = (first, first + span);
        for _ in 0..HALVINGS {
            let middle = (low + high) / 2.0;
            if search.is_below(middle) {
                low = middle;
            } else {
                high = middle;
            }
        }
        libm::exp((low + high) / 2.0)
    }

    /// The mean latency, ms; 0 without commits.
    pub(super) fn mean(&self, mix: &Mix) -> f64 {
        if mix.total > 0.0 { mix.sum_ms / mix.total } else { 0.0 }
    }

    /// Where a mean wait, given by its logarithm, stands among those of the table of a factor;
    /// below 0 for none.
    fn on_waits(&self, factor: usize, log_ms: f64) -> f64 {
        let (first, step) = self.waits;
        (log_ms - self.bases[factor].log_factor - first) / step
    }

    /// A time given by its logarithm as a point of the latency axis and the way to the next.
    fn on_axis(&self, log_ms: f64) -> (usize, f64) {
        let (first, step) = self.axis;
        below((log_ms - first) / step, POINTS)
    }
}

/// Commits of a mix by how slow they are.
struct Curve<'a> {
    latency: &'a Latency,
    mix: &'a Mix,
    /// Of the factors that any commits have.
    read: Vec<Read>,
}

/// What was read of a factor last. Times that are asked for one after the other mostly lie between
/// the same two points.
#[derive(Debug)]
struct Read {
    factor: usize,
    /// Mean waits that any commits have.
    waits: Range<usize>,
    /// A point of the axis.
    low: usize,
    /// What is slower than it.
    here: f64,
    /// What is slower than the next.
    next: f64,
}

impl<'a> Curve<'a> {
    fn of(latency: &'a Latency, mix: &'a Mix) -> Self {
        let read = |(factor, free): (usize, &f64)| {
            let waits = mix.spans[factor].clone();
            let used = *free != 0.0 || !waits.is_empty();
            used.then_some(Read { factor, waits, low: usize::MAX, here: 0.0, next: 0.0 })
        };
        Self { latency, mix, read: mix.free.iter().enumerate().filter_map(read).collect() }
    }

    /// Weight of the commits slower than a time given by its logarithm, and how it changes there.
    fn slower_than(&mut self, log_ms: f64) -> (f64, f64) {
        let latency = self.latency;
        let (mut sum, mut slope) = (0.0, 0.0);
        for read in &mut self.read {
            let base = &latency.bases[read.factor];
            let log =
                if base.more_ms > 0.0 { log_of(libm::exp(log_ms) - base.more_ms) } else { log_ms };
            let (low, part) = latency.on_axis(log - base.log_factor);
            if read.low != low {
                (read.here, read.next) =
                    (at(latency, self.mix, read, low), at(latency, self.mix, read, low + 1));
                read.low = low;
            }
            sum += read.here * (1.0 - part) + read.next * part;
            slope += read.next - read.here;
        }
        let ms = if self.mix.behind.is_empty() { 0.0 } else { libm::exp(log_ms) };
        for &(factor, backlog, weight) in &self.mix.behind {
            let base = latency.bases[factor];
            let slower = &latency.shapes[base.shape].slower;
            let rest = ms - backlog - base.more_ms;
            if rest <= 0.0 {
                sum += weight;
                continue;
            }
            let (low, part) = latency.on_axis(libm::log(rest) - base.log_factor);
            let (here, next) = (slower[low][0], slower[low + 1][0]);
            sum += weight * (here * (1.0 - part) + next * part);
            slope += weight * (next - here) * ms / rest;
        }
        (sum, slope / latency.axis.1)
    }
}

/// Weight of the commits with a factor, backlogs aside, slower than a point of the axis.
fn at(latency: &Latency, mix: &Mix, read: &Read, point: usize) -> f64 {
    let Read { factor, waits, .. } = read;
    let slower = &latency.shapes[latency.bases[*factor].shape].slower[point];
    let mut sum = mix.free[*factor] * slower[0];
    let slower = &slower[1..][waits.clone()];
    for (slower, &weight) in slower.iter().zip(&mix.queued[*factor][waits.clone()]) {
        if weight != 0.0 {
            sum += weight * slower;
        }
    }
    sum
}

/// The search for the time that commits of a weight, the goal, are slower than.
struct Search<'a> {
    curve: Curve<'a>,
    goal: f64,
    /// The latest time that is known to be before it, and the weight of slower commits.
    from: (f64, f64),
    /// The earliest that is not.
    to: (f64, f64),
    /// Where the goal would be if weights fell on as they do at the time asked for last.
    next: f64,
}

impl Search<'_> {
    /// Whether a time given by its logarithm comes before the one that is looked for.
    fn is_below(&mut self, at: f64) -> bool {
        if at <= self.from.0 {
            return true;
        }
        if at >= self.to.0 {
            return false;
        }
        let (slower, slope) = self.curve.slower_than(at);
        let below = slower > self.goal;
        *(if below { &mut self.from } else { &mut self.to }) = (at, slower);
        self.next = at + (self.goal - slower) / slope;
        below
    }

    /// The middle of the last of the halves in which `at` lies, if the goal lies there; if not, one
    /// side of it is known at least.
    fn half_of(&mut self, at: f64, (first, span): (f64, f64)) -> Option<f64> {
        let half = span / f64::from(1 << HALVINGS);
        let start = first + half * ((at - first) / half).floor();
        // A hair within, so that either end counts as known.
        let inside =
            self.is_below(start + half * 1e-6) && !self.is_below(start + half * (1.0 - 1e-6));
        inside.then_some(start + half / 2.0)
    }

    /// Finds the goal, to the last of the halves, from a time that may be close; or at least times
    /// close to it on either side.
    fn close_in(&mut self, near: f64, axis: (f64, f64)) -> Option<f64> {
        // Between two points of the axis weights fall almost evenly with time.
        let up = self.is_below(near);
        for _ in 0..STEPS_MAX {
            let next = self.next;
            if !next.is_finite() || next <= self.from.0 || next >= self.to.0 {
                break;
            }
            let found = self.half_of(next, axis);
            if found.is_some() {
                return found;
            }
        }
        let (mut reach, span) = (2.0 * CLOSE, axis.1);
        while reach < span && self.is_below(if up { near + reach } else { near - reach }) == up {
            reach *= 8.0;
        }
        for _ in 0..STEPS_MAX {
            let ((from, more), (to, less)) = (self.from, self.to);
            if (to - from).is_nan() || !(to - from).is_finite() || to - from <= 2.0 * CLOSE {
                break;
            }
            let at = from + (to - from) * ((more - self.goal) / (more - less)).clamp(0.0, 1.0);
            let below = self.is_below(at);
            self.is_below(if below { at + CLOSE } else { at - CLOSE });
        }
        None
    }
}

/// A logarithm that stays finite: what is not above 0 comes before all points.
fn log_of(ms: f64) -> f64 {
    if ms > 0.0 { libm::log(ms) } else { -1e9 }
}

impl Mix {
    /// Takes in another mix of the same tables.
    pub(super) fn merge(&mut self, other: &Self) {
        self.total += other.total;
        self.sum_ms += other.sum_ms;
        for (sum, more) in self.free.iter_mut().zip(&other.free) {
            *sum += more;
        }
        for (factor, span) in other.spans.iter().enumerate() {
            self.widen(factor, span);
            let more = &other.queued[factor][span.clone()];
            for (sum, more) in self.queued[factor][span.clone()].iter_mut().zip(more) {
                *sum += more;
            }
        }
        for &(factor, ms, weight) in &other.behind {
            self.add_behind(factor, ms, weight);
        }
    }

    /// Forgets all.
    pub(super) fn clear(&mut self) {
        self.total = 0.0;
        self.sum_ms = 0.0;
        self.free.fill(0.0);
        for (queued, span) in self.queued.iter_mut().zip(&mut self.spans) {
            queued[std::mem::take(span)].fill(0.0);
        }
        self.behind.clear();
    }

    /// Adds commits whose mean wait stands between two of those of the table.
    fn add_queued(&mut self, factor: usize, (low, part): (usize, f64), weight: f64) {
        self.widen(factor, &(low..low + 2));
        self.queued[factor][low] += weight * (1.0 - part);
        self.queued[factor][low + 1] += weight * part;
    }

    /// From here on something may stand in a stretch of `queued`.
    fn widen(&mut self, factor: usize, more: &Range<usize>) {
        widen(&mut self.spans[factor], more);
    }

    fn add_behind(&mut self, factor: usize, ms: f64, weight: f64) {
        let near = |known: f64| (known - ms).abs() <= 1e-9 * ms;
        let full = self.behind.len() >= BACKLOGS_MAX;
        let found = self.behind.iter_mut().rev().find(|known| {
            known.0 == factor && (near(known.1) || (full && (known.1 - ms).abs() < 0.02 * ms))
        });
        match found {
            Some(known) => known.2 += weight,
            None => self.behind.push((factor, ms, weight)),
        }
    }
}

impl Default for Cells {
    fn default() -> Self {
        Self { shares: [0.0; WAITS], span: 0..0 }
    }
}

impl Cells {
    /// Adds a share of the requests, which wait as a spot says.
    pub(super) fn add_spot(&mut self, spot: &Spot, share: f64) {
        if spot.busy > 0.0 {
            self.add(spot.at, share * spot.busy);
        }
    }

    /// Adds a share whose mean wait stands between two of the grid.
    fn add(&mut self, (low, part): (usize, f64), share: f64) {
        widen(&mut self.span, &(low..low + 2));
        self.shares[low] += share * (1.0 - part);
        self.shares[low + 1] += share * part;
    }

    fn merge(&mut self, other: &Self, times: f64) {
        widen(&mut self.span, &other.span);
        for cell in other.span.clone() {
            self.shares[cell] += times * other.shares[cell];
        }
    }
}

/// A mean wait of the grid, ms.
fn wait_ms(cell: usize) -> f64 {
    WAIT_FIRST_MS * libm::exp(libm::log(WAIT_RATIO) * cell as f64)
}

/// Lets a stretch take in another.
fn widen(span: &mut Range<usize>, more: &Range<usize>) {
    if span.start >= span.end {
        *span = more.clone();
    } else if !more.is_empty() {
        *span = span.start.min(more.start)..span.end.max(more.end);
    }
}

/// A position on a grid of `points` as the point below and the way to the next, kept inside.
fn below(at: f64, points: usize) -> (usize, f64) {
    if at <= 0.0 || at.is_nan() {
        return (0, 0.0);
    }
    let last = points - 2;
    let low = usize::try_from(whole(at)).map_or(last, |low| low.min(last));
    (low, lesser(at - low as f64, 1.0))
}

/// Spread of the logarithm of a time: the 99th percentile lies 2.326 of it above the median.
fn sigma(p99_over_median: f64) -> f64 {
    libm::log(p99_over_median) / normal_quantile(0.99)
}

/// Times of equal or known probability of the slowest of `of` lognormals.
fn steps(median_ms: f64, sigma: f64, of: f64) -> Vec<(f64, f64)> {
    let median = libm::log(median_ms);
    quantile_steps()
        .into_iter()
        .map(|(middle, share)| {
            let each = if of > 1.0 { libm::pow(middle, 1.0 / of) } else { middle };
            (libm::exp(median + sigma * normal_quantile(each)), share)
        })
        .collect()
}

/// Share of commits slower than each point, with no wait and with each mean wait.
fn tables(median_ms: f64, sigma: f64, of: f64, steps: &[(f64, f64)]) -> Vec<[f64; 1 + WAITS]> {
    let median = libm::log(median_ms);
    let points: Vec<f64> = (0..POINTS)
        .map(|i| POINT_FIRST_MS * libm::exp(libm::log(POINT_RATIO) * i as f64))
        .collect();
    let mut tables = vec![[0.0; 1 + WAITS]; POINTS];
    for (slower, point) in tables.iter_mut().zip(&points) {
        let z = (libm::log(*point) - median) / sigma;
        slower[0] = 0.5 * libm::erfc(z / std::f64::consts::SQRT_2);
        if of > 1.0 {
            slower[0] = 1.0 - libm::pow(1.0 - slower[0], of);
        }
    }
    for wait in 0..WAITS {
        let mean = wait_ms(wait);
        for (slower, with) in tables.iter_mut().zip(with_wait(&points, steps, mean)) {
            slower[1 + wait] = with;
        }
    }
    tables
}

/// The lognormal's steps plus an exponential wait: shares slower than each point. Going up the
/// axis, what has waited decays and what has just begun to wait joins it.
fn with_wait(points: &[f64], steps: &[(f64, f64)], mean: f64) -> [f64; POINTS] {
    let mut slower = [0.0; POINTS];
    let mut next = 0;
    let mut waiting = 0.0;
    let mut not_begun = 1.0;
    let mut before = 0.0;
    for (slower, &point) in slower.iter_mut().zip(points) {
        waiting *= libm::exp(-(point - before) / mean);
        while next < steps.len() && steps[next].0 <= point {
            waiting += steps[next].1 * libm::exp(-(point - steps[next].0) / mean);
            not_begun -= steps[next].1;
            next += 1;
        }
        *slower = waiting + not_begun.max(0.0);
        before = point;
    }
    slower
}

/// Steps of probability with their middles: even below 0.9, then ever finer.
fn quantile_steps() -> Vec<(f64, f64)> {
    let mut steps = Vec::new();
    let body = 0.9 / f64::from(BODY_STEPS);
    for i in 0..BODY_STEPS {
        steps.push((body * (f64::from(i) + 0.5), body));
    }
    let (mut from, mut rest) = (0.9, 1.0 - 0.9);
    for i in 0..TAIL_STEPS {
        let share = if i + 1 == TAIL_STEPS { rest } else { rest / 2.0 };
        steps.push((from + share / 2.0, share));
        from += share;
        rest -= share;
    }
    steps
}

/// The value that a standard normal stays below with probability `p`, to nine digits: Acklam's
/// rational approximation (published 2003, free of conditions).
fn normal_quantile(p: f64) -> f64 {
    const A: [f64; 6] = [
        -3.969683028665376e1,
        2.209460984245205e2,
        -2.759285104469687e2,
        1.38357751867269e2,
        -3.066479806614716e1,
        2.506628277459239,
    ];
    const B: [f64; 5] = [
        -5.447609879822406e1,
        1.615858368580409e2,
        -1.556989798598866e2,
        6.680131188771972e1,
        -1.328068155288572e1,
    ];
    const C: [f64; 6] = [
        -7.784894002430293e-3,
        -3.223964580411365e-1,
        -2.400758277161838,
        -2.549732539343734,
        4.374664141464968,
        2.938163982698783,
    ];
    const D: [f64; 4] =
        [7.784695709041462e-3, 3.224671290700398e-1, 2.445134137142996, 3.754408661907416];
    let horner = |terms: &[f64], x: f64| terms.iter().fold(0.0, |sum, term| sum * x + term);
    let tail = |p: f64| {
        let q = (-2.0 * libm::log(p)).sqrt();
        horner(&C, q) / (horner(&D, q) * q + 1.0)
    };
    if p < 0.02425 {
        tail(p)
    } else if p > 1.0 - 0.02425 {
        -tail(1.0 - p)
    } else {
        let q = p - 0.5;
        let r = q * q;
        horner(&A, r) * q / (horner(&B, r) * r + 1.0)
    }
}
