//! An index interleaved in a row tree that its table does not belong to.

use crate::facts::{Evidence, Source, evidence_text};
use crate::finding::{Finding, Object, Severity};
use crate::index::index_interleave_invalid::holder;
use crate::report::Report;
use crate::rule::{Context, Reach, Rule};
use crate::severity::number;

/// The rule.
pub static RULE: Rule = Rule {
    id: "index-interleave-remote",
    severity: Severity::Info,
    // The table may be in no family of the indexed one.
    reach: Reach::Database,
    page: page!("index_interleave_remote.md"),
    fixes: &["accept"],
    replaces: &[],
    check,
};

fn check(context: &Context<'_>, out: &mut Report<'_>) {
    let schema = context.schema;
    for id in context.indexes() {
        let Some((above, clause)) = holder(schema, id) else { continue };
        let index = schema.index(id);
        let own = index.table == above || schema.ancestors(index.table).contains(&above);
        if own || !schema.knows_ancestors(index.table) {
            continue;
        }
        let (table, other) = (schema.table(index.table), schema.table(above));
        let each = match context.facts.table(index.table).writes_per_second {
            Some(writes) => format!("Each of the {} inserts/s", number(writes)),
            None => "Each insert".to_owned(),
        };
        let what = match &table.parent {
            Some(parent) => format!("`{}` is interleaved in `{}`", table.name, parent.name),
            None => format!("`{}` is not interleaved", table.name),
        };
        let span = table.parent.as_ref().map_or(table.name_span, |parent| parent.span);
        out.push(Finding {
            title: format!(
                "`{}` is in the row tree of `{}`, but `{}` is not",
                index.name, other.name, table.name
            ),
            why: format!(
                "{each} into `{}` commits on two row trees, as with an index that is not \
                 interleaved; the only benefit is that the entries are stored next to the rows of \
                 `{}`.",
                table.name, other.name
            )
            .into(),
            help: format!(
                "Leave out INTERLEAVE IN unless queries read `{}` and these entries together",
                other.name
            )
            .into(),
            evidence: vec![Evidence {
                what: evidence_text(what),
                span,
                source: Source::Expression,
            }],
            ..RULE.finding(Object::Index(id), clause)
        });
    }
}
