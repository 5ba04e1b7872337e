//! Primary keys that Spanner rejects.

use crate::catalog::Catalog;
use crate::ids::TableId;
use crate::key::KeyPart;
use crate::problem::{ProblemKind, SchemaProblem};
use crate::syntax::tree::CreateTable;

/// A second primary key: a table has one, of a column or of the clause.
pub(crate) fn second_key_refused(
    catalog: &Catalog<'_>,
    table: TableId,
    written: &CreateTable,
) -> Option<SchemaProblem> {
    let inline = catalog.schema.table(table).columns.iter().filter_map(|column| column.inline_key);
    let clause = written.primary_key.as_ref().map(|key| key.span);
    let second = inline.chain(clause).nth(1)?;
    let message = format!("expected one primary key of `{}`, found two", written.name.text);
    Some(SchemaProblem::new(ProblemKind::Twice, message, second).of_table(table))
}

/// A column of the key that `ON UPDATE` changes.
pub(crate) fn updated_key_refused(
    catalog: &Catalog<'_>,
    table: TableId,
    key: &[KeyPart],
) -> Option<SchemaProblem> {
    let owner = catalog.schema.table(table);
    let part = key.iter().find(|part| owner.column(part.column).on_update.is_some())?;
    let name = &owner.column(part.column).name;
    let message = format!("expected `{name}` outside the key: ON UPDATE changes it");
    Some(SchemaProblem::new(ProblemKind::Unfit, message, part.span).of_table(table))
}
