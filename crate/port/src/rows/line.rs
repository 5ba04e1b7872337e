//! The comment that stands in a condensed dump for a run of rows, written and read back.
//!
//! `-- hotsplit: rows 4581 inventory(id,film) | n=4581 min=1 max=4581 sample=512 fair=256 | n=4500 null=81`
//!
//! Names are those that the database stores; what is no letter, digit or `_` in them is `%` and two
//! digits for each of its bytes.

use super::ids::Shape;
use super::moment::Moment;
use super::sampled::Sampled;
use super::summary::{RowTarget, Summary};
use super::values::Values;

/// What the comment opens with.
pub(crate) const OPENING: &str = "-- hotsplit: rows ";

/// Writes the comment, without the end of its line.
pub(crate) fn write(summary: &Summary) -> String {
    let mut out = format!("{OPENING}{} ", summary.rows);
    let target = &summary.target;
    if let Some(schema) = &target.schema {
        out.push_str(&format!("{}.", escaped(schema)));
    }
    out.push_str(&escaped(&target.table));
    if let Some(columns) = &target.columns {
        let names: Vec<String> = columns.iter().map(|name| escaped(name)).collect();
        out.push_str(&format!("({})", names.join(",")));
    }
    if summary.cut > 0 {
        out.push_str(&format!(" cut={}", summary.cut));
    }
    for values in &summary.columns {
        out.push_str(" |");
        write_values(values, &mut out);
    }
    out
}

fn write_values(values: &Values, out: &mut String) {
    let Values {
        count,
        nulls,
        longest,
        range,
        times,
        other,
        unread,
        zero_dates,
        odd_dates,
        infinite,
        not_numbers,
        empty,
        digits,
        decimals,
        sampled,
    } = values;
    let mut number = |name: &str, value: u64| {
        if value > 0 {
            out.push_str(&format!(" {name}={value}"));
        }
    };
    number("n", *count);
    number("null", *nulls);
    number("len", *longest);
    number("zero", *zero_dates);
    number("odd", *odd_dates);
    number("inf", *infinite);
    number("nan", *not_numbers);
    number("empty", *empty);
    number("digits", *digits);
    number("dec", *decimals);
    if let Some((low, high)) = range {
        out.push_str(&format!(" min={low} max={high}"));
    }
    if let Some((old, new)) = times {
        out.push_str(&format!(" old={} new={}", old.digits(), new.digits()));
    }
    if *other {
        out.push_str(" other");
    }
    if *unread {
        out.push_str(" unread");
    }
    write_sampled(sampled, *count, out);
}

fn write_sampled(sampled: &Sampled, count: u64, out: &mut String) {
    let Sampled { of: _, values, repeats, fair, distinct, most, shape, arrival, list } = sampled;
    // Of a short table all rows are in the sample.
    if *values != count {
        out.push_str(&format!(" sample={values}"));
    }
    let mut number = |name: &str, value: u64| {
        if value > 0 {
            out.push_str(&format!(" {name}={value}"));
        }
    };
    number("fair", *fair);
    number("distinct", *distinct);
    number("most", *most);
    number("arrival", *arrival);
    if let Some(shape) = shape {
        out.push_str(&format!(" shape={}", shape.name()));
    }
    if *repeats {
        out.push_str(" repeats");
    }
    if !list.is_empty() {
        let hashes: Vec<String> = list.iter().map(|hash| format!("{hash:x}")).collect();
        out.push_str(&format!(" list={}", hashes.join(",")));
    }
}

fn moment(value: &str) -> Option<Moment> {
    Moment::of_digits(value.parse().ok()?)
}

fn read_list(value: &str) -> Option<Vec<u8>> {
    value.split(',').map(|hash| u8::from_str_radix(hash, 16).ok()).collect()
}

/// Reads the comment; `None` where it is not whole.
pub(crate) fn read(said: &str) -> Option<Summary> {
    let said = said.strip_prefix(OPENING)?.trim_end();
    let mut parts = said.split(" |");
    let mut head = parts.next()?.split(' ');
    let rows = head.next()?.parse().ok()?;
    let target = read_target(head.next()?)?;
    let mut summary = Summary { target, rows, cut: 0, columns: Vec::new() };
    for word in head {
        summary.cut = word.strip_prefix("cut=")?.parse().ok()?;
    }
    for part in parts {
        let mut values = read_values(part)?;
        values.sampled.of = rows;
        summary.columns.push(values);
    }
    Some(summary)
}

fn read_target(said: &str) -> Option<RowTarget> {
    let (name, columns) = match said.split_once('(') {
        Some((name, columns)) => {
            let names = columns.strip_suffix(')')?.split(',').filter(|name| !name.is_empty());
            (name, Some(names.map(unescaped).collect::<Option<Vec<_>>>()?))
        }
        None => (said, None),
    };
    let (schema, table) = match name.split_once('.') {
        Some((schema, table)) => (Some(unescaped(schema)?), table),
        None => (None, name),
    };
    Some(RowTarget { schema, table: unescaped(table)?, columns })
}

fn read_values(said: &str) -> Option<Values> {
    let mut values = Values::default();
    for word in said.split(' ').filter(|word| !word.is_empty()) {
        let (name, value) = word.split_once('=').unwrap_or((word, ""));
        let whole = || value.parse::<i128>().ok();
        match name {
            "n" => {
                values.count = value.parse().ok()?;
                values.sampled.values = values.count;
            }
            "null" => values.nulls = value.parse().ok()?,
            "len" => values.longest = value.parse().ok()?,
            "zero" => values.zero_dates = value.parse().ok()?,
            "odd" => values.odd_dates = value.parse().ok()?,
            "inf" => values.infinite = value.parse().ok()?,
            "nan" => values.not_numbers = value.parse().ok()?,
            "empty" => values.empty = value.parse().ok()?,
            "digits" => values.digits = value.parse().ok()?,
            "dec" => values.decimals = value.parse().ok()?,
            "min" => values.range = Some((whole()?, whole()?)),
            "max" => values.range = Some((values.range?.0, whole()?)),
            "old" => values.times = moment(value).map(|it| (it, it)),
            "new" => values.times = Some((values.times?.0, moment(value)?)),
            "other" => values.other = true,
            "unread" => values.unread = true,
            "sample" => values.sampled.values = value.parse().ok()?,
            "fair" => values.sampled.fair = value.parse().ok()?,
            "repeats" => values.sampled.repeats = true,
            "list" => values.sampled.list = read_list(value)?,
            "distinct" => values.sampled.distinct = value.parse().ok()?,
            "most" => values.sampled.most = value.parse().ok()?,
            "shape" => values.sampled.shape = Some(Shape::of_name(value)?),
            "arrival" => values.sampled.arrival = value.parse().ok()?,
            _ => return None,
        }
    }
    Some(values)
}

fn escaped(name: &str) -> String {
    let keep = |b: u8| b.is_ascii_alphanumeric() || b == b'_';
    name.bytes()
        .map(|b| if keep(b) { char::from(b).to_string() } else { format!("%{b:02X}") })
        .collect()
}

fn unescaped(said: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(said.len());
    let mut parts = said.split('%');
    bytes.extend_from_slice(parts.next()?.as_bytes());
    for part in parts {
        bytes.push(u8::from_str_radix(part.get(..2)?, 16).ok()?);
        bytes.extend_from_slice(part.as_bytes().get(2..)?);
    }
    String::from_utf8(bytes).ok()
}
