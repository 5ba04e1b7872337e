//! Sequences and their counters.

use super::constraint::RefusedClause;
use super::name::{Name, OptionItem};
use crate::text::Span;

/// `CREATE SEQUENCE`.
#[derive(Clone, Debug)]
pub struct CreateSequence {
    /// The sequence.
    pub name: Name,
    /// Its kind is bit-reversed positive.
    pub bit_reversed: bool,
    /// Options.
    pub options: Vec<OptionItem>,
    /// What the clauses and options say of its counter.
    pub counter: Counter,
}

/// `ALTER SEQUENCE`.
#[derive(Clone, Debug)]
pub struct AlterSequence {
    /// The sequence.
    pub name: Name,
    /// `IF EXISTS` was said.
    pub if_exists: bool,
    /// Options, where it sets any.
    pub options: Vec<OptionItem>,
    /// What the clauses and options set of its counter.
    pub counter: Counter,
}

/// What is said of the counter of a sequence or of an identity column, by clauses or by options.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counter {
    /// The kind.
    pub kind: Option<Span>,
    /// `SKIP RANGE a, b`; an option of either bound.
    pub skip_range: Option<Span>,
    /// `START COUNTER WITH n`, `RESTART COUNTER WITH n`.
    pub start: Option<Span>,
    /// `NO SKIP RANGE`, or a bound set to NULL.
    pub no_skip_range: bool,
    /// Clauses and options that Spanner rejects.
    pub refused: Vec<RefusedClause>,
}
