//! A text longer than a schema change may be.

use crate::finding::{Finding, Object, Severity};
use crate::report::Report;
use crate::rule::{Context, Reach, Rule};
use crate::schema::limits::DDL_BYTES_MAX;
use crate::severity::number;
use crate::text::Span;

/// The rule.
pub static RULE: Rule = Rule {
    id: "limit-ddl-size",
    severity: Severity::Error,
    reach: Reach::Database,
    page: page!("limit_ddl_size.md"),
    fixes: &[],
    replaces: &[],
    check,
};

/// Bytes of a MiB.
const MIB: f64 = 1024.0 * 1024.0;

fn check(context: &Context<'_>, out: &mut Report<'_>) {
    let whole = context.schema.span;
    if whole.len() <= DDL_BYTES_MAX {
        return;
    }
    let bare = whole.len().saturating_sub(context.schema.comment_bytes);
    let sure = bare > DDL_BYTES_MAX;
    let size = number(f64::from(whole.len()) / MIB);
    out.push(Finding {
        // Comments are not sent by every client, and do not come back from the database.
        severity: if sure { Severity::Error } else { Severity::Warn },
        title: format!("The schema is {size} MiB long; Spanner allows 10 MiB of DDL"),
        why: "Spanner rejects a larger change and a larger schema; only the first 10 MiB are read \
              here."
            .into(),
        help: "Remove what is not DDL, or apply the schema in several changes".into(),
        ..RULE.finding(Object::File, Span::new(DDL_BYTES_MAX, whole.end))
    });
}
