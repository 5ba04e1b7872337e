//! Columns of an index that no query of the text names.

use super::reads::{self, Read};
use super::{Context, Finding, Object, Reach, Rule, Severity, tail};
use crate::facts::Dist;
use crate::schema::{ColumnId, Index, IndexId};
use crate::text::Span;

/// The rule.
pub static RULE: Rule = Rule {
    id: "index-unused-columns",
    severity: Severity::Info,
    reach: Reach::Database,
    page: include_str!("index_unused_columns.md"),
    fixes: &["T11", "T15", "T25"],
    replaces: &[],
    check,
};

/// Queries of a table from which an index that none of them touches is worth a word; fewer tell
/// nothing of a whole index (assumption of ours).
const QUERIES_MIN: usize = 3;

fn check(context: &Context<'_>, out: &mut Vec<Finding>) {
    if context.schema.queries.is_empty() {
        return;
    }
    for id in context.schema.index_ids() {
        out.extend(finding(context, id));
    }
}

fn finding(context: &Context<'_>, id: IndexId) -> Option<Finding> {
    let index = context.schema.index(id);
    let reads = reads::of_table(context, index.table);
    if index.managed || reads.is_empty() {
        return None;
    }
    let table = context.schema.table(index.table);
    let named = |column| is_named(context, index, &reads, column);
    let lead = index.keys.first()?.column;
    let in_use = named(lead);
    let own = candidates(context, index);
    let unused: Vec<&(ColumnId, Span)> = own.iter().filter(|(column, _)| !named(*column)).collect();
    let (first, span) = *unused.first()?;
    let whole = unused.len() == own.len() && !in_use;
    if !in_use && (!whole || index.unique || reads.len() < QUERIES_MIN) {
        return None;
    }
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
        (*span, format!("Take {} out if no query elsewhere needs it", tail::list(&names)))
    };
    let evidence = reads.iter().map(|read| {
        let of = &read.query.tables[read.at];
        reads::evidence(format!("a query of `{}`", table.name), of.span)
    });
    Some(Finding {
        title: format!(
            "{count} of `{}` {verb} {} of `{}`",
            table.name,
            tail::list(&names),
            index.name
        ),
        why: "Each of these columns makes every entry longer, and an update of one rewrites the \
              entry."
            .to_owned(),
        help,
        evidence: evidence.collect(),
        confidence: 0.5,
        column: Some((index.table, *first)),
        ..Finding::new(&RULE, Object::Index(id), span)
    })
}

/// Columns that an index holds for queries alone, each with where it stands: no key of the table,
/// no shard, nothing that keeps rows unique or filters them.
fn candidates(context: &Context<'_>, index: &Index) -> Vec<(ColumnId, Span)> {
    let table = context.schema.table(index.table);
    let for_queries = |column: &ColumnId| {
        let shard = matches!(context.facts.column(index.table, *column).dist, Dist::Shard { .. });
        !table.is_key(*column) && !shard && !index.where_not_null.contains(column)
    };
    let keys = index.keys.iter().filter(|_| !index.unique).map(|part| (part.column, part.span));
    let stored = index.storing.iter().copied().zip(index.storing_spans.iter().copied());
    keys.chain(stored).filter(|(column, _)| for_queries(column)).collect()
}

fn is_named(context: &Context<'_>, index: &Index, reads: &[Read<'_>], column: ColumnId) -> bool {
    let name = context.schema.table(index.table).column(column).name.to_lowercase();
    context.schema.named_elsewhere.contains(&name)
        || reads.iter().any(|read| read.names(column) || read.query.tables[read.at].all_columns)
}
