//! Definitions of columns that Spanner refuses.

use crate::catalog::Catalog;
use crate::ids::TableId;
use crate::problem::ProblemKind;
use crate::syntax::tree::{ColumnDef, Expr, ExprKind, OptionItem, Type};
use crate::text::Span;

/// The function that an expression calls, if that is the whole expression and gives the time of
/// the commit.
pub(crate) fn commit_time_call(expr: &Expr) -> Option<&str> {
    let ExprKind::Call(name, _) = &expr.kind else { return None };
    let bare = name.strip_prefix("SPANNER.").unwrap_or(name);
    matches!(bare, "PENDING_COMMIT_TIMESTAMP" | "PENDING_COMMIT_TIMESTAMP_INT64").then_some(bare)
}

/// What does not fit in the definition of a column. Most columns say nothing of the kind.
pub(crate) fn check_definition(catalog: &mut Catalog<'_>, table: TableId, written: &ColumnDef) {
    if let Some(item) = written.options.iter().find(|i| i.key == "allow_commit_timestamp") {
        let ty = written.ty.as_ref().map(|ty| ty.kind.clone());
        check_commit_option(catalog, table, (&written.name.text, ty), item);
    }
    if let Some(expr) = &written.on_update {
        let refused =
            on_update_refused(catalog, &written.name.text, expr, written.default.as_deref());
        if let Some(message) = refused {
            catalog.problem_of(table, ProblemKind::Unfit, message, expr.span);
        }
    }
    match written.ty.as_ref().map(|ty| &ty.kind) {
        Some(Type::Array(of)) => check_vector(catalog, table, written, of),
        Some(Type::Other(name)) if name.ends_with("TOKENLIST") && !written.hidden => {
            let name = &written.name;
            let message = format!("expected `{}`, a TOKENLIST, to be HIDDEN", name.text);
            catalog.problem_of(table, ProblemKind::Unfit, message, name.span);
        }
        _ => {}
    }
}

/// Why Spanner rejects ON UPDATE on a column with this default: the expression is the pending
/// commit timestamp, and the default is the same expression (data definition language page,
/// read 2026-08-22).
pub(crate) fn on_update_refused(
    _catalog: &Catalog<'_>,
    column: &str,
    expr: &Expr,
    default: Option<&Expr>,
) -> Option<String> {
    let Some(now) = commit_time_call(expr) else {
        return Some(format!(
            "expected the commit timestamp behind ON UPDATE of `{column}`, found another \
             expression"
        ));
    };
    match default.map(commit_time_call) {
        Some(Some(same)) if same == now => None,
        Some(_) => Some(format!(
            "expected the DEFAULT of `{column}` to be the expression of its ON UPDATE, found \
             another expression"
        )),
        None => Some(format!(
            "expected a DEFAULT of `{column}` with the expression of its ON UPDATE, found none"
        )),
    }
}

/// Whether a column may have the option of commit timestamps.
pub(crate) fn check_commit_option(
    catalog: &mut Catalog<'_>,
    table: TableId,
    (column, ty): (&str, Option<Type>),
    item: &OptionItem,
) {
    let Some(ty) = ty else { return };
    let name = format!("`{}.{column}`", catalog.schema.table(table).name);
    match ty {
        Type::Timestamp | Type::CommitTimestamp => {}
        // The data definition language page (read 2026-08-22) names
        // PENDING_COMMIT_TIMESTAMP_INT64 for commit timestamp columns of this type; the
        // emulator refuses the option, and the commit timestamps page names TIMESTAMP alone.
        Type::Int64 => {
            let message = format!(
                "not certain that Spanner accepts `allow_commit_timestamp` on {name}, an \
                 INT64: the documentation's pages differ; try it on a test database, or use a \
                 TIMESTAMP"
            );
            catalog.problem_of(table, ProblemKind::Outside, message, item.span);
        }
        _ => {
            let message = format!(
                "expected `allow_commit_timestamp` on a TIMESTAMP or INT64, found it on {name}"
            );
            catalog.problem_of(table, ProblemKind::Unfit, message, item.span);
        }
    }
}

pub(crate) fn check_vector(
    catalog: &mut Catalog<'_>,
    table: TableId,
    written: &ColumnDef,
    of: &Type,
) {
    let Some(ty) = &written.ty else { return };
    if catalog.vector_length(ty.span).is_none() {
        return;
    }
    let name = format!("`{}.{}`", catalog.schema.table(table).name, written.name.text);
    let message = if !matches!(of, Type::Float32 | Type::Float64) {
        format!("expected `vector_length` on an ARRAY of FLOAT32 or FLOAT64, found it on {name}")
    } else if written.default.is_some() || written.generated.is_some() {
        format!("expected no default and no expression beside the `vector_length` of {name}")
    } else {
        return;
    };
    catalog.problem_of(table, ProblemKind::Unfit, message, ty.span);
}

/// A column that a later statement adds to a table, which may hold rows by then.
pub(crate) fn check_added(catalog: &mut Catalog<'_>, table: TableId, written: &ColumnDef) {
    let filled =
        written.default.is_some() || written.generated.is_some() || written.identity.is_some();
    if let Some(span) = written.not_null
        && !filled
        && written.primary_key.is_none()
    {
        let message = format!(
            "expected `{}.{}` to take NULL or to have a default: the rows that are there have \
             no value of it",
            catalog.schema.table(table).name,
            written.name.text
        );
        catalog.problem_of(table, ProblemKind::Unfit, message, span);
    }
}

/// A later statement that adds to the key.
pub(crate) fn report_fixed_key(catalog: &mut Catalog<'_>, span: Span) {
    let message = "expected a column outside the key: a primary key cannot change";
    catalog.problem(ProblemKind::Fixed, message.to_owned(), span);
}
