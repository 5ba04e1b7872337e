//! Columns of an index that no query of the text names.

use crate::cause::Cause;
use crate::facts::Dist;
use crate::finding::{Finding, Object, Severity};
use crate::report::Report;
use crate::rule::{Context, Reach, Rule};
use crate::schema::{ColumnId, Index, IndexId};
use crate::shared::reads::{self, Path, Read};
use crate::shared::tail;
use crate::text::Span;

/// The rule.
pub static RULE: Rule = Rule {
    id: "index-unused-columns",
    severity: Severity::Info,
    reach: Reach::Database,
    page: page!("index_unused_columns.md"),
    fixes: &["drop-index", "storing", "accept"],
    replaces: &[],
    check,
};

/// Queries of a table from which an index that none of them touches is worth a word; fewer tell
/// nothing of a whole index (assumption of ours).
const QUERIES_MIN: usize = 3;

/// Queries that are listed as evidence.
const EVIDENCE_MAX: usize = 3;

fn check(context: &Context<'_>, out: &mut Report<'_>) {
    let all = reads::all(context);
    for id in context.schema.index_ids() {
        let index = context.schema.index(id);
        if let Some(reads) = all.get(&index.table).filter(|_| !index.managed) {
            out.extend(finding(context, id, reads));
        }
    }
}

fn finding(context: &Context<'_>, id: IndexId, reads: &[Read<'_>]) -> Option<Finding> {
    let index = context.schema.index(id);
    let table = context.schema.table(index.table);
    let named = |column| is_named(context, index, reads, column);
    let in_use = reads.iter().any(|read| read.path == Some(Path::Index(id)));
    let unnamed = |column: &ColumnId| for_queries(context, index, *column) && !named(*column);
    let keys = index.keys.iter().map(|part| (part.column, part.span));
    let stored = index.storing.iter().copied().zip(index.storing_spans.iter().copied());
    let unused: Vec<(ColumnId, Span)> = if in_use {
        // A unique index needs all of its key to be one.
        let keys = keys.filter(|_| !index.unique);
        keys.chain(stored).filter(|(column, _)| unnamed(column)).collect()
    } else {
        let own = keys.filter(|(column, _)| for_queries(context, index, *column));
        own.collect()
    };
    let whole = !in_use;
    if whole
        && (index.unique
            || reads.len() < QUERIES_MIN
            || !unused.iter().all(|(column, _)| unnamed(column)))
    {
        return None;
    }
    let (first, span) = *unused.first()?;
    let names: Vec<&str> =
        unused.iter().map(|(column, _)| table.column(*column).name.as_str()).collect();
    let count = match reads.len() {
        1 => "The one query".to_owned(),
        several => format!("None of the {several} queries"),
    };
    let verb = if reads.len() == 1 { "does not name" } else { "names" };
    let (span, help) = if whole {
        (index.name_span, format!("Drop `{}` if no query elsewhere uses it", index.name))
    } else {
        (span, format!("Remove {} if no query elsewhere needs it", tail::list(&names)))
    };
    let why = if whole {
        "Every insert writes an entry that none of these queries reads."
    } else {
        "Each of these columns makes every entry larger, and an update of one rewrites the entry."
    };
    let evidence = reads.iter().take(EVIDENCE_MAX).map(|read| {
        let of = &read.query.tables[read.at];
        reads::evidence(format!("a query of `{}`", table.name), of.span)
    });
    Some(Finding {
        cause: Some(Cause::UnusedColumnsStored),
        title: format!(
            "{count} of `{}` {verb} {} of `{}`",
            table.name,
            tail::list(&names),
            index.name
        ),
        why: why.into(),
        help: help.into(),
        evidence: evidence.collect(),
        confidence: 0.5,
        column: Some((index.table, first)),
        ..RULE.finding(Object::Index(id), span)
    })
}

/// Whether an index holds a column for queries alone: no key of the table, no shard, nothing that
/// filters its rows.
fn for_queries(context: &Context<'_>, index: &Index, column: ColumnId) -> bool {
    let shard = matches!(context.facts.column(index.table, column).dist, Dist::Shard { .. });
    let table = context.schema.table(index.table);
    !table.is_key(column) && !shard && !index.where_not_null.contains(&column)
}

fn is_named(context: &Context<'_>, index: &Index, reads: &[Read<'_>], column: ColumnId) -> bool {
    let name = context.schema.table(index.table).column(column).name.to_lowercase();
    context.schema.named_elsewhere.contains(&name)
        || reads.iter().any(|read| read.names(column) || read.query.tables[read.at].all_columns)
}
