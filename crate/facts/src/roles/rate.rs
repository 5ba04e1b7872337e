//! How often a table is written and read.

use crate::roles::read_shape::ReadShape;

/// A rate, and whether a directive says it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Rate {
    /// Per second.
    pub per_second: f64,
    /// A directive says it; otherwise it follows from the role and from what was given for the
    /// whole schema.
    pub stated: bool,
    /// It is a guess that grows with the writes of the whole schema; otherwise it is stated or
    /// follows from what is stated.
    pub open: bool,
}

/// How often a table is written and read.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Rates {
    /// Rows inserted.
    pub inserts: Rate,
    /// Rows updated.
    pub updates: Rate,
    /// Rows deleted.
    pub deletes: Rate,
    /// Requests that read, by shape, in the order of [`READ_SHAPES`](crate::roles::READ_SHAPES).
    pub reads: Vec<(ReadShape, Rate)>,
}

impl Rates {
    /// Rows written per second.
    #[must_use]
    pub fn writes(&self) -> f64 {
        self.inserts.per_second + self.updates.per_second + self.deletes.per_second
    }
}
