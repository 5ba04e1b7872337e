//! Every number of the model, with its source: Spanner's documentation, a published measurement,
//! or "assumption of ours".
//!
//! Model: 1.0 is the capacity of one node, in node-seconds of CPU per second. Left out are
//! replicas, caches, compaction, lock conflicts, priorities, and everything a client does beyond
//! keeping a bounded number of commits in flight.

use crate::schema::limits::WRITES_PER_NODE;
use crate::workload::load::Load;

/// Point reads per second that one node takes: regional, 1 KB rows, at 100 % CPU
/// (performance page, read 2026-08-22).
pub const READS_PER_NODE: f64 = 22_500.0;

/// Rows per second that one node applies when commits are batched: regional, throughput-optimised
/// writes (performance page, read 2026-08-22). What remains of a commit is its overhead.
pub const ROWS_APPLIED_PER_NODE: f64 = 22_500.0;

/// Bytes of the row that the published rates are for: 1 KB. A larger row costs more to apply in
/// proportion, a smaller one costs the same (assumption of ours).
pub const ROW_BYTES: f64 = 1024.0;

/// Cost of each participant of a commit over several splits, as a multiple of the overhead of a
/// commit in one split: both log their part twice, partly at the same time (assumption of ours;
/// with it one free-standing index takes a table from 3,500 to 1,445 rows/s a node, where a
/// published benchmark of another database finds a third to a fourth).
pub const PARTICIPANT_COST: f64 = 1.25;

/// A split that bears less than this, in nodes, is never hot (assumption of ours: enough to reach
/// a good balance).
pub const HOT_LOAD_MIN: f64 = 0.05;

/// A split above [`HOT_LOAD_MIN`] is hot when its server's utilisation passes this: the
/// recommended maximum for high-priority CPU of a regional instance (CPU utilisation page, read
/// 2026-08-22).
pub const HOT_SERVER: f64 = 0.65;

/// A split that bears this much, in nodes, is hot on any server (assumption of ours).
pub const HOT_LOAD: f64 = 0.125;

/// Seconds a split must stay hot before it is split: "after a few minutes of high load"
/// (bulk loading page, read 2026-08-22); two minutes make throughput double every two minutes,
/// which is that page's other sentence.
pub const LEARN_SECONDS: u32 = 120;

/// Split points looked at: quantiles of the load (as CockroachDB's splitter samples 20 keys).
pub const CANDIDATES: u32 = 20;

/// Least share of a split's load that either side of a split point must take (assumption of
/// ours; a greater share leaves load behind on the hot server).
pub const SIDE_SHARE_MIN: f64 = 0.02;

/// Least load in nodes that either side of a split point must take (assumption of ours).
pub const SIDE_LOAD_MIN: f64 = 0.01;

/// Share of the load on one side of every sampled key from which on the load has a direction (as
/// in CockroachDB's splitter).
pub const ONE_SIDED: f64 = 0.8;

/// Share of a split's load on one key from which on that key is cut out (as in CockroachDB's
/// splitter).
pub const POPULAR_KEY: f64 = 0.25;

/// Bytes of a split from which on it is split for its size: "approximately 8 GiB" (schema design
/// page until 2026-04-24; the figure has since been taken out).
pub const SPLIT_BYTES_MAX: f64 = 8.0 * 1024.0 * 1024.0 * 1024.0;

/// Seconds between two rounds of splitting, merging and balancing (assumption of ours).
pub const CONTROL_SECONDS: u32 = 10;

/// Difference between the most and the least loaded server, in servers, that is left alone
/// (as in TiKV's scheduler).
pub const BALANCE_TOLERANCE: f64 = 0.05;

/// Least by which a move must lower the load of the busiest server (assumption of ours).
pub const MOVE_GAIN_MIN: f64 = 0.01;

/// Seconds for which a split that moves is not served; its requests wait (assumption of ours; in
/// 2012 a directory of 50 MB moved "in a few seconds").
pub const MOVE_SECONDS: f64 = 2.0;

/// Two neighbours that together bear less than this, in nodes, for [`MERGE_SECONDS`] are merged
/// (assumption of ours: "consistently receives less traffic" has no number).
pub const MERGE_LOAD_MAX: f64 = HOT_LOAD_MIN / 4.0;

/// See [`MERGE_LOAD_MAX`] (assumption of ours).
pub const MERGE_SECONDS: u32 = 30 * 60;

/// `CPU_USAGE_SCORE` from which on a split is listed: "warm" (hot split statistics page, read
/// 2026-08-22).
pub const SCORE_LISTED: f64 = 50.0;

/// Median commit latency with no load, ms: "a handful of milliseconds" (life of reads and writes,
/// read 2026-08-22).
pub const COMMIT_MEDIAN_MS: f64 = 5.0;

/// 99th percentile of commit latency with no load, ms (a ledger author's figure, uncertain).
pub const COMMIT_P99_MS: f64 = 15.0;

/// Burstiness of arrivals and costs, (Ca² + Cs²) / 2 (assumption of ours).
pub const BURSTINESS: f64 = 4.0;

