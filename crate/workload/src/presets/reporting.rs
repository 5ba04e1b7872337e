//! The migration author's read-heavy reporting.

use super::mix::{Mix, mix};
use super::preset::{Metric, NOTHING, Preset, START, Start, change, shown, source};

pub(super) static PRESET: Preset = Preset {
    id: "reporting",
    title: "Reporting, as in the source",
    about: "Read-heavy: the table with the sequential key bears 1.15 nodes of three and the indexes are needed, so there is less to gain.",
    before: &MIX.before,
    changes: &[
        change("random bits in the sequential key", &MIX.keys),
        change("order lines inside their order", &MIX.inside),
    ],
    start: Start { nodes: 3.0, writes_per_second: 4_375.0, minutes: 60, ..START },
    sources: &[
        source("+25 to 30 %", "a migration author's account, not verified"),
        source(
            "1.15 nodes of load on the hot split",
            "assumption of ours: the load at which its cure alone gives about 15 %; half of all work are reads, the rest in the shares of the migration mix",
        ),
        source("3 nodes", "as in the migration mix"),
    ],
    shows: &[shown("gain of both", 2, Metric::GainOfAll, 1.15, 1.3)],
    reason: Some("MOVING_HOT_SPOT"),
    claims: &["S1.35"],
    ..NOTHING
};

/// Rates per second: events, orders read, order lines, customers.
const MIX: Mix = mix!("4025", "33750", "226", "124");
