//! What happens to splits: splitting, moving and merging, why one cannot be split, and what is left
//! of them at the end of a run.

use hotsplit_base::unsplittable::UnsplittableReason;

use crate::load::{Keys, ObjectId};

/// What happened to a split.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EventKind {
    /// It was split because of its load.
    Split,
    /// It was split because of its size.
    SizeSplit,
    /// It moved to another server.
    Move,
    /// It was merged with the one before it.
    Merge,
}

/// Something that happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Event {
    /// Seconds from the start.
    pub second: u32,
    /// What.
    pub kind: EventKind,
    /// The boundary made or taken away; the first key of a split that moved.
    pub key: u64,
    /// The root of the row tree, or the free-standing index.
    pub object: ObjectId,
    /// The server of the part made or moved.
    pub server: u32,
}

/// A hot split that could not be split, at the end of the run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Unsplittable {
    /// The object that bears most of its load.
    pub object: ObjectId,
    /// Its keys.
    pub keys: Keys,
    /// Why.
    pub reason: UnsplittableReason,
    /// `CPU_USAGE_SCORE`, 0 to 100.
    pub score: f64,
}

/// A split at the end of the run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SplitAtEnd {
    /// Its keys.
    pub keys: Keys,
    /// Its server.
    pub server: u32,
    /// The load that reaches it, in servers.
    pub load: f64,
    /// What it holds.
    pub bytes: f64,
}

/// From a second on, keys are served by a server.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Change {
    /// The second.
    pub second: u32,
    /// The keys.
    pub keys: Keys,
    /// The server.
    pub server: u32,
    /// Why the split cannot be split, if it is hot and cannot.
    pub reason: Option<UnsplittableReason>,
}

impl EventKind {
    /// As the page says it.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Split => "split",
            Self::SizeSplit => "size-split",
            Self::Move => "move",
            Self::Merge => "merge",
        }
    }
}
