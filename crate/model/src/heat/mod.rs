//! The picture: load by key range and time, and its pixels.
//!
//! Rows are key ranges in key order, ascending downward, so that an ascending key falls from left
//! to right; [`Layout`] says how keys are cut. Columns are time. Brightness is absolute: 1.0 is
//! what one split can take, of CPU or of another [`Metric`].
//!
//! Cells are filled from the distributions of the load, not from splits: what it costs is rows
//! times columns times what lies in a row. No row holds keys of two objects, and where several
//! cells become one pixel or one range, the greatest is shown: a hot range is never hidden.

mod asked;
mod axis;
mod brush;
mod drawn;
mod fill;
mod grid;
mod held;
mod hot_first;
mod label;
mod metrics;
mod owners;
mod palette;
mod pattern;
mod pixels;
mod point;
mod ranges;
mod shapes;
mod trace;

use crate::load::{Keys, Load, ObjectId};
use crate::sim::Run;

pub use brush::{BINS, Brush, Difference, Histogram, Ink, Palette, Pool, Shares, Size, View};
pub use drawn::Drawn;
pub use grid::{Band, Grid, Layout, OBJECT_ROWS_MIN, Order, Place, ROWS_MAX, RowsBy};
pub use hot_first::HOT_SHOWN_MAX;
pub use metrics::{Field, FullScale, Metric};
pub use owners::Owners;
pub use pattern::{Evidence, Pattern};
pub use point::Probe;
pub use trace::Traced;

/// The grid of a run in key order. Columns are the run's.
#[must_use]
#[inline(never)]
pub fn grid(load: &Load, run: &Run) -> Grid {
    fill::grid(load, run, Layout::default(), &[])
}

/// The grid of a run with rows of another kind.
#[must_use]
#[inline(never)]
pub fn grid_of(load: &Load, run: &Run, layout: Layout) -> Grid {
    fill::grid(load, run, layout, &[])
}

/// The grid of a run beside that of another: where what is hot comes first, what the other shows
/// comes first here too, in the same order, so that the same rows are compared.
#[must_use]
#[inline(never)]
pub fn grid_beside(load: &Load, run: &Run, other: Drawn<'_>) -> Grid {
    fill::grid(load, run, other.grid.layout, &hot_first::shown_in(other, load))
}

/// A metric of a grid of the same run, with its scale.
///
/// Rates are what was done, spread over the rows that a moving point passed in a column: a column
/// adds up to what the run did in it. [`Metric::Cpu`] is what was asked for, and the greatest of
/// a column: see [`Grid::shares`].
#[must_use]
#[inline(never)]
pub fn field<'a>(load: &Load, run: &Run, grid: &'a Grid, metric: Metric) -> Field<'a> {
    metrics::field(load, run, grid, metric)
}

/// The full scale of a metric in a run.
#[must_use]
pub fn full_scale(run: &Run, metric: Metric) -> FullScale {
    metrics::full_scale(run, metric)
}

/// Whether a load has anything of a metric.
#[must_use]
pub fn bears(load: &Load, metric: Metric) -> bool {
    metrics::bears(load, metric)
}

/// The shares of a grid, ready to paint.
#[must_use]
pub fn share(grid: &Grid) -> Shares<'_> {
    Shares { cells: &grid.shares, rows: grid.rows, columns: grid.columns }
}

/// Utilisation of servers, ready to paint: one row a server.
#[must_use]
pub fn server_share(run: &Run) -> Shares<'_> {
    Shares { cells: &run.utilisation, rows: run.servers, columns: run.columns }
}

/// RGBA pixels, row by row. Several cells under one pixel give the greatest of them, so a single
/// hot cell is seen at any size.
#[must_use]
#[inline(never)]
pub fn paint(shares: Shares<'_>, view: &View, size: Size, ink: Ink) -> Vec<u8> {
    pixels::paint(shares, None, view, size, Brush::of(ink))
}

/// The same with handles on the scale, or with means.
#[must_use]
#[inline(never)]
pub fn paint_with(shares: Shares<'_>, view: &View, size: Size, brush: Brush) -> Vec<u8> {
    pixels::paint(shares, None, view, size, brush)
}

/// RGBA pixels of `after` less `before`: blue for less, orange for more. Each pixel compares the
/// greatest cells under it. The same height is assumed to be the same keys: see [`aligned`].
#[must_use]
#[inline(never)]
pub fn paint_difference(
    before: Shares<'_>,
    after: Shares<'_>,
    view: &View,
    size: Size,
    scale: Difference,
) -> Vec<u8> {
    pixels::paint_difference(before, after, view, size, scale)
}

/// Cells of another picture on the rows of this one, for a difference: band by band by the name of
/// the object, each stretched to the height it has here, the greatest cell where several fall on
/// one row. Not a number where the other has no such object.
#[must_use]
#[inline(never)]
pub fn aligned(to: Drawn<'_>, other: Drawn<'_>, cells: Shares<'_>) -> Vec<f32> {
    point::aligned(to, other, cells)
}

