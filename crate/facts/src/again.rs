//! The spans of facts, so that those of tables an edit did not touch move with the text.
//!
//! Structures are taken apart without `..`: a field that is added does not compile until it is
//! named here.

use super::roles::RoleFact;
use super::{
    Accepted, ColumnFact, Evidence, IndexFacts, LowWrite, Mutable, Overruled, TableFacts, Walk,
    WalkPart,
};
use crate::text::Span;

/// What is done to each span.
pub(super) type Each<'a> = &'a mut dyn FnMut(&mut Span);

impl TableFacts {
    /// Every span of it.
    pub(super) fn each_span(&mut self, each: Each<'_>) {
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
        columns.iter_mut().for_each(|column| of_column(column, each));
        if let Some(LowWrite { writes_per_second: _, evidence }) = low_write {
            of_evidence(evidence, each);
        }
        let RoleFact { role: _, evidence } = role;
        of_evidence(evidence, each);
        of_walk(walk, each);
        accepted.iter_mut().for_each(|accepted| of_accepted(accepted, each));
    }
}

impl IndexFacts {
    /// Every span of it.
    pub(super) fn each_span(&mut self, each: Each<'_>) {
        let Self { walk, writes_per_second: _, accepted, off: _ } = self;
        of_walk(walk, each);
        accepted.iter_mut().for_each(|accepted| of_accepted(accepted, each));
    }
}

fn of_column(fact: &mut ColumnFact, each: Each<'_>) {
    let ColumnFact {
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
    } = fact;
    if let Some(overruled) = overruled {
        let Overruled { dist: _, confidence: _, evidence } = overruled.as_mut();
        of_evidence(evidence, each);
    }
    evidence.iter_mut().for_each(|evidence| of_evidence(evidence, each));
    if let Some(Mutable { per_second: _, evidence }) = mutable {
        of_evidence(evidence, each);
    }
}

fn of_evidence(evidence: &mut Evidence, each: Each<'_>) {
    let Evidence { what: _, span, source: _ } = evidence;
    each(span);
}

fn of_walk(walk: &mut Walk, each: Each<'_>) {
    let Walk { parts, outcome: _ } = walk;
    for WalkPart { table: _, column: _, desc: _, span, inherited: _ } in parts {
        each(span);
    }
}

fn of_accepted(accepted: &mut Accepted, each: Each<'_>) {
    let Accepted { rule: _, reason: _, span } = accepted;
    each(span);
}
