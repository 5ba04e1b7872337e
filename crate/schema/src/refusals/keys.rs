//! Primary keys that Spanner refuses.

use crate::catalog::Catalog;
use crate::ids::TableId;
use crate::problem::ProblemKind;
use crate::syntax::tree::CreateTable;

/// A key is said once, by one column or by the clause.
pub(crate) fn check_single_key(catalog: &mut Catalog<'_>, id: TableId, written: &CreateTable) {
    let inline = catalog.schema.table(id).columns.iter().filter_map(|column| column.inline_key);
    let clause = written.primary_key.as_ref().map(|key| key.span);
    if let Some(second) = inline.chain(clause).nth(1) {
        let message = format!("expected one primary key of `{}`, found two", written.name.text);
        catalog.problem_of(id, ProblemKind::Twice, message, second);
    }
}
