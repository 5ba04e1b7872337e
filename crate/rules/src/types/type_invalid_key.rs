//! A key of a type that Spanner has no order for.

use crate::finding::{Finding, Severity};
use crate::report::Report;
use crate::rule::{Context, Reach, Rule};
use crate::schema::{Column, KeyPart};
use crate::shared::keys::{OwnKey, own_keys, type_word};
use crate::shared::tail::list;
use crate::syntax::tree::{Dialect, Type};

/// The rule.
pub static RULE: Rule = Rule {
    id: "type-invalid-key",
    severity: Severity::Error,
    reach: Reach::Family,
    page: page!("type_invalid_key.md"),
    fixes: &["numeric-key"],
    replaces: &[],
    check,
};

fn check(context: &Context<'_>, out: &mut Report<'_>) {
    for key in own_keys(context) {
        out.extend(judge(context, &key));
    }
}

fn judge(context: &Context<'_>, key: &OwnKey<'_>) -> Option<Finding> {
    let table = context.schema.table(key.table);
    let dialect = context.schema.dialect;
    let refused = |part: &&KeyPart| refusal(table.column(part.column), dialect).is_some();
    let parts: Vec<&KeyPart> = key.parts.iter().filter(refused).collect();
    let worst = parts.iter().max_by_key(|part| refusal(table.column(part.column), dialect))?;
    let severity = refusal(table.column(worst.column), dialect)?;
    let names: Vec<&str> =
        parts.iter().map(|part| table.column(part.column).name.as_str()).collect();
    let column = table.column(worst.column);
    let word = column.ty.as_ref().map_or(String::new(), |ty| type_word(ty, dialect));
    let verb = if names.len() == 1 { "is part" } else { "are parts" };
    Some(Finding {
        severity,
        column: Some((key.table, worst.column)),
        title: format!(
            "{} {verb} of {}, and {word} cannot be a key",
            list(&names),
            key.words(context.schema)
        ),
        why: match severity {
            Severity::Error => "Spanner rejects the statement.".into(),
            _ => format!(
                "The documentation does not allow {word} in keys; the emulator accepts it, so do \
                 not rely on either."
            )
            .into(),
        },
        help: cure(column, dialect).into(),
        ..RULE.finding(key.object, worst.span)
    })
}

/// Whether Spanner rejects a column of this type in a key.
#[must_use]
pub fn is_refused(column: &Column, dialect: Dialect) -> bool {
    refusal(column, dialect) == Some(Severity::Error)
}

/// How sure it is that a type is rejected in a key, if it is.
fn refusal(column: &Column, dialect: Dialect) -> Option<Severity> {
    match column.ty.as_ref()? {
        Type::Array(_) | Type::Json => Some(Severity::Error),
        Type::Numeric if dialect == Dialect::PostgreSql => Some(Severity::Error),
        Type::Other(name) if **name == "TOKENLIST" || name.starts_with("STRUCT") => {
            Some(Severity::Error)
        }
        Type::Float32 => Some(Severity::Warn),
        _ => None,
    }
}

fn cure(column: &Column, dialect: Dialect) -> &'static str {
    match (&column.ty, dialect) {
        (Some(Type::Numeric), _) => {
            "Store the number as a bigint of its smallest unit, or as a varchar of fixed width"
        }
        (Some(Type::Json), _) => {
            "Extract the value that queries search for into a generated column"
        }
        (Some(Type::Float32), Dialect::GoogleSql) => "Make it NUMERIC, or a scaled INT64",
        (Some(Type::Float32), Dialect::PostgreSql) => "Make it a scaled bigint",
        (Some(Type::Other(_)), _) => "Put it into a search index instead",
        _ => "Move the values into a separate table interleaved in this one",
    }
}
