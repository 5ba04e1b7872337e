//! Interleaved tables that leave unsaid what happens when their parent is deleted.

use crate::facts::{Evidence, Source, evidence_text};
use crate::finding::{Finding, Object, Severity};
use crate::report::Report;
use crate::rule::{Context, Reach, Rule};
use crate::schema::{Parent, Table, TableId};
use crate::shared::tail;

/// The rule.
pub static RULE: Rule = Rule {
    id: "interleave-no-cascade",
    severity: Severity::Info,
    reach: Reach::Family,
    page: page!("interleave_no_cascade.md"),
    fixes: &["accept"],
    replaces: &[],
    check,
};

fn check(context: &Context<'_>, out: &mut Report<'_>) {
    let schema = context.schema;
    for id in context.tables() {
        if schema.table(id).parent.is_some() || context.facts.table(id).append_only {
            continue;
        }
        let below: Vec<(&Table, &Parent)> = tail::below(schema, id)
            .into_iter()
            .map(|child| schema.table(child))
            .filter_map(|child| Some((child, child.parent.as_ref().filter(unsaid)?)))
            .collect();
        if let Some((_, first)) = below.first() {
            out.push(finding(id, &below, first));
        }
    }
}

fn unsaid(parent: &&Parent) -> bool {
    parent.enforced && !parent.on_delete_said
}

fn finding(root: TableId, below: &[(&Table, &Parent)], first: &Parent) -> Finding {
    let names: Vec<&str> = below.iter().map(|(table, _)| table.name.as_str()).collect();
    let clause = if below.len() == 1 { "leaves" } else { "leave" };
    let evidence = below.iter().map(|(table, parent)| Evidence {
        what: evidence_text(format!("`{}` without ON DELETE, which means NO ACTION", table.name)),
        span: parent.span,
        source: Source::Expression,
    });
    Finding {
        title: format!(
            "{} {clause} open what happens when a row of `{}` is deleted",
            tail::list(&names),
            first.name
        ),
        why: format!(
            "The default is NO ACTION: a row of `{0}` cannot be deleted while it has children, and \
             a row deletion policy on `{0}` is rejected.",
            first.name
        )
        .into(),
        help: "Write ON DELETE CASCADE, or ON DELETE NO ACTION if that is intended".into(),
        evidence: evidence.collect(),
        ..RULE.finding(Object::Table(root), first.span)
    }
}
