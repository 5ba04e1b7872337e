//! Pixels: a hot row is seen at every height and in all colours, what is full and what has no keys
//! is told without colour, differences have a side, and hostile pictures are neither blank without
//! a word nor bright without a cause.

#![expect(clippy::cast_possible_truncation, reason = "sizes of a test are small")]

use crate::loads::{self, ledger, random};
use hotsplit_model::heat::{
    self, Brush, Difference, Drawn, Grid, Ink, Layout, Palette, Pool, RowsBy, Shares, Size, View,
};
use hotsplit_model::load::{Direction, Load, ObjectId, ObjectKind};
use hotsplit_model::sim::{Knobs, simulate};
use proptest::prelude::*;

const PALETTES: [Palette; 6] = [
    Palette::Health,
    Palette::Inferno,
    Palette::Cividis,
    Palette::Viridis,
    Palette::Greys,
    Palette::Servers,
];

type Colour = [u8; 4];

fn colours(pixels: &[u8]) -> Vec<Colour> {
    pixels.chunks(4).map(|pixel| [pixel[0], pixel[1], pixel[2], pixel[3]]).collect()
}

fn ink(palette: Palette, log: bool) -> Ink {
    Ink { palette, log }
}

/// How light a colour is, 0 to 1 (relative luminance of WCAG 2.2).
fn light(colour: Colour) -> f64 {
    let linear = |channel: u8| {
        let share = f64::from(channel) / 255.0;
        if share <= 0.040_45 { share / 12.92 } else { libm::pow((share + 0.055) / 1.055, 2.4) }
    };
    0.2126 * linear(colour[0]) + 0.7152 * linear(colour[1]) + 0.0722 * linear(colour[2])
}

