//! Every number of the model, with its source: Spanner's documentation, a published measurement,
//! or "assumption of ours".
//!
//! Model: 1.0 is the capacity of one node, in node-seconds of CPU per second. What is left out
//! stands in [`super::assumptions::LEFT_OUT`], and every constant of this file with its source in
//! [`super::assumptions::CONSTANTS`]. Those that matter most are fields of [`Constants`] as well,
//! so that a run can be tried with others.

use super::Knobs;
use crate::load::{ClassKind, ComponentKind, Load, Stream};
use hotsplit_base::limits::{WRITES_PER_NODE, WRITES_PER_NODE_MULTI_REGION};

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

/// How far the 99th percentile of a normal value lies above its mean, in standard deviations.
const P99_SIGMAS: f64 = 2.326_347_874;

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

/// What work costs, beside the constants that never change.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Prices {
    /// Writes cost this many times what they do in a regional instance.
    pub writes: f64,
    /// The same for reads.
    pub reads: f64,
    /// Commits of one split that share an overhead.
    pub commit_batch: f64,
    /// See [`PARTICIPANT_LOGS`].
    pub participant_logs: f64,
    /// See [`SCAN_ROW_SECONDS`].
    pub scan_row: f64,
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

impl Default for Prices {
    fn default() -> Self {
        Self {
            writes: 1.0,
            reads: 1.0,
            commit_batch: 1.0,
            participant_logs: PARTICIPANT_LOGS,
            scan_row: SCAN_ROW_SECONDS,
        }
    }
}

impl Prices {
    /// What a multi-region instance makes of the prices: it takes fewer reads and writes a node.
    #[must_use]
    pub fn in_many_regions(self) -> Self {
        Self {
            writes: self.writes * WRITES_PER_NODE / WRITES_PER_NODE_MULTI_REGION,
            reads: self.reads * READS_PER_NODE / READS_PER_NODE_MULTI_REGION,
            ..self
        }
    }
}

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

/// Node-seconds that a range read costs in each split it touches, beside the rows that follow the
/// first.
#[must_use]
pub fn seek_cost(stream: &Stream, prices: &Prices) -> f64 {
    read_cost(stream.row_bytes) * prices.reads
}

/// Node-seconds a commit in one split costs beside its rows.
#[must_use]
pub fn commit_overhead() -> f64 {
    1.0 / WRITES_PER_NODE - 1.0 / ROWS_APPLIED_PER_NODE
}

/// Node-seconds that one touch costs the split it lands in, for every stream of `load`.
///
/// Model: the first stream of a class, its own row, is in every commit. Another participant joins
/// the share of commits that its stream touches. One of the participants coordinates, any of them,
/// so each bears a mean of [`PARTICIPANT_LOGS`] and one. That participants lie in different splits
/// is taken for granted, as row trees and free-standing indexes start in splits of their own. A
/// class that only reads has no overhead. A range read is taken to lie in one split: each split
/// more that it touches costs a [`seek_cost`].
#[must_use]
pub fn touch_costs(load: &Load, prices: &Prices) -> Vec<f64> {
    let others = others(load);
    let mut seen = vec![false; load.classes.len()];
    let mut costs = Vec::with_capacity(load.streams.len());
    for stream in &load.streams {
        let class = stream.class.0 as usize;
        let participant = takes_part(load, stream);
        let logs = match (participant, seen[class]) {
            (false, _) => 0.0,
            (true, false) => logs(others[class].one_over(1.0), prices),
            (true, true) => logs(others[class].without(stream.share).one_over(2.0), prices),
        };
        seen[class] |= participant;
        costs.push(overhead_cost(prices) * logs + rows_cost(stream, prices));
    }
    costs
}

/// Writes to a participant's log, where `one_over` is the mean of one over the participants.
fn logs(one_over: f64, prices: &Prices) -> f64 {
    prices.participant_logs - (prices.participant_logs - 1.0) * one_over
}

/// Those that join a class's own row in a commit.
#[derive(Clone, Debug, Default)]
struct Others {
    /// How many are in every commit.
    always: f64,
    /// The shares of the commits that the others are in.
    shares: Vec<f64>,
}

/// Shares that are reckoned with one by one; of more the mean is taken.
const SHARES_MAX: usize = 64;

impl Others {
    fn add(&mut self, share: f64) {
        if share >= 1.0 {
            self.always += 1.0;
        } else {
            self.shares.push(share);
        }
    }

    /// The same without one of so large a share.
    fn without(&self, share: f64) -> Self {
        let mut rest = self.clone();
        if share >= 1.0 {
            rest.always -= 1.0;
        } else if let Some(at) = rest.shares.iter().position(|it| *it == share) {
            rest.shares.swap_remove(at);
        }
        rest
    }

