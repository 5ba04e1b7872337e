//! The result of a simulation: its numbers, its series by column, and its splits.

use super::clock::Clock;
use super::events::{Change, Event, SplitAtEnd, Unsplittable};
use crate::load::Tail;
use hotsplit_base::limits::STORAGE_BYTES_PER_NODE;

/// What came of a simulation.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Run {
    /// Seconds simulated.
    pub seconds: u32,
    /// Seconds a column stands for; the last may stand for fewer.
    pub seconds_per_column: u32,
    /// Columns.
    pub columns: u32,
    /// Columns that have been simulated: fewer than `columns` while a simulation is under way.
    /// Series have so many elements; matrices are 0 in columns that are not among them.
    pub columns_done: u32,
    /// How time passes for tails.
    pub clock: Clock,
    /// Nodes that the instance has: those asked for, rounded up to what Spanner offers. The run
    /// simulates [`Run::nodes_simulated`] of them.
    pub nodes: f64,
    /// Servers.
    pub servers: u32,
    /// Nodes a server has: its capacity.
    pub server_nodes: f64,
    /// Rows of tables per second asked for, by column.
    pub offered: Vec<f32>,
    /// Rows of tables per second written, by column.
    pub served: Vec<f32>,
    /// Median commit latency at the server in ms, by column.
    pub p50_ms: Vec<f32>,
    /// 99th percentile of commit latency at the server in ms, by column.
    pub p99_ms: Vec<f32>,
    /// Median latency as a client sees it in ms, by column.
    pub client_p50_ms: Vec<f32>,
    /// 99th percentile of latency as a client sees it in ms, by column.
    pub client_p99_ms: Vec<f32>,
    /// Requests per second that ask only to read, by column.
    pub reads_offered: Vec<f32>,
    /// Those that are answered, by column.
    pub reads_served: Vec<f32>,
    /// Median latency of a request that only reads, at the server in ms, by column.
    pub read_p50_ms: Vec<f32>,
    /// Its 99th percentile at the server in ms, by column.
    pub read_p99_ms: Vec<f32>,
    /// Mean utilisation of each server over the second half of the run, 0 to 1.
    pub server_mean: Vec<f64>,
    /// Utilisation, 0 to 1: server by server, each by column.
    pub utilisation: Vec<f32>,
    /// Touches per second served: component by component in the order of the load, each by column.
    /// A touch writes and reads as many rows as its stream says.
    pub component_served: Vec<f32>,
    /// Touches per second that reach their splits: stream by stream, each by column.
    pub stream_wanted: Vec<f32>,
    /// Share of a server that one touch per second takes, by stream; of a range read, in all its
    /// splits together, as they were at the end.
    pub stream_cost: Vec<f64>,
    /// Splits at the end, in the order of their keys.
    pub splits: Vec<SplitAtEnd>,
    /// Bytes stored at the end, indexes included, each row once.
    pub stored_bytes: f64,
    /// What happened, in order; the first [`EVENTS_KEPT_MAX`](super::model::EVENTS_KEPT_MAX).
    pub events: Vec<Event>,
    /// Hot splits that could not be split, the worst first.
    pub unsplittable: Vec<Unsplittable>,
    /// The numbers.
    pub summary: Summary,
    /// Where the work went.
    pub totals: Totals,
    /// Who served what since when, in order.
    pub history: Vec<Change>,
    /// Limits that were reached.
    pub notes: Vec<String>,
    /// Split points added before the run.
    pub split_points: u32,
}

