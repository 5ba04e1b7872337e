//! A line pinned to the first or the last row: every new row goes to the edge of the table.

use super::column::Column;
use super::look::Look;
use super::scene::{Found, Scene, Shape, of_limit};

/// Rows of a band from which on an edge is told from the middle.
const ROWS_MIN: u32 = 8;
/// Share of the columns in which the line is at the edge.
const MOST: f64 = 0.9;

pub(super) static SHAPE: Shape = Shape { id: "pinned-edge", find };

fn find(scene: &Scene<'_>, look: &Look) -> Option<Found> {
    let points = look.points().filter(|points| points.count == 1 && look.rows >= ROWS_MIN)?;
    let share = |at_edge: &dyn Fn(&Column) -> bool| {
        points.same.iter().filter(|column| at_edge(column)).count() as f64
            / points.same.len() as f64
    };
    let narrow = |column: &Column| column.covered <= (look.rows / 20).max(2);
    let first = share(&|column| column.bright.0 == column.held.0 && narrow(column));
    let last = share(&|column| column.bright.1 == column.held.1 && narrow(column));
    let (held, edge) = if first >= last { (first, "first") } else { (last, "last") };
    let still = points.line(look.rows).is_none();
    (held >= MOST && still).then(|| Found {
        label: format!("line pinned to the {edge} keys at {}", of_limit(points.peak)),
        say: format!(
            "Every new row of {} goes to the {edge} key range, and the ranges after it stay cold: \
             splitting does not help, because the next row is at the edge again.",
            scene.name(look)
        ),
        confidence: held * points.steady,
        evidence: vec![("share of the time at the edge", held), ("share of a split", points.peak)],
        rows: look.bright_rows(points.same.iter().copied()),
        columns: look.all_columns(),
    })
}
