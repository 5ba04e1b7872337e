//! The rows of a picture: how keys are cut, what is folded, which metric is drawn, how a range is
//! said, where its rows are in another run.

#![expect(clippy::cast_possible_truncation, reason = "sizes of a test are small")]

use crate::loads::{self, ledger, random, sharded, tail};
use hotsplit_model::heat::{self, Drawn, Grid, Layout, Metric, Order, RowsBy};
use hotsplit_model::load::{
    ClassKind, Component, ComponentKind, Cut, Direction, Keys, Load, ObjectId, ObjectKind, Stream,
};
use hotsplit_model::sim::{Knobs, Run, simulate};
use proptest::prelude::*;

fn run(load: &Load) -> Run {
    simulate(load, &Knobs::default(), 1)
}

fn drawn(load: &Load, layout: Layout) -> (Run, Grid) {
    let run = run(load);
    let grid = heat::grid_of(load, &run, layout);
    (run, grid)
}

fn by(rows: RowsBy) -> Layout {
    Layout { rows, ..Layout::default() }
}

/// Adds a stream of range reads, or of single ones, to a load.
fn add_reads(load: &mut Load, per_second: f64, reads: f64, span: u64, kind: ComponentKind) {
    let class = load.add_class(ObjectId(0), ClassKind::Read, per_second);
    let stream = Stream {
        class,
        rows: 0.0,
        reads,
        span,
        growth_bytes: 0.0,
        components: loads::all(kind),
        ..load.streams[0].clone()
    };
    load.streams.push(stream);
}

/// Sum of a column of a metric, in its unit.
fn sum(field: &heat::Field<'_>, column: u32) -> f64 {
    let cells = field.cells.chunks(field.columns as usize).map(|row| row[column as usize]);
    cells.filter(|cell| !cell.is_nan()).map(|cell| f64::from(cell) * field.scale.full).sum()
}

#[test]
fn metrics_add_up_in_their_units() {
    let mut load = random(1_000.0);
    let keys = load.objects[0].keys;
    add_reads(&mut load, 100.0, 20.0, keys.len() / 50, ComponentKind::Uniform(keys));
    let (run, grid) = drawn(&load, Layout::default());
    let field = |metric| heat::field(&load, &run, &grid, metric);
    let about = |found: f64, expected: f64| {
        assert!((found / expected - 1.0).abs() < 0.2, "{found} is not about {expected}");
    };
    about(sum(&field(Metric::RowsWritten), 300), 1_000.0);
    about(sum(&field(Metric::BytesWritten), 300), 1_024_000.0);
    // The read class is a stream of its own; what the run served of it is what is drawn.
    let served: f64 = f64::from(run.component_served[run.columns as usize + 300]) * 20.0;
    about(sum(&field(Metric::RowsRead), 300), served);
    about(sum(&field(Metric::BytesHeld), 599), 1_024_000.0 * 3_600.0);
    assert_eq!(field(Metric::RowsRead).scale.unit, "rows/s");
    assert_eq!(field(Metric::RowsRead).scale.full, 22_500.0);
    assert_eq!(field(Metric::RowsWritten).scale.full, 3_500.0);
    let cpu = field(Metric::Cpu);
    assert_eq!((&cpu.cells[..], cpu.scale.full), (&grid.shares[..], 1.0));
}

#[test]
fn a_range_read_is_smeared_over_the_keys_it_passes() {
    let mut load = random(1.0);
    let keys = load.objects[0].keys;
    // From one place on over a tenth of the table.
    add_reads(&mut load, 100.0, 50.0, keys.len() / 10, ComponentKind::Atom { at: keys.at(0.5) });
    let (run, grid) = drawn(&load, Layout::default());
    let field = heat::field(&load, &run, &grid, Metric::RowsRead);
    let lit: Vec<usize> = (0..1000).filter(|row| field.cells[row * 600 + 100] > 0.0).collect();
    assert_eq!((lit.first(), lit.last()), (Some(&500), Some(&599)));
    let cells: Vec<f32> = lit.iter().map(|row| field.cells[row * 600 + 100]).collect();
    assert!(cells.iter().all(|cell| (cell / cells[0] - 1.0).abs() < 1e-3));

    // The newest rows: behind the tail.
    let mut load = ledger(100.0, Direction::Up);
    let keys = load.objects[0].keys;
    add_reads(&mut load, 10.0, 50.0, keys.len() / 10, tail(keys, Direction::Up));
    let (run, grid) = drawn(&load, Layout::default());
    let field = heat::field(&load, &run, &grid, Metric::RowsRead);
    let lit: Vec<usize> = (0..1000).filter(|row| field.cells[row * 600 + 300] > 0.0).collect();
    assert!(lit[0] >= 398 && lit[0] <= 402, "{lit:?}");
    assert!(lit[lit.len() - 1] >= 499 && lit[lit.len() - 1] <= 503, "{lit:?}");
}

