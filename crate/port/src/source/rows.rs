//! Rows of INSERT and COPY: counted, and looked at for what they show of each column.

use super::schema::{Table, Values};

/// Tuples of a table that are looked at; all are counted.
const TUPLES_MAX: u64 = 100_000;

/// Counts the tuples of `INSERT … VALUES`, whose words up to VALUES were read, into a table.
pub(super) fn insert(values: &str, columns: &[usize], table: &mut Table) {
    let bytes = values.as_bytes();
    let mut at = 0;
    let mut tuple: Option<usize> = None;
    let mut cell = 0;
    while at < bytes.len() {
        match bytes[at] {
            quote @ (b'\'' | b'"') => {
                let start = at + 1;
                at = string_end(bytes, at, quote);
                if tuple.is_some()
                    && bytes.get(cell..start - 1).is_some_and(|it| it.trim_ascii().is_empty())
                {
                    let end = at.saturating_sub(1).max(start);
                    see(table, columns, tuple, Cell::Text(&bytes[start..end]));
                    // The value is done; nothing else of this cell counts.
                    cell = usize::MAX;
                }
                continue;
            }
            b'(' if tuple.is_none() => {
                tuple = Some(0);
                table.rows += 1;
                cell = at + 1;
            }
            b'(' => at = group_end(bytes, at),
            b',' | b')' if tuple.is_some() => {
                if cell < at {
                    see(table, columns, tuple, bare(&bytes[cell..at]));
                }
                tuple = if bytes[at] == b',' { tuple.map(|n| n + 1) } else { None };
                cell = at + 1;
            }
            _ => {}
        }
        at += 1;
    }
}

/// Counts rows of COPY, a line each.
pub(super) fn copy(rows: &str, columns: &[usize], table: &mut Table) {
    for row in rows.lines().filter(|row| !row.is_empty()) {
        table.rows += 1;
        for (number, cell) in row.split('\t').enumerate() {
            let cell = if cell == "\\N" { Cell::Null } else { Cell::Text(cell.as_bytes()) };
            see(table, columns, Some(number), cell);
        }
    }
}

enum Cell<'a> {
    Null,
    Text(&'a [u8]),
    Other,
}

fn bare(said: &[u8]) -> Cell<'_> {
    let said = said.trim_ascii();
    if said.eq_ignore_ascii_case(b"null") {
        return Cell::Null;
    }
    let number = said.first().is_some_and(|b| b.is_ascii_digit() || matches!(b, b'-' | b'.'));
    if number && !said.starts_with(b"0x") { Cell::Text(said) } else { Cell::Other }
}

fn see(table: &mut Table, columns: &[usize], number: Option<usize>, cell: Cell<'_>) {
    let Some(&column) = number.and_then(|number| columns.get(number)) else { return };
    if table.rows > TUPLES_MAX || column >= table.columns.len() {
        return;
    }
    if table.values.len() <= column {
        table.values.resize_with(column + 1, Values::default);
    }
    let values = &mut table.values[column];
    match cell {
        Cell::Null => values.nulls += 1,
        Cell::Other => {
            values.count += 1;
            values.other = true;
        }
        Cell::Text(said) => values.see(said),
    }
}

impl Values {
    fn see(&mut self, said: &[u8]) {
        self.count += 1;
        let chars = said.iter().filter(|&&b| (b & 0xC0) != 0x80).count();
        let escapes = said.windows(2).filter(|two| two == b"\\\\" || two == b"''").count();
        self.longest = self.longest.max((chars - escapes) as u64);
        self.zero_dates += u64::from(said.starts_with(b"0000-00-00"));
        let text = std::str::from_utf8(said).unwrap_or_default();
        match text.parse::<i128>() {
            Ok(value) => {
                let (low, high) = self.range.unwrap_or((value, value));
                self.range = Some((low.min(value), high.max(value)));
            }
            Err(_) => self.other = true,
        }
        if let Some((_, fraction)) = text.split_once('.')
            && fraction.bytes().all(|b| b.is_ascii_digit())
        {
            self.decimals = self.decimals.max(fraction.trim_end_matches('0').len() as u64);
        }
    }
}

/// The byte behind a string that opens at a byte.
fn string_end(bytes: &[u8], open: usize, quote: u8) -> usize {
    let mut at = open + 1;
    while at < bytes.len() {
        match bytes[at] {
            b'\\' => at += 2,
            byte if byte == quote && bytes.get(at + 1) == Some(&quote) => at += 2,
            byte if byte == quote => return at + 1,
            _ => at += 1,
        }
    }
    bytes.len()
}

/// The last byte of a group in parentheses.
fn group_end(bytes: &[u8], open: usize) -> usize {
    let (mut at, mut depth) = (open, 0_usize);
    while at < bytes.len() {
        match bytes[at] {
            quote @ (b'\'' | b'"') => {
                at = string_end(bytes, at, quote);
                continue;
            }
            b'(' => depth += 1,
            b')' if depth == 1 => return at,
            b')' => depth -= 1,
            _ => {}
        }
        at += 1;
    }
    bytes.len() - 1
}
