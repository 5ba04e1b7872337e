//! What is known of a table and of an index.

use crate::column::ColumnFact;
use crate::roles::read_shape::ReadShape;
use crate::roles::role::RoleFact;
use crate::schema::ColumnId;
use crate::skew::Skew;
use crate::source::Evidence;
use crate::spans::Each;
use crate::suppressed::Accepted;
use crate::syntax::boxed::{Boxed, Parts};
use crate::walk::Walk;
use std::ops::{Deref, DerefMut};

/// Facts of a table. What few tables have is kept apart: a long text has many tables.
#[derive(Clone, Debug, Default)]
pub struct TableFacts {
    /// One per column, by [`ColumnId`].
    pub columns: Vec<ColumnFact>,
    /// Inserts per second: said by a directive, or this table's part of what was given. The part
    /// of a counter is its updates, which land where its inserts would.
    pub writes_per_second: Option<f64>,
    /// The rate was said by a directive of this table.
    pub writes_stated: bool,
    /// Updates per second: said by a directive, or this table's part of what was given.
    pub updates_per_second: Option<f64>,
    /// The rate of updates was said by a directive of this table.
    pub updates_stated: bool,
    /// What the table is for.
    pub role: RoleFact,
    /// Bytes per row, said or guessed from the types.
    pub row_bytes: f64,
    /// The key walk over the primary key.
    pub walk: Walk,
    /// What is said of few tables; the facts deref to it.
    pub stated: Boxed<StatedOfTable>,
}

/// What is said of few tables.
#[derive(Clone, Debug, Default)]
pub struct StatedOfTable {
    /// Deletes per second, if said.
    pub deletes_per_second: Option<f64>,
    /// Rows, if said.
    pub rows: Option<f64>,
    /// Few writes: said by a directive, or a ledger of schema versions.
    pub low_write: Option<LowWrite>,
    /// Skew of columns, if said.
    pub skew: Vec<(ColumnId, Skew)>,
    /// Rules accepted here, each with its reason.
    pub accepted: Vec<Accepted>,
    /// Rules switched off here.
    pub off: Vec<String>,
    /// Rows are kept for ever, by directive.
    pub retention_forever: bool,
    /// Rows are never changed or deleted, by directive.
    pub append_only: bool,
    /// How rows are read, if said; reads of all rows are not among them.
    pub reads: Vec<String>,
    /// Reads per second by shape, if said; of several for one shape the last counts.
    pub read_rates: Vec<(ReadShape, f64)>,
    /// Most children a parent row has, if said.
    pub children_per_parent: Option<f64>,
    /// Whether a parent is read with its children, if said.
    pub read_together: Option<bool>,
}

impl Deref for TableFacts {
    type Target = StatedOfTable;

    fn deref(&self) -> &StatedOfTable {
        &self.stated
    }
}

impl DerefMut for TableFacts {
    fn deref_mut(&mut self) -> &mut StatedOfTable {
        &mut self.stated
    }
}

impl Parts for StatedOfTable {
    fn none() -> &'static Self {
        static NONE: StatedOfTable = StatedOfTable {
            deletes_per_second: None,
            rows: None,
            low_write: None,
            skew: Vec::new(),
            accepted: Vec::new(),
            off: Vec::new(),
            retention_forever: false,
            append_only: false,
            reads: Vec::new(),
            read_rates: Vec::new(),
            children_per_parent: None,
            read_together: None,
        };
        &NONE
    }
}

/// Facts of an index.
#[derive(Clone, Debug)]
pub struct IndexFacts {
    /// The key walk over the index key with the base key appended.
    pub walk: Walk,
    /// Entries written per second: inserts plus twice the updates of its columns, if known.
    pub writes_per_second: Option<f64>,
    /// Rules accepted here, each with its reason.
    pub accepted: Vec<Accepted>,
    /// Rules switched off here.
    pub off: Vec<String>,
}

/// Few writes.
#[derive(Clone, Debug, PartialEq)]
pub struct LowWrite {
    /// Writes/s, if said.
    pub writes_per_second: Option<f64>,
    /// Why it is known.
    pub evidence: Evidence,
}

impl TableFacts {
    /// Every span of it.
    pub(crate) fn each_span(&mut self, each: Each<'_>) {
        let Self {
            columns,
            writes_per_second: _,
            writes_stated: _,
            updates_per_second: _,
            updates_stated: _,
            role,
            row_bytes: _,
            walk,
            stated,
        } = self;
        columns.iter_mut().for_each(|column| column.each_span(each));
        role.each_span(each);
        walk.each_span(each);
        if let Some(stated) = stated.as_mut() {
            stated.each_span(each);
        }
    }
}

impl StatedOfTable {
    /// Every span of it.
    fn each_span(&mut self, each: Each<'_>) {
        let Self {
            deletes_per_second: _,
            rows: _,
            low_write,
            skew: _,
            accepted,
            off: _,
            retention_forever: _,
            append_only: _,
            reads: _,
            read_rates: _,
            children_per_parent: _,
            read_together: _,
        } = self;
        if let Some(LowWrite { writes_per_second: _, evidence }) = low_write {
            evidence.each_span(each);
        }
        accepted.iter_mut().for_each(|accepted| accepted.each_span(each));
    }
}

impl IndexFacts {
    /// Every span of it.
    pub(crate) fn each_span(&mut self, each: Each<'_>) {
        let Self { walk, writes_per_second: _, accepted, off: _ } = self;
        walk.each_span(each);
        accepted.iter_mut().for_each(|accepted| accepted.each_span(each));
    }
}