#[test]
fn a_growing_table_is_a_triangle_in_row_ranges() {
    let (_, grid) = drawn(&ledger(3_000.0, Direction::Up), by(RowsBy::Ranges));
    let held = |column: u32| -> Vec<bool> {
        (0..grid.rows).map(|row| !grid.shares[grid.at(row, column)].is_nan()).collect()
    };
    for column in [60, 200, 300, 450, 599] {
        let held = held(column);
        let last = held.iter().rposition(|held| *held).unwrap();
        assert!(held[..last].iter().all(|held| *held), "no gap above, in column {column}");
        let expected = f64::from(column + 1) / 600.0 * f64::from(grid.rows);
        assert!((last as f64 - expected).abs() < 25.0, "{last} in column {column}");
        // The hot edge is never hidden.
        let hot = (0..grid.rows).map(|row| grid.shares[grid.at(row, column)]).fold(0.0, f32::max);
        assert!(hot > 0.7, "{hot}");
    }
    let found = heat::patterns(&ledger(3_000.0, Direction::Up), &grid);
    assert_eq!(found[0].id, "growing-triangle", "{found:?}");
}

#[test]
fn a_random_table_has_all_its_ranges_from_the_first_minute_on() {
    let (_, grid) = drawn(&random(3_000.0), by(RowsBy::Ranges));
    assert!(grid.rows > 950 && grid.rows <= 1000);
    assert!(grid.shares.iter().all(|share| !share.is_nan()));
}

#[test]
fn ranges_are_shared_out_by_rows_held_and_none_is_left_without() {
    let mut load = random(1_000.0);
    for (number, rows) in [1e9, 2e9, 0.0, 5.0].into_iter().enumerate() {
        let object = load.add_root(&format!("T{number}"), ObjectKind::Table, 100.0);
        load.objects[object.0 as usize].rows = rows;
    }
    let (_, grid) = drawn(&load, by(RowsBy::Ranges));
    let rows: Vec<u32> = grid.bands.iter().map(|band| band.rows).collect();
    assert!(rows.iter().sum::<u32>() <= heat::ROWS_MAX);
    assert!((f64::from(rows[2]) / f64::from(rows[1]) - 2.0).abs() < 0.02, "{rows:?}");
    assert_eq!((rows[3], rows[4]), (1, 1));
    // What holds nothing is empty key space, not an idle range.
    assert!(grid.shares[grid.at(grid.bands[3].first_row, 10)].is_nan());
    assert_eq!(grid.shares[grid.at(grid.bands[4].first_row, 10)], 0.0);
}

#[test]
fn order_by_name_is_key_visualizers() {
    let mut load = random(1_000.0);
    load.add_root("Zebra", ObjectKind::Table, 100.0);
    load.add_root("Ant", ObjectKind::Table, 100.0);
    let (_, grid) = drawn(&load, Layout { order: Order::Name, ..Layout::default() });
    let names: Vec<&str> =
        grid.bands.iter().map(|band| load.object(band.object).name.as_str()).collect();
    assert_eq!(names, ["Ant", "Transactions", "Zebra"]);
}

