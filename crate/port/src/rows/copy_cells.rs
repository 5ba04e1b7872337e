//! The cells of a row of COPY, as they are written.

use super::copy_format::CopyFormat;
use super::find::find_either;

/// Cells that are not read yet.
#[derive(Clone, Debug)]
pub(crate) struct Cells<'r> {
    /// The row from the next cell on; `None` behind the last.
    rest: Option<&'r [u8]>,
    format: CopyFormat,
}

impl<'r> Cells<'r> {
    pub(super) fn of(row: &'r [u8], format: CopyFormat) -> Self {
        Self { rest: Some(row), format }
    }
}

impl CopyFormat {
    /// The cells of a row.
    pub(crate) fn cells(self, row: &[u8]) -> Cells<'_> {
        Cells::of(row, self)
    }
}

impl<'r> Iterator for Cells<'r> {
    type Item = &'r [u8];

    fn next(&mut self) -> Option<&'r [u8]> {
        let rest = self.rest?;
        let end = if self.format.csv {
            csv_end(rest, &self.format)
        } else {
            text_end(rest, &self.format)
        };
        self.rest = rest.get(end + 1..);
        Some(&rest[..end])
    }
}

/// Where the first delimiter is that no backslash stands before.
fn text_end(bytes: &[u8], format: &CopyFormat) -> usize {
    let mut at = 0;
    while let Some(len) = find_either(&bytes[at..], format.delimiter, b'\\') {
        at += len;
        if bytes[at] == format.delimiter {
            return at;
        }
        at = (at + 2).min(bytes.len());
    }
    bytes.len()
}

/// Where the first delimiter outside of quotes is.
fn csv_end(bytes: &[u8], format: &CopyFormat) -> usize {
    let mut quotes = Quotes::default();
    let mut at = 0;
    loop {
        let other = if quotes.open { format.escape } else { format.delimiter };
        let Some(len) = find_either(&bytes[at..], format.quote, other) else { return bytes.len() };
        // What is skipped is no escape.
        quotes.escaped &= len == 0;
        at += len;
        if !quotes.open && bytes[at] == format.delimiter {
            return at;
        }
        quotes.see(bytes[at], format);
        at += 1;
    }
}

/// Whether a byte of CSV is in quotes. A doubled quote closes and opens again.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Quotes {
    pub(super) open: bool,
    /// The byte before is an escape in quotes.
    pub(super) escaped: bool,
}

impl Quotes {
    /// Takes a byte into account.
    pub(super) fn see(&mut self, byte: u8, format: &CopyFormat) {
        let escape = format.escape != format.quote && byte == format.escape;
        if escape && self.open {
            self.escaped = !self.escaped;
            return;
        }
        self.open ^= byte == format.quote && !self.escaped;
        self.escaped = false;
    }
}
