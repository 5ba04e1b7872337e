//! What plain comments, names and types say of a column.

use super::lexicon::{self, any, last, words};
use super::{Dist, ENTITY_CARDINALITY, TimeId};
use crate::syntax::tree::Type;

/// What a piece of evidence says.
#[derive(Clone, Debug, PartialEq)]
pub struct Hint {
    /// The spread.
    pub dist: Dist,
    /// The family of time-ordered ids.
    pub time_id: Option<TimeId>,
    /// How sure, 0 to 1.
    pub confidence: f64,
    /// The column a shard is derived from, as the comment names it.
    pub of: Option<String>,
}

impl Hint {
    fn new(dist: Dist, confidence: f64) -> Self {
        Self { dist, time_id: None, confidence, of: None }
    }

    fn time_id(id: TimeId, confidence: f64) -> Self {
        Self { time_id: Some(id), ..Self::new(Dist::TimeArrival, confidence) }
    }
}

/// Values assumed in a column of few values (the catalogue's default).
const FEW_VALUES_DEFAULT: u32 = 8;

/// Countries, and so values of a country column (the catalogue's default).
const COUNTRIES: u32 = 200;

/// Shards assumed where a shard column does not say how many (assumption of ours).
const SHARDS_ASSUMED: u32 = 16;

/// What a plain comment says of the column it stands at.
#[must_use]
pub fn of_comment(comment: &str) -> Option<Hint> {
    let text = comment.to_lowercase();
    if let Some(shard) = shard_formula(&text) {
        return Some(shard);
    }
    let spaced: String = text.chars().map(|c| if c.is_alphanumeric() { c } else { ' ' }).collect();
    let list: Vec<&str> = spaced.split_whitespace().collect();
    let has = |word: &str| list.contains(&word);
    let pair = |a: &str, b: &str| list.windows(2).any(|two| two[0] == a && two[1] == b);
    let spreads = has("random")
        || has("randomized")
        || has("uuidv4")
        || pair("uuid", "v4")
        || pair("uuid", "4")
        || has("hash")
        || has("hashed")
        || has("nanoid")
        || has("cuid2")
        || pair("bits", "reversed")
        || pair("reversed", "bits")
        || pair("bit", "reversed")
        || pair("bit", "reverse")
        || pair("reverse", "bit")
        || pair("reversed", "bit")
        || has("nonsequential")
        || pair("non", "sequential")
        || pair("not", "sequential")
        || pair("not", "monotonic");
    if spreads {
        return Some(Hint::new(Dist::Uniform, 0.9));
    }
    if let Some(id) = time_id_in(&list) {
        return Some(Hint::time_id(id, 0.95));
    }
    let counts = list.iter().any(|word| {
        matches!(*word, "sequence" | "sequential" | "serial" | "counter" | "autoincrement")
            || word.starts_with("monotonic")
            || word.starts_with("autoinc")
            || matches!(*word, "increment" | "incrementing" | "increments" | "incremented")
    });
    (counts || pair("auto", "inc")).then(|| Hint::new(Dist::MonotonicUp, 0.9))
}

/// A number behind a prefix of letters, as a comment shows it: `INV-000123`, `T2026/0042`.
#[must_use]
pub fn numbered_sample(comment: &str) -> Option<&str> {
    /// Names of standards look like samples.
    const STANDARDS: &[&str] = &["ISO", "RFC", "UTF", "SHA", "AES", "EN", "DIN", "ITU", "IEC"];
    const MARKS: &[char] = &['-', '/', '_', '#'];
    let ends = |c: char| c.is_whitespace() || matches!(c, '`' | '"' | '\'' | ',' | ';' | '(' | ')');
    comment.split(ends).map(|word| word.trim_end_matches(['.', ':'])).find(|word| {
        let digits = word.chars().rev().take_while(char::is_ascii_digit).count();
        let head = &word[..word.len() - digits];
        let first = head.split(MARKS).next().unwrap_or_default();
        digits >= 3
            && head.ends_with(MARKS)
            && head.matches(MARKS).count() <= 2
            && first.starts_with(|c: char| c.is_ascii_uppercase())
            && !STANDARDS.contains(&first)
            && head.chars().all(|c| c.is_ascii_alphanumeric() || MARKS.contains(&c))
    })
}

/// A family of time-ordered ids named by a word.
fn time_id_in(list: &[&str]) -> Option<TimeId> {
    let uuid = |version: &str| {
        list.windows(2).any(|two| two[0] == "uuid" && two[1] == version)
            || list.iter().any(|word| word.strip_prefix("uuid") == Some(version))
    };
    let version = [("v1", TimeId::UuidV1), ("v6", TimeId::UuidV6), ("v7", TimeId::UuidV7)];
    if let Some((_, id)) = version.iter().find(|(v, _)| uuid(v) || uuid(&v[1..])) {
        return Some(*id);
    }
    list.iter().find_map(|word| {
        Some(match *word {
            "ulid" | "ulids" => TimeId::Ulid,
            "ksuid" | "ksuids" => TimeId::Ksuid,
            "snowflake" | "snowflakes" | "tsid" | "sonyflake" => TimeId::Snowflake,
            "objectid" => TimeId::ObjectId,
            "xid" => TimeId::Xid,
            "cuid" => TimeId::Cuid,
            "pushid" => TimeId::PushId,
            "typeid" => TimeId::TypeId,
            _ => return None,
        })
    })
}

