//! What the model rests on, for the reader: every constant with its source, and what is left out.

use super::model;
use hotsplit_base::limits;

/// A constant of the model.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Constant {
    /// Its name in [`model`] or [`limits`].
    pub name: &'static str,
    /// What it is.
    pub value: Value,
    /// The unit.
    pub unit: &'static str,
    /// How it is known.
    pub kind: Kind,
    /// Where it is from and when that was read, or why it was taken.
    pub source: &'static str,
    /// The field of [`super::Knobs`] or [`model::Constants`] that changes it; empty if none does.
    pub knob: &'static str,
}

/// A number or a table of them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value {
    /// One number.
    One(f64),
    /// A function given at points.
    Table(&'static [(f64, f64)]),
}

/// How a constant is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Spanner's documentation gives it.
    Documented,
    /// Somebody measured it and published that.
    Measured,
    /// Set so that a published figure comes out; the source says which.
    Calibrated,
    /// Taken from the open code of a similar database.
    Analogue,
    /// Ours, for want of a published figure.
    Assumption,
    /// A bound of this program, not of Spanner.
    Limit,
}

impl Kind {
    /// For the reader.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Documented => "documented",
            Self::Measured => "measured",
            Self::Calibrated => "calibrated",
            Self::Analogue => "as in a similar database",
            Self::Assumption => "assumption of ours",
            Self::Limit => "limit of this program",
        }
    }
}

/// A line of the table; the name and the value are those of the constant itself.
macro_rules! constant {
    ($of:ident :: $name:ident, $unit:literal, $kind:ident, $source:literal, $knob:literal) => {
        Constant {
            name: stringify!($name),
            value: Value::One($of::$name as f64),
            unit: $unit,
            kind: Kind::$kind,
            source: $source,
            knob: $knob,
        }
    };
}

/// Constants that were set on a published figure, or measured by it, each with the story of
/// `crate/validation` that has the figure: the story says nothing more of the model then.
pub const SET_ON: &[(&str, &str)] = &[
    ("SPLIT_CEILING", "V1"),
    ("LEADER_SHARE", "V1"),
    ("LEARN_SECONDS", "V6"),
    ("COMMIT_P99_MS", "V8"),
    ("IN_FLIGHT_MAX", "V8"),
    ("PARTICIPANT_LATENCY", "V15"),
];

