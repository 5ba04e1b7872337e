//! What the rules on types and limits share: which key parts are an object's own, and words for
//! types.

use super::Context;
use crate::schema::{ColumnId, IndexId, KeyPart, TableId};
use crate::syntax::tree::{Dialect, Expr, ExprKind, Type};

/// The parts of a table's key that its parent does not hold already.
pub(super) fn own_parts<'a>(context: &Context<'a>, id: TableId) -> &'a [KeyPart] {
    let table = context.schema.table(id);
    let parent = table.parent.as_ref().filter(|parent| parent.table != Some(id));
    let above = match parent.map(|parent| parent.table) {
        Some(Some(parent)) => context.schema.table(parent).key.len(),
        // A fragment: at least the first part is the missing parent's.
        Some(None) => 1,
        None => 0,
    };
    table.key.get(above..).unwrap_or_default()
}

/// Indexes that the user wrote.
pub(super) fn own_indexes<'a>(context: &Context<'a>) -> impl Iterator<Item = IndexId> + use<'a> {
    let schema = context.schema;
    context.indexes().filter(move |&id| !schema.index(id).managed)
}

/// Whether a foreign key of the table leads from this column elsewhere.
pub(super) fn refers(context: &Context<'_>, table: TableId, column: ColumnId) -> bool {
    context.schema.table(table).foreign_keys.iter().any(|key| key.columns.contains(&column))
}

/// A type as the dialect writes it, lengths left out.
pub(super) fn type_word(ty: &Type, dialect: Dialect) -> String {
    let google = dialect == Dialect::GoogleSql;
    let word = match ty {
        Type::Bool => "BOOL",
        Type::Int64 if google => "INT64",
        Type::Int64 => "bigint",
        Type::Float32 if google => "FLOAT32",
        Type::Float32 => "float4",
        Type::Float64 if google => "FLOAT64",
        Type::Float64 => "float8",
        Type::Numeric if google => "NUMERIC",
        Type::Numeric => "numeric",
        Type::String(_) if google => "STRING",
        Type::String(_) => "varchar",
        Type::Bytes(_) if google => "BYTES",
        Type::Bytes(_) => "bytea",
        Type::Date => "DATE",
        Type::Timestamp if google => "TIMESTAMP",
        Type::Timestamp => "timestamptz",
        Type::CommitTimestamp => "spanner.commit_timestamp",
        Type::Uuid => "UUID",
        Type::Json if google => "JSON",
        Type::Json => "jsonb",
        Type::Array(_) => "ARRAY",
        Type::Other(name) => return name.split('<').next().unwrap_or(name).to_owned(),
    };
    word.to_owned()
}

/// Whether an expression, or a part of it, is one for which `is` holds.
pub(super) fn any_part(expr: &Expr, is: &dyn Fn(&ExprKind) -> bool) -> bool {
    let any = |list: &[Expr]| list.iter().any(|part| any_part(part, is));
    is(&expr.kind)
        || match &expr.kind {
            ExprKind::Call(_, list) | ExprKind::Case(list) => any(list),
            ExprKind::Cast(inner, _) | ExprKind::Unary(_, inner) => any_part(inner, is),
            ExprKind::Binary(_, left, right) => any_part(left, is) || any_part(right, is),
            ExprKind::In(value, list) => any_part(value, is) || any(list),
            ExprKind::Between(value, low, high) => {
                [value, low, high].into_iter().any(|part| any_part(part, is))
            }
            _ => false,
        }
}

/// The function that a default calls, without casts around it.
pub(super) fn called(default: Option<&Expr>) -> Option<&str> {
    match &default?.kind {
        ExprKind::Call(name, _) => Some(name.strip_prefix("SPANNER.").unwrap_or(name)),
        _ => None,
    }
}
