//! Cuts a dump into statements: one pass over bytes that knows quotes, comments, `DELIMITER`,
//! dollar quotes, rows of COPY and commands of the client, and nothing of SQL.

use super::Database;
use super::lexer::{
    Lexer, comment, dollar_quoted, is_escape_prefix, is_word, line, opens_hint, quoted,
};
use crate::rows::copy::{Line, Lines};
use crate::rows::copy_format::CopyFormat;
use crate::rows::line as row_line;
use crate::rows::tuples::{Tuple, Tuples};
use crate::text::{Span, at};

/// What a piece of a dump is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PieceKind {
    /// A statement.
    Statement,
    /// INSERT or REPLACE; its tuples begin at this byte.
    Insert(usize),
    /// Rows behind COPY, up to `\.`.
    CopyRows(CopyFormat),
    /// A command of the client, such as `DELIMITER` or `\connect`.
    Client,
    /// A comment that stands for rows which were set aside.
    RowFacts,
}

/// A piece of a dump.
#[derive(Clone, Debug)]
pub(crate) struct Piece {
    pub(crate) span: Span,
    pub(crate) kind: PieceKind,
    /// Marks of `/*!40101 … */` and what is in the quotes of `E'…'`, to be read as blanks.
    pub(crate) blanks: Vec<Span>,
}

/// The pieces of a dump in order.
pub(super) fn split(text: &str, database: Database) -> Vec<Piece> {
    let mut lexer = Lexer::new(database);
    let mut splitter = Splitter::new(&mut lexer, text.as_bytes(), 0, true);
    let mut pieces = Vec::new();
    while let Some(piece) = splitter.piece() {
        let copies = piece.kind == PieceKind::Statement
            && !splitter.lexer.mysql
            && is_copy_from_stdin(&splitter.bytes[piece.range()]);
        let format = copies.then(|| CopyFormat::of(&splitter.bytes[piece.range()]));
        pieces.extend(piece.kept());
        if let Some(format) = format {
            pieces.extend(splitter.copy_rows(format).kept());
        }
    }
    pieces
}

/// Bytes behind a token that decide where it ends at most, a mark that ends statements aside.
const LOOK_AHEAD_BYTES: usize = 64;
/// Bytes of the words of INSERT before its tuples at most.
const INSERT_HEAD_BYTES_MAX: usize = 16 * 1024;
/// Bytes of a mark that `DELIMITER` sets at most.
const DELIMITER_BYTES_MAX: usize = 64;

/// What follows behind blanks and comments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Next {
    /// A statement or a command of the client.
    Statement,
    /// A comment that stands for rows, of so many bytes.
    RowFacts(usize),
    /// The end of the dump.
    End,
    /// More bytes are needed to know.
    More,
}

/// Where a statement ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    /// It ends before this byte; the splitter is behind the mark that ends it.
    Statement(usize),
    /// It is INSERT, whose tuples begin at this byte.
    Values(usize),
    /// More bytes are needed to know.
    More,
}

/// Reads a part of a dump. Where more may follow, no token is taken whose end is not certain, so
/// that the tokens are the same wherever a dump is divided.
pub(crate) struct Splitter<'a> {
    pub(crate) lexer: &'a mut Lexer,
    bytes: &'a [u8],
    pub(crate) at: usize,
    /// Nothing follows.
    whole: bool,
}

/// Words of a statement that decide where it ends.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Block {
    words: usize,
    routine: bool,
    rule: bool,
    insert: bool,
    depth: i32,
    parens: i32,
    after_end: bool,
}

impl Piece {
    fn range(&self) -> std::ops::Range<usize> {
        self.span.start as usize..self.span.end as usize
    }

    /// The piece, cut before these bytes.
    pub(super) fn cut(&self, cuts: &[u32]) -> Vec<Self> {
        let starts = std::iter::once(self.span.start).chain(cuts.iter().copied());
        let ends = cuts.iter().copied().chain([self.span.end]);
        let mut blanks = self.blanks.iter().copied().peekable();
        let parts = starts.zip(ends).map(|(start, end)| {
            let own = std::iter::from_fn(|| blanks.next_if(|it| it.start < end)).collect();
            Self { span: Span::new(start, end), kind: self.kind, blanks: own }
        });
        parts.collect()
    }

