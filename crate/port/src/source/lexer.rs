//! The marks of a dump that are told apart without its statements: comments, quotes, hints.

use super::Database;
use crate::text::{Span, at};

/// What is known between two tokens of a dump.
#[derive(Clone, Debug)]
pub(crate) struct Lexer {
    pub(crate) mysql: bool,
    /// The mark that ends a statement.
    pub(crate) delimiter: Vec<u8>,
    /// Inside `/*!40101`.
    pub(super) hint: bool,
    /// Marks of hints in the statement that is read, and what is in quotes with escapes.
    pub(super) blanks: Vec<Span>,
}

impl Lexer {
    pub(crate) fn new(database: Database) -> Self {
        let mysql = database == Database::MySql;
        Self { mysql, delimiter: b";".to_vec(), hint: false, blanks: Vec::new() }
    }

    /// The marks of hints since a byte, from it; the next statement has none of them.
    pub(crate) fn take_blanks(&mut self, from: usize) -> Vec<Span> {
        let blanks = std::mem::take(&mut self.blanks);
        let moved = |it: Span| Span::new(it.start - at(from), it.end - at(from));
        blanks.into_iter().filter(|it| it.start >= at(from)).map(moved).collect()
    }

    /// Takes into account that bytes at the start are gone, which are before the statement.
    pub(crate) fn shift(&mut self, by: usize) {
        for blank in &mut self.blanks {
            *blank =
                Span::new(blank.start.saturating_sub(at(by)), blank.end.saturating_sub(at(by)));
        }
    }

    /// Takes the end of the tuples of INSERT into account: a hint does not reach beyond.
    pub(crate) fn end_statement(&mut self) {
        self.hint = false;
        self.blanks.clear();
    }
}

/// Whether what stands before a quote is an `E` of its own.
pub(crate) fn is_escape_prefix(before: &[u8]) -> bool {
    match before {
        [.., other, b'E' | b'e'] => !is_word(*other),
        [b'E' | b'e'] => true,
        _ => false,
    }
}

pub(super) fn opens_hint(bytes: &[u8]) -> bool {
    bytes.starts_with(b"/*!") || bytes.starts_with(b"/*M!")
}

/// The length of a comment that begins here; `/*!` of MySQL is none.
pub(crate) fn comment(bytes: &[u8], mysql: bool) -> Option<usize> {
    match *bytes.first()? {
        b'-' if bytes.starts_with(b"--") => {
            let next = bytes.get(2);
            let is = !mysql || next.is_none_or(u8::is_ascii_whitespace);
            is.then(|| line(bytes))
        }
        b'#' if mysql => Some(line(bytes)),
        b'/' if bytes.starts_with(b"/*") && !(mysql && opens_hint(bytes)) => {
            Some(block_comment(bytes, !mysql))
        }
        _ => None,
    }
}

/// Whether a byte is a part of a word.
pub(crate) fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 128
}

/// Bytes before the end of the line.
pub(super) fn line(bytes: &[u8]) -> usize {
    bytes.iter().position(|&b| b == b'\n').unwrap_or(bytes.len())
}

fn block_comment(bytes: &[u8], nested: bool) -> usize {
    let (mut at, mut depth) = (2, 1);
    while at < bytes.len() {
        let rest = &bytes[at..];
        if rest.starts_with(b"*/") {
            depth -= 1;
            at += 2;
            if depth == 0 {
                return at;
            }
        } else if nested && rest.starts_with(b"/*") {
            depth += 1;
            at += 2;
        } else {
            at += 1;
        }
    }
    bytes.len()
}

/// Length of what is quoted here; to the end where the quote is not closed.
pub(super) fn quoted(bytes: &[u8], quote: u8, escapes: bool) -> usize {
    let mut at = 1;
    while at < bytes.len() {
        match bytes[at] {
            b'\\' if escapes => at += 2,
            byte if byte == quote => {
                if bytes.get(at + 1) != Some(&quote) {
                    return at + 1;
                }
                at += 2;
            }
            _ => at += 1,
        }
    }
    bytes.len()
}

/// Length of `$tag$ … $tag$`, or 1 where nothing is quoted.
pub(crate) fn dollar_quoted(bytes: &[u8], after_word: bool) -> usize {
    let tag = bytes[1..].iter().take_while(|&&b| is_word(b)).count();
    if after_word || bytes.get(1 + tag) != Some(&b'$') || bytes[1].is_ascii_digit() {
        return 1;
    }
    let mark = &bytes[..tag + 2];
    let mut at = mark.len();
    while at < bytes.len() {
        match bytes[at..].iter().position(|&b| b == b'$') {
            Some(next) if bytes[at + next..].starts_with(mark) => return at + next + mark.len(),
            Some(next) => at += next + 1,
            None => break,
        }
    }
    bytes.len()
}
