//! What to paint and how: the cells, the visible part, the colours.

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
    /// Health: cool below half a split, warm up to all of it, red above, on a linear scale.
    Health,
    /// Inferno: the widest range.
    Inferno,
    /// Cividis: the same to most colour-blind eyes.
    Cividis,
    /// Viridis.
    Viridis,
    /// Greys: for print.
    Greys,
    /// Hue is the server, lightness the load: see [`paint_owned`](super::paint_owned). Where no
    /// servers are given, greys as light.
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
    /// person moves it. See [`position`](super::position).
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
