//! What is known of a column.

use crate::dist::{Dist, TimeId};
use crate::source::Evidence;
use crate::spans::Each;

/// What is known of a column.
#[derive(Clone, Debug, PartialEq)]
pub struct ColumnFact {
    /// How its values are spread over the key space as rows arrive.
    pub dist: Dist,
    /// Which family of time-ordered ids, where that is known.
    pub time_id: Option<TimeId>,
    /// How sure, 0 to 1.
    pub confidence: f64,
    /// Why.
    pub evidence: Vec<Evidence>,
    /// The value of a row changes after insert.
    pub mutable: Option<Box<Mutable>>,
    /// Share of rows without a value, if known.
    pub null_share: Option<f64>,
    /// Longest value in characters, if known.
    pub max_len: Option<u32>,
    /// The value never changes after insert, by directive.
    pub immutable: bool,
    /// No two rows share a value, by directive.
    pub unique: bool,
    /// The user has said so by a directive.
    pub stated: bool,
    /// What the text shows where a directive says something else.
    pub overruled: Option<Box<Overruled>>,
}

/// What would be believed of a column if no directive had spoken.
#[derive(Clone, Debug, PartialEq)]
pub struct Overruled {
    /// How its values would be spread.
    pub dist: Dist,
    /// How sure that would be, 0 to 1.
    pub confidence: f64,
    /// Why.
    pub evidence: Evidence,
}

/// A column whose value changes.
#[derive(Clone, Debug, PartialEq)]
pub struct Mutable {
    /// Changes per second over the table, if said.
    pub per_second: Option<f64>,
    /// Why it is known.
    pub evidence: Evidence,
}

impl ColumnFact {
    /// Every span of it.
    pub(crate) fn each_span(&mut self, each: Each<'_>) {
        let Self {
            dist: _,
            time_id: _,
            confidence: _,
            evidence,
            mutable,
            null_share: _,
            max_len: _,
            immutable: _,
            unique: _,
            stated: _,
            overruled,
        } = self;
        if let Some(overruled) = overruled {
            let Overruled { dist: _, confidence: _, evidence } = overruled.as_mut();
            evidence.each_span(each);
        }
        evidence.iter_mut().for_each(|evidence| evidence.each_span(each));
        if let Some(mutable) = mutable {
            let Mutable { per_second: _, evidence } = mutable.as_mut();
            evidence.each_span(each);
        }
    }
}
