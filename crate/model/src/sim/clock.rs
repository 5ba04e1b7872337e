//! How far keys that grow with every insert have come: time as inserts count it.
//!
//! Model: a key that grows with inserts moves fast while many are asked for and slowly while few
//! are. What it passes in a run does not depend on the pace; when it does follows the sum of what
//! is asked for, whether that is served or not. Keys that start over after a fixed time follow
//! the clock.

use super::knobs::Pace;
use crate::load::Tail;

/// Seconds of the clock, and seconds as they would be if inserts came evenly.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Clock {
    /// Even seconds at the start of each column and at the end; empty where both are the same.
    at: Vec<f64>,
    /// Seconds of a column.
    per_column: f64,
    /// Seconds of the run.
    seconds: f64,
}

impl Clock {
    /// Of a run of so many seconds whose rates change from column to column.
    pub(super) fn new(pace: Pace, seconds: u32, per_column: u32) -> Self {
        let mut clock =
            Self { at: Vec::new(), per_column: f64::from(per_column), seconds: f64::from(seconds) };
        if pace == Pace::Steady {
            return clock;
        }
        let (mut sum, mut from) = (0.0, 0);
        let mut at = vec![0.0];
        while from < seconds {
            let to = (from + per_column).min(seconds);
            sum += pace.at(f64::from(from + to) / 2.0) * f64::from(to - from);
            at.push(sum);
            from = to;
        }
        if sum > 0.0 {
            let scale = clock.seconds / sum;
            at.iter_mut().for_each(|seconds| *seconds *= scale);
            clock.at = at;
        }
        clock
    }

    /// The seconds to ask `tail` with for where it stands at a second of the clock.
    #[must_use]
    pub fn paced(&self, tail: &Tail, second: f64) -> f64 {
        if tail.wraps_seconds.is_some() { second } else { self.even(second) }
    }

    /// The second of the clock at which `tail` stands where [`Clock::paced`] gives `paced`;
    /// infinite if it never does.
    pub(super) fn when(&self, tail: &Tail, paced: f64) -> f64 {
        if self.at.is_empty() || tail.wraps_seconds.is_some() {
            return paced;
        }
        let column = self.at.partition_point(|&at| at <= paced).saturating_sub(1);
        let column = column.min(self.at.len() - 2);
        let rate = self.rate(column);
        if rate <= 0.0 {
            return f64::INFINITY;
        }
        column as f64 * self.per_column + (paced - self.at[column]) / rate
    }

    /// Even seconds at a second of the clock, which may lie before the run or after it.
    fn even(&self, second: f64) -> f64 {
        if self.at.is_empty() {
            return second;
        }
        let column = (second / self.per_column).floor().max(0.0);
        let column = usize::try_from(crate::load::whole(column)).unwrap_or(usize::MAX);
        let column = column.min(self.at.len() - 2);
        self.at[column] + (second - column as f64 * self.per_column) * self.rate(column)
    }

    /// Even seconds that pass in a second of a column.
    fn rate(&self, column: usize) -> f64 {
        let from = column as f64 * self.per_column;
        let seconds = self.per_column.min(self.seconds - from);
        (self.at[column + 1] - self.at[column]) / seconds
    }
}
