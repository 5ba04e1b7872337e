//! Rows so wide, or so much indexed, that few of them fill a commit: a calculator.

use crate::facts::{Evidence, Source, evidence_text};
use crate::finding::{Finding, Object, Severity};
use crate::report::Report;
use crate::rule::{Context, Reach, Rule};
use crate::schema::TableId;
use crate::schema::limits::MUTATIONS_PER_COMMIT;
use crate::severity::number;

/// The rule.
pub static RULE: Rule = Rule {
    id: "limit-mutations-per-commit",
    severity: Severity::Info,
    reach: Reach::Family,
    page: page!("limit_mutations_per_commit.md"),
    fixes: &["drop-index", "accept"],
    replaces: &[],
    check,
};

/// Rows of a commit below which the limit is worth knowing: bulk loaders send a thousand or so at
/// a time (assumption of ours).
const ROWS_USUAL: f64 = 1_000.0;

fn check(context: &Context<'_>, out: &mut Report<'_>) {
    for id in context.tables() {
        out.extend(finding(context, id));
    }
}

/// Mutations of one insert that gives a value to every column which the database does not fill
/// in: a mutation for each column; where the database fills some in, one more for each part of the
/// key (quotas page, notes 3 and 10, read 2026-08-22); and at least one for each index.
fn finding(context: &Context<'_>, id: TableId) -> Option<Finding> {
    let table = context.schema.table(id);
    let columns = crate::text::at(table.columns.len());
    let filled_in = table.columns.iter().any(|column| {
        column.generated.is_some() || column.default.is_some() || column.identity.is_some()
    });
    let key = if filled_in { crate::text::at(table.key.len()) } else { 0 };
    let indexes = crate::text::at(context.schema.indexes_of(id).count());
    let each = columns + key + indexes;
    let rows = (MUTATIONS_PER_COMMIT / f64::from(each.max(1))).floor();
    if rows >= ROWS_USUAL {
        return None;
    }
    let mut parts = vec![format!("{columns} columns")];
    if key > 0 {
        parts.push(format!("{key} key columns in addition to values that the database generates"));
    }
    if indexes > 0 {
        parts.push(format!("{indexes} index entries"));
    }
    let what = format!("an insert counts {}", parts.join(", "));
    Some(Finding {
        title: format!(
            "One commit or DML statement can insert at most {} whole rows of `{}`",
            number(rows),
            table.name
        ),
        why: format!(
            "An insert counts at least {each} mutations ({}); one commit of the Mutation API, or \
             one DML statement, makes at most {}.",
            parts.join(", "),
            number(MUTATIONS_PER_COMMIT)
        )
        .into(),
        help: format!("Load it in commits or INSERT statements of {} rows or fewer", number(rows))
            .into(),
        evidence: vec![Evidence {
            what: evidence_text(what),
            span: table.name_span,
            source: Source::Expression,
        }],
        ..RULE.finding(Object::Table(id), table.name_span)
    })
}
