//! A fine mix of dark and bright: load on all keys alike.

use super::column::Column;
use super::look::{Look, ROWS_MIN, gini};
use super::scene::{Found, Scene, Shape};
use crate::heat::grid::HOT_SHARE;

/// Gini coefficient of the rows' load below which it is even.
const EVEN_GINI: f64 = 0.3;
/// Share of the columns that must show it on many rows at once: a point that has been everywhere
/// leaves every row the same load, too.
const AT_ONCE: f64 = 0.5;
/// Share of a column that one row has there at most.
const ROW_AT_ONCE: f64 = 0.25;

pub(super) static SHAPE: Shape = Shape { id: "even", find };

fn find(scene: &Scene<'_>, look: &Look) -> Option<Found> {
    // A few rows do not show whether their load is on one key.
    if look.live < ROWS_MIN && look.peak >= HOT_SHARE {
        return None;
    }
    // Where there are few rows each has a large share.
    let most = ROW_AT_ONCE.max(4.0 / f64::from(look.live.max(1)));
    let wide = |column: &&Column| f64::from(column.peak) <= most * column.sum;
    let at_once = look.lit.iter().filter(wide).count() as f64;
    if at_once < AT_ONCE * look.lit.len() as f64 {
        return None;
    }
    let gini = gini(look.row_sums.iter().flatten().copied());
    let most = look.row_sums.iter().flatten().copied().fold(0.0, f64::max) / look.total;
    (gini < EVEN_GINI).then(|| Found {
        label: "even load".to_owned(),
        say: format!(
            "The load of {} is spread evenly over its keys, so splits and nodes can share it. \
             There is nothing to do.",
            scene.name(look)
        ),
        confidence: 1.0 - gini,
        evidence: vec![("Gini coefficient", gini), ("largest row's share of the load", most)],
        rows: (0, look.rows),
        columns: look.all_columns(),
    })
}