/// `MOD(FARM_FINGERPRINT(x), 16)`, `ABS(MOD(…))`, `hash(x) MOD 64`, `hash(x) % 64`.
fn shard_formula(text: &str) -> Option<Hint> {
    let (inner, n, before) = mod_call(text).or_else(|| mod_operator(text))?;
    let open = inner.find('(')?;
    let function = inner[..open].trim().rsplit('.').next().unwrap_or_default();
    if function.is_empty() {
        return None;
    }
    let argument = inner[open + 1..].trim_end().trim_end_matches(')');
    let name: String = argument
        .trim_start_matches("cast(")
        .chars()
        .take_while(|c| c.is_alphanumeric() || *c == '_')
        .collect();
    let absolute = before.trim_end().ends_with("abs(") || function == "abs";
    let signed = function == "farm_fingerprint" && !absolute;
    let dist = Dist::Shard { n, signed, of: None, derived: false, known: true };
    Some(Hint { of: (!name.is_empty()).then_some(name), ..Hint::new(dist, 0.9) })
}

/// The inside, the divisor and the text before a `mod(inside, n)`.
fn mod_call(text: &str) -> Option<(&str, u32, &str)> {
    let start = text.find("mod(")?;
    let inside = &text[start + 4..];
    let mut depth = 0_i32;
    for (at, c) in inside.char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            ',' if depth == 0 => {
                let n = leading_number(inside[at + 1..].trim_start())?;
                return Some((inside[..at].trim(), n, &text[..start]));
            }
            _ => {}
        }
        if depth < 0 {
            return None;
        }
    }
    None
}

/// The same for `f(x) mod n` and `f(x) % n`.
fn mod_operator(text: &str) -> Option<(&str, u32, &str)> {
    let (at, len) =
        [" mod ", " % ", "%"].iter().find_map(|sign| text.find(sign).map(|at| (at, sign.len())))?;
    let n = leading_number(text[at + len..].trim_start())?;
    let inner = text[..at].trim();
    inner.ends_with(')').then_some((inner.rsplit(['=', ':']).next()?.trim(), n, ""))
}

fn leading_number(text: &str) -> Option<u32> {
    let digits: String = text.chars().take_while(char::is_ascii_digit).collect();
    digits.parse().ok().filter(|&n| n > 0)
}

/// What a name together with its type says. `own` says that it names the table's own identity.
#[must_use]
pub fn of_name(name: &str, ty: &Type, own: bool) -> Option<Hint> {
    let list = words(name);
    let list_ref: Vec<&str> = list.iter().map(String::as_str).collect();
    if let Some(id) = time_id_in(&list_ref).or_else(|| joined_time_id(&list)) {
        return Some(Hint::time_id(id, 0.9));
    }
    if any(&list, &["cuid2", "nanoid"]) {
        return Some(Hint::new(Dist::Uniform, 0.9));
    }
    match ty {
        Type::Timestamp | Type::CommitTimestamp => Some(of_time(&list)),
        Type::Date => Some(of_date(&list)),
        Type::Int64 => of_integer(&list, own),
        Type::String(length) => of_text(&list, *length, own),
        Type::Bool => Some(Hint::new(Dist::LowCard { values: 2 }, 0.9)),
        _ => None,
    }
    .or_else(|| of_entity(&list, own))
}

/// `ObjectId` and `PushId` fall into two words.
fn joined_time_id(list: &[String]) -> Option<TimeId> {
    match list {
        [.., object, id] if object == "object" && id == "id" => Some(TimeId::ObjectId),
        [.., push, id] if push == "push" && id == "id" => Some(TimeId::PushId),
        _ => None,
    }
}

fn of_time(list: &[String]) -> Hint {
    let event = last(list, &["at", "ts"]);
    if any(list, lexicon::RETRIED) || (any(list, lexicon::SCHEDULED) && event) {
        // A time set ahead follows the time of arrival at a distance, if the distance is steady;
        // that of the next try mostly is the present.
        return Hint::new(Dist::TimeArrival, 0.6);
    }
    if any(list, lexicon::SCHEDULED) || (any(list, lexicon::NOT_ARRIVAL) && !arrives(list)) {
        return Hint::new(Dist::Unknown, 0.3);
    }
    let confidence = if arrives(list) { 0.9 } else { 0.7 };
    Hint::new(Dist::TimeArrival, confidence)
}

fn arrives(list: &[String]) -> bool {
    let named = any(list, lexicon::ARRIVAL) || list.iter().any(|word| joined_arrival(word));
    named && !any(list, &["birth", "born", "birthday", "dob", "holiday"])
}

/// Names that PostgreSQL folded into one word: `lastaccess`, `createdat`.
fn joined_arrival(word: &str) -> bool {
    ["last", "created", "updated", "inserted"].iter().any(|start| word.starts_with(start))
}