#[test]
fn a_thousand_tables_still_show_the_hot_ones() {
    let mut load = Load::default();
    for number in 0..1_000 {
        let object = load.add_root(&format!("T{number}"), ObjectKind::Table, 100.0);
        if number % 100 == 7 {
            let class = load.add_class(object, ClassKind::Insert, 2_500.0);
            let keys = load.object(object).keys;
            load.add_rows(class, object, loads::all(tail(keys, Direction::Up)));
        } else if number % 2 == 0 {
            let class = load.add_class(object, ClassKind::Insert, 1.0);
            let keys = load.object(object).keys;
            load.add_rows(class, object, loads::all(ComponentKind::Uniform(keys)));
        }
    }
    let knobs = Knobs { minutes: 5, ..Knobs::default() };
    let run = simulate(&load, &knobs, 1);
    let grid = heat::grid_of(&load, &run, Layout { fold: true, ..Layout::default() });
    for number in 0..10 {
        let object = ObjectId(number * 100 + 7);
        let band = grid.bands.iter().find(|band| band.object == object).unwrap();
        assert!(band.rows >= heat::OBJECT_ROWS_MIN, "T{} has {} rows", object.0, band.rows);
    }
    let last = grid.bands.last().unwrap();
    assert_eq!(last.folded as usize, grid.folded.len());
    assert_eq!(grid.folded.len() + grid.bands.len() - 1, 1_000);
    assert_eq!((grid.left_out, grid.keys_of(last.first_row)), (0, None));
    let words = heat::row_label(&load, &run, &grid, last.first_row).unwrap();
    assert!(words.contains("cold tables and indexes: T"), "{words}");
    let probe = heat::probe(&load, &run, &grid, 3, last.first_row).unwrap();
    assert_eq!((probe.key_range, probe.share_of_split), (words, 0.0));
}

/// So many even tables, each of half a split, and tables with a tail of these rates between them.
fn mixed(even: usize, tails: &[f64]) -> Load {
    let mut load = Load::default();
    let mut add = |name: String, rate: f64, place: fn(Keys) -> ComponentKind| {
        let object = load.add_root(&name, ObjectKind::Table, 1024.0);
        let class = load.add_class(object, ClassKind::Insert, rate);
        let keys = load.object(object).keys;
        load.add_rows(class, object, loads::all(place(keys)));
    };
    for number in 0..even.max(tails.len()) {
        if number < even {
            add(format!("Even{number}"), 1_750.0, ComponentKind::Uniform);
        }
        if let Some(&rate) = tails.get(number) {
            add(format!("Hot{number}"), rate, |keys| tail(keys, Direction::Up));
        }
    }
    load
}

/// Names of bands with their rows, top to bottom.
fn bands(load: &Load, grid: &Grid) -> Vec<(String, u32)> {
    let name = |band: &heat::Band| match band.folded {
        0 => load.object(band.object).name.clone(),
        folded => format!("{folded} folded"),
    };
    grid.bands.iter().map(|band| (name(band), band.rows)).collect()
}

fn hot(load: &Load, fold: bool) -> (Run, Grid) {
    let run = simulate(load, &Knobs { minutes: 5, ..Knobs::default() }, 1);
    let grid = heat::grid_of(load, &run, Layout { rows: RowsBy::Hot, fold, ..Layout::default() });
    (run, grid)
}

#[test]
fn more_hot_tables_than_can_be_named_are_folded_too_the_least_hot_first() {
    let tails: Vec<f64> = (1..=80).map(|at| 30.0 * f64::from(at)).collect();
    let load = mixed(5, &tails);
    let (_, grid) = hot(&load, true);
    let shown = bands(&load, &grid);
    let (last, hottest) = shown.split_last().unwrap();
    assert_eq!(hottest.len(), heat::HOT_SHOWN_MAX);
    let names: Vec<String> = (21..=80).rev().map(|at| format!("Hot{}", at - 1)).collect();
    assert_eq!(hottest.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>(), names);
    assert_eq!((last.0.as_str(), grid.folded_hot), ("25 folded", 20));
    // 40 of the 2,400 pixels that a page gives them.
    let least = hottest.iter().map(|(_, rows)| rows).min().unwrap();
    assert!(f64::from(*least) / f64::from(grid.rows) >= 40.0 / 2_400.0 * 0.9, "{least}");
    let (_, open) = hot(&load, false);
    assert_eq!((open.folded_hot, bands(&load, &open).len()), (0, 85));
}

