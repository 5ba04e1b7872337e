//! Who serves each cell: as the history of the run says for its key, whatever the rows are, and
//! painted in that server's hue.

use crate::loads::{self, ledger, random, sharded};
use hotsplit_model::heat::{
    self, Brush, Grid, Ink, Layout, Owners, Palette, Pool, RowsBy, Shares, Size, View,
};
use hotsplit_model::load::{Component, ComponentKind, Direction, Keys, Load, ObjectKind};
use hotsplit_model::sim::{Knobs, Run, Simulation, simulate};
use proptest::prelude::*;

const INK: Ink = Ink { palette: Palette::Servers, log: true };

/// The key of a cell as it is told: where its heaviest point stands, or else its middle.
fn key(load: &Load, run: &Run, grid: &Grid, row: u32, column: u32) -> Option<u64> {
    let keys = grid.keys_of(row).filter(|keys| !keys.is_empty())?;
    let object = grid.bands[grid.band_of(row)?].object;
    let mut found = (0.0, keys.at(0.5));
    for (number, stream) in load.streams.iter().enumerate() {
        let at = number * run.columns as usize + column as usize;
        let asked = f64::from(run.stream_wanted[at]) * run.stream_cost[number];
        for part in stream.components.iter().filter(|_| stream.object == object) {
            let stands = match part.kind {
                ComponentKind::Uniform(_) => continue,
                ComponentKind::Atom { at } => at,
                ComponentKind::Tail(tail) => {
                    let second = run.paced(&tail, f64::from(run.end_of(column)));
                    tail.position(second, f64::from(run.seconds))
                }
            };
            if keys.contains(stands) && asked * part.weight > found.0 {
                found = (asked * part.weight, stands);
            }
        }
    }
    Some(found.1)
}

/// The same cell by cell, as it is too slow for a picture.
fn expected(load: &Load, run: &Run, grid: &Grid, row: u32, column: u32) -> Option<u32> {
    if column >= run.columns_done || grid.shares[grid.at(row, column)].is_nan() {
        return None;
    }
    let key = key(load, run, grid, row, column)?;
    Some(run.serving(key, column)?.server)
}

/// Holds every so many cells to the history; gives how many servers there were.
fn held(load: &Load, run: &Run, layout: Layout, every: usize) -> usize {
    let grid = heat::grid_of(load, run, layout);
    let owners = heat::owners(load, run, &grid);
    let mut seen = std::collections::BTreeSet::new();
    let cells = (0..grid.rows).flat_map(|row| (0..grid.columns).map(move |column| (row, column)));
    for (row, column) in cells.step_by(every) {
        let found = owners.at(row, column);
        let expected = expected(load, run, &grid, row, column);
        assert_eq!(found, expected, "row {row}, column {column}, {layout:?}");
        seen.extend(found);
    }
    seen.len()
}

fn nodes(nodes: f64) -> Knobs {
    Knobs { nodes, minutes: 20, ..Knobs::default() }
}

/// A tail that is cut for its size again and again, and goes to another server each time.
fn chased() -> (Load, Run) {
    let load = ledger(6_000.0, Direction::Up);
    let run = simulate(&load, &Knobs { nodes: 5.0, minutes: 180, ..Knobs::default() }, 1);
    (load, run)
}

/// Even load around a hot row, which is parted from its neighbours.
fn pierced() -> (Load, Run) {
    let load = loads::table(30_000.0, |keys| {
        let part = |kind, weight| Component { kind, weight };
        let hot = part(ComponentKind::Atom { at: keys.at(0.3) }, 0.3);
        vec![part(ComponentKind::Uniform(keys), 0.7), hot]
    });
    let run = simulate(&load, &nodes(5.0), 1);
    (load, run)
}

