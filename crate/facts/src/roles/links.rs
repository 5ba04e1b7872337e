//! How a table hangs together with others, and the columns by which it is read.

use crate::column::ColumnFact;
use crate::dist::Dist;
use crate::schema::{ColumnId, ForeignKey, IndexId, KeyPart, Schema, TableId};
use crate::syntax::tree::Type;
use crate::table::TableFacts;

/// Children of a parent where nothing says how many (our assumption: the lines of an order).
pub const CHILDREN_PER_PARENT: f64 = 5.0;

/// The mean of children as a share of the most (our assumption: most parents have few).
const CHILDREN_MEAN_SHARE: f64 = 0.25;

/// Enforced or not, a foreign key whose columns the text has.
pub(super) fn foreign_keys(
    schema: &Schema,
    id: TableId,
) -> impl Iterator<Item = (&ForeignKey, TableId)> {
    let keys = schema.table(id).foreign_keys.iter();
    keys.filter_map(move |key| Some((key, key.table.filter(|&to| to != id)?)))
}

/// The table that a child's rows come with: the one it is interleaved in, or the one whose key
/// leads its own.
#[must_use]
pub fn parent_of(schema: &Schema, id: TableId) -> Option<TableId> {
    let table = schema.table(id);
    if let Some(parent) = &table.parent {
        return parent.table;
    }
    let leads = |key: &ForeignKey| {
        let n = key.columns.len();
        n > 0
            && n < table.key.len()
            && key.columns.iter().zip(&table.key).all(|(column, part)| *column == part.column)
    };
    foreign_keys(schema, id).find(|(key, _)| leads(key)).map(|(_, to)| to)
}

/// Mean number of children of a parent.
#[must_use]
pub fn children_per_parent(facts: &TableFacts) -> f64 {
    let most = facts.children_per_parent;
    most.map_or(CHILDREN_PER_PARENT, |most| (most * CHILDREN_MEAN_SHARE).max(most.min(1.0)))
}

/// The column by which a table is read in order of time: in its key, in an index, or any. In
/// indexes a time stands before a number that grows: that may only tell rows apart.
#[must_use]
pub fn clock(schema: &Schema, id: TableId, columns: &[ColumnFact]) -> Option<ColumnId> {
    let table = schema.table(id);
    let moves = |column: ColumnId| columns[column.0 as usize].dist.is_moving();
    let key = table.key.iter().map(|part| part.column);
    let own = |&index: &IndexId| !schema.index(index).managed;
    let indexed = || {
        let indexes = schema.indexes_of(id).filter(own);
        indexes.flat_map(|index| schema.index(index).keys.iter().map(|part| part.column))
    };
    let time = |column: &ColumnId| {
        matches!(table.column(*column).ty, Some(Type::Timestamp | Type::CommitTimestamp))
    };
    key.chain(indexed().filter(time))
        .chain(indexed())
        .find(|&column| moves(column))
        .or_else(|| table.column_ids().filter(time).find(|&column| moves(column)))
}

/// The columns that rows of one entity share: the parent's key, else the first column of an
/// entity in the key or an index that does not tell rows apart by itself.
#[must_use]
pub fn entity_columns(schema: &Schema, id: TableId, columns: &[ColumnFact]) -> Vec<ColumnId> {
    let table = schema.table(id);
    let derived = |column: ColumnId| table.column(column).generated.is_some();
    let key: Vec<ColumnId> =
        table.key.iter().map(|part| part.column).filter(|&column| !derived(column)).collect();
    if let Some(parent) = table.parent.as_ref().and_then(|parent| parent.table) {
        let inherited = table.key.iter().take(schema.table(parent).key.len());
        return inherited.map(|part| part.column).filter(|&column| !derived(column)).collect();
    }
    let many = |column: ColumnId| match columns[column.0 as usize].dist {
        Dist::Entity { .. } => true,
        // A random id of another table, in front of a key that goes on.
        Dist::Uniform => key.first() == Some(&column) && !derived(column),
        _ => false,
    };
    let alone = |column: ColumnId| {
        key == [column]
            || schema.indexes_of(id).map(|index| schema.index(index)).any(|index| {
                index.unique && matches!(&index.keys[..], [only] if only.column == column)
            })
    };
    let indexed = schema.indexes_of(id).filter(|&index| !schema.index(index).managed);
    let indexed = indexed.flat_map(|index| schema.index(index).keys.iter().map(|p| p.column));
    let found = key.iter().copied().chain(indexed).find(|&c| many(c) && !alone(c));
    found.into_iter().collect()
}

/// Whether a column leads a key of the table or of an index, shards and columns of few values
/// apart.
pub(super) fn leads(
    schema: &Schema,
    id: TableId,
    columns: &[ColumnFact],
    column: ColumnId,
) -> bool {
    let is_low = |column: ColumnId| {
        matches!(columns[column.0 as usize].dist, Dist::Shard { .. } | Dist::LowCard { .. })
    };
    let indexed = schema.indexes_of(id).map(|index| schema.index(index));
    let indexed = indexed.filter(|index| !index.managed).map(|index| &index.keys[..]);
    let first = |parts: &[KeyPart]| {
        parts.iter().map(|part| part.column).find(|&part| part == column || !is_low(part))
    };
    std::iter::once(&schema.table(id).key[..]).chain(indexed).any(|key| first(key) == Some(column))
}
