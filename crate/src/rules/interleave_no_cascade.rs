//! Interleaved tables that leave unsaid what happens when their parent is deleted.

use super::{Context, Evidence, Finding, Object, Reach, Rule, Severity, tail};
use crate::facts::Source;
use crate::schema::Parent;

/// The rule.
pub static RULE: Rule = Rule {
    id: "interleave-no-cascade",
    severity: Severity::Info,
    reach: Reach::Family,
    page: include_str!("interleave_no_cascade.md"),
    fixes: &["T25"],
    replaces: &[],
    check,
};

fn check(context: &Context<'_>, out: &mut Vec<Finding>) {
    let schema = context.schema;
    for id in context.tables() {
        if context.facts.table(id).append_only {
            continue;
        }
        let unsaid = |parent: &&Parent| parent.enforced && !parent.on_delete_said;
        let below: Vec<(&str, &Parent)> = schema
            .children_of(id)
            .filter(|&child| child != id)
            .map(|child| schema.table(child))
            .filter_map(|child| Some((child.name.as_str(), child.parent.as_ref().filter(unsaid)?)))
            .collect();
        let Some((_, first)) = below.first() else { continue };
        let names: Vec<&str> = below.iter().map(|(name, _)| *name).collect();
        let (table, list) = (schema.table(id), tail::list(&names));
        let evidence = below.iter().map(|(name, parent)| Evidence {
            what: format!("`{name}` without ON DELETE, which means NO ACTION"),
            span: parent.span,
            source: Source::Expression,
        });
        out.push(Finding {
            title: format!(
                "A row of `{}` cannot be deleted while it has rows of {list}",
                table.name
            ),
            why: format!(
                "The default is NO ACTION: deleting from `{}` fails until every child row is \
                 deleted first, and a row deletion policy on it is refused.",
                table.name
            ),
            help: "Write ON DELETE CASCADE, or ON DELETE NO ACTION if that is meant".to_owned(),
            evidence: evidence.collect(),
            ..Finding::new(&RULE, Object::Table(id), first.span)
        });
    }
}
