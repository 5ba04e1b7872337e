//! Cuts a dump into statements: one pass over bytes that knows quotes, comments, `DELIMITER`,
//! dollar quotes, rows of COPY and commands of the client, and nothing of SQL.

use super::Database;
use crate::text::{Span, at};

/// What a piece of a dump is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PieceKind {
    /// A statement.
    Statement,
    /// Rows behind COPY, up to `\.`.
    CopyRows,
    /// A command of the client, such as `DELIMITER` or `\connect`.
    Client,
}

/// A piece of a dump.
#[derive(Clone, Debug)]
pub(super) struct Piece {
    pub(super) span: Span,
    pub(super) kind: PieceKind,
    /// Marks of `/*!40101 … */`, to be read as blanks.
    pub(super) blanks: Vec<Span>,
}

/// The pieces of a dump in order.
pub(super) fn split(text: &str, database: Database) -> Vec<Piece> {
    let mut splitter = Splitter {
        bytes: text.as_bytes(),
        mysql: database == Database::MySql,
        delimiter: b";".to_vec(),
        at: 0,
        hint: false,
        blanks: Vec::new(),
        pieces: Vec::new(),
    };
    splitter.run(text);
    splitter.pieces
}

struct Splitter<'a> {
    bytes: &'a [u8],
    mysql: bool,
    delimiter: Vec<u8>,
    at: usize,
    /// Inside `/*!40101`.
    hint: bool,
    blanks: Vec<Span>,
    pieces: Vec<Piece>,
}

/// Words of a statement that decide where it ends.
#[derive(Default)]
struct Block {
    words: usize,
    routine: bool,
    rule: bool,
    depth: i32,
    parens: i32,
    after_end: bool,
}

impl Splitter<'_> {
    fn run(&mut self, text: &str) {
        while self.skip_between() {
            let start = self.at;
            if self.client_command(text) {
                continue;
            }
            let end = self.statement();
            self.push(start, end, PieceKind::Statement);
            if !self.mysql && is_copy_from_stdin(&self.bytes[start..end]) {
                self.copy_rows();
            }
        }
    }

    fn push(&mut self, start: usize, end: usize, kind: PieceKind) {
        let said = self.bytes[start..end].trim_ascii_end().len();
        let blanks = std::mem::take(&mut self.blanks);
        if said > 0 {
            let span = Span::new(at(start), at(start + said));
            self.pieces.push(Piece { span, kind, blanks });
        }
    }

    /// Goes to the next statement; `false` at the end.
    fn skip_between(&mut self) -> bool {
        loop {
            let rest = &self.bytes[self.at..];
            let Some(&first) = rest.first() else { return false };
            if first.is_ascii_whitespace() || (first == b';' && self.delimiter == b";") {
                self.at += 1;
            } else if rest.starts_with("\u{feff}".as_bytes()) {
                self.at += 3;
            } else if self.hint && rest.starts_with(b"*/") {
                self.blank(2);
                self.hint = false;
                self.blanks.clear();
            } else if let Some(len) = self.comment() {
                self.at += len;
            } else if self.mysql && self.opens_hint() {
                return true;
            } else if self.delimiter != b";" && rest.starts_with(&self.delimiter) {
                self.at += self.delimiter.len();
            } else {
                return true;
            }
        }
    }

    fn opens_hint(&self) -> bool {
        let rest = &self.bytes[self.at..];
        rest.starts_with(b"/*!") || rest.starts_with(b"/*M!")
    }

    /// The length of a comment that begins here; `/*!` of MySQL is none.
    fn comment(&self) -> Option<usize> {
        let rest = &self.bytes[self.at..];
        match *rest.first()? {
            b'-' if rest.starts_with(b"--") => {
                let next = rest.get(2);
                let is = !self.mysql || next.is_none_or(u8::is_ascii_whitespace);
                is.then(|| line(rest))
            }
            b'#' if self.mysql => Some(line(rest)),
            b'/' if rest.starts_with(b"/*") && !(self.mysql && self.opens_hint()) => {
                Some(block_comment(rest, !self.mysql))
            }
            _ => None,
        }
    }

    fn blank(&mut self, len: usize) {
        self.blanks.push(Span::new(at(self.at), at(self.at + len)));
        self.at += len;
    }

    /// Reads `DELIMITER xx` and lines that begin with a backslash.
    fn client_command(&mut self, text: &str) -> bool {
        let rest = &self.bytes[self.at..];
        let len = line(rest);
        let start = self.at;
        if self.mysql {
            let word = rest.get(..10).is_some_and(|w| w[..9].eq_ignore_ascii_case(b"DELIMITER"));
            if !word || !matches!(rest[9], b' ' | b'\t') {
                return false;
            }
            let said = text[start + 9..start + len].trim();
            if !said.is_empty() {
                self.delimiter = said.as_bytes().to_vec();
            }
        } else if rest[0] != b'\\' {
            return false;
        }
        self.at += len;
        self.push(start, start + len, PieceKind::Client);
        true
    }

    /// Reads to the end of a statement and past the mark that ends it; gives where it ends.
    fn statement(&mut self) -> usize {
        let mut block = Block::default();
        while self.at < self.bytes.len() {
            let rest = &self.bytes[self.at..];
            if rest.starts_with(&self.delimiter) && self.ends(&block) {
                let end = self.at;
                self.at += self.delimiter.len();
                return end;
            }
            self.advance(&mut block);
        }
        self.bytes.len()
    }

    fn ends(&self, block: &Block) -> bool {
        let inside = (block.routine && block.depth > 0) || (block.rule && block.parens > 0);
        self.delimiter != b";" || !inside
    }

    /// Goes past one quote, comment, word or mark.
    fn advance(&mut self, block: &mut Block) {
        let rest = &self.bytes[self.at..];
        if let Some(len) = self.comment() {
            self.at += len;
            return;
        }
        match rest[0] {
            b'/' if self.mysql && self.opens_hint() => {
                let version = rest.iter().position(|&b| b == b'!').unwrap_or(2) + 1;
                let digits = rest[version..].iter().take_while(|b| b.is_ascii_digit()).count();
                self.blank(version + digits);
                self.hint = true;
            }
            b'*' if self.hint && rest.starts_with(b"*/") => {
                self.blank(2);
                self.hint = false;
            }
            b'\'' => {
                let escapes = self.mysql || self.after_escape_prefix();
                self.at += quoted(rest, b'\'', escapes);
            }
            b'"' => self.at += quoted(rest, b'"', self.mysql),
            b'`' if self.mysql => self.at += quoted(rest, b'`', false),
            b'$' if !self.mysql => self.at += dollar_quoted(rest, self.after_word()),
            byte if byte.is_ascii_alphabetic() || byte == b'_' => {
                let len = rest.iter().take_while(|&&b| is_word(b)).count();
                block.see(&rest[..len], &rest[len..]);
                self.at += len;
            }
            byte => {
                block.after_end &= byte != b';';
                block.parens += i32::from(byte == b'(') - i32::from(byte == b')');
                self.at += 1;
            }
        }
    }

    fn after_word(&self) -> bool {
        self.at > 0 && is_word(self.bytes[self.at - 1])
    }

    /// Whether an `E` stands directly before this quote.
    fn after_escape_prefix(&self) -> bool {
        let before = |n: usize| self.at.checked_sub(n).map(|i| self.bytes[i]);
        matches!(before(1), Some(b'E' | b'e')) && !before(2).is_some_and(is_word)
    }

    /// Reads rows up to the line `\.`.
    fn copy_rows(&mut self) {
        let start = self.at + line(&self.bytes[self.at..]).min(self.bytes.len() - self.at);
        let start = (start + 1).min(self.bytes.len());
        let mut at = start;
        while at < self.bytes.len() {
            let len = line(&self.bytes[at..]);
            let row = &self.bytes[at..at + len];
            if row.trim_ascii_end() == b"\\." {
                self.push(start, at, PieceKind::CopyRows);
                self.at = at + len;
                return;
            }
            at = (at + len + 1).min(self.bytes.len());
        }
        self.push(start, at, PieceKind::CopyRows);
        self.at = at;
    }
}

