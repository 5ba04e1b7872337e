//! Defaults, written for the type of their column.

use super::Target;
use super::kinds::Kind;
use super::options::Level;
use super::translate::{Scope, is_number, peeled, text_literal};
use super::types::Ty;
use super::zones::point;
use crate::source::Database;
use crate::source::expr::Node;

/// What a default becomes.
pub(super) enum Default {
    /// None: it is NULL anyway.
    None,
    /// An expression.
    Written(String),
    /// Random UUIDs in place of ids that grow with time.
    Ordered(OrderedIds),
    /// A zero date: no default, and NULL in its place.
    Zero,
    /// It cannot be said; why.
    Dropped(String),
    /// Only the emulator would take it; why Spanner does not.
    Lax(String),
}

/// A generator of ids that grow with time, and what replaces it.
pub(super) struct OrderedIds {
    /// What the port writes.
    pub(super) written: String,
    /// The generator of the source.
    pub(super) generator: String,
    /// The fact that a directive states of its ids.
    pub(super) fact: &'static str,
}

/// Functions that give the time of now.
pub(super) const NOW: &[&str] = &[
    "now",
    "current_timestamp",
    "localtimestamp",
    "localtime",
    "sysdate",
    "clock_timestamp",
    "statement_timestamp",
    "transaction_timestamp",
    "utc_timestamp",
];

/// Generators of UUIDs without an order.
const RANDOM: &[&str] = &["gen_random_uuid", "uuid_generate_v4", "uuidv4"];
/// Generators of ids that grow with time, each with the fact that a directive states of its ids.
const ORDERED: &[(&str, &str)] = &[
    ("uuid", "uuidv1"),
    ("uuid_generate_v1", "uuidv1"),
    ("uuid_generate_v1mc", "uuidv1"),
    ("uuidv7", "uuidv7"),
    ("uuid_generate_v7", "uuidv7"),
    ("gen_uuid_v7", "uuidv7"),
    ("uuid_v7", "uuidv7"),
    ("generate_ulid", "ulid"),
    ("gen_ulid", "ulid"),
];

/// Writes a default.
pub(super) fn default(node: &Node, ty: &Ty, scope: &Scope<'_>, level: Level) -> Default {
    let google = scope.target.is_google();
    let literal = peeled(node);
    if *literal == Node::Null {
        return Default::None;
    }
    if let Some(said) = generator(node, ty, scope.target) {
        return said;
    }
    let dropped = |why: &str| Default::Dropped(why.to_owned());
    match ty {
        Ty::Bool => boolean(literal).map_or_else(
            || dropped("it is neither true nor false"),
            |it| Default::Written(if it { "TRUE" } else { "FALSE" }.into()),
        ),
        Ty::Int => match whole(literal) {
            Some(number) => Default::Written(number),
            None if number(literal).is_some() => {
                dropped("it is no whole number of 64 bits with a sign")
            }
            None => now_number(node, google).unwrap_or_else(|| other(node, ty, scope)),
        },
        Ty::Float32 | Ty::Float64 | Ty::Numeric => match (number(literal), literal) {
            (Some(said), _) => numeric(&said, ty, google),
            (None, Node::Text(said) | Node::Number(said)) => no_digits(said.trim(), ty, google),
            (None, _) => other(node, ty, scope),
        },
        Ty::Text(most) => {
            let said = match literal {
                Node::Text(said) | Node::Number(said) => Ok(said.clone()),
                Node::Bits(_) | Node::Hex(_) => scope.bits(literal),
                _ => return other(node, ty, scope),
            };
            match (said, most) {
                (Ok(said), Some(most)) if said.chars().count() as u64 > *most => Default::Lax(
                    format!("the default is longer than the {most} characters of its column"),
                ),
                (Ok(said), _) => Default::Written(text_literal(&said, scope.target)),
                (Err(why), _) => Default::Dropped(why),
            }
        }
        Ty::Bytes(_) => bytes(literal, scope, node, ty),
        Ty::Date | Ty::Timestamp => time(node, literal, ty, scope),
        Ty::Uuid => dropped("this function of UUIDs is not translated"),
        Ty::Json => json(literal, scope.target, level),
        Ty::Array(of) => array(literal, of, scope),
    }
}

