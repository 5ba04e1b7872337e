//! A migration whose children cannot be loaded before their parents.

use crate::facts::{Evidence, Source, evidence_text};
use crate::finding::{Finding, Object, Severity};
use crate::report::Report;
use crate::rule::{Context, Reach, Rule};
use crate::schema::{Parent, Table};
use crate::shared::tail;

/// The rule.
pub static RULE: Rule = Rule {
    id: "interleave-in-bulk-load",
    severity: Severity::Hint,
    reach: Reach::Database,
    page: page!("interleave_in_bulk_load.md"),
    fixes: &["accept"],
    replaces: &[],
    check,
};

/// Names listed before the rest is counted.
const LISTED: usize = 5;

fn check(context: &Context<'_>, out: &mut Report<'_>) {
    let schema = context.schema;
    let Some(source) = &context.facts.file.source else { return };
    let enforced = |table: &&Table| table.parent.as_ref().is_some_and(|parent| parent.enforced);
    let below: Vec<&Table> = schema.tables.iter().filter(enforced).collect();
    let Some(parent) = below.first().and_then(|table| table.parent.as_ref()) else { return };
    let names: Vec<&str> = below.iter().take(LISTED).map(|table| table.name.as_str()).collect();
    let more = below.len() - names.len();
    let list = if more == 0 {
        tail::list(&names)
    } else {
        format!(
            "{} and {more} more",
            names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
        )
    };
    let first: &Parent = parent;
    out.push(Finding {
        title: format!("Rows of {list} can be loaded only after their parents"),
        why: format!(
            "A row whose parent does not exist yet is rejected, so a load from {} must run level \
             by level.",
            source.word
        )
        .into(),
        help: "Create them with `INTERLEAVE IN` for the load and set `INTERLEAVE IN PARENT` \
               afterwards, first with NO ACTION, then with CASCADE"
            .into(),
        evidence: vec![Evidence {
            what: evidence_text(format!("the directive `source={}`", source.word)),
            span: source.span,
            source: Source::Directive,
        }],
        ..RULE.finding(Object::File, first.span)
    });
}
