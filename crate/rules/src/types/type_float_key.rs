//! A key of floating-point numbers: what looks equal is not.

use crate::finding::{Finding, Severity};
use crate::report::Report;
use crate::rule::{Context, Reach, Rule};
use crate::schema::KeyPart;
use crate::shared::keys::{OwnKey, own_keys, type_word};
use crate::syntax::tree::{Dialect, Type};

/// The rule.
pub static RULE: Rule = Rule {
    id: "type-float-key",
    severity: Severity::Warn,
    reach: Reach::Family,
    page: page!("type_float_key.md"),
    fixes: &["accept"],
    replaces: &[],
    check,
};

fn check(context: &Context<'_>, out: &mut Report<'_>) {
    // An index over numbers is for ranges; only one that promises uniqueness compares for
    // equality.
    for key in own_keys(context).filter(|key| key.unique) {
        out.extend(judge(context, &key));
    }
}

fn judge(context: &Context<'_>, key: &OwnKey<'_>) -> Option<Finding> {
    let table = context.schema.table(key.table);
    let ty = |part: &KeyPart| table.column(part.column).ty.as_ref();
    let part = key.parts.iter().find(|part| ty(part) == Some(&Type::Float64))?;
    let dialect = context.schema.dialect;
    let word = type_word(&Type::Float64, dialect);
    let also = match dialect {
        Dialect::GoogleSql => "",
        Dialect::PostgreSql => ", and a key cannot be NaN",
    };
    Some(Finding {
        column: Some((key.table, part.column)),
        title: format!(
            "`{}` is part of {} and is a {word}",
            table.column(part.column).name,
            key.words(context.schema)
        ),
        why: format!(
            "0.1 + 0.2 is not 0.3 in a {word}: a row written with one key cannot be read with the \
             other{also}."
        )
        .into(),
        help: match dialect {
            Dialect::GoogleSql => "Make it NUMERIC, or an INT64 of the smallest unit".into(),
            Dialect::PostgreSql => "Make it a bigint of the smallest unit".into(),
        },
        ..RULE.finding(key.object, part.span)
    })
}
