//! The picture: load by key range and time, and its pixels.
//!
//! Rows are key ranges in key order, ascending downward, so that an ascending key falls from left
//! to right. Columns are time. Brightness is absolute: 1.0 is what one split can take.

mod fill;
mod pixels;
mod point;
mod shapes;

use crate::sim::Run;
use crate::workload::load::{Keys, Load, ObjectId};

/// Rows of a grid at most.
pub const ROWS_MAX: u32 = 1000;

/// Rows that every object gets if there is room.
pub const OBJECT_ROWS_MIN: u32 = 8;

/// Load by key range and time.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Grid {
    /// Rows.
    pub rows: u32,
    /// Columns.
    pub columns: u32,
    /// Rows written per second in a key range: row by row, each by column. A column adds up to
    /// what the run wrote in it, index entries included.
    pub cells: Vec<f32>,
    /// The most that a key range asks of one split within a column, as a share of what one split
    /// can take: row by row, each by column. A point that passes several rows within a column
    /// asks for all its load in each of them. Not a number where there are no keys.
    pub shares: Vec<f32>,
    /// Which rows belong to which object, top to bottom.
    pub bands: Vec<Band>,
    /// Objects left out because there are more than [`ROWS_MAX`].
    pub left_out: u32,
}

/// Rows that belong to one object.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Band {
    /// The object.
    pub object: ObjectId,
    /// Its keys, cut into `rows` equal ranges.
    pub keys: Keys,
    /// First row.
    pub first_row: u32,
    /// Rows.
    pub rows: u32,
    /// Rows per second of this object that one split can take; 0 if nothing writes it.
    pub split_writes_max: f64,
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

/// Colours from idle to saturated, both of lightness that only rises.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Palette {
    /// Inferno: the widest range.
    Inferno,
    /// Cividis: the same to most colour-blind eyes.
    Cividis,
}

/// How shares become colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ink {
    /// The colours.
    pub palette: Palette,
    /// Logarithmic below a full split.
    pub log: bool,
}

/// A named shape.
#[derive(Clone, Debug, PartialEq)]
pub struct Pattern {
    /// `moving-hot-spot`, `parallel-tails`, `hot-row`, `even`.
    pub id: &'static str,
    /// In words.
    pub label: String,
    /// Position of the band in [`Grid::bands`].
    pub band: usize,
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

/// The grid of a run. Columns are the run's.
#[must_use]
pub fn grid(load: &Load, run: &Run) -> Grid {
    fill::grid(load, run)
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
pub fn paint(shares: Shares<'_>, view: &View, size: Size, ink: Ink) -> Vec<u8> {
    pixels::paint(shares, view, size, ink)
}

/// RGBA pixels of the servers' utilisation: one row a server, 1.0 is saturated.
#[must_use]
pub fn paint_servers(run: &Run, view: &View, size: Size, ink: Ink) -> Vec<u8> {
    pixels::paint(server_share(run), view, size, ink)
}

/// Named shapes, band by band; a band shows one at most.
#[must_use]
pub fn patterns(load: &Load, grid: &Grid) -> Vec<Pattern> {
    shapes::patterns(load, grid)
}

/// What is under a cell; `None` outside the grid.
#[must_use]
pub fn probe(load: &Load, run: &Run, grid: &Grid, column: u32, row: u32) -> Option<Probe> {
    point::probe(load, run, grid, column, row)
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
        let band = self.bands.iter().find(|band| band.object == object)?;
        band.keys.contains(key).then(|| band.row_of(key))
    }

    /// The keys of a row.
    #[must_use]
    pub fn keys_of(&self, row: u32) -> Option<Keys> {
        let band = &self.bands[self.band_of(row)?];
        Some(band.keys.piece(row - band.first_row, band.rows))
    }

    /// The hottest cell as a share of what one split can take; above 1 is overload.
    #[must_use]
    pub fn peak_share(&self) -> f64 {
        f64::from(self.shares.iter().copied().fold(0.0, f32::max))
    }

    /// Position of a cell in the matrices.
    #[must_use]
    pub fn at(&self, row: u32, column: u32) -> usize {
        row as usize * self.columns as usize + column as usize
    }
}

impl Band {
    /// The row of the grid that holds `key`, or the nearest one of the band.
    #[must_use]
    pub fn row_of(&self, key: u64) -> u32 {
        let offset = (self.keys.share_before(key) * f64::from(self.rows)).floor();
        let whole = u32::try_from(crate::workload::load::whole(offset)).unwrap_or(u32::MAX);
        // Where a row's first key is rounded, the share can fall just short of it.
        let row = whole.min(self.rows - 1);
        let next = row + 1 < self.rows && self.keys.piece(row + 1, self.rows).lo <= key;
        self.first_row + row + u32::from(next)
    }
}
