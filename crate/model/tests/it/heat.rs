//! The picture: what the grid holds, what its pixels show, which shapes are named.

use crate::loads::{self, counter, ledger, random, sharded};
use hotsplit_model::heat::{self, Grid, Ink, Palette, Shares, Size, View};
use hotsplit_model::load::{Direction, Load, ObjectId, ObjectKind};
use hotsplit_model::sim::{Knobs, Run, simulate};
use proptest::prelude::*;

const INK: Ink = Ink { palette: Palette::Inferno, log: false };

fn drawn(load: &Load, nodes: f64) -> (Run, Grid) {
    let run = simulate(load, &Knobs { nodes, ..Knobs::default() }, 1);
    let grid = heat::grid(load, &run);
    (run, grid)
}

/// The row that is written most in a column.
fn brightest(written: &[f64], grid: &Grid, column: u32) -> u32 {
    let here = |row: u32| written[grid.at(row, column)];
    (0..grid.rows).max_by(|&a, &b| here(a).total_cmp(&here(b))).unwrap()
}

#[test]
fn a_time_ordered_key_falls_from_left_to_right() {
    let load = ledger(12_000.0, Direction::Up);
    let (run, grid) = drawn(&load, 10.0);
    assert_eq!((grid.rows, grid.columns), (1000, 600));
    let written = loads::written(&load, &run, &grid);
    for column in (0..600).step_by(50) {
        let expected = f64::from(column) + 0.5;
        let found = f64::from(brightest(&written, &grid, column));
        assert!((found - expected / 0.6).abs() <= 2.0, "row {found} in column {column}");
    }
    // Three and a half nodes are asked of one split, and the whole of it in every row it passes.
    assert!((grid.peak_share() - 12_000.0 / 3_500.0).abs() < 0.15, "{}", grid.peak_share());
    let max = grid.bands[0].split_writes_max;
    assert!((max - 3_500.0).abs() < 1e-6, "{max}");
}

#[test]
fn a_descending_key_rises() {
    let load = ledger(12_000.0, Direction::Down);
    let (run, grid) = drawn(&load, 10.0);
    let written = loads::written(&load, &run, &grid);
    assert!(brightest(&written, &grid, 10) > 950);
    assert!(brightest(&written, &grid, 590) < 50);
}

#[test]
fn shards_get_equal_bands_and_are_told_by_number() {
    let load = sharded(12_000.0, 16);
    let (run, grid) = drawn(&load, 10.0);
    assert_eq!(grid.rows % 16, 0);
    let row = 3 * grid.rows / 16 + grid.rows / 32;
    let probe = heat::probe(&load, &run, &grid, 300, row).unwrap();
    assert!(probe.key_range.starts_with("Transactions, ShardId 3, 50"), "{}", probe.key_range);
    assert!(probe.key_range.contains("% of TxnId, written 30:"), "{}", probe.key_range);
    assert_eq!(probe.seconds, 1800.0);
    assert!(probe.server < 10);
    assert!(heat::probe(&load, &run, &grid, 300, grid.rows).is_none());
    assert!(heat::probe(&load, &run, &grid, grid.columns, 0).is_none());
}

#[test]
fn a_probe_of_the_tail_says_why_it_is_not_split() {
    let load = ledger(12_000.0, Direction::Up);
    let (run, grid) = drawn(&load, 10.0);
    let row = brightest(&loads::written(&load, &run, &grid), &grid, 400);
    let probe = heat::probe(&load, &run, &grid, 400, row).unwrap();
    assert_eq!(
        probe.reason.map(hotsplit_model::sim::UnsplittableReason::as_str),
        Some("MOVING_HOT_SPOT")
    );
    assert!(probe.server_utilisation > 0.99);
    assert!(probe.share_of_split > 3.0);
}

#[test]
fn objects_keep_their_rows_to_themselves() {
    let mut load = loads::timestamp_index(5_000.0);
    let table = ObjectId(0);
    load.add_within(table, "Entries", ObjectKind::Table, 100.0);
    let (_, grid) = drawn(&load, 5.0);
    let names: Vec<_> =
        grid.bands.iter().map(|band| load.object(band.object).name.as_str()).collect();
    assert_eq!(names, ["Transactions", "ByTime", "Entries"]);
    let mut next = 0;
    for band in &grid.bands {
        assert_eq!(band.first_row, next);
        assert!(band.rows >= heat::OBJECT_ROWS_MIN);
        next += band.rows;
    }
    assert_eq!(next, grid.rows);
    assert!(grid.rows <= heat::ROWS_MAX);
    for row in 0..grid.rows {
        let band = &grid.bands[grid.band_of(row).unwrap()];
        let keys = grid.keys_of(row).unwrap();
        assert_eq!(grid.row_of(band.object, keys.lo), Some(row));
        assert_eq!(grid.row_of(band.object, keys.hi - 1), Some(row));
    }
}

