//! A band reduced to what detectors ask for: its columns, its rows, its load over time.
//!
//! In each column the bright cells form clusters. Few thin clusters are points: they move or stay.

use crate::heat::Grid;

/// A cell is bright from this share of its column's brightest on.
pub(super) const BRIGHT: f32 = 0.25;
/// Points cover less than this share of the rows that have keys.
pub(super) const THIN: f64 = 0.4;
/// Share of the columns that must show the same number of clusters.
const STEADY: f64 = 0.6;
/// Share of the variance that a straight line must explain.
pub(super) const STRAIGHT: f64 = 0.9;
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
    /// Sum of all shares.
    pub(super) total: f64,
    /// The brightest cell.
    pub(super) peak: f64,
}

/// One column of a band.
#[derive(Clone, Copy, Debug)]
pub(super) struct Column {
    /// Which.
    pub(super) column: u32,
    /// Clusters of bright cells.
    pub(super) clusters: u32,
    /// Mean of their middles. Each counts once: some stand in one row, some on the edge of two.
    pub(super) row: f64,
    /// Rows they cover.
    pub(super) covered: u32,
    /// First and last bright row.
    pub(super) bright: (u32, u32),
    /// First and last row with keys.
    pub(super) held: (u32, u32),
    /// The brightest cell.
    pub(super) peak: f32,
    /// All cells.
    pub(super) sum: f64,
}

/// Few thin clusters in most columns.
pub(super) struct Points<'a> {
    /// How many.
    pub(super) count: u32,
    /// The columns that show them.
    pub(super) same: Vec<&'a Column>,
    /// Share of all columns.
    pub(super) steady: f64,
    /// Mean of the brightest cells.
    pub(super) peak: f64,
}

/// A straight line through points.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line {
    /// Rows from the first column to the last.
    pub(super) travel: f64,
    /// Share of the variance that it explains.
    pub(super) r2: f64,
}

/// What is added up of a column on the way down its rows.
#[derive(Clone, Copy, Default)]
struct Running {
    peak: f32,
    sum: f64,
    clusters: u32,
    covered: u32,
    middles: f64,
    load: f64,
    moment: f64,
    /// The brightest cell of the cluster, and the sum of those of all clusters.
    top: f32,
    peaks: f64,
    bright: Option<(u32, u32)>,
    held: Option<(u32, u32)>,
}

impl Look {
    /// Looks at a band of a grid, row by row.
    pub(super) fn at(grid: &Grid, band: usize) -> Self {
        let it = &grid.bands[band];
        let width = grid.columns as usize;
        let mut running = vec![Running::default(); width];
        let mut row_sums = Vec::with_capacity(it.rows as usize);
        let cells = |row: u32| {
            let first = grid.at(it.first_row + row, 0);
            &grid.shares[first..first + width]
        };
        for row in 0..it.rows {
            let mut sum = None;
            for (running, &share) in running.iter_mut().zip(cells(row)) {
                if share.is_finite() {
                    let share = share.max(0.0);
                    running.peak = running.peak.max(share);
                    running.sum += f64::from(share);
                    running.held = Some((running.held.map_or(row, |held| held.0), row));
                    sum = Some(sum.unwrap_or(0.0) + f64::from(share));
                }
            }
            row_sums.push(sum);
        }
        for row in 0..it.rows {
            for (running, &share) in running.iter_mut().zip(cells(row)) {
                running.pass(row, share);
            }
        }
        let live = row_sums.iter().flatten().count();
        let thin = THIN * live as f64;
        let ended: Vec<Running> = running.into_iter().map(Running::ended).collect();
        let asked = |it: &Running| {
            if f64::from(it.covered) < thin { it.peaks } else { it.sum }
        };
        let load = ended.iter().map(asked).collect();
        let lit: Vec<Column> =
            (0..).zip(ended).filter_map(|(column, running)| running.column(column)).collect();
        Self {
            band,
            rows: it.rows,
            columns: grid.columns,
            live: crate::load::count(live),
            total: row_sums.iter().flatten().sum(),
            peak: lit.iter().map(|column| f64::from(column.peak)).fold(0.0, f64::max),
            lit,
            row_sums,
            load,
        }
    }

