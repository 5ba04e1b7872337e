//! One row that every event changes.

use super::preset::{
    Metric, NOTHING, Preset, START, Start, change, google, postgres, shown, source,
};

pub(super) static PRESET: Preset = Preset {
    id: "hot-counter",
    title: "Hot counter",
    about: "Every event adds one to the same row, and a row is never split: one server takes \
            them all; 16 rows, added up when read, lie on as many servers as there are.",
    before: &[google(GOOGLE), postgres(POSTGRES)],
    changes: &[change("16 rows a counter", &[google(SHARDED), postgres(SHARDED_PG)])],
    start: Start { nodes: 5.0, writes_per_second: 6_000.0, minutes: 30, ..START },
    sources: &[
        source(
            "3,500 changes of one row a second",
            "what one node takes, by Spanner's performance page, read 2026-08-22",
        ),
        source(
            "99 a second where each change reads the row first",
            "one transaction after another, each holding the row over a read of 4.5 ms and a commit of \
             5.6 ms on average (assumptions of ours; Spanner's life of reads and writes, read 2026-08-22, \
             has \"a handful of milliseconds\" for a commit); see `read_modify_write`",
        ),
        source("6,000 events/s on 5 nodes", "assumption of ours: more than one node takes"),
        source("16 rows", "assumption of ours: a few for each node"),
    ],
    shows: &[
        shown("served with one row", 0, Metric::Served, 3_400.0, 3_600.0),
        shown("served with 16 rows", 1, Metric::Served, 5_850.0, 6_150.0),
    ],
    reason: Some("HOT_ROW"),
    ..NOTHING
};

const GOOGLE: &str = "\
-- hotsplit: file reads-per-write=0
CREATE TABLE Totals (
  Name STRING(20) NOT NULL, -- hotsplit: constant
  Total INT64 NOT NULL,
) PRIMARY KEY (Name);
";

const SHARDED: &str = "\
-- hotsplit: file reads-per-write=0
CREATE TABLE Totals (
  Name STRING(20) NOT NULL, -- hotsplit: constant
  ShardId INT64 NOT NULL, -- hotsplit: shard(16)
  Total INT64 NOT NULL,
) PRIMARY KEY (Name, ShardId);
";

const POSTGRES: &str = "\
-- hotsplit: file reads-per-write=0
CREATE TABLE totals (
  name varchar(20) NOT NULL, -- hotsplit: constant
  total bigint NOT NULL,
  PRIMARY KEY (name)
);
";

const SHARDED_PG: &str = "\
-- hotsplit: file reads-per-write=0
CREATE TABLE totals (
  name varchar(20) NOT NULL, -- hotsplit: constant
  shard_id bigint NOT NULL, -- hotsplit: shard(16)
  total bigint NOT NULL,
  PRIMARY KEY (name, shard_id)
);
";