fn other(node: &Node, ty: &Ty, scope: &Scope<'_>) -> Default {
    match scope.of_type(node, ty) {
        Ok(said) => Default::Written(said),
        Err(why) => Default::Dropped(why),
    }
}

/// The name of a function with no column among its arguments.
fn called(node: &Node) -> Option<(&str, &[Node])> {
    match node {
        Node::Call(name, arguments) => Some((name, arguments)),
        Node::Cast(of, _) | Node::AtZone(of, _) => called(of),
        _ => None,
    }
}

/// What makes a random UUID for a column, if its type takes one.
pub(super) fn random_uuid(ty: &Ty, target: Target) -> Option<String> {
    let said = match (ty, target.is_google()) {
        (Ty::Text(most), google) if most.is_none_or(|most| most >= 36) => {
            if google {
                "GENERATE_UUID()"
            } else {
                "spanner.generate_uuid()"
            }
        }
        (Ty::Bytes(_), true) => "FROM_HEX(REPLACE(GENERATE_UUID(), '-', ''))",
        (Ty::Uuid, true) => "NEW_UUID()",
        (Ty::Uuid, false) => "gen_random_uuid()",
        _ => return None,
    };
    Some(said.to_owned())
}

fn generator(node: &Node, ty: &Ty, target: Target) -> Option<Default> {
    let (mut name, mut arguments) = called(node)?;
    let mut swapped = false;
    // At most two of them stand around the generator, as in UNHEX(REPLACE(UUID(), '-', '')).
    for _ in 0..2 {
        swapped |= name == "uuid_to_bin" && arguments.len() > 1;
        if ["uuid_to_bin", "unhex", "lower", "upper", "replace"].contains(&name) {
            (name, arguments) = called(arguments.first()?)?;
        }
    }
    let ordered = ORDERED.iter().find(|(its, _)| *its == name).map(|(_, fact)| *fact);
    if ordered.is_none() && !RANDOM.contains(&name) {
        return None;
    }
    let Some(said) = random_uuid(ty, target) else {
        return Some(Default::Dropped("a UUID does not fit its column".into()));
    };
    Some(match ordered {
        // With its second argument UUID_TO_BIN puts the time first, as version 6 does.
        Some(fact) => Default::Ordered(OrderedIds {
            written: said,
            generator: name.to_owned(),
            fact: if swapped { "uuidv6" } else { fact },
        }),
        None => Default::Written(said),
    })
}

fn boolean(node: &Node) -> Option<bool> {
    match node {
        Node::Bool(value) => Some(*value),
        Node::Number(said) | Node::Bits(said) | Node::Text(said) => {
            match said.to_ascii_lowercase().as_str() {
                "1" | "t" | "true" | "y" | "yes" | "on" | "\u{1}" => Some(true),
                "0" | "f" | "false" | "n" | "no" | "off" | "" | "\0" => Some(false),
                _ => None,
            }
        }
        Node::Cast(of, _) => boolean(of),
        _ => None,
    }
}

fn number(node: &Node) -> Option<String> {
    match node {
        Node::Number(said) | Node::Text(said) if is_number(said.trim()) => {
            Some(said.trim().to_owned())
        }
        Node::Unary("-", of) => number(peeled(of)).map(|said| format!("-{said}")),
        Node::Unary("+", of) => number(peeled(of)),
        Node::Bool(value) => Some(if *value { "1" } else { "0" }.to_owned()),
        Node::Cast(of, _) => number(of),
        _ => None,
    }
}

fn whole(node: &Node) -> Option<String> {
    if let Node::Bits(said) = node {
        return i64::from_str_radix(said, 2).ok().map(|value| value.to_string());
    }
    if let Node::Hex(said) = node {
        return i64::from_str_radix(said, 16).ok().map(|value| value.to_string());
    }
    let said = number(node)?;
    let (whole, part) = said.split_once('.').unwrap_or((&said, ""));
    let exact = part.bytes().all(|byte| byte == b'0');
    exact.then(|| whole.parse::<i64>().ok()).flatten().map(|value| value.to_string())
}

