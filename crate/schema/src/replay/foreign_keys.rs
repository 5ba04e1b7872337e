//! Adds foreign keys, and resolves them when every table is known.

use crate::catalog::Catalog;
use crate::catalog::pending::PendingForeignKey;
use crate::foreign_key::ForeignKey;
use crate::ids::TableId;
use crate::refusals::names::{expect_columns, expect_table};
use crate::replay::constraints::reserve_constraint_name;
use crate::syntax::tree::{ForeignKeyDef, Name};
use crate::text::Span;
use smol_str::SmolStr;

/// Adds a foreign key, to be resolved at the end.
pub(crate) fn add_foreign_key<'a>(
    catalog: &mut Catalog<'a>,
    table: TableId,
    written: &'a ForeignKeyDef,
) {
    reserve_constraint_name(catalog, table, written.name.as_ref());
    let target = expect_table(catalog, &written.table);
    let key = PendingForeignKey { table, written, target, dropped: false };
    catalog.foreign_keys.push(key);
}

/// Resolves the foreign keys.
pub(crate) fn finish_foreign_keys(catalog: &mut Catalog<'_>) {
    let mut keys = std::mem::take(&mut catalog.foreign_keys);
    keys.retain(|key| !key.dropped);
    let mut counts = vec![0; catalog.schema.tables.len()];
    for key in &keys {
        counts[key.table.0 as usize] += 1;
    }
    for PendingForeignKey { table, written, target, .. } in keys {
        let columns = expect_columns(catalog, table, &written.columns);
        let target = target.or_else(|| expect_table(catalog, &written.table));
        let left_out = written.referenced.is_empty();
        let referenced = match target {
            None => Vec::new(),
            // Left out, the columns are those of the referenced primary key.
            Some(target) if left_out => {
                catalog.schema.table(target).key.iter().map(|part| part.column).collect()
            }
            Some(target) => expect_columns(catalog, target, &written.referenced),
        };
        let referenced_names = match target.filter(|_| left_out) {
            Some(target) => {
                let target = catalog.schema.table(target);
                referenced.iter().map(|&c| target.column(c).name.clone()).collect()
            }
            None => texts(&written.referenced),
        };
        let foreign_keys = &mut catalog.table_mut(table).foreign_keys;
        if foreign_keys.is_empty() {
            foreign_keys.reserve_exact(counts[table.0 as usize]);
        }
        foreign_keys.push(ForeignKey {
            name: written.name.as_ref().map(|name| name.text.clone()),
            columns,
            column_names: texts(&written.columns),
            column_spans: spans(&written.columns),
            table_name: written.table.text.clone(),
            table: target,
            referenced,
            referenced_names,
            referenced_spans: spans(&written.referenced),
            enforced: written.enforced,
            on_delete_cascade: written.on_delete_cascade,
            span: written.span,
            columns_list: written.columns_list,
            referenced_list: written.referenced_list,
            foreign: written.foreign.clone(),
        });
    }
}

fn texts(names: &[Name]) -> Vec<SmolStr> {
    names.iter().map(|name| name.text.clone()).collect()
}

fn spans(names: &[Name]) -> Vec<Span> {
    names.iter().map(|name| name.span).collect()
}
