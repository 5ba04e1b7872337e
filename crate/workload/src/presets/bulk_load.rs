//! Rows loaded in large batches.

use super::preset::{
    Change, Metric, NOTHING, Preset, START, Start, google, postgres, shown, source,
};

pub(super) static PRESET: Preset = Preset {
    id: "bulk-load",
    title: "Bulk load",
    about: "Sorted batches into a sequential key keep one node busy; into random keys with split \
            points every node loads.",
    before: &[google(GOOGLE), postgres(POSTGRES)],
    changes: &[Change {
        title: "random keys, 10 split points a node",
        after: &[google(RANDOM), postgres(RANDOM_PG)],
        split_points_per_node: 10.0,
    }],
    start: Start {
        nodes: 5.0,
        writes_per_second: 60_000.0,
        minutes: 30,
        commit_batch: 300.0,
        ..START
    },
    sources: &[
        source(
            "300 rows of one split in a commit",
            "Spanner's bulk loading page, read 2026-08-22: hundreds of rows, 1 to 5 MB a commit",
        ),
        source("10 to 20 MB/s a node", "the same page; rows of 1 KB here"),
        source(
            "60,000 rows/s on 5 nodes",
            "assumption of ours: 12 MB/s a node, inside what the page says",
        ),
        source("10 split points a node", "Spanner's pre-splitting page, read 2026-08-22"),
    ],
    shows: &[
        shown("rows/s loaded in order", 0, Metric::Served, 18_000.0, 22_500.0),
        shown("rows/s loaded into random keys", 1, Metric::Served, 58_500.0, 61_500.0),
        shown("minutes until all of it loads", 1, Metric::SaturationMinutes, 0.0, 1.0),
    ],
    reason: Some("MOVING_HOT_SPOT"),
    claims: &["S2.2"],
    ..NOTHING
};

const GOOGLE: &str = "\
-- hotsplit: file reads-per-write=0
-- hotsplit: table Readings row-bytes=1KiB
CREATE TABLE Readings (
  ReadingId INT64 NOT NULL, -- hotsplit: sequential
  Body STRING(MAX),
) PRIMARY KEY (ReadingId);
";

const RANDOM: &str = "\
-- hotsplit: file reads-per-write=0
-- hotsplit: table Readings row-bytes=1KiB
CREATE TABLE Readings (
  ReadingId UUID NOT NULL DEFAULT (NEW_UUID()),
  Body STRING(MAX),
) PRIMARY KEY (ReadingId);
";

const POSTGRES: &str = "\
-- hotsplit: file reads-per-write=0
-- hotsplit: table readings row-bytes=1KiB
CREATE TABLE readings (
  reading_id bigint NOT NULL, -- hotsplit: sequential
  body text,
  PRIMARY KEY (reading_id)
);
";

const RANDOM_PG: &str = "\
-- hotsplit: file reads-per-write=0
-- hotsplit: table readings row-bytes=1KiB
CREATE TABLE readings (
  reading_id uuid NOT NULL DEFAULT gen_random_uuid(),
  body text,
  PRIMARY KEY (reading_id)
);
";
