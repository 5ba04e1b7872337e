//! What is known of a table and of an index.

use crate::column::ColumnFact;
use crate::roles::read_shape::ReadShape;
use crate::roles::role::RoleFact;
use crate::schema::ColumnId;
use crate::skew::Skew;
use crate::source::Evidence;
use crate::spans::Each;
use crate::suppressed::Accepted;
use crate::walk::Walk;

/// Facts of a table.
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
    /// Deletes per second, if said.
    pub deletes_per_second: Option<f64>,
    /// What the table is for.
    pub role: RoleFact,
    /// Rows, if said.
    pub rows: Option<f64>,
    /// Bytes per row, said or guessed from the types.
    pub row_bytes: f64,
    /// Few writes: said by a directive, or a ledger of schema versions.
    pub low_write: Option<LowWrite>,
    /// The key walk over the primary key.
    pub walk: Walk,
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
            deletes_per_second: _,
            role,
            rows: _,
            row_bytes: _,
            low_write,
            walk,
            skew: _,
            accepted,
            off: _,
            retention_forever: _,
            append_only: _,
            read_together: _,
            reads: _,
            read_rates: _,
            children_per_parent: _,
        } = self;
        columns.iter_mut().for_each(|column| column.each_span(each));
        if let Some(LowWrite { writes_per_second: _, evidence }) = low_write {
            evidence.each_span(each);
        }
        role.each_span(each);
        walk.each_span(each);
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
