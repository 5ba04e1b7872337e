//! What the rows of a column show, exactly: each value is looked at.

use super::cell::Cell;
use super::moment::Moment;
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
    /// The oldest and the newest time.
    pub times: Option<(Moment, Moment)>,
    /// Zero dates such as `0000-00-00`.
    pub zero_dates: u64,
    /// Dates of other calendars than Spanner's: `0044-03-15 BC`, `12000-01-01`, `2020-00-01`.
    pub odd_dates: u64,
    /// `infinity` and `-infinity`.
    pub infinite: u64,
    /// `NaN`.
    pub not_numbers: u64,
    /// Empty texts.
    pub empty: u64,
    /// Digits before the point of the longest number, where its range does not show them.
    pub digits: u64,
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
            Cell::Text(said, escapes) => {
                self.count += 1;
                // Characters are never more than bytes, and most texts are not the longest.
                if said.len() as u64 > self.longest {
                    self.longest = self.longest.max(escapes.characters(said));
                }
                match said.first() {
                    Some(b'0'..=b'9' | b'-' | b'.' | b'+') => self.number(said),
                    first => {
                        self.other = true;
                        match first {
                            None => self.empty += 1,
                            Some(b'i' | b'I') => self.infinite += u64::from(is_infinite(said)),
                            Some(b'N') => self.not_numbers += u64::from(said == b"NaN"),
                            _ => {}
                        }
                    }
                }
            }
        }
    }

    fn number(&mut self, said: &[u8]) {
        if let Some(value) = whole_number(said) {
            let (low, high) = self.range.unwrap_or((value, value));
            self.range = Some((low.min(value), high.max(value)));
            return;
        }
        self.other = true;
        if said.starts_with(b"0000-00-00") {
            self.zero_dates += 1;
            return;
        }
        if said.ends_with(b" BC") {
            self.odd_dates += 1;
            return;
        }
        if let Some(time) = Moment::read(said) {
            let (old, new) = self.times.unwrap_or((time, time));
            self.times = Some((old.min(time), new.max(time)));
            return;
        }
        let unsigned = said.strip_prefix(b"-").or_else(|| said.strip_prefix(b"+")).unwrap_or(said);
        let whole = unsigned.iter().take_while(|b| b.is_ascii_digit()).count();
        match unsigned.get(whole) {
            Some(b'.') => {
                let fraction = &unsigned[whole + 1..];
                if fraction.iter().all(u8::is_ascii_digit) {
                    let zeros = fraction.iter().rev().take_while(|&&b| b == b'0').count();
                    self.decimals = self.decimals.max((fraction.len() - zeros) as u64);
                    if whole > SHORT_DIGITS {
                        self.digits = self.digits.max(whole as u64);
                    }
                }
            }
            None => self.digits = self.digits.max(whole as u64),
            Some(b'-') if whole >= 4 => {
                self.odd_dates += u64::from(is_month_and_day(&unsigned[whole..]));
            }
            Some(_) => self.infinite += u64::from(is_infinite(unsigned)),
        }
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
        self.times = match (self.times, other.times) {
            (Some(own), Some(its)) => Some((own.0.min(its.0), own.1.max(its.1))),
            (own, its) => own.or(its),
        };
        self.other |= other.other;
        self.unread |= other.unread;
        self.zero_dates = self.zero_dates.saturating_add(other.zero_dates);
        self.odd_dates = self.odd_dates.saturating_add(other.odd_dates);
        self.infinite = self.infinite.saturating_add(other.infinite);
        self.not_numbers = self.not_numbers.saturating_add(other.not_numbers);
        self.empty = self.empty.saturating_add(other.empty);
        self.digits = self.digits.max(other.digits);
        self.decimals = self.decimals.max(other.decimals);
        // Samples cannot be added: that of most rows says most.
        if other.sampled.of > self.sampled.of {
            self.sampled = other.sampled.clone();
        }
    }
}

/// Whether a text is PostgreSQL's word for what is above or below all values.
fn is_infinite(said: &[u8]) -> bool {
    said.eq_ignore_ascii_case(b"infinity") || said.eq_ignore_ascii_case(b"inf")
}

/// Whether a text starts as `-00-01` does.
fn is_month_and_day(said: &[u8]) -> bool {
    matches!(said, [b'-', a, b, b'-', c, d, ..] if [a, b, c, d].iter().all(|b| b.is_ascii_digit()))
}

/// A whole number; `None` where it is something else or has more digits than are read.
fn whole_number(said: &[u8]) -> Option<i128> {
    let digits = said.strip_prefix(b"-").or_else(|| said.strip_prefix(b"+")).unwrap_or(said);
    if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    if digits.len() > SHORT_DIGITS {
        return std::str::from_utf8(said).ok()?.parse().ok();
    }
    let value = digits.iter().fold(0_i64, |sum, b| sum * 10 + i64::from(b - b'0'));
    Some(i128::from(if said[0] == b'-' { -value } else { value }))
}
