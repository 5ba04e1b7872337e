//! One row that every event changes.

use super::{Metric, NOTHING, Preset, START, Start, change, google, postgres, shown, source};

pub(super) static PRESET: Preset = Preset {
    id: "hot-counter",
    title: "Hot counter",
    about: "Every event adds one to the same row: changes of a row follow one another and a row \
            is never split; 16 rows, added up when read, take 16 times as many.",
    before: &[google(GOOGLE), postgres(POSTGRES)],
    changes: &[change("16 rows a counter", &[google(SHARDED), postgres(SHARDED_PG)])],
    start: Start {
        nodes: 5.0,
        writes_per_second: 3_000.0,
        minutes: 30,
        read_modify_write: true,
        ..START
    },
    sources: &[
        source(
            "200 changes of one row a second",
            "one commit after another, each of 5 ms (assumption of ours for \"a handful of \
             milliseconds\", Spanner's life of reads and writes, read 2026-08-22)",
        ),
        source("3,000 events/s on 5 nodes", "assumption of ours: less than one node takes"),
        source("16 rows", "assumption of ours: 16 times 200 is above 3,000"),
    ],
    shows: &[
        shown("served with one row", 0, Metric::Served, 190.0, 210.0),
        shown("served with 16 rows", 1, Metric::Served, 2_900.0, 3_100.0),
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
