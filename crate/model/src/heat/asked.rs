//! What a run asks of an object, by which the rows of a picture are handed out.

/// What is asked of an object.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Asked {
    /// Rows per second written.
    pub(super) writes: f64,
    /// Splits that the writes take.
    pub(super) write_cost: f64,
    /// Rows per second written, and a part of those read.
    pub(super) rows: f64,
    /// Splits that all of it takes.
    pub(super) cost: f64,
    /// The most that it asks of one split.
    pub(super) peak: f64,
    /// The most that it asks of one place, as a mean over the run; 0 where all of it is even.
    pub(super) pointed: f64,
}
