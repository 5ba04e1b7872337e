//! Points that move through a range of keys.

use super::keys::Keys;
use super::number::whole;

/// Which way a tail moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// Towards greater keys.
    Up,
    /// Towards smaller keys.
    Down,
}

/// A point that moves with every insert, so that its speed follows the pace of a run, or with the
/// clock if it starts over.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tail {
    /// The range it moves through.
    pub keys: Keys,
    /// Which way.
    pub direction: Direction,
    /// Share of the range that lies behind it when the run starts, 0 to 1.
    pub start: f64,
    /// Seconds of the clock after which it starts over; otherwise it reaches the end with the run.
    pub wraps_seconds: Option<f64>,
}

impl Tail {
    /// The keys that a range read of `span` keys passes which takes what was written last, when
    /// the tail stands at `at`.
    #[must_use]
    pub fn newest(&self, at: u64, span: u64) -> Keys {
        match self.direction {
            Direction::Up => {
                let lo = (at + 1).saturating_sub(span).max(self.keys.lo);
                Keys { lo: lo.min(at), hi: at + 1 }
            }
            Direction::Down => {
                let hi = at.saturating_add(span).min(self.keys.hi);
                Keys { lo: at, hi: hi.max(at + 1) }
            }
        }
    }

    /// How much of the range lies behind the point, 0 to 1. Where the pace of a run changes,
    /// `seconds` are those of `sim::Run::paced`; the same holds for the methods below.
    #[must_use]
    pub fn progress(&self, seconds: f64, run_seconds: f64) -> f64 {
        let turns = match self.wraps_seconds {
            Some(wraps) => {
                let turns = self.start + seconds / wraps;
                turns - turns.floor()
            }
            None => self.start + (1.0 - self.start) * seconds / run_seconds,
        };
        turns.clamp(0.0, 1.0)
    }

    /// The key it stands at.
    #[must_use]
    pub fn position(&self, seconds: f64, run_seconds: f64) -> u64 {
        let offset = whole(self.keys.len() as f64 * self.progress(seconds, run_seconds));
        let offset = offset.min(self.keys.len().saturating_sub(1));
        match self.direction {
            Direction::Up => self.keys.lo + offset,
            Direction::Down => self.keys.hi - 1 - offset,
        }
    }

    /// Keys it passes in a second at an even pace.
    #[must_use]
    pub fn speed(&self, run_seconds: f64) -> f64 {
        let turns = match self.wraps_seconds {
            Some(wraps) => 1.0 / wraps,
            None => (1.0 - self.start) / run_seconds,
        };
        self.keys.len() as f64 * turns
    }
}
