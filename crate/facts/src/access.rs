//! How a read finds its rows: which of a table and its indexes serves it, in how many ranges of
//! keys.
//!
//! Model: a read costs the ranges of keys it seeks. It is told from the key with what a query
//! fixes of it, and the best of a table and its indexes is taken. What Spanner's optimizer would
//! do besides, such as sorting a part, is left out.

use crate::all::Facts;
use crate::dist::Dist;
use crate::schema::{ColumnId, IndexId, KeyPart, Schema, TableId};
use crate::shard;

/// Values of a column with few that are still read one by one (our assumption: beyond, a query
/// would not list them).
const VALUES_MAX: u32 = 64;

/// What is read: the table or one of its indexes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Path {
    /// The table.
    Table,
    /// An index on it.
    Index(IndexId),
}

/// What a query fixes.
#[derive(Clone, Debug, Default)]
pub struct Wanted {
    /// Columns that equal a value.
    pub equal: Vec<ColumnId>,
    /// Columns that equal one of so many values.
    pub among: Vec<(ColumnId, u32)>,
    /// Columns that are not NULL.
    pub present: Vec<ColumnId>,
    /// The column that rows are ordered by, newest first.
    pub newest: Option<ColumnId>,
    /// The column that tells the last hour.
    pub since: Option<ColumnId>,
}

/// How a key is sought.
#[derive(Clone, Debug, Default)]
pub struct Seek {
    /// Ranges of keys.
    pub ranges: u32,
    /// Columns whose values are all listed, in order.
    pub lists: Vec<(ColumnId, List)>,
}

/// Values that are listed.
#[derive(Clone, Copy, Debug)]
pub enum List {
    /// Shards from a first to a last.
    Shards(i64, i64),
    /// Values that the reader knows.
    Values,
}

/// A table whose reads are looked at.
#[derive(Clone, Copy, Debug)]
pub struct Reader<'a> {
    /// The schema.
    pub schema: &'a Schema,
    /// What is known of it.
    pub facts: &'a Facts,
    /// The table.
    pub table: TableId,
}

impl Reader<'_> {
    /// Indexes that a query can name.
    fn indexes(&self) -> impl Iterator<Item = IndexId> {
        self.schema.indexes_of(self.table).filter(|&id| !self.schema.index(id).managed)
    }

    /// Whether a row can have NULL in a column: not where it is a shard of columns that are never
    /// NULL, though no column that is added later can be said to be NOT NULL.
    #[must_use]
    pub fn may_be_null(&self, column: ColumnId) -> bool {
        let table = self.schema.table(self.table);
        let it = table.column(column);
        let from = shard::sources(table, it);
        let sure = !from.is_empty() && from.iter().all(|&source| table.column(source).not_null);
        !(it.not_null || sure)
    }

    /// The shard is computed from columns that are all fixed, so Spanner finds it by itself; with
    /// one column, as the page on generated columns promises.
    fn inferred(&self, column: ColumnId, equal: &[ColumnId]) -> bool {
        let table = self.schema.table(self.table);
        let from = shard::sources(table, table.column(column));
        matches!(from[..], [one] if equal.contains(&one))
    }

    /// How `parts` are sought for what is wanted; `None` where all of them are read.
    #[must_use]
    pub fn seek(&self, parts: &[KeyPart], wanted: &Wanted) -> Option<Seek> {
        let mut seek = Seek { ranges: 1, lists: Vec::new() };
        let ordered = wanted.newest.or(wanted.since);
        let wanted_fixed = wanted.equal.len() + wanted.among.len();
        let mut fixed = 0;
        for part in parts {
            let among = wanted.among.iter().find(|(column, _)| *column == part.column);
            if wanted.equal.contains(&part.column) {
                fixed += 1;
            } else if let Some((_, values)) = among {
                fixed += 1;
                seek.ranges = seek.ranges.saturating_mul(*values);
            } else if ordered == Some(part.column) {
                return Some(seek);
            } else if fixed == wanted_fixed && ordered.is_none() {
                break;
            } else if !self.inferred(part.column, &wanted.equal) {
                let (n, list) = match self.facts.column(self.table, part.column).dist {
                    Dist::Shard { n, signed: false, .. } => (n, List::Shards(0, i64::from(n) - 1)),
                    Dist::Shard { n, signed: true, .. } => {
                        (2 * n - 1, List::Shards(1 - i64::from(n), i64::from(n) - 1))
                    }
                    // NULL is one of them, where there is any.
                    Dist::LowCard { values } if values <= VALUES_MAX => (values, List::Values),
                    _ => break,
                };
                let shards = matches!(list, List::Shards(..));
                let absent = shards
                    && self.may_be_null(part.column)
                    && !wanted.present.contains(&part.column);
                let n = n + u32::from(absent);
                seek.ranges = seek.ranges.saturating_mul(n);
                seek.lists.push((part.column, list));
            }
        }
        (fixed > 0 && ordered.is_none()).then_some(seek)
    }

    /// The best way to read what is wanted, or the one of `only`.
    #[must_use]
    pub fn best(&self, wanted: &Wanted, only: Option<IndexId>) -> (Path, Option<Seek>) {
        if let Some(id) = only {
            return (Path::Index(id), self.seek(&self.schema.effective_key(id), wanted));
        }
        let mut best = (Path::Table, self.seek(&self.schema.table(self.table).key, wanted));
        for id in self.indexes() {
            if !self.holds(id, wanted) {
                continue;
            }
            let seek = self.seek(&self.schema.effective_key(id), wanted);
            let ranges = |seek: &Option<Seek>| seek.as_ref().map_or(u32::MAX, |seek| seek.ranges);
            if ranges(&seek) < ranges(&best.1) {
                best = (Path::Index(id), seek);
            }
        }
        best
    }

    /// Whether an index holds every row that is wanted: one without some rows serves a query that
    /// asks for none of them.
    #[must_use]
    pub fn holds(&self, id: IndexId, wanted: &Wanted) -> bool {
        let asked = |column: &ColumnId| {
            wanted.equal.contains(column)
                || wanted.since == Some(*column)
                || wanted.present.contains(column)
        };
        self.schema.left_out_by(id).iter().all(asked)
    }

    /// Whether an index holds every column of the table, so that no row need be looked up.
    #[must_use]
    pub fn covers(&self, id: IndexId) -> bool {
        let index = self.schema.index(id);
        let table = self.schema.table(self.table);
        let has = |column: ColumnId| {
            index.storing.contains(&column)
                || index.keys.iter().any(|part| part.column == column)
                || table.is_key(column)
        };
        table.column_ids().all(has)
    }
}
