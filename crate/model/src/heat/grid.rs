//! The grid: load by key range and time, and which rows belong to which object.

use crate::load::{Keys, ObjectId};

/// Rows of a grid at most.
pub const ROWS_MAX: u32 = 1000;

/// Rows that every object gets if there is room.
pub const OBJECT_ROWS_MIN: u32 = 8;

/// Share of a split from which on a point is hot ("warm" begins there in Spanner's words: hot
/// split statistics page, read 2026-08-22).
pub(super) const HOT_SHARE: f64 = 0.5;

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
    /// How many of them are hot: with [`RowsBy::Hot`] more than [`HOT_SHOWN_MAX`] are folded too.
    pub folded_hot: u32,
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

/// A cell of a grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// Row.
    pub row: u32,
    /// Column.
    pub column: u32,
}

/// What the rows of a picture are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Layout {
    /// How keys are cut into rows.
    pub rows: RowsBy,
    /// The order of tables and indexes.
    pub order: Order,
    /// Cold tables and indexes share one band, so that the others keep a useful height: those
    /// that nothing touches, and the least busy where there are too many. None that asks half a
    /// split or more of one split is ever folded. With [`RowsBy::Hot`] those whose load is even.
    pub fold: bool,
}

/// How the keys of an object are cut into rows, and what the height of its band goes by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RowsBy {
    /// Equal ranges of keys; heights by the rows written. An ascending key falls as a diagonal.
    #[default]
    Keys,
    /// Equal ranges of keys; what is hot comes first, the hottest on top and all equally high. With
    /// [`Layout::fold`] all that is even shares one band at the bottom.
    Hot,
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
    pub(super) fn edges_of(&self, band: &Band) -> &[u64] {
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
