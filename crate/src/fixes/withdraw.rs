//! Takes an acceptance out of the text again, so that its finding stands as before.
//!
//! Where the directive says nothing else its comment goes, and the line with it if it had one.

use crate::facts::Facts;
use crate::rules::Finding;
use crate::schema::Schema;
use crate::syntax::tree::{Directive, DirectiveFact};
use crate::text::{Edit, Span, at};

/// The edits that take back what accepts a finding; none for a finding that is not accepted.
#[must_use]
pub fn edits(text: &str, schema: &Schema, facts: &Facts, finding: &Finding) -> Vec<Edit> {
    if finding.accepted.is_none() {
        return Vec::new();
    }
    let said = facts.suppressed(finding.object.place()).accepted;
    let mut edits = Vec::new();
    for placed in &schema.directives {
        let directive = &placed.directive;
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

/// A comment with the blanks before it, and with its line where nothing else is on it.
fn comment(text: &str, span: Span) -> Span {
    let before = text[..span.start as usize].trim_end_matches([' ', '\t']);
    let after = &text[span.end as usize..];
    let ends = if after.starts_with("\r\n") { 2 } else { usize::from(after.starts_with('\n')) };
    let alone = before.is_empty() || before.ends_with('\n');
    let end = span.end + if alone { at(ends) } else { 0 };
    // A last line without an end takes the blanks before it along, and nothing more.
    Span::new(at(before.len()), end)
}

/// An item of a list with one of its commas: the one behind it, else the one before it.
fn item(text: &str, span: Span) -> Span {
    let after = &text[span.end as usize..];
    let behind = after.trim_start_matches([' ', '\t']);
    if let Some(rest) = behind.strip_prefix(',') {
        let rest = rest.trim_start_matches([' ', '\t']);
        return Span::new(span.start, span.end + at(after.len() - rest.len()));
    }
    let before = text[..span.start as usize].trim_end_matches([' ', '\t']);
    let before = before.strip_suffix(',').unwrap_or(before);
    Span::new(at(before.len()), span.end)
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
