//! More locality groups than a database takes.

use crate::finding::{Finding, Object, Severity};
use crate::report::Report;
use crate::rule::{Context, Reach, Rule};
use crate::schema::limits::LOCALITY_GROUPS_MAX;

/// The rule.
pub static RULE: Rule = Rule {
    id: "limit-locality-groups",
    severity: Severity::Error,
    reach: Reach::Database,
    page: page!("limit_locality_groups.md"),
    fixes: &[],
    replaces: &[],
    check,
};

fn check(context: &Context<'_>, out: &mut Report<'_>) {
    let groups = &context.schema.locality_groups;
    let Some(&beyond) = groups.get(LOCALITY_GROUPS_MAX) else { return };
    out.push(Finding {
        title: format!(
            "The schema has {} locality groups; a database can have {LOCALITY_GROUPS_MAX} besides \
             the default one",
            groups.len()
        ),
        why: "Spanner rejects the statement that adds the sixteenth.".into(),
        help: "Share a group among tables with the same age policy".into(),
        ..RULE.finding(Object::File, beyond)
    });
}
