//! Positions in the user's text, and edits of it.
//!
//! Every span is a byte range. Lines, columns and UTF-16 offsets are computed from a
//! [`LineIndex`] where text leaves the engine, and nowhere else.
#![doc = include_str!("../README.md")]

pub use base::order;
pub use hotsplit_base as base;

/// A half-open byte range `start..end` of the text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// The range `start..end`.
    #[must_use]
    pub fn new(start: u32, end: u32) -> Self {
        assert!(start <= end, "expected start <= end, found {start}..{end}");
        Self { start, end }
    }

    /// The empty range at `at`.
    #[must_use]
    pub fn empty(at: u32) -> Self {
        Self { start: at, end: at }
    }

    /// The smallest range that holds both.
    #[must_use]
    pub fn to(self, other: Self) -> Self {
        Self { start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    /// The text under the span.
    #[must_use]
    pub fn of(self, text: &str) -> &str {
        &text[self.start as usize..self.end as usize]
    }

    /// Whether `other` lies inside.
    #[must_use]
    pub fn contains(self, other: Self) -> bool {
        self.start <= other.start && other.end <= self.end
    }

    /// Length in bytes.
    #[must_use]
    pub fn len(self) -> u32 {
        self.end - self.start
    }

    /// Whether the range holds no byte.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.start == self.end
    }
}

/// A line and a column, both from 1; the column counts characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct LineColumn {
    /// Line, from 1.
    pub line: u32,
    /// Column in characters, from 1.
    pub column: u32,
}

/// Where the lines of a text start; answers position questions without a rescan of the whole.
#[derive(Clone, Debug)]
pub struct LineIndex {
    starts: Vec<u32>,
    /// Behind each character of several bytes: its offset, and how many bytes more than characters
    /// there are up to it.
    wide: Vec<(u32, u32)>,
}

impl LineIndex {
    /// Finds the line starts of `text`.
    #[must_use]
    pub fn new(text: &str) -> Self {
        let mut starts = vec![0];
        starts
            .extend(text.bytes().enumerate().filter(|&(_, b)| b == b'\n').map(|(i, _)| at(i + 1)));
        let mut wide = Vec::new();
        let mut more = 0;
        if !text.is_ascii() {
            for (start, c) in text.char_indices().filter(|(_, c)| !c.is_ascii()) {
                more += at(c.len_utf8() - 1);
                wide.push((at(start + c.len_utf8()), more));
            }
        }
        Self { starts, wide }
    }

    /// The line (from 1) and column in characters (from 1) of a byte offset.
    #[must_use]
    pub fn line_column(&self, offset: u32) -> LineColumn {
        let line = self.starts.partition_point(|&start| start <= offset) - 1;
        let start = self.starts[line];
        let characters = offset - start - (self.more(offset) - self.more(start));
        LineColumn { line: at(line + 1), column: characters + 1 }
    }

    /// The bytes of a line (from 1) of the text, its end included.
    #[must_use]
    pub fn span_of(&self, line: u32, text: &str) -> Span {
        let place = |line: u32| self.starts.get(line as usize).copied();
        let end = at(text.len());
        Span::new(place(line - 1).unwrap_or(end), place(line).unwrap_or(end))
    }

    /// How many bytes more than characters there are before an offset.
    fn more(&self, offset: u32) -> u32 {
        let next = self.wide.partition_point(|&(end, _)| end <= offset);
        next.checked_sub(1).map_or(0, |at| self.wide[at].1)
    }

    /// The line (from 1) that holds a byte offset.
    #[must_use]
    pub fn line(&self, offset: u32) -> u32 {
        at(self.starts.partition_point(|&start| start <= offset))
    }
}

/// Byte offsets to UTF-16 offsets, in one pass over offsets asked in rising order.
#[derive(Clone, Debug)]
pub struct Utf16Index {
    /// Byte offset and UTF-16 offset after each character that is not ASCII.
    wide: Vec<(u32, u32)>,
}

impl Utf16Index {
    /// Notes every character of `text` whose two lengths differ.
    #[must_use]
    pub fn new(text: &str) -> Self {
        let mut wide = Vec::new();
        let mut units = 0;
        if !text.is_ascii() {
            for (byte, c) in text.char_indices() {
                units += at(c.len_utf16());
                if !c.is_ascii() {
                    wide.push((at(byte + c.len_utf8()), units));
                }
            }
        }
        Self { wide }
    }

    /// The UTF-16 offset of a byte offset.
    #[must_use]
    pub fn utf16(&self, offset: u32) -> u32 {
        match self.wide.partition_point(|&(byte, _)| byte <= offset) {
            0 => offset,
            n => {
                let (byte, units) = self.wide[n - 1];
                units + (offset - byte)
            }
        }
    }
}

/// One replacement of a range of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// What is replaced; empty for an insertion.
    pub span: Span,
    /// What stands there afterwards.
    pub insert: String,
}

impl Edit {
    /// Puts `insert` at `at`.
    #[must_use]
    pub fn insert(at: u32, insert: impl Into<String>) -> Self {
        Self { span: Span::empty(at), insert: insert.into() }
    }

    /// Puts `insert` in place of `span`.
    #[must_use]
    pub fn replace(span: Span, insert: impl Into<String>) -> Self {
        Self { span, insert: insert.into() }
    }

    /// Takes `span` out.
    #[must_use]
    pub fn delete(span: Span) -> Self {
        Self { span, insert: String::new() }
    }
}

/// Applies edits that do not overlap; insertions at one place keep their order.
/// `None` when two edits claim the same bytes.
#[must_use]
pub fn apply_edits(text: &str, edits: &[Edit]) -> Option<String> {
    let mut order: Vec<&Edit> = edits.iter().collect();
    order::by_key(&mut order, |edit| (edit.span.start, edit.span.end));
    let inserted: usize = edits.iter().map(|edit| edit.insert.len()).sum();
    let mut out = String::with_capacity(text.len() + inserted);
    let mut done = 0_u32;
    for edit in order {
        if edit.span.start < done {
            return None;
        }
        out.push_str(&text[done as usize..edit.span.start as usize]);
        out.push_str(&edit.insert);
        done = edit.span.end;
    }
    out.push_str(&text[done as usize..]);
    Some(out)
}

/// A length of the text as an offset. Inputs are rejected above `syntax::INPUT_BYTES_MAX`.
#[must_use]
pub fn at(n: usize) -> u32 {
    u32::try_from(n).expect("the input limit keeps offsets in 32 bits")
}
