//! The migration author's write-heavy ledger.

use super::mix::{Mix, mix};
use super::preset::{Metric, NOTHING, Preset, START, Start, change, shown, source};

pub(super) static PRESET: Preset = Preset {
    id: "migrated-ledger",
    title: "Migrated ledger, as in the source",
    about: "Write-heavy: the table with the sequential key bears 1.35 nodes of three, so curing it and the rest gives about 60 %.",
    before: &MIX.before,
    changes: &[
        change("random bits in the sequential key", &MIX.keys),
        change("order lines inside their order", &MIX.inside),
        change("one index less", &MIX.pruned),
    ],
    start: Start { nodes: 3.0, writes_per_second: 5_832.5, minutes: 60, ..START },
    sources: &[
        source("about +60 %", "a migration author's account, not verified"),
        source(
            "1.35 nodes of load on the hot split",
            "assumption of ours: the load at which the model gives what the account says; the rest in the shares of the migration mix",
        ),
        source("3 nodes", "as in the migration mix"),
    ],
    shows: &[shown("gain of all three", 3, Metric::GainOfAll, 1.5, 1.7)],
    reason: Some("MOVING_HOT_SPOT"),
    claims: &["S1.35"],
    ..NOTHING
};

/// Rates per second: events, orders read, order lines, customers.
const MIX: Mix = mix!("4725", "12230", "716.3", "391.2");
