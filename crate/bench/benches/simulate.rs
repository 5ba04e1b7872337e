//! How long a simulated hour takes: 10 nodes with one table before and after, 100 nodes with 500
//! objects, 100 nodes with 10,000 splits before and after with the picture, and that with fewer
//! splits, which must cost in proportion. Last, what a split costs in a control round, for runs of
//! several sizes and lengths.

#[path = "../support/load.rs"]
mod loads;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use hotsplit_wire::engine::heat;
use hotsplit_wire::engine::sim::{Knobs, model, simulate};
use hotsplit_wire::engine::workload::load::{ClassKind, Load, ObjectKind, Stream};
use loads::{add_table, even, tails};
use std::hint::black_box;

/// A ledger behind so many shards.
fn ledger(shards: u32) -> Load {
    let mut load = Load::default();
    add_table(&mut load, "Transactions", 12_000.0, |keys| tails(keys, shards, 1.0));
    load
}

/// 250 tables with an index each; every tenth index is on a timestamp.
fn many() -> Load {
    let mut load = Load::default();
    for number in 0..250 {
        let class = add_table(&mut load, &format!("T{number}"), 400.0, even);
        let index = load.add_root(&format!("I{number}"), ObjectKind::Index, 100.0);
        let keys = load.object(index).keys;
        let places = if number % 10 == 0 { tails(keys, 1, 1.0) } else { even(keys) };
        load.add_rows(class, index, places);
    }
    load
}

/// Tables that [`large`] has: halved for size each is a power of two of splits, and all together
/// are 9,984.
const TABLES: u32 = 39;

/// Tables of so many splits each for their size, with even reads and writes, and a log in order of
/// time behind so many shards, if any.
fn large(splits: f64, shards: u32) -> Load {
    let mut load = Load::default();
    let each = 1.0 / f64::from(TABLES);
    for number in 0..TABLES {
        let table = load.add_root(&format!("T{number}"), ObjectKind::Table, 1024.0);
        // Splits of 6 GiB, between half full and full.
        load.objects[number as usize].rows = splits * 6.0 * 1024.0 * 1024.0;
        let keys = load.object(table).keys;
        let class = load.add_class(table, ClassKind::Update, 60_000.0 * each);
        load.add_rows(class, table, even(keys));
        load.streams.last_mut().expect("it has just been added").growth_bytes = 0.0;
        let class = load.add_class(table, ClassKind::Read, 200_000.0 * each);
        load.streams.push(Stream::of_rows(class, table, 1024.0, even(keys)).reading());
    }
    if shards > 0 {
        add_table(&mut load, "Log", 40_000.0, |keys| tails(keys, shards, 1.0));
    }
    load
}

/// Before and after, with their pictures.
fn pair(loads: [&Load; 2], knobs: &Knobs) -> [heat::Grid; 2] {
    loads.map(|load| heat::grid(load, &simulate(load, knobs, 1)))
}

fn benches(criterion: &mut Criterion) {
    let knobs = |nodes| Knobs { nodes, ..Knobs::default() };
    let (before, after) = (ledger(1), ledger(16));
    criterion.bench_function("10 nodes, a ledger before and after", |bencher| {
        bencher.iter(|| pair([black_box(&before), &after], &knobs(10.0)));
    });
    let many = many();
    criterion.bench_function("100 nodes, 500 objects", |bencher| {
        bencher.iter(|| simulate(black_box(&many), &knobs(100.0), 1));
    });
    let mut group = criterion.benchmark_group("100 nodes, before and after");
    for each in [32, 64, 128, 256] {
        let (before, after) = (large(f64::from(each), 1), large(f64::from(each), 128));
        let splits = each * TABLES;
        group.throughput(Throughput::Elements(splits.into()));
        group.bench_function(format!("{splits} splits"), |bencher| {
            bencher
                .iter(|| [&before, &after].map(|load| simulate(black_box(load), &knobs(100.0), 1)));
        });
        group.bench_function(format!("{splits} splits and the picture"), |bencher| {
            bencher.iter(|| pair([black_box(&before), &after], &knobs(100.0)));
        });
    }
    group.finish();
    // As many split points as the quota admits, which tails cross all the time.
    let cut = Knobs { split_points_per_node: 50.0, ..knobs(200.0) };
    criterion.bench_function("200 nodes, 10,000 splits crossed", |bencher| {
        bencher.iter(|| simulate(black_box(&after), &cut, 1));
    });
    let run = simulate(&many, &knobs(100.0), 1);
    criterion.bench_function("grid of 500 objects", |bencher| {
        bencher.iter(|| heat::grid(black_box(&many), &run));
    });
    let grid = heat::grid(&many, &run);
    let size = heat::Size { width: 1200, height: 700 };
    let ink = heat::Ink { palette: heat::Palette::Inferno, log: true };
    criterion.bench_function("paint 1200 x 700", |bencher| {
        bencher.iter(|| heat::paint(heat::share(black_box(&grid)), &heat::View::ALL, size, ink));
    });
}

/// What a split costs in a control round: 200 nodes with so many splits for so long, at rest, with
/// moving points that leave a split and come into the next one all the time, and with one such point
/// that is more than a server takes. It must not cost more where there are more of either.
fn split_rounds(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("a split in a control round");
    group.sample_size(10);
    let kinds = [("at rest", 0), ("crossed", 16), ("overloaded", 1)];
    for (what, load) in kinds.map(|(what, shards)| (what, large(1.0, shards))) {
        for per_node in [6.25, 12.5, 25.0, 50.0] {
            for minutes in [15, 60, 240] {
                let knobs = Knobs {
                    nodes: 200.0,
                    minutes,
                    split_points_per_node: per_node,
                    ..Knobs::default()
                };
                let splits = simulate(&load, &knobs, 1).summary.splits;
                let rounds = minutes * 60 / model::CONTROL_SECONDS;
                group.throughput(Throughput::Elements(u64::from(splits) * u64::from(rounds)));
                group.bench_function(format!("{what}: {splits} x {rounds}"), |bencher| {
                    bencher.iter(|| simulate(black_box(&load), &knobs, 1));
                });
            }
        }
    }
    group.finish();
}

criterion_group!(all, benches, split_rounds);
criterion_main!(all);
