//! A query that finds rows by an index and then needs columns the index does not hold.

use crate::cause::Cause;
use crate::facts::columns::{bulky, changes};
use crate::finding::{Finding, Object, Severity};
use crate::index::index_storing_wide::COLUMNS_MAX;
use crate::report::Report;
use crate::rule::{Context, Reach, Rule};
use crate::schema::{ColumnId, IndexId};
use crate::shared::reads::{self, Path, Read};
use crate::shared::tail;
use crate::syntax::tree::Usage;
use crate::text::Span;

/// The rule.
pub static RULE: Rule = Rule {
    id: "index-storing-candidate",
    severity: Severity::Hint,
    reach: Reach::Database,
    page: page!("index_storing_candidate.md"),
    fixes: &["storing", "accept"],
    replaces: &[],
    check,
};

fn check(context: &Context<'_>, out: &mut Report<'_>) {
    let schema = context.schema;
    let all = reads::all(context);
    for id in schema.index_ids() {
        let index = schema.index(id);
        let Some(reads) = all.get(&index.table) else { continue };
        let by_it: Vec<&Read<'_>> =
            reads.iter().filter(|read| read.path == Some(Path::Index(id))).collect();
        let mut lacking: Vec<(ColumnId, Span)> = Vec::new();
        let mut confidence: f64 = 0.0;
        for read in by_it {
            let found = worth_storing(context, read, id);
            if !found.is_empty() {
                confidence = confidence.max(read.confidence());
            }
            for (column, span) in found {
                if !lacking.iter().any(|(seen, _)| *seen == column) {
                    lacking.push((column, span));
                }
            }
        }
        if lacking.is_empty() || index.storing.len() + lacking.len() > COLUMNS_MAX {
            continue;
        }
        let table = schema.table(index.table);
        let names: Vec<&str> =
            lacking.iter().map(|(column, _)| table.column(*column).name.as_str()).collect();
        let evidence = lacking.iter().zip(&names).map(|((_, span), name)| {
            reads::evidence(format!("the column `{name}` of a query by this index"), *span)
        });
        let elsewhere = if index.parent.is_some() { "" } else { " and mostly on another split" };
        out.push(Finding {
            cause: Some(Cause::ColumnsNotStored),
            title: format!("A query uses `{}`, which lacks {}", index.name, tail::list(&names)),
            why: format!(
                "For every matching entry Spanner also reads the row of `{}`, which is a second \
                 lookup{elsewhere}.",
                table.name
            )
            .into(),
            help: format!("Add {} ({}) to the index", reads::storing(context), names.join(", "))
                .into(),
            evidence: evidence.collect(),
            confidence,
            column: Some((index.table, lacking[0].0)),
            ..RULE.finding(Object::Index(id), index.name_span)
        });
    }
}

/// What the index would have to store for a query; nothing where that is not worth it.
fn worth_storing(context: &Context<'_>, read: &Read<'_>, id: IndexId) -> Vec<(ColumnId, Span)> {
    let index = context.schema.index(id);
    let one_row = index.unique
        && index.keys.iter().all(|part| read.query.asks(read.at, part.column, &[Usage::Equal]));
    // `SELECT *` would need a copy of the table.
    if read.query.tables[read.at].all_columns || one_row {
        return Vec::new();
    }
    let table = context.schema.table(index.table);
    let lacking = reads::lacking(context, read, id);
    let costly = |column: ColumnId| {
        let fact = context.facts.column(index.table, column);
        bulky(table.column(column)).is_some()
            || changes(context.schema, index.table, column, fact).is_some()
    };
    // Without all of them the lookup stays.
    if lacking.iter().any(|(column, _)| costly(*column)) { Vec::new() } else { lacking }
}
