//! What reads cost on one schema and on another, in ranges of keys, with their queries; and the
//! bytes of a row.

use super::FixContext;

/// What one way of reading costs before and after.
#[derive(Clone, Debug, PartialEq)]
pub struct Cost {
    /// The table or index that is read.
    pub object: String,
    /// The way of reading.
    pub shape: Shape,
    /// The way of reading, in words: `one Txn`.
    pub label: String,
    /// What it takes as the schema is.
    pub before: Scans,
    /// What it takes with the fix.
    pub after: Scans,
}

/// Ways of reading.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// One row by its key.
    Point,
    /// The rows of one entity.
    Entity,
    /// The newest rows.
    Newest,
    /// The rows of the last hour.
    LastHour,
    /// All rows.
    Full,
}

impl Shape {
    /// As the page knows it.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Point => "point",
            Self::Entity => "entity",
            Self::Newest => "newest",
            Self::LastHour => "lastHour",
            Self::Full => "full",
        }
    }
}

/// What a read takes on one schema.
#[derive(Clone, Debug, PartialEq)]
pub struct Scans {
    /// Ranges of keys that are read; `None` where every row is.
    pub ranges: Option<u32>,
    /// In words: `16 scans and a merge`.
    pub words: String,
    /// The query.
    pub query: String,
}

/// Bytes of a row before and after.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bytes {
    /// As it is.
    pub before: f64,
    /// With the fix.
    pub after: f64,
}

/// What reads of the tables and indexes cost whose keys differ.
#[must_use]
pub fn costs(before: &FixContext<'_>, after: &FixContext<'_>) -> Vec<Cost> {
    let _ = (before, after);
    Vec::new()
}

/// Bytes of a row of the tables whose keys or indexes differ, with its index entries; `None`
/// where none does.
#[must_use]
pub fn bytes(before: &FixContext<'_>, after: &FixContext<'_>) -> Option<Bytes> {
    let _ = (before, after);
    None
}