    /// The piece, unless it is empty.
    fn kept(self) -> Option<Self> {
        Some(self).filter(|piece| !piece.span.is_empty())
    }
}

impl<'a> Splitter<'a> {
    pub(crate) fn new(lexer: &'a mut Lexer, bytes: &'a [u8], at: usize, whole: bool) -> Self {
        Self { lexer, bytes, at, whole }
    }

    /// The next piece of a whole dump.
    fn piece(&mut self) -> Option<Piece> {
        let next = self.skip_between();
        let start = self.at;
        match next {
            Next::End | Next::More => return None,
            Next::RowFacts(len) => {
                self.at += len;
                return Some(self.piece_of(start, self.at, PieceKind::RowFacts));
            }
            Next::Statement => {}
        }
        if self.client_command() == Some(true) {
            return Some(self.piece_of(start, self.at, PieceKind::Client));
        }
        match self.statement(start, &mut Block::default()) {
            Ending::Statement(end) => Some(self.piece_of(start, end, PieceKind::Statement)),
            Ending::Values(from) => {
                let mut tuples = Tuples::new(from);
                let end = loop {
                    match tuples.next(self.bytes, true, self.lexer) {
                        Tuple::Read(_) => {}
                        Tuple::End(end) => break end,
                        Tuple::More => break self.bytes.len(),
                    }
                };
                self.at = tuples.at();
                let piece = self.piece_of(start, end, PieceKind::Insert(from));
                self.lexer.end_statement();
                Some(piece)
            }
            Ending::More => None,
        }
    }

    fn piece_of(&mut self, start: usize, end: usize, kind: PieceKind) -> Piece {
        let said = match kind {
            // Blanks at the end of a row are in its last cell.
            PieceKind::CopyRows(_) => end - start,
            _ => self.bytes[start..end].trim_ascii_end().len(),
        };
        let blanks = std::mem::take(&mut self.lexer.blanks);
        Piece { span: Span::new(at(start), at(start + said)), kind, blanks }
    }

    /// Whether what ends at a byte could end elsewhere if more bytes followed.
    fn is_open(&self, end: usize) -> bool {
        !self.whole && end + LOOK_AHEAD_BYTES + self.lexer.delimiter.len() > self.bytes.len()
    }

    /// Goes to the next statement.
    pub(crate) fn skip_between(&mut self) -> Next {
        loop {
            if self.is_open(self.at) {
                return Next::More;
            }
            let rest = &self.bytes[self.at..];
            let Some(&first) = rest.first() else { return Next::End };
            if first.is_ascii_whitespace() || (first == b';' && self.lexer.delimiter == b";") {
                self.at += 1;
            } else if rest.starts_with("\u{feff}".as_bytes()) {
                self.at += 3;
            } else if self.lexer.hint && rest.starts_with(b"*/") {
                self.blank(2);
                self.lexer.hint = false;
                self.lexer.blanks.clear();
            } else if let Some(len) = self.comment() {
                if self.is_open(self.at + len) {
                    return Next::More;
                }
                if rest.starts_with(row_line::OPENING.as_bytes()) {
                    return Next::RowFacts(len);
                }
                self.at += len;
            } else if self.lexer.mysql && self.opens_hint() {
                return Next::Statement;
            } else if self.lexer.delimiter != b";" && rest.starts_with(&self.lexer.delimiter) {
                self.at += self.lexer.delimiter.len();
            } else {
                return Next::Statement;
            }
        }
    }

    fn opens_hint(&self) -> bool {
        opens_hint(&self.bytes[self.at..])
    }

    /// The length of a comment that begins here; `/*!` of MySQL is none.
    fn comment(&self) -> Option<usize> {
        comment(&self.bytes[self.at..], self.lexer.mysql)
    }