/// Cells by where they stand on the axis of the colours, whatever its handles are at.
#[must_use]
#[inline(never)]
pub fn histogram(shares: Shares<'_>, log: bool) -> Histogram {
    pixels::histogram(shares, log)
}

/// Where a share stands on the axis of the colours, 0 to 1, before its handles are moved: 0 is
/// idle, two thirds of the way is full, 1 is without an end.
#[must_use]
pub fn position(share: f32, log: bool) -> f64 {
    pixels::position(share, log)
}

/// Who serves each cell of a grid when its column ends: the server of the heaviest point that
/// stands in the row then, or else of the middle of the row's keys.
#[must_use]
#[inline(never)]
pub fn owners(load: &Load, run: &Run, grid: &Grid) -> Owners {
    owners::owners(load, run, grid)
}

/// As [`paint_with`], each pixel in the hue of the server that serves the greatest cell under it:
/// with [`Palette::Servers`] and no other.
#[must_use]
#[inline(never)]
pub fn paint_owned(
    shares: Shares<'_>,
    owners: &Owners,
    view: &View,
    size: Size,
    brush: Brush,
) -> Vec<u8> {
    pixels::paint(shares, Some(owners), view, size, brush)
}

/// Why a picture shows nothing, in words; `None` if it shows something.
#[must_use]
pub fn why_blank(load: &Load, grid: &Grid) -> Option<String> {
    point::why_blank(load, grid)
}

/// RGBA pixels of the servers' utilisation: one row a server, 1.0 is saturated. With
/// [`Palette::Servers`] each row is in its server's hue.
#[must_use]
#[inline(never)]
pub fn paint_servers(run: &Run, view: &View, size: Size, ink: Ink) -> Vec<u8> {
    let own = || Owners::of_rows(run.servers, run.columns);
    let owners = (ink.palette == Palette::Servers).then(own);
    pixels::paint(server_share(run), owners.as_ref(), view, size, Brush::of(ink))
}

/// Named shapes, worst first. A band shows at most one that says where its load is, and beside it
/// those that say when.
#[must_use]
#[inline(never)]
pub fn patterns(load: &Load, grid: &Grid) -> Vec<Pattern> {
    shapes::patterns(load, grid)
}

/// Ids of all named shapes, worst first.
#[must_use]
pub fn pattern_ids() -> &'static [&'static str] {
    shapes::RANKS
}

/// What is under a cell; `None` outside the grid.
#[must_use]
pub fn probe(load: &Load, run: &Run, grid: &Grid, column: u32, row: u32) -> Option<Probe> {
    point::probe(load, run, grid, column, row)
}

/// A key range of an object in words: the object, the values of its leading key parts, the part of
/// the next one; then whose rows they are where some stand out, and when they are written where a
/// moving point writes them: `Transactions, ShardId 3, 40–41 % of TxnId, written 24:00–24:36`.
///
/// Ranks and times come from the load at an even pace; a run of 0 seconds gives no times. Hash
/// shards of both signs have their numbers, entities their rank by load.
#[must_use]
pub fn label(load: &Load, run_seconds: u32, object: ObjectId, keys: Keys) -> String {
    label::label(load, label::Time::even(run_seconds), object, keys)
}

/// A row of a grid in words: its key range, or the objects that are folded there.
#[must_use]
pub fn row_label(load: &Load, run: &Run, grid: &Grid, row: u32) -> Option<String> {
    point::row_label(load, run, grid, row)
}

/// A boundary between splits in words: `Transactions, ShardId 3, 40.25 % of TxnId`. Positions in a
/// row tree are named by its root.
#[must_use]
pub fn boundary(load: &Load, key: u64) -> String {
    label::boundary(load, key)
}

/// A split in words; see [`label()`].
#[must_use]
pub fn split_label(load: &Load, run_seconds: u32, keys: Keys) -> String {
    label::split(load, label::Time::even(run_seconds), keys)
}

/// Where the rows of a row of one picture are in another: "where did it go?". With the two
/// pictures swapped, where they came from.
///
/// Rows are the same if their table or index has the same name and they were inserted as the same
/// one of the run: what a moving point wrote from one second to another is, in the other run, what
/// its points wrote in that time, or a share of all keys where keys are hashed, random or
/// bit-reversed. An entity's rows stay the entity's where both loads have it by rank. Rows that a
/// key alone does not date, those of even load, may have been written at any time.
#[must_use]
pub fn trace_row(from: Drawn<'_>, to: Drawn<'_>, row: u32) -> Traced {
    let band = from.grid.band_of(row).map(|band| from.grid.bands[band]);
    match band.zip(from.grid.keys_of(row)) {
        Some((band, keys)) => trace::trace_keys(from, to, band.object, keys),
        None => Traced::default(),
    }
}

/// The same for any key range of an object.
#[must_use]
pub fn trace_range(from: Drawn<'_>, to: Drawn<'_>, object: ObjectId, keys: Keys) -> Traced {
    trace::trace_keys(from, to, object, keys)
}
