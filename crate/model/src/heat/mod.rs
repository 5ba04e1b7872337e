//! The picture: load by key range and time, and its pixels.
//!
//! Rows are key ranges in key order, ascending downward, so that an ascending key falls from left
//! to right; [`Layout`] says how keys are cut. Columns are time. Brightness is absolute: 1.0 is
//! what one split can take, of CPU or of another [`Metric`].
//!
//! Cells are filled from the distributions of the load, not from splits: what it costs is rows
//! times columns times what lies in a row. No row holds keys of two objects, and where several
//! cells become one pixel or one range, the greatest is shown: a hot range is never hidden.

mod axis;
mod fill;
mod held;
mod label;
mod metrics;
mod owners;
mod palette;
mod pixels;
mod point;
mod ranges;
mod shapes;
mod trace;

use crate::load::{Keys, Load, ObjectId};
use crate::sim::Run;
use std::borrow::Cow;

pub use owners::Owners;

/// Rows of a grid at most.
pub const ROWS_MAX: u32 = 1000;

/// Rows that every object gets if there is room.
pub const OBJECT_ROWS_MIN: u32 = 8;

/// Share of a split from which on a point is hot ("warm" begins there in Spanner's words: hot
/// split statistics page, read 2026-08-22).
const HOT_SHARE: f64 = 0.5;

/// What the rows of a picture are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Layout {
    /// How keys are cut into rows.
    pub rows: RowsBy,
    /// The order of tables and indexes.
    pub order: Order,
    /// Cold tables and indexes share one band, so that the others keep a useful height: those
    /// that nothing touches, and the least busy where there are too many. None that asks half a
    /// split or more of one split is ever folded.
    pub fold: bool,
}

/// How the keys of an object are cut into rows, and what the height of its band goes by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RowsBy {
    /// Equal ranges of keys; heights by the rows written. An ascending key falls as a diagonal.
    #[default]
    Keys,
    /// Ranges that hold the same number of rows at the end of the run; heights by rows held.
    Held,
    /// Ranges that bear about the same load, and a quarter of the band by keys; heights by load.
    /// Hot ranges are seen enlarged.
    Load,
    /// As Key Visualizer has them: ranges of the same number of rows over the whole database, one
    /// a table or index at least, cut anew each minute.
    Ranges,
}

/// The order of tables and indexes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// As the DDL has them, interleaved tables after their parent, indexes after their table.
    #[default]
    Ddl,
    /// By name, as Key Visualizer has them.
    Name,
}

/// A cell of a grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// Row.
    pub row: u32,
    /// Column.
    pub column: u32,
}

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
    /// Bytes held when the column ends.
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

/// Load by key range and time.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Grid {
    /// Rows.
    pub rows: u32,
    /// Columns.
    pub columns: u32,
    /// The most that a key range asks of one split within a column, as a share of what one split
    /// can take: row by row, each by column. A point that passes several rows within a column
    /// asks for all its load in each of them. Not a number where there are no keys.
    pub shares: Vec<f32>,
    /// Which rows belong to which object, top to bottom.
    pub bands: Vec<Band>,
    /// Objects left out because there are more than [`ROWS_MAX`].
    pub left_out: u32,
    /// First key of each row. A row ends where the next of its band begins.
    pub edges: Vec<u64>,
    /// Objects that share the last band, where cold ones are folded.
    pub folded: Vec<ObjectId>,
    /// What the rows are.
    pub layout: Layout,
    /// Where splits were made because of their load, in order.
    pub births: Vec<Place>,
}

/// Rows that belong to one object, or to several that are folded.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Band {
    /// The object; the first of them where they are folded.
    pub object: ObjectId,
    /// Its keys.
    pub keys: Keys,
    /// First row.
    pub first_row: u32,
    /// Rows.
    pub rows: u32,
    /// Rows per second of this object that one split can take; 0 if nothing writes it.
    pub split_writes_max: f64,
    /// How many cold objects are folded into it; 0 for the band of one object.
    pub folded: u32,
}

/// A matrix of shares, ready to paint.
#[derive(Clone, Copy, Debug)]
pub struct Shares<'a> {
    /// Row by row, each by column.
    pub cells: &'a [f32],
    /// Rows.
    pub rows: u32,
    /// Columns.
    pub columns: u32,
}

/// The visible part of a matrix, as fractions of the whole.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct View {
    /// Left edge.
    pub left: f64,
    /// Right edge.
    pub right: f64,
    /// Upper edge.
    pub top: f64,
    /// Lower edge.
    pub bottom: f64,
}

/// Device pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// Across.
    pub width: u32,
    /// Down.
    pub height: u32,
}