fn numeric(said: &str, ty: &Ty, google: bool) -> Default {
    let (whole, part) = said.split_once('.').unwrap_or((said, ""));
    let fits = whole.trim_start_matches('-').len() <= 29 && part.trim_end_matches('0').len() <= 9;
    Default::Written(match (ty, google) {
        (Ty::Numeric, true) if !fits => {
            return Default::Dropped("it has more digits than NUMERIC".into());
        }
        (Ty::Numeric, true) => format!("NUMERIC '{said}'"),
        (Ty::Numeric, false) => format!("'{said}'::numeric"),
        (Ty::Float32, false) => format!("CAST({said} AS real)"),
        (_, false) => format!("'{said}'::float8"),
        (Ty::Float32, true) => format!("CAST({said} AS FLOAT32)"),
        (_, true) => said.to_owned(),
    })
}

/// A number that is not written by its digits: with an exponent, or none at all.
fn no_digits(said: &str, ty: &Ty, google: bool) -> Default {
    let lower = said.to_ascii_lowercase();
    let unsigned = lower.strip_prefix(['-', '+']).unwrap_or(&lower);
    let (digits, power) = unsigned.split_once('e').unwrap_or((unsigned, ""));
    let power = power.strip_prefix(['-', '+']).unwrap_or(power);
    let exponent = is_number(digits)
        && !digits.starts_with('-')
        && !power.is_empty()
        && power.bytes().all(|byte| byte.is_ascii_digit())
        && lower.parse::<f64>().is_ok_and(f64::is_finite);
    let endless = matches!(unsigned, "nan" | "inf" | "infinity");
    Default::Written(match (ty, google) {
        _ if !exponent && !endless => {
            return Default::Dropped(format!("`{said}` is no number that is understood"));
        }
        (Ty::Numeric, false) if unsigned == "nan" => "'NaN'::numeric".to_owned(),
        (Ty::Numeric, _) => return Default::Dropped("it is no number that a numeric holds".into()),
        (Ty::Float32, true) => format!("CAST('{lower}' AS FLOAT32)"),
        (_, true) => format!("CAST('{lower}' AS FLOAT64)"),
        (Ty::Float32, false) if exponent => format!("CAST({lower} AS real)"),
        (Ty::Float32, false) => {
            return Default::Dropped("the PostgreSQL dialect has no such default of real".into());
        }
        (_, false) => format!("'{lower}'::float8"),
    })
}

fn now_number(node: &Node, google: bool) -> Option<Default> {
    let (name, arguments) = called(node)?;
    (name == "unix_timestamp" && arguments.is_empty()).then(|| {
        Default::Written(if google {
            "UNIX_SECONDS(CURRENT_TIMESTAMP())".to_owned()
        } else {
            "CAST(extract(epoch FROM now()) AS bigint)".to_owned()
        })
    })
}

fn bytes(literal: &Node, scope: &Scope<'_>, node: &Node, ty: &Ty) -> Default {
    let Node::Text(said) = literal else { return other(node, ty, scope) };
    let hex = match said.strip_prefix("\\x") {
        Some(hex) => hex.to_owned(),
        None => said.bytes().map(|byte| format!("{byte:02x}")).collect(),
    };
    let digits = hex.bytes().all(|byte| byte.is_ascii_hexdigit()) && hex.len().is_multiple_of(2);
    match (digits, scope.target.is_google()) {
        (false, _) => Default::Dropped("its digits are not hexadecimal".into()),
        (true, true) => Default::Written(format!("FROM_HEX('{hex}')")),
        (true, false) => Default::Written(format!("'\\x{hex}'::bytea")),
    }
}

fn time(node: &Node, literal: &Node, ty: &Ty, scope: &Scope<'_>) -> Default {
    let google = scope.target.is_google();
    let or_dropped = |said: Result<String, String>| match said {
        Ok(said) => Default::Written(said),
        Err(why) => Default::Dropped(why),
    };
    if let Some((name, arguments)) = called(node) {
        if let ("timezone", [_, of]) = (name, arguments) {
            return time(of, peeled(of), ty, scope);
        }
        let today = ["current_date", "curdate", "utc_date"].contains(&name);
        if NOW.contains(&name) || today {
            let now = if google { "CURRENT_TIMESTAMP()" } else { "CURRENT_TIMESTAMP" };
            return match ty {
                Ty::Date => or_dropped(scope.today()),
                _ if today => or_dropped(scope.truncated("day", now, Kind::Local)),
                _ => Default::Written(now.into()),
            };
        }
    }
    let said = match literal {
        Node::Text(said) => said.trim(),
        Node::Number(said) if said == "0" => return Default::Zero,
        _ => return Default::Dropped("this function of time is not translated".into()),
    };
    if said == "now" || said == "now()" {
        return time(&Node::Call("now".into(), Vec::new()), literal, ty, scope);
    }
    if said.contains("0000-00-00") || said.starts_with("0000") || said.contains("infinity") {
        return Default::Zero;
    }
    if *ty == Ty::Timestamp {
        return or_dropped(scope.moment(said, scope.time));
    }
    match point(said) {
        Some((date, ..)) if google => Default::Written(format!("DATE '{date}'")),
        Some((date, ..)) => Default::Written(format!("'{date}'::date")),
        None => Default::Dropped(format!("the time `{said}` is not understood")),
    }
}

