//! A secondary index full of NULLs.

use crate::cause::Cause;
use crate::facts::{Source, sparse};
use crate::finding::{Finding, Object, Severity};
use crate::report::Report;
use crate::rule::{Context, Reach, Rule};
use crate::severity::number;

/// The rule.
pub static RULE: Rule = Rule {
    id: "index-null-filter-candidate",
    severity: Severity::Hint,
    reach: Reach::Family,
    page: page!("index_null_filter_candidate.md"),
    fixes: &["sparse-index", "accept"],
    replaces: &[],
    check,
};

fn check(context: &Context<'_>, out: &mut Report<'_>) {
    let schema = context.schema;
    let needless = &context.compared().needless;
    for id in context.indexes().filter(|id| !needless.contains(id)) {
        let index = schema.index(id);
        let Some(part) = index.keys.first() else { continue };
        let filtered = schema.left_out_by(id).contains(&part.column);
        if index.managed || index.parent.is_some() || filtered {
            continue;
        }
        let table = schema.table(index.table);
        let column = table.column(part.column);
        let fact = context.facts.column(index.table, part.column);
        let Some(evidence) = sparse::sparse(schema, index.table, part.column, fact) else {
            continue;
        };
        // A unique index allows one NULL, so there are not many; with columns behind it a query
        // may well ask for the rows where it IS NULL.
        let unsure = evidence.source == Source::Name;
        if unsure && (index.unique || index.keys.len() > 1) {
            continue;
        }
        let confidence = if unsure { 0.6 } else { 0.9 };
        let share = match (fact.null_share, context.facts.table(index.table).rows) {
            (Some(share), Some(rows)) => format!(
                "{} of {} entries are of rows where it is NULL",
                number(share * rows),
                number(rows)
            ),
            (Some(share), None) => {
                format!("{} % of the entries are of rows where it is NULL", number(share * 100.0))
            }
            (None, _) => "Every row without a value has an entry too".to_owned(),
        };
        out.push(Finding {
            cause: Some(Cause::NullsIndexed),
            column: Some((index.table, part.column)),
            title: format!(
                "`{}` keeps an entry for each row whose `{}.{}` is NULL",
                index.name, table.name, column.name
            ),
            why: format!(
                "{share}. Each is written, stored and waited for on commit, although no search by \
                 value uses it."
            )
            .into(),
            help: "Filter NULLs out of the index, unless a query uses IS NULL".into(),
            evidence: vec![evidence],
            confidence,
            ..RULE.finding(Object::Index(id), part.span)
        });
    }
}
