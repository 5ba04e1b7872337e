//! A new table under a sudden load.

use super::preset::{
    Arrival, Change, Metric, NOTHING, Preset, START, Start, google, postgres, shown, source,
};

pub(super) static PRESET: Preset = Preset {
    id: "fresh-table",
    title: "Fresh table, sudden load",
    about: "Random keys, but one split to begin with: what is served doubles every two minutes, \
            unless split points are added the day before.",
    before: &[google(GOOGLE), postgres(POSTGRES)],
    changes: &[Change { title: "10 split points a node", after: &[], split_points_per_node: 10.0 }],
    start: Start {
        nodes: 20.0,
        writes_per_second: 70_000.0,
        minutes: 30,
        arrival: Arrival::Step { second: 60 },
        ..START
    },
    sources: &[
        source("doubles every few minutes", "Spanner's bulk loading page, read 2026-08-22"),
        source("two minutes", "assumption of ours for \"a few minutes\""),
        source(
            "70,000 writes/s on 20 nodes",
            "20 times the 3,500 writes/s of Spanner's performance page, read 2026-08-22",
        ),
        source("10 split points a node", "Spanner's pre-splitting page, read 2026-08-22"),
    ],
    shows: &[
        shown("minutes to saturation", 0, Metric::SaturationMinutes, 9.0, 16.0),
        shown("minutes with split points", 1, Metric::SaturationMinutes, 0.0, 1.2),
        shown("served with split points", 1, Metric::Served, 67_000.0, 71_000.0),
    ],
    claims: &["S3.9", "S3.10"],
    ..NOTHING
};

const GOOGLE: &str = "\
-- hotsplit: file reads-per-write=0
CREATE TABLE Carts (
  CartId UUID NOT NULL DEFAULT (NEW_UUID()),
  Body STRING(200),
) PRIMARY KEY (CartId);
";

const POSTGRES: &str = "\
-- hotsplit: file reads-per-write=0
CREATE TABLE carts (
  cart_id uuid NOT NULL DEFAULT gen_random_uuid(),
  body varchar(200),
  PRIMARY KEY (cart_id)
);
";
