//! Shapes in the grid, found band by band from the shares alone.
//!
//! In each column the bright cells of a band form clusters. Few thin clusters are points: they
//! move or stay. One cluster that is not thin, or rows that are all alike, are even load.

use super::{Band, Grid, Pattern};
use crate::workload::load::Load;

/// Columns looked at; more add nothing.
const COLUMNS_LOOKED_AT: u32 = 120;
/// A cell is bright from this share of its column's brightest on.
const BRIGHT: f32 = 0.25;
/// Points cover less than this share of the rows that have keys.
const THIN: f64 = 0.4;
/// Share of the columns that must show the same number of clusters.
const STEADY: f64 = 0.6;
/// Share of the variance that a straight line must explain.
const STRAIGHT: f64 = 0.9;
/// Gini coefficient of the rows' load below which it is even.
const EVEN_GINI: f64 = 0.3;
/// Share of a split from which on a point is hot ("warm" begins there in Spanner's words).
const HOT: f64 = 0.5;

/// The clusters of one column.
struct Column {
    /// Position in time, 0 to 1.
    at: f64,
    /// How many.
    clusters: usize,
    /// Mean of their middles. Each counts once: some stand in one row, some on the edge of two.
    row: f64,
    /// Rows they cover.
    covered: usize,
    /// The brightest cell.
    peak: f32,
}

/// See [`super::patterns`].
pub(super) fn patterns(load: &Load, grid: &Grid) -> Vec<Pattern> {
    let mut found: Vec<Pattern> = (0..grid.bands.len())
        .filter_map(|band| {
            let part = &load.object(grid.bands[band].object).rest;
            let (id, label) = shape(grid, &grid.bands[band], part)?;
            Some(Pattern { id, label, band })
        })
        .collect();
    found.sort_by_key(|pattern| rank(pattern.id));
    found
}

/// Worst first.
fn rank(id: &str) -> usize {
    ["moving-hot-spot", "hot-row", "parallel-tails"]
        .iter()
        .position(|known| *known == id)
        .unwrap_or(usize::MAX)
}

/// The shape of a band whose moving key part would be `part`.
fn shape(grid: &Grid, band: &Band, part: &str) -> Option<(&'static str, String)> {
    let sums = row_sums(grid, band);
    if sums.iter().sum::<f64>() <= 0.0 {
        return None;
    }
    let columns = columns(grid, band);
    let points = mode(&columns)?;
    let same: Vec<&Column> = columns.iter().filter(|column| column.clusters == points).collect();
    let steady = same.len() as f64 >= STEADY * columns.len() as f64;
    let covered = same.iter().map(|column| column.covered).sum::<usize>() as f64;
    let thin = covered < THIN * (same.len() * sums.len()) as f64;
    if !steady || !thin {
        return (gini(&sums) < EVEN_GINI).then(|| ("even", "even load".to_owned()));
    }
    let peak = same.iter().map(|column| f64::from(column.peak)).sum::<f64>() / same.len() as f64;
    let share = format!("{:.0} % of a split", peak * 100.0);
    Some(match (moves(&same, sums.len()), points) {
        (Some(Motion::Straight), 1) => {
            ("moving-hot-spot", format!("moving hot spot along {part} at {share}"))
        }
        (Some(Motion::Sweeping), 1) => {
            ("moving-hot-spot", format!("moving hot spot that sweeps {part} at {share}"))
        }
        (Some(_), _) if peak >= HOT => (
            "parallel-tails",
            format!("{points} parallel tails, each up to {share}: divided by {points}, not gone"),
        ),
        (Some(_), _) => ("parallel-tails", format!("{points} parallel tails, each up to {share}")),
        (None, 1) => ("hot-row", format!("one hot key range at {share}")),
        (None, _) => ("hot-row", format!("{points} hot key ranges, up to {share}")),
    })
}

/// Load of each row that has keys, over all columns.
fn row_sums(grid: &Grid, band: &Band) -> Vec<f64> {
    (band.first_row..band.first_row + band.rows)
        .filter_map(|row| {
            let cells = &grid.shares[grid.at(row, 0)..grid.at(row + 1, 0)];
            let keys = cells.first().is_some_and(|share| !share.is_nan());
            keys.then(|| cells.iter().map(|&share| f64::from(share)).sum())
        })
        .collect()
}

