//! Words and names in a part of a text.

use super::Draft;
use super::lines::with_blanks_before;
use crate::syntax::tree::{Token, TokenKind};
use crate::text::{Edit, Span};
use std::collections::BTreeSet;

impl Draft<'_> {
    /// Whether the tokens under `span` name `name`.
    pub(crate) fn names(&self, span: Span, name: &str) -> bool {
        self.tokens(span).iter().any(|token| {
            matches!(token.kind, TokenKind::Word | TokenKind::QuotedName)
                && token.span.of(self.text).trim_matches(['`', '"']).eq_ignore_ascii_case(name)
        })
    }

    /// The names and words in `span`, in lower case.
    pub(crate) fn all_names(&self, span: Span) -> BTreeSet<String> {
        let mut names = BTreeSet::new();
        for token in self.tokens(span) {
            if matches!(token.kind, TokenKind::Word | TokenKind::QuotedName) {
                let name = token.span.of(self.text).trim_matches(['`', '"']);
                names.insert(name.to_ascii_lowercase());
            }
        }
        names
    }

    /// Whether a word stands in `span` outside quotes.
    pub(crate) fn has_word(&self, span: Span, word: &str) -> bool {
        self.tokens(span).iter().any(|token| self.is_word(token, word))
    }

    /// A word in `span`, where it stands first.
    pub(crate) fn word_at(&self, span: Span, word: &str) -> Option<Span> {
        self.tokens(span).iter().find(|token| self.is_word(token, word)).map(|token| token.span)
    }

    /// A constraint with the `CONSTRAINT name` before it, if it has a name.
    pub(crate) fn named_constraint(&self, list: Span, constraint: Span) -> Span {
        let before = self.tokens(Span::new(list.start, constraint.start));
        match before.as_slice() {
            [.., word, _] if self.is_word(word, "CONSTRAINT") => word.span.to(constraint),
            _ => constraint,
        }
    }

    /// Takes out what stands under `span`, with the blanks before it.
    pub(crate) fn delete_with_blanks(&mut self, span: Span) {
        self.edits.push(Edit::delete(with_blanks_before(self.text, span)));
    }

    /// The end of what stands before a word in `span`, if the word is there.
    pub(crate) fn word_before(&self, span: Span, word: &str) -> Option<u32> {
        let tokens = self.tokens(span);
        let at = tokens.iter().position(|token| self.is_word(token, word))?;
        at.checked_sub(1).map(|before| tokens[before].span.end)
    }

    pub(super) fn is(&self, token: &Token, text: &str) -> bool {
        token.span.of(self.text) == text
    }

    pub(super) fn is_word(&self, token: &Token, word: &str) -> bool {
        token.kind == TokenKind::Word && token.span.of(self.text).eq_ignore_ascii_case(word)
    }
}
