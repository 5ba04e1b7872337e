//! A sample of the rows of a table: the first, and as many of all others by chance. The same rows
//! give the same sample.

use super::cell::{Cell, Form};

/// Rows at the start that are kept, and as many of the others.
const ROWS_MAX: u64 = 256;
/// Bytes of a row that is kept at most.
const ROW_BYTES_MAX: usize = 64 * 1024;
/// Bytes of all samples at a time at most.
pub(crate) const SAMPLES_BYTES_MAX: usize = 64 * 1024 * 1024;

/// A row that is kept.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    form: Form,
    bytes: Vec<u8>,
    /// The ends of its cells.
    cells: Vec<usize>,
}

impl Row {
    fn of<'b>(form: Form, cells: impl Iterator<Item = &'b [u8]>) -> Option<Self> {
        let mut row = Self { form, bytes: Vec::new(), cells: Vec::new() };
        for cell in cells {
            if row.bytes.len() + cell.len() > ROW_BYTES_MAX {
                return None;
            }
            row.bytes.extend_from_slice(cell);
            row.cells.push(row.bytes.len());
        }
        Some(row)
    }

    /// Its value of a column.
    pub(crate) fn cell(&self, column: usize) -> Option<Cell<'_>> {
        let end = *self.cells.get(column)?;
        let start = column.checked_sub(1).map_or(0, |before| self.cells[before]);
        Some(self.form.cell(&self.bytes[start..end]))
    }

    fn size(&self) -> usize {
        self.bytes.len() + self.cells.len() * size_of::<usize>()
    }
}

/// A sample of rows.
#[derive(Clone, Debug)]
pub(crate) struct Sample {
    rows: Vec<Row>,
    /// Rows that were seen.
    seen: u64,
    random: u64,
}

impl Sample {
    /// An empty one; chance follows from the name of the table.
    pub(crate) fn new(table: &str) -> Self {
        let seed = table.bytes().fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
        });
        Self { rows: Vec::new(), seen: 0, random: seed }
    }

    /// Its rows: the first in their order, then the others.
    pub(crate) fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// Rows that are in it by chance, or all where it has all rows. The first of a dump are often
    /// those of one customer or one day.
    pub(crate) fn fair_rows(&self) -> &[Row] {
        let all = self.seen <= 2 * ROWS_MAX;
        let first = usize::try_from(ROWS_MAX).unwrap_or(usize::MAX).min(self.rows.len());
        if all { &self.rows } else { &self.rows[first..] }
    }

    /// Takes a row into account. `left` is how many bytes all samples may still take.
    pub(crate) fn see<'b>(
        &mut self,
        form: Form,
        cells: impl Iterator<Item = &'b [u8]>,
        left: &mut usize,
    ) {
        let number = self.seen;
        self.seen += 1;
        let place = if number < ROWS_MAX {
            Some(self.rows.len())
        } else {
            // Each of the rows behind the first is kept with the same chance (algorithm R).
            let behind = number - ROWS_MAX;
            let place = if behind < ROWS_MAX { behind } else { self.next() % (behind + 1) };
            (place < ROWS_MAX).then_some(usize::try_from(place + ROWS_MAX).unwrap_or(usize::MAX))
        };
        let Some(place) = place else { return };
        let Some(row) = Row::of(form, cells) else { return };
        let before = self.rows.get(place).map_or(0, Row::size);
        if row.size() > *left + before {
            return;
        }
        *left = *left + before - row.size();
        match self.rows.get_mut(place) {
            Some(kept) => *kept = row,
            None => self.rows.push(row),
        }
    }

    /// The next number by chance (splitmix64).
    fn next(&mut self) -> u64 {
        self.random = self.random.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.random;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }
}
