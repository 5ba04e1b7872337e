//! Every number of the model, with its source: Spanner's documentation, a published measurement,
//! or "assumption of ours".
//!
//! Model: 1.0 is the capacity of one node, in node-seconds of CPU per second. What is left out
//! stands in [`super::assumptions::LEFT_OUT`], and every constant of this file with its source in
//! [`super::assumptions::CONSTANTS`]. Those that matter most are fields of [`Constants`] as well,
//! so that a run can be tried with others.

/// Point reads per second that one node takes: regional, 1 KB rows, at 100 % CPU
/// (performance page, read 2026-08-22).
pub const READS_PER_NODE: f64 = 22_500.0;

/// The same in a multi-region instance (performance page, read 2026-08-22).
pub const READS_PER_NODE_MULTI_REGION: f64 = 15_000.0;

/// Rows per second that one node applies when commits are batched: regional, throughput-optimised
/// writes (performance page, read 2026-08-22). What remains of a commit is its overhead.
pub const ROWS_APPLIED_PER_NODE: f64 = 22_500.0;

/// Bytes of the row that the published rates are for: 1 KB. A larger row costs more to apply in
/// proportion, a smaller one costs the same (assumption of ours).
pub const ROW_BYTES: f64 = 1024.0;

/// Node-seconds for every row of a range read beyond its first, for rows of 1 KB; the first row
/// in each split costs what a read by key does (assumption of ours: rows that lie side by side are
/// found once and then only passed on).
pub const SCAN_ROW_SECONDS: f64 = 2e-6;

/// Times that a participant of a commit over several splits writes to its log by Paxos, to prepare
/// and to apply, if it is not the one that coordinates: that one writes once (Spanner, OSDI 2012,
/// 4.2.1). That each of these writes costs the overhead of a commit in one split is an assumption of
/// ours.
pub const PARTICIPANT_LOGS: f64 = 2.0;

/// Nodes that one split can take at most: a split is served by one server at a time. Published
/// twice: sequential inserts used 35 % of 3 nodes and 20 % of 5 (Kubis, Google, 2018), and "all
/// inserts go to one server" (schema design page, read 2026-08-22).
pub const SPLIT_CEILING: f64 = 1.0;

/// Share of a commit's CPU that falls on the server of its split; the rest is spread over the
/// others. Spanner publishes no figure; 1 reproduces Kubis's measurement (assumption of ours).
pub const LEADER_SHARE: f64 = 1.0;

/// A split that bears less than this, in nodes, is never hot (assumption of ours: enough to reach
/// a good balance).
pub const HOT_LOAD_MIN: f64 = 0.05;

/// A split above [`HOT_LOAD_MIN`] is hot when its server's utilisation passes this: the
/// recommended maximum for high-priority CPU of a regional instance (CPU utilisation page, read
/// 2026-08-22).
pub const HOT_SERVER: f64 = 0.65;

/// The same for a multi-region instance (CPU utilisation page, read 2026-08-22).
pub const HOT_SERVER_MULTI_REGION: f64 = 0.45;

/// A split that bears this much, in nodes, is hot on any server; a lesser one above [`HOT_LOAD_MIN`]
/// is split like a hot one where its server bears more than this and more than others, and no move
/// relieves it (both assumptions of ours; TiKV's scheduler splits what it cannot place, too).
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

/// Share of a split's load in range reads that pass a key from which on the split is not cut there
/// (as in CockroachDB's splitter).
pub const CONTAINED: f64 = 0.5;

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

/// Mean commit latency with no load, ms: that of the lognormal time with this median and 99th
/// percentile, 5 · exp(σ² / 2) with σ = ln 3 / 2.326.
pub const COMMIT_MEAN_MS: f64 = 5.59;

/// Median latency of a read by key with no load, ms (assumption of ours: 4 to 5 ms are seen by
/// clients).
pub const READ_MEDIAN_MS: f64 = 3.0;

/// 99th percentile of the latency of a read by key with no load, ms: as far above the median as
/// that of a commit (assumption of ours).
pub const READ_P99_MS: f64 = 9.0;

/// A statement's way from a client to a database in its region and back, with its answer, ms: the
/// middle of the 4 to 5 ms that clients see for a read of one row (Stack Overflow).
pub const ROUND_TRIP_MS: f64 = 4.5;

/// Read-modify-writes per second that one row takes at most: one transaction after another, each
/// holding the lock of the row over the [`ROUND_TRIP_MS`] of one read and a commit of
/// [`COMMIT_MEAN_MS`]: those that follow one another take the mean and not the median (that it
/// reads once is an assumption of ours; blind writes share their locks, life of reads and writes,
/// read 2026-08-22).
pub const ROW_CHANGES_PER_SECOND: f64 = 1000.0 / (ROUND_TRIP_MS + COMMIT_MEAN_MS);

/// Burstiness of arrivals and costs, (Ca² + Cs²) / 2 (assumption of ours).
pub const BURSTINESS: f64 = 4.0;

/// Commits in flight at one server at most: sessions and threads of the clients. Calibrated on a
/// ledger whose 99th percentile stood at 400 ms at 3,500 commits/s.
pub const IN_FLIGHT_MAX: f64 = 1_400.0;