fn of_date(list: &[String]) -> Hint {
    let other = any(list, lexicon::NOT_ARRIVAL) || any(list, lexicon::SCHEDULED);
    if other { Hint::new(Dist::Unknown, 0.3) } else { Hint::new(Dist::TimeBucket, 0.85) }
}

fn of_integer(list: &[String], own: bool) -> Option<Hint> {
    if any(list, &["shard", "shards", "shardid", "shardno"]) || last(list, &["hashbucket"]) {
        return Some(shard_named());
    }
    if any(list, &["hash", "fingerprint"]) {
        return Some(Hint::new(Dist::Uniform, 0.9));
    }
    if any(list, lexicon::GEO_CELLS) {
        return Some(Hint::new(Dist::Entity { cardinality: ENTITY_CARDINALITY }, 0.7));
    }
    let clock = ["ts", "timestamp", "millis", "micros", "nanos", "epochmillis", "epochmicros"];
    if last(list, &clock) || (any(list, &["created", "updated"]) && last(list, &["at", "time"])) {
        return Some(Hint::new(Dist::TimeArrival, 0.8));
    }
    if any(list, lexicon::COUNTERS) || (last(list, lexicon::NUMBERS) && !own) {
        return Some(Hint::new(Dist::MonotonicUp, 0.8));
    }
    if last(list, lexicon::PERIODS) {
        return Some(Hint::new(Dist::TimeBucket, 0.85));
    }
    of_few(list)
}

fn shard_named() -> Hint {
    let n = SHARDS_ASSUMED;
    let dist = Dist::Shard { n, signed: false, of: None, derived: false, known: false };
    Hint::new(dist, 0.8)
}

fn of_text(list: &[String], length: Option<u32>, own: bool) -> Option<Hint> {
    let period = last(list, lexicon::PERIODS) || any(list, &["yyyymm", "yearmonth"]);
    if period && matches!(length, Some(6 | 7 | 8 | 10)) {
        return Some(Hint::new(Dist::TimeBucket, 0.85));
    }
    if any(list, &["shard"]) {
        return Some(shard_named());
    }
    if let Some(few) = of_few(list) {
        return Some(few);
    }
    if last(list, lexicon::NATURAL) || any(list, lexicon::GEO_CELLS) {
        return Some(Hint::new(Dist::Entity { cardinality: ENTITY_CARDINALITY }, 0.75));
    }
    let id = last(list, &["id", "key", "uuid", "guid"]);
    let ambiguous = matches!(length, Some(20 | 24..=27));
    if id && ambiguous && (own || list.len() == 1) {
        return Some(Hint::new(Dist::Unknown, 0.35));
    }
    None
}

fn of_few(list: &[String]) -> Option<Hint> {
    let name = match list {
        [.., word, code] if code == "code" => word,
        [.., word] => word,
        [] => return None,
    };
    let values = if name == "country" { COUNTRIES } else { FEW_VALUES_DEFAULT };
    let flag = list.len() > 1 && matches!(list[0].as_str(), "is" | "has");
    let few = lexicon::FEW_VALUES.contains(&name.as_str()) || flag;
    few.then(|| Hint::new(Dist::LowCard { values }, 0.9))
}

/// An id of something else is one of many entities.
fn of_entity(list: &[String], own: bool) -> Option<Hint> {
    let id = last(list, &["id", "key", "uuid", "guid", "ref", "no", "number", "code"]);
    let dist = Dist::Entity { cardinality: ENTITY_CARDINALITY };
    let joined = list.len() == 1
        && list[0].strip_suffix("id").is_some_and(|stem| lexicon::ENTITIES.contains(&stem));
    if own {
        return None;
    }
    if joined || (any(list, lexicon::ENTITIES) && (id || list.len() == 1)) {
        return Some(Hint::new(dist, 0.85));
    }
    let other = list.len() > 1 && id;
    other.then(|| Hint::new(dist, 0.6))
}

/// What a type alone says.
#[must_use]
pub fn of_type(name: &str, ty: &Type, own: bool) -> Hint {
    let list = words(name);
    let entity = Dist::Entity { cardinality: ENTITY_CARDINALITY };
    match ty {
        Type::Uuid | Type::Bytes(Some(16)) | Type::String(Some(32 | 36)) => {
            Hint::new(Dist::Uniform, 0.6)
        }
        Type::Bytes(Some(12 | 20)) if own => Hint::new(Dist::Unknown, 0.3),
        Type::String(Some(1..=3)) => Hint::new(Dist::LowCard { values: COUNTRIES }, 0.6),
        Type::Int64 if own || last(&list, &["id", "key"]) => Hint::new(Dist::Unknown, 0.5),
        Type::Bool => Hint::new(Dist::LowCard { values: 2 }, 0.9),
        Type::Other(_) | Type::Json | Type::Array(_) => Hint::new(Dist::Unknown, 0.3),
        // Amounts, scores, free text: many values in no order of time.
        _ => Hint::new(entity, 0.5),
    }
}