#[test]
fn more_objects_than_rows_leave_the_coldest_out() {
    let mut load = Load::default();
    for number in 0..1_200 {
        load.add_root(&format!("T{number}"), ObjectKind::Table, 100.0);
    }
    let run = simulate(&load, &Knobs { minutes: 1, ..Knobs::default() }, 1);
    let grid = heat::grid(&load, &run);
    assert_eq!((grid.rows, grid.left_out), (1000, 200));
}

#[test]
fn shapes_are_named() {
    let named = |load: &Load| {
        let (_, grid) = drawn(load, 10.0);
        let found = heat::patterns(load, &grid);
        let lines = found.iter().map(|pattern| format!("{}: {}\n", pattern.id, pattern.label));
        lines.collect::<String>()
    };
    insta::assert_snapshot!(
        [
            ledger(12_000.0, Direction::Up),
            ledger(12_000.0, Direction::Down),
            loads::sweeping(12_000.0, 429.5),
            sharded(12_000.0, 16),
            sharded(60_000.0, 16),
            sharded(60_000.0, 64),
            random(12_000.0),
            counter(12_000.0),
            loads::timestamp_index(1_000.0),
            Load::default(),
        ]
        .iter()
        .map(named)
        .collect::<String>(),
        @r"
    moving-hot-spot: moving hotspot along key at 3.4× a split's limit
    moving-hot-spot: moving hotspot along key at 3.4× a split's limit
    repeated-sweep: moving hotspot that sweeps key at 3.4× a split's limit
    parallel-tails: 16 write points, each up to 21 % of a split's limit
    parallel-tails: 16 write points, each up to 1.1× a split's limit: divided by 16, not removed
    parallel-tails: 64 write points, each up to 27 % of a split's limit
    even: even load
    hot-row: one hot key range at 3.4× a split's limit
    moving-index: moving hotspot along key at 41 % of a split's limit
    even: even load
    "
    );
}

fn cells(rows: u32, columns: u32, hot: usize, share: f32) -> Vec<f32> {
    let mut cells = vec![0.01; (rows * columns) as usize];
    cells[hot] = share;
    cells
}

fn colours(pixels: &[u8]) -> Vec<[u8; 4]> {
    pixels.chunks(4).map(|pixel| [pixel[0], pixel[1], pixel[2], pixel[3]]).collect()
}

#[test]
fn one_hot_cell_is_seen_at_every_size() {
    let sizes = [(1, 1), (2, 3), (7, 64), (97, 31), (1, 620), (620, 1), (333, 200), (1300, 1400)];
    for (rows, columns) in [(1000_u32, 600_u32), (40, 30), (1, 1)] {
        let last = (rows * columns - 1) as usize;
        for hot in [0, last / 2, last / 3, last] {
            let cells = cells(rows, columns, hot, 3.0);
            let shares = Shares { cells: &cells, rows, columns };
            let bright =
                colours(&heat::paint(shares, &View::ALL, Size { width: 1, height: 1 }, INK))[0];
            for (width, height) in sizes {
                let size = Size { width, height };
                let pixels = colours(&heat::paint(shares, &View::ALL, size, INK));
                assert_eq!(pixels.len(), (width * height) as usize);
                assert!(pixels.contains(&bright), "{rows}x{columns} at {width}x{height}");
            }
        }
    }
}

#[test]
fn a_view_shows_its_part() {
    let cells = cells(10, 10, 0, 3.0);
    let shares = Shares { cells: &cells, rows: 10, columns: 10 };
    let size = Size { width: 40, height: 40 };
    let there = View { left: 0.0, right: 0.5, top: 0.0, bottom: 0.5 };
    let elsewhere = View { left: 0.1, right: 1.0, top: 0.1, bottom: 1.0 };
    let kinds = |view: &View| {
        let mut seen = colours(&heat::paint(shares, view, size, INK));
        seen.sort_unstable();
        seen.dedup();
        seen.len()
    };
    assert_eq!(kinds(&there), 3, "idle, saturated, and its hatch");
    assert_eq!(kinds(&elsewhere), 1);
    assert!(heat::paint(shares, &there, Size { width: 0, height: 9 }, INK).is_empty());
}

