//! Percentiles of a mix: the search for the time that a share of the commits is slower than.

use super::Latency;
use super::grid::{POINTS, Position, log_of, position};
use super::mix::Mix;
use std::ops::Range;

/// Halvings that find a percentile: the axis spans a factor of 10⁶.
const HALVINGS: u32 = 18;

/// How close to a percentile the search for it comes before it halves: a few of the last halves.
const CLOSE: f64 = 1e-4;

/// Steps by which it comes so close at most.
const STEPS_MAX: u32 = 4;

impl Latency {
    /// The latency that a share `1 - slower` of commits stays below, ms; 0 without commits. It is
    /// found sooner where it is close to `near`, but the same for every `near`.
    pub(in crate::sim) fn percentile(&self, mix: &Mix, slower: f64, near: f64) -> f64 {
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
            first,
            span,
        };
        if near > 0.0 {
            let near = libm::log(near).clamp(first, first + span);
            if let Some(found) = search.close_in(near) {
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
    pub(in crate::sim) fn mean(&self, mix: &Mix) -> f64 {
        if mix.total > 0.0 { mix.sum_ms / mix.total } else { 0.0 }
    }

    /// Where a time given by its logarithm stands on the latency axis.
    fn on_axis(&self, log_ms: f64) -> Position {
        let (first, step) = self.axis;
        position((log_ms - first) / step, POINTS)
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
            let Position { low, part } = latency.on_axis(log - base.log_factor);
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
            let Position { low, part } = latency.on_axis(libm::log(rest) - base.log_factor);
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
    /// Logarithm of the first point of the axis.
    first: f64,
    /// From there to the last.
    span: f64,
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
    fn half_of(&mut self, at: f64) -> Option<f64> {
        let half = self.span / f64::from(1 << HALVINGS);
        let start = self.first + half * ((at - self.first) / half).floor();
        // A hair within, so that either end counts as known.
        let inside =
            self.is_below(start + half * 1e-6) && !self.is_below(start + half * (1.0 - 1e-6));
        inside.then_some(start + half / 2.0)
    }

    /// Finds the goal, to the last of the halves, from a time that may be close; or at least times
    /// close to it on either side.
    fn close_in(&mut self, near: f64) -> Option<f64> {
        // Between two points of the axis weights fall almost evenly with time.
        let up = self.is_below(near);
        for _ in 0..STEPS_MAX {
            let next = self.next;
            if !next.is_finite() || next <= self.from.0 || next >= self.to.0 {
                break;
            }
            let found = self.half_of(next);
            if found.is_some() {
                return found;
            }
        }
        let mut reach = 2.0 * CLOSE;
        while reach < self.span && self.is_below(if up { near + reach } else { near - reach }) == up
        {
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
