//! A hot range that is split again and again, and stays hot.

use super::look::Look;
use super::scene::{Found, Scene, Shape, of_limit};
use crate::heat::grid::{HOT_SHARE, Place};

/// Splits made at the hotspot from which on it is a chase; once or twice is how it should be.
const BIRTHS_MIN: usize = 5;
/// Share of the time over which they go on.
const GOES_ON: f64 = 0.4;
/// How far from the bright rows a split counts, as a share of the band.
const NEAR: f64 = 0.05;

pub(super) static SHAPE: Shape = Shape { id: "split-chase", find };

fn find(scene: &Scene<'_>, look: &Look) -> Option<Found> {
    // Even load is split until it is no longer hot.
    let points = look.points().filter(|points| points.peak >= HOT_SHARE)?;
    let band = &scene.grid.bands[look.band];
    let near = (f64::from(look.rows) * NEAR).max(1.0);
    let at_hot_spot = |birth: &&Place| {
        let row = birth.row.checked_sub(band.first_row).filter(|row| *row < look.rows);
        let column = look.lit.binary_search_by_key(&birth.column, |column| column.column);
        row.zip(column.ok()).is_some_and(|(row, column)| {
            let bright = look.lit[column].bright;
            f64::from(row) >= f64::from(bright.0) - near
                && f64::from(row) <= f64::from(bright.1) + near
        })
    };
    let births: Vec<&Place> = scene.grid.births.iter().filter(at_hot_spot).collect();
    let (first, last) = (births.first()?.column, births.last()?.column);
    let lasts = f64::from(last - first) / f64::from(look.columns.max(1));
    (births.len() >= BIRTHS_MIN && lasts >= GOES_ON).then(|| Found {
        label: format!("split {} times and still at {}", births.len(), of_limit(points.peak)),
        say: format!(
            "Spanner repeatedly splits {} after the hotspot: it has moved on, or cannot be \
             divided. Each split has a cost and none helps.",
            scene.name(look)
        ),
        confidence: lasts.min(1.0),
        evidence: vec![
            ("splits", births.len() as f64),
            ("share of the time they go on", lasts),
            ("share of a split", points.peak),
        ],
        rows: look.bright_rows(points.same.iter().copied()),
        columns: (first, last + 1),
    })
}
