//! How many shards: three opinions on ten nodes.

use super::preset::{Ddl, Metric, Preset, START, Start, change, google, postgres, shown, source};

pub(super) static PRESET: Preset = Preset {
    id: "shard-count",
    title: "How many shards",
    about: "The server with the most shards is the limit: as many shards as nodes share evenly, 16 \
            leave some of ten servers two, and 64 gain no more while a read by time seeks 64 times.",
    before: &[google(GOOGLE), postgres(POSTGRES)],
    changes: &[
        change("10 shards, the nodes", &N10),
        change("16 shards", &N16),
        change("64 shards", &N64),
    ],
    start: Start { nodes: 10.0, writes_per_second: 12_000.0, minutes: 60, ..START },
    sources: &[
        source("as many as nodes", "Spanner's schema design page, read 2026-08-22"),
        source("16: a low double digit, not hundreds", "the ledger author's advice"),
        source("64 for most workloads", "a migration author's account, not verified"),
        source(
            "35,000 and 28,000 writes/s",
            "arithmetic: 3,500 writes/s times N, divided by the most shards of one server; with 64 \
             shards 32,000",
        ),
    ],
    shows: &[
        shown("most with no shards", 0, Metric::Sustainable, 3_400.0, 3_600.0),
        shown("most with 10 shards", 1, Metric::Sustainable, 33_000.0, 35_100.0),
        shown("most with 16 shards", 2, Metric::Sustainable, 27_000.0, 28_100.0),
        shown("most with 64 shards", 3, Metric::Sustainable, 31_500.0, 32_100.0),
    ],
    reason: Some("MOVING_HOT_SPOT"),
    alternatives: true,
    claims: &["S1.15", "S2.40", "S3.40"],
};

const GOOGLE: &str = "\
-- hotsplit: file reads-per-write=0
CREATE TABLE Transactions (
  TxnId STRING(26) NOT NULL, -- ULID
) PRIMARY KEY (TxnId);
";

const POSTGRES: &str = "\
-- hotsplit: file reads-per-write=0
CREATE TABLE transactions (
  txn_id varchar(26) NOT NULL, -- ULID
  PRIMARY KEY (txn_id)
);
";

/// The table behind so many shards.
macro_rules! shards {
    ($count:literal) => {
        [
            google(concat!(
                "-- hotsplit: file reads-per-write=0
CREATE TABLE Transactions (
  ShardId INT64 NOT NULL AS (ABS(MOD(FARM_FINGERPRINT(TxnId), ",
                $count,
                "))) STORED,
  TxnId STRING(26) NOT NULL, -- ULID
) PRIMARY KEY (ShardId, TxnId);
",
            )),
            postgres(concat!(
                "-- hotsplit: file reads-per-write=0
CREATE TABLE transactions (
  shard_id bigint NOT NULL GENERATED ALWAYS AS (abs(mod(spanner.farm_fingerprint(txn_id), ",
                $count,
                "))) STORED,
  txn_id varchar(26) NOT NULL, -- ULID
  PRIMARY KEY (shard_id, txn_id)
);
",
            )),
        ]
    };
}

const N10: [Ddl; 2] = shards!("10");
const N16: [Ddl; 2] = shards!("16");
const N64: [Ddl; 2] = shards!("64");
