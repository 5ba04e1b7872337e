//! Rows so large that few of them fill a commit: a calculator.

use crate::finding::{Finding, Object, Severity};
use crate::report::Report;
use crate::rule::{Context, Reach, Rule};
use crate::schema::TableId;
use crate::schema::limits::COMMIT_BYTES_MAX;
use crate::severity::number;

/// The rule.
pub static RULE: Rule = Rule {
    id: "limit-commit-size",
    severity: Severity::Info,
    reach: Reach::Family,
    page: page!("limit_commit_size.md"),
    fixes: &["accept"],
    replaces: &[],
    check,
};

/// Rows of a commit below which the limit is worth knowing (assumption of ours).
const ROWS_USUAL: f64 = 100.0;

fn check(context: &Context<'_>, out: &mut Report<'_>) {
    for id in context.tables() {
        out.extend(finding(context, id));
    }
}

/// The row alone is counted, so the number is the most there can be: index entries and change
/// records come on top.
fn finding(context: &Context<'_>, id: TableId) -> Option<Finding> {
    let table = context.schema.table(id);
    // Lengths of text are guessed small, so only a stated size gets here.
    let row = context.facts.table(id).row_bytes;
    if row <= 0.0 {
        return None;
    }
    let rows = (f64::from(COMMIT_BYTES_MAX) / row).floor();
    if rows >= ROWS_USUAL {
        return None;
    }
    let mib = number(row / 1024.0 / 1024.0);
    let more = context
        .schema
        .indexes_of(id)
        .filter(|&index| !context.schema.index(index).storing.is_empty());
    let more = match more.count() {
        0 => "",
        _ => ", plus what indexes store",
    };
    Some(Finding {
        title: if rows < 1.0 {
            format!("A row of `{}` does not fit into a commit", table.name)
        } else {
            format!("A commit can have at most {} rows of `{}`", number(rows), table.name)
        },
        why: format!("A row has {mib} MiB{more}, and a commit is limited to 100 MiB.").into(),
        help: if rows < 1.0 {
            "Keep large values in Cloud Storage, or in a separate table of chunks".into()
        } else {
            format!("Load it in commits of {} rows or fewer", number(rows)).into()
        },
        ..RULE.finding(Object::Table(id), table.name_span)
    })
}
