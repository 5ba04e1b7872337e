//! Bright horizontal bands: key ranges that are hot all the time.

use super::cells::THIN;
use super::look::{Look, ROWS_MIN};
use super::scene::{Found, Scene, Shape, of_limit};

/// A row is hot in a column from this many times the mean share on.
const TIMES_MEAN: f64 = 3.0;
/// Share of the time for which it is.
const PERSISTS: f64 = 0.8;

pub(super) static SHAPE: Shape = Shape { id: "hot-row", find };

fn find(scene: &Scene<'_>, look: &Look) -> Option<Found> {
    if look.live < ROWS_MIN {
        return None;
    }
    let groups = groups(scene, look);
    let covered: u32 = groups.iter().map(|group| group.1 - group.0).sum();
    let (count, rows, persists) =
        if !groups.is_empty() && f64::from(covered) < THIN * f64::from(look.live) {
            let rows = (groups[0].0, groups[groups.len() - 1].1);
            (groups.len(), rows, PERSISTS)
        } else {
            // Points that stand still, be it on the edge of two rows.
            let points = look.points().filter(|points| points.line(look.rows).is_none())?;
            let rows = look.bright_rows(points.same.iter().copied());
            let height = rows.1 - rows.0;
            let stays = points.count > 1 || height <= (look.rows / 20).max(3);
            (points.count as usize, rows, if stays { points.steady } else { return None })
        };
    let mean = look.lit.iter().map(|column| f64::from(column.peak)).sum::<f64>();
    let peak = mean / look.lit.len().max(1) as f64;
    let share = of_limit(peak);
    let sum: f64 = look.row_sums[rows.0 as usize..rows.1 as usize].iter().flatten().sum();
    Some(Found {
        label: match count {
            1 => format!("one hot key range at {share}"),
            _ => format!("{count} hot key ranges, up to {share}"),
        },
        say: format!(
            "The same keys of {} are hot all the time: a row, a tenant or a value that gets more \
             than its share of the load. Splits can separate it from its neighbours but not divide \
             it: change the key, shard the row, or cache its reads.",
            scene.name(look)
        ),
        confidence: persists,
        evidence: vec![
            ("ranges", count as f64),
            ("share of the band's load", sum / look.total),
            ("share of a split", peak),
        ],
        rows,
        columns: look.all_columns(),
    })
}

/// Rows that are hot most of the time, neighbours together.
fn groups(scene: &Scene<'_>, look: &Look) -> Vec<(u32, u32)> {
    let grid = scene.grid;
    let first = grid.bands[look.band].first_row;
    let mean = TIMES_MEAN / f64::from(look.live.max(1));
    let mut groups: Vec<(u32, u32)> = Vec::new();
    for row in 0..look.rows {
        // A row that is hot most of the time has more than its part in all.
        let sum = look.row_sums[row as usize].unwrap_or(0.0);
        if sum < PERSISTS * mean * look.total / 2.0 {
            continue;
        }
        let hot = |share: f32, sum: f64| share.is_finite() && f64::from(share) > mean * sum;
        let hot = look
            .lit
            .iter()
            .filter(|column| hot(grid.shares[grid.at(first + row, column.column)], column.sum));
        if hot.count() as f64 > PERSISTS * look.lit.len() as f64 {
            match groups.last_mut() {
                Some(last) if last.1 == row => last.1 = row + 1,
                _ => groups.push((row, row + 1)),
            }
        }
    }
    groups
}
