//! The writes per second at which a key or a schema is full.

use hotsplit_engine::sim::ranges::Range;
use serde::{Deserialize, Serialize};
#[cfg(target_arch = "wasm32")]
use tsify::Tsify;

/// Writes per second over the whole schema, with the range that guessed rates and constants of the
/// model which are not known leave.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Ceiling {
    /// At the rates that are stated or assumed.
    pub writes_per_second: f64,
    /// A tenth of all draws lie below; absent where nothing is drawn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub low: Option<f64>,
    /// A tenth lie above.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub high: Option<f64>,
}

/// A ceiling with its range, where constants were drawn.
pub(crate) fn ceiling_of(writes_per_second: f64, range: Option<Range>) -> Ceiling {
    // The lowest of several alike is lower in most draws than where all guesses are right.
    let low = range.map(|range| range.low.min(writes_per_second));
    let high = range.map(|range| range.high.max(writes_per_second));
    Ceiling { writes_per_second, low, high }
}
