//! The assumptions of the model, for the reader: every constant with its source, and what is left
//! out.

pub use super::model::{CONSTANTS, SET_ON};
pub use super::table::{Constant, Kind, Value};

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
