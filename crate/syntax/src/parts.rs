//! A long text, read part by part.
//!
//! Reading takes several steps over the same tokens, and who builds the schema takes one more over
//! the statements. Over a long text each of them would find that the processor's caches have lost
//! what the one before it wrote; over a part it does not.
//! The parts are those that [`document`](super::document) could read alone, so the tree is that
//! of the text read as a whole.

use super::foreign;
use super::tree::{Dialect, Tree};
use crate::alone::{OPENS_MAX, stands_alone};
use crate::detect::{Detected, left_open, tell};
use crate::left_out::{leave_out_rest, within_limit};
use crate::limits::STATEMENTS_MAX;
use crate::parsed::{Parsed, parse_part, parse_whole};
use std::ops::Range;

/// Bytes of a part, about: its tokens and trees take some 20 times as much, and fit into the
/// second-level cache of a processor (assumption of ours: 2 MiB).
const PART_BYTES: usize = 64 * 1024;

/// Bytes after which a part that still does not end alone makes the text be read as a whole.
const PART_BYTES_MAX: usize = 16 * PART_BYTES;

/// A text that is read part by part, for those who look at each part while it is at hand.
#[derive(Debug)]
pub struct Parts<'t> {
    /// All of the text, and what of it is read.
    text: &'t str,
    read: &'t str,
    forced: bool,
    /// Nothing tells the dialect.
    open: bool,
    parsed: Parsed,
    /// Up to where it is read.
    from: usize,
    /// Nothing in the text is known to reach across its parts.
    plain: bool,
    done: bool,
}

/// What a step read.
#[derive(Debug)]
pub struct Part {
    /// Nothing before this part counts: it is the first, or all was read again as a whole.
    pub anew: bool,
    /// The statements that were read, by their place in the tree so far.
    pub statements: Range<usize>,
    /// The notes, likewise.
    pub notes: Range<usize>,
}

impl<'t> Parts<'t> {
    /// Begins to read a text. Without a dialect it is told from the text.
    #[must_use]
    pub fn new(text: &'t str, dialect: Option<Dialect>) -> Self {
        let read = within_limit(text);
        let told = dialect.map_or_else(|| tell(read), |dialect| Detected { dialect, open: false });
        let parsed = Parsed::starting_at(0, told.dialect);
        let (forced, open) = (dialect.is_some(), told.open);
        Self { text, read, forced, open, parsed, from: 0, plain: false, done: false }
    }

    /// What was read so far.
    #[must_use]
    pub fn tree(&self) -> &Tree {
        &self.parsed.tree
    }

    /// About how many statements the whole has.
    #[must_use]
    pub fn room(&self) -> usize {
        self.parsed.tree.statements.capacity()
    }

    /// Reads on. `None` at the end.
    pub fn read_next(&mut self) -> Option<Part> {
        if self.done {
            return None;
        }
        let tree = &self.parsed.tree;
        let (mut anew, mut statements) = (self.from == 0, tree.statements.len());
        let mut notes = tree.notes.len();
        let whole = self.read.len() < 2 * PART_BYTES;
        if whole || self.read_part().is_none() {
            self.parsed = parse_whole(self.read, self.parsed.tree.dialect, self.forced);
            self.from = self.read.len();
            (anew, statements, notes) = (true, 0, 0);
            if self.open {
                left_open(&mut self.parsed.tree);
            }
        }
        self.done = self.from >= self.read.len();
        let tree = &self.parsed.tree;
        let (statements, notes) = (statements..tree.statements.len(), notes..tree.notes.len());
        Some(Part { anew, statements, notes })
    }

    /// Reads one part, right behind what is read. `None` when it does not stand alone.
    fn read_part(&mut self) -> Option<()> {
        let (text, from, whole) = (self.read, self.from, &mut self.parsed);
        let above = whole.mark();
        let mut bytes = PART_BYTES;
        let end = loop {
            let end = end_of_statement(text, from + bytes);
            if !self.plain && foreign::may_reach_across(&text[from..end]) {
                if foreign::reaches_across(text) {
                    return None;
                }
                self.plain = true;
            }
            parse_part(whole, &text[..end], self.forced);
            if end == text.len() || stands_alone(&text[..end], whole, above) {
                break end;
            }
            whole.back_to(above);
            bytes = end - from + PART_BYTES;
            if bytes > PART_BYTES_MAX {
                return None;
            }
        };
        if whole.tree.statements.len() >= STATEMENTS_MAX || whole.opens.len() > OPENS_MAX {
            return None;
        }
        if from == 0 {
            // Room for as much as the rest will bring, if it is like this part.
            let parts = text.len() / end;
            whole.tree.tokens.reserve(whole.tree.tokens.len() * parts);
            whole.tree.statements.reserve_exact(whole.tree.statements.len() * parts);
        }
        self.from = end;
        Some(())
    }

    /// The whole, when there is nothing left to read.
    #[must_use]
    pub fn finish(mut self) -> Parsed {
        while self.read_next().is_some() {}
        leave_out_rest(&mut self.parsed.tree, self.text, self.read);
        self.parsed
    }
}

/// The first place from `from` on that may part two statements: where a line starts with
/// something, below one that ends with a semicolon.
fn end_of_statement(text: &str, from: usize) -> usize {
    let bytes = text.as_bytes();
    let mut line = from;
    while let Some(semicolon) = bytes.get(line..).and_then(|rest| find(rest, b";\n")) {
        let start = line + semicolon + 2;
        let blanks = bytes[start..].iter().take_while(|byte| b" \t\r\n".contains(byte)).count();
        if bytes.get(start + blanks).is_some_and(u8::is_ascii_graphic) {
            return start + blanks;
        }
        line = start;
    }
    text.len()
}

fn find(bytes: &[u8], pair: &[u8; 2]) -> Option<usize> {
    bytes.windows(2).position(|two| two == pair)
}
