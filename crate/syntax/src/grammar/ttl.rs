//! Row deletion policies: `ROW DELETION POLICY (…)` and `TTL INTERVAL … ON c`.

use super::cursor::Cursor;
use crate::tree::{Name, TokenKind, Ttl};

/// `ROW DELETION POLICY (OLDER_THAN(c, INTERVAL n DAY))` or `TTL INTERVAL '…' ON c`.
pub(super) fn ttl(c: &mut Cursor<'_>) -> Option<Ttl> {
    if let Some(start) = c.eat(&["TTL"]) {
        if c.eat(&["INTERVAL"]).is_none() {
            c.expected("`INTERVAL`");
            return None;
        }
        let days = interval_days(c);
        if c.eat(&["ON"]).is_none() {
            c.expected("`ON`");
            return None;
        }
        let column = c.expect_name("a column")?;
        return Some(Ttl { span: start.to(c.last_span()), column, days });
    }
    let start = c.eat(&["ROW", "DELETION"])?;
    if c.eat(&["POLICY"]).is_none() {
        c.expected("`POLICY`");
        return None;
    }
    let close = c.closing_place();
    c.expect_mark("(")?;
    let read = older_than(c);
    match close {
        // Whatever stands in the brackets, reading goes on behind them.
        Some(close) => {
            if read.is_some() && c.place() != close {
                c.expected("`)`");
            }
            c.back_to(close + 1);
        }
        None => {
            c.expected("`)`");
            c.skip_until(Cursor::at_end);
        }
    }
    let (column, days) = read?;
    Some(Ttl { span: start.to(c.last_span()), column, days })
}

/// `OLDER_THAN(c, INTERVAL n DAY)`
fn older_than(c: &mut Cursor<'_>) -> Option<(Name, Option<u32>)> {
    if c.eat(&["OLDER_THAN"]).is_none() {
        c.expected("`OLDER_THAN`");
        return None;
    }
    c.expect_mark("(")?;
    let column = c.expect_name("a timestamp column")?;
    c.expect_mark(",")?;
    if c.eat(&["INTERVAL"]).is_none() {
        c.expected("`INTERVAL`");
        return None;
    }
    let said = c.at_whole_number();
    let days = c.number();
    if !said {
        c.expected("a number of days");
    }
    if c.eat(&["DAY"]).is_none() {
        c.expected("`DAY`");
    }
    c.expect_mark(")")?;
    Some((column, days))
}

/// The days of `'30 days'`, `'2 weeks'`; `None` for other units.
fn interval_days(c: &mut Cursor<'_>) -> Option<u32> {
    if c.kind() != Some(TokenKind::String) {
        c.expected("an interval such as `'30 days'`");
        return None;
    }
    let said = c.word().trim_matches('\'').trim().to_ascii_lowercase();
    c.bump();
    let digits = said.len() - said.trim_start_matches(|ch: char| ch.is_ascii_digit()).len();
    let count: u32 = said[..digits].parse().ok()?;
    match said[digits..].trim() {
        "d" | "day" | "days" => Some(count),
        "w" | "week" | "weeks" => count.checked_mul(7),
        _ => None,
    }
}
