//! One bright diagonal: the hotspot moves along the key with time.

use super::look::Look;
use super::points::Points;
use super::scene::{Found, Scene, Shape, of_limit};

pub(super) static SHAPE: Shape = Shape { id: "moving-hot-spot", find };

fn find(scene: &Scene<'_>, look: &Look) -> Option<Found> {
    let points = look.points().filter(|points| points.count == 1)?;
    diagonal(scene, look, &points)
}

/// One point on a straight line.
pub(super) fn diagonal(scene: &Scene<'_>, look: &Look, points: &Points<'_>) -> Option<Found> {
    let line = points.line(look.rows)?;
    let (part, peak) = (scene.part(look), points.peak);
    let way = if line.travel > 0.0 { "grow" } else { "shrink" };
    Some(Found {
        label: format!("moving hotspot along {part} at {}", of_limit(peak)),
        say: format!(
            "The keys of {} {way} with time ({part}), so all new rows go to one split at a time. \
             More nodes or splits do not help; use a key that spreads writes.",
            scene.name(look)
        ),
        confidence: line.r2 * points.steady,
        evidence: vec![
            ("slope, rows over the run", line.travel),
            ("R²", line.r2),
            ("share of a split", peak),
        ],
        rows: look.bright_rows(points.same.iter().copied()),
        columns: look.all_columns(),
    })
}
