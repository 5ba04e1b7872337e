//! The rows behind COPY: a line each, up to `\.`. It goes on where the bytes ended before.

use std::ops::Range;

use super::ROW_BYTES_MAX;
use super::find::find_either;

/// What the bytes give.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Line {
    /// A row, without the end of its line; `None` where it was too long to keep.
    Row(Option<Range<usize>>),
    /// The rows end before this byte.
    End(usize),
    /// More bytes are needed.
    More,
}

/// Where in the rows the bytes ended.
#[derive(Clone, Debug)]
pub(crate) struct Lines {
    /// The start of the line.
    start: usize,
    /// Behind what was searched.
    at: usize,
    /// The line is too long to keep.
    cut: bool,
}

impl Lines {
    /// Those that begin at a byte.
    pub(crate) fn new(start: usize) -> Self {
        Self { start, at: start, cut: false }
    }

    /// Where it is.
    pub(crate) fn at(&self) -> usize {
        self.at
    }

    /// The first byte that it still needs.
    pub(crate) fn needed_from(&self) -> usize {
        if self.cut { self.at } else { self.start }
    }

    /// Takes into account that bytes at the start are gone.
    pub(crate) fn shift(&mut self, by: usize) {
        self.at -= by;
        self.start = self.start.saturating_sub(by);
    }

    /// Reads to the end of the next row. Empty lines are no rows.
    pub(crate) fn next(&mut self, bytes: &[u8], whole: bool) -> Line {
        loop {
            let found = find_either(&bytes[self.at..], b'\n', b'\n');
            let end = match found {
                Some(len) => self.at + len,
                None if whole => bytes.len(),
                None => {
                    self.at = bytes.len();
                    self.cut |= bytes.len() - self.start > ROW_BYTES_MAX;
                    return Line::More;
                }
            };
            let (start, cut) = (self.start, std::mem::take(&mut self.cut));
            let row = if cut { &[] } else { &bytes[start..end] };
            if row.trim_ascii_end() == b"\\." || (whole && start >= bytes.len()) {
                // The line itself is behind the rows, and what follows it is not.
                self.at = end;
                return Line::End(start.min(bytes.len()));
            }
            self.at = (end + 1).min(bytes.len());
            self.start = self.at;
            let len = row.strip_suffix(b"\r").unwrap_or(row).len();
            if cut {
                return Line::Row(None);
            }
            if len > 0 {
                return Line::Row(Some(start..start + len));
            }
            if whole && found.is_none() {
                self.start = bytes.len();
            }
        }
    }
}