/// The slowest commit of so many waits no longer than a full backlog, though a queue is modelled as
/// exponential (assumption of ours: it is what the 99th percentile is the end of).
pub const SLOWEST_IN: f64 = 100.0;

/// Seconds that a request waits in its client for a free place before the client gives up
/// (assumption of ours).
pub const CLIENT_WAIT_SECONDS: f64 = 10.0;

/// Seconds that a request waits at a server that takes every request before it is given up: the
/// axis of latencies ends there (assumption of ours).
pub const OPEN_WAIT_SECONDS: f64 = 180.0;

/// Share of its end value, or of what is offered, that the served rate must stay within to be
/// called saturated (assumption of ours).
pub const SATURATED_WITHIN: f64 = 0.05;

/// Columns running for which the served rate must be off to count as not yet saturated: shorter
/// dips come of single moves (assumption of ours).
pub const SATURATED_DIP: usize = 3;

/// Split points for each node that are worth having: more make commits dearer for good
/// (pre-splitting page, read 2026-08-22).
pub const SPLIT_POINTS_ADVISED: f64 = 10.0;

/// Split points that may be added in a minute, for each node (quotas page, read 2026-08-22).
pub const SPLIT_POINTS_PER_MINUTE: f64 = 10.0;

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

/// Share of a server's capacity within which noise is less: it shrinks with the distance that is
/// left between load and capacity (assumption of ours: enough that noise neither fills a server that
/// keeps up nor adds more than 3 % to its mean wait, at any load).
pub const NOISE_ROOM: f64 = 0.1;

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

/// The constants that a run can be tried with other values of.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Constants {
    /// See [`SPLIT_CEILING`].
    pub split_ceiling: f64,
    /// See [`PARTICIPANT_LOGS`].
    pub participant_logs: f64,
    /// See [`HOT_LOAD_MIN`].
    pub hot_load_min: f64,
    /// See [`HOT_SERVER`]; `None` takes the region's.
    pub hot_server: Option<f64>,
    /// See [`HOT_LOAD`].
    pub hot_load: f64,
    /// See [`LEARN_SECONDS`].
    pub learn_seconds: u32,
    /// See [`SIDE_SHARE_MIN`].
    pub side_share_min: f64,
    /// See [`SIDE_LOAD_MIN`].
    pub side_load_min: f64,
    /// See [`SPLIT_BYTES_MAX`].
    pub split_bytes_max: f64,
    /// See [`BALANCE_TOLERANCE`].
    pub balance_tolerance: f64,
    /// See [`MOVE_SECONDS`].
    pub move_seconds: f64,
    /// See [`MERGE_LOAD_MAX`].
    pub merge_load_max: f64,
    /// See [`MERGE_SECONDS`].
    pub merge_seconds: u32,
    /// See [`COMMIT_MEDIAN_MS`].
    pub commit_median_ms: f64,
    /// See [`COMMIT_P99_MS`].
    pub commit_p99_ms: f64,
    /// See [`READ_MEDIAN_MS`].
    pub read_median_ms: f64,
    /// See [`READ_P99_MS`].
    pub read_p99_ms: f64,
    /// See [`SCAN_ROW_SECONDS`].
    pub scan_row_seconds: f64,
    /// See [`ROW_CHANGES_PER_SECOND`].
    pub row_changes_per_second: f64,
    /// See [`BURSTINESS`].
    pub burstiness: f64,
    /// See [`CLIENT_WAIT_SECONDS`].
    pub client_wait_seconds: f64,
}

impl Default for Constants {
    fn default() -> Self {
        Self {
            split_ceiling: SPLIT_CEILING,
            participant_logs: PARTICIPANT_LOGS,
            hot_load_min: HOT_LOAD_MIN,
            hot_server: None,
            hot_load: HOT_LOAD,
            learn_seconds: LEARN_SECONDS,
            side_share_min: SIDE_SHARE_MIN,
            side_load_min: SIDE_LOAD_MIN,
            split_bytes_max: SPLIT_BYTES_MAX,
            balance_tolerance: BALANCE_TOLERANCE,
            move_seconds: MOVE_SECONDS,
            merge_load_max: MERGE_LOAD_MAX,
            merge_seconds: MERGE_SECONDS,
            commit_median_ms: COMMIT_MEDIAN_MS,
            commit_p99_ms: COMMIT_P99_MS,
            read_median_ms: READ_MEDIAN_MS,
            read_p99_ms: READ_P99_MS,
            scan_row_seconds: SCAN_ROW_SECONDS,
            row_changes_per_second: ROW_CHANGES_PER_SECOND,
            burstiness: BURSTINESS,
            client_wait_seconds: CLIENT_WAIT_SECONDS,
        }
    }
}

impl Constants {
    /// The same with those that depend on one another in order; each is within its range already.
    pub(super) fn limited(&self) -> Self {
        Self {
            participant_logs: self.participant_logs.max(1.0),
            learn_seconds: self.learn_seconds.max(CONTROL_SECONDS),
            commit_p99_ms: self.commit_p99_ms.max(1.01 * self.commit_median_ms),
            read_p99_ms: self.read_p99_ms.max(1.01 * self.read_median_ms),
            ..*self
        }
    }
}
