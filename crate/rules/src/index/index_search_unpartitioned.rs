//! A search index over all tenants of a table that is keyed by tenant.

use crate::facts::lexicon::{self, any};
use crate::facts::{Dist, Evidence, Source, evidence_text};
use crate::finding::{Finding, Object, Severity};
use crate::report::Report;
use crate::rule::{Context, Reach, Rule};
use crate::schema::SpecialIndexId;

/// The rule.
pub static RULE: Rule = Rule {
    id: "index-search-unpartitioned",
    severity: Severity::Info,
    reach: Reach::Database,
    page: page!("index_search_unpartitioned.md"),
    fixes: &["accept"],
    replaces: &[],
    check,
};

fn check(context: &Context<'_>, out: &mut Report<'_>) {
    for id in context.schema.special_index_ids() {
        out.extend(finding(context, id));
    }
}

fn finding(context: &Context<'_>, id: SpecialIndexId) -> Option<Finding> {
    let index = context.schema.special_index(id);
    if index.vector || !index.partition_by.is_empty() || index.parent.is_some() {
        return None;
    }
    let table = context.schema.table(index.table);
    let lead = table.key.first().filter(|_| table.key.len() > 1)?;
    let column = table.column(lead.column);
    let fact = context.facts.column(index.table, lead.column);
    let entity = matches!(fact.dist, Dist::Entity { .. } | Dist::Uniform);
    let tenant = any(&lexicon::words(&column.name), lexicon::TENANTS)
        && !lexicon::is_own_id(&table.name, &column.name);
    if !entity || !tenant {
        return None;
    }
    let what = format!("the key of `{}`, which starts with `{}`", table.name, column.name);
    Some(Finding {
        title: format!("`{}` is not partitioned by `{}.{}`", index.name, table.name, column.name),
        why: format!(
            "A search within one `{}` reads all splits of the index; in a partitioned index it \
             reads those of one partition.",
            column.name
        )
        .into(),
        help: format!("Add PARTITION BY {} if each search stays within one", column.name).into(),
        evidence: vec![Evidence {
            what: evidence_text(what),
            span: lead.span,
            source: Source::Name,
        }],
        confidence: fact.confidence,
        column: Some((index.table, lead.column)),
        ..RULE.finding(Object::SpecialIndex(id), index.name_span)
    })
}
