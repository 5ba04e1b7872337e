//! Adds the indexes that Spanner makes and keeps for foreign keys.

use crate::catalog::Catalog;
use crate::foreign_key::ForeignKey;
use crate::ids::{ColumnId, TableId};
use crate::index::Index;
use crate::key::KeyPart;
use crate::schema::Schema;
use smol_str::{SmolStr, format_smolstr};
use std::collections::BTreeMap;

/// The indexes that Spanner creates for foreign keys; it never uses those of the user for them
/// (foreign keys page, read 2026-08-22).
pub(crate) fn add_managed_indexes(catalog: &mut Catalog<'_>) {
    let mut managed: BTreeMap<(TableId, bool, Vec<ColumnId>), usize> = BTreeMap::new();
    let mut made = Vec::new();
    for id in catalog.schema.table_ids() {
        for key in &catalog.schema.table(id).foreign_keys {
            for index in managed_indexes(&catalog.schema, id, key) {
                let columns = index.keys.iter().map(|part| part.column).collect();
                // Two foreign keys over the same columns share their index.
                managed.entry((index.table, index.unique, columns)).or_insert_with(|| {
                    made.push(index);
                    made.len()
                });
            }
        }
    }
    catalog.schema.indexes.extend(made);
}

/// The indexes Spanner makes for one foreign key.
///
/// - On the referenced columns, UNIQUE and NULL_FILTERED, unless they are the primary key.
/// - On the referencing columns, NULL_FILTERED, if the key is enforced, unless they are NOT NULL
///   and lead the primary key of their table in the referenced order.
///
/// None when a column is unknown. A referenced table outside the text is assumed to be referenced by
/// its primary key: that is the usual case, and the index on the referencing side does not depend
/// on it.
fn managed_indexes(schema: &Schema, child: TableId, key: &ForeignKey) -> Vec<Index> {
    let table = schema.table(child);
    let known = !key.columns.is_empty()
        && key.columns.len() == key.column_names.len()
        && (key.table.is_none()
            || (key.referenced.len() == key.referenced_names.len()
                && key.columns.len() == key.referenced.len()));
    if !known {
        return Vec::new();
    }
    let label = match &key.name {
        Some(name) => name.clone(),
        None => format_smolstr!("{}({})", table.name, key.column_names.join(", ")),
    };
    let mut made = Vec::new();
    if let Some(target) = key.table {
        let parts = schema.table(target).key.iter().map(|part| part.column);
        if !parts.eq(key.referenced.iter().copied()) {
            let name = format_smolstr!("<managed unique index of {label}>");
            made.push(managed_index(key, name, target, &key.referenced, true));
        }
    }
    let leads = key.columns.len() <= table.key.len()
        && table
            .key
            .iter()
            .zip(&key.columns)
            .all(|(part, &column)| part.column == column && table.column(column).not_null);
    if key.enforced && !leads {
        let name = format_smolstr!("<managed index of {label}>");
        made.push(managed_index(key, name, child, &key.columns, false));
    }
    made
}

fn managed_index(
    key: &ForeignKey,
    name: SmolStr,
    table: TableId,
    columns: &[ColumnId],
    unique: bool,
) -> Index {
    let part =
        |&column: &ColumnId| KeyPart { column, desc: false, nulls_moved: false, span: key.span };
    Index {
        name,
        name_span: key.span,
        span: key.span,
        semicolon: None,
        table,
        keys: columns.iter().map(part).collect(),
        keys_list: if unique { key.referenced_list } else { key.columns_list },
        storing: Vec::new(),
        storing_spans: Vec::new(),
        altered: Vec::new(),
        unique,
        null_filtered: true,
        where_not_null: Vec::new(),
        parent: None,
        comments: Vec::new(),
        managed: true,
    }
}