fn json(literal: &Node, target: Target, level: Level) -> Default {
    let said = match literal {
        Node::Text(said) => said.clone(),
        Node::Call(name, list) if list.is_empty() && name == "json_object" => "{}".to_owned(),
        Node::Call(name, list) if list.is_empty() && name == "json_array" => "[]".to_owned(),
        _ => return Default::Dropped("this function of JSON is not translated".into()),
    };
    if target.is_google() {
        return Default::Written(format!("JSON {}", text_literal(&said, target)));
    }
    match level {
        Level::Current => Default::Written(format!("{}::jsonb", text_literal(&said, target))),
        Level::Proven => Default::Dropped(
            "the emulator refuses defaults of jsonb; `level=current` writes it".into(),
        ),
    }
}

/// The values of an array of PostgreSQL in braces.
fn items(said: &str) -> Option<Vec<Node>> {
    let inner = said.trim().strip_prefix('{')?.strip_suffix('}')?;
    let mut items = Vec::new();
    if inner.trim().is_empty() {
        return Some(items);
    }
    // The text of the item, and how much of it blanks do not end.
    let (mut item, mut kept) = (String::new(), 0);
    let (mut within, mut quoted) = (false, false);
    let mut chars = inner.chars();
    loop {
        match chars.next() {
            Some('\\') => {
                item.push(chars.next()?);
                kept = item.len();
            }
            Some('"') => {
                within = !within;
                quoted = true;
                kept = item.len();
            }
            Some('{' | '}') if !within => return None,
            None if within => return None,
            Some(c) if within || c != ',' => {
                if within || !c.is_whitespace() || !item.is_empty() {
                    item.push(c);
                }
                if within || !c.is_whitespace() {
                    kept = item.len();
                }
            }
            end => {
                item.truncate(kept);
                items.push(match (quoted, item.as_str()) {
                    (false, "") => return None,
                    (false, null) if null.eq_ignore_ascii_case("null") => Node::Null,
                    _ => Node::Text(std::mem::take(&mut item)),
                });
                (kept, quoted) = (0, false);
                item.clear();
                if end.is_none() {
                    return Some(items);
                }
            }
        }
    }
}

fn array(literal: &Node, of: &Ty, scope: &Scope<'_>) -> Default {
    let of = of.loose();
    let list: Vec<Node> = match literal {
        Node::Array(list) => list.clone(),
        // Values of a SET.
        Node::Text(said) if scope.database == Database::MySql => match said.as_str() {
            "" => Vec::new(),
            said => said.split(',').map(|it| Node::Text(it.to_owned())).collect(),
        },
        Node::Text(said) => match items(said) {
            Some(list) => list,
            None => return Default::Dropped("the array is not understood".into()),
        },
        _ => return Default::Dropped("this function of arrays is not translated".into()),
    };
    let mut values = Vec::new();
    for node in &list {
        match default(node, &of, scope, Level::Proven) {
            Default::Written(said) => values.push(said),
            Default::None => values.push("NULL".to_owned()),
            _ => return Default::Dropped("a value of the array is not translated".into()),
        }
    }
    let target = scope.target;
    Default::Written(match (target.is_google(), values.is_empty()) {
        (true, true) => "[]".to_owned(),
        (true, false) => format!("[{}]", values.join(", ")),
        (false, true) => format!("'{{}}'::{}[]", of.written(target)),
        (false, false) => format!("ARRAY[{}]::{}[]", values.join(", "), of.written(target)),
    })
}
