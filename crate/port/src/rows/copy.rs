//! The rows behind COPY: a line each, up to `\.`. It goes on where the bytes ended before.

use std::ops::Range;

use super::ROW_BYTES_MAX;
use super::copy_cells::Quotes;
use super::copy_format::CopyFormat;
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
    format: CopyFormat,
    /// CSV: a line goes on in quotes.
    quotes: Quotes,
    /// The line with the names of columns is still to come.
    header: bool,
}

impl Lines {
    /// Those that begin at a byte.
    pub(crate) fn new(start: usize, format: CopyFormat) -> Self {
        let (quotes, header) = (Quotes::default(), format.header);
        Self { start, at: start, cut: false, format, quotes, header }
    }

    /// How they are written.
    pub(crate) fn format(&self) -> CopyFormat {
        self.format
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
            let found = self.line_end(bytes);
            let end = match found {
                Some(end) => end,
                None if whole => bytes.len(),
                None => {
                    self.at = bytes.len();
                    self.cut |= bytes.len() - self.start > ROW_BYTES_MAX;
                    return Line::More;
                }
            };
            let (start, cut) = (self.start, std::mem::take(&mut self.cut));
            self.quotes = Quotes::default();
            let row = if cut { &[] } else { &bytes[start..end] };
            if row.trim_ascii_end() == b"\\." || (whole && !cut && start >= bytes.len()) {
                // The line itself is behind the rows, and what follows it is not.
                self.at = end;
                return Line::End(start.min(bytes.len()));
            }
            self.at = (end + 1).min(bytes.len());
            self.start = self.at;
            let len = row.strip_suffix(b"\r").unwrap_or(row).len();
            if std::mem::take(&mut self.header) {
                if whole && found.is_none() {
                    self.start = bytes.len();
                }
                continue;
            }
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

    /// The end of the line, if it is in these bytes. Lines of CSV go on in quotes.
    fn line_end(&mut self, bytes: &[u8]) -> Option<usize> {
        if !self.format.csv {
            return find_either(&bytes[self.at..], b'\n', b'\n').map(|len| self.at + len);
        }
        let mut at = self.at;
        loop {
            let other = if self.quotes.open { self.format.escape } else { b'\n' };
            let len = find_either(&bytes[at..], self.format.quote, other)?;
            // What is skipped is no escape.
            self.quotes.escaped &= len == 0;
            at += len;
            if !self.quotes.open && bytes[at] == b'\n' {
                return Some(at);
            }
            self.quotes.see(bytes[at], &self.format);
            at += 1;
        }
    }
}
