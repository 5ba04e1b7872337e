//! Columns whose values change while their row lives, and columns with long values.

use crate::column::{ColumnFact, Mutable};
use crate::columns::stated::{StatedColumn, stated_column};
use crate::lexicon::{self, any, words};
use crate::schema::{Column, ColumnId, Schema, TableId};
use crate::source::evidence_text;
use crate::source::{Evidence, Source};
use crate::syntax::tree::Type;

/// Why the value of a column is believed to change: as a directive, its definition or its name says.
pub(super) fn mutable(column: &Column, stated: &StatedColumn) -> Option<Mutable> {
    if stated.immutable {
        return None;
    }
    if stated.mutable.is_some() {
        return stated.mutable.clone();
    }
    if let Some(expr) = &column.on_update {
        let what = "the clause ON UPDATE".to_owned();
        let evidence =
            Evidence { what: evidence_text(what), span: expr.span, source: Source::Expression };
        return Some(Mutable { per_second: None, evidence });
    }
    let time = matches!(
        column.ty,
        Some(Type::Timestamp | Type::CommitTimestamp | Type::Date | Type::Int64)
    );
    let list = words(&column.name);
    let touched = any(&list, lexicon::TOUCHED)
        || list.first().is_some_and(|word| word == "last")
        || list.first().is_some_and(|w| w.starts_with("last") || w.starts_with("updated"));
    (time && touched).then(|| {
        let what = format!("the name `{}`", column.name);
        Mutable {
            per_second: None,
            evidence: Evidence {
                what: evidence_text(what),
                span: column.name_span,
                source: Source::Name,
            },
        }
    })
}

/// Last words of numbers that change while their row lives.
const RUNNING: &[&str] = &[
    "count",
    "counter",
    "balance",
    "likes",
    "followers",
    "views",
    "votes",
    "upvotes",
    "hits",
    "stock",
    "quota",
    "remaining",
];

/// Why the value of a column is believed to change while its row lives: as a fact says, or as a
/// running number by its name.
#[must_use]
pub fn changes(
    schema: &Schema,
    table: TableId,
    id: ColumnId,
    fact: &ColumnFact,
) -> Option<Evidence> {
    if let Some(mutable) = &fact.mutable {
        return Some(mutable.evidence.clone());
    }
    let column = schema.table(table).column(id);
    let number = matches!(column.ty, Some(Type::Int64 | Type::Float64 | Type::Numeric));
    let running = number
        && column.generated.is_none()
        && lexicon::last(&words(&column.name), RUNNING)
        && !stated_column(schema, table, id).immutable;
    running.then(|| Evidence {
        what: evidence_text(format!("the name `{}`: a version number", column.name)),
        span: column.name_span,
        source: Source::Name,
    })
}

/// Why the values of a column are believed to be long: a type without a bound for what programs
/// put together, or text of any length under a name for long text.
#[must_use]
pub fn bulky(column: &Column) -> Option<Evidence> {
    let long_name = || any(&words(&column.name), lexicon::LONG_TEXT);
    let what = match column.ty.as_ref()? {
        Type::Json | Type::Bytes(None) => "which has no maximum length",
        Type::Array(of) if !matches!(**of, Type::String(_) | Type::Int64 | Type::Bool) => {
            "which has no maximum length"
        }
        Type::String(None) if long_name() => {
            "which has no maximum length, with a name that suggests long text"
        }
        _ => return None,
    };
    let span = column.type_span;
    Some(Evidence {
        what: evidence_text(format!("the type of `{}`, {what}", column.name)),
        span,
        source: Source::Type,
    })
}