/// Commits in flight at one server at most: sessions and threads of the clients. Calibrated on a
/// ledger whose 99th percentile stood at 400 ms at 3,500 commits/s.
pub const IN_FLIGHT_MAX: f64 = 1_400.0;

/// Mean commit latency by participants, as a multiple of that with one (Spanner, OSDI 2012,
/// table 4; 25 and less from 17.0, 24.5, 31.5, 30.0 and 35.5 ms).
pub const PARTICIPANT_LATENCY: [(f64, f64); 8] = [
    (1.0, 1.0),
    (2.0, 1.44),
    (5.0, 1.85),
    (10.0, 1.85),
    (25.0, 2.09),
    (50.0, 2.51),
    (100.0, 4.2),
    (200.0, 8.85),
];

/// Half the width of the noise on the rate of arrivals in one column, as a share (assumption of
/// ours: enough to be seen, too little to move a mean).
pub const NOISE: f64 = 0.03;

/// Columns a run is recorded in, about; never more than [`COLUMNS_MAX`].
pub const COLUMNS: u32 = 600;

/// Columns of a run at most.
pub const COLUMNS_MAX: u32 = 720;

/// Minutes of a run at most.
pub const MINUTES_MAX: u32 = 24 * 60;

/// Nodes of an instance at most.
pub const NODES_MAX: f64 = 200.0;

/// Processing units come in hundreds, so an instance has at least this many nodes.
pub const NODES_MIN: f64 = 0.1;

/// Splits at most; beyond, hot splits are left as they are.
pub const SPLITS_MAX: usize = 10_000;

/// Events kept of a run.
pub const EVENTS_KEPT_MAX: usize = 20_000;

/// Changes of the layout remembered for questions about single keys.
pub const HISTORY_MAX: usize = 200_000;

/// Node-seconds to apply one row of `row_bytes` bytes.
#[must_use]
pub fn row_cost(row_bytes: f64) -> f64 {
    (row_bytes / ROW_BYTES).max(1.0) / ROWS_APPLIED_PER_NODE
}

/// Node-seconds to read one row of `row_bytes` bytes by its key.
#[must_use]
pub fn read_cost(row_bytes: f64) -> f64 {
    (row_bytes / ROW_BYTES).max(1.0) / READS_PER_NODE
}

/// Node-seconds a commit in one split costs beside its rows.
#[must_use]
pub fn commit_overhead() -> f64 {
    1.0 / WRITES_PER_NODE - 1.0 / ROWS_APPLIED_PER_NODE
}

/// Node-seconds that one touch costs the split it lands in, for every stream of `load`.
///
/// Model: the first stream of a class, its own row, is in every commit. Another participant joins
/// the share of commits that its stream touches; the row's split bears the dearer overhead for
/// those and the plain one for the rest. That participants lie in different splits is taken for
/// granted, as row trees and free-standing indexes start in splits of their own.
#[must_use]
pub fn touch_costs(load: &Load) -> Vec<f64> {
    let alone = alone_shares(load);
    let mut seen = vec![false; load.classes.len()];
    let mut costs = Vec::with_capacity(load.streams.len());
    for stream in &load.streams {
        let class = stream.class.0 as usize;
        let writes = stream.rows * row_cost(stream.row_bytes);
        let reads = stream.reads * read_cost(stream.row_bytes);
        let overhead = match (stream.participant, seen[class]) {
            (false, _) => 0.0,
            (true, false) => alone[class] + (1.0 - alone[class]) * PARTICIPANT_COST,
            (true, true) => PARTICIPANT_COST,
        };
        seen[class] |= stream.participant;
        costs.push(overhead * commit_overhead() + writes + reads);
    }
    costs
}

/// Participants of a commit, on average, for every class of `load`.
#[must_use]
pub fn participants(load: &Load) -> Vec<f64> {
    let mut sums = vec![0.0; load.classes.len()];
    for stream in load.streams.iter().filter(|stream| stream.participant) {
        sums[stream.class.0 as usize] += stream.share;
    }
    sums
}

/// How much longer a commit takes with `participants` than with one: [`PARTICIPANT_LATENCY`],
/// interpolated over the logarithm of their number.
#[must_use]
pub fn latency_factor(participants: f64) -> f64 {
    let table = PARTICIPANT_LATENCY;
    let mut before = table[0];
    for point in table {
        if participants <= point.0 {
            if point.0 <= before.0 {
                return point.1;
            }
            let way = libm::log(participants / before.0) / libm::log(point.0 / before.0);
            return before.1 + (point.1 - before.1) * way;
        }
        before = point;
    }
    before.1
}

/// The share of commits that no participant but the first joins, for every class.
fn alone_shares(load: &Load) -> Vec<f64> {
    let mut seen = vec![false; load.classes.len()];
    let mut alone = vec![1.0; load.classes.len()];
    for stream in load.streams.iter().filter(|stream| stream.participant) {
        let class = stream.class.0 as usize;
        if seen[class] {
            alone[class] *= 1.0 - stream.share;
        }
        seen[class] = true;
    }
    alone
}
