//! How many shards: three opinions on ten nodes.

use super::{Metric, Preset, START, Start, change, google, shown, source};

pub(super) static PRESET: Preset = Preset {
    id: "shard-count",
    title: "How many shards",
    about: "The server with the most shards is the limit: as many shards as nodes share evenly, 16 \
            leave some of ten servers two, and 64 gain no more while a read by time seeks 64 times.",
    before: &[google(BEFORE)],
    changes: &[
        change("10 shards, the nodes", &[google(N10)]),
        change("16 shards", &[google(N16)]),
        change("64 shards", &[google(N64)]),
    ],
    start: Start { nodes: 10.0, writes_per_second: 12_000.0, minutes: 60, ..START },
    sources: &[
        source("as many as nodes", "Spanner's schema design page, read 2026-08-22"),
        source("16: a low double digit, not hundreds", "the ledger author's advice"),
        source("64 for most workloads", "a migration author's account, not verified"),
        source(
            "35,000 and 28,000 writes/s",
            "arithmetic: 3,500 writes/s times N, divided by the most shards of one server; with 64 \
             shards up to 32,000, less by what balancing leaves as it is",
        ),
    ],
    shows: &[
        shown("most with no shards", 0, Metric::Sustainable, 3_400.0, 3_600.0),
        shown("most with 10 shards", 1, Metric::Sustainable, 33_000.0, 35_100.0),
        shown("most with 16 shards", 2, Metric::Sustainable, 27_000.0, 28_100.0),
        shown("most with 64 shards", 3, Metric::Sustainable, 26_000.0, 32_100.0),
    ],
    reason: Some("MOVING_HOT_SPOT"),
    alternatives: true,
    claims: &["S1.15", "S2.40", "S3.40"],
};

const BEFORE: &str = "\
-- hotsplit: file reads-per-write=0
CREATE TABLE Transactions (
  TxnId STRING(26) NOT NULL, -- ULID
) PRIMARY KEY (TxnId);
";

const N10: &str = "\
-- hotsplit: file reads-per-write=0
CREATE TABLE Transactions (
  ShardId INT64 NOT NULL AS (ABS(MOD(FARM_FINGERPRINT(TxnId), 10))) STORED,
  TxnId STRING(26) NOT NULL, -- ULID
) PRIMARY KEY (ShardId, TxnId);
";

const N16: &str = "\
-- hotsplit: file reads-per-write=0
CREATE TABLE Transactions (
  ShardId INT64 NOT NULL AS (ABS(MOD(FARM_FINGERPRINT(TxnId), 16))) STORED,
  TxnId STRING(26) NOT NULL, -- ULID
) PRIMARY KEY (ShardId, TxnId);
";

const N64: &str = "\
-- hotsplit: file reads-per-write=0
CREATE TABLE Transactions (
  ShardId INT64 NOT NULL AS (ABS(MOD(FARM_FINGERPRINT(TxnId), 64))) STORED,
  TxnId STRING(26) NOT NULL, -- ULID
) PRIMARY KEY (ShardId, TxnId);
";
