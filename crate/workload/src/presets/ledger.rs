//! A ledger with a ULID as its key.

use super::preset::{
    Metric, NOTHING, Preset, START, Start, change, google, postgres, shown, source,
};

pub(super) static PRESET: Preset = Preset {
    id: "ledger",
    title: "Ledger with a ULID key",
    about: "Every insert lands at the end of the table, so one server takes them all, whatever \
            the nodes; 16 shards give it 16 ends.",
    before: &[google(GOOGLE), postgres(POSTGRES)],
    changes: &[change("16 shards before the key", &[google(SHARDED), postgres(SHARDED_PG)])],
    start: Start { nodes: 10.0, writes_per_second: 12_000.0, minutes: 60, ..START },
    sources: &[
        source("12,000 writes/s on 10 nodes", "the ledger author's account, not verified"),
        source("16 shards", "the same account"),
        source("3,500 writes/s of 1 KB a node", "Spanner's performance page, read 2026-08-22"),
        source(
            "1,400 requests in flight at a server",
            "calibrated on the account's 400 ms at a flat throughput",
        ),
        source("no reads", "the account speaks of writes alone"),
    ],
    shows: &[
        shown("served with the ULID", 0, Metric::Served, 3_400.0, 3_600.0),
        shown("median with the ULID, ms", 0, Metric::P50Ms, 380.0, 430.0),
        shown("99th percentile with the ULID, ms", 0, Metric::P99Ms, 390.0, 450.0),
        shown("served with 16 shards", 1, Metric::Served, 11_800.0, 12_200.0),
        shown("99th percentile with 16 shards, ms", 1, Metric::P99Ms, 14.0, 20.0),
    ],
    reason: Some("MOVING_HOT_SPOT"),
    claims: &["S3.63", "S3.64", "S3.70"],
    ..NOTHING
};

const GOOGLE: &str = "\
-- hotsplit: file reads-per-write=0
-- hotsplit: table Transactions row-bytes=1KiB
CREATE TABLE Transactions (
  TxnId STRING(26) NOT NULL, -- ULID
  AccountId STRING(36) NOT NULL,
  Amount NUMERIC NOT NULL,
  Body STRING(MAX),
) PRIMARY KEY (TxnId);
";

const SHARDED: &str = "\
-- hotsplit: file reads-per-write=0
-- hotsplit: table Transactions row-bytes=1KiB
CREATE TABLE Transactions (
  ShardId INT64 NOT NULL AS (ABS(MOD(FARM_FINGERPRINT(TxnId), 16))) STORED,
  TxnId STRING(26) NOT NULL, -- ULID
  AccountId STRING(36) NOT NULL,
  Amount NUMERIC NOT NULL,
  Body STRING(MAX),
) PRIMARY KEY (ShardId, TxnId);
";

const POSTGRES: &str = "\
-- hotsplit: file reads-per-write=0
-- hotsplit: table transactions row-bytes=1KiB
CREATE TABLE transactions (
  txn_id varchar(26) NOT NULL, -- ULID
  account_id varchar(36) NOT NULL,
  amount numeric NOT NULL,
  body text,
  PRIMARY KEY (txn_id)
);
";

const SHARDED_PG: &str = "\
-- hotsplit: file reads-per-write=0
-- hotsplit: table transactions row-bytes=1KiB
CREATE TABLE transactions (
  shard_id bigint NOT NULL GENERATED ALWAYS AS (abs(mod(spanner.farm_fingerprint(txn_id), 16))) STORED,
  txn_id varchar(26) NOT NULL, -- ULID
  account_id varchar(36) NOT NULL,
  amount numeric NOT NULL,
  body text,
  PRIMARY KEY (shard_id, txn_id)
);
";
