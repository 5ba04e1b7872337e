//! What is so far past a limit of Spanner that it is reported once and not analysed further. No
//! database can have it, and to analyse all of it would take longer than anybody waits.

use crate::limits::{
    DATABASE_STREAMS_MAX, INTERLEAVE_LEVELS_MAX, KEY_COLUMNS_MAX, TABLE_COLUMNS_MAX,
    TABLE_INDEXES_MAX,
};
use crate::text::Span;
use smol_str::SmolStr;

/// How many times a limit a thing may be past and still be analysed (our assumption: a schema
/// that is being written is past a limit by a little, a mistake or a generator by much).
pub const ANALYSED_TIMES: usize = 10;

/// Steps that are taken for one text, in all, to look for what uses what a statement drops or
/// changes: an object that is looked at, or eight bytes of an expression or a query. Our
/// assumption: what is written or generated for a database needs a tenth of it, and it takes
/// about ten milliseconds.
pub(crate) const STEPS_MAX: usize = 500_000;

/// A thing that is left out of the schema because it is far past a limit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PastLimit {
    /// The limit.
    pub of: Limited,
    /// Its name.
    pub name: SmolStr,
    /// Where the name stands.
    pub span: Span,
    /// How much there is of what is limited.
    pub count: usize,
}

/// What is limited.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Limited {
    /// Columns of a table's key.
    KeyColumns,
    /// Columns of an index key.
    IndexKeyColumns,
    /// Columns of a table.
    Columns,
    /// Indexes of a table.
    Indexes,
    /// Levels of an interleaving tree; what is left out are the tables below.
    Levels,
    /// Change streams of a database; what is left out are those behind the last that is analysed.
    Streams,
    /// Steps for looking through what uses what a statement drops or changes; such statements are
    /// not checked from there on.
    Dependents,
}

impl Limited {
    /// How many Spanner takes.
    #[must_use]
    pub fn most(self) -> usize {
        match self {
            Self::KeyColumns | Self::IndexKeyColumns => KEY_COLUMNS_MAX,
            Self::Columns => TABLE_COLUMNS_MAX,
            Self::Indexes => TABLE_INDEXES_MAX,
            Self::Levels => INTERLEAVE_LEVELS_MAX,
            Self::Streams => DATABASE_STREAMS_MAX,
            Self::Dependents => STEPS_MAX,
        }
    }

    /// Whether so many are too many to be analysed.
    pub(crate) fn is_past(self, count: usize) -> bool {
        count > self.most() * ANALYSED_TIMES
    }
}
