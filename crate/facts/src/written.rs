//! Where facts stand in the comments that state them, so that one can be taken out again.

use crate::syntax::tree::Directive;
use crate::text::{Edit, Span, at};

/// What takes one fact out of a directive: the fact with one of its commas, or the whole comment
/// where nothing else is said in it.
#[must_use]
pub fn without(text: &str, directive: &Directive, fact: Span) -> Edit {
    let alone = directive.facts.len() == 1;
    let span = if alone { comment(text, directive.span) } else { item(text, fact) };
    Edit::replace(span, "")
}

/// A comment with the blanks before it, and with its line where nothing else is on it.
#[must_use]
pub fn comment(text: &str, span: Span) -> Span {
    let before = text[..span.start as usize].trim_end_matches([' ', '\t']);
    let after = &text[span.end as usize..];
    let ends = if after.starts_with("\r\n") { 2 } else { usize::from(after.starts_with('\n')) };
    let alone = before.is_empty() || before.ends_with('\n');
    let end = span.end + if alone { at(ends) } else { 0 };
    // A last line without an end takes the blanks before it along, and nothing more.
    Span::new(at(before.len()), end)
}

/// An item of a list with one of its commas: the one behind it, else the one before it.
#[must_use]
pub fn item(text: &str, span: Span) -> Span {
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