/// Colours from idle to saturated, all of lightness that only rises.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Palette {
    /// Inferno: the widest range.
    Inferno,
    /// Cividis: the same to most colour-blind eyes.
    Cividis,
    /// Viridis.
    Viridis,
    /// Greys: for print.
    Greys,
    /// Hue is the server, lightness the load: see [`paint_owned`]. Where no servers are given,
    /// greys as light.
    Servers,
}

/// How shares become colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ink {
    /// The colours.
    pub palette: Palette,
    /// Logarithmic below a full split.
    pub log: bool,
}

/// How a picture is painted, beyond its colours.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Brush {
    /// The colours.
    pub ink: Ink,
    /// Place on the axis of the colours, 0 to 1, up to which a cell is as dark as idle; 0 unless a
    /// person moves it. See [`position`].
    pub black: f64,
    /// Place from which on a cell is as bright as can be; 1 unless a person moves it. The hatch
    /// stays at what a split can take.
    pub white: f64,
    /// Cells that are full are hatched.
    pub hatch: bool,
    /// What several cells under one pixel give.
    pub pool: Pool,
}

/// What several cells under one pixel give.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pool {
    /// The greatest: a hot range never vanishes.
    #[default]
    Max,
    /// Their mean: areas are true, and a thin hot range can vanish.
    Mean,
}

/// How a difference becomes a colour: blue for less, orange for more.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Difference {
    /// The difference, as a share of a split, that has the full colour.
    pub full: f32,
    /// Logarithmic below it.
    pub log: bool,
}

/// Bins of a [`Histogram`].
pub const BINS: usize = 64;

/// Cells by brightness, for the legend.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Histogram {
    /// Cells by where they stand on the axis of the colours, cut into equal bins.
    pub bins: [u32; BINS],
    /// Cells without keys.
    pub no_keys: u32,
    /// Cells that ask for all that a split can take, or more.
    pub full: u32,
}

/// A named shape.
#[derive(Clone, Debug, PartialEq)]
pub struct Pattern {
    /// `moving-hot-spot`, `moving-index`, `growing-triangle`, `pinned-edge`, `hot-row`,
    /// `repeated-sweep`, `parallel-tails`, `split-chase`, `sudden-increase`, `all-keys-at-once`,
    /// `periodic`, `hot-table`, `recovery`, `even`: worst first.
    pub id: &'static str,
    /// In words, short enough to stand on the picture.
    pub label: String,
    /// Position of the band in [`Grid::bands`]; the busiest for a shape over all of them.
    pub band: usize,
    /// What it means and what to do, for the person.
    pub say: String,
    /// How well the cells fit the shape, 0 to 1.
    pub confidence: f64,
    /// The numbers it was told by.
    pub evidence: Vec<Evidence>,
    /// Where it stands: its first row and one past its last.
    pub rows: (u32, u32),
    /// Its first column and one past its last.
    pub columns: (u32, u32),
}

/// A number by which a shape was told.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Evidence {
    /// What it is: `R²`.
    pub name: &'static str,
    /// The number.
    pub value: f64,
}

/// What is under a point.
#[derive(Clone, Debug, PartialEq)]
pub struct Probe {
    /// Seconds from the start.
    pub seconds: f64,
    /// The object.
    pub object: ObjectId,
    /// The key range in words.
    pub key_range: String,
    /// Rows written per second in it.
    pub writes_per_second: f64,
    /// See [`Grid::shares`]; 0 where there are no keys.
    pub share_of_split: f64,
    /// Server that serves it.
    pub server: u32,
    /// Utilisation of that server, 0 to 1.
    pub server_utilisation: f64,
    /// Why its split cannot be split, if it is hot and cannot.
    pub reason: Option<crate::sim::Reason>,
}

/// The grid of a run in key order. Columns are the run's.
#[must_use]
#[inline(never)]
pub fn grid(load: &Load, run: &Run) -> Grid {
    fill::grid(load, run, Layout::default())
}

/// The grid of a run with rows of another kind.
#[must_use]
#[inline(never)]
pub fn grid_of(load: &Load, run: &Run, layout: Layout) -> Grid {
    fill::grid(load, run, layout)
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
/// greatest cells under it. The same height is taken to be the same keys: see [`aligned`].
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
/// Ranks and times come from the load at an even pace; a run of 0 seconds gives no times. Hash shards of both
/// signs have their numbers, entities their rank by load.
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
/// row tree are told by its root.
#[must_use]
pub fn boundary(load: &Load, key: u64) -> String {
    label::boundary(load, key)
}

/// A split in words; see [`label()`].
#[must_use]
pub fn split_label(load: &Load, run_seconds: u32, keys: Keys) -> String {
    label::split(load, label::Time::even(run_seconds), keys)
}

/// Where the rows of one picture are in another.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Went {
    /// Rows of the other picture, each with its share; the shares add up to 1. Empty where the
    /// other picture does not have the object.
    pub to: Vec<(u32, f64)>,
    /// The rows asked about lie in these rows of the other picture and nowhere else, and these hold
    /// no others but at the ends of the range: the key is the same, or both runs keep the order of
    /// time. How they are shared between shards is chance in any case. Where this is false, the
    /// rows lie among others, and the shares are what is expected of random keys.
    pub exact: bool,
}

