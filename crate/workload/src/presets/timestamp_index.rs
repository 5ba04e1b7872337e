//! An index on a time that every visit changes.

use super::preset::{
    Metric, NOTHING, Preset, START, Start, change, google, postgres, shown, source,
};

pub(super) static PRESET: Preset = Preset {
    id: "timestamp-index",
    title: "Index on the last access",
    about: "The users lie spread, but their index by last access has one end: every visit writes \
            there, and a commit waits for its slowest participant.",
    before: &[google(GOOGLE), postgres(POSTGRES)],
    changes: &[change("16 shards before the time", &[google(SHARDED), postgres(SHARDED_PG)])],
    start: Start { nodes: 15.0, writes_per_second: 8_000.0, minutes: 30, ..START },
    sources: &[
        source("the index", "Spanner's schema design page, read 2026-08-22"),
        source(
            "2,240 visits/s at most",
            "arithmetic: three participants, the row and its entry before and after, write five times to \
             their logs, each time for the overhead of a commit (assumption of ours), and a row each",
        ),
        source(
            "8,000 visits/s on 15 nodes",
            "assumption of ours: three times what the index takes",
        ),
    ],
    shows: &[
        shown("served with the index", 0, Metric::Served, 2_150.0, 2_250.0),
        shown("served with 16 shards", 1, Metric::Served, 7_800.0, 8_200.0),
    ],
    reason: Some("MOVING_HOT_SPOT"),
    claims: &["S2.47", "S2.48", "S2.49"],
    ..NOTHING
};

const GOOGLE: &str = "\
-- hotsplit: file reads-per-write=0
-- hotsplit: table Users writes=0/s, updates=8k/s
CREATE TABLE Users (
  UserId STRING(36) NOT NULL DEFAULT (GENERATE_UUID()),
  LastAccess TIMESTAMP, -- hotsplit: mutable
) PRIMARY KEY (UserId);
CREATE INDEX UsersByLastAccess ON Users (LastAccess);
";

const SHARDED: &str = "\
-- hotsplit: file reads-per-write=0
-- hotsplit: table Users writes=0/s, updates=8k/s
CREATE TABLE Users (
  UserId STRING(36) NOT NULL DEFAULT (GENERATE_UUID()),
  LastAccess TIMESTAMP, -- hotsplit: mutable
  ShardId INT64 NOT NULL AS (ABS(MOD(FARM_FINGERPRINT(UserId), 16))) STORED,
) PRIMARY KEY (UserId);
CREATE INDEX UsersByLastAccess ON Users (ShardId, LastAccess);
";

const POSTGRES: &str = "\
-- hotsplit: file reads-per-write=0
-- hotsplit: table users writes=0/s, updates=8k/s
CREATE TABLE users (
  user_id varchar(36) NOT NULL DEFAULT spanner.generate_uuid(),
  last_access timestamptz, -- hotsplit: mutable
  PRIMARY KEY (user_id)
);
CREATE INDEX users_by_last_access ON users (last_access);
";

const SHARDED_PG: &str = "\
-- hotsplit: file reads-per-write=0
-- hotsplit: table users writes=0/s, updates=8k/s
CREATE TABLE users (
  user_id varchar(36) NOT NULL DEFAULT spanner.generate_uuid(),
  last_access timestamptz, -- hotsplit: mutable
  shard_id bigint NOT NULL GENERATED ALWAYS AS (abs(mod(spanner.farm_fingerprint(user_id), 16))) STORED,
  PRIMARY KEY (user_id)
);
CREATE INDEX users_by_last_access ON users (shard_id, last_access);
";
