//! The most rows of a table for each row of its parent, where its key shows it: an order whose lines
//! are numbered from 1 to 40 has at most 40 lines.
//!
//! An average shows no such limit, and a number that only grows will pass the one that it has now.

use super::arrival::ARRIVAL_MIN;
use super::plan::{Porter, Table};
use super::types::Ty;
use crate::rows::sampled::VALUES_MIN;

// The thresholds are ours. Dumps in which numbers like these go on growing would change our mind.

/// Numbers within a parent at most: more of them are those of entries that gather without end.
const POSITIONS_MAX: u64 = 1_000;
/// A number with which the rows of a parent begin, at most.
const FIRST_MAX: u64 = 1;
/// The most frequent number is in the rows of one of so many parents, at least. Each parent with
/// rows has the first number; ids of another table are not that frequent.
const PARENTS_PER_FIRST: u64 = 2;

/// Numbers that tell the rows of a parent apart.
pub(super) struct Positions {
    /// The column of the source.
    pub(super) column: String,
    /// The least of all rows.
    pub(super) low: u64,
    /// The greatest.
    pub(super) high: u64,
}

impl Positions {
    /// How many there are: the rows of a parent at most.
    pub(super) fn count(&self) -> u64 {
        (self.high - self.low).saturating_add(1)
    }
}

impl Porter<'_> {
    /// The numbers that limit the rows of a table for each row of its parent: the last column of a
    /// primary key that begins with the key of the parent.
    pub(super) fn positions(&self, table: &Table) -> Option<Positions> {
        let (parent, columns) = self.parent_of(table)?;
        let [before @ .., (last, _)] = table.key.as_slice() else { return None };
        let planned = table.columns.iter().find(|column| column.name == *last)?;
        if before.len() != columns || planned.ty != Ty::Int || self.is_foreign(table, planned) {
            return None;
        }
        let from = &self.source.tables[table.source];
        let column = &from.columns[from.column(&planned.source)?];
        let (values, sampled) = (&column.values, &column.values.sampled);
        let (low, high) = values.range?;
        let (low, high) = (u64::try_from(low).ok()?, u64::try_from(high).ok()?);
        let known = values.count == from.rows && !values.other && !values.unread;
        let generated = column.generator.is_some() || self.draws(column).is_some();
        let grows = generated || sampled.arrival >= ARRIVAL_MIN;
        let parents = self.source.tables[self.plan[parent].source].rows;
        let first = sampled.most.saturating_mul(from.rows) / sampled.fair.max(1);
        let starts = parents > 0 && first.saturating_mul(PARENTS_PER_FIRST) >= parents;
        let positions = Positions { column: column.name.name.clone(), low, high };
        let limited = low <= FIRST_MAX && positions.count() <= POSITIONS_MAX;
        (known && !grows && starts && limited && sampled.fair >= VALUES_MIN).then_some(positions)
    }

    /// The parent of a table in the plan, and how many columns at the start of its key name it. None
    /// where another foreign key deletes rows too: a fact of the table would be read as one of it.
    fn parent_of(&self, table: &Table) -> Option<(usize, usize)> {
        let number = *self.by_source.get(&table.source)?;
        let leads = |names: &[String]| {
            names.len() < table.key.len()
                && names.iter().zip(&table.key).all(|(name, (key, _))| name == key)
        };
        let mut parent =
            table.interleave.map(|above| (above.parent, self.plan[above.parent].key.len()));
        for key in self.foreign.iter().filter(|it| it.table == number && it.target != number) {
            if parent.is_none() && leads(&key.columns) {
                parent = Some((key.target, key.columns.len()));
            } else if key.cascade {
                return None;
            }
        }
        parent
    }
}
