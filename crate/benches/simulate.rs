//! How long a simulated hour takes: 10 nodes with one table, 100 nodes with 500 objects, 200 nodes
//! with 10,000 splits.

use criterion::{Criterion, criterion_group, criterion_main};
use hotsplit::heat;
use hotsplit::sim::{Knobs, simulate};
use hotsplit::workload::load::{
    ClassKind, Component, ComponentKind, Direction, Load, ObjectKind, Tail,
};
use std::hint::black_box;

/// 16 shards of a ledger.
fn ledger() -> Load {
    let mut load = Load::default();
    let object = load.add_root("Transactions", ObjectKind::Table, 1024.0);
    let class = load.add_class(object, ClassKind::Insert, 12_000.0);
    let keys = load.object(object).keys;
    let shard = |number| Component {
        kind: ComponentKind::Tail(Tail {
            keys: keys.piece(number, 16),
            direction: Direction::Up,
            start: 0.0,
            wraps_seconds: None,
        }),
        weight: 1.0 / 16.0,
    };
    load.add_rows(class, object, (0..16).map(shard).collect());
    load
}

/// 250 tables with an index each; every tenth index is on a timestamp.
fn many() -> Load {
    let mut load = Load::default();
    for number in 0..250 {
        let table = load.add_root(&format!("T{number}"), ObjectKind::Table, 1024.0);
        let index = load.add_root(&format!("I{number}"), ObjectKind::Index, 100.0);
        let class = load.add_class(table, ClassKind::Insert, 400.0);
        let keys = load.object(table).keys;
        let even = |keys| vec![Component { kind: ComponentKind::Uniform(keys), weight: 1.0 }];
        load.add_rows(class, table, even(keys));
        let keys = load.object(index).keys;
        let tail = Tail { keys, direction: Direction::Up, start: 0.0, wraps_seconds: None };
        let moving = vec![Component { kind: ComponentKind::Tail(tail), weight: 1.0 }];
        load.add_rows(class, index, if number % 10 == 0 { moving } else { even(keys) });
    }
    load
}

fn benches(criterion: &mut Criterion) {
    let (small, large) = (ledger(), many());
    let knobs = |nodes| Knobs { nodes, ..Knobs::default() };
    criterion.bench_function("10 nodes, 1 table", |bencher| {
        bencher.iter(|| simulate(black_box(&small), &knobs(10.0), 1));
    });
    criterion.bench_function("100 nodes, 500 objects", |bencher| {
        bencher.iter(|| simulate(black_box(&large), &knobs(100.0), 1));
    });
    // As many split points as the quota admits and the model simulates.
    let cut = Knobs { split_points_per_node: 50.0, ..knobs(200.0) };
    criterion.bench_function("200 nodes, 10,000 splits", |bencher| {
        bencher.iter(|| simulate(black_box(&small), &cut, 1));
    });
    let run = simulate(&large, &knobs(100.0), 1);
    criterion.bench_function("grid of 500 objects", |bencher| {
        bencher.iter(|| heat::grid(black_box(&large), &run));
    });
    let grid = heat::grid(&large, &run);
    let size = heat::Size { width: 1200, height: 700 };
    let ink = heat::Ink { palette: heat::Palette::Inferno, log: true };
    criterion.bench_function("paint 1200 x 700", |bencher| {
        bencher.iter(|| heat::paint(heat::share(black_box(&grid)), &heat::View::ALL, size, ink));
    });
}

criterion_group!(all, benches);
criterion_main!(all);
