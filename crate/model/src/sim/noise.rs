//! Noise on the rate of arrivals.

use super::model::{NOISE, NOISE_ROOM};

/// Half the width of the noise in a column whose server nearest to its capacity, from either side,
/// is so far from it, as a share of the capacity.
///
/// Model: near capacity waits grow with one over the distance to it, so noise of a fixed width would
/// raise their mean without changing the mean load. Real noise does the same, and how much of it
/// there is is unknown: the stated load is the one that waits belong to.
#[must_use]
pub fn noise_width(distance: f64) -> f64 {
    NOISE * (distance / NOISE_ROOM).clamp(0.0, 1.0)
}
