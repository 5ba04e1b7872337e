//! A key of floating-point numbers: what looks equal is not.

use super::keys::{own_indexes, own_parts, type_word};
use super::{Context, Finding, Object, Reach, Rule, Severity};
use crate::schema::{KeyPart, TableId};
use crate::syntax::tree::{Dialect, Type};

/// The rule.
pub static RULE: Rule = Rule {
    id: "type-float-key",
    severity: Severity::Warn,
    reach: Reach::Family,
    page: include_str!("type_float_key.md"),
    fixes: &["T25"],
    replaces: &[],
    check,
};

fn check(context: &Context<'_>, out: &mut Vec<Finding>) {
    for id in context.tables() {
        let name = &context.schema.table(id).name;
        let of = (Object::Table(id), format!("the key of `{name}`"));
        out.extend(judge(context, id, own_parts(context, id), &of));
    }
    // An index over numbers is for ranges; only one that promises uniqueness compares for
    // equality.
    for id in own_indexes(context).filter(|&id| context.schema.index(id).unique) {
        let index = context.schema.index(id);
        let of = (Object::Index(id), format!("the unique index `{}`", index.name));
        out.extend(judge(context, index.table, &index.keys, &of));
    }
}

fn judge(
    context: &Context<'_>,
    id: TableId,
    parts: &[KeyPart],
    (object, of): &(Object, String),
) -> Option<Finding> {
    let table = context.schema.table(id);
    let ty = |part: &KeyPart| table.column(part.column).ty.as_ref();
    let part = parts.iter().find(|part| ty(part) == Some(&Type::Float64))?;
    let dialect = context.schema.dialect;
    let word = type_word(&Type::Float64, dialect);
    let also = match dialect {
        Dialect::GoogleSql => "",
        Dialect::PostgreSql => ", and a key takes no NaN",
    };
    Some(Finding {
        column: Some((id, part.column)),
        title: format!("`{}` is part of {of} and is a {word}", table.column(part.column).name),
        why: format!(
            "0.1 + 0.2 is not 0.3 in a {word}: a row written under one can not be read back under \
             the other{also}."
        ),
        help: match dialect {
            Dialect::GoogleSql => "Make it NUMERIC, or an INT64 of the smallest unit".to_owned(),
            Dialect::PostgreSql => "Make it a bigint of the smallest unit".to_owned(),
        },
        ..Finding::new(&RULE, *object, part.span)
    })
}
