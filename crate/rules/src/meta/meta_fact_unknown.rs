//! A directive that cannot be used: nothing of its name is there, or nobody knows its fact.

use crate::facts::nearest::nearest_of;
use crate::finding::{Finding, Object, Severity};
use crate::report::Report;
use crate::rule::{Context, Reach, Rule};
use crate::shared::alike::Alike;
use crate::text::Span;

/// The rule.
pub static RULE: Rule = Rule {
    id: "meta-fact-unknown",
    severity: Severity::Info,
    reach: Reach::Database,
    page: page!("meta_fact_unknown.md"),
    fixes: &[],
    replaces: &[],
    check,
};

fn check(context: &Context<'_>, out: &mut Report<'_>) {
    let mut found = Alike::default();
    for problem in &context.facts.problems {
        found.push(finding(context, &problem.message, problem.span));
    }
    for problem in &context.schema.unread_directives {
        let message = problem.message.strip_prefix("directive: ").unwrap_or(&problem.message);
        found.push(finding(context, message, problem.span));
    }
    for located in &context.schema.directives {
        let facts = located.directive.facts.iter();
        for fact in facts.filter(|fact| matches!(fact.name.as_str(), "accept" | "off")) {
            let unknown =
                fact.args.iter().find(|id| !context.rules.iter().any(|rule| rule.id == **id));
            let Some(id) = unknown else { continue };
            let near = nearest_of(id, context.rules.iter().map(|rule| rule.id));
            let message = format!("expected the id of a rule, found `{id}`{near}");
            found.push(finding(context, &message, fact.span));
        }
    }
    found.tell(out);
}

fn finding(context: &Context<'_>, message: &str, span: Span) -> Finding {
    let table = context.schema.table_around(span);
    // `expected X, found Y; did you mean Z?` falls into what is wrong and what to do.
    let (said, cure) = match message.split_once("; did you mean ") {
        Some((said, cure)) => (said, format!("Write {}", cure.trim_end_matches('?'))),
        None => (message, "Correct the directive, or remove it".to_owned()),
    };
    Finding {
        title: format!("A directive was not understood: {said}"),
        why: "The directive is ignored; findings that it should resolve are still reported.".into(),
        help: cure.into(),
        ..RULE.finding(table.map_or(Object::File, Object::Table), span)
    }
}
