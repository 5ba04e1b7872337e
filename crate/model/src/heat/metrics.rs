//! What brightness may stand for: each metric with its unit and its full scale.
//!
//! Full scales are absolute, never the greatest value of a picture: 1.0 is what one split can
//! take of it. So a bright picture means the same in any run.

use super::{Field, Grid, Metric, fill};
use crate::load::Load;
use crate::sim::{Knobs, Run, model, recorded};
use std::borrow::Cow;

/// See [`super::field`].
pub(super) fn field<'a>(load: &Load, run: &Run, grid: &'a Grid, metric: Metric) -> Field<'a> {
    let nodes = if run.server_nodes > 0.0 { run.server_nodes } else { 1.0 };
    let writes = Knobs::default().writes_per_node;
    let (full, unit, full_in_words) = match metric {
        Metric::Cpu => (nodes, "node-seconds/s", "all that one split can take"),
        Metric::RowsWritten => {
            (nodes * writes, "rows/s", "rows of 1 KB that one split can write by the documentation")
        }
        Metric::BytesWritten => (
            nodes * writes * model::ROW_BYTES,
            "bytes/s",
            "bytes in rows of 1 KB that one split can write by the documentation",
        ),
        Metric::RowsRead => (
            nodes * model::READS_PER_NODE,
            "rows/s",
            "rows of 1 KB that one split can read by the documentation",
        ),
        Metric::BytesHeld => {
            (model::SPLIT_BYTES_MAX, "bytes", "what a split holds before it is split")
        }
    };
    let cells = match metric {
        Metric::Cpu => Cow::Borrowed(&grid.shares[..]),
        Metric::BytesHeld => Cow::Owned(scaled(fill::bytes_held(load, run, grid), full)),
        Metric::RowsWritten => {
            Cow::Owned(scaled(fill::per_second(load, run, grid, |it| it.rows), full))
        }
        Metric::BytesWritten => {
            let bytes = fill::per_second(load, run, grid, |it| it.rows * it.row_bytes);
            Cow::Owned(scaled(bytes, full))
        }
        Metric::RowsRead => {
            Cow::Owned(scaled(fill::per_second(load, run, grid, |it| it.reads), full))
        }
    };
    let (rows, columns) = (grid.rows, grid.columns);
    Field { metric, cells, rows, columns, full, unit, full_in_words }
}

fn scaled(mut cells: Vec<f32>, full: f64) -> Vec<f32> {
    let scale = recorded(1.0 / full);
    for cell in &mut cells {
        *cell *= scale;
    }
    cells
}
