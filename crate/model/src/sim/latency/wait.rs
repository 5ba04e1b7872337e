//! How commits wait at a server.

use super::grid::{Position, log_of};
use crate::load::{greater, lesser};

/// How commits wait at a server.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::sim) enum Wait {
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
pub(in crate::sim) struct Logged {
    pub(super) wait: Wait,
    /// Of a queue; nothing asks for that of a backlog.
    pub(super) log: f64,
}

/// A wait on the grid of the tables.
#[derive(Clone, Copy, Debug)]
pub(in crate::sim) struct Spot {
    /// Where its mean stands on the grid of the mean waits.
    pub(super) at: Position,
    /// Share of the requests that wait.
    pub(super) busy: f64,
    /// They wait behind a backlog.
    pub(in crate::sim) behind: bool,
}

impl Wait {
    /// None at all.
    pub(in crate::sim) const NONE: Self = Self::Queue { busy: 0.0, mean_ms: 0.0 };

    /// At a server below capacity that bears `load` and takes `burst_ms` for a burst; the mean is
    /// no longer than `most`.
    pub(in crate::sim) fn queue(load: f64, burst_ms: f64, most: f64) -> Self {
        let free = greater(1.0 - load, 1e-9);
        Self::Queue { busy: lesser(load, 1.0), mean_ms: lesser(burst_ms / free, most) }
    }

    /// The same wait after another one, ms.
    pub(in crate::sim) fn after(self, ms: f64) -> Self {
        if ms > 0.0 { Self::Backlog(ms + self.mean()) } else { self }
    }

    /// The mean, ms.
    pub(in crate::sim) fn mean(self) -> f64 {
        match self {
            Self::Queue { busy, mean_ms } => busy * mean_ms,
            Self::Backlog(ms) => ms,
        }
    }
}

impl Logged {
    /// Of a wait.
    pub(in crate::sim) fn of(wait: Wait) -> Self {
        let log = match wait {
            Wait::Queue { mean_ms, .. } => log_of(mean_ms),
            Wait::Backlog(_) => 0.0,
        };
        Self { wait, log }
    }
}
