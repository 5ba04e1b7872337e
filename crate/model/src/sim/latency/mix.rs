//! Commits or reads by how they wait: what percentiles are read from.

use super::grid::{Position, WAITS, widen};
use std::ops::Range;

/// Differing backlogs kept apart in one mix.
const BACKLOGS_MAX: usize = 512;

/// Commits by how they wait.
#[derive(Clone, Debug)]
pub(in crate::sim) struct Mix {
    pub(super) total: f64,
    /// Milliseconds of all commits together.
    pub(in crate::sim) sum_ms: f64,
    /// By factor; below 0 where some wait of two participants stands in `queued` twice.
    pub(super) free: Vec<f64>,
    /// By factor and mean wait; what waits of two participants at once is taken out again.
    pub(super) queued: Vec<[f64; WAITS]>,
    /// By factor: where in `queued` anything may stand.
    pub(super) spans: Vec<Range<usize>>,
    /// Factor, backlog in ms, weight.
    pub(super) behind: Vec<(usize, f64, f64)>,
}

impl Mix {
    /// Takes in another mix of the same tables.
    pub(in crate::sim) fn merge(&mut self, other: &Self) {
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
    pub(in crate::sim) fn clear(&mut self) {
        self.total = 0.0;
        self.sum_ms = 0.0;
        self.free.fill(0.0);
        for (queued, span) in self.queued.iter_mut().zip(&mut self.spans) {
            queued[std::mem::take(span)].fill(0.0);
        }
        self.behind.clear();
    }

    /// Adds commits whose mean wait stands between two of those of the table.
    pub(super) fn add_queued(&mut self, factor: usize, at: Position, weight: f64) {
        let Position { low, part } = at;
        self.widen(factor, &(low..low + 2));
        self.queued[factor][low] += weight * (1.0 - part);
        self.queued[factor][low + 1] += weight * part;
    }

    /// From here on something may stand in a stretch of `queued`.
    pub(super) fn widen(&mut self, factor: usize, more: &Range<usize>) {
        widen(&mut self.spans[factor], more);
    }

    pub(super) fn add_behind(&mut self, factor: usize, ms: f64, weight: f64) {
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