#[test]
fn every_cell_is_served_by_whom_the_history_says() {
    let sharded = sharded(20_000.0, 16);
    let run = simulate(&sharded, &nodes(5.0), 1);
    for (load, run) in [chased(), pierced(), (sharded, run)] {
        let changed = run.history.iter().any(|change| change.second > 0);
        assert!(changed, "nothing changes, so nothing is tested");
        assert!(held(&load, &run, Layout::default(), 1) >= 2);
    }
}

#[test]
fn a_tail_goes_from_server_to_server() {
    let (load, run) = chased();
    let grid = heat::grid(&load, &run);
    let owners = heat::owners(&load, &run, &grid);
    let hottest = |column| {
        let row = (0..grid.rows).max_by(|&a, &b| {
            grid.shares[grid.at(a, column)].total_cmp(&grid.shares[grid.at(b, column)])
        });
        owners.at(row.unwrap(), column)
    };
    let mut servers: Vec<Option<u32>> = (0..grid.columns).map(hottest).collect();
    servers.dedup();
    assert!(servers.len() >= 4 && servers.windows(2).all(|pair| pair[0] != pair[1]), "{servers:?}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    /// Interleaved indexes share the keys of their table; ranges are cut anew every minute.
    #[test]
    fn so_is_any_cell_of_any_run(load in loads::with_reads(), rows in 0_usize..5, seed in 0_u64..99) {
        let by = [RowsBy::Keys, RowsBy::Held, RowsBy::Load, RowsBy::Ranges, RowsBy::Hot][rows];
        let run = simulate(&load, &nodes(4.0), seed);
        held(&load, &run, Layout { rows: by, ..Layout::default() }, 41);
    }
}

#[test]
fn what_is_pointed_at_names_the_same_server() {
    for (load, run) in [chased(), pierced()] {
        let grid = heat::grid(&load, &run);
        let owners = heat::owners(&load, &run, &grid);
        for column in (0..grid.columns).step_by(17) {
            for row in (0..grid.rows).step_by(9) {
                let probe = heat::probe(&load, &run, &grid, column, row).unwrap();
                assert_eq!(owners.at(row, column), Some(probe.server));
            }
        }
    }
}

#[test]
fn a_heavy_point_decides_and_not_the_middle_of_its_row() {
    let (load, run) = pierced();
    let grid = heat::grid(&load, &run);
    let owners = heat::owners(&load, &run, &grid);
    let row = grid.row_of(grid.bands[0].object, load.objects[0].keys.at(0.3)).unwrap();
    let middle = grid.keys_of(row).unwrap().at(0.5);
    let differs = |&column: &u32| {
        owners.at(row, column) != run.serving(middle, column).map(|change| change.server)
    };
    assert!((0..grid.columns).filter(differs).count() > 0, "a test that could not fail");
}

#[test]
fn columns_to_come_and_folded_tables_have_none() {
    let mut load = random(4_000.0);
    for number in 0..3 {
        load.add_root(&format!("Cold{number}"), ObjectKind::Table, 100.0);
    }
    let mut simulation = Simulation::new(&load, &nodes(3.0), 1);
    simulation.advance(30);
    let run = simulation.so_far();
    let grid = heat::grid_of(&load, &run, Layout { fold: true, ..Layout::default() });
    let owners = heat::owners(&load, &run, &grid);
    let folded = grid.bands.last().unwrap();
    assert_eq!(folded.folded, 3);
    assert!(owners.at(0, 29).is_some());
    for row in 0..grid.rows {
        assert_eq!(owners.at(row, 30), None);
        assert_eq!(owners.at(row, 29).is_none(), row >= folded.first_row);
    }
}

type Colour = [u8; 4];

fn painted(shares: Shares<'_>, owners: &Owners, size: (u32, u32), brush: Brush) -> Vec<Colour> {
    let size = Size { width: size.0, height: size.1 };
    let pixels = heat::paint_owned(shares, owners, &View::ALL, size, brush);
    pixels.chunks(4).map(|pixel| [pixel[0], pixel[1], pixel[2], pixel[3]]).collect()
}

fn shares<'a>(grid: &Grid, cells: &'a [f32]) -> Shares<'a> {
    Shares { cells, rows: grid.rows, columns: grid.columns }
}

