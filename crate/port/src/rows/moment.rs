//! A time as rows have it, without a zone: enough to order times and to count seconds between them.

/// A time: its digits as one number, `20240131235959`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Moment(u64);

const DATE: &[u8] = b"0000-00-00";
const CLOCK: &[u8] = b"00:00:00";
/// Seconds of a day.
const DAY: u64 = 24 * 60 * 60;

impl Moment {
    /// The time that a value starts with, if it is one that calendars have.
    pub(crate) fn read(said: &[u8]) -> Option<Self> {
        let date = digits(said, DATE)?;
        let clock = match said.get(DATE.len()) {
            None => 0,
            Some(b' ' | b'T') => digits(&said[DATE.len() + 1..], CLOCK)?,
            Some(_) => return None,
        };
        Self::of_digits(date * 1_000_000 + clock)
    }

    /// The time that these digits say.
    pub(crate) fn of_digits(digits: u64) -> Option<Self> {
        let it = Self(digits);
        let (year, month, day) = it.date();
        let (hour, minute, second) = (digits / 10_000 % 100, digits / 100 % 100, digits % 100);
        let fits = (1..10_000).contains(&year)
            && (1..=12).contains(&month)
            && (1..=31).contains(&day)
            && hour < 24
            && minute < 60
            && second <= 60;
        fits.then_some(it)
    }

    /// Its digits.
    pub(crate) fn digits(self) -> u64 {
        self.0
    }

    /// Year, month and day.
    #[must_use]
    pub fn date(self) -> (u64, u64, u64) {
        (self.0 / 10_000_000_000, self.0 / 100_000_000 % 100, self.0 / 1_000_000 % 100)
    }

    /// Its date as ISO 8601 has it.
    #[must_use]
    pub fn day(self) -> String {
        let (year, month, day) = self.date();
        format!("{year:04}-{month:02}-{day:02}")
    }

    /// Seconds since another time that is not later.
    #[must_use]
    pub fn seconds_since(self, before: Self) -> u64 {
        self.seconds().saturating_sub(before.seconds())
    }

    /// Seconds since the first of March of the year 0, as the Gregorian calendar counts.
    fn seconds(self) -> u64 {
        let (year, month, day) = self.date();
        let clock = self.0 % 1_000_000;
        // Years begin in March here, so that the day of a leap year is the last.
        let (year, month) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
        let days = year * 365 + year / 4 - year / 100 + year / 400 + (month * 153 + 2) / 5 + day;
        days * DAY + clock / 10_000 * 3600 + clock / 100 % 100 * 60 + clock % 100
    }
}

/// The digits of a pattern as one number, where a value starts as the pattern says.
fn digits(said: &[u8], pattern: &[u8]) -> Option<u64> {
    let said = said.get(..pattern.len())?;
    let mut number = 0;
    for (byte, its) in said.iter().zip(pattern) {
        match its {
            b'0' if byte.is_ascii_digit() => number = number * 10 + u64::from(byte - b'0'),
            b'0' => return None,
            _ if byte == its => {}
            _ => return None,
        }
    }
    Some(number)
}
