//! Check constraints that Spanner rejects.

use crate::catalog::Catalog;
use crate::ids::TableId;
use crate::problem::{ProblemKind, SchemaProblem};
use crate::refusals::expressions::{Purpose, check_expression};
use crate::refusals::generated_columns::reads_base_column;
use crate::syntax::tree::CheckDef;

/// Reports what Spanner rejects of a check: it has to be a condition that reads a column that is not
/// generated, and no commit timestamp.
pub(crate) fn check_constraint(catalog: &mut Catalog<'_>, table: TableId, written: &CheckDef) {
    if catalog.schema.table(table).partial {
        return;
    }
    check_expression(catalog, table, &written.expr, Purpose::Check, None);
    catalog.report(check_refused(catalog, table, written));
}

/// Why Spanner rejects a check whose expression it understands.
fn check_refused(
    catalog: &Catalog<'_>,
    table: TableId,
    written: &CheckDef,
) -> Option<SchemaProblem> {
    let owner = catalog.schema.table(table);
    let read = catalog.columns_named_in(table, written.expr.span);
    let label = match &written.name {
        Some(name) => format!("the check `{}` of `{}`", name.text, owner.name),
        None => format!("a check of `{}`", owner.name),
    };
    let stamp = read.iter().map(|&id| owner.column(id)).find(|it| it.commit_timestamp);
    let message = if let Some(column) = stamp {
        format!("expected {label} without `{}`, which has commit timestamps", column.name)
    } else if !reads_base_column(catalog, table, read) {
        format!("expected {label} to read a column that is not generated, found none")
    } else {
        return None;
    };
    Some(SchemaProblem::new(ProblemKind::Unfit, message, written.expr.span).of_table(table))
}