fn columns(grid: &Grid, band: &Band) -> Vec<Column> {
    let looked_at = grid.columns.min(COLUMNS_LOOKED_AT);
    (0..looked_at)
        .filter_map(|i| {
            let column = i * grid.columns / looked_at;
            look(grid, band, column, f64::from(i) / f64::from(looked_at))
        })
        .collect()
}

fn look(grid: &Grid, band: &Band, column: u32, at: f64) -> Option<Column> {
    let cells: Vec<f32> = (0..band.rows)
        .map(|row| grid.shares[grid.at(band.first_row + row, column)])
        .map(|share| if share.is_nan() { 0.0 } else { share })
        .collect();
    let peak = cells.iter().copied().fold(0.0, f32::max);
    if peak <= 0.0 {
        return None;
    }
    let (mut clusters, mut covered, mut middles) = (0, 0, 0.0);
    for bright in (0..cells.len())
        .collect::<Vec<_>>()
        .chunk_by(|&a, &b| (cells[a] > BRIGHT * peak) == (cells[b] > BRIGHT * peak))
    {
        if cells[bright[0]] <= BRIGHT * peak {
            continue;
        }
        let load: f64 = bright.iter().map(|&row| f64::from(cells[row])).sum();
        let moment: f64 = bright.iter().map(|&row| f64::from(cells[row]) * row as f64).sum();
        clusters += 1_usize;
        covered += bright.len();
        middles += moment / load;
    }
    Some(Column { at, clusters, row: middles / clusters as f64, covered, peak })
}

/// The most frequent number of clusters.
fn mode(columns: &[Column]) -> Option<usize> {
    let mut counts: Vec<usize> = columns.iter().map(|column| column.clusters).collect();
    counts.sort_unstable();
    let runs = counts.chunk_by(|a, b| a == b);
    runs.reduce(|best, next| if next.len() > best.len() { next } else { best }).map(|run| run[0])
}

enum Motion {
    Straight,
    Sweeping,
}

/// How the mean row moves, if it does.
fn moves(columns: &[&Column], rows: usize) -> Option<Motion> {
    let n = columns.len() as f64;
    let mean_at = columns.iter().map(|column| column.at).sum::<f64>() / n;
    let mean_row = columns.iter().map(|column| column.row).sum::<f64>() / n;
    let (mut xx, mut xy, mut yy) = (0.0, 0.0, 0.0);
    for column in columns {
        let (x, y) = (column.at - mean_at, column.row - mean_row);
        xx += x * x;
        xy += x * y;
        yy += y * y;
    }
    if xx > 0.0 && yy > 1e-9 && (xy / xx).abs() > 0.5 && xy * xy / (xx * yy) > STRAIGHT {
        return Some(Motion::Straight);
    }
    // Around and around: nearly all steps one way, and further in all than the band is high.
    let steps = columns.windows(2).map(|pair| pair[1].row - pair[0].row);
    let (mut up, mut down, mut way) = (0_u32, 0_u32, 0.0);
    for step in steps.filter(|step| step.abs() > 1e-6) {
        way += step.abs();
        if step > 0.0 { up += 1 } else { down += 1 }
    }
    let one_way = f64::from(up.max(down)) >= STRAIGHT * f64::from(up + down);
    (up + down >= 4 && one_way && way > rows as f64).then_some(Motion::Sweeping)
}

/// How unequal `sums` are: 0 when all are alike, near 1 when one has all.
fn gini(sums: &[f64]) -> f64 {
    let mut sorted = sums.to_vec();
    sorted.sort_by(f64::total_cmp);
    let n = sorted.len() as f64;
    let total: f64 = sorted.iter().sum();
    let ranked: f64 = sorted.iter().enumerate().map(|(rank, sum)| (rank as f64 + 1.0) * sum).sum();
    (2.0 * ranked / (n * total) - (n + 1.0) / n).max(0.0)
}
