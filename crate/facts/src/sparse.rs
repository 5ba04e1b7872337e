//! Columns that most rows leave NULL, as far as a directive, an expression or a name tells.

use crate::catalogue;
use crate::column::ColumnFact;
use crate::directive::Directive;
use crate::lexicon::{self, any, words};
use crate::schema::{Column, ColumnId, Place, Schema, TableId};
use crate::source::evidence_text;
use crate::source::{Evidence, Source};
use crate::syntax::tree::{Expr, ExprKind, Type};
use crate::text::Span;

/// Share of NULL from which an index is better off without them (the catalogue's threshold).
const SPARSE_SHARE: f64 = 0.4;

/// Words of what happens to few rows. What happens to every row in the end, such as being closed
/// or completed, is not among them.
const EXCEPTIONS: &[&str] = &[
    "deleted",
    "archived",
    "cancelled",
    "canceled",
    "revoked",
    "disabled",
    "deactivated",
    "suspended",
    "banned",
    "blocked",
    "locked",
    "failed",
    "rejected",
    "dismissed",
    "snoozed",
    "disputed",
    "refunded",
    "quarantined",
    "terminated",
    "removed",
    "withdrawn",
    "flagged",
];

/// Words of times at which few rows end.
const EXPIRY: &[&str] = &["expires", "expire", "expired", "expiry", "expiration"];

/// Words of ids that few rows have.
const OFTEN_NULL: &[&str] = &["parent", "external", "ext"];

/// Why most rows of a column that may be NULL are believed to be.
#[must_use]
pub fn sparse(
    schema: &Schema,
    table: TableId,
    id: ColumnId,
    fact: &ColumnFact,
) -> Option<Evidence> {
    let column = schema.table(table).column(id);
    if column.not_null {
        return None;
    }
    if let Some(share) = fact.null_share {
        let what = format!("the directive `sparse({share})`");
        let span = stated(schema, Place::Column(table, id)).unwrap_or(column.name_span);
        let found = Evidence { what: evidence_text(what), span, source: Source::Directive };
        return (share >= SPARSE_SHARE).then_some(found);
    }
    if let Some(generated) = &column.generated {
        let what = "the generated expression, which is NULL for some rows".to_owned();
        let found = Evidence {
            what: evidence_text(what),
            span: generated.expr.span,
            source: Source::Expression,
        };
        return gives_null(&generated.expr).then_some(found);
    }
    let by_name = column.default.is_none() && named_sparse(column);
    by_name.then(|| Evidence {
        what: evidence_text(format!("the name `{}` of a column that may be NULL", column.name)),
        span: column.name_span,
        source: Source::Name,
    })
}

/// Where the share of NULLs is stated.
fn stated(schema: &Schema, place: Place) -> Option<Span> {
    let near = schema.directives_near(place).filter(|located| located.place == Some(place));
    let facts = near.flat_map(|located| &located.directive.facts);
    let mut facts = facts.filter_map(catalogue::read);
    let is_sparse = |directive| matches!(directive, Directive::Sparse(_));
    facts.find(|stated| is_sparse(stated.directive)).map(|stated| stated.fact.span)
}

fn named_sparse(column: &Column) -> bool {
    let list = words(&column.name);
    let time = matches!(column.ty, Some(Type::Timestamp | Type::CommitTimestamp | Type::Date));
    let id = lexicon::last(&list, &["id", "key", "uuid", "ref", "no", "number"]);
    let what = any(&list, EXCEPTIONS) || any(&list, EXPIRY);
    (time && what) || (id && any(&list, OFTEN_NULL))
}

/// A branch of the expression is NULL.
fn gives_null(expr: &Expr) -> bool {
    let null = |expr: &Expr| matches!(&expr.kind, ExprKind::Word(word) if word == "NULL");
    match &expr.kind {
        ExprKind::Case(results) => results.iter().any(null),
        ExprKind::Call(name, args) if name == "IF" => args.iter().skip(1).any(null),
        ExprKind::Call(name, _) => name == "NULLIF",
        ExprKind::Cast(inner, _) => gives_null(inner),
        _ => false,
    }
}
