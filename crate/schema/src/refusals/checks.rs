//! Check constraints that Spanner refuses.

use crate::catalog::Catalog;
use crate::ids::TableId;
use crate::problem::ProblemKind;
use crate::refusals::expressions::{Use, check_expression};
use crate::refusals::generated_columns::reads_base_column;
use crate::syntax::tree::CheckDef;

/// A check has to read a column that is not generated, and no commit timestamp.
pub(crate) fn check_check_constraint(
    catalog: &mut Catalog<'_>,
    table: TableId,
    written: &CheckDef,
) {
    if catalog.schema.table(table).partial {
        return;
    }
    check_expression(catalog, table, &written.expr, (Use::Check, None));
    let owner = catalog.schema.table(table);
    let read = catalog.columns_named_in(table, written.expr.span);
    let label = match &written.name {
        Some(name) => format!("the check `{}` of `{}`", name.text, owner.name),
        None => format!("a check of `{}`", owner.name),
    };
    let stamp = read.iter().map(|&id| owner.column(id)).find(|it| it.commit_timestamp);
    let message = if let Some(column) = stamp {
        format!("expected {label} without `{}`, which holds commit timestamps", column.name)
    } else if !reads_base_column(catalog, table, read) {
        format!("expected {label} to read a column that is not generated, found none")
    } else {
        return;
    };
    catalog.problem_of(table, ProblemKind::Unfit, message, written.expr.span);
}