impl Block {
    /// Takes a word into account: the first few say what the statement is.
    fn see(&mut self, word: &[u8], rest: &[u8]) {
        let is = |other: &str| word.eq_ignore_ascii_case(other.as_bytes());
        self.words += 1;
        if self.words <= 12 && self.parens == 0 {
            let routine = ["PROCEDURE", "FUNCTION", "TRIGGER", "EVENT"];
            self.routine |= routine.iter().any(|it| is(it));
            self.rule |= self.words <= 4 && is("RULE");
        }
        if !self.routine {
            return;
        }
        if self.after_end {
            self.after_end = false;
            // `END IF` closes what was not counted.
            if ["IF", "LOOP", "WHILE", "REPEAT", "FOR"].iter().any(|it| is(it)) {
                self.depth += 1;
                return;
            }
            if is("CASE") {
                return;
            }
        }
        if is("BEGIN") && !rest.trim_ascii_start().starts_with(b";") || is("CASE") {
            self.depth += 1;
        } else if is("END") {
            self.depth -= 1;
            self.after_end = true;
        }
    }
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 128
}

/// Bytes before the end of the line.
fn line(bytes: &[u8]) -> usize {
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
fn quoted(bytes: &[u8], quote: u8, escapes: bool) -> usize {
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
fn dollar_quoted(bytes: &[u8], after_word: bool) -> usize {
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

fn is_copy_from_stdin(statement: &[u8]) -> bool {
    let head = statement.get(..4).is_some_and(|word| word.eq_ignore_ascii_case(b"COPY"));
    let words = || statement.split(|b| b.is_ascii_whitespace() || *b == b';');
    head && words().any(|word| word.eq_ignore_ascii_case(b"STDIN"))
}
