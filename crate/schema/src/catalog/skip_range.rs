//! The range of numbers that a counter skips.

/// The range that a counter skips.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct SkipRange {
    pub(crate) low: Option<i64>,
    pub(crate) high: Option<i64>,
    /// It was said by clauses, not by options.
    pub(crate) clauses: Option<bool>,
}
