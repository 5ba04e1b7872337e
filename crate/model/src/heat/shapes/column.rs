//! One column of a band.

/// One column of a band.
#[derive(Clone, Copy, Debug)]
pub(super) struct Column {
    /// Which.
    pub(super) column: u32,
    /// Clusters of bright cells.
    pub(super) clusters: u32,
    /// Mean of their middles. Each counts once: some stand in one row, some on the edge of two.
    pub(super) row: f64,
    /// Rows they cover.
    pub(super) covered: u32,
    /// First and last bright row.
    pub(super) bright: (u32, u32),
    /// First and last row with keys.
    pub(super) held: (u32, u32),
    /// The brightest cell.
    pub(super) peak: f32,
    /// All cells.
    pub(super) sum: f64,
}
