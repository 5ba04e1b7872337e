//! A value of MySQL or PostgreSQL as Spanner's API takes it: what a program that moves rows does.

use hotsplit_port::source::{Column, Database, RowValue};
use serde_json::{Value, json};

/// What becomes of a value.
pub(crate) enum Written {
    /// It is written.
    Value(Value),
    /// The column keeps its default.
    Default,
    /// Only its database can compute it.
    Unknown,
}

/// A value for a column of a type of Spanner.
pub(crate) fn written(value: &RowValue, column: &Column, ty: &str, database: Database) -> Written {
    let mysql = database == Database::MySql;
    let said = match value {
        // MySQL gives the next id for NULL.
        RowValue::Null if mysql && column.generator.is_some() => return Written::Default,
        RowValue::Null => return Written::Value(Value::Null),
        RowValue::Said(said) => said.clone(),
        RowValue::Other(said) => match computed(said, mysql) {
            Some(said) => said,
            None if said.eq_ignore_ascii_case(b"default") => return Written::Default,
            None => return Written::Unknown,
        },
    };
    if mysql && column.generator.is_some() && said == b"0" {
        return Written::Default;
    }
    Written::Value(of_type(&said, column, &ty.to_lowercase(), mysql))
}

fn of_type(said: &[u8], column: &Column, ty: &str, mysql: bool) -> Value {
    let text = String::from_utf8_lossy(said).into_owned();
    let items = |of: &str| -> Value {
        let inner = text.trim_start_matches('{').trim_end_matches('}');
        let items = inner.split(',').filter(|item| !item.is_empty());
        let bare = |item: &str| item.trim_matches('"').as_bytes().to_vec();
        items.map(|item| of_type(&bare(item), column, of, mysql)).collect()
    };
    if let Some(of) = ty.strip_suffix("[]") {
        return items(of);
    }
    if let Some(of) = ty.strip_prefix("array<") {
        return items(of.trim_end_matches('>'));
    }
    match ty.split('(').next().unwrap_or(ty) {
        "bool" | "boolean" => {
            json!(matches!(text.as_str(), "1" | "t" | "true" | "y" | "yes" | "on" | "\u{1}"))
        }
        "float64" | "float32" | "double precision" | "real" => match text.parse::<f64>() {
            Ok(number) if number.is_finite() => json!(number),
            _ => json!(text.replace("infinity", "Infinity")),
        },
        "date" if text.starts_with("0000-00-00") => Value::Null,
        "timestamp" | "timestamp with time zone" if text.starts_with("0000-00-00") => Value::Null,
        "timestamp" | "timestamp with time zone" => json!(timestamp(&text)),
        "bytes" | "bytea" if !mysql => {
            let digits =
                text.strip_prefix("\\x").and_then(|digits| bytes_of_hex(digits.as_bytes()));
            json!(base64(&digits.unwrap_or_else(|| said.to_vec())))
        }
        // More than 63 bits do not fit a number of Spanner.
        "bytes" | "bytea" if column.ty.name == "bit" => {
            let bits = text.parse::<u64>().unwrap_or_default();
            json!(base64(&bits.to_be_bytes()))
        }
        "bytes" | "bytea" => json!(base64(said)),
        // Money has its sign and commas.
        "numeric" => json!(text.replace(['$', ','], "")),
        "json" | "jsonb" if column.ty.dimensions > 0 => json!("[]"),
        _ => json!(text),
    }
}

/// An expression whose value is known without a database.
fn computed(said: &[u8], mysql: bool) -> Option<Vec<u8>> {
    let text = std::str::from_utf8(said).ok()?;
    let lower = text.to_ascii_lowercase();
    if ["now()", "current_timestamp", "current_timestamp()", "sysdate()"].contains(&lower.as_str())
    {
        return Some(b"2024-01-02 03:04:05".to_vec());
    }
    if matches!(lower.as_str(), "true" | "false") {
        return Some(if lower == "true" { b"1".to_vec() } else { b"0".to_vec() });
    }
    if let Some(digits) = lower.strip_prefix("0x").filter(|_| mysql) {
        return bytes_of_hex(digits.as_bytes());
    }
    if let Some(digits) = lower.strip_prefix("x'").and_then(|it| it.strip_suffix('\'')) {
        return bytes_of_hex(digits.as_bytes());
    }
    if let Some(bits) = lower.strip_prefix("b'").and_then(|it| it.strip_suffix('\'')) {
        let number = u64::from_str_radix(bits, 2).ok()?;
        return Some(number.to_string().into_bytes());
    }
    let binary = lower.strip_prefix("_binary '").and_then(|it| it.strip_suffix('\''))?;
    // With escapes it would have to be decoded.
    (!binary.contains(['\\', '\''])).then(|| said["_binary '".len()..said.len() - 1].to_vec())
}

/// A time as RFC 3339 has it; one without a zone is UTC.
fn timestamp(text: &str) -> String {
    let date = text.get(..10).unwrap_or(text);
    let time = text.get(11..).unwrap_or("00:00:00");
    let zone = time.rfind(['+', '-']);
    let (time, zone) = zone.map_or((time, ""), |at| time.split_at(at));
    let zone = match zone.len() {
        0 => "Z".to_owned(),
        3 => format!("{zone}:00"),
        5 if !zone.contains(':') => format!("{}:{}", &zone[..3], &zone[3..]),
        _ => zone.to_owned(),
    };
    let time = time.trim_end_matches('Z');
    let time = if time.len() == 5 { format!("{time}:00") } else { time.to_owned() };
    format!("{date}T{time}{zone}")
}

fn bytes_of_hex(digits: &[u8]) -> Option<Vec<u8>> {
    let pairs = digits.chunks(2).map(|pair| std::str::from_utf8(pair).ok());
    pairs.map(|pair| u8::from_str_radix(pair?, 16).ok()).collect()
}

fn base64(bytes: &[u8]) -> String {
    let digits = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::new();
    for three in bytes.chunks(3) {
        let at = |place: usize| u32::from(three.get(place).copied().unwrap_or(0));
        let bits = at(0) << 16 | at(1) << 8 | at(2);
        for place in 0..4 {
            let digit = digits[(bits >> (18 - 6 * place)) as usize & 63];
            out.push(if place > three.len() { '=' } else { char::from(digit) });
        }
    }
    out
}
