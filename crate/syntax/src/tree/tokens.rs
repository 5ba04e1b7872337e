//! The tokens of a text. There are more of them than of anything else, and they tile the text: each
//! ends where the next one starts, so only starts are kept.

use super::token::{Token, TokenKind};
use crate::limits::INPUT_BYTES_MAX;
use crate::text::Span;
use std::fmt;
use std::ops::Range;

/// Bits of an entry that say the kind; those above say where the token starts.
const KIND_BITS: u32 = 4;

const _: () = assert!(INPUT_BYTES_MAX < 1 << (u32::BITS - KIND_BITS), "every start fits");

/// What the low bits of an entry say.
const KINDS: [TokenKind; 1 << KIND_BITS] = {
    let mut kinds = [TokenKind::Unknown; 1 << KIND_BITS];
    let all = [
        TokenKind::Word,
        TokenKind::QuotedName,
        TokenKind::String,
        TokenKind::Number,
        TokenKind::Mark,
        TokenKind::Elision,
        TokenKind::Blank,
        TokenKind::Comment,
    ];
    let mut next = 0;
    while next < all.len() {
        kinds[all[next] as usize] = all[next];
        next += 1;
    }
    kinds
};

/// Tokens in order, none missing between the first and the last; four bytes each.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Tokens {
    /// Where each starts, and its kind.
    entries: Vec<u32>,
    /// Where the last one ends, or the first will start.
    end: u32,
}

impl Tokens {
    /// None yet; the first will start at a byte.
    pub(crate) fn starting_at(start: u32) -> Self {
        Self { entries: Vec::new(), end: start }
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The token of a number.
    #[must_use]
    pub fn get(&self, number: usize) -> Option<Token> {
        let entry = *self.entries.get(number)?;
        let end = self.entries.get(number + 1).map_or(self.end, |&next| start_of(next));
        Some(Token { kind: kind_of(entry), span: Span { start: start_of(entry), end } })
    }

    /// The last token.
    #[must_use]
    pub fn last(&self) -> Option<Token> {
        self.get(self.len().checked_sub(1)?)
    }

    /// All of them.
    #[must_use]
    pub fn iter(&self) -> Iter<'_> {
        self.range(0..self.len())
    }

    /// Those of a range of numbers.
    pub(crate) fn range(&self, numbers: Range<usize>) -> Iter<'_> {
        Iter { tokens: self, numbers }
    }

    /// Those that start in a part of the text.
    #[must_use]
    pub fn starting_in(&self, span: Span) -> Iter<'_> {
        self.range(self.first_from(span.start)..self.first_from(span.end))
    }

    /// The number of the first that starts at a byte or behind it.
    pub(crate) fn first_from(&self, at: u32) -> usize {
        self.entries.partition_point(|&entry| start_of(entry) < at)
    }

    /// Makes room for more, and for not one more than that.
    pub(crate) fn reserve(&mut self, more: usize) {
        self.entries.reserve_exact(more);
    }

    /// Adds a token that ends at a byte.
    #[inline]
    pub(crate) fn push(&mut self, kind: TokenKind, end: u32) {
        self.entries.push(self.end << KIND_BITS | kind as u32);
        self.end = end;
    }

    /// Makes the last token longer, and another kind of token.
    #[inline]
    pub(crate) fn extend_last(&mut self, kind: TokenKind, end: u32) {
        if let Some(last) = self.entries.last_mut() {
            *last = start_of(*last) << KIND_BITS | kind as u32;
            self.end = end;
        }
    }

    /// Leaves out all but the first `len`.
    pub(crate) fn truncate(&mut self, len: usize) {
        if let Some(&next) = self.entries.get(len) {
            self.entries.truncate(len);
            self.end = start_of(next);
        }
    }

    /// Puts others in place of a range, and moves what stands behind it by `grown` bytes.
    pub(crate) fn splice(&mut self, numbers: Range<usize>, new: &Self, grown: i64) {
        let behind = numbers.start + new.len();
        let moved = |at: u32| {
            u32::try_from(i64::from(at) + grown).expect("a moved token lies in the new text")
        };
        let at_end = numbers.end == self.len();
        self.entries.splice(numbers, new.entries.iter().copied());
        self.end = if at_end { new.end } else { moved(self.end) };
        if grown != 0 {
            for entry in &mut self.entries[behind..] {
                *entry = moved(start_of(*entry)) << KIND_BITS | (*entry & low_bits());
            }
        }
    }
}

impl fmt::Debug for Tokens {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self).finish()
    }
}

impl<'a> IntoIterator for &'a Tokens {
    type Item = Token;
    type IntoIter = Iter<'a>;

    fn into_iter(self) -> Iter<'a> {
        self.iter()
    }
}

/// Tokens one after the other, from either end.
#[derive(Clone, Debug)]
pub struct Iter<'a> {
    tokens: &'a Tokens,
    numbers: Range<usize>,
}

impl Iterator for Iter<'_> {
    type Item = Token;

    #[inline]
    fn next(&mut self) -> Option<Token> {
        self.tokens.get(self.numbers.next()?)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.numbers.size_hint()
    }
}

impl DoubleEndedIterator for Iter<'_> {
    fn next_back(&mut self) -> Option<Token> {
        self.tokens.get(self.numbers.next_back()?)
    }
}

impl ExactSizeIterator for Iter<'_> {}

const fn low_bits() -> u32 {
    (1 << KIND_BITS) - 1
}

fn start_of(entry: u32) -> u32 {
    entry >> KIND_BITS
}

fn kind_of(entry: u32) -> TokenKind {
    KINDS[(entry & low_bits()) as usize]
}