    /// The mean of one over the participants, `sure` of them beside these.
    fn one_over(&self, sure: f64) -> f64 {
        let sure = sure + self.always;
        if self.shares.len() > SHARES_MAX {
            return 1.0 / (sure + self.shares.iter().sum::<f64>());
        }
        // How likely it is that so many join.
        let mut joined = vec![1.0];
        for share in &self.shares {
            joined.push(0.0);
            for at in (0..joined.len()).rev() {
                let before = if at > 0 { joined[at - 1] } else { 0.0 };
                joined[at] = joined[at] * (1.0 - share) + before * share;
            }
        }
        joined.iter().enumerate().map(|(more, chance)| chance / (sure + more as f64)).sum()
    }
}

/// Node-seconds that one touch of a stream costs whose rows lie in `splits` splits, each row
/// anywhere: every split among them is a participant.
#[must_use]
pub fn scattered_cost(stream: &Stream, splits: f64, prices: &Prices) -> f64 {
    let participants = participants_of_rows(stream.rows, splits);
    overhead_cost(prices) * participants * logs(1.0 / participants, prices)
        + rows_cost(stream, prices)
}

/// Whether the rows of a touch lie apart: several rows, anywhere in a range.
#[must_use]
pub fn is_scattered(stream: &Stream) -> bool {
    let even = |part: &crate::load::Component| matches!(part.kind, ComponentKind::Uniform(_));
    stream.participant && stream.rows > 1.0 && stream.components.iter().all(even)
}

/// In how many of `splits` splits `rows` rows lie, each row anywhere.
#[must_use]
pub fn participants_of_rows(rows: f64, splits: f64) -> f64 {
    if splits <= 1.0 {
        return 1.0;
    }
    splits * (1.0 - libm::pow(1.0 - 1.0 / splits, rows))
}

/// Participants of a commit, on average, for every class of `load`; 0 where it only reads.
#[must_use]
pub fn participants(load: &Load) -> Vec<f64> {
    let mut sums = vec![0.0; load.classes.len()];
    for stream in load.streams.iter().filter(|stream| takes_part(load, stream)) {
        sums[stream.class.0 as usize] += stream.share;
    }
    sums
}

/// In how many places the requests of each class of `load` read at once: what they wait for is the
/// slowest. 0 where it writes.
#[must_use]
pub fn places_read(load: &Load) -> Vec<f64> {
    let mut sums = vec![0.0; load.classes.len()];
    for stream in &load.streams {
        if load.class(stream.class).kind == ClassKind::Read {
            sums[stream.class.0 as usize] += stream.share;
        }
    }
    sums
}

/// Whether a stream makes its split a participant of a commit.
fn takes_part(load: &Load, stream: &Stream) -> bool {
    stream.participant && load.class(stream.class).kind != ClassKind::Read
}

/// Changes per second of one row by transactions that read it first, each of a commit with so many
/// participants.
///
/// Model: each holds the row's lock over one read, a client's round trip, and its commit, which takes
/// longer with more participants and where it waits for a second region; the next waits for it.
#[must_use]
pub fn row_changes(knobs: &Knobs, participants: f64) -> f64 {
    let constants = &knobs.constants;
    let more = latency_factor(participants.max(1.0)) - 1.0;
    let mean_ms = mean_of(constants.commit_median_ms, constants.commit_p99_ms);
    let longer_ms = mean_ms * more + knobs.region.quorum_ms();
    1000.0 / (1000.0 / constants.row_changes_per_second + longer_ms)
}

/// The mean of a lognormal time with this median and 99th percentile.
#[must_use]
pub fn mean_of(median: f64, p99: f64) -> f64 {
    let sigma = libm::log(p99 / median) / P99_SIGMAS;
    median * libm::exp(sigma * sigma / 2.0)
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

fn overhead_cost(prices: &Prices) -> f64 {
    commit_overhead() * prices.writes / prices.commit_batch
}

fn rows_cost(stream: &Stream, prices: &Prices) -> f64 {
    let writes = stream.rows * row_cost(stream.row_bytes) * prices.writes;
    let reads = if stream.span > 0 {
        let beyond = (stream.reads - 1.0).max(0.0);
        let larger = (stream.row_bytes / ROW_BYTES).max(1.0);
        seek_cost(stream, prices) + beyond * larger * prices.scan_row * prices.reads
    } else {
        stream.reads * read_cost(stream.row_bytes) * prices.reads
    };
    writes + reads
}

/// Who joins the row of each class in its commits.
fn others(load: &Load) -> Vec<Others> {
    let mut seen = vec![false; load.classes.len()];
    let mut others = vec![Others::default(); load.classes.len()];
    for stream in load.streams.iter().filter(|stream| takes_part(load, stream)) {
        let class = stream.class.0 as usize;
        if seen[class] {
            others[class].add(stream.share);
        }
        seen[class] = true;
    }
    others
}
