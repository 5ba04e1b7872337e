//! Tokens to statements: at every semicolon, and where a new statement plainly starts although
//! the semicolon was forgotten.

use super::foreign::is_rows;
use super::lex::is_statement_start;
use super::tree::{Token, TokenKind, Tokens};
use crate::limits::STATEMENTS_MAX;
use crate::text::{Span, at};

/// The tokens that mean something, and where the statements are among them.
#[derive(Debug, Default)]
pub(super) struct Split {
    /// The tokens that are neither blank nor comment nor fence nor rows.
    pub(super) words: Vec<Token>,
    /// The comments in order.
    pub(super) comments: Vec<Span>,
    /// For each of them that opens a bracket, the one that closes it; [`NONE`] otherwise.
    pub(super) close: Vec<u32>,
    /// The statements in order.
    pub(super) pieces: Vec<Piece>,
    /// What stands after the last statement that is read.
    pub(super) left_out: Option<Span>,
}

/// No bracket.
pub(super) const NONE: u32 = u32::MAX;

/// One statement: a range of [`Split::words`].
#[derive(Clone, Copy, Debug)]
pub(super) struct Piece {
    /// First word.
    pub(super) start: usize,
    /// One past the last.
    pub(super) end: usize,
    /// The semicolon.
    pub(super) semicolon: Option<Span>,
    /// More brackets open than close.
    pub(super) unbalanced: bool,
}

/// Finds the statements among the tokens.
pub(super) fn split(text: &str, tokens: &Tokens) -> Split {
    let mut splitter = Splitter { text, out: Split::default(), open: Vec::new(), start: 0 };
    // At least every third token is a blank, in a text that is meant to be read.
    splitter.out.words.reserve(tokens.len() * 3 / 4 + 1);
    for token in tokens {
        // A fence of Markdown around pasted DDL says as little as a blank, and the rows of a COPY
        // are no statement of their own.
        let silent = token.kind == TokenKind::Unknown
            && (token.span.of(text).starts_with("```") || is_rows(token.span.of(text)));
        if !silent && !matches!(token.kind, TokenKind::Blank | TokenKind::Comment) {
            splitter.out.words.push(token);
        }
        if token.kind == TokenKind::Comment {
            splitter.out.comments.push(token.span);
        }
    }
    splitter.out.close = vec![NONE; splitter.out.words.len()];
    splitter.run();
    splitter.out
}

struct Splitter<'a> {
    text: &'a str,
    out: Split,
    /// Words that open brackets not yet closed, in this statement.
    open: Vec<usize>,
    /// First word of this statement.
    start: usize,
}

impl<'a> Splitter<'a> {
    fn run(&mut self) {
        for i in 0..self.out.words.len() {
            if self.out.pieces.len() >= STATEMENTS_MAX {
                let from = self.token(i).span.start;
                self.out.left_out = Some(Span::new(from, at(self.text.len())));
                return;
            }
            if i > self.start && self.starts_here(i) {
                self.finish(i, None);
                self.start = i;
            }
            match self.mark(i) {
                Some(b';') => {
                    self.finish(i, Some(self.token(i).span));
                    self.start = i + 1;
                }
                Some(b'(' | b'[' | b'{') => self.open.push(i),
                Some(b')') => self.close(b'(', i),
                Some(b']') => self.close(b'[', i),
                Some(b'}') => self.close(b'{', i),
                _ => {}
            }
        }
        self.finish(self.out.words.len(), None);
    }

    fn token(&self, word: usize) -> Token {
        self.out.words[word]
    }

    fn said(&self, word: usize) -> &'a str {
        self.token(word).span.of(self.text)
    }

    /// The byte of a token that is one byte long; whatever is longer ends and opens nothing.
    fn mark(&self, word: usize) -> Option<u8> {
        let span = self.token(word).span;
        (span.len() == 1).then(|| self.text.as_bytes()[span.start as usize])
    }

    fn finish(&mut self, end: usize, semicolon: Option<Span>) {
        if end > self.start {
            let unbalanced = !self.open.is_empty();
            self.out.pieces.push(Piece { start: self.start, end, semicolon, unbalanced });
        }
        self.open.clear();
    }

    /// A closing bracket closes the nearest open one of its kind only if that is innermost.
    fn close(&mut self, open: u8, at_word: usize) {
        if let Some(&last) = self.open.last()
            && self.mark(last) == Some(open)
        {
            self.open.pop();
            self.out.close[last] = at(at_word);
        }
    }

    /// Whether a new statement starts at this word although no semicolon stands before it.
    fn starts_here(&self, word: usize) -> bool {
        // A client command such as `\x` ends with its line.
        if self.mark(self.start) == Some(b'\\') && self.on_new_line(word) {
            return true;
        }
        if self.token(word).kind != TokenKind::Word || word + 1 >= self.out.words.len() {
            return false;
        }
        // Cheap tests first: few words start a statement, and all of those have 3 to 6 letters.
        let span = self.token(word).span;
        let letter = self.text.as_bytes()[span.start as usize] | 0x20;
        if !(3..=6).contains(&span.len())
            || !matches!(letter, b'c' | b'a' | b'd' | b's' | b'r' | b'i')
            || !is_statement_start(self.said(word), self.said(word + 1))
        {
            return false;
        }
        // `RENAME TO u, ALTER TABLE v RENAME TO t` is one statement of the PostgreSQL dialect.
        if self.said(word - 1) == "," && self.is_rename(word) {
            return false;
        }
        // Unreadable text ends where a statement starts, whatever it swallowed.
        if self.token(word - 1).kind == TokenKind::Unknown && self.token(word - 1).span.len() > 1 {
            return true;
        }
        if self.open.is_empty() {
            self.on_new_line(word) || self.after_list(word) || self.in_prose(word)
        } else {
            self.in_first_column(word)
        }
    }

    /// `ALTER TABLE v RENAME`, the name unqualified or not.
    fn is_rename(&self, word: usize) -> bool {
        let is = |at: usize, said: &str| {
            at < self.out.words.len() && self.said(at).eq_ignore_ascii_case(said)
        };
        is(word, "ALTER")
            && is(word + 1, "TABLE")
            && (is(word + 3, "RENAME") || is(word + 5, "RENAME"))
    }

    /// `… PRIMARY KEY (a) CREATE TABLE …` on one line.
    fn after_list(&self, word: usize) -> bool {
        self.said(word - 1) == ")" && self.said(word).eq_ignore_ascii_case("CREATE")
    }

    /// `CREATE TABLE t (` in the middle of a sentence.
    fn in_prose(&self, word: usize) -> bool {
        const VERBS: &[&str] =
            &["CREATE", "ALTER", "DROP", "GRANT", "REVOKE", "RENAME", "ANALYZE", "COMMENT"];
        let first = self.said(self.start);
        word + 3 < self.out.words.len()
            && self.said(word).eq_ignore_ascii_case("CREATE")
            && self.said(word + 1).eq_ignore_ascii_case("TABLE")
            && self.mark(word + 2) != Some(b';')
            && self.said(word + 3) == "("
            && !VERBS.iter().any(|verb| verb.eq_ignore_ascii_case(first))
    }

    fn on_new_line(&self, word: usize) -> bool {
        let from = self.token(word - 1).span.end;
        Span::new(from, self.token(word).span.start).of(self.text).contains('\n')
            || self.said(word - 1).ends_with('\n')
    }

    fn in_first_column(&self, word: usize) -> bool {
        let from = self.token(word).span.start as usize;
        from == 0 || self.text.as_bytes()[from - 1] == b'\n'
    }
}
