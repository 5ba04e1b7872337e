//! The assumptions of the model, for the reader: every constant with its source, and what is left
//! out.

pub use super::model::{CONSTANTS, SET_ON};
pub use super::table::{Constant, Kind, Value};

/// What the model leaves out, a sentence each.
pub const LEFT_OUT: &[&str] = &[
    "The real placement of leaders, the cost of replicas, and zone failures.",
    "Caches, compaction of storage, and the memory of servers.",
    "Spanner's automatic commit delay: without max_commit_delay, it may wait briefly to batch \
     commits (0 to 500 ms can be set; throughput-optimised writes page, read 2026-08-22). The \
     model starts with one row per commit and no delay.",
    "Lock conflicts, aborts and deadlocks, except successive changes of one row.",
    "Query plans, joins and sorts: reads are of rows by key or of one range of keys, a request to \
     several tables waits for the slowest, and reads by key of many rows are not batched.",
    "Reads from other replicas: the leader serves every read, and there are no stale reads.",
    "Retries of clients and session pools, beyond one limit of commits in flight.",
    "Priorities, background work, schema changes and their backfill, expiry of rows, change \
     streams.",
    "Spanner's thresholds for splitting, merging and moving, which are not published: those of the \
     model are assumptions.",
    "Tiered storage, the autoscaler, geo-partitioning.",
    "The network between client and Spanner.",
    "Rows of one table that differ in size.",
    "Correlated arrivals, beyond one factor for bursts.",
    "The splits of a real database: the run starts with the splits that result from the size of \
     the stored rows alone, halved when full, plus the requested split points; rows are spread \
     evenly.",
    "Clocks: a key that increases with time moves with the rate of inserts.",
];