/// Every constant of the model, in the order in which [`model`] has them.
pub const CONSTANTS: &[Constant] = &[
    constant!(
        limits::WRITES_PER_NODE,
        "writes of 1 KB/s",
        Documented,
        "performance page, read 2026-08-22",
        "writes_per_node"
    ),
    constant!(
        limits::WRITES_PER_NODE_MULTI_REGION,
        "writes of 1 KB/s",
        Documented,
        "performance page, read 2026-08-22",
        "region"
    ),
    constant!(
        limits::SPLIT_POINTS_PER_REQUEST,
        "split points",
        Documented,
        "quotas page, read 2026-08-22",
        ""
    ),
    constant!(
        limits::SPLIT_POINTS_PER_NODE,
        "split points",
        Documented,
        "quotas page, read 2026-08-22",
        ""
    ),
    constant!(
        limits::STORAGE_BYTES_PER_NODE,
        "bytes",
        Documented,
        "quotas page, read 2026-08-22: 10 TiB a node",
        ""
    ),
    constant!(
        limits::PROCESSING_UNITS_PER_NODE,
        "processing units",
        Documented,
        "compute capacity page, read 2026-08-22; more come in whole nodes",
        "nodes"
    ),
    constant!(
        limits::PROCESSING_UNITS_STEP,
        "processing units",
        Documented,
        "steps below one node (compute capacity page, read 2026-08-22)",
        "nodes"
    ),
    constant!(
        model::READS_PER_NODE,
        "reads of 1 KB/s",
        Documented,
        "performance page, read 2026-08-22",
        "writes_per_node"
    ),
    constant!(
        model::READS_PER_NODE_MULTI_REGION,
        "reads of 1 KB/s",
        Documented,
        "performance page, read 2026-08-22",
        "region"
    ),
    constant!(
        model::ROWS_APPLIED_PER_NODE,
        "rows of 1 KB/s",
        Documented,
        "performance page, throughput-optimised writes, read 2026-08-22",
        "writes_per_node"
    ),
    constant!(
        model::ROW_BYTES,
        "bytes",
        Documented,
        "the published rates are for rows of 1 KB (performance page, read 2026-08-22); that a \
         larger row costs more in proportion is an assumption of ours",
        ""
    ),
    constant!(
        model::SCAN_ROW_SECONDS,
        "s of a node for a row",
        Assumption,
        "rows that lie side by side are found once and then only passed on; a range read costs a \
         read by key in every split that it touches, and this for each row beyond its first",
        "constants.scan_row_seconds"
    ),
    constant!(
        model::PARTICIPANT_LOGS,
        "writes to a log by Paxos",
        Documented,
        "a participant logs that it is prepared and what came of it, the coordinator the outcome alone \
         (Spanner, OSDI 2012, 4.2.1); that each write costs the overhead of a commit is an assumption \
         of ours",
        "constants.participant_logs"
    ),
    constant!(
        model::SPLIT_CEILING,
        "nodes",
        Measured,
        "35 % CPU on 3 nodes, 20 % on 5, the same throughput (Kubis, Google, 2018); \"all inserts \
         go to one server\" (schema design page, read 2026-08-22)",
        "constants.split_ceiling"
    ),
    constant!(
        model::LEADER_SHARE,
        "of the work",
        Assumption,
        "no figure is published; 1 reproduces Kubis 2018, 0.273 fits CockroachDB's kvbench",
        "leader_share"
    ),
    constant!(
        model::HOT_LOAD_MIN,
        "nodes",
        Assumption,
        "found by trial: with more, splitting stops before load is well balanced",
        "constants.hot_load_min"
    ),
    constant!(
        model::HOT_SERVER,
        "utilisation",
        Documented,
        "recommended maximum of high-priority CPU (CPU utilisation page, read 2026-08-22); that \
         splits are hot from there on is an assumption of ours",
        "constants.hot_server"
    ),
    constant!(
        model::HOT_SERVER_MULTI_REGION,
        "utilisation",
        Documented,
        "CPU utilisation page, read 2026-08-22",
        "region"
    ),
    constant!(
        model::HOT_LOAD,
        "nodes",
        Assumption,
        "CockroachDB takes half a core, TiKV a quarter of a store's read pool",
        "constants.hot_load"
    ),
    constant!(
        model::LEARN_SECONDS,
        "s",
        Calibrated,
        "\"after a few minutes of high load\", throughput \"should double every few minutes\" \
         (bulk loading page, read 2026-08-22)",
        "constants.learn_seconds"
    ),
    constant!(
        model::CANDIDATES,
        "sampled keys",
        Analogue,
        "CockroachDB's split finder, read 2026-08-22",
        ""
    ),
    constant!(
        model::SIDE_SHARE_MIN,
        "of the split's load",
        Assumption,
        "found by trial: with more, load is left behind on the hot server",
        "constants.side_share_min"
    ),
    constant!(
        model::SIDE_LOAD_MIN,
        "nodes",
        Assumption,
        "too little to be worth a split",
        "constants.side_load_min"
    ),
    constant!(
        model::ONE_SIDED,
        "of the split's load",
        Analogue,
        "CockroachDB's split finder, read 2026-08-22",
        ""
    ),
    constant!(
        model::POPULAR_KEY,
        "of the split's load",
        Analogue,
        "CockroachDB's split finder, read 2026-08-22",
        ""
    ),
    constant!(
        model::CONTAINED,
        "of the split's load",
        Analogue,
        "CockroachDB's split finder, read 2026-08-22; Spanner \"refrains from fragmenting\" what \
         large scans pass (hot split statistics page, read 2026-08-22)",
        ""
    ),
    constant!(
        model::SPLIT_BYTES_MAX,
        "bytes",
        Documented,
        "\"approximately 8 GiB\" (schema design page until 2026-04-24; since taken out)",
        "constants.split_bytes_max"
    ),
    constant!(
        model::CONTROL_SECONDS,
        "s",
        Assumption,
        "short beside the time that splitting takes",
        ""
    ),
    constant!(
        model::BALANCE_TOLERANCE,
        "servers",
        Analogue,
        "TiKV's hot region scheduler, read 2026-08-22",
        "constants.balance_tolerance"
    ),
    constant!(model::MOVE_GAIN_MIN, "servers", Assumption, "too little to be worth a move", ""),
    constant!(
        model::MOVE_SECONDS,
        "s",
        Assumption,
        "in 2012 a directory of 50 MB moved \"in a few seconds\" (Spanner, OSDI 2012)",
        "constants.move_seconds"
    ),
    constant!(
        model::MERGE_LOAD_MAX,
        "nodes",
        Assumption,
        "\"consistently receives less traffic\" (pre-splitting page, read 2026-08-22) has no \
         number",
        "constants.merge_load_max"
    ),
    constant!(
        model::MERGE_SECONDS,
        "s",
        Assumption,
        "as above; CockroachDB waits 5 minutes",
        "constants.merge_seconds"
    ),
    constant!(
        model::SCORE_LISTED,
        "CPU_USAGE_SCORE",
        Documented,
        "hot split statistics page, read 2026-08-22",
        ""
    ),
    constant!(
        model::COMMIT_MEDIAN_MS,
        "ms",
        Calibrated,
        "\"a handful of milliseconds\" (life of reads and writes, read 2026-08-22)",
        "constants.commit_median_ms"
    ),
    constant!(
        model::COMMIT_P99_MS,
        "ms",
        Calibrated,
        "the 99th percentile of a ledger at low load (its author's figure, uncertain)",
        "constants.commit_p99_ms"
    ),
    constant!(
        model::COMMIT_MEAN_MS,
        "ms",
        Calibrated,
        "the mean of the lognormal time with that median and 99th percentile",
        ""
    ),
    constant!(
        model::READ_MEDIAN_MS,
        "ms",
        Assumption,
        "clients see 4 to 5 ms for a read of one row (Stack Overflow)",
        "constants.read_median_ms"
    ),
    constant!(
        model::READ_P99_MS,
        "ms",
        Assumption,
        "as far above the median as that of a commit",
        "constants.read_p99_ms"
    ),
    constant!(
        model::ROUND_TRIP_MS,
        "ms",
        Assumption,
        "the middle of the 4 to 5 ms that clients see for a read of one row (Stack Overflow)",
        ""
    ),
    constant!(
        model::ROW_CHANGES_PER_SECOND,
        "changes/s",
        Assumption,
        "one transaction after another, each holding the lock over one read and a commit of the mean \
         time of one participant; with more reads, more participants or a second region it is less, \
         and blind writes share their locks (life of reads and writes, read 2026-08-22)",
        "constants.row_changes_per_second"
    ),
    constant!(
        model::BURSTINESS,
        "times the queue of even arrivals",
        Assumption,
        "arrivals come in bursts of four, or costs differ as much",
        "constants.burstiness"
    ),
    constant!(
        model::IN_FLIGHT_MAX,
        "commits",
        Calibrated,
        "a ledger whose 99th percentile stood at 400 ms at 3,500 commits/s (its author's figure)",
        "in_flight_max"
    ),
    constant!(
        model::SLOWEST_IN,
        "commits",
        Assumption,
        "makes the 99th percentile of a full queue the wait behind all places",
        ""
    ),
    constant!(
        model::CLIENT_WAIT_SECONDS,
        "s",
        Assumption,
        "clients set their own deadlines",
        "constants.client_wait_seconds"
    ),
    constant!(model::OPEN_WAIT_SECONDS, "s", Assumption, "the axis of latencies ends there", ""),
    constant!(model::SATURATED_WITHIN, "of the rate", Assumption, "more than the noise", ""),
    constant!(model::SATURATED_DIP, "columns", Assumption, "shorter dips come of single moves", ""),
    constant!(
        model::SPLIT_POINTS_ADVISED,
        "split points for a node",
        Documented,
        "pre-splitting page, read 2026-08-22",
        ""
    ),
    constant!(
        model::SPLIT_POINTS_PER_MINUTE,
        "split points for a node",
        Documented,
        "quotas page, read 2026-08-22",
        ""
    ),
    Constant {
        name: "PARTICIPANT_LATENCY",
        value: Value::Table(&model::PARTICIPANT_LATENCY),
        unit: "participants, times the latency of one",
        kind: Kind::Measured,
        source: "Spanner, OSDI 2012, table 4",
        knob: "",
    },
    constant!(
        model::NOISE,
        "of the rate, up and down",
        Assumption,
        "enough to be seen, too little to move a mean",
        ""
    ),
    constant!(
        model::NOISE_ROOM,
        "of a server",
        Assumption,
        "nearer to its capacity noise shrinks, so that it neither fills a server nor moves a mean",
        ""
    ),
    constant!(model::COLUMNS, "columns", Limit, "resolution of the picture", ""),
    constant!(model::COLUMNS_MAX, "columns", Limit, "resolution of the picture", ""),
    constant!(model::MINUTES_MAX, "minutes", Limit, "keeps a run short", "minutes"),
    constant!(model::NODES_MAX, "nodes", Limit, "keeps a run short", "nodes"),
    constant!(
        model::NODES_MIN,
        "nodes",
        Documented,
        "processing units come in hundreds (compute capacity page, read 2026-08-22)",
        "nodes"
    ),
    constant!(model::SPLITS_MAX, "splits", Limit, "keeps a run short", ""),
    constant!(model::EVENTS_KEPT_MAX, "events", Limit, "keeps a run small", ""),
    constant!(model::HISTORY_MAX, "changes", Limit, "keeps a run small", ""),
];