    /// Points, if that is what the band shows.
    pub(super) fn points(&self) -> Option<Points<'_>> {
        let mut counts: Vec<u32> = self.lit.iter().map(|column| column.clusters).collect();
        counts.sort_unstable();
        let runs = counts.chunk_by(|a, b| a == b);
        let count = runs.reduce(|best, next| if next.len() > best.len() { next } else { best })?[0];
        let same: Vec<&Column> =
            self.lit.iter().filter(|column| column.clusters == count).collect();
        let steady = same.len() as f64 / self.lit.len() as f64;
        let covered: f64 = same.iter().map(|column| f64::from(column.covered)).sum();
        let thin = covered < THIN * same.len() as f64 * f64::from(self.live);
        let peak =
            same.iter().map(|column| f64::from(column.peak)).sum::<f64>() / same.len() as f64;
        (steady >= STEADY && thin && self.live >= ROWS_MIN).then_some(Points {
            count,
            same,
            steady,
            peak,
        })
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

impl Running {
    /// Goes past a cell, when the brightest of the column is known.
    fn pass(&mut self, row: u32, share: f32) {
        if share.is_finite() && self.peak > 0.0 && share > BRIGHT * self.peak {
            self.load += f64::from(share);
            self.moment += f64::from(share) * f64::from(row);
            self.covered += 1;
            self.top = self.top.max(share);
            self.bright = Some((self.bright.map_or(row, |bright| bright.0), row));
        } else if self.load > 0.0 {
            self.end_cluster();
        }
    }

    fn end_cluster(&mut self) {
        self.clusters += 1;
        self.middles += self.moment / self.load;
        self.peaks += f64::from(self.top);
        (self.load, self.moment, self.top) = (0.0, 0.0, 0.0);
    }

    fn ended(mut self) -> Self {
        if self.load > 0.0 {
            self.end_cluster();
        }
        self
    }

    fn column(self, column: u32) -> Option<Column> {
        Some(Column {
            column,
            clusters: self.clusters,
            row: self.middles / f64::from(self.clusters.max(1)),
            covered: self.covered,
            bright: self.bright?,
            held: self.held?,
            peak: self.peak,
            sum: self.sum,
        })
    }
}

impl Points<'_> {
    /// The line along which they move, if they do: one point passes a twentieth of its band, and
    /// many each half a row at least.
    pub(super) fn line(&self, rows: u32) -> Option<Line> {
        let line = line(self.same.iter().map(|column| (f64::from(column.column), column.row)));
        let least = if self.count == 1 { (f64::from(rows) * 0.05).max(1.0) } else { 0.5 };
        line.filter(|line| line.r2 > STRAIGHT && line.travel.abs() > least)
    }

    /// How often they pass the band, if they start over again and again: nearly all steps one
    /// way, and further in all than the band is high. Negative upwards.
    pub(super) fn passes(&self, rows: u32) -> Option<f64> {
        let steps = self.same.windows(2).map(|pair| pair[1].row - pair[0].row);
        let (mut up, mut down, mut way) = (0_u32, 0_u32, 0.0);
        for step in steps.filter(|step| step.abs() > 1e-6) {
            // A jump back is the start of the next pass.
            if step.abs() < f64::from(rows) / 2.0 {
                way += step.abs();
            }
            if step > 0.0 { up += 1 } else { down += 1 }
        }
        let one_way = f64::from(up.max(down)) >= ONE_WAY * f64::from(up + down);
        let passes = way / f64::from(rows.max(1));
        let found = up + down >= 4 && one_way && passes > 1.2;
        found.then_some(if up > down { passes } else { -passes })
    }
}

/// Share of the steps of a point that goes around and around that lead one way.
const ONE_WAY: f64 = 0.8;

/// The straight line that fits best.
pub(super) fn line(points: impl Iterator<Item = (f64, f64)> + Clone) -> Option<Line> {
    let n = points.clone().count() as f64;
    if n < 4.0 {
        return None;
    }
    let mean_x = points.clone().map(|point| point.0).sum::<f64>() / n;
    let mean_y = points.clone().map(|point| point.1).sum::<f64>() / n;
    let (mut xx, mut xy, mut yy) = (0.0, 0.0, 0.0);
    let (mut first, mut last) = (f64::INFINITY, f64::NEG_INFINITY);
    for (x, y) in points {
        (first, last) = (first.min(x), last.max(x));
        let (x, y) = (x - mean_x, y - mean_y);
        xx += x * x;
        xy += x * y;
        yy += y * y;
    }
    (xx > 0.0 && yy > 1e-9)
        .then(|| Line { travel: xy / xx * (last - first), r2: xy * xy / (xx * yy) })
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
