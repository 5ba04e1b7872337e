//! Refuses to edit what a later statement changes again: the edit would be undone, or Spanner
//! would refuse the later statement.

use super::{Fix, Refusal, accept, object_name, refuse};
use crate::rules::{Finding, Object};
use crate::schema::{ColumnId, Schema, TableId};

/// Says why `fix` cannot work on a schema whose parts came by statements that fixes do not edit.
pub fn check(schema: &Schema, finding: &Finding, fix: &Fix) -> Result<(), Refusal> {
    // An acceptance is a comment, whatever the statement below it says.
    if fix.id == accept::FIX.id {
        return Ok(());
    }
    let (table, index) = match finding.object {
        Object::Table(id) => (id, None),
        Object::Index(id) => (schema.index(id).table, Some(id)),
        _ => return Ok(()),
    };
    for id in if fix.changes_key { tied_to(schema, table) } else { vec![table] } {
        check_table(schema, id)?;
        if fix.changes_key {
            check_dropped(schema, id, object_name(schema, finding.object))?;
        }
    }
    let parts = index.map_or(&schema.table(table).key, |id| &schema.index(id).keys);
    parts.iter().try_for_each(|part| check_column(schema, table, part.column))
}

/// The table, its row tree, and what is tied to these by foreign keys.
fn tied_to(schema: &Schema, table: TableId) -> Vec<TableId> {
    let root = schema.root_of(table);
    let mut tied: Vec<TableId> =
        schema.table_ids().filter(|&id| schema.root_of(id) == root).collect();
    let tree = tied.clone();
    for id in schema.table_ids().filter(|id| !tree.contains(id)) {
        let mut keys = schema.table(id).foreign_keys.iter();
        if keys.any(|key| key.table.is_some_and(|target| tree.contains(&target))) {
            tied.push(id);
        }
    }
    tied
}

fn check_table(schema: &Schema, id: TableId) -> Result<(), Refusal> {
    let table = schema.table(id);
    if table.renamed.is_some() {
        return Err(refuse(format!(
            "`{}` gets its name by a later statement; write that name into its CREATE TABLE first",
            table.name
        )));
    }
    if let Some(parent) = &table.parent
        && !table.span.contains(parent.span)
    {
        return Err(refuse(format!(
            "the interleaving of `{}` is set by a later ALTER TABLE; write it into its CREATE \
             TABLE first",
            table.name
        )));
    }
    table.key.iter().try_for_each(|part| check_column(schema, id, part.column))
}

fn check_column(schema: &Schema, id: TableId, column: ColumnId) -> Result<(), Refusal> {
    let table = schema.table(id);
    let column = table.column(column);
    if column.altered.is_empty() {
        return Ok(());
    }
    Err(refuse(format!(
        "`{}.{}` is changed by a later ALTER TABLE; write the change into its definition first",
        table.name, column.name
    )))
}

/// A dropped table's CREATE TABLE still repeats the key it followed.
fn check_dropped(schema: &Schema, id: TableId, object: &str) -> Result<(), Refusal> {
    match schema.dropped_tables.iter().find(|dropped| dropped.follows.contains(&id)) {
        None => Ok(()),
        Some(dropped) => Err(refuse(format!(
            "`{}`, dropped later on, follows the key of `{object}`; take its statements out first",
            dropped.name
        ))),
    }
}