    fn blank(&mut self, len: usize) {
        self.lexer.blanks.push(Span::new(at(self.at), at(self.at + len)));
        self.at += len;
    }

    /// Reads `DELIMITER xx` and lines that begin with a backslash. `None` where more is needed.
    pub(crate) fn client_command(&mut self) -> Option<bool> {
        let rest = &self.bytes[self.at..];
        if self.lexer.mysql {
            let word = rest.get(..10).is_some_and(|w| w[..9].eq_ignore_ascii_case(b"DELIMITER"));
            if !word || !matches!(rest[9], b' ' | b'\t') {
                return Some(false);
            }
        } else if rest[0] != b'\\' {
            return Some(false);
        }
        let len = line(rest);
        if self.is_open(self.at + len) {
            return None;
        }
        if self.lexer.mysql {
            let said = rest[9..len].trim_ascii();
            if !said.is_empty() && said.len() <= DELIMITER_BYTES_MAX {
                self.lexer.delimiter = said.to_vec();
            }
        }
        self.at += len;
        Some(true)
    }

    /// Reads on to the end of a statement that starts at a byte, and past the mark that ends it; of
    /// INSERT, to its tuples.
    pub(crate) fn statement(&mut self, start: usize, block: &mut Block) -> Ending {
        loop {
            if self.is_open(self.at) {
                return Ending::More;
            }
            let rest = &self.bytes[self.at..];
            if rest.is_empty() {
                return Ending::Statement(self.at);
            }
            if rest.starts_with(&self.lexer.delimiter) && self.ends(block) {
                let end = self.at;
                self.at += self.lexer.delimiter.len();
                return Ending::Statement(end);
            }
            let (before, at, hint) = (*block, self.at, self.lexer.hint);
            let blanks = self.lexer.blanks.len();
            self.advance(block);
            self.at = self.at.min(self.bytes.len());
            if self.is_open(self.at) {
                self.at = at;
                self.lexer.hint = hint;
                self.lexer.blanks.truncate(blanks);
                *block = before;
                return Ending::More;
            }
            let word = &self.bytes[at..self.at];
            if block.insert && block.parens == 0 && is_values(word) {
                block.insert = false;
                if self.at - start <= INSERT_HEAD_BYTES_MAX {
                    return Ending::Values(self.at);
                }
            }
        }
    }

    fn ends(&self, block: &Block) -> bool {
        let inside = (block.routine && block.depth > 0) || (block.rule && block.parens > 0);
        self.lexer.delimiter != b";" || !inside
    }

