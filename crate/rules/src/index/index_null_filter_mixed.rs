//! NULL_FILTERED over several columns that can be NULL: one NULL keeps the row out.

use crate::cause::Cause;
use crate::facts::lexicon::words;
use crate::facts::{Evidence, Source, evidence_text};
use crate::finding::{Finding, Object, Severity};
use crate::report::Report;
use crate::rule::{Context, Reach, Rule};
use crate::shared::tail;
use crate::text::Span;

/// The rule.
pub static RULE: Rule = Rule {
    id: "index-null-filter-mixed",
    severity: Severity::Info,
    reach: Reach::Family,
    page: page!("index_null_filter_mixed.md"),
    fixes: &["sparse-index", "accept"],
    replaces: &[],
    check,
};

fn check(context: &Context<'_>, out: &mut Report<'_>) {
    let schema = context.schema;
    let needless = &context.compared().needless;
    for id in context.indexes().filter(|id| !needless.contains(id)) {
        let index = schema.index(id);
        // WHERE names its columns one by one; a unique index wants every part to be there.
        let keyword = index.null_filtered && index.where_not_null.is_empty();
        if index.managed || index.unique || !keyword {
            continue;
        }
        let left_out = schema.left_out_by(id);
        let parts: Vec<_> =
            index.keys.iter().filter(|part| left_out.contains(&part.column)).collect();
        let [first, .., last] = parts.as_slice() else { continue };
        let table = schema.table(index.table);
        // `PositionRef` and `PositionNumber` are set together.
        let stem = |column| words(&table.column(column).name).into_iter().next();
        if parts.iter().all(|part| stem(part.column) == stem(first.column)) {
            continue;
        }
        let named: Vec<&str> =
            parts.iter().map(|part| table.column(part.column).name.as_str()).collect();
        let evidence = parts.iter().map(|part| {
            let column = table.column(part.column);
            let what = format!("`{}` can be NULL", column.name);
            Evidence { what: evidence_text(what), span: column.span, source: Source::Expression }
        });
        out.push(Finding {
            cause: Some(Cause::NullsFilteredTogether),
            title: format!(
                "`{}` leaves out every row in which one of {} is NULL",
                index.name,
                tail::list(&named)
            ),
            why: "A row is left out if any of them is NULL, and a query can use the index only if \
                  it excludes NULL for all of them."
                .into(),
            help: "Write WHERE … IS NOT NULL for the one column that matters".into(),
            evidence: evidence.collect(),
            ..RULE.finding(Object::Index(id), Span::new(first.span.start, last.span.end))
        });
    }
}
