//! Definitions of columns that Spanner rejects.

use crate::catalog::Catalog;
use crate::ids::TableId;
use crate::problem::{ProblemKind, SchemaProblem};
use crate::syntax::tree::{ColumnDef, Expr, ExprKind, OptionItem, Type};
use crate::text::Span;

/// Why Spanner rejects the definition of a column. Most columns say nothing of the kind.
pub(crate) fn definition_refusals(
    catalog: &Catalog<'_>,
    table: TableId,
    written: &ColumnDef,
) -> [Option<SchemaProblem>; 3] {
    let name = &written.name;
    let ty = written.ty.as_ref().map(|ty| &ty.kind);
    let option = written.options.iter().find(|i| i.key == "allow_commit_timestamp");
    let option = option.and_then(|it| commit_option_refused(catalog, table, &name.text, ty, it));
    let update = written.on_update.as_deref().and_then(|expr| {
        let message = on_update_refused(&name.text, expr, written.default.as_deref())?;
        Some(SchemaProblem::new(ProblemKind::Unfit, message, expr.span).of_table(table))
    });
    let ty = match ty {
        Some(Type::Array(of)) => vector_refused(catalog, table, written, of),
        Some(Type::Other(ty)) if ty.ends_with("TOKENLIST") && !written.hidden => {
            let message = format!("expected `{}`, a TOKENLIST, to be HIDDEN", name.text);
            Some(SchemaProblem::new(ProblemKind::Unfit, message, name.span).of_table(table))
        }
        _ => None,
    };
    [option, update, ty]
}

/// Why Spanner rejects ON UPDATE on a column with this default: the expression is the pending
/// commit timestamp, and the default is the same expression (data definition language page,
/// read 2026-08-22).
pub(crate) fn on_update_refused(
    column: &str,
    expr: &Expr,
    default: Option<&Expr>,
) -> Option<String> {
    let Some(now) = commit_time_call(expr) else {
        return Some(format!(
            "expected the commit timestamp after ON UPDATE of `{column}`, found another expression"
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

/// Why a column cannot have the option of commit timestamps.
pub(crate) fn commit_option_refused(
    catalog: &Catalog<'_>,
    table: TableId,
    column: &str,
    ty: Option<&Type>,
    item: &OptionItem,
) -> Option<SchemaProblem> {
    let name = format!("`{}.{column}`", catalog.schema.table(table).name);
    let (kind, message) = match ty? {
        Type::Timestamp | Type::CommitTimestamp => return None,
        // The data definition language page (read 2026-08-22) names
        // PENDING_COMMIT_TIMESTAMP_INT64 for commit timestamp columns of this type; the
        // emulator rejects the option, and the commit timestamps page names TIMESTAMP alone.
        Type::Int64 => {
            let message = format!(
                "not certain that Spanner accepts `allow_commit_timestamp` on {name}, an INT64: \
                 the documentation's pages differ; try it on a test database, or use a TIMESTAMP"
            );
            (ProblemKind::Outside, message)
        }
        _ => {
            let message = format!(
                "expected `allow_commit_timestamp` on a TIMESTAMP or INT64, found it on {name}"
            );
            (ProblemKind::Unfit, message)
        }
    };
    Some(SchemaProblem::new(kind, message, item.span).of_table(table))
}

/// Why an array cannot have a `vector_length`.
fn vector_refused(
    catalog: &Catalog<'_>,
    table: TableId,
    written: &ColumnDef,
    of: &Type,
) -> Option<SchemaProblem> {
    let ty = written.ty.as_ref()?;
    catalog.vector_length(ty.span)?;
    let name = format!("`{}.{}`", catalog.schema.table(table).name, written.name.text);
    let message = if !matches!(of, Type::Float32 | Type::Float64) {
        format!("expected `vector_length` on an ARRAY of FLOAT32 or FLOAT64, found it on {name}")
    } else if written.default.is_some() || written.generated.is_some() {
        format!("expected no default and no expression together with the `vector_length` of {name}")
    } else {
        return None;
    };
    Some(SchemaProblem::new(ProblemKind::Unfit, message, ty.span).of_table(table))
}

/// Why a column cannot be added to a table that may hold rows.
pub(crate) fn added_column_refused(
    catalog: &Catalog<'_>,
    table: TableId,
    written: &ColumnDef,
) -> Option<SchemaProblem> {
    let filled =
        written.default.is_some() || written.generated.is_some() || written.identity.is_some();
    let span = written.not_null.filter(|_| !filled && written.primary_key.is_none())?;
    let message = format!(
        "expected `{}.{}` to allow NULL or to have a default: existing rows have no value for it",
        catalog.schema.table(table).name,
        written.name.text
    );
    Some(SchemaProblem::new(ProblemKind::Unfit, message, span).of_table(table))
}

/// The refusal of a statement that adds a column to a primary key.
pub(crate) fn key_is_fixed(span: Span) -> SchemaProblem {
    let message = "expected a column outside the key: a primary key cannot change";
    SchemaProblem::new(ProblemKind::Fixed, message.to_owned(), span)
}

/// The function that an expression calls, if that is the whole expression and gives the time of
/// the commit.
fn commit_time_call(expr: &Expr) -> Option<&str> {
    let ExprKind::Call(name, _) = &expr.kind else { return None };
    let bare = name.strip_prefix("SPANNER.").unwrap_or(name);
    matches!(bare, "PENDING_COMMIT_TIMESTAMP" | "PENDING_COMMIT_TIMESTAMP_INT64").then_some(bare)
}
