//! Changes of interleaving that Spanner refuses.

use crate::catalog::Catalog;
use crate::ids::TableId;
use crate::problem::ProblemKind;
use crate::syntax::tree::Interleave;

/// What an interleaving cannot become.
pub(crate) fn check_interleave(
    catalog: &mut Catalog<'_>,
    table: TableId,
    clause: &Interleave,
) -> bool {
    let owner = catalog.schema.table(table);
    let was = owner.parent.as_ref();
    let message = if clause.on_delete_said && !clause.enforced {
        format!("expected no ON DELETE for `{}`, which has no parent rows", owner.name)
    } else if clause.enforced
        && clause.on_delete_cascade
        && was.is_some_and(|parent| !parent.enforced)
    {
        format!(
            "expected ON DELETE NO ACTION first for `{}`, which is interleaved without PARENT",
            owner.name
        )
    } else {
        return true;
    };
    catalog.problem_of(table, ProblemKind::Unfit, message, clause.span);
    false
}
