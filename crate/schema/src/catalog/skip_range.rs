//! The range of numbers that a counter skips.

/// The range that a counter skips.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct SkipRange {
    /// Its smaller end.
    pub(crate) low: Option<i64>,
    /// Its greater end.
    pub(crate) high: Option<i64>,
    /// Clauses describe it, not options.
    pub(crate) clauses: Option<bool>,
}