/// The numbers of a run. Rates and utilisations are means over the second half of the run,
/// percentiles are over all commits of that half, or over all reads of it.
///
/// Numbers of rows written are 0 for a load that only reads, and those of reads are 0
/// for one that only writes.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Summary {
    /// Rows of tables per second that the load asks to write, index entries not counted.
    pub offered: f64,
    /// Rows of tables per second written. Model: what is done of earlier requests, that waited
    /// while a server was overloaded, is in [`Run::utilisation`] and [`Totals::served`] alone.
    pub served: f64,
    /// Rows per second that the instance serves without a server above its capacity once all that
    /// can be divided is spread, all rates scaled alike, those of reads too. It does not depend on
    /// how much is offered. Where costs depend on how many splits there are (long range reads,
    /// commits of many rows anywhere) it is [`Summary::sustainable_as_split`].
    pub sustainable: f64,
    /// The same with the splits and their servers as they are at the end, which are those of the
    /// load offered: less while the database has had no reason or no time to split.
    pub sustainable_as_split: f64,
    /// The same with no server above the recommended maximum: 65 % regional, 45 % multi-region.
    pub recommended: f64,
    /// Median commit latency at the server, ms.
    pub p50_ms: f64,
    /// 99th percentile of commit latency at the server, ms.
    pub p99_ms: f64,
    /// Mean commit latency at the server, ms.
    pub mean_ms: f64,
    /// Median latency as a client sees it, with the wait for a free place, ms.
    pub client_p50_ms: f64,
    /// 99th percentile of latency as a client sees it, ms. Requests that were given up are not in
    /// it.
    pub client_p99_ms: f64,
    /// 99th percentile of commit latency at the server of the commits of
    /// [`Knobs::watched`](super::knobs::Knobs::watched) alone, ms. Commits that wait for their row
    /// or their split are not in it.
    pub watched_p99_ms: Option<f64>,
    /// Requests per second that ask only to read.
    pub reads_offered: f64,
    /// Those that are answered.
    pub reads_served: f64,
    /// Requests per second that only read which the instance serves beside
    /// [`Summary::sustainable`] rows.
    pub reads_sustainable: f64,
    /// Median latency of a request that only reads, at the server, ms.
    pub read_p50_ms: f64,
    /// Its 99th percentile at the server, ms.
    pub read_p99_ms: f64,
    /// Its mean at the server, ms.
    pub read_mean_ms: f64,
    /// Requests under way at servers at a time, mean.
    pub in_flight: f64,
    /// Utilisation of the server that is the busiest in its column, 0 to 1.
    pub utilisation_max: f64,
    /// Mean utilisation of all servers, 0 to 1.
    pub utilisation_mean: f64,
    /// Splits at the end.
    pub splits: u32,
    /// Splits moved.
    pub moves: u32,
    /// Splits made for size.
    pub size_splits: u32,
    /// Splits made for load.
    pub load_splits: u32,
    /// Splits merged with the one before them.
    pub merges: u32,
    /// Seconds until the served rate stayed within 5 % of what was offered or of its end value.
    pub seconds_to_saturation: f64,
    /// Seconds until no server, split or row was asked for more than it takes for the rest of the
    /// run; `None` if one still was at the end.
    pub seconds_to_balance: Option<f64>,
}

/// Where the work of a run went, in server-seconds: what was asked for is what was served, held
/// back, shed, not sent and left waiting.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Totals {
    /// Asked for.
    pub offered: f64,
    /// Done.
    pub served: f64,
    /// Kept from its server, because another participant of the commit was overloaded, or the row
    /// or the split took no more.
    pub held_back: f64,
    /// Given up, because it had waited too long for a place.
    pub shed: f64,
    /// Never sent by users who were waiting for an answer (closed sending only). What they would
    /// have sent is what they send with no load.
    pub not_sent: f64,
    /// Accepted and not done at the end.
    pub waiting: f64,
    /// Waiting at clients at the end.
    pub client_waiting: f64,
}

impl Run {
    /// Bytes that the nodes of the instance may store.
    #[must_use]
    pub fn storage_max(&self) -> f64 {
        STORAGE_BYTES_PER_NODE * self.nodes
    }

    /// The nodes that are simulated: those of the instance, or
    /// [`NODES_MAX`](super::model::NODES_MAX).
    #[must_use]
    pub fn nodes_simulated(&self) -> f64 {
        f64::from(self.servers) * self.server_nodes
    }

    /// The seconds to ask a tail with for where it stands at a second of the run.
    #[must_use]
    pub fn paced(&self, tail: &Tail, second: f64) -> f64 {
        self.clock.paced(tail, second)
    }

    /// The second of the run at which a tail stands where [`Run::paced`] gives `paced`; infinite
    /// if it never does.
    #[must_use]
    pub fn when(&self, tail: &Tail, paced: f64) -> f64 {
        self.clock.when(tail, paced)
    }

    /// The second at which a column begins.
    #[must_use]
    pub fn second_of(&self, column: u32) -> u32 {
        column * self.seconds_per_column
    }

    /// The second at which a column ends.
    #[must_use]
    pub fn end_of(&self, column: u32) -> u32 {
        self.second_of(column + 1).min(self.seconds)
    }

    /// Who served `key` in a column, as it was when the column ended.
    #[must_use]
    pub fn serving(&self, key: u64, column: u32) -> Option<&Change> {
        let end = self.end_of(column);
        let known = self.history.partition_point(|change| change.second < end.max(1));
        self.history[..known].iter().rev().find(|change| change.keys.contains(key))
    }

    /// Utilisation of a server in a column.
    #[must_use]
    pub fn server_utilisation(&self, server: u32, column: u32) -> f64 {
        let at = server as usize * self.columns as usize + column as usize;
        f64::from(self.utilisation[at])
    }
}

/// A figure as it is recorded in a series.
#[expect(clippy::cast_possible_truncation, reason = "a picture needs no more than 24 bits")]
#[must_use]
pub fn recorded(value: f64) -> f32 {
    value as f32
}
