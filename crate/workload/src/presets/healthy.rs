//! How nothing looks.

use super::preset::{Metric, NOTHING, Preset, START, Start, google, postgres, shown, source};

pub(super) static PRESET: Preset = Preset {
    id: "healthy",
    title: "Healthy",
    about: "Random keys in a table that has been there for a while: the same low noise \
            everywhere, every server equally busy.",
    before: &[google(GOOGLE), postgres(POSTGRES)],
    start: Start { nodes: 10.0, writes_per_second: 20_000.0, minutes: 60, splits: 100, ..START },
    sources: &[
        source("even noise", "Spanner's page on patterns in heat maps, read 2026-08-22"),
        source(
            "20,000 writes/s on 10 nodes",
            "assumption of ours: below the 65 % of CPU that Spanner's page advises",
        ),
        source("100 splits", "assumption of ours: ten a node, as pre-splitting advises"),
    ],
    shows: &[
        shown("served", 0, Metric::Served, 19_600.0, 20_400.0),
        shown("busiest over mean", 0, Metric::BusiestOverMean, 1.0, 1.1),
        shown("99th percentile, ms", 0, Metric::P99Ms, 14.0, 20.0),
    ],
    claims: &["S3.55"],
    ..NOTHING
};

const GOOGLE: &str = "\
-- hotsplit: table Orders rows=50M
CREATE TABLE Orders (
  OrderId UUID NOT NULL DEFAULT (NEW_UUID()),
  CreatedAt TIMESTAMP NOT NULL OPTIONS (allow_commit_timestamp = true),
  Body STRING(MAX),
) PRIMARY KEY (OrderId);
";

const POSTGRES: &str = "\
-- hotsplit: table orders rows=50M
CREATE TABLE orders (
  order_id uuid NOT NULL DEFAULT gen_random_uuid(),
  created_at spanner.commit_timestamp NOT NULL,
  body text,
  PRIMARY KEY (order_id)
);
";
