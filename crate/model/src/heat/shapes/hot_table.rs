//! One hot table: most of the load of the database is on all keys of one table or index.

use super::look::{Look, gini};
use super::scene::{Found, Scene, Shape};
use crate::heat::grid::HOT_SHARE;

/// Share of the load of all bands.
const MOST: f64 = 0.8;
/// Gini coefficient of its rows' load below which it is on all of them.
const WIDE_GINI: f64 = 0.5;
/// Splits that its load takes at least.
const SPLITS_MIN: f64 = 2.0 * HOT_SHARE;

pub(super) static SHAPE: Shape = Shape { id: "hot-table", find };

fn find(scene: &Scene<'_>, look: &Look) -> Option<Found> {
    let all: f64 = scene.looks.iter().map(|look| look.total).sum();
    let share = look.total / all;
    let splits = look.total / f64::from(look.columns.max(1));
    let wide = look.points().is_none() && gini(look.row_sums.iter().flatten().copied()) < WIDE_GINI;
    let one = scene.looks.len() > 1 && share >= MOST && splits >= SPLITS_MIN && wide;
    one.then(|| Found {
        label: format!("one hot table with {:.0} % of all load", share * 100.0),
        say: format!(
            "Most of the load is on {}, on all its keys. Splits and nodes can share it; its cost \
             depends on the number of its writes and indexes.",
            scene.name(look)
        ),
        confidence: share,
        evidence: vec![("share of all load", share), ("splits that it needs", splits)],
        rows: (0, look.rows),
        columns: look.all_columns(),
    })
}
