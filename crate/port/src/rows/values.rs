//! What the rows of a column show, exactly: each value is looked at.

use super::cell::Cell;
use super::sampled::Sampled;

/// What the rows of a column show.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Values {
    /// Values that are not NULL.
    pub count: u64,
    /// NULLs.
    pub nulls: u64,
    /// Characters of the longest.
    pub longest: u64,
    /// Least and most of those that are whole numbers.
    pub range: Option<(i128, i128)>,
    /// A text or number that is no whole number.
    pub other: bool,
    /// A value that is not read, such as bytes or an expression.
    pub unread: bool,
    /// Zero dates such as `0000-00-00`.
    pub zero_dates: u64,
    /// Digits behind the point of the longest fraction.
    pub decimals: u64,
    /// What a sample of them shows.
    pub sampled: Sampled,
}

/// Digits of a number that certainly fits 64 bits.
const SHORT_DIGITS: usize = 18;

impl Values {
    /// Takes a value into account.
    pub(crate) fn see(&mut self, cell: Cell<'_>) {
        match cell {
            Cell::Null => self.nulls += 1,
            Cell::Other(_) => {
                self.count += 1;
                self.unread = true;
            }
            Cell::Number(said) => {
                self.count += 1;
                self.longest = self.longest.max(said.len() as u64);
                self.number(said);
            }
            Cell::Text(said, _) => {
                self.count += 1;
                // Characters are never more than bytes, and most texts are not the longest.
                if said.len() as u64 > self.longest {
                    let said = cell.said().unwrap_or_default();
                    let characters = said.iter().filter(|&&b| (b & 0xC0) != 0x80).count();
                    self.longest = self.longest.max(characters as u64);
                }
                match said.first() {
                    Some(b'0'..=b'9' | b'-' | b'.' | b'+') => self.number(said),
                    _ => self.other = true,
                }
            }
        }
    }

    fn number(&mut self, said: &[u8]) {
        if said.len() <= SHORT_DIGITS && said.iter().all(u8::is_ascii_digit) {
            let value = said.iter().fold(0_i64, |sum, b| sum * 10 + i64::from(b - b'0'));
            return self.whole(i128::from(value));
        }
        let text = std::str::from_utf8(said).unwrap_or_default();
        if let Ok(value) = text.parse::<i128>() {
            return self.whole(value);
        }
        self.other = true;
        self.zero_dates += u64::from(said.starts_with(b"0000-00-00"));
        if let Some((_, fraction)) = text.split_once('.')
            && fraction.bytes().all(|b| b.is_ascii_digit())
        {
            self.decimals = self.decimals.max(fraction.trim_end_matches('0').len() as u64);
        }
    }

    fn whole(&mut self, value: i128) {
        let (low, high) = self.range.unwrap_or((value, value));
        self.range = Some((low.min(value), high.max(value)));
    }

    /// Adds what other rows of the column show.
    pub(crate) fn add(&mut self, other: &Self) {
        self.count = self.count.saturating_add(other.count);
        self.nulls = self.nulls.saturating_add(other.nulls);
        self.longest = self.longest.max(other.longest);
        self.range = match (self.range, other.range) {
            (Some(own), Some(its)) => Some((own.0.min(its.0), own.1.max(its.1))),
            (own, its) => own.or(its),
        };
        self.other |= other.other;
        self.unread |= other.unread;
        self.zero_dates = self.zero_dates.saturating_add(other.zero_dates);
        self.decimals = self.decimals.max(other.decimals);
        // Samples cannot be added: that of most rows says most.
        if other.sampled.of > self.sampled.of {
            self.sampled = other.sampled.clone();
        }
    }
}
