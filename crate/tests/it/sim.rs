//! The simulator against published figures and closed forms.

use hotsplit::schema::limits::WRITES_PER_NODE;
use hotsplit::sim::{Knobs, Reason, Run, model, simulate};
use hotsplit::workload::load::{
    ClassKind, Component, ComponentKind, Direction, Load, ObjectKind, Tail,
};

/// Loads written by hand, one table each.
pub mod loads {
    use super::*;

    /// One component with all the weight.
    pub fn all(kind: ComponentKind) -> Vec<Component> {
        vec![Component { kind, weight: 1.0 }]
    }

    /// A table whose rows land where `place` says, given the table's keys.
    pub fn table(per_second: f64, place: impl Fn(Load) -> (Load, Vec<Component>)) -> Load {
        let mut load = Load::default();
        load.add_root("Transactions", ObjectKind::Table, 1024.0);
        let (mut load, components) = place(load);
        let object = hotsplit::workload::load::ObjectId(0);
        let class = load.add_class(object, ClassKind::Insert, per_second);
        load.add_rows(class, object, components);
        load
    }

    /// A tail through a share of a table.
    pub fn tail(keys: hotsplit::workload::load::Keys, direction: Direction) -> ComponentKind {
        ComponentKind::Tail(Tail { keys, direction, start: 0.0, wraps_seconds: None })
    }

    /// A ledger with a time-ordered key.
    pub fn ledger(per_second: f64, direction: Direction) -> Load {
        table(per_second, |load| {
            let keys = load.objects[0].keys;
            (load, all(tail(keys, direction)))
        })
    }

    /// The same behind `n` shards.
    pub fn sharded(per_second: f64, n: u32) -> Load {
        table(per_second, |load| {
            let keys = load.objects[0].keys;
            let weight = 1.0 / f64::from(n);
            let part = |i| Component { kind: tail(keys.piece(i, n), Direction::Up), weight };
            (load, (0..n).map(part).collect())
        })
    }

    /// Random keys.
    pub fn random(per_second: f64) -> Load {
        table(per_second, |load| {
            let keys = load.objects[0].keys;
            (load, all(ComponentKind::Uniform(keys)))
        })
    }

    /// One counter.
    pub fn counter(per_second: f64) -> Load {
        table(per_second, |load| {
            let keys = load.objects[0].keys;
            (load, all(ComponentKind::Atom { at: keys.at(0.5) }))
        })
    }
}

use loads::*;

fn run(load: &Load, nodes: f64) -> Run {
    simulate(load, &Knobs { nodes, ..Knobs::default() }, 1)
}

fn near(found: f64, expected: f64, share: f64) {
    assert!(
        (found - expected).abs() <= share * expected.abs(),
        "expected {expected} within {share}, found {found}"
    );
}

#[test]
fn print() {
    for (name, load) in [
        ("ledger", ledger(12_000.0, Direction::Up)),
        ("desc", ledger(12_000.0, Direction::Down)),
        ("16", sharded(12_000.0, 16)),
        ("uuid", random(12_000.0)),
        ("counter", counter(12_000.0)),
    ] {
        for n in [3.0, 10.0, 20.0] {
            let t = std::time::Instant::now();
            let run = run(&load, n);
            println!("{name} {n} {:?} {:?}", run.summary, t.elapsed());
            println!("{:?} {:?}", run.unsplittable.iter().take(3).collect::<Vec<_>>(), run.totals);
        }
    }
}
