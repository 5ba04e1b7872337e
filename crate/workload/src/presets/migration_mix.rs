//! A migrated workload and three changes to it.

use super::mix::{Mix, mix};
use super::preset::{Metric, NOTHING, Preset, START, Start, change, shown, source};

pub(super) static PRESET: Preset = Preset {
    id: "migration-mix",
    title: "Migration mix",
    about: "A schema moved as it was: a sequential key, lines apart from their orders, an index that nobody uses; each change gives its part.",
    before: &MIX.before,
    changes: &[
        change("random bits in the sequential key", &MIX.keys),
        change("order lines inside their order", &MIX.inside),
        change("one index less", &MIX.pruned),
    ],
    start: Start { nodes: 3.0, writes_per_second: 5_691.0, minutes: 60, ..START },
    sources: &[
        source(
            "+40 to 60 % in all, of which keys 30 to 40, interleaving 10 to 15, indexes 5 to 10 points",
            "a migration author's account, not verified",
        ),
        source(
            "43 % of the CPU in the table with the sequential key, 20 % in orders and lines, 18 % in the table with two indexes, 19 % in reads",
            "assumption of ours: the shares at which the three changes give what the account says",
        ),
        source(
            "3 nodes, 5,691 writes/s, 12,600 reads/s",
            "assumption of ours: all CPU of three nodes in these shares",
        ),
    ],
    shows: &[
        shown("gain of the key", 1, Metric::Gain, 1.22, 1.36),
        shown("gain of interleaving", 2, Metric::Gain, 1.07, 1.16),
        shown("gain of one index less", 3, Metric::Gain, 1.04, 1.11),
        shown("gain of all three", 3, Metric::GainOfAll, 1.5, 1.65),
    ],
    reason: Some("MOVING_HOT_SPOT"),
    claims: &["S1.3", "S1.30", "S1.31"],
    ..NOTHING
};

/// Rates per second: events, orders read, order lines, customers.
const MIX: Mix = mix!("4550", "12600", "738", "403");
