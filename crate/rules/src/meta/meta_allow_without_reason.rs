//! A finding that was accepted without a reason.

use crate::finding::{Finding, Severity};
use crate::report::Report;
use crate::rule::{Context, Reach, Rule};
use crate::shared::alike::Alike;
use crate::shared::tail::list;

/// The rule.
pub static RULE: Rule = Rule {
    id: "meta-allow-without-reason",
    severity: Severity::Info,
    reach: Reach::Database,
    page: page!("meta_allow_without_reason.md"),
    fixes: &[],
    replaces: &[],
    check,
};

fn check(context: &Context<'_>, out: &mut Report<'_>) {
    let mut found = Alike::default();
    for located in &context.schema.directives {
        let directive = &located.directive;
        let Some(place) = located.place.filter(|_| directive.reason.is_none()) else { continue };
        let accepted = directive.facts.iter().find(|fact| fact.name == "accept");
        let Some(fact) = accepted.filter(|fact| !fact.args.is_empty()) else { continue };
        let object = place.object();
        let rules: Vec<&str> = fact.args.iter().map(String::as_str).collect();
        found.push(Finding {
            title: format!(
                "{} is accepted for `{}` without a reason",
                list(&rules),
                object.name(context.schema)
            ),
            why: "The next reader of the schema cannot tell a decision from an oversight.".into(),
            help: "Add `reason=\"…\"` to the directive".into(),
            ..RULE.finding(object, fact.span)
        });
    }
    found.tell(out);
}
