//! A queue in order of time.

use super::preset::{
    Metric, NOTHING, Preset, START, Start, change, google, postgres, shown, source,
};

pub(super) static PRESET: Preset = Preset {
    id: "outbox-queue",
    title: "Outbox queue",
    about: "Messages are put in at one end and taken out at the other: two hot ends that lie \
            close together, until the queue is one of 16.",
    before: &[google(GOOGLE), postgres(POSTGRES)],
    changes: &[change("16 queues", &[google(SHARDED), postgres(SHARDED_PG)])],
    start: Start { nodes: 10.0, writes_per_second: 12_000.0, minutes: 60, ..START },
    sources: &[
        source(
            "12,000 writes/s, half put in and half taken out",
            "assumption of ours: more than two ends take",
        ),
        source("10 nodes", "assumption of ours"),
        source("10 messages a read", "assumption of ours"),
    ],
    shows: &[
        shown("served as one queue", 0, Metric::Served, 3_200.0, 7_050.0),
        shown("served as 16", 1, Metric::Served, 11_700.0, 12_300.0),
    ],
    reason: Some("MOVING_HOT_SPOT"),
    ..NOTHING
};

const GOOGLE: &str = "\
CREATE TABLE Outbox (
  EnqueuedAt TIMESTAMP NOT NULL OPTIONS (allow_commit_timestamp = true),
  MessageId STRING(36) NOT NULL,
  Body STRING(MAX),
) PRIMARY KEY (EnqueuedAt, MessageId);
";

const SHARDED: &str = "\
CREATE TABLE Outbox (
  ShardId INT64 NOT NULL AS (ABS(MOD(FARM_FINGERPRINT(MessageId), 16))) STORED,
  EnqueuedAt TIMESTAMP NOT NULL OPTIONS (allow_commit_timestamp = true),
  MessageId STRING(36) NOT NULL,
  Body STRING(MAX),
) PRIMARY KEY (ShardId, EnqueuedAt, MessageId);
";

const POSTGRES: &str = "\
CREATE TABLE outbox (
  enqueued_at spanner.commit_timestamp NOT NULL,
  message_id varchar(36) NOT NULL,
  body text,
  PRIMARY KEY (enqueued_at, message_id)
);
";

const SHARDED_PG: &str = "\
CREATE TABLE outbox (
  shard_id bigint NOT NULL GENERATED ALWAYS AS (abs(mod(spanner.farm_fingerprint(message_id), 16))) STORED,
  enqueued_at spanner.commit_timestamp NOT NULL,
  message_id varchar(36) NOT NULL,
  body text,
  PRIMARY KEY (shard_id, enqueued_at, message_id)
);
";
