//! The grids of the tables: points of the latency axis, and mean waits.

use crate::load::{lesser, whole};
use std::ops::Range;

/// Points of the latency axis.
pub(super) const POINTS: usize = 144;

/// First point, ms.
pub(super) const POINT_FIRST_MS: f64 = 0.25;

/// Ratio of two points.
pub(super) const POINT_RATIO: f64 = 1.1;

/// Mean waits that the table is worked out for.
pub(super) const WAITS: usize = 48;

/// First of these, ms.
pub(super) const WAIT_FIRST_MS: f64 = 0.1;

/// Ratio of two of them.
pub(super) const WAIT_RATIO: f64 = 1.25;

/// A mean wait of the grid, ms.
pub(super) fn wait_ms(cell: usize) -> f64 {
    WAIT_FIRST_MS * libm::exp(libm::log(WAIT_RATIO) * cell as f64)
}

/// A position on a grid.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Position {
    /// The point below it.
    pub(super) low: usize,
    /// The way to the next point, 0 to 1.
    pub(super) part: f64,
}

/// A position on a grid of `points`, kept inside.
pub(super) fn position(at: f64, points: usize) -> Position {
    if at <= 0.0 || at.is_nan() {
        return Position::default();
    }
    let last = points - 2;
    let low = usize::try_from(whole(at)).map_or(last, |low| low.min(last));
    Position { low, part: lesser(at - low as f64, 1.0) }
}

/// A logarithm that stays finite: what is not above 0 comes before all points.
pub(super) fn log_of(ms: f64) -> f64 {
    if ms > 0.0 { libm::log(ms) } else { -1e9 }
}

/// Lets a stretch take in another.
pub(super) fn widen(span: &mut Range<usize>, more: &Range<usize>) {
    if span.start >= span.end {
        *span = more.clone();
    } else if !more.is_empty() {
        *span = span.start.min(more.start)..span.end.max(more.end);
    }
}
