//! Time zones, and points in time as literals have them.

/// The time zones of a source.
#[derive(Clone, Copy)]
pub(super) struct Zones<'a> {
    /// What `zone` says.
    pub(super) stated: Option<&'a str>,
    /// What the session sets, in which literals of points in time are read.
    pub(super) session: Option<&'a str>,
}

/// Seconds that an offset has at most: no zone is further from UTC.
const EAST_MAX: i64 = 14 * 3600;

/// A time zone that is understood.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Zone<'a> {
    /// Seconds east of UTC, and how they are written.
    Offset(i64, &'a str),
    Named(&'a str),
}

impl<'a> Zone<'a> {
    pub(super) fn of(said: &'a str) -> Option<Self> {
        if ["utc", "z", "gmt", "etc/utc"].iter().any(|it| said.eq_ignore_ascii_case(it)) {
            return Some(Self::Offset(0, "+00"));
        }
        let Some(digits) = said.strip_prefix(['+', '-']) else {
            // As the database of zones has them: `America/Port-au-Prince`, `Etc/GMT+5`.
            let fits = |c: char| c.is_ascii_alphanumeric() || "_+-".contains(c);
            let part = |it: &str| {
                it.starts_with(|c: char| c.is_ascii_alphabetic()) && it.chars().all(fits)
            };
            let named = said.contains('/') && said.split('/').all(part);
            return named.then_some(Self::Named(said));
        };
        let (hours, minutes) = digits.split_once(':').unwrap_or((digits, "0"));
        let part = |it: &str, most: i64| {
            let short = it.len() <= 2 && it.bytes().all(|byte| byte.is_ascii_digit());
            it.parse::<i64>().ok().filter(|n| short && *n <= most)
        };
        let seconds = part(hours, 14)? * 3600 + part(minutes, 59)? * 60;
        if seconds > EAST_MAX {
            return None;
        }
        let east = if said.starts_with('-') { -seconds } else { seconds };
        Some(Self::Offset(east, if seconds == 0 { "+00" } else { said }))
    }

    /// As functions take it.
    pub(super) fn name(self) -> &'a str {
        match self {
            Self::Offset(0, _) => "UTC",
            Self::Offset(_, said) | Self::Named(said) => said,
        }
    }
}

/// Whether a text has the characters of a zone alone, which a directive can state.
pub(super) fn may_name_zone(said: &str) -> bool {
    let fits = |c: char| c.is_ascii_alphanumeric() || "_/+-:".contains(c);
    !said.is_empty() && said.chars().all(fits)
}

/// Whether a text is the seconds of a clock, with or without a part of one.
fn is_seconds(said: &str) -> bool {
    let (whole, part) = said.split_once('.').unwrap_or((said, ""));
    whole.parse::<u32>().is_ok_and(|n| n < 60) && part.bytes().all(|digit| digit.is_ascii_digit())
}

/// Date, time and zone of a point in time; no zone where it has none.
pub(super) fn point(said: &str) -> Option<(&str, String, Option<Zone<'_>>)> {
    let date = said.get(..10)?;
    let parts: Vec<&str> = date.split('-').collect();
    let [year, month, day] = parts[..] else { return None };
    let part = |it: &str, most: u32| it.parse::<u32>().is_ok_and(|n| (1..=most).contains(&n));
    let days = match month {
        "02" => {
            28 + u32::from(
                year.parse::<u32>().is_ok_and(|y| y % 4 == 0 && (y % 100 != 0 || y % 400 == 0)),
            )
        }
        "04" | "06" | "09" | "11" => 30,
        _ => 31,
    };
    if !part(year, 9999) || !part(month, 12) || !part(day, days) {
        return None;
    }
    let rest = said[10..].trim_start_matches(['T', ' ']);
    let digits = |c: char| c.is_ascii_digit() || c == ':' || c == '.';
    let clock = rest.split(|c| !digits(c)).next().unwrap_or("");
    let zone = rest[clock.len()..].trim();
    let clock = match clock.matches(':').count() {
        0 if clock.is_empty() => "00:00:00".to_owned(),
        1 => format!("{clock}:00"),
        _ => clock.to_owned(),
    };
    let hours: Vec<&str> = clock.split(':').collect();
    let ok = hours.len() == 3
        && hours[0].parse::<u32>().is_ok_and(|n| n < 24)
        && hours[1].parse::<u32>().is_ok_and(|n| n < 60)
        && is_seconds(hours[2]);
    let zone = match zone {
        "" => None,
        zone => Some(Zone::of(zone)?),
    };
    ok.then_some((date, clock, zone))
}
