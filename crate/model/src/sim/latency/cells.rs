//! Waits of requests that wait for several servers, on the grid of mean waits.

use super::grid::{Position, WAITS, widen};
use super::wait::Spot;
use std::ops::Range;

/// Shares of requests by their mean wait, on the grid of the tables.
#[derive(Clone, Debug)]
pub(in crate::sim) struct Cells {
    pub(super) shares: [f64; WAITS],
    /// Where anything may stand.
    pub(super) span: Range<usize>,
}

/// Waits of several streams that are waited for together.
#[derive(Clone, Debug, Default)]
pub(in crate::sim) struct Joined {
    /// The share that does not wait for any of them, less 1: exponentials with these shares.
    pub(super) none: Cells,
    /// What the wait for the slowest has more than that for the first.
    pub(in crate::sim) more: Cells,
}

impl Default for Cells {
    fn default() -> Self {
        Self { shares: [0.0; WAITS], span: 0..0 }
    }
}

impl Cells {
    /// Adds a share of the requests, which wait as a spot says.
    pub(in crate::sim) fn add_spot(&mut self, spot: &Spot, share: f64) {
        if spot.busy > 0.0 {
            self.add(spot.at, share * spot.busy);
        }
    }

    /// Adds a share whose mean wait stands between two of the grid.
    pub(super) fn add(&mut self, at: Position, share: f64) {
        let Position { low, part } = at;
        widen(&mut self.span, &(low..low + 2));
        self.shares[low] += share * (1.0 - part);
        self.shares[low + 1] += share * part;
    }

    pub(super) fn merge(&mut self, other: &Self, times: f64) {
        widen(&mut self.span, &other.span);
        for cell in other.span.clone() {
            self.shares[cell] += times * other.shares[cell];
        }
    }
}
