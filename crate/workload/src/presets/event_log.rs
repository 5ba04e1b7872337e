//! A log whose key starts with the time.

use super::preset::{
    Metric, NOTHING, Preset, START, Start, change, google, postgres, shown, source,
};

pub(super) static PRESET: Preset = Preset {
    id: "event-log",
    title: "Event log, newest last",
    about: "The same two columns in the other order behave the opposite way: with the time first \
            all rows go to the end, with the user first they go everywhere.",
    before: &[google(GOOGLE), postgres(POSTGRES)],
    changes: &[change("the user first", &[google(SWAPPED), postgres(SWAPPED_PG)])],
    start: Start { nodes: 10.0, writes_per_second: 10_000.0, minutes: 60, ..START },
    sources: &[
        source("the two keys", "Spanner's schema design page, read 2026-08-22"),
        source(
            "10,000 writes/s on 10 nodes",
            "assumption of ours: three times what one node takes, a third of what ten do",
        ),
        source("10 nodes", "the page's own example of a number of nodes"),
    ],
    shows: &[
        shown("served with the time first", 0, Metric::Served, 3_300.0, 3_550.0),
        shown("served with the user first", 1, Metric::Served, 9_800.0, 10_200.0),
        shown("99th percentile with the user first, ms", 1, Metric::P99Ms, 14.0, 20.0),
    ],
    reason: Some("MOVING_HOT_SPOT"),
    claims: &["S2.6", "S2.28", "S3.16"],
    ..NOTHING
};

const GOOGLE: &str = "\
CREATE TABLE UserAccessLogs (
  LastAccess TIMESTAMP NOT NULL,
  UserId STRING(1024) NOT NULL,
  Page STRING(MAX),
) PRIMARY KEY (LastAccess, UserId);
";

const SWAPPED: &str = "\
CREATE TABLE UserAccessLogs (
  UserId STRING(1024) NOT NULL,
  LastAccess TIMESTAMP NOT NULL,
  Page STRING(MAX),
) PRIMARY KEY (UserId, LastAccess);
";

const POSTGRES: &str = "\
CREATE TABLE user_access_logs (
  last_access timestamptz NOT NULL,
  user_id varchar(1024) NOT NULL,
  page text,
  PRIMARY KEY (last_access, user_id)
);
";

const SWAPPED_PG: &str = "\
CREATE TABLE user_access_logs (
  user_id varchar(1024) NOT NULL,
  last_access timestamptz NOT NULL,
  page text,
  PRIMARY KEY (user_id, last_access)
);
";