#[test]
fn what_is_hot_comes_first_and_what_is_even_is_folded() {
    let load = mixed(22, &[100.0, 3_000.0, 900.0]);
    let (run, grid) = hot(&load, true);
    let names: Vec<String> = bands(&load, &grid).into_iter().map(|(name, _)| name).collect();
    assert_eq!(names, ["Hot1", "Hot2", "Hot0", "22 folded"]);
    let rows: Vec<u32> = grid.bands.iter().map(|band| band.rows).collect();
    assert!(rows[..3].iter().all(|&it| it == rows[0]), "{rows:?}");
    // Even load is calm there, though each table has a few rows alone.
    let last = grid.bands[3];
    let cells = (last.first_row..grid.rows).map(|row| grid.shares[grid.at(row, 20)]);
    let most = cells.fold(0.0, f32::max);
    assert!(most > 0.0 && most < 0.1, "{most}");
    let probe = heat::probe(&load, &run, &grid, 20, last.first_row).unwrap();
    assert_eq!(probe.key_range, "Even0, whose load is even");
    assert!(probe.writes_per_second > 0.0);
    assert!(heat::patterns(&load, &grid).iter().all(|pattern| pattern.band < 3));
}

#[test]
fn up_to_eight_hot_ones_are_forty_pixels_high_of_four_hundred() {
    for count in 1..=8 {
        let tails: Vec<f64> = (1..=count).map(|it| f64::from(it) * 100.0).collect();
        for even in [0, 1, 2, 60, 300, 1_500] {
            let load = mixed(even, &tails);
            let (_, grid) = hot(&load, true);
            assert!(grid.rows <= heat::ROWS_MAX && grid.left_out == 0);
            let least = 40 * grid.rows / 400;
            let high = grid.bands[..tails.len()].iter().all(|band| band.rows >= least);
            assert!(high, "{count} of {even}: {:?}", bands(&load, &grid));
        }
    }
    // More share equally, and none is lost.
    let tails = vec![100.0; 60];
    let (_, grid) = hot(&mixed(60, &tails), true);
    assert!(grid.bands.iter().all(|band| band.rows == grid.bands[0].rows));
    let (_, grid) = hot(&mixed(0, &vec![1.0; 1_200]), true);
    assert_eq!((grid.left_out, grid.bands.len()), (0, heat::HOT_SHOWN_MAX + 1));
}

#[test]
fn what_is_folded_opens() {
    let load = mixed(22, &[100.0, 3_000.0]);
    let (_, grid) = hot(&load, false);
    let shown = bands(&load, &grid);
    assert_eq!(shown.len(), 24);
    assert_eq!((shown[0].0.as_str(), shown[1].0.as_str()), ("Hot1", "Hot0"));
    assert!(grid.folded.is_empty());
    assert!(shown[..2].iter().all(|it| it.1 >= 100), "{shown:?}");
    assert!(shown.iter().all(|it| it.1 >= heat::OBJECT_ROWS_MIN), "{shown:?}");
    let (_, grid) = hot(&mixed(1_500, &[100.0]), false);
    assert_eq!((grid.left_out, grid.bands.len()), (501, 1_000));
}

#[test]
fn where_nothing_is_hot_the_busiest_are_shown() {
    let load = mixed(40, &[]);
    let (_, grid) = hot(&load, true);
    assert_eq!(grid.bands.len(), 13);
    assert_eq!(grid.folded.len(), 28);
    let (_, grid) = hot(&mixed(12, &[]), true);
    assert_eq!((grid.bands.len(), grid.folded.len()), (12, 0));
}

#[test]
fn a_fisheye_gives_the_hot_tenant_its_rows() {
    let load = whale(1_000.0);
    let slot = load.objects[0].keys.piece(77, 512);
    let rows = |grid: &Grid| {
        let of = |row: &u32| !grid.keys_of(*row).unwrap().overlap(slot).is_empty();
        (0..grid.rows).filter(of).count()
    };
    let (_, plain) = drawn(&load, Layout::default());
    let (_, fisheye) = drawn(&load, by(RowsBy::Load));
    assert!(rows(&plain) <= 4);
    assert!(rows(&fisheye) > 250, "{}", rows(&fisheye));
    let (_, held) = drawn(&load, by(RowsBy::Held));
    assert!(rows(&held) > 350, "{}", rows(&held));
}

