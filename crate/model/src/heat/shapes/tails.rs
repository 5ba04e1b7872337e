//! Parallel diagonals: shards, each of which still grows in the order of time.

use super::look::Look;
use super::scene::{Found, Scene, Shape, of_limit};
use crate::heat::grid::HOT_SHARE;

pub(super) static SHAPE: Shape = Shape { id: "parallel-tails", find };

fn find(scene: &Scene<'_>, look: &Look) -> Option<Found> {
    let points = look.points().filter(|points| points.count > 1)?;
    let slope = points.line(look.rows);
    let passes = points.passes(look.rows / points.count);
    let travel = slope.map(|line| line.travel);
    let travel = travel.or(passes.map(|passes| passes * f64::from(look.rows / points.count)))?;
    let (count, peak) = (points.count, points.peak);
    let share = of_limit(peak);
    let end = if peak >= HOT_SHARE {
        format!(": divided by {count}, not removed")
    } else {
        String::new()
    };
    Some(Found {
        label: format!("{count} write points, each up to {share}{end}"),
        say: format!(
            "The load of {} is divided by {count}, but not removed: each of the {count} tails \
             still goes to one split at a time, and is limited to what a split can take.",
            scene.name(look)
        ),
        confidence: points.steady * slope.map_or(0.8, |line| line.r2),
        evidence: vec![
            ("tails", f64::from(count)),
            ("slope, rows over the run", travel),
            ("R²", slope.map_or(0.0, |line| line.r2)),
            ("share of a split", peak),
        ],
        rows: look.bright_rows(points.same.iter().copied()),
        columns: look.all_columns(),
    })
}
