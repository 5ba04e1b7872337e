//! What brightness may stand for: each metric with its unit and its full scale.
//!
//! Full scales are absolute, never the greatest value of a picture: 1.0 is what one split can
//! take of it. So a bright picture means the same in any run.

use super::brush::Shares;
use super::fill;
use super::grid::Grid;
use crate::load::{Load, Stream};
use crate::sim::{Knobs, Run, model, recorded};
use std::borrow::Cow;

/// What the brightness of a picture stands for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Metric {
    /// What a key range asks of one split, as a share of what a split can take.
    #[default]
    Cpu,
    /// Rows written per second.
    RowsWritten,
    /// Bytes written per second.
    BytesWritten,
    /// Rows read per second.
    RowsRead,
    /// Stored bytes when the column ends.
    BytesHeld,
}

/// The full scale of a metric: what one split can take of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FullScale {
    /// What 1.0 stands for, in `unit`.
    pub full: f64,
    /// The unit: `rows/s`.
    pub unit: &'static str,
    /// What the full scale is, in words.
    pub in_words: &'static str,
}

/// A metric of a grid, ready to paint.
#[derive(Clone, Debug, PartialEq)]
pub struct Field<'a> {
    /// The metric.
    pub metric: Metric,
    /// Shares of the full scale: row by row, each by column; not a number where there are no keys.
    pub cells: Cow<'a, [f32]>,
    /// Rows.
    pub rows: u32,
    /// Columns.
    pub columns: u32,
    /// What 1.0 stands for.
    pub scale: FullScale,
}

impl Metric {
    /// All of them, the usual one first.
    pub const ALL: [Self; 5] =
        [Self::Cpu, Self::RowsWritten, Self::BytesWritten, Self::RowsRead, Self::BytesHeld];
}

impl Field<'_> {
    /// Ready to paint.
    #[must_use]
    pub fn shares(&self) -> Shares<'_> {
        Shares { cells: &self.cells, rows: self.rows, columns: self.columns }
    }
}

/// See [`super::full_scale`].
pub(super) fn full_scale(run: &Run, metric: Metric) -> FullScale {
    let nodes = if run.server_nodes > 0.0 { run.server_nodes } else { 1.0 };
    let writes = Knobs::default().writes_per_node;
    let (full, unit, in_words) = match metric {
        Metric::Cpu => (nodes, "node-seconds/s", "all that one split can take"),
        Metric::RowsWritten => (
            nodes * writes,
            "rows/s",
            "rows of 1 KB that one split can write according to the documentation",
        ),
        Metric::BytesWritten => (
            nodes * writes * model::ROW_BYTES,
            "bytes/s",
            "bytes in rows of 1 KB that one split can write according to the documentation",
        ),
        Metric::RowsRead => (
            nodes * model::READS_PER_NODE,
            "rows/s",
            "rows of 1 KB that one split can read according to the documentation",
        ),
        Metric::BytesHeld => {
            (model::SPLIT_BYTES_MAX, "bytes", "the size at which a split is divided")
        }
    };
    FullScale { full, unit, in_words }
}

/// See [`super::bears`].
pub(super) fn bears(load: &Load, metric: Metric) -> bool {
    let busy = |rows: &dyn Fn(&Stream) -> f64| {
        load.streams.iter().any(|stream| {
            load.class(stream.class).commits_per_second * stream.share * rows(stream) > 0.0
        })
    };
    match metric {
        Metric::Cpu | Metric::BytesHeld => true,
        Metric::RowsWritten | Metric::BytesWritten => busy(&|stream| stream.rows),
        Metric::RowsRead => busy(&|stream| stream.reads),
    }
}

/// See [`super::field`].
pub(super) fn field<'a>(load: &Load, run: &Run, grid: &'a Grid, metric: Metric) -> Field<'a> {
    let scale = full_scale(run, metric);
    let full = scale.full;
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
    Field { metric, cells, rows, columns, scale }
}

fn scaled(mut cells: Vec<f32>, full: f64) -> Vec<f32> {
    let scale = recorded(1.0 / full);
    for cell in &mut cells {
        *cell *= scale;
    }
    cells
}
