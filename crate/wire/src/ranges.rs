//! Numbers with the range that constants which are not known leave them.

use serde::{Deserialize, Serialize};
#[cfg(target_arch = "wasm32")]
use tsify::Tsify;

use hotsplit_engine::Side;
use hotsplit_engine::rules::severity::rounded;
use hotsplit_engine::sim::Summary;
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

/// The least and the most of each number of a run, over draws of the constants that are not known.
/// They are named as those of `RunAnswer`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct RunRanges {
    /// The least of each.
    pub low: RunNumbers,
    /// The most of each.
    pub high: RunNumbers,
}

/// Writes the struct of all numbers with how each is read from a summary, so that none is forgotten
/// at either end of its range.
macro_rules! numbers {
    ($($(#[doc = $doc:literal])+ $name:ident: $of:expr,)+) => {
        /// The numbers of a run that rest on uncertain constants, as in `RunAnswer`.
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
        #[cfg_attr(target_arch = "wasm32", derive(Tsify))]
        #[serde(rename_all = "camelCase")]
        pub struct RunNumbers {
            $($(#[doc = $doc])+ pub $name: f64,)+
            /// Seconds until nothing is asked for more than it takes; absent if never.
            #[serde(skip_serializing_if = "Option::is_none")]
            pub seconds_to_balance: Option<f64>,
        }

        /// The ranges of a run's numbers; none until all draws are made.
        #[must_use]
        pub fn of_side(side: &Side) -> Option<RunRanges> {
            $(let $name = side.range($of)?;)+
            let balance =
                side.range(|summary| summary.seconds_to_balance.unwrap_or(f64::INFINITY))?;
            let seconds = |value: f64| value.is_finite().then_some(value);
            Some(RunRanges {
                low: RunNumbers {
                    $($name: $name.low,)+
                    seconds_to_balance: seconds(balance.low),
                },
                high: RunNumbers {
                    $($name: $name.high,)+
                    seconds_to_balance: seconds(balance.high),
                },
            })
        }
    };
}

numbers! {
    /// Rows/s written.
    served_writes_per_second: |it: &Summary| it.served,
    /// Rows/s that the instance serves without a server above 100 %.
    sustainable_writes_per_second: |it: &Summary| it.sustainable,
    /// The same without a server above the recommended maximum.
    recommended_writes_per_second: |it: &Summary| it.recommended,
    /// Median commit latency at the server, ms.
    p50_ms: |it: &Summary| it.p50_ms,
    /// Its 99th percentile, ms.
    p99_ms: |it: &Summary| it.p99_ms,
    /// Its mean, ms.
    mean_ms: |it: &Summary| it.mean_ms,
    /// Median latency as a client sees it, ms.
    client_p50_ms: |it: &Summary| it.client_p50_ms,
    /// Its 99th percentile, ms.
    client_p99_ms: |it: &Summary| it.client_p99_ms,
    /// Requests/s answered that only read.
    reads_served_per_second: |it: &Summary| it.reads_served,
    /// Requests/s that only read which the instance serves beside the rows.
    sustainable_reads_per_second: |it: &Summary| it.reads_sustainable,
    /// Median latency of a request that only reads, at the server, ms.
    read_p50_ms: |it: &Summary| it.read_p50_ms,
    /// Its 99th percentile, ms.
    read_p99_ms: |it: &Summary| it.read_p99_ms,
    /// Its mean, ms.
    read_mean_ms: |it: &Summary| it.read_mean_ms,
    /// Commits under way at servers at a time, mean.
    in_flight: |it: &Summary| it.in_flight,
    /// Highest server utilisation, 0 to 1.
    server_utilisation_max: |it: &Summary| it.utilisation_max,
    /// Mean server utilisation, 0 to 1.
    server_utilisation_mean: |it: &Summary| it.utilisation_mean,
    /// Splits at the end.
    splits: |it: &Summary| f64::from(it.splits),
    /// Splits moved between servers.
    moves: |it: &Summary| f64::from(it.moves),
    /// Splits made because of load.
    load_splits: |it: &Summary| f64::from(it.load_splits),
    /// Splits made because of size.
    size_splits: |it: &Summary| f64::from(it.size_splits),
    /// Splits merged with the one before them.
    merges: |it: &Summary| f64::from(it.merges),
    /// Seconds until the served rate stays near its end value or what was asked for.
    seconds_to_saturation: |it: &Summary| it.seconds_to_saturation,
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
