//! A point that becomes even load: a hotspot that was cured, by splits or by another key.

use super::column::Column;
use super::look::{Look, ROWS_MIN};
use super::scene::{Found, Scene, Shape};

/// Share of the rows that a point covers at most, and even load at least.
const POINT: f64 = 0.3;
const WIDE: f64 = 0.6;
/// Share of the columns at either end that show it.
const MOST: f64 = 0.8;

pub(super) static SHAPE: Shape = Shape { id: "recovery", find };

fn find(scene: &Scene<'_>, look: &Look) -> Option<Found> {
    let n = look.lit.len();
    if n < 8 || look.live < 2 * ROWS_MIN {
        return None;
    }
    let spread = |column: &Column| f64::from(column.covered) / f64::from(look.live);
    let share = |columns: &[Column], is: &dyn Fn(f64) -> bool| {
        columns.iter().filter(|column| is(spread(column))).count() as f64 / columns.len() as f64
    };
    let (first, last) = (&look.lit[..=(n / 5)], &look.lit[n - n / 5 - 1..]);
    let pointed = share(first, &|spread| spread < POINT);
    let wide = share(last, &|spread| spread > WIDE);
    if pointed < MOST || wide < MOST {
        return None;
    }
    let back = look.lit.iter().rposition(|column| spread(column) < POINT).unwrap_or(0);
    let at = look.lit[back].column;
    let mean = |columns: &[Column]| columns.iter().map(spread).sum::<f64>() / columns.len() as f64;
    Some(Found {
        label: format!(
            "hotspot that becomes even load after {:.0} % of the time",
            f64::from(at) / f64::from(look.columns.max(1)) * 100.0
        ),
        say: format!(
            "The load of {} was on few keys at the start and is on all keys at the end. From then \
             on it is balanced.",
            scene.name(look)
        ),
        confidence: pointed.min(wide),
        evidence: vec![
            ("share of the rows at the start", mean(first)),
            ("share of the rows at the end", mean(last)),
            ("column of the last hotspot", f64::from(at)),
        ],
        rows: (0, look.rows),
        columns: (look.lit[0].column, at + 1),
    })
}
