//! A secondary index that orders rows as the primary key does.

use crate::facts::{Evidence, Source, evidence_text};
use crate::finding::{Finding, Object, Severity};
use crate::index::index_prefix_redundant;
use crate::report::Report;
use crate::rule::{Context, Reach, Rule};
use crate::shared::redundant::{self, Held};

/// The rule.
pub static RULE: Rule = Rule {
    id: "index-pk-prefix",
    severity: Severity::Warn,
    reach: Reach::Family,
    page: page!("index_pk_prefix.md"),
    fixes: &["drop-index", "accept"],
    replaces: &["index-duplicate", "index-prefix-redundant"],
    check,
};

fn check(context: &Context<'_>, out: &mut Report<'_>) {
    for all in context.compared().by_table.values() {
        for held in all {
            if held.is_of_primary_key(context.schema) {
                out.push(finding(context, held));
            }
        }
    }
}

fn finding(context: &Context<'_>, held: &Held<'_>) -> Finding {
    let name = &held.index.name;
    let table = context.schema.table(held.index.table);
    let span = table.key_clause.as_ref().map_or(table.name_span, |clause| clause.span);
    let key = redundant::in_words(context.schema, held.index.table, &table.key);
    let writes = index_prefix_redundant::writes(context, held);
    // With stored columns it is a narrow copy of the table, which may be what scans want.
    let copy = held.stored().next().is_some();
    let (severity, use_of) = match copy {
        true => (Severity::Info, " It is only worth keeping if scans often read its few columns."),
        false => (Severity::Warn, ""),
    };
    let unique = if held.index.unique { ", and the primary key is already unique" } else { "" };
    Finding {
        severity,
        title: format!(
            "`{name}` sorts `{}` by ({}), like the primary key{unique}",
            table.name,
            held.keys(context.schema)
        ),
        why: format!("{writes} one more entry, for an order that the table already has.{use_of}")
            .into(),
        help: format!("Drop `{name}`: the table is already sorted this way").into(),
        evidence: vec![Evidence {
            what: evidence_text(format!("the primary key ({key}) of `{}`", table.name)),
            span,
            source: Source::Expression,
        }],
        ..RULE.finding(Object::Index(held.id), held.index.keys_list)
    }
}
