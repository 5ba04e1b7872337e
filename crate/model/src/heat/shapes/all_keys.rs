//! A vertical band over all keys: something outside the schema happened.

use super::look::Look;
use super::scene::{Found, Scene, Shape};

/// A cell stands out from this many times its row's mean on.
const TIMES_MEAN: f32 = 2.0;
/// Share of the rows that stand out at once.
const ROWS: f64 = 0.7;
/// Share of the columns that the band takes at most.
const COLUMNS: f64 = 0.2;
/// One in so many columns follows at least: noise lets a slow rise end at the last column but one.
const AFTER: usize = 50;
/// Rows with load that it takes at least.
const ROWS_MIN: u32 = 8;

pub(super) static SHAPE: Shape = Shape { id: "all-keys-at-once", find };

fn find(scene: &Scene<'_>, look: &Look) -> Option<Found> {
    let grid = scene.grid;
    let width = grid.columns as usize;
    let mut out = vec![0_u32; width];
    let mut rows = 0;
    for band in scene.looks {
        let first = grid.bands[band.band].first_row as usize;
        for (row, sum) in band.row_sums.iter().enumerate() {
            let Some(sum) = sum.filter(|sum| *sum > 0.0) else { continue };
            rows += 1;
            let mean = crate::sim::recorded(sum / f64::from(grid.columns)) * TIMES_MEAN;
            let cells = &grid.shares[(first + row) * width..(first + row + 1) * width];
            for (out, &share) in out.iter_mut().zip(cells) {
                *out += u32::from(share > mean);
            }
        }
    }
    if rows < ROWS_MIN {
        return None;
    }
    let bright = |at: &u32| f64::from(*at) > ROWS * f64::from(rows);
    let first = out.iter().position(bright)?;
    let last = out.iter().rposition(bright)?;
    let inside = out[first..=last].iter().filter(|at| bright(at)).count();
    let long = last + 1 - first;
    // What does not end is an increase; what comes again is a beat.
    let ends = width - (last + 1) >= (width / AFTER).max(1);
    let once = inside as f64 >= 0.8 * long as f64 && ends;
    let most = out[first..=last].iter().copied().max().unwrap_or(0);
    (once && long as f64 <= (COLUMNS * width as f64).max(1.0)).then(|| Found {
        label: format!(
            "all keys at once after {:.0} % of the time",
            first as f64 / width as f64 * 100.0
        ),
        say: "Nearly all key ranges are busier at the same time for a while: the cause is outside \
              the schema, for example a deployment, retries or a network fault. It is not a \
              problem of a key."
            .to_owned(),
        confidence: f64::from(most) / f64::from(rows),
        evidence: vec![
            ("share of the rows", f64::from(most) / f64::from(rows)),
            ("columns", long as f64),
        ],
        rows: (0, look.rows),
        columns: (crate::load::count(first), crate::load::count(last + 1)),
    })
}
