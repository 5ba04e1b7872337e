//! A band reduced to what detectors ask for: its columns, its rows, its load over time.
//!
//! In each column the bright cells form clusters. Few thin clusters are points: they move or stay.

use super::cells::{Parts, THIN, alike};
use super::column::Column;
use super::points::Points;
use crate::heat::grid::Grid;
use crate::load::{greater, lesser};

/// Share of the columns that must show the same number of clusters.
const STEADY: f64 = 0.6;

/// Rows from which on a band shows where in it load is.
pub(super) const ROWS_MIN: u32 = 4;

/// A band.
pub(super) struct Look {
    /// Its place among the bands.
    pub(super) band: usize,
    /// Its rows.
    pub(super) rows: u32,
    /// Columns of the grid.
    pub(super) columns: u32,
    /// Rows that ever have keys.
    pub(super) live: u32,
    /// Columns that have any load, in order.
    pub(super) lit: Vec<Column>,
    /// Sum of each row; `None` where it never has keys.
    pub(super) row_sums: Vec<Option<f64>>,
    /// What is asked for by column, in splits: the sum of all cells, or of the points where there
    /// are points, which ask for all their load in each row that they pass.
    pub(super) load: Vec<f64>,
    /// Some of `load` is of points and some is not, so that it cannot be compared.
    pub(super) mixed: bool,
    /// Sum of all shares.
    pub(super) total: f64,
    /// The brightest cell.
    pub(super) peak: f64,
    /// How many clusters most columns show that have as many as any; 0 where those are not points.
    points: u32,
}

impl Look {
    /// Looks at a band of a grid, row by row.
    pub(super) fn at(grid: &Grid, band: usize) -> Self {
        let it = &grid.bands[band];
        let first = grid.at(it.first_row, 0);
        let cells = &grid.shares[first..first + it.rows as usize * grid.columns as usize];
        let width = grid.columns as usize;
        let rows = alike(cells, width);
        let parts = match rows[..] {
            [one] => Parts::of_one(&one),
            _ => Parts::of(&rows, width),
        };
        let mut look = Self {
            band,
            rows: it.rows,
            columns: grid.columns,
            live: crate::load::count(parts.row_sums.iter().flatten().count()),
            total: parts.row_sums.iter().flatten().sum(),
            peak: parts.lit.iter().map(|column| f64::from(column.peak)).fold(0.0, greater),
            lit: parts.lit,
            row_sums: parts.row_sums,
            load: parts.load,
            mixed: parts.mixed,
            points: 0,
        };
        look.points = look.count_points().unwrap_or(0);
        look
    }

    /// How many clusters most columns show, if these are points.
    fn count_points(&self) -> Option<u32> {
        let mut counts: Vec<u32> = self.lit.iter().map(|column| column.clusters).collect();
        counts.sort_unstable();
        let runs = counts.chunk_by(|a, b| a == b);
        let most = runs.reduce(|best, next| if next.len() > best.len() { next } else { best })?;
        let (count, columns) = (most[0], most.len() as f64);
        let same = self.lit.iter().filter(|column| column.clusters == count);
        let covered: f64 = same.map(|column| f64::from(column.covered)).sum();
        let steady = columns / self.lit.len() as f64 >= STEADY;
        let thin = covered < THIN * columns * f64::from(self.live);
        (steady && thin && self.live >= ROWS_MIN).then_some(count)
    }

    /// Points, if that is what the band shows.
    pub(super) fn points(&self) -> Option<Points<'_>> {
        let count = self.points;
        if count == 0 {
            return None;
        }
        let same: Vec<&Column> =
            self.lit.iter().filter(|column| column.clusters == count).collect();
        let steady = same.len() as f64 / self.lit.len() as f64;
        let peak = same.iter().map(|column| f64::from(column.peak)).sum::<f64>();
        Some(Points { count, steady, peak: peak / same.len() as f64, same })
    }

    /// All columns.
    pub(super) fn all_columns(&self) -> (u32, u32) {
        let first = self.lit.first().map_or(0, |column| column.column);
        (first, self.lit.last().map_or(0, |column| column.column + 1))
    }

    /// Rows from the first bright one to the last, over some columns.
    pub(super) fn bright_rows<'a>(
        &self,
        columns: impl IntoIterator<Item = &'a Column>,
    ) -> (u32, u32) {
        let rows = columns.into_iter().map(|column| column.bright);
        let ends = rows.reduce(|a, b| (a.0.min(b.0), a.1.max(b.1)));
        ends.map_or((0, self.rows), |(first, last)| (first, last + 1))
    }
}

/// The least and the greatest of numbers.
pub(super) fn ends(numbers: &[f64]) -> (f64, f64) {
    let wider = |(least, most): (f64, f64), &number| (lesser(least, number), greater(most, number));
    numbers.iter().fold((f64::INFINITY, f64::NEG_INFINITY), wider)
}

/// How unequal numbers are: 0 when all are alike, near 1 when one has all.
pub(super) fn gini(numbers: impl Iterator<Item = f64>) -> f64 {
    let mut sorted: Vec<f64> = numbers.collect();
    sorted.sort_by(f64::total_cmp);
    let n = sorted.len() as f64;
    let total: f64 = sorted.iter().sum();
    if total <= 0.0 {
        return 0.0;
    }
    let ranked: f64 = sorted.iter().enumerate().map(|(rank, sum)| (rank as f64 + 1.0) * sum).sum();
    (2.0 * ranked / (n * total) - (n + 1.0) / n).max(0.0)
}
