//! The row-range view: the ranges of a picture cut anew each minute by the rows held, as Key
//! Visualizer has them (Key Visualizer page, read 2026-08-22).
//!
//! The rows of the picture are the ranges of the last minute. At an earlier minute a table held
//! fewer rows, so it had fewer ranges: several rows of the picture show one range then, and those
//! that held nothing yet are empty. A table that grows at its end is a triangle with a flat top.

use super::grid::Grid;
use super::held::{Cuts, Past};

/// Seconds between two cuts: a minute, the finest that Key Visualizer has.
const CUT_SECONDS: u32 = 60;

/// A range that holds less than this many rows holds none.
const ROWS_HELD_MIN: f64 = 0.5;

/// Gives each cell of a filled grid the greatest share of the range it lies in at its time, and
/// no number where the range does not hold rows yet. A hot cell is never taken away.
pub(super) fn cut(past: &Past<'_>, grid: &mut Grid) {
    let per_cut = (CUT_SECONDS / past.run.seconds_per_column.max(1)).max(1);
    let columns = grid.columns;
    for band in grid.bands.clone().iter().filter(|band| band.folded == 0) {
        let first = band.first_row as usize;
        let edges = grid.edges[first..][..band.rows as usize].to_vec();
        let count = columns.div_ceil(per_cut) as usize;
        let cuts = Cuts { per_cut, count, edges: &edges };
        let held = past.held_over_time(band.object, &cuts);
        let last: f64 = held.chunks_exact(count.max(1)).filter_map(|row| row.last()).sum();
        let quantum = last / f64::from(band.rows.max(1));
        for cut in 0..count {
            let ranges = ranges(&held, count, cut, quantum);
            for column in cuts.columns(cut, past.run) {
                merge(grid, first, &ranges, column);
            }
        }
    }
}

/// The range of each row at a cut; `None` where it holds nothing.
fn ranges(held: &[f64], cuts: usize, cut: usize, quantum: f64) -> Vec<Option<u64>> {
    let rows = held.chunks_exact(cuts).map(|row| row[cut].max(0.0));
    let total: f64 = rows.clone().sum();
    let many = if quantum > 0.0 { (total / quantum + 0.5).floor().max(1.0) } else { 1.0 };
    let each = total / many;
    let mut before = 0.0;
    rows.map(|here| {
        let middle = before + here / 2.0;
        before += here;
        let range = crate::load::whole(if each > 0.0 { middle / each } else { 0.0 });
        (here >= ROWS_HELD_MIN).then_some(range)
    })
    .collect()
}

fn merge(grid: &mut Grid, first: usize, ranges: &[Option<u64>], column: u32) {
    let columns = grid.columns as usize;
    let at = |row: usize| (first + row) * columns + column as usize;
    let mut row = 0;
    for same in ranges.chunk_by(|a, b| a == b) {
        let rows = row..row + same.len();
        row = rows.end;
        match same[0] {
            None => {
                for row in rows {
                    if grid.shares[at(row)] <= 0.0 {
                        grid.shares[at(row)] = f32::NAN;
                    }
                }
            }
            Some(_) if rows.len() > 1 => {
                let most = rows.clone().map(|row| grid.shares[at(row)]).fold(0.0, f32::max);
                for row in rows {
                    grid.shares[at(row)] = most;
                }
            }
            Some(_) => {}
        }
    }
}
