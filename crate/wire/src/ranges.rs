//! Numbers with the range that constants which are not known leave them.

use serde::{Deserialize, Serialize};
#[cfg(target_arch = "wasm32")]
use tsify::Tsify;

use hotsplit_engine::rules::severity::rounded;
use hotsplit_engine::sim::ranges::Range;

/// A range is told where its ends are further apart than this (our assumption: about what other
/// seeds change).
pub const RANGE_SHOWN: f64 = 1.1;

/// The least and the most of a number, over draws of the constants that are not known.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Between {
    /// The least.
    pub low: f64,
    /// The most.
    pub high: f64,
}

impl From<Between> for Range {
    fn from(Between { low, high }: Between) -> Self {
        Self { low, high }
    }
}

impl From<Range> for Between {
    fn from(Range { low, high }: Range) -> Self {
        Self { low, high }
    }
}

/// A number in words: both ends of its range, to two digits, where they are apart and read
/// differently, else itself.
#[must_use]
pub fn words(usual: f64, range: Option<Range>, show: impl Fn(f64) -> String) -> String {
    match range {
        Some(Range { low, high }) if high > low * RANGE_SHOWN => {
            let (low, high) = (show(rounded(low)), show(rounded(high)));
            if low == high { show(usual) } else { format!("{low} to {high}") }
        }
        _ => show(usual),
    }
}
