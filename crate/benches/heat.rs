//! How long a picture takes: 600 columns of 1,000 rows, from few and from many components.

use criterion::{Criterion, criterion_group, criterion_main};
use hotsplit::heat;
use hotsplit::sim::{Knobs, Run, simulate};
use hotsplit::workload::load::{
    ClassKind, Component, ComponentKind, Direction, Load, ObjectKind, Tail,
};
use std::hint::black_box;

/// A table with `tails` moving points beside even load.
fn ledger(tails: u32) -> Load {
    let mut load = Load::default();
    let object = load.add_root("Transactions", ObjectKind::Table, 1024.0);
    let class = load.add_class(object, ClassKind::Insert, 12_000.0);
    let keys = load.object(object).keys;
    let shard = |number| Component {
        kind: ComponentKind::Tail(Tail {
            keys: keys.piece(number, tails),
            direction: Direction::Up,
            start: 0.0,
            wraps_seconds: None,
        }),
        weight: 0.5 / f64::from(tails),
    };
    let mut components: Vec<Component> = (0..tails).map(shard).collect();
    components.push(Component { kind: ComponentKind::Uniform(keys), weight: 0.5 });
    load.add_rows(class, object, components);
    load
}

/// 250 tables with even load.
fn many() -> Load {
    let mut load = Load::default();
    for number in 0..250 {
        let table = load.add_root(&format!("T{number}"), ObjectKind::Table, 1024.0);
        let class = load.add_class(table, ClassKind::Insert, 400.0);
        let keys = load.object(table).keys;
        load.add_rows(
            class,
            table,
            vec![Component { kind: ComponentKind::Uniform(keys), weight: 1.0 }],
        );
    }
    load
}

/// As many splits as the model simulates.
fn cut(load: &Load) -> Run {
    let knobs = Knobs { nodes: 200.0, split_points_per_node: 50.0, ..Knobs::default() };
    simulate(load, &knobs, 1)
}

fn benches(criterion: &mut Criterion) {
    for tails in [1, 16, 1024] {
        let load = ledger(tails);
        let run = cut(&load);
        criterion.bench_function(&format!("grid of {tails} tails, 10,000 splits"), |bencher| {
            bencher.iter(|| heat::grid(black_box(&load), &run));
        });
    }
    let load = many();
    let run = cut(&load);
    criterion.bench_function("grid of 250 tables, 10,000 splits", |bencher| {
        bencher.iter(|| heat::grid(black_box(&load), &run));
    });
    let ranges = heat::Layout { rows: heat::RowsBy::Ranges, ..heat::Layout::default() };
    criterion.bench_function("row ranges of 250 tables", |bencher| {
        bencher.iter(|| heat::grid_of(black_box(&load), &run, ranges));
    });
    let grid = heat::grid(&load, &run);
    criterion.bench_function("bytes written of 250 tables", |bencher| {
        bencher.iter(|| heat::field(black_box(&load), &run, &grid, heat::Metric::BytesWritten));
    });
    criterion.bench_function("patterns of 250 tables", |bencher| {
        bencher.iter(|| heat::patterns(black_box(&load), &grid));
    });
    let size = heat::Size { width: 1200, height: 700 };
    let ink = heat::Ink { palette: heat::Palette::Inferno, log: true };
    criterion.bench_function("paint 1200 x 700", |bencher| {
        bencher.iter(|| heat::paint(heat::share(black_box(&grid)), &heat::View::ALL, size, ink));
    });
}

criterion_group!(all, benches);
criterion_main!(all);