/// A run with its load and its picture.
#[derive(Clone, Copy, Debug)]
pub struct Drawn<'a> {
    /// The load.
    pub load: &'a Load,
    /// The run.
    pub run: &'a Run,
    /// The picture.
    pub grid: &'a Grid,
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
pub fn went(from: Drawn<'_>, to: Drawn<'_>, row: u32) -> Went {
    let band = from.grid.band_of(row).map(|band| from.grid.bands[band]);
    match band.zip(from.grid.keys_of(row)) {
        Some((band, keys)) => trace::went(from, to, band.object, keys),
        None => Went::default(),
    }
}

/// The same for any key range of an object.
#[must_use]
pub fn range_went(from: Drawn<'_>, to: Drawn<'_>, object: ObjectId, keys: Keys) -> Went {
    trace::went(from, to, object, keys)
}

impl Metric {
    /// All of them, the usual one first.
    pub const ALL: [Self; 5] =
        [Self::Cpu, Self::RowsWritten, Self::BytesWritten, Self::RowsRead, Self::BytesHeld];
}

impl Brush {
    /// Colours without anything moved.
    #[must_use]
    pub fn of(ink: Ink) -> Self {
        Self { ink, black: 0.0, white: 1.0, hatch: true, pool: Pool::Max }
    }
}

impl View {
    /// Everything.
    pub const ALL: Self = Self { left: 0.0, right: 1.0, top: 0.0, bottom: 1.0 };
}

impl Grid {
    /// Position of the band that holds a row.
    #[must_use]
    pub fn band_of(&self, row: u32) -> Option<usize> {
        let after = self.bands.partition_point(|band| band.first_row <= row);
        let band = after.checked_sub(1)?;
        (row < self.bands[band].first_row + self.bands[band].rows).then_some(band)
    }

    /// The row of an object's key; `None` if the object is not drawn or does not hold the key.
    #[must_use]
    pub fn row_of(&self, object: ObjectId, key: u64) -> Option<u32> {
        let drawn = |band: &&Band| band.object == object && band.folded == 0;
        let band = self.bands.iter().find(drawn)?;
        let edges = self.edges_of(band);
        let after = edges.partition_point(|&edge| edge <= key);
        let row = u32::try_from(after.checked_sub(1)?).ok()?;
        band.keys.contains(key).then_some(band.first_row + row)
    }

    /// The keys of a row; `None` outside the grid and where objects are folded.
    #[must_use]
    pub fn keys_of(&self, row: u32) -> Option<Keys> {
        let band = &self.bands[self.band_of(row)?];
        let last = band.first_row + band.rows - 1;
        let lo = *self.edges.get(row as usize)?;
        let hi = if row < last { self.edges[row as usize + 1] } else { band.keys.hi };
        (band.folded == 0).then_some(Keys { lo, hi })
    }

    /// First keys of a band's rows.
    fn edges_of(&self, band: &Band) -> &[u64] {
        let first = (band.first_row as usize).min(self.edges.len());
        let last = (first + band.rows as usize).min(self.edges.len());
        &self.edges[first..last]
    }

    /// The hottest cell as a share of what one split can take; above 1 is overload.
    #[must_use]
    #[inline(never)]
    pub fn peak_share(&self) -> f64 {
        // What is no number is never the greater one.
        let brighter = |peak: f32, share: f32| if share > peak { share } else { peak };
        // Many at a time: each waits for the one before it otherwise.
        let mut peaks = [0.0; 16];
        let groups = self.shares.chunks_exact(peaks.len());
        let rest = groups.remainder().iter().copied();
        for group in groups {
            for (peak, &share) in peaks.iter_mut().zip(group) {
                *peak = brighter(*peak, share);
            }
        }
        f64::from(rest.chain(peaks).fold(0.0, brighter))
    }

    /// Position of a cell in the matrices.
    #[must_use]
    pub fn at(&self, row: u32, column: u32) -> usize {
        row as usize * self.columns as usize + column as usize
    }
}

impl Field<'_> {
    /// Ready to paint.
    #[must_use]
    pub fn shares(&self) -> Shares<'_> {
        Shares { cells: &self.cells, rows: self.rows, columns: self.columns }
    }
}
