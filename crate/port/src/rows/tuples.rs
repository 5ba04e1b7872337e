//! The tuples of `INSERT … VALUES`, up to the mark that ends the statement. It goes on where the
//! bytes ended before, wherever that was.

use std::ops::Range;

use super::ROW_BYTES_MAX;
use super::find::find_either;
use crate::source::lexer::{Lexer, comment, dollar_quoted, is_escape_prefix, is_word};

/// Bytes behind one that decide what it means at most, a mark that ends statements aside.
const LOOK_AHEAD_BYTES: usize = 64;

/// What the bytes give.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Tuple {
    /// A tuple, by the bytes between its parentheses; `None` where it was too long to keep.
    Read(Option<Range<usize>>),
    /// The statement ends before this byte.
    End(usize),
    /// More bytes are needed.
    More,
}

/// Where in the tuples of a statement the bytes ended.
#[derive(Clone, Debug)]
pub(crate) struct Tuples {
    at: usize,
    /// The byte behind the parenthesis that opens the tuple.
    start: usize,
    /// Parentheses that are open.
    depth: usize,
    /// The quote that is open, and whether a backslash escapes in it.
    quote: Option<(u8, bool)>,
    /// Ends of the cells of the tuple, from its start.
    cells: Vec<usize>,
    /// Behind the tuples, as in `ON DUPLICATE KEY UPDATE`.
    behind: bool,
    /// The tuple is too long to keep.
    cut: bool,
}

impl Tuples {
    /// Those that begin at a byte.
    pub(crate) fn new(at: usize) -> Self {
        let (start, depth, quote, cells) = (at, 0, None, Vec::new());
        Self { at, start, depth, quote, cells, behind: false, cut: false }
    }

    /// Where it is.
    pub(crate) fn at(&self) -> usize {
        self.at
    }

    /// The first byte that it still needs.
    pub(crate) fn needed_from(&self) -> usize {
        // What stands directly before a quote may belong to it, as in `E'…'`.
        if self.depth > 0 && !self.cut { self.start } else { self.at.saturating_sub(2) }
    }

    /// Takes into account that bytes at the start are gone.
    pub(crate) fn shift(&mut self, by: usize) {
        self.at -= by;
        self.start = self.start.saturating_sub(by);
    }

    /// The cells of the tuple that was read.
    pub(crate) fn cells<'b>(&self, bytes: &'b [u8]) -> impl Iterator<Item = &'b [u8]> + Clone {
        let mut from = self.start;
        self.cells.iter().map(move |&len| {
            let end = self.start + len;
            let cell = &bytes[from..end];
            from = end + 1;
            cell
        })
    }

    /// Reads to the end of the next tuple.
    pub(crate) fn next(&mut self, bytes: &[u8], whole: bool, lexer: &Lexer) -> Tuple {
        loop {
            if self.quote.is_some() {
                if !self.string(bytes, whole) {
                    return self.more(bytes);
                }
                continue;
            }
            if self.depth > 0 {
                self.at += bytes[self.at..].iter().take_while(|&&b| !SPECIAL[b as usize]).count();
            }
            let ahead = LOOK_AHEAD_BYTES + lexer.delimiter.len();
            if !whole && self.at + ahead > bytes.len() {
                return self.more(bytes);
            }
            let rest = &bytes[self.at..];
            let Some(&first) = rest.first() else {
                self.depth = 0;
                return Tuple::End(self.at);
            };
            if self.depth == 0 && rest.starts_with(&lexer.delimiter) {
                let end = self.at;
                self.at += lexer.delimiter.len();
                return Tuple::End(end);
            }
            if matches!(first, b'-' | b'#' | b'/')
                && let Some(len) = comment(rest, lexer.mysql)
            {
                if !whole && len + ahead > rest.len() {
                    return self.more(bytes);
                }
                self.at += len;
                continue;
            }
            if first == b'$' && !lexer.mysql {
                let len = dollar_quoted(rest, self.at > 0 && is_word(bytes[self.at - 1]));
                if !whole && len + ahead > rest.len() {
                    return self.more(bytes);
                }
                self.at += len;
                continue;
            }
            if let Some(tuple) = self.byte(bytes, first, lexer.mysql) {
                return tuple;
            }
        }
    }

    /// Takes a byte outside of quotes and comments.
    fn byte(&mut self, bytes: &[u8], first: u8, mysql: bool) -> Option<Tuple> {
        let at = self.at;
        self.at += 1;
        match first {
            b'\'' => self.quote = Some((first, mysql || is_escape_prefix(&bytes[..at]))),
            b'"' => self.quote = Some((first, mysql)),
            b'`' if mysql => self.quote = Some((first, false)),
            b'(' if self.depth > 0 => self.depth += 1,
            b'(' if !self.behind => {
                self.depth = 1;
                self.start = self.at;
                self.cells.clear();
                self.cut = false;
            }
            b',' if self.depth == 1 => self.end_cell(at),
            b')' if self.depth == 1 => {
                self.end_cell(at);
                self.depth = 0;
                return Some(Tuple::Read((!self.cut).then_some(self.start..at)));
            }
            b')' if self.depth > 1 => self.depth -= 1,
            _ if self.depth == 0 && first.is_ascii_alphabetic() => {
                let word = bytes[at..].iter().take_while(|&&b| is_word(b)).count();
                // `VALUES ROW(1), ROW(2)`.
                self.behind |= !bytes[at..at + word].eq_ignore_ascii_case(b"ROW");
                self.at = at + word;
            }
            _ => {}
        }
        None
    }

    fn end_cell(&mut self, at: usize) {
        if !self.cut {
            self.cells.push(at - self.start);
        }
    }

    /// Goes behind the end of a string; `false` where it is not in these bytes.
    fn string(&mut self, bytes: &[u8], whole: bool) -> bool {
        let Some((mark, escapes)) = self.quote else { return true };
        loop {
            let rest = &bytes[self.at..];
            let next_mark = find_either(rest, mark, if escapes { b'\\' } else { mark });
            let Some(len) = next_mark else {
                self.at = bytes.len();
                if whole {
                    self.quote = None;
                }
                return whole;
            };
            self.at += len;
            match bytes.get(self.at + 1) {
                None if !whole => return false,
                Some(&next) if bytes[self.at] != mark || next == mark => self.at += 2,
                None if bytes[self.at] != mark => self.at += 1,
                _ => {
                    self.at += 1;
                    self.quote = None;
                    return true;
                }
            }
        }
    }

    /// More bytes are needed; a tuple that is too long is kept no longer.
    fn more(&mut self, bytes: &[u8]) -> Tuple {
        if self.depth > 0 && bytes.len() - self.start > ROW_BYTES_MAX {
            self.cut = true;
            self.cells.clear();
        }
        Tuple::More
    }
}

/// Bytes that mean something in a tuple.
static SPECIAL: [bool; 256] = {
    let mut special = [false; 256];
    let marks = b"'\"`(),-#/$";
    let mut at = 0;
    while at < marks.len() {
        special[marks[at] as usize] = true;
        at += 1;
    }
    special
};
