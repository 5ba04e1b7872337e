//! The table of constants: every number of the model with its unit, its source and how sure it is.
//!
//! A number is from Spanner's documentation, from a published measurement, from the code of a similar
//! database, or our assumption. A row makes the constant, its line in the list on the page
//! ([`CONSTANTS`]), its field in [`Constants`] and its name for `--constant` if a run can be tried
//! with another value, and its range ([`UNCERTAIN`]) or the reason why it has none ([`NOT_DRAWN`]).
//!
//! Model: 1.0 is the capacity of one node, in node-seconds of CPU per second. What is left out is
//! listed in `assumptions.rs`.

use super::table::{Constant, Kind, Place, Uncertain, Value, constants};
use hotsplit_base::limits;

constants! {
    limits::WRITES_PER_NODE, "writes of 1 KB/s", Documented:
        "performance page, read 2026-08-22";
    knob "writes_per_node";
    limits::WRITES_PER_NODE_MULTI_REGION, "writes of 1 KB/s", Documented:
        "performance page, read 2026-08-22";
    knob "region";
    limits::SPLIT_POINTS_PER_REQUEST, "split points", Documented: "quotas page, read 2026-08-22";
    limits::SPLIT_POINTS_PER_NODE, "split points", Documented: "quotas page, read 2026-08-22";
    limits::STORAGE_BYTES_PER_NODE, "bytes", Documented: "quotas page, read 2026-08-22: 10 TiB a \
                                                          node";
    limits::PROCESSING_UNITS_PER_NODE, "processing units", Documented:
        "compute capacity page, read 2026-08-22; more come in whole nodes";
    knob "nodes";
    limits::PROCESSING_UNITS_STEP, "processing units", Documented:
        "steps below one node (compute capacity page, read 2026-08-22)";
    knob "nodes";

    /// Point reads per second that one node of a regional instance takes, at 100 % CPU.
    pub const READS_PER_NODE: f64 = 22_500.0;
    "reads of 1 KB/s", Documented: "performance page, read 2026-08-22";
    knob "writes_per_node";

    /// The same in a multi-region instance.
    pub const READS_PER_NODE_MULTI_REGION: f64 = 15_000.0;
    "reads of 1 KB/s", Documented: "performance page, read 2026-08-22";
    knob "region";

    /// Rows per second that one node of a regional instance applies when commits are batched. What
    /// remains of a commit is its overhead.
    pub const ROWS_APPLIED_PER_NODE: f64 = 22_500.0;
    "rows of 1 KB/s", Documented: "performance page, throughput-optimised writes, read 2026-08-22";
    knob "writes_per_node";

    /// Bytes of the row that the published rates are for. A larger row costs more to apply in
    /// proportion, a smaller one costs the same.
    pub const ROW_BYTES: f64 = 1024.0;
    "bytes", Documented:
        "the published rates are for rows of 1 KB (performance page, read 2026-08-22); that a \
         larger row costs proportionally more is our assumption";

    /// Node-seconds for every row of a range read beyond its first, for rows of 1 KB; the first row
    /// in each split costs what a read by key does.
    pub const SCAN_ROW_SECONDS: f64 = 2e-6;
    "s of a node for a row", Assumption:
        "adjacent rows are located once and then only transferred; a range read costs one read by \
         key in every split that it touches, and this for each row after the first";
    field scan_row_seconds: Number, draw 17: 1e-6, 1e-5,
        "assumption: 1/4 to 1/40 of a read by key";

    /// Times that a participant of a commit over several splits writes to its log by Paxos, to
    /// prepare and to apply. The one that coordinates writes once.
    pub const PARTICIPANT_LOGS: f64 = 2.0;
    "writes to a log by Paxos", Documented:
        "a participant logs the prepare and the outcome, the coordinator only the outcome \
         (Spanner, OSDI 2012, 4.2.1); that each write costs the overhead of a commit is our \
         assumption";
    field participant_logs: Number, draw 1: 1.5, 2.5,
        "assumption: log writes of one server may share work, or cost more than those of a commit \
         alone";

    /// Nodes that one split can take at most: a split is served by one server at a time.
    pub const SPLIT_CEILING: f64 = 1.0;
    "nodes", Measured:
        "35 % CPU on 3 nodes, 20 % on 5, the same throughput (Kubis, Google, 2018); \"all inserts \
         go to one server\" (schema design page, read 2026-08-22)";
    field split_ceiling: Number, draw 0: 0.8, 1.1,
        "35 % of 3 nodes and 20 % of 5 are 0.98 to 1.13 nodes; that a server may give its hottest \
         split 20 % less is an assumption";
    set on "V1";

    /// Share of a commit's CPU that falls on the server of its split; the rest is spread over the
    /// others.
    pub const LEADER_SHARE: f64 = 1.0;
    "of the work", Assumption:
        "no figure is published; 1 reproduces Kubis 2018, 0.273 fits CockroachDB's kvbench";
    knob "leader_share";
    set on "V1";
    not drawn: "only its ratio to the split ceiling decides what a hot split takes";

    /// A split that bears less than this is never hot.
    pub const HOT_LOAD_MIN: f64 = 0.05;
    "nodes", Assumption: "found experimentally: with more, splitting stops before the load is well \
                          balanced";
    field hot_load_min: Number, draw 4: 0.025, 0.1, "assumption: half to double";

    /// A split above [`HOT_LOAD_MIN`] is hot when its server's utilisation is above this, in a
    /// regional instance.
    pub const HOT_SERVER: f64 = 0.65;
    "utilisation", Documented:
        "recommended maximum of high-priority CPU (CPU utilisation page, read 2026-08-22); that \
         splits are hot above it is our assumption";
    field hot_server: OfRegion, draw 2: 0.5, 0.8,
        "assumption: around the recommended maximum of CPU";

    /// The same for a multi-region instance.
    pub const HOT_SERVER_MULTI_REGION: f64 = 0.45;
    "utilisation", Documented: "CPU utilisation page, read 2026-08-22";
    knob "region";

    /// A split that bears this much is hot on any server. A lesser one above [`HOT_LOAD_MIN`] is
    /// split like a hot one where its server bears more than this and more than others, and no move
    /// relieves it, as TiKV's scheduler splits what it cannot place.
    pub const HOT_LOAD: f64 = 0.125;
    "nodes", Assumption: "CockroachDB takes half a core, TiKV a quarter of a store's read pool";
    field hot_load: Number, draw 3: 0.06, 0.25,
        "similar databases differ by a factor of two; the range extends as far again";

    /// Seconds that a split must stay hot before it is split. Two minutes make throughput double
    /// every two minutes.
    pub const LEARN_SECONDS: u32 = 120;
    "s", Calibrated:
        "\"after a few minutes of high load\", throughput \"should double every few minutes\" \
         (bulk loading page, read 2026-08-22)";
    field learn_seconds: Whole, draw 5: 60.0, 300.0, "\"a few minutes\": 1 to 5";
    set on "V6";

    /// Keys that are tried as split points: quantiles of the load.
    pub const CANDIDATES: u32 = 20;
    "sampled keys", Analogue: "CockroachDB's split finder, read 2026-08-22";
    not drawn: "the keys at which a split is divided change by less than one split";

    /// Least share of a split's load that either side of a split point must take.
    pub const SIDE_SHARE_MIN: f64 = 0.02;
    "of the split's load", Assumption:
        "found experimentally: with more, load stays on the hot server";
    field side_share_min: Number, draw 6: 0.01, 0.04, "assumption: half to double";

    /// Least load in nodes that either side of a split point must take.
    pub const SIDE_LOAD_MIN: f64 = 0.01;
    "nodes", Assumption: "too little to be worth a split";
    field side_load_min: Number, draw 7: 0.005, 0.02, "assumption: half to double";

    /// Share of the load on one side of every sampled key from which on the load has a direction.
    pub const ONE_SIDED: f64 = 0.8;
    "of the split's load", Analogue: "CockroachDB's split finder, read 2026-08-22";
    not drawn: "a threshold of a search whose outcome is drawn with HOT_LOAD";

    /// Share of a split's load on one key from which on that key is cut out.
    pub const POPULAR_KEY: f64 = 0.25;
    "of the split's load", Analogue: "CockroachDB's split finder, read 2026-08-22";
    not drawn: "as ONE_SIDED";

    /// Share of a split's load in range reads that pass a key from which on the split is not cut
    /// there.
    pub const CONTAINED: f64 = 0.5;
    "of the split's load", Analogue:
        "CockroachDB's split finder, read 2026-08-22; Spanner \"refrains from fragmenting\" what \
         large scans pass (hot split statistics page, read 2026-08-22)";
    not drawn: "as ONE_SIDED";

    /// Bytes of a split from which on it is split for its size.
    pub const SPLIT_BYTES_MAX: f64 = 8.0 * 1024.0 * 1024.0 * 1024.0;
    "bytes", Documented:
        "\"approximately 8 GiB\" (schema design page until 2026-04-24; removed since)";
    field split_bytes_max: Number, draw 8: SPLIT_BYTES_MAX / 2.0, SPLIT_BYTES_MAX * 2.0,
        "the published number was withdrawn in 2026: half to double";

    /// Seconds between two rounds of splitting, merging and balancing.
    pub const CONTROL_SECONDS: u32 = 10;
    "s", Assumption: "short beside the time that splitting takes";
    not drawn: "a step of the program, a twelfth of LEARN_SECONDS";

    /// Difference between the most and the least loaded server, in servers, that is left alone.
    pub const BALANCE_TOLERANCE: f64 = 0.05;
    "servers", Analogue: "TiKV's hot region scheduler, read 2026-08-22";
    field balance_tolerance: Number, draw 9: 0.02, 0.1, "assumption: half to double";

    /// Least by which a move must lower the load of the busiest server.
    pub const MOVE_GAIN_MIN: f64 = 0.01;
    "servers", Assumption: "too little to be worth a move";
    not drawn: "below BALANCE_TOLERANCE, which is drawn";

    /// Seconds for which a split that moves is not served; its requests wait.
    pub const MOVE_SECONDS: f64 = 2.0;
    "s", Assumption: "in 2012 a directory of 50 MB moved \"in a few seconds\" (Spanner, OSDI 2012)";
    field move_seconds: Number, draw 10: 0.5, 8.0, "\"a few seconds\" for 50 MB in 2012";

    /// Two neighbours that together bear less than this for [`MERGE_SECONDS`] are merged.
    pub const MERGE_LOAD_MAX: f64 = HOT_LOAD_MIN / 4.0;
    "nodes", Assumption:
        "\"consistently receives less traffic\" (pre-splitting page, read 2026-08-22) has no number";
    field merge_load_max: Number, draw 11: MERGE_LOAD_MAX / 2.0, MERGE_LOAD_MAX * 2.0,
        "assumption: half to double";

    /// See [`MERGE_LOAD_MAX`].
    pub const MERGE_SECONDS: u32 = 30 * 60;
    "s", Assumption: "as above; CockroachDB waits 5 minutes";
    field merge_seconds: Whole, draw 12: 300.0, 7_200.0,
        "five minutes in a similar database; assumption: up to two hours";

    /// `CPU_USAGE_SCORE` from which on a split is listed: "warm".
    pub const SCORE_LISTED: f64 = 50.0;
    "CPU_USAGE_SCORE", Documented: "hot split statistics page, read 2026-08-22";

    /// Median commit latency with no load.
    pub const COMMIT_MEDIAN_MS: f64 = 5.0;
    "ms", Calibrated: "\"a handful of milliseconds\" (life of reads and writes, read 2026-08-22)";
    field commit_median_ms: Number, draw 13: 3.0, 8.0,
        "a commit of one participant took 3.2 ms on average in 2023; \"a handful\" is less than ten";

    /// 99th percentile of commit latency with no load.
    pub const COMMIT_P99_MS: f64 = 15.0;
    "ms", Calibrated:
        "the 99th percentile of a ledger at low load (its author's figure, uncertain)";
    field commit_p99_ms: Number, draw 14: 9.0, 30.0,
        "three times the smallest median; twice the figure that was reported for a ledger";
    set on "V8";

    /// Mean commit latency with no load: 5 · exp(σ² / 2) with σ = ln 3 / 2.326.
    pub const COMMIT_MEAN_MS: f64 = 5.59;
    "ms", Calibrated: "the mean of the lognormal time with that median and 99th percentile";
    not drawn: "follows from the median and the 99th percentile";

    /// Median latency of a read by key with no load.
    pub const READ_MEDIAN_MS: f64 = 3.0;
    "ms", Assumption: "clients see 4 to 5 ms for a read of one row (Stack Overflow)";
    field read_median_ms: Number, draw 15: 1.4, 4.5,
        "1.4 ms in 2012 (Spanner, OSDI 2012, table 3); clients see 4 to 5 ms";

    /// 99th percentile of the latency of a read by key with no load.
    pub const READ_P99_MS: f64 = 9.0;
    "ms", Assumption: "as far above the median as that of a commit";
    field read_p99_ms: Number, draw 16: 5.0, 18.0, "as far above the median as that of a commit";

    /// Round trip of a statement and its answer between a client and a database in its region.
    pub const ROUND_TRIP_MS: f64 = 4.5;
    "ms", Assumption:
        "the middle of the 4 to 5 ms that clients see for a read of one row (Stack Overflow)";
    not drawn: "part of ROW_CHANGES_PER_SECOND, which is drawn";

    /// Read-modify-writes per second that one row takes at most: each transaction holds the lock of
    /// the row over the [`ROUND_TRIP_MS`] of one read and a commit of [`COMMIT_MEAN_MS`]. Those
    /// that follow one another take the mean and not the median.
    pub const ROW_CHANGES_PER_SECOND: f64 = 1000.0 / (ROUND_TRIP_MS + COMMIT_MEAN_MS);
    "changes/s", Assumption:
        "one transaction after another, each holding the lock over one read and a commit of the \
         mean time of one participant; with more reads, more participants or a second region it is \
         less, and blind writes share their locks (life of reads and writes, read 2026-08-22)";
    field row_changes_per_second: Number, draw 18: 50.0, 250.0,
        "58 changes/s were measured with eight clients; 250 leave 4 ms for the read and the commit";

    /// Burstiness of arrivals and costs, (Ca² + Cs²) / 2.
    pub const BURSTINESS: f64 = 4.0;
    "times the queue of even arrivals", Assumption:
        "arrivals come in bursts of four, or costs differ as much";
    field burstiness: Number, draw 19: 1.0, 8.0, "even arrivals to bursts of eight (assumption)";

    /// Commits in flight at one server at most: sessions and threads of the clients.
    pub const IN_FLIGHT_MAX: f64 = 1_400.0;
    "commits", Calibrated:
        "a ledger whose 99th percentile was 400 ms at 3,500 commits/s (its author's figure)";
    knob "in_flight_max", draw 21: 400.0, 4_000.0,
        "the sessions of one client to those of ten (assumption)";
    set on "V8";

    /// The slowest commit of so many waits no longer than a full backlog, though a queue is
    /// modelled as exponential.
    pub const SLOWEST_IN: f64 = 100.0;
    "commits", Assumption: "makes the 99th percentile of a full queue the wait for all places";
    not drawn: "how a wait is read, and no property of Spanner";

    /// Seconds that a request waits in its client for a free place before the client gives up.
    pub const CLIENT_WAIT_SECONDS: f64 = 10.0;
    "s", Assumption: "clients set their own deadlines";
    field client_wait_seconds: Number, draw 20: 2.0, 60.0,
        "assumption: deadlines of clients differ";

    /// Seconds that a request waits at a server that takes every request before it is given up.
    pub const OPEN_WAIT_SECONDS: f64 = 180.0;
    "s", Assumption: "the axis of latencies ends there";
    not drawn: "an end of the axis";

    /// Share of its end value, or of what is offered, that the served rate must stay within to be
    /// called saturated.
    pub const SATURATED_WITHIN: f64 = 0.05;
    "of the rate", Assumption: "more than the noise";
    not drawn: "how the time to settle is read";

    /// Consecutive columns for which the served rate must be off to count as not yet saturated.
    pub const SATURATED_DIP: usize = 3;
    "columns", Assumption: "shorter dips are caused by single moves";
    not drawn: "as SATURATED_WITHIN";

    /// Split points for each node that are worth having: more make commits dearer for good.
    pub const SPLIT_POINTS_ADVISED: f64 = 10.0;
    "split points for a node", Documented: "pre-splitting page, read 2026-08-22";

    /// Split points that may be added in a minute, for each node.
    pub const SPLIT_POINTS_PER_MINUTE: f64 = 10.0;
    "split points for a node", Documented: "quotas page, read 2026-08-22";

    /// Mean commit latency by participants, as a multiple of that with one; 25 and less from 17.0,
    /// 24.5, 31.5, 30.0 and 35.5 ms.
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
    "participants, times the latency of one", Measured: "Spanner, OSDI 2012, table 4";
    set on "V15";
    not drawn: "measured point by point; its ranges were not published";

    /// Half the width of the noise on the rate of arrivals in one column.
    pub const NOISE: f64 = 0.03;
    "of the rate, up and down", Assumption: "visible, but too small to change a mean";
    not drawn: "does not change a mean";

    /// Share of a server's capacity within which noise is less: it shrinks with the distance
    /// between load and capacity, so that it adds no more than 3 % to the server's mean wait at any
    /// load.
    pub const NOISE_ROOM: f64 = 0.1;
    "of a server", Assumption:
        "noise is smaller near the capacity, so that it neither fills a server nor changes a mean";
    not drawn: "as NOISE";

    /// Columns a run is recorded in, about; never more than [`COLUMNS_MAX`].
    pub const COLUMNS: u32 = 600;
    "columns", Limit: "resolution of the picture";

    /// Columns of a run at most.
    pub const COLUMNS_MAX: u32 = 720;
    "columns", Limit: "resolution of the picture";

    /// Minutes of a run at most.
    pub const MINUTES_MAX: u32 = 24 * 60;
    "minutes", Limit: "keeps a run short";
    knob "minutes";

    /// Nodes of an instance at most.
    pub const NODES_MAX: f64 = 200.0;
    "nodes", Limit: "keeps a run short";
    knob "nodes";

    /// Processing units come in hundreds, so an instance has at least this many nodes.
    pub const NODES_MIN: f64 = 0.1;
    "nodes", Documented:
        "processing units come in hundreds (compute capacity page, read 2026-08-22)";
    knob "nodes";

    /// Splits at most; beyond, hot splits are left as they are.
    pub const SPLITS_MAX: usize = 10_000;
    "splits", Limit: "keeps a run short";

    /// Events kept of a run.
    pub const EVENTS_KEPT_MAX: usize = 20_000;
    "events", Limit: "keeps a run small";

    /// Changes of the layout remembered for questions about single keys.
    pub const HISTORY_MAX: usize = 200_000;
    "changes", Limit: "keeps a run small";
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
