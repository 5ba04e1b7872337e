//! Row deletion policies that Spanner rejects.

use crate::catalog::Catalog;
use crate::ids::TableId;
use crate::problem::{ProblemKind, SchemaProblem};
use crate::syntax::tree::Ttl;
use crate::text::Span;

/// Why a row deletion policy cannot be added or replaced.
pub(crate) fn set_ttl_refused(
    catalog: &Catalog<'_>,
    table: TableId,
    ttl: &Ttl,
    replace: bool,
) -> Option<SchemaProblem> {
    let owner = catalog.schema.table(table);
    let message = match (&owner.ttl, replace) {
        (Some(_), false) => format!(
            "expected no row deletion policy on `{}` yet, found a second: replace the first",
            owner.name
        ),
        (None, true) => format!("expected a row deletion policy on `{}` to replace", owner.name),
        _ => return None,
    };
    Some(SchemaProblem::new(ProblemKind::Twice, message, ttl.span).of_table(table))
}

/// Why a row deletion policy cannot be dropped.
pub(crate) fn drop_ttl_refused(
    catalog: &Catalog<'_>,
    table: TableId,
    span: Span,
) -> Option<SchemaProblem> {
    let owner = catalog.schema.table(table);
    if owner.ttl.is_some() {
        return None;
    }
    let message = format!("expected a row deletion policy on `{}`, found none", owner.name);
    Some(SchemaProblem::new(ProblemKind::Missing, message, span).of_table(table))
}