/// One tenant writes two fifths.
fn whale(per_second: f64) -> Load {
    let mut load = loads::table(per_second, |keys| {
        vec![
            Component { kind: tail(keys.piece(77, 512), Direction::Up), weight: 0.4 },
            Component { kind: ComponentKind::Uniform(keys), weight: 0.6 },
        ]
    });
    load.objects[0].rest = "TenantId".to_owned();
    load
}

#[test]
fn ranges_are_said_in_words() {
    let say = |load: &Load, from: f64, to: f64| {
        let keys = load.objects[0].keys;
        heat::label(load, 3_600, ObjectId(0), Keys { lo: keys.at(from), hi: keys.at(to) })
    };
    let mut signed = sharded(1_000.0, 31);
    signed.objects[0].cuts[0].first = Some(-15);
    let desc = Cut { column: "Status".to_owned(), pieces: 4, first: None, desc: true };
    let mut values = sharded(1_000.0, 4);
    values.objects[0].cuts = vec![desc];
    let lines = [
        say(&ledger(1_000.0, Direction::Up), 0.4, 0.41),
        say(&ledger(1_000.0, Direction::Down), 0.4, 0.41),
        say(&sharded(1_000.0, 16), 3.40 / 16.0, 3.41 / 16.0),
        say(&sharded(1_000.0, 16), 3.0 / 16.0, 5.0 / 16.0),
        say(&signed, 0.001, 0.002),
        say(&signed, 0.999, 0.9999),
        say(&values, 0.01, 0.02),
        say(&whale(1_000.0), 77.0 / 512.0, 78.0 / 512.0),
        say(&whale(1_000.0), 0.5, 0.6),
        say(&loads::counter(1.0), 0.4, 0.6),
        say(&random(1.0), 0.123_456, 0.123_457),
    ];
    insta::assert_snapshot!(lines.join("\n"), @"
    Transactions, 40–41 % of key, written 24:00–24:36
    Transactions, 40–41 % of key, written 35:24–36:00
    Transactions, ShardId 3, 40–41 % of TxnId, written 24:00–24:36
    Transactions, ShardId 3 to 4, written 0:00–1:00:00
    Transactions, ShardId -15, 3–6 % of TxnId, written 1:52–3:43
    Transactions, ShardId 15, 97–100 % of TxnId, written 58:08–59:49
    Transactions, Status value 4 of 4, 4–8 % of TxnId, written 2:24–4:48
    Transactions, 15.0–15.2 % of TenantId, with TenantId no. 1 by load, written 0:00–1:00:00
    Transactions, 50–60 % of TenantId
    Transactions, 40–60 % of key, with the hottest row
    Transactions, 12.3456–12.3457 % of key
    ");
}

#[test]
fn boundaries_and_splits_are_said_in_words() {
    let mut load = sharded(1_000.0, 16);
    let keys = load.objects[0].keys;
    let split = |load: &Load, from: f64, to: f64| {
        let hi = if to < 1.0 { keys.at(to) } else { keys.hi };
        heat::split_label(load, 0, Keys { lo: keys.at(from), hi })
    };
    let mut lines = vec![
        heat::boundary(&load, keys.lo),
        heat::boundary(&load, keys.at(3.4025 / 16.0)),
        heat::boundary(&load, 1 << 62),
        split(&load, 0.0, 1.0),
        split(&load, 3.5 / 16.0, 4.0 / 16.0),
        heat::split_label(&load, 0, Keys { lo: keys.at(0.5), hi: keys.at(0.5) + 1 }),
    ];
    load.add_within(ObjectId(0), "Entries", ObjectKind::Table, 100.0);
    lines.extend([split(&load, 0.0, 1.0), split(&load, 0.5, 0.51)]);
    insta::assert_snapshot!(lines.join("\n"), @"
    the start of Transactions
    Transactions, ShardId 3, 40.25 % of TxnId
    the end
    all of Transactions
    Transactions, ShardId 3, 50–100 % of TxnId
    one row of Transactions, ShardId 8, 0.00 % of TxnId
    all of Transactions and what is interleaved in it
    Transactions, ShardId 8, 0–16 % of TxnId, and what is interleaved in it
    ");
}

/// Rows of a shard of `n`, where the rows stand evenly.
fn shards_of(grid: &Grid, traced: &heat::Traced, n: u32) -> Vec<u32> {
    let mut shards: Vec<u32> = traced.to.iter().map(|(row, _)| row * n / grid.rows).collect();
    shards.dedup();
    shards
}

#[test]
fn a_stretch_of_time_goes_to_the_same_time_in_every_shard() {
    let (before, after) = (ledger(12_000.0, Direction::Up), sharded(12_000.0, 16));
    let ((before_run, before_grid), (after_run, after_grid)) =
        (drawn(&before, Layout::default()), drawn(&after, Layout::default()));
    let one = Drawn { load: &before, run: &before_run, grid: &before_grid };
    let two = Drawn { load: &after, run: &after_run, grid: &after_grid };
    let there = heat::trace_row(one, two, 500);
    assert!(there.exact);
    assert_eq!(shards_of(&after_grid, &there, 16), (0..16).collect::<Vec<_>>());
    let height = after_grid.rows / 16;
    for (row, share) in &there.to {
        assert!((f64::from(row % height) / f64::from(height) - 0.5).abs() < 0.05);
        assert!(*share <= 1.0 / 16.0 + 1e-9);
    }
    // And back.
    let back = heat::trace_row(two, one, there.to[0].0);
    let rows: Vec<u32> = back.to.iter().map(|(row, _)| *row).collect();
    assert!(rows.contains(&500) && rows.len() < 30, "{rows:?}");
    // Hashed keys hold them anywhere.
    let hashed = random(12_000.0);
    let (run, grid) = drawn(&hashed, Layout::default());
    let three = Drawn { load: &hashed, run: &run, grid: &grid };
    let spread = heat::trace_row(one, three, 500);
    assert_eq!((spread.to.len(), spread.exact), (1000, false));
}

#[test]
fn a_tenants_rows_stay_the_tenants() {
    let before = whale(1_000.0);
    let mut after = loads::table(1_000.0, |keys| {
        let half = |i| keys.piece(i, 2);
        (0..2)
            .flat_map(|i| {
                [
                    Component { kind: tail(half(i).piece(9, 512), Direction::Up), weight: 0.2 },
                    Component { kind: ComponentKind::Uniform(half(i)), weight: 0.3 },
                ]
            })
            .collect()
    });
    after.objects[0].rest = "TenantId".to_owned();
    let ((before_run, before_grid), (after_run, after_grid)) =
        (drawn(&before, Layout::default()), drawn(&after, Layout::default()));
    let one = Drawn { load: &before, run: &before_run, grid: &before_grid };
    let two = Drawn { load: &after, run: &after_run, grid: &after_grid };
    let keys = before.objects[0].keys.piece(77, 512);
    let there = heat::trace_range(one, two, ObjectId(0), keys);
    let in_slots: f64 = there
        .to
        .iter()
        .filter(|(row, _)| {
            let row = after_grid.keys_of(*row).unwrap();
            let all = after.objects[0].keys;
            (0..2).any(|i| !all.piece(i, 2).piece(9, 512).overlap(row).is_empty())
        })
        .map(|(_, share)| share)
        .sum();
    // The other tenants of the range go anywhere: 0.6 / 512 of all rows against 0.4.
    assert!(in_slots > 0.99, "{in_slots}");
}

#[test]
fn nothing_is_said_of_an_object_that_is_gone() {
    let (one, mut other) = (random(1.0), random(1.0));
    other.objects[0].name = "Other".to_owned();
    let ((run_one, grid_one), (run_other, grid_other)) =
        (drawn(&one, Layout::default()), drawn(&other, Layout::default()));
    let from = Drawn { load: &one, run: &run_one, grid: &grid_one };
    let to = Drawn { load: &other, run: &run_other, grid: &grid_other };
    assert_eq!(heat::trace_row(from, to, 3), heat::Traced::default());
    assert_eq!(heat::trace_row(from, to, 3_000), heat::Traced::default());
}

const ALL: [RowsBy; 5] = [RowsBy::Keys, RowsBy::Held, RowsBy::Load, RowsBy::Ranges, RowsBy::Hot];

/// The object of the hottest cell.
fn hottest(grid: &Grid, written: &[f64]) -> Option<ObjectId> {
    let peak = |row: u32| {
        let columns = 0..grid.columns;
        columns.map(|column| written[grid.at(row, column)]).fold(0.0, f64::max)
    };
    let row = (0..grid.rows).max_by(|&a, &b| peak(a).total_cmp(&peak(b)))?;
    grid.bands.iter().rfind(|band| band.first_row <= row).map(|band| band.object)
}

/// Whether any of an object's load lies evenly over keys.
fn is_even(load: &Load, object: ObjectId) -> bool {
    load.streams
        .iter()
        .filter(|stream| stream.object == object)
        .flat_map(|stream| &stream.components)
        .any(|part| matches!(part.kind, ComponentKind::Uniform(_)))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    /// However rows are cut: bands stand one after the other, rows tile their keys, the hottest
    /// cell is there, and columns add up to what was written.
    #[test]
    fn rows_tile_the_keys_of_their_object(load in loads::with_indexes(), by in 0..5_usize,
        fold in any::<bool>(), name in any::<bool>()) {
        let run = simulate(&load, &Knobs { minutes: 10, ..Knobs::default() }, 5);
        let order = if name { Order::Name } else { Order::Ddl };
        let grid = heat::grid_of(&load, &run, Layout { rows: ALL[by], order, fold });
        let plain = heat::grid(&load, &run);
        prop_assert!(grid.rows <= heat::ROWS_MAX);
        prop_assert_eq!(grid.edges.len(), grid.rows as usize);
        let mut next = 0;
        for band in &grid.bands {
            prop_assert_eq!(band.first_row, next);
            prop_assert!(band.rows > 0);
            next += band.rows;
            let mut key = band.keys.lo;
            for row in band.first_row..next {
                let Some(keys) = grid.keys_of(row) else { continue };
                prop_assert_eq!(keys.lo, key);
                prop_assert!(keys.hi > keys.lo);
                prop_assert_eq!(grid.row_of(band.object, keys.lo), Some(row));
                prop_assert_eq!(grid.row_of(band.object, keys.hi - 1), Some(row));
                key = keys.hi;
            }
            prop_assert!(band.folded > 0 || key == band.keys.hi);
        }
        // A peak never gets lost. Where even load is hot, rows of more keys hold more of it.
        let hottest = hottest(&plain, &loads::written(&load, &run, &plain));
        let pointed = hottest.is_some_and(|object| !is_even(&load, object));
        if pointed {
            prop_assert!(grid.peak_share() >= 0.8 * plain.peak_share(),
                "{} of {}", grid.peak_share(), plain.peak_share());
        }
        let sum = |grid: &Grid| -> f64 {
            let written = loads::written(&load, &run, grid);
            (0..grid.rows).map(|row| written[grid.at(row, 7)]).sum()
        };
        let (found, expected) = (sum(&grid), sum(&plain));
        prop_assert!((found - expected).abs() <= 1e-3 * expected.max(1.0),
            "{found} and {expected}");
    }

    /// Wherever rows went, the shares add up, and the rows are the object's.
    #[test]
    fn shares_of_what_went_add_up(one in loads::with_indexes(), other in loads::with_indexes(),
        row in 0.0_f64..1.0) {
        let knobs = Knobs { minutes: 5, ..Knobs::default() };
        let (run_one, run_other) = (simulate(&one, &knobs, 1), simulate(&other, &knobs, 1));
        let (grid_one, grid_other) = (heat::grid(&one, &run_one), heat::grid(&other, &run_other));
        let from = Drawn { load: &one, run: &run_one, grid: &grid_one };
        let to = Drawn { load: &other, run: &run_other, grid: &grid_other };
        let row = (row * f64::from(grid_one.rows)) as u32;
        let traced = heat::trace_row(from, to, row);
        let name = |load: &Load, grid: &Grid, row: u32| {
            load.object(grid.bands[grid.band_of(row).unwrap()].object).name.clone()
        };
        let here = name(&one, &grid_one, row);
        let there = other.objects.iter().any(|object| object.name == here);
        let sum: f64 = traced.to.iter().map(|(_, share)| share).sum();
        prop_assert!((sum - if there { 1.0 } else { 0.0 }).abs() < 1e-9, "{sum}");
        for (row, share) in &traced.to {
            prop_assert!(*share > 0.0);
            prop_assert_eq!(name(&other, &grid_other, *row), here.clone());
        }
    }
}
