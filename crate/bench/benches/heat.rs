//! How long a picture takes: 600 columns of 1,000 rows, from few and from many components.

#[path = "../support/load.rs"]
mod loads;

use criterion::{Criterion, criterion_group, criterion_main};
use hotsplit_wire::engine::heat;
use hotsplit_wire::engine::sim::{Knobs, Run, simulate};
use hotsplit_wire::engine::workload::load::{Component, Load};
use loads::{add_table, even, tails};
use std::hint::black_box;

/// A table with `number` moving points beside even load.
fn ledger(number: u32) -> Load {
    let mut load = Load::default();
    add_table(&mut load, "Transactions", 12_000.0, |keys| {
        let half = even(keys).into_iter().map(|part| Component { weight: 0.5, ..part });
        tails(keys, number, 0.5).into_iter().chain(half).collect()
    });
    load
}

/// 250 tables with even load.
fn many() -> Load {
    let mut load = Load::default();
    for number in 0..250 {
        add_table(&mut load, &format!("T{number}"), 400.0, even);
    }
    load
}

/// As many splits as the model simulates.
fn cut(load: &Load) -> Run {
    let knobs = Knobs { nodes: 200.0, split_points_per_node: 50.0, ..Knobs::default() };
    simulate(load, &knobs, 1)
}

fn benches(criterion: &mut Criterion) {
    for number in [1, 16, 1024] {
        let load = ledger(number);
        let run = cut(&load);
        criterion.bench_function(&format!("grid of {number} tails, 10,000 splits"), |bencher| {
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
    served(criterion);
    let ink = heat::Ink { palette: heat::Palette::Inferno, log: true };
    criterion.bench_function("paint 1200 x 700", |bencher| {
        bencher.iter(|| heat::paint(heat::share(black_box(&grid)), &heat::View::ALL, size, ink));
    });
}

/// Who serves what, and what a picture in their hues costs beside one without.
fn served(criterion: &mut Criterion) {
    for number in [1, 1024] {
        let load = ledger(number);
        let run = cut(&load);
        let grid = heat::grid(&load, &run);
        criterion.bench_function(&format!("owners of {number} tails, 10,000 splits"), |bencher| {
            bencher.iter(|| heat::owners(black_box(&load), &run, &grid));
        });
    }
    let load = ledger(16);
    let run = cut(&load);
    let grid = heat::grid(&load, &run);
    let owners = heat::owners(&load, &run, &grid);
    let size = heat::Size { width: 2000, height: 1000 };
    for palette in [heat::Palette::Inferno, heat::Palette::Servers] {
        let brush = heat::Brush::of(heat::Ink { palette, log: true });
        let (shares, view) = (heat::share(&grid), heat::View::ALL);
        criterion.bench_function(&format!("paint 2000 x 1000, {palette:?}"), |bencher| {
            bencher.iter(|| match palette {
                heat::Palette::Servers => {
                    heat::paint_owned(black_box(shares), &owners, &view, size, brush)
                }
                _ => heat::paint_with(black_box(shares), &view, size, brush),
            });
        });
    }
}

criterion_group!(all, benches);
criterion_main!(all);
