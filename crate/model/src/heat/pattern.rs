//! A named shape in the picture, with its evidence.

/// A named shape.
#[derive(Clone, Debug, PartialEq)]
pub struct Pattern {
    /// `moving-hot-spot`, `moving-index`, `growing-triangle`, `pinned-edge`, `hot-row`,
    /// `repeated-sweep`, `parallel-tails`, `split-chase`, `sudden-increase`, `all-keys-at-once`,
    /// `periodic`, `hot-table`, `recovery`, `even`: worst first.
    pub id: &'static str,
    /// In words, short enough to stand on the picture.
    pub label: String,
    /// Position of the band in [`Grid::bands`](super::grid::Grid::bands); the busiest for a shape
    /// over all of them.
    pub band: usize,
    /// What it means and what to do, for the person.
    pub say: String,
    /// How well the cells fit the shape, 0 to 1.
    pub confidence: f64,
    /// The numbers it was recognised by.
    pub evidence: Vec<Evidence>,
    /// Where it stands: its first row and one past its last.
    pub rows: (u32, u32),
    /// Its first column and one past its last.
    pub columns: (u32, u32),
}

/// A number by which a shape was recognised.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Evidence {
    /// What it is: `R²`.
    pub name: &'static str,
    /// The number.
    pub value: f64,
}
