//! A cascade of short steep diagonals: something walks all keys again and again, a full scan or
//! an identifier whose leading bits go round.

use super::look::Look;
use super::scene::{Found, Scene, Shape, of_limit};

pub(super) static SHAPE: Shape = Shape { id: "repeated-sweep", find };

fn find(scene: &Scene<'_>, look: &Look) -> Option<Found> {
    let points = look.points().filter(|points| points.count == 1)?;
    let passes = points.passes(look.rows)?;
    let part = scene.part(look);
    Some(Found {
        label: format!("moving hotspot that sweeps {part} at {}", of_limit(points.peak)),
        say: format!(
            "One point passes over all keys of {} {:.1} times. If these are reads, a scan reads \
             the whole table: an index needs fewer rows. If these are writes, the key cycles with \
             time: use one that spreads writes.",
            scene.name(look),
            passes.abs()
        ),
        confidence: points.steady,
        evidence: vec![
            ("passes", passes.abs()),
            ("period, columns", f64::from(look.columns) / passes.abs()),
            ("share of a split", points.peak),
        ],
        rows: look.bright_rows(points.same.iter().copied()),
        columns: look.all_columns(),
    })
}
