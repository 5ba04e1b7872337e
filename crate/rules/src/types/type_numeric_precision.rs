//! Numbers with more digits than Spanner's type keeps, and digits where it takes none.

use crate::facts::digits;
use crate::finding::{Finding, Object, Severity};
use crate::report::Report;
use crate::rule::{Context, Reach, Rule};
use crate::schema::limits::NUMERIC_DIGITS;
use crate::schema::{ColumnId, TableId};
use crate::syntax::tree::{Dialect, Type};

/// The rule.
pub static RULE: Rule = Rule {
    id: "type-numeric-precision",
    severity: Severity::Warn,
    reach: Reach::Family,
    page: page!("type_numeric_precision.md"),
    fixes: &["accept"],
    replaces: &[],
    check,
};

fn check(context: &Context<'_>, out: &mut Report<'_>) {
    for id in context.tables() {
        let table = context.schema.table(id);
        for column in table.column_ids() {
            if table.column(column).ty != Some(Type::Numeric) {
                continue;
            }
            out.extend(match context.schema.dialect {
                Dialect::GoogleSql => too_many(context, id, column),
                Dialect::PostgreSql => modified(context, id, column),
            });
        }
    }
}

/// The old type had more digits than GoogleSQL's NUMERIC.
fn too_many(context: &Context<'_>, id: TableId, column: ColumnId) -> Option<Finding> {
    let table = context.schema.table(id);
    let of = table.column(column);
    let digits = digits::of_source(of)?;
    let (precision, scale) = NUMERIC_DIGITS;
    let whole = precision - scale;
    let whole_before = digits.precision.saturating_sub(digits.scale);
    if digits.scale <= scale && whole_before <= whole {
        return None;
    }
    let lost = if digits.scale > scale {
        format!("{} decimal places, but NUMERIC has {scale}", digits.scale)
    } else {
        format!("{whole_before} integer digits, but NUMERIC has {whole}")
    };
    Some(Finding {
        column: Some((id, column)),
        title: format!("`{}.{}` had {lost}", table.name, of.name),
        why: "Values with more digits are rejected when they are written, or rounded by the \
              migration."
            .into(),
        help: "Store them in a STRING, or use the PostgreSQL dialect, whose numeric has \
               PostgreSQL's range"
            .into(),
        confidence: 0.9,
        evidence: vec![digits.evidence],
        ..RULE.finding(Object::Table(id), of.type_span)
    })
}

/// Spanner's PostgreSQL dialect takes no digits in brackets.
fn modified(context: &Context<'_>, id: TableId, column: ColumnId) -> Option<Finding> {
    let table = context.schema.table(id);
    let of = table.column(column);
    let (precision, scale) = of.digits?;
    Some(Finding {
        severity: Severity::Error,
        column: Some((id, column)),
        title: format!(
            "`{}.{}` declares numeric({precision}, {scale}), but Spanner's numeric has no \
             precision or scale",
            table.name, of.name
        ),
        why: "Spanner rejects the statement; its numeric keeps all digits that are written.".into(),
        help: "Remove the precision and scale, and round in a CHECK or in the application".into(),
        ..RULE.finding(Object::Table(id), of.type_span)
    })
}