#[test]
fn brightness_rises_with_the_share_and_says_what_is_full() {
    let light = |pixel: [u8; 4]| {
        let linear = |channel: u8| libm::pow(f64::from(channel) / 255.0, 2.2);
        0.2126 * linear(pixel[0]) + 0.7152 * linear(pixel[1]) + 0.0722 * linear(pixel[2])
    };
    for palette in [
        Palette::Health,
        Palette::Inferno,
        Palette::Cividis,
        Palette::Viridis,
        Palette::Greys,
        Palette::Servers,
    ] {
        for log in [false, true] {
            let steps: Vec<f32> = (0..=60).map(|i| i as f32 / 20.0).collect();
            let shares = Shares { cells: &steps, rows: 1, columns: 61 };
            let size = Size { width: 61, height: 1 };
            let ink = Ink { palette, log };
            let pixels = colours(&heat::paint(shares, &View::ALL, size, ink));
            let lights: Vec<f64> = pixels.iter().map(|&pixel| light(pixel)).collect();
            assert!(lights.windows(2).all(|pair| pair[0] <= pair[1]), "{palette:?} {lights:?}");
            assert!(lights[20] > lights[19] * 1.05, "a full split stands out");
            assert!(lights[60] > lights[20]);
        }
    }
}

#[test]
fn no_keys_idle_and_full_differ() {
    let cells = [f32::NAN, 0.0, 1.0];
    let shares = Shares { cells: &cells, rows: 1, columns: 3 };
    let size = Size { width: 3, height: 1 };
    let pixels = colours(&heat::paint(shares, &View::ALL, size, INK));
    assert_eq!(pixels[0], [0x80, 0x80, 0x84, 0xff]);
    assert_ne!(pixels[1], pixels[0]);
    assert_ne!(pixels[2], pixels[1]);
    let empty = Shares { cells: &[], rows: 0, columns: 0 };
    assert_eq!(colours(&heat::paint(empty, &View::ALL, size, INK)), [pixels[0]; 3]);
}

#[test]
fn keys_that_no_row_has_are_marked() {
    let load = loads::table(1_000.0, |keys| {
        loads::all(hotsplit_model::load::ComponentKind::Uniform(keys.piece(1, 2)))
    });
    let (_, grid) = drawn(&load, 3.0);
    assert!(grid.shares[grid.at(0, 0)].is_nan());
    assert!(grid.shares[grid.at(499, 9)].is_nan());
    assert!(grid.shares[grid.at(500, 9)] > 0.0);
    assert!(grid.peak_share() > 0.0);
}

#[test]
fn servers_are_drawn_one_a_row() {
    let (run, _) = drawn(&ledger(12_000.0, Direction::Up), 4.0);
    let size = Size { width: 600, height: 4 };
    let pixels = colours(&heat::paint_servers(&run, &View::ALL, size, INK));
    let mut lines: Vec<[u8; 4]> = pixels.chunks(600).map(|line| line[100]).collect();
    lines.sort_unstable();
    lines.dedup();
    assert_eq!(lines.len(), 2, "one server is full, three are idle");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 32, ..ProptestConfig::default() })]

    /// Columns of the grid add up to what was written, and a probe tells the same of a cell.
    #[test]
    fn the_grid_sums_to_the_load(load in loads::with_indexes(), nodes in 1_u32..8) {
        let knobs = Knobs { nodes: f64::from(nodes), minutes: 10, ..Knobs::default() };
        let run = simulate(&load, &knobs, 5);
        let grid = heat::grid(&load, &run);
        let cells = loads::written(&load, &run, &grid);
        for column in (0..grid.columns).step_by(37) {
            let drawn: f64 =
                (0..grid.rows).map(|row| cells[grid.at(row, column)]).sum();
            for row in (column % 7..grid.rows).step_by(53) {
                let told = heat::probe(&load, &run, &grid, column, row).unwrap().writes_per_second;
                let cell = cells[grid.at(row, column)];
                prop_assert!((told - cell).abs() <= 1e-5 * cell.max(1.0), "{told} and {cell}");
            }
            let mut component = 0;
            let mut written = 0.0;
            for stream in &load.streams {
                for _ in &stream.components {
                    let at = component * run.columns as usize + column as usize;
                    written += f64::from(run.component_served[at]) * stream.rows;
                    component += 1;
                }
            }
            prop_assert!((drawn - written).abs() <= 1e-3 * written.max(1.0),
                "drawn {drawn}, written {written}");
        }
        // Tables alone: what the run reports as served.
        let tables: Vec<f64> = load.streams.iter().map(|stream| {
            let first = load.class(stream.class).object == stream.object;
            if first { 1.0 } else { 0.0 }
        }).collect();
        let mut component = 0;
        let mut served = 0.0;
        for (stream, table) in load.streams.iter().zip(tables) {
            for _ in &stream.components {
                let at = component * run.columns as usize;
                served += f64::from(run.component_served[at]) * table;
                component += 1;
            }
        }
        let reported = f64::from(run.served[0]);
        prop_assert!((served - reported).abs() <= 1e-3 * reported, "{served} and {reported}");
    }
}