    /// Goes past one quote, comment, word or mark.
    fn advance(&mut self, block: &mut Block) {
        let rest = &self.bytes[self.at..];
        if let Some(len) = self.comment() {
            self.at += len;
            return;
        }
        match rest[0] {
            b'/' if self.lexer.mysql && self.opens_hint() => {
                let version = rest.iter().position(|&b| b == b'!').unwrap_or(2) + 1;
                let digits = rest[version..].iter().take_while(|b| b.is_ascii_digit()).count();
                self.blank(version + digits);
                self.lexer.hint = true;
            }
            b'*' if self.lexer.hint && rest.starts_with(b"*/") => {
                self.blank(2);
                self.lexer.hint = false;
            }
            b'\'' => {
                let escapes = self.lexer.mysql || self.after_escape_prefix();
                let len = quoted(rest, b'\'', escapes);
                // Tokens are told apart without escapes, of which some are no character alone.
                let inside = 1..len - usize::from(rest[len - 1] == b'\'');
                if escapes && !self.lexer.mysql && !inside.is_empty() {
                    let span = Span::new(at(self.at + inside.start), at(self.at + inside.end));
                    self.lexer.blanks.push(span);
                }
                self.at += len;
            }
            b'"' => self.at += quoted(rest, b'"', self.lexer.mysql),
            b'`' if self.lexer.mysql => self.at += quoted(rest, b'`', false),
            b'$' if !self.lexer.mysql => self.at += dollar_quoted(rest, self.after_word()),
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
        is_escape_prefix(&self.bytes[..self.at])
    }

    /// Reads rows up to the line `\.`.
    fn copy_rows(&mut self, format: CopyFormat) -> Piece {
        self.skip_line();
        let start = self.at;
        let mut lines = Lines::new(start, format);
        let end = loop {
            match lines.next(self.bytes, true) {
                Line::Row(_) => {}
                Line::End(end) => break end,
                Line::More => break self.bytes.len(),
            }
        };
        self.at = lines.at();
        self.piece_of(start, end, PieceKind::CopyRows(format))
    }

    /// Goes behind the end of this line, if it is in these bytes.
    pub(crate) fn skip_line(&mut self) -> bool {
        let len = line(&self.bytes[self.at..]);
        self.at = (self.at + len + 1).min(self.bytes.len());
        self.bytes.get(self.at.wrapping_sub(1)) == Some(&b'\n')
    }
}

impl Block {
    /// Takes a word into account: the first few say what the statement is.
    fn see(&mut self, word: &[u8], rest: &[u8]) {
        let is = |other: &str| word.eq_ignore_ascii_case(other.as_bytes());
        self.words += 1;
        self.insert |= self.words == 1 && (is("INSERT") || is("REPLACE"));
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
        let rest = &rest[..rest.len().min(LOOK_AHEAD_BYTES)];
        if is("BEGIN") && !rest.trim_ascii_start().starts_with(b";") || is("CASE") {
            self.depth += 1;
        } else if is("END") {
            self.depth -= 1;
            self.after_end = true;
        }
    }
}

fn is_values(word: &[u8]) -> bool {
    word.eq_ignore_ascii_case(b"VALUES") || word.eq_ignore_ascii_case(b"VALUE")
}

/// Whether a statement may change what the names of tables and columns mean.
pub(crate) fn changes_names(statement: &[u8]) -> bool {
    let mut words = words_of(statement);
    let Some(first) = words.next() else { return false };
    is_one_of(first, &[b"ALTER", b"DROP", b"RENAME", b"USE"])
        || is_one_of(first, &[b"SET", b"SELECT"])
            && words.clone().take(8).any(|word| is_one_of(word, &[b"SEARCH"]))
        || is_one_of(first, &[b"CREATE"])
            && words.next().is_some_and(|word| is_one_of(word, &[b"DATABASE", b"SCHEMA"]))
}

/// Whether a statement creates a table that stays.
pub(crate) fn creates_table(statement: &[u8]) -> bool {
    let mut words = words_of(statement);
    words.next().is_some_and(|word| is_one_of(word, &[b"CREATE"]))
        && words
            .find(|word| !is_one_of(word, &[b"UNLOGGED", b"FOREIGN"]))
            .is_some_and(|word| is_one_of(word, &[b"TABLE"]))
}

/// The words that a statement begins with, those that MySQL reads in a comment among them.
fn words_of(statement: &[u8]) -> impl Iterator<Item = &[u8]> + Clone {
    let mut rest = statement;
    if let Some(hint) = rest.strip_prefix(b"/*!").or_else(|| rest.strip_prefix(b"/*M!")) {
        let digits = hint.iter().take_while(|b| b.is_ascii_digit()).count();
        rest = hint[digits..].trim_ascii_start();
    }
    rest.split(|b| !b.is_ascii_alphabetic()).filter(|word| !word.is_empty())
}

fn is_one_of(word: &[u8], all: &[&[u8]]) -> bool {
    all.iter().any(|it| word.eq_ignore_ascii_case(it))
}

/// Whether rows follow a statement, up to `\.`.
pub(crate) fn is_copy_from_stdin(statement: &[u8]) -> bool {
    let head = statement.get(..4).is_some_and(|word| word.eq_ignore_ascii_case(b"COPY"));
    let words = || statement.split(|b| b.is_ascii_whitespace() || *b == b';');
    head && words().any(|word| word.eq_ignore_ascii_case(b"STDIN"))
}
