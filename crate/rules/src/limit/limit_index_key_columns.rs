//! An index whose key, with the key of its table behind it, has more columns than Spanner takes.

use crate::cause::Cause;
use crate::finding::{Finding, Object, Severity};
use crate::report::Report;
use crate::rule::{Context, Reach, Rule};
use crate::schema::IndexId;
use crate::schema::limits::KEY_COLUMNS_MAX;
use crate::schema::past::Limited;
use crate::shared::keys::own_indexes;
use crate::shared::past;

/// The rule.
pub static RULE: Rule = Rule {
    id: "limit-index-key-columns",
    severity: Severity::Error,
    reach: Reach::Family,
    page: page!("limit_index_key_columns.md"),
    fixes: &["drop-index", "storing"],
    replaces: &[],
    check,
};

fn check(context: &Context<'_>, out: &mut Report<'_>) {
    past::findings(context, &RULE, Limited::IndexKeyColumns, out);
    for id in own_indexes(context) {
        out.extend(finding(context, id));
    }
}

fn finding(context: &Context<'_>, id: IndexId) -> Option<Finding> {
    let index = context.schema.index(id);
    let table = context.schema.table(index.table);
    // A table with too long a key has its own finding.
    if table.key.len() > KEY_COLUMNS_MAX {
        return None;
    }
    let together = context.schema.effective_key(id).len();
    let sum = index.keys.len() + table.key.len();
    let last = index.keys.last()?;
    let refused = together > KEY_COLUMNS_MAX;
    if sum <= KEY_COLUMNS_MAX {
        return None;
    }
    let (title, why) = if refused {
        (
            format!(
                "The key of `{}` has {together} columns including the key of `{}`; Spanner allows \
                 {KEY_COLUMNS_MAX}",
                index.name, table.name
            ),
            "Spanner rejects the statement.".to_owned(),
        )
    } else {
        (
            format!(
                "`{}` has {} columns and the key of `{}` {}: {sum}, but the documentation allows \
                 {KEY_COLUMNS_MAX}",
                index.name,
                index.keys.len(),
                table.name,
                table.key.len()
            ),
            format!(
                "Without the columns that are in both there are {together}, which the emulator \
                 accepts and schemas in production have; the quotas page counts shared columns \
                 twice."
            ),
        )
    };
    Some(Finding {
        cause: Some(Cause::IndexKeyTooLong),
        severity: if refused { Severity::Error } else { Severity::Info },
        title,
        why: why.into(),
        help: "Move columns that are only read to STORING, or drop them from the index".into(),
        ..RULE.finding(Object::Index(id), last.span)
    })
}
