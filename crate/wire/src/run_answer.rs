//! The numbers and words of one run on the wire. Each number is said once, here: its name, what it
//! is and how it is read make the answer, and its range where it rests on constants that are not
//! known.

use serde::{Deserialize, Serialize};
#[cfg(target_arch = "wasm32")]
use tsify::Tsify;

use crate::added::AddedPlace;
use crate::headroom::{self, HeadroomReport};
use crate::picture::MetricEntry;
use crate::run_map::{Band, Event, Pattern, bands, events, patterns};
use hotsplit_engine::Side;
use hotsplit_engine::sim::Summary;

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

/// A hot split that could not be split.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct UnsplittableSplit {
    /// The table or index.
    pub object: String,
    /// As in `MOVING_HOT_SPOT`.
    pub reason: String,
    /// The split's `CPU_USAGE_SCORE` at the end, 0 to 100.
    pub score: f64,
}

/// Writes the answer and its ranges, so that no number is forgotten at either end.
macro_rules! run_answer {
    (
        of $side:ident and $summary:ident;
        ranged { $($(#[$doc:meta])+ $name:ident: $type:ty = $of:expr,)+ }
        other { $($(#[$other_doc:meta])+ $other:ident: $other_type:ty = $other_of:expr,)+ }
    ) => {
        /// The numbers of one run. Rates, times and utilisations are means over the second half of
        /// the run; counts are of all of it, or as they are at its end.
        #[derive(Clone, Debug, Serialize, Deserialize)]
        #[cfg_attr(target_arch = "wasm32", derive(Tsify))]
        #[serde(rename_all = "camelCase")]
        pub struct RunAnswer {
            $($(#[$doc])+ pub $name: $type,)+
            $($(#[$other_doc])+ pub $other: $other_type,)+
        }

        /// The numbers of one run, for the page.
        #[must_use]
        pub fn run_answer($side: &Side) -> RunAnswer {
            let $summary = &$side.run.summary;
            RunAnswer { $($name: $of,)+ $($other: $other_of,)+ }
        }

        /// The numbers of a run that rest on uncertain constants, as in `RunAnswer`.
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
        #[cfg_attr(target_arch = "wasm32", derive(Tsify))]
        #[serde(rename_all = "camelCase")]
        pub struct RunNumbers {
            $($(#[$doc])+ pub $name: f64,)+
            /// As in `RunAnswer`; absent if never.
            #[serde(skip_serializing_if = "Option::is_none")]
            pub seconds_to_balance: Option<f64>,
        }

        /// The ranges of a run's numbers; none until all draws are made.
        #[must_use]
        pub fn run_ranges($side: &Side) -> Option<RunRanges> {
            $(let $name = $side.range(|$summary: &Summary| f64::from($of))?;)+
            let balance = $side
                .range(|$summary| $summary.seconds_to_balance.unwrap_or(f64::INFINITY))?;
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

run_answer! {
    of side and summary;
    // What draws of the constants change: read from the summary alone.
    ranged {
        /// Rows/s written.
        served_writes_per_second: f64 = summary.served,
        /// Rows/s that the instance serves without a server above 100 % once the database has split
        /// and spread what it can. It does not depend on how much is offered, except where long
        /// range reads or commits of many rows make it depend on the splits at the end.
        sustainable_writes_per_second: f64 = summary.sustainable,
        /// The same without a server above the recommended maximum: 65 % in one region, 45 % in
        /// several.
        recommended_writes_per_second: f64 = summary.recommended,
        /// Median commit latency at the server, ms.
        p50_ms: f64 = summary.p50_ms,
        /// 99th percentile of commit latency at the server, ms.
        p99_ms: f64 = summary.p99_ms,
        /// Mean commit latency at the server, ms.
        mean_ms: f64 = summary.mean_ms,
        /// Median latency as a client sees it, with the wait for a free place, ms.
        client_p50_ms: f64 = summary.client_p50_ms,
        /// 99th percentile of latency as a client sees it, ms. Requests that were given up are not
        /// in it.
        client_p99_ms: f64 = summary.client_p99_ms,
        /// Requests/s that only read and are answered.
        reads_served_per_second: f64 = summary.reads_served,
        /// Requests/s that only read which the instance serves beside
        /// `sustainable_writes_per_second` rows.
        sustainable_reads_per_second: f64 = summary.reads_sustainable,
        /// Median latency of a request that only reads, at the server, ms.
        read_p50_ms: f64 = summary.read_p50_ms,
        /// Its 99th percentile at the server, ms.
        read_p99_ms: f64 = summary.read_p99_ms,
        /// Its mean at the server, ms.
        read_mean_ms: f64 = summary.read_mean_ms,
        /// Commits under way at servers at a time, mean.
        in_flight: f64 = summary.in_flight,
        /// Highest server utilisation, 0 to 1.
        server_utilisation_max: f64 = summary.utilisation_max,
        /// Mean server utilisation, 0 to 1.
        server_utilisation_mean: f64 = summary.utilisation_mean,
        /// Splits at the end.
        splits: u32 = summary.splits,
        /// Splits moved between servers.
        moves: u32 = summary.moves,
        /// Splits made because of load.
        load_splits: u32 = summary.load_splits,
        /// Splits made because of size.
        size_splits: u32 = summary.size_splits,
        /// Splits merged with the one before them.
        merges: u32 = summary.merges,
        /// Seconds until the served rate stays near its end value or what was asked for.
        seconds_to_saturation: f64 = summary.seconds_to_saturation,
    }
    other {
        /// How much room the schema leaves.
        headroom: HeadroomReport = headroom::of_side(side),
        /// Rows/s the workload asks to write.
        offered_writes_per_second: f64 = summary.offered,
        /// Requests/s that only read which the workload asks for; 0 where it reads nothing, and so
        /// are all numbers of reads then.
        reads_offered_per_second: f64 = summary.reads_offered,
        /// Nodes of the instance: those requested, rounded up to what Spanner offers.
        nodes: f64 = side.run.nodes,
        /// Nodes that the run simulates: fewer than `nodes` where these are more than the program
        /// can.
        nodes_simulated: f64 = side.run.nodes_simulated(),
        /// Bytes stored at the end, indexes included, each row once.
        stored_bytes: f64 = side.run.stored_bytes,
        /// Bytes that the nodes of the instance may store; a note says where `stored_bytes` is
        /// more.
        storage_bytes_max: f64 = side.run.storage_max(),
        /// Servers.
        servers: u32 = side.run.servers,
        /// Mean utilisation of each server, 0 to 1.
        server_means: Vec<f64> = side.run.server_mean.clone(),
        /// Split points added before the run.
        split_points: u32 = side.run.split_points,
        /// Seconds until no server, split or row is asked for more than it takes for the rest of
        /// the run; absent if never.
        #[serde(skip_serializing_if = "Option::is_none")]
        seconds_to_balance: Option<f64> = summary.seconds_to_balance,
        /// Hot splits that could not be split, with Spanner's word for why.
        unsplittable: Vec<UnsplittableSplit> = unsplittable(side),
        /// Columns of the grid and length of every series.
        columns: u32 = side.run.columns,
        /// Seconds a column stands for.
        seconds_per_column: f64 = f64::from(side.run.seconds_per_column),
        /// Rows of the grid.
        rows: u32 = side.grid.rows,
        /// Which rows belong to which object, top to bottom.
        bands: Vec<Band> = bands(side),
        /// Hottest cell as a share of what one split can take; above 1 is overload.
        peak_share: f64 = side.grid.peak_share(),
        /// What brightness may stand for, the usual first.
        metrics: Vec<MetricEntry> = crate::picture::metrics(side),
        /// Named shapes found in the grid, worst first.
        patterns: Vec<Pattern> = patterns(side),
        /// Splits, moves and size splits in order of time, the first `EVENTS_MAX`.
        events: Vec<Event> = events(side),
        /// Load that was added on the maps, piece by piece as it was asked for; what this schema
        /// has no rows for lies on none.
        added: Vec<AddedPlace> = crate::added::places(side),
    }
}

fn unsplittable(side: &Side) -> Vec<UnsplittableSplit> {
    let splits = side.run.unsplittable.iter().map(|split| UnsplittableSplit {
        object: side.load.object(split.object).name.clone(),
        reason: split.reason.as_str().to_owned(),
        score: split.score,
    });
    splits.collect()
}
