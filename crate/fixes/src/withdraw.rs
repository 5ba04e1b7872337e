//! Takes an acceptance out of the text again, so that its finding stands as before.
//!
//! Where the directive says nothing else its comment goes, and the line with it if it had one.

use crate::facts::Facts;
use crate::facts::written::{comment, item};
use crate::rules::Finding;
use crate::schema::{Place, Schema};
use crate::syntax::tree::{Directive, DirectiveFact};
use crate::text::{Edit, Span, at};

/// The edits that take back what accepts a finding; none for a finding that is not accepted.
#[must_use]
pub fn edits(text: &str, schema: &Schema, facts: &Facts, finding: &Finding) -> Vec<Edit> {
    if finding.accepted.is_none() {
        return Vec::new();
    }
    let said = facts.suppressed(Place::Object(finding.object)).accepted;
    let mut edits = Vec::new();
    for located in &schema.directives {
        let directive = &located.directive;
        let accepts = |fact: &&DirectiveFact| {
            said.iter().any(|one| one.rule == finding.rule && one.span == fact.span)
        };
        if let Some(fact) = directive.facts.iter().find(accepts) {
            edits.extend(without(text, directive, fact, finding.rule));
        }
    }
    edits
}

/// A directive that no longer accepts a rule.
fn without(text: &str, directive: &Directive, fact: &DirectiveFact, rule: &str) -> Vec<Edit> {
    let others: Vec<&str> =
        fact.args.iter().map(String::as_str).filter(|arg| *arg != rule).collect();
    if !others.is_empty() {
        return vec![Edit::replace(fact.span, format!("{}({})", fact.name, others.join(", ")))];
    }
    if directive.facts.len() == 1 {
        return vec![Edit::replace(comment(text, directive.span), "")];
    }
    // The reason goes with the last fact that has one.
    let accepting = directive.facts.iter().filter(|other| other.name == fact.name).count();
    let reason = if accepting == 1 { reason(text, directive) } else { None };
    let items = match reason {
        None => vec![fact.span],
        Some(reason) if adjoin(text, fact.span, reason) => vec![fact.span.to(reason)],
        Some(reason) => vec![fact.span, reason],
    };
    items.into_iter().map(|span| Edit::replace(item(text, span), "")).collect()
}

/// Whether nothing stands between the two.
fn adjoin(text: &str, a: Span, b: Span) -> bool {
    let between = a.end.min(b.end) as usize..a.start.max(b.start) as usize;
    text[between].chars().all(|c| c == ',' || c.is_whitespace())
}

/// Where `reason="…"` of a directive stands.
fn reason(text: &str, directive: &Directive) -> Option<Span> {
    directive.reason.as_ref()?;
    let said = directive.span.of(text);
    let found = said.match_indices("reason").find_map(|(start, word)| {
        let rest = said[start + word.len()..].trim_start().strip_prefix('=')?;
        let rest = rest.trim_start().strip_prefix('"')?;
        let end = said.len() - rest.len() + rest.find('"')? + 1;
        Some((start, end))
    });
    let (start, end) = found?;
    Some(Span::new(directive.span.start + at(start), directive.span.start + at(end)))
}
