//! A triangle with a flat top: a table with keys in the order of time that grows at its end.
//!
//! Either its rows are bright all over, because all are read or written, or only its edge is and
//! the rest holds rows. The mirror image is a table with keys in falling order.

use super::column::Column;
use super::look::Look;
use super::points::{Line, STRAIGHT, line};
use super::scene::{Found, Scene, Shape, of_limit};

/// Share of the band that its edge passes at least.
const TRAVEL_MIN: f64 = 0.3;
/// Share of the rows between the edges that are in it.
const FILLED: f64 = 0.6;
/// How far the fixed edge may be from the end of the band, as a share of its rows.
const FLAT: f64 = 0.05;
/// Share of the columns that keep to this.
const MOST: f64 = 0.8;

pub(super) static SHAPE: Shape = Shape { id: "growing-triangle", find };

fn find(scene: &Scene<'_>, look: &Look) -> Option<Found> {
    let bright = |column: &Column| column.bright;
    let held = |column: &Column| column.held;
    let lit = edge(look, bright).filter(|_| filled(look));
    let line = lit.or_else(|| edge(look, held).filter(|_| rides_edge(look)))?;
    let part = scene.part(look);
    let peak = look.peak;
    Some(Found {
        label: format!(
            "triangle with a flat {}: {} grows along {part}, up to {}",
            if line.travel > 0.0 { "top" } else { "bottom" },
            scene.name(look),
            of_limit(peak)
        ),
        say: format!(
            "All new rows of {} are inserted at one end, in the order of {part}: the table grows \
             there and every insert goes to one split. Use a key that spreads writes.",
            scene.name(look)
        ),
        confidence: line.r2,
        evidence: vec![
            ("slope of the edge, rows over the run", line.travel),
            ("R²", line.r2),
            ("share of a split", peak),
        ],
        rows: (0, look.rows),
        columns: look.all_columns(),
    })
}

/// The moving edge of a region whose other edge stands at the end of the band.
fn edge(look: &Look, region: impl Fn(&Column) -> (u32, u32) + Copy) -> Option<Line> {
    let rows = f64::from(look.rows);
    let near = (rows * FLAT).max(1.0);
    let (mut top, mut bottom) = (0_u32, 0_u32);
    for region in look.lit.iter().map(region) {
        top += u32::from(f64::from(region.0) <= near);
        bottom += u32::from(f64::from(region.1) + 1.0 >= rows - near);
    }
    let most = |count: u32| f64::from(count) >= MOST * look.lit.len() as f64;
    if most(top) == most(bottom) {
        return None;
    }
    // An edge that has arrived says nothing more.
    let moving = |point: &(f64, f64)| point.1 > near && point.1 < rows - near;
    let falls = look.lit.iter().map(|column| (f64::from(column.column), region(column)));
    let down = falls.clone().map(|(x, region)| (x, f64::from(region.1))).filter(moving);
    let up = falls.map(|(x, region)| (x, f64::from(region.0))).filter(moving);
    let fits = |line: &Line| line.r2 > STRAIGHT && line.travel.abs() >= TRAVEL_MIN * rows;
    let found = if most(top) {
        line(down).filter(|line| line.travel > 0.0)
    } else {
        line(up).filter(|line| line.travel < 0.0)
    };
    found.filter(fits)
}

/// Whether the bright region has no holes, and is a region.
fn filled(look: &Look) -> bool {
    let (mut inside, mut all, mut deepest) = (0, 0, 0);
    for column in &look.lit {
        let depth = column.bright.1 - column.bright.0 + 1;
        inside += column.covered;
        all += depth;
        deepest = deepest.max(depth);
    }
    f64::from(inside) >= FILLED * f64::from(all)
        && f64::from(deepest) >= TRAVEL_MIN * f64::from(look.rows)
}

/// Whether the brightest cells are at the edge of what is held.
fn rides_edge(look: &Look) -> bool {
    let near = (f64::from(look.rows) * FLAT).max(2.0);
    let rides = |column: &&Column| {
        let ends = (f64::from(column.held.0), f64::from(column.held.1));
        column.clusters == 1
            && ((column.row - ends.0).abs() <= near || (column.row - ends.1).abs() <= near)
    };
    look.lit.iter().filter(rides).count() as f64 >= MOST * look.lit.len() as f64
}