/// What the model leaves out, a sentence each.
pub const LEFT_OUT: &[&str] = &[
    "Where leaders really are, what replicas spend, and what happens when a zone fails.",
    "Caches, compaction of storage, and the memory of servers.",
    "Commit delay that Spanner sets by itself: where no max_commit_delay is given it may wait a \
     little to batch commits (0 to 500 ms can be set; throughput-optimised writes page, read \
     2026-08-22). The model starts with one row a commit and no delay.",
    "Lock conflicts, aborts and deadlocks, but for changes of one row that follow one another.",
    "Query plans, joins and sorts: reads are of rows by key or of one range of keys, a request to \
     several tables waits for the slowest, and reads by key of many rows are not gathered.",
    "Reads that other replicas serve: every read is one of the leader's, and none is of the past.",
    "Retries of clients and session pools, beyond one limit of commits in flight.",
    "Priorities, background work, schema changes and their backfill, expiry of rows, change \
     streams.",
    "Spanner's own thresholds for splitting, merging and moving, which are not published: ours are \
     assumptions.",
    "Tiered storage, the autoscaler, geo-partitioning.",
    "The network between client and Spanner.",
    "Rows of one table that differ in size.",
    "Arrivals that hang together, beyond one factor for bursts.",
    "Which splits a real deployment has: the run starts with the splits that size alone makes of \
     the rows it holds, halved when full, and the split points that were asked for; rows are \
     spread evenly.",
    "Clocks: a key that grows with time moves as rows are asked for, fast while many are and \
     slowly while few are.",
];
