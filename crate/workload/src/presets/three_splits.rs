//! The page's own figure: three splits of a thousand rows.

use super::preset::{Metric, NOTHING, Preset, START, Start, google, postgres, shown, source};

pub(super) static PRESET: Preset = Preset {
    id: "three-splits",
    title: "Three splits of a thousand rows",
    about: "Accesses of many users, the user first: three splits, each on a server of its own, \
            and new rows go to all three.",
    before: &[google(GOOGLE), postgres(POSTGRES)],
    start: Start { nodes: 3.0, writes_per_second: 300.0, minutes: 10, splits: 3, ..START },
    sources: &[
        source(
            "three splits of about a thousand rows by user",
            "Spanner's schema design page, read 2026-08-22",
        ),
        source("3 nodes", "the figure's three servers"),
        source("300 writes/s", "assumption of ours: little enough that nothing is split further"),
    ],
    shows: &[
        shown("splits", 0, Metric::Splits, 3.0, 3.0),
        shown("busiest over mean", 0, Metric::BusiestOverMean, 1.0, 1.1),
        shown("served", 0, Metric::Served, 290.0, 310.0),
    ],
    claims: &["S2.30"],
    ..NOTHING
};

const GOOGLE: &str = "\
-- hotsplit: table UserAccessLogs rows=3000
CREATE TABLE UserAccessLogs (
  UserId STRING(1024) NOT NULL,
  LastAccess TIMESTAMP NOT NULL,
) PRIMARY KEY (UserId, LastAccess);
";

const POSTGRES: &str = "\
-- hotsplit: table user_access_logs rows=3000
CREATE TABLE user_access_logs (
  user_id varchar(1024) NOT NULL,
  last_access timestamptz NOT NULL,
  PRIMARY KEY (user_id, last_access)
);
";