fn contrast(one: Colour, other: Colour) -> f64 {
    let (one, other) = (light(one), light(other));
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

fn paint(cells: &[f32], rows: u32, size: (u32, u32), brush: Brush) -> Vec<Colour> {
    let columns = u32::try_from(cells.len()).unwrap() / rows;
    let size = Size { width: size.0, height: size.1 };
    colours(&heat::paint_with(Shares { cells, rows, columns }, &View::ALL, size, brush))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    /// One hot row on a dim background: each column of pixels has its colour, whole.
    #[test]
    fn a_hot_row_is_seen_at_every_height(
        rows in 1_u32..2_000, at in 0.0_f64..1.0, height in 200_u32..=1_400, width in 1_u32..40,
        share in 0.3_f32..5.0, dim in 0.0_f32..0.05, palette in 0_usize..6, log in any::<bool>(),
    ) {
        let columns = 5;
        let hot = (at * f64::from(rows)) as u32;
        let mut cells = vec![dim; (rows * columns) as usize];
        cells[(hot * columns) as usize..((hot + 1) * columns) as usize].fill(share);
        let brush = Brush::of(ink(PALETTES[palette], log));
        let bright = paint(&[share], 1, (1, 2), brush)[1];
        let pixels = paint(&cells, rows, (width, height), brush);
        for x in 0..width as usize {
            let column = pixels.iter().skip(x).step_by(width as usize);
            prop_assert!(column.clone().any(|pixel| *pixel == bright),
                "row {hot} of {rows} at {height}, column {x}");
        }
    }

    /// Wherever a single cell is and however it is painted, no pixel is brighter, and one is as
    /// bright.
    #[test]
    fn nothing_is_brighter_than_its_cells(
        cells in proptest::collection::vec(prop_oneof![
            8 => (0.0_f32..3.0).boxed(), 1 => Just(f32::NAN).boxed(), 1 => Just(0.0).boxed()
        ], 1..120),
        width in 1_u32..60, height in 1_u32..60, palette in 0_usize..6,
    ) {
        let brush = Brush::of(ink(PALETTES[palette], false));
        let most = cells.iter().copied().fold(f32::NAN, f32::max);
        let pixels = paint(&cells, 1, (width, height), brush);
        let bright = paint(&[most], 1, (1, 2), brush)[1];
        let limit = light(bright).max(light([0x80, 0x80, 0x84, 0xff]));
        prop_assert!(pixels.iter().all(|pixel| light(*pixel) <= limit + 1e-9));
        prop_assert!(most.is_nan() || pixels.contains(&bright));
    }
}

#[test]
fn full_is_told_without_colour_at_small_cells_too() {
    for palette in PALETTES {
        // Cells of 2 x 2 pixels, as on a laptop.
        let mut cells = vec![0.2_f32; 100 * 100];
        for row in 30..60 {
            cells[row * 100 + 30..row * 100 + 60].fill(1.3);
        }
        let pixels = paint(&cells, 100, (200, 200), Brush::of(ink(palette, false)));
        let inside: Vec<Colour> =
            (70..110).flat_map(|y| pixels[y * 200 + 70..y * 200 + 110].to_vec()).collect();
        let plain = *inside.iter().max_by(|a, b| light(**a).total_cmp(&light(**b))).unwrap();
        let hatched: Vec<&Colour> = inside.iter().filter(|colour| **colour != plain).collect();
        let share = hatched.len() as f64 / inside.len() as f64;
        assert!((share - 1.0 / 6.0).abs() < 0.03, "{palette:?}: {share}");
        assert!(hatched.iter().all(|colour| contrast(**colour, plain) >= 3.0), "{palette:?}");
        // Just below full there is no hatch.
        let below = paint(&[0.99; 100], 10, (200, 200), Brush::of(ink(palette, false)));
        assert!(below.iter().all(|colour| *colour == below[0]));
    }
}

#[test]
fn no_keys_have_lines_of_their_own() {
    for palette in PALETTES {
        let mut seen = paint(&[f32::NAN], 1, (24, 24), Brush::of(ink(palette, true)));
        seen.sort_unstable();
        seen.dedup();
        assert_eq!(seen.len(), 2, "{palette:?}");
        assert!(contrast(seen[0], seen[1]) > 1.5);
        // No single cell looks like them: it has one colour.
        let idle = paint(&[0.0], 1, (24, 24), Brush::of(ink(palette, true)));
        assert!(idle.iter().all(|colour| *colour == idle[0]));
        assert!(!seen.contains(&idle[0]));
    }
}

#[test]
fn handles_move_the_scale_and_not_the_hatch() {
    let shares: Vec<f32> = (0..=40).map(|i| i as f32 / 20.0).collect();
    for log in [false, true] {
        let at = |share| heat::position(share, log);
        let usual = Brush::of(ink(Palette::Greys, log));
        let brush = Brush { black: at(0.25), white: at(0.75), ..usual };
        let moved = paint(&shares, 1, (41, 1), brush);
        let plain = paint(&shares, 1, (41, 1), usual);
        assert!(moved[..=5].iter().all(|colour| *colour == plain[0]), "below black is idle");
        let most = paint(&[f32::INFINITY], 1, (1, 1), usual)[0];
        assert!(moved[16..].iter().all(|colour| *colour == most), "above white is brightest");
        assert!(moved[10] != plain[0] && moved[10] != most, "between them it spreads");
        assert!(moved.windows(2).all(|pair| light(pair[0]) <= light(pair[1])));
        // A cell of 0.8 is as bright as can be, and still not full.
        let cells = paint(&[0.8], 1, (24, 24), brush);
        assert!(cells.iter().all(|colour| *colour == cells[0]));
        // Black above full: what is full is dark, and hatched all the same.
        let dark = Brush { black: at(4.0), ..usual };
        let cells = paint(&[2.0], 1, (24, 24), dark);
        assert_eq!(cells[2], plain[0]);
        assert!(cells.iter().any(|colour| *colour != plain[0]));
        // Handles the wrong way round, or none there, are no trouble.
        let odd = Brush { black: 0.9, white: 0.1, ..usual };
        assert_eq!(paint(&shares, 1, (41, 1), odd)[0], plain[0]);
        let odd = Brush { black: f64::NAN, white: f64::NAN, ..usual };
        assert_eq!(paint(&shares, 1, (41, 1), odd), plain);
    }
}

#[test]
fn the_hatch_can_be_left_out() {
    let usual = Brush::of(ink(Palette::Inferno, true));
    for size in [(24, 24), (300, 600)] {
        let cells = vec![2.0; 300 * 600];
        let plain = paint(&cells, 600, size, Brush { hatch: false, ..usual });
        assert!(plain.iter().all(|colour| *colour == plain[0]), "{size:?}");
        assert_ne!(paint(&cells, 600, size, usual), plain, "{size:?}");
    }
}

#[test]
fn the_legend_counts_every_cell_once() {
    let cells = [f32::NAN, 0.0, 0.0, 0.5, 1.0, 2.0, f32::INFINITY];
    let shares = Shares { cells: &cells, rows: 1, columns: 7 };
    for log in [false, true] {
        let histogram = heat::histogram(shares, log);
        let counted: u32 = histogram.bins.iter().sum();
        assert_eq!((counted, histogram.no_keys, histogram.full), (6, 1, 3));
        assert_eq!((histogram.bins[0], histogram.bins[63]), (2, 1));
        let at = |share| heat::position(share, log);
        assert_eq!((at(0.0), at(f32::INFINITY)), (0.0, 1.0));
        assert!(at(0.1) < at(0.5) && at(0.5) < at(1.0) && at(1.0) < at(4.0));
        let bin = (at(0.5) * 64.0) as usize;
        assert_eq!(histogram.bins[bin], 1);
    }
}

#[test]
fn means_are_means() {
    let brush = Brush { pool: Pool::Mean, ..Brush::of(ink(Palette::Inferno, false)) };
    let mixed = paint(&[0.0, 1.0, f32::NAN, 0.5], 4, (1, 1), brush);
    assert_eq!(mixed, paint(&[0.5], 1, (1, 1), brush));
    let none = paint(&[f32::NAN], 1, (1, 1), brush);
    assert_eq!(none, [[0x80, 0x80, 0x84, 0xff]]);
}

#[test]
fn differences_have_a_side_and_a_size() {
    let steps: Vec<f32> = (0..=20).map(|i| i as f32 / 10.0).collect();
    let before = vec![1.0; 21];
    let size = Size { width: 21, height: 1 };
    let shares = |cells| Shares { cells, rows: 1, columns: 21 };
    for log in [false, true] {
        let scale = Difference { full: 1.0, log };
        let painted =
            heat::paint_difference(shares(&before), shares(&steps), &View::ALL, size, scale);
        let painted = colours(&painted);
        assert_eq!(painted[10], [0xf2, 0xf2, 0xf0, 0xff], "no change is neutral");
        let lights: Vec<f64> = painted.iter().map(|colour| light(*colour)).collect();
        assert!(lights[..=10].windows(2).all(|pair| pair[0] < pair[1]), "{lights:?}");
        assert!(lights[10..].windows(2).all(|pair| pair[0] > pair[1]), "{lights:?}");
        assert!(painted[0][2] > painted[0][0], "less is blue");
        assert!(painted[20][0] > painted[20][2], "more is orange");
    }
    let none = [f32::NAN; 21];
    let scale = Difference { full: 1.0, log: false };
    let painted = heat::paint_difference(shares(&none), shares(&none), &View::ALL, size, scale);
    assert_eq!(colours(&painted)[0], [0x80, 0x80, 0x84, 0xff]);
    // What comes where nothing was is more, not missing.
    let painted = heat::paint_difference(shares(&none), shares(&before), &View::ALL, size, scale);
    assert!(colours(&painted)[0][0] > colours(&painted)[0][2]);
}

#[test]
fn a_difference_is_taken_object_by_object() {
    let one = loads::timestamp_index(1_000.0);
    let mut other = ledger(3_000.0, Direction::Up);
    other.objects[0].name = "ByTime".to_owned();
    let draw = |load: &Load| {
        let run = simulate(load, &Knobs::default(), 1);
        let grid = heat::grid(load, &run);
        (run, grid)
    };
    let ((run_one, grid_one), (run_other, grid_other)) = (draw(&one), draw(&other));
    let to = Drawn { load: &one, run: &run_one, grid: &grid_one };
    let from = Drawn { load: &other, run: &run_other, grid: &grid_other };
    let shares = heat::aligned(to, from, heat::share(&grid_other));
    assert_eq!(shares.len(), grid_one.shares.len());
    let table = grid_one.at(grid_one.bands[0].first_row, 300);
    assert!(shares[table].is_nan(), "the other has no such table");
    let index = grid_one.bands[1];
    let rows = index.first_row..index.first_row + index.rows;
    let most = rows.clone().map(|row| shares[grid_one.at(row, 300)]).fold(0.0, f32::max);
    let expected = (0..grid_other.rows).map(|row| grid_other.shares[grid_other.at(row, 300)]);
    assert_eq!(most, expected.fold(0.0, f32::max), "the hottest cell is there");
}

/// A grid of one table from its shares.
fn by_hand(rows: u32, columns: u32, share: f32) -> (Load, Grid) {
    let load = random(1.0);
    let keys = load.objects[0].keys;
    let cells = vec![share; (rows * columns) as usize];
    let band = heat::Band {
        object: ObjectId(0),
        keys,
        first_row: 0,
        rows,
        split_writes_max: 3_500.0,
        folded: 0,
    };
    let grid = Grid {
        rows,
        columns,
        shares: cells,
        bands: vec![band],
        edges: (0..rows).map(|row| keys.piece(row, rows).lo).collect(),
        ..Grid::default()
    };
    (load, grid)
}

#[test]
fn hostile_pictures_are_neither_blank_without_a_word_nor_falsely_bright() {
    let size = Size { width: 64, height: 64 };
    let idle = paint(&[0.0], 1, (1, 1), Brush::of(ink(Palette::Inferno, true)))[0];
    for (rows, columns) in [(1, 1), (1, 600), (1_000, 1), (8, 8)] {
        for share in [f32::NAN, 0.0, -1.0, 1e-30, 1.0, f32::INFINITY] {
            let (load, grid) = by_hand(rows, columns, share);
            let found = heat::patterns(&load, &grid);
            let named: Vec<&str> = found.iter().map(|pattern| pattern.id).collect();
            assert!(named.iter().all(|id| ["even", "hot-table"].contains(id)), "{found:?}");
            let why = heat::why_blank(&load, &grid);
            assert_eq!(why.is_some(), share.is_nan() || share <= 0.0, "{share}: {why:?}");
            for log in [false, true] {
                let ink = ink(Palette::Inferno, log);
                let pixels = colours(&heat::paint(heat::share(&grid), &View::ALL, size, ink));
                assert_eq!(pixels.len(), 64 * 64);
                if share <= 1e-30 {
                    assert!(pixels.iter().all(|pixel| *pixel == idle), "{share} looks hot");
                }
                if share >= 1.0 {
                    assert!(pixels.iter().any(|pixel| light(*pixel) > 0.3), "{share} looks cold");
                }
            }
        }
    }
}

#[test]
fn an_empty_database_says_so() {
    let load = Load::default();
    let run = simulate(&load, &Knobs { minutes: 1, ..Knobs::default() }, 1);
    for rows in [RowsBy::Keys, RowsBy::Held, RowsBy::Load, RowsBy::Ranges, RowsBy::Hot] {
        for fold in [false, true] {
            let grid = heat::grid_of(&load, &run, Layout { rows, fold, ..Layout::default() });
            assert_eq!(grid.rows, 0);
            let why = heat::why_blank(&load, &grid).unwrap();
            assert_eq!(why, "There are no tables to draw.");
        }
    }
    let mut idle = Load::default();
    idle.add_root("Orders", ObjectKind::Table, 100.0);
    let run = simulate(&idle, &Knobs { minutes: 1, ..Knobs::default() }, 1);
    let why = heat::why_blank(&idle, &heat::grid(&idle, &run)).unwrap();
    assert_eq!(why, "Nothing is written or read: no table has a rate.");
}

#[test]
fn a_hundred_thousand_tables_still_show_the_hot_one() {
    let mut load = ledger(12_000.0, Direction::Up);
    for number in 1..100_000 {
        load.add_within(ObjectId(0), &format!("T{number}"), ObjectKind::Table, 100.0);
    }
    let run = simulate(&load, &Knobs { minutes: 2, ..Knobs::default() }, 1);
    for rows in [RowsBy::Keys, RowsBy::Held, RowsBy::Load, RowsBy::Ranges, RowsBy::Hot] {
        let grid = heat::grid_of(&load, &run, Layout { rows, fold: true, ..Layout::default() });
        assert!(grid.rows <= heat::ROWS_MAX && grid.bands[0].object == ObjectId(0));
        let least = if rows == RowsBy::Hot { 800 } else { 900 };
        assert!(grid.bands[0].rows > least, "{rows:?}: {}", grid.bands[0].rows);
        assert!(grid.peak_share() > 2.0);
        assert_eq!(grid.folded.len(), 99_999);
        let found = heat::patterns(&load, &grid);
        assert!(!found.is_empty(), "{rows:?}");
    }
    let plain = heat::grid(&load, &run);
    assert_eq!((plain.left_out, plain.bands.len()), (99_000, 1_000));
    assert!(plain.peak_share() > 2.0);
}
