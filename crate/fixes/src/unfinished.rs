//! Refuses a fix that would edit a statement with an unclosed parenthesis, which is what a schema
//! looks like while it is typed: a clause that belongs behind the `)` has no place yet.

use crate::fix::{Refusal, refuse};
use crate::syntax::tree::{Statement, TokenKind, Tree};
use crate::text::{Edit, Span};

/// Says which of the edited statements lacks a closing parenthesis. What is inserted before a
/// statement, such as a comment, leaves it as it is; what is added to its end does not.
pub fn check(text: &str, tree: &Tree, edits: &[Edit]) -> Result<(), Refusal> {
    let mut next = 0;
    for edit in edits {
        let first = tree.statements.partition_point(|it| it.span.end < edit.span.start);
        // Edits are in the order of the text, and several may be of one statement.
        next = next.max(first);
        while let Some(statement) = tree.statements.get(next)
            && statement.span.start < edit.span.end
        {
            if let Some(head) = head_of_open(text, tree, statement) {
                return Err(refuse(format!("`{head}` has no closing `)`; add it first")));
            }
            next += 1;
        }
    }
    Ok(())
}

/// What a statement has before its first parenthesis, if one of its parentheses is not closed.
fn head_of_open<'t>(text: &'t str, tree: &Tree, statement: &Statement) -> Option<&'t str> {
    let tokens = tree.tokens.starting_in(statement.span);
    let mut depth = 0_u32;
    let mut first = None;
    for token in tokens.filter(|token| token.kind == TokenKind::Mark) {
        match token.span.of(text) {
            "(" => {
                first = first.or(Some(token.span.start));
                depth += 1;
            }
            ")" => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    let head = Span::new(statement.span.start, first.filter(|_| depth > 0)?);
    Some(head.of(text).trim().trim_end_matches('`'))
}
