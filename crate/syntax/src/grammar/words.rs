//! What most statements need of the cursor: keywords that must follow, strict lists of names, and
//! errors that carry their cure.

use super::cursor::Cursor;
use crate::check::{Refusal, Takes};
use crate::text::{Edit, Span};
use crate::tree::{Cure, Name, TokenKind};

impl Cursor<'_> {
    /// Takes these keywords, or says at the first that is missing that it was expected.
    pub(super) fn expect(&mut self, words: &[&str]) -> Option<Span> {
        let start = self.span();
        for word in words {
            if self.eat(&[word]).is_none() {
                self.expected(&format!("`{word}`"));
                return None;
            }
        }
        Some(start.to(self.last_span()))
    }

    /// `a, b, …`, at least one, without parentheses.
    pub(super) fn names(&mut self, what: &str) -> Option<Vec<Name>> {
        let mut names = Vec::new();
        loop {
            names.push(self.expect_name(what)?);
            // A comma may also lead to `INTERLEAVE IN`.
            let leads_on = self.is_word(1, "INTERLEAVE") && self.is_word(2, "IN");
            if leads_on || self.eat_mark(",").is_none() {
                return Some(names);
            }
        }
    }

    /// `( a, b, … )` with at least one name.
    pub(super) fn some_names(&mut self, what: &str) -> (Vec<Name>, Span) {
        if self.at_mark("(") && self.is_mark(1, ")") {
            let open = self.bump();
            self.expected(what);
            self.bump();
            return (Vec::new(), Span::empty(open.end));
        }
        self.name_list(what)
    }

    /// Takes a string, or says that it was expected.
    pub(super) fn expect_string(&mut self, what: &str) -> Option<Span> {
        if self.kind() != Some(TokenKind::String) {
            self.expected(what);
            return None;
        }
        Some(self.bump())
    }

    /// `( … )` taken whole.
    pub(super) fn brackets(&mut self) -> Option<Span> {
        if self.closing_place().is_none() {
            self.expect_mark("(")?;
            self.skip_until(Cursor::at_end);
            self.expected("`)`");
            return None;
        }
        if !self.at_mark("(") {
            self.expected("`(`");
            return None;
        }
        let start = self.span();
        self.skip_one();
        Some(start.to(self.last_span()))
    }

    /// Says what was expected, how to cure it in words, and the change that cures it.
    pub(super) fn curable(
        &mut self,
        what: &str,
        span: Span,
        words: &str,
        label: &str,
        edits: Vec<Edit>,
    ) {
        let before = self.errors.len();
        self.expected_at(what, span, words);
        if self.errors.len() > before
            && let Some(error) = self.errors.last_mut()
        {
            error.cure = Some(Box::new(Cure { label: label.to_owned(), edits }));
        }
    }

    /// Says so where a clause stands behind one that must follow it. `order` lists
    /// the words that open clauses, in order; `reached` is how far the clauses before got.
    pub(super) fn check_order(&mut self, order: &[&[&str]], reached: &mut usize) {
        let Some(at) = order.iter().position(|words| words.iter().any(|word| self.at_word(word)))
        else {
            return;
        };
        if at < *reached {
            let later = order[*reached].join("` or `");
            let what = format!("`{}` before `{later}`", self.word().to_ascii_uppercase());
            self.expected_at(&what, self.span(), " behind it");
        }
        *reached = at.max(*reached);
    }

    /// Takes words that Spanner rejects, and says what it offers instead.
    pub(super) fn refuse(&mut self, refused: &[Refusal]) -> bool {
        let Some(found) = refused.iter().find(|refusal| self.looking_at(refusal.words)) else {
            return false;
        };
        let span = self.eat(found.words).unwrap_or_default();
        self.expected_at(found.expected, span, &format!(": {}", found.instead));
        match found.takes {
            Takes::Nothing => {}
            Takes::One => {
                let _ = self.eat_mark("-");
                self.skip_one();
            }
            Takes::Rest => self.skip_until(|c| c.at_mark(",") || c.at_mark(")")),
        }
        true
    }
}
