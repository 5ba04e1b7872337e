//! A length that no cell can have: none at all, or more than Spanner takes.

use crate::finding::{Finding, Object, Severity};
use crate::report::Report;
use crate::rule::{Context, Reach, Rule};
use crate::schema::limits::{CELL_BYTES_MAX, STRING_CHARACTERS_MAX};
use crate::severity::number;
use crate::syntax::tree::{Dialect, Type};

/// The rule.
pub static RULE: Rule = Rule {
    id: "limit-cell-size",
    severity: Severity::Error,
    reach: Reach::Family,
    page: page!("limit_cell_size.md"),
    fixes: &[],
    replaces: &[],
    check,
};

fn check(context: &Context<'_>, out: &mut Report<'_>) {
    for id in context.tables() {
        let table = context.schema.table(id);
        for column in table.column_ids() {
            let of = table.column(column);
            let Some((length, most, unit)) = of.ty.as_ref().and_then(length) else { continue };
            if (1..=most).contains(&length) {
                continue;
            }
            let longest = match context.schema.dialect {
                Dialect::GoogleSql => "MAX",
                Dialect::PostgreSql => "no length",
            };
            out.push(Finding {
                column: Some((id, column)),
                title: format!(
                    "`{}.{}` declares {} {unit}; Spanner allows 1 to {}",
                    table.name,
                    of.name,
                    number(f64::from(length)),
                    number(f64::from(most))
                ),
                why: "Spanner rejects the statement: a cell can have at most 10 MiB.".into(),
                help: if length == 0 {
                    format!("Declare the length that the values have, or {longest} for the maximum")
                        .into()
                } else {
                    format!("Write {longest}, or keep the value in Cloud Storage and its path here")
                        .into()
                },
                ..RULE.finding(Object::Table(id), of.type_span)
            });
        }
    }
}

/// The length a type asks for, the longest there is, and what it counts.
fn length(ty: &Type) -> Option<(u32, u32, &'static str)> {
    match ty {
        Type::String(Some(n)) => Some((*n, STRING_CHARACTERS_MAX, "characters")),
        Type::Bytes(Some(n)) => Some((*n, CELL_BYTES_MAX, "bytes")),
        Type::Array(inner) => length(inner),
        _ => None,
    }
}
