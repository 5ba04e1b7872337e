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
            "One point passes all keys of {} {:.1} times. Where rows are read, a scan walks the \
             whole table: an index answers it from fewer rows. Where rows are written, the key \
             goes round with time: take one that spreads.",
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
