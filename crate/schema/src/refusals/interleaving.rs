//! Changes of interleaving that Spanner rejects.

use crate::catalog::Catalog;
use crate::ids::TableId;
use crate::problem::{ProblemKind, SchemaProblem};
use crate::syntax::tree::Interleave;
use crate::text::Span;

/// Why a table cannot be interleaved in another way.
pub(crate) fn interleave_refused(
    catalog: &Catalog<'_>,
    table: TableId,
    clause: &Interleave,
) -> Option<SchemaProblem> {
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
        return None;
    };
    Some(SchemaProblem::new(ProblemKind::Unfit, message, clause.span).of_table(table))
}

/// Why `ON DELETE` of an interleaving cannot be set.
pub(crate) fn on_delete_refused(
    catalog: &Catalog<'_>,
    table: TableId,
    span: Span,
) -> Option<SchemaProblem> {
    let owner = catalog.schema.table(table);
    let message = match &owner.parent {
        Some(parent) if parent.enforced => return None,
        Some(_) => format!(
            "expected `{}` to be interleaved IN PARENT, found it interleaved IN, which has no \
             parent rows",
            owner.name
        ),
        None => format!("expected an interleaved table, found `{}`", owner.name),
    };
    Some(SchemaProblem::new(ProblemKind::Unfit, message, span).of_table(table))
}