/// Two servers, one of which serves the lower half of the keys.
fn two() -> (Load, Run, Grid) {
    let mut load = random(600.0);
    let Keys { lo, hi } = load.objects[0].keys;
    load.split_points.push(lo + (hi - lo) / 2);
    let run = simulate(&load, &nodes(2.0), 1);
    let grid = heat::grid(&load, &run);
    (load, run, grid)
}

#[test]
fn a_pixel_has_the_hue_of_the_server_of_its_greatest_cell() {
    let (load, run, grid) = two();
    let owners = heat::owners(&load, &run, &grid);
    let (top, bottom) = (owners.at(0, 0).unwrap(), owners.at(grid.rows - 1, 0).unwrap());
    assert_ne!(top, bottom);
    let mut cells = vec![0.1_f32; grid.shares.len()];
    let brush = Brush { hatch: false, ..Brush::of(INK) };
    let plain = painted(shares(&grid, &cells), &owners, (4, 2), brush);
    assert_ne!(plain[0], plain[4], "two hues");
    // One hot cell in the lower half gives the only pixel of the map its hue and its lightness.
    let hot = grid.at(grid.rows - 1, 0);
    cells[hot] = 0.9;
    let one = painted(shares(&grid, &cells), &owners, (1, 1), brush)[0];
    let whole = painted(shares(&grid, &vec![0.9; cells.len()]), &owners, (1, 2), brush);
    assert_eq!(one, whole[1]);
    // A mean is as light as the mean, and of the same hue.
    let mean =
        painted(shares(&grid, &cells), &owners, (1, 1), Brush { pool: Pool::Mean, ..brush })[0];
    assert_eq!(mean, plain[4]);
}

#[test]
fn what_is_full_is_hatched_and_no_keys_have_their_own() {
    let (load, run, grid) = two();
    let owners = heat::owners(&load, &run, &grid);
    let kinds = |mut colours: Vec<Colour>| {
        colours.sort_unstable();
        colours.dedup();
        colours
    };
    let full = kinds(painted(
        shares(&grid, &vec![1.5; grid.shares.len()]),
        &owners,
        (300, 300),
        Brush::of(INK),
    ));
    assert_eq!(full.len(), 4, "two servers, each with its hatch: {full:?}");
    let none = vec![f32::NAN; grid.shares.len()];
    let none = kinds(painted(shares(&grid, &none), &owners, (60, 60), Brush::of(INK)));
    assert_eq!(none, [[0x58, 0x58, 0x5c, 0xff], [0x80, 0x80, 0x84, 0xff]]);
    // Any other palette has no hue.
    let ink = Ink { palette: Palette::Inferno, log: true };
    let plain = heat::paint(heat::share(&grid), &View::ALL, Size { width: 9, height: 9 }, ink);
    let owned = painted(heat::share(&grid), &owners, (9, 9), Brush::of(ink));
    assert_eq!(plain, owned.concat());
}

#[test]
fn each_server_has_its_hue_and_they_repeat() {
    let run = simulate(&random(150_000.0), &nodes(14.0), 1);
    // Some pixels of what is full are dark: the hatch.
    let size = Size { width: 6, height: 14 };
    let end = View { left: 0.99, ..View::ALL };
    let pixels = heat::paint_servers(&run, &end, size, INK);
    let brightest = |row: &[u8]| {
        row.chunks(4)
            .max_by_key(|it| it[..3].iter().map(|&it| u32::from(it)).sum::<u32>())
            .unwrap()
            .to_vec()
    };
    let colours: Vec<Vec<u8>> = pixels.chunks(24).map(brightest).collect();
    let distinct: std::collections::BTreeSet<&Vec<u8>> = colours[..12].iter().collect();
    assert_eq!(distinct.len(), 12, "{colours:?}");
    assert_eq!(colours[..2], colours[12..]);
}
