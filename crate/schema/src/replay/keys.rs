//! Makes the keys of tables and indexes.

use crate::catalog::Catalog;
use crate::ids::TableId;
use crate::key::KeyPart;
use crate::problem::ProblemKind;
use crate::refusals::keys::{second_key_refused, updated_key_refused};
use crate::refusals::names::expect_column;
use crate::syntax::tree::{CreateTable, Dialect, KeyPart as WrittenPart};
use std::collections::BTreeSet;

/// Sets the key of a table: that of the clause, or of the column that carries `PRIMARY KEY`.
pub(crate) fn set_key(catalog: &mut Catalog<'_>, id: TableId, written: &CreateTable) {
    let parts = match &written.primary_key {
        Some(key) => key_parts(catalog, id, &key.parts),
        None => {
            let table = catalog.schema.table(id);
            let inline = table.column_ids().find(|&c| table.column(c).inline_key.is_some());
            let span = |c| table.column(c).name_span;
            inline
                .map(|c| KeyPart { column: c, desc: false, nulls_moved: false, span: span(c) })
                .into_iter()
                .collect()
        }
    };
    let implied = catalog.schema.dialect == Dialect::PostgreSql;
    if implied {
        catalog.report(second_key_refused(catalog, id, written));
    }
    catalog.report(updated_key_refused(catalog, id, &parts));
    let table = catalog.table_mut(id);
    for part in &parts {
        table.columns[part.column.0 as usize].not_null |= implied;
    }
    table.hidden_rowid = parts.is_empty()
        && written.primary_key.is_none()
        && table.parent.is_none()
        && !table.partial
        && !table.columns.is_empty();
    table.key = parts;
}

/// The parts that exist; a problem for each that does not.
pub(crate) fn key_parts(
    catalog: &mut Catalog<'_>,
    table: TableId,
    written: &[WrittenPart],
) -> Vec<KeyPart> {
    let mut parts: Vec<KeyPart> = Vec::with_capacity(written.len());
    let mut seen = BTreeSet::new();
    for part in written {
        let Some(column) = expect_column(catalog, table, &part.name) else { continue };
        if seen.insert(column) {
            let WrittenPart { desc, nulls_moved, span, .. } = *part;
            parts.push(KeyPart { column, desc, nulls_moved, span });
        } else {
            let message = format!("expected each column once, found `{}` again", part.name.text);
            catalog.report_table_problem(table, ProblemKind::Twice, message, part.span);
        }
    }
    parts
}
