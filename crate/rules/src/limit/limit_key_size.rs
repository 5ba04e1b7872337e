//! A key whose declared lengths go beyond the 8 KiB that a key may have.

use crate::facts::{Evidence, Source, evidence_text};
use crate::finding::{Finding, Object, Severity};
use crate::report::Report;
use crate::rule::{Context, Reach, Rule};
use crate::schema::limits::KEY_BYTES_MAX;
use crate::schema::{KeyPart, TableId};
use crate::severity::number;
use crate::shared::keys::own_indexes;
use crate::syntax::tree::Type;

/// The rule.
pub static RULE: Rule = Rule {
    id: "limit-key-size",
    severity: Severity::Warn,
    reach: Reach::Family,
    page: page!("limit_key_size.md"),
    fixes: &["accept"],
    replaces: &[],
    check,
};

/// Most bytes of a character in UTF-8.
const CHARACTER_BYTES_MAX: u64 = 4;

fn check(context: &Context<'_>, out: &mut Report<'_>) {
    for id in context.tables() {
        let table = context.schema.table(id);
        let of = format!("The key of `{}`", table.name);
        out.extend(judge(context, id, &table.key, Object::Table(id), &of));
    }
    for id in own_indexes(context) {
        let index = context.schema.index(id);
        // What the key of the table alone fills is said there.
        if bytes(context, index.table, &context.schema.table(index.table).key, 1) > KEY_BYTES_MAX {
            continue;
        }
        let of = format!("The key of the index `{}`", index.name);
        let key = context.schema.effective_key(id);
        out.extend(judge(context, index.table, &key, Object::Index(id), &of));
    }
}

fn judge(
    context: &Context<'_>,
    id: TableId,
    parts: &[KeyPart],
    object: Object,
    of: &str,
) -> Option<Finding> {
    let table = context.schema.table(id);
    let (least, most) = (bytes(context, id, parts, 1), bytes(context, id, parts, 4));
    if most <= KEY_BYTES_MAX {
        return None;
    }
    let longest = parts.iter().max_by_key(|part| bytes(context, id, &[(*part).clone()], 1))?;
    let column = table.column(longest.column);
    let sure = least > KEY_BYTES_MAX;
    let size = |bytes: u64| number(f64::from(u32::try_from(bytes).unwrap_or(u32::MAX)));
    let (title, why) = if sure {
        (
            format!("{of} can have {} bytes; the limit is 8,192", size(least)),
            "Spanner accepts the statement and rejects rows whose key is longer than 8 KiB."
                .to_owned(),
        )
    } else {
        (
            format!("{of} can have {} bytes in UTF-8; the limit is 8,192", size(most)),
            format!(
                "Its {} characters fit if they are ASCII; otherwise, rows may be rejected when \
                 they are written.",
                size(least)
            ),
        )
    };
    let what = format!("the type of `{}`", column.name);
    Some(Finding {
        severity: if sure { Severity::Warn } else { Severity::Info },
        column: Some((id, longest.column)),
        title,
        why: why.into(),
        help: format!("Shorten `{}`, or use a hash of it as the key", column.name).into(),
        evidence: vec![Evidence {
            what: evidence_text(what),
            span: column.type_span,
            source: Source::Expression,
        }],
        ..RULE.finding(object, longest.span)
    })
}

/// Most bytes of the parts, with so many for each character of text. Unbounded text is not
/// counted: `type-string-max-key` speaks of it.
fn bytes(context: &Context<'_>, id: TableId, parts: &[KeyPart], character: u64) -> u64 {
    let table = context.schema.table(id);
    let character = character.min(CHARACTER_BYTES_MAX);
    let of = |part: &KeyPart| {
        let stated = context.facts.column(id, part.column).max_len;
        match &table.column(part.column).ty {
            Some(Type::String(Some(n))) => u64::from(stated.unwrap_or(*n).min(*n)) * character,
            Some(Type::Bytes(Some(n))) => u64::from(stated.unwrap_or(*n).min(*n)),
            Some(Type::Int64 | Type::Float64) => 8,
            Some(Type::Timestamp | Type::CommitTimestamp) => 12,
            Some(Type::Date | Type::Float32) => 4,
            Some(Type::Bool) => 1,
            Some(Type::Numeric) => 22,
            Some(Type::Uuid) => 16,
            _ => 0,
        }
    };
    parts.iter().map(of).sum()
}
