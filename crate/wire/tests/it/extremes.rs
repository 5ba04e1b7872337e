//! Extreme numbers, directives that state them, and a check that every number of an answer is
//! finite. The tests of `finite.rs` use it, and the fuzz target `wire` includes this file by its path.

use hotsplit_wire::engine::facts::directive_catalogue;
use serde_json::Value;

/// Numbers at and beyond the ends of what can be meant.
pub(crate) const EXTREMES: [f64; 15] = [
    0.0,
    -0.0,
    -1.0,
    5e-309,
    1e-300,
    1e-9,
    0.5,
    1.0,
    1e6,
    1e9,
    4_294_967_295.0,
    1e18,
    1e300,
    f64::MAX,
    f64::INFINITY,
];

/// Numbers as people may write them in a directive, most of them beyond its range.
pub(crate) const WRITTEN: [&str; 23] = [
    "0",
    "-0",
    "-1",
    "NaN",
    "inf",
    "",
    "5e-309",
    "1e-300",
    "1e-9",
    "0.5",
    "1",
    "99%",
    "7k/s",
    "1_000,000",
    "1GiB",
    "1e6",
    "1e9",
    "1e15",
    "1e18",
    "1e300",
    "1e999",
    "0x10",
    "4294967296",
];

/// The fact of the catalogue at a place, its number replaced by one of [`WRITTEN`], as a directive on
/// a line of its own.
pub(crate) fn directive(fact: usize, number: usize, table: &str, column: &str) -> String {
    let catalogue = directive_catalogue();
    let form = catalogue[fact % catalogue.len()].form.replace("TenantId", column);
    let written = WRITTEN[number % WRITTEN.len()];
    let first = form.find(|c: char| c.is_ascii_digit());
    let form = first.map_or(form.clone(), |at| {
        let close = if form.ends_with("))") { "))" } else { ")" };
        let end = if form.contains('(') && form.ends_with(')') { close } else { "" };
        format!("{}{written}{end}", &form[..at])
    });
    let target = match number % 3 {
        0 => format!("table {table}"),
        1 => format!("column {table}.{column}"),
        _ => "file".to_owned(),
    };
    format!("-- hotsplit: {target} {form}\n")
}

/// A message without what it quotes of the input, which may be a word such as `NaN`.
fn without_quoted(message: &str) -> String {
    let mut parts = message.split("found `");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |own, part| own + part.split_once('`').map_or("", |(_, behind)| behind))
}

/// Where a value holds a number that is not finite: JSON has only finite ones and writes `null` for
/// others.
pub(crate) fn non_finite(value: &Value, path: &str, found: &mut Vec<String>) {
    match value {
        Value::Null => found.push(path.to_owned()),
        Value::String(text) => {
            let own = without_quoted(text);
            let is_odd = ["NaN", "inf", "∞"].iter().any(|name| {
                own.split(|c: char| !c.is_alphanumeric() && c != '∞').any(|word| word == *name)
            });
            if is_odd {
                found.push(format!("{path}: {text}"));
            }
        }
        Value::Array(list) => {
            for (at, one) in list.iter().enumerate() {
                non_finite(one, &format!("{path}[{at}]"), found);
            }
        }
        Value::Object(fields) => {
            for (name, one) in fields {
                non_finite(one, &format!("{path}.{name}"), found);
            }
        }
        _ => {}
    }
}
