//! Objects that a check names: tables, indexes, columns and their keys.

use crate::facts::Dist;
use crate::read::Reading;
use crate::schema::{IndexId, KeyPart, Schema, TableId};

/// The table and the whole key of a table or an index.
pub(super) fn key_of(schema: &Schema, name: &str) -> Option<(TableId, Vec<KeyPart>)> {
    if let Some(table) = schema.find_table(name) {
        return Some((table, schema.table(table).key.clone()));
    }
    let index = find_index(schema, name)?;
    Some((schema.index(index).table, schema.effective_key(index)))
}

fn find_index(schema: &Schema, name: &str) -> Option<IndexId> {
    schema.index_ids().find(|&id| schema.index(id).name.eq_ignore_ascii_case(name))
}

/// Values of the shard column that leads a key; 0 where it is none.
pub(super) fn shards(reading: &Reading, table: TableId, key: &[KeyPart]) -> u32 {
    let Some(first) = key.first() else { return 0 };
    match reading.facts.column(table, first.column).dist {
        Dist::Shard { n, signed: true, .. } => n.saturating_mul(2).saturating_sub(1),
        Dist::Shard { n, .. } => n,
        _ => 0,
    }
}

/// Whether a schema has a table, an index or something else of a name, or a `Table.Column`.
#[must_use]
pub(super) fn has(schema: &Schema, name: &str) -> bool {
    let same = |one: &str| one.eq_ignore_ascii_case(name);
    let column = || {
        let (table, column) = name.rsplit_once('.')?;
        schema.table(schema.find_table(table)?).find_column(column)
    };
    key_of(schema, name).is_some()
        || schema.special_indexes.iter().any(|index| same(&index.name))
        || schema.sequences.iter().any(|sequence| same(&sequence.name))
        || schema.streams.iter().any(|stream| same(&stream.name))
        || schema.views.iter().any(|view| same(&view.name))
        || column().is_some()
}
