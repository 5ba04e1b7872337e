//! What plain comments, names and types say of a column.

use crate::dist::{Dist, ENTITY_CARDINALITY, TimeId};
use crate::ids;
use crate::lexicon::{self, any, last, words};
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
const LOW_CARDINALITY_DEFAULT: u32 = 8;

/// Countries, and so values of a country column (the catalogue's default).
const COUNTRIES: u32 = 200;

/// Shards assumed where a shard column does not say how many (our assumption).
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
    if let Some(id) = ids::of_words(&list) {
        return Some(Hint::time_id(id, 0.95));
    }
    // The serial number of a device is no counter of rows.
    let label = ["number", "numbers", "no", "nr", "code"].iter().any(|word| pair("serial", word));
    let counts = !label
        && list.iter().any(|word| {
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

/// Where a column stands in its table.
#[derive(Clone, Copy, Debug, Default)]
pub struct Standing {
    /// It names the table's own identity, or it alone is the key.
    pub own: bool,
    /// It is part of the key.
    pub keyed: bool,
    /// It stands behind another part of the key, so its values are told apart within that part.
    pub within: bool,
}

/// A name that has other meanings and nothing beside it: too weak for more than a question.
const NAME_ALONE: f64 = 0.45;

/// What a name together with its type says.
#[must_use]
pub fn of_name(name: &str, ty: &Type, at: Standing) -> Option<Hint> {
    let list = words(name);
    if let Some((id, confidence)) = ids::of_name(&list, ty, at.own) {
        return Some(Hint::time_id(id, confidence));
    }
    if any(&list, &["cuid2", "nanoid"]) && matches!(ty, Type::String(_)) {
        return Some(Hint::new(Dist::Uniform, 0.9));
    }
    match ty {
        Type::Timestamp | Type::CommitTimestamp => Some(of_time(&list)),
        Type::Date => Some(of_date(&list)),
        Type::Int64 => of_integer(&list, at),
        Type::String(length) => of_text(&list, *length, at.own),
        Type::Bool => Some(Hint::new(Dist::LowCard { values: 2 }, 0.9)),
        _ => None,
    }
    .or_else(|| of_entity(&list, at.own))
}

fn of_time(list: &[String]) -> Hint {
    let event = last(list, &["at", "ts"]);
    if any(list, lexicon::RETRIED) || (any(list, lexicon::SCHEDULED) && event) {
        // A time set ahead follows the time of arrival at a distance, if the distance is steady;
        // that of the next try mostly is the present.
        return Hint::new(Dist::TimeArrival, 0.6);
    }
    // `time_start` as well as `start_time`.
    let clock = last(list, lexicon::CLOCKS) || list.first().is_some_and(|word| word == "time");
    let other = any(list, lexicon::NOT_ARRIVAL) && !arrives(list);
    if any(list, lexicon::SCHEDULED) || other {
        // The start of a visit is its arrival, that of a concert is not; the end of a run is the
        // present when it is written, that of an auction is not.
        return match clock && !any(list, lexicon::VALIDITY) {
            true if any(list, &["start", "starts"]) => Hint::new(Dist::TimeArrival, 0.6),
            true => Hint::new(Dist::TimeArrival, NAME_ALONE),
            false => Hint::new(Dist::Unknown, 0.3),
        };
    }
    let sure = arrives(list) || clock;
    Hint::new(Dist::TimeArrival, if sure { 0.9 } else { 0.7 })
}

/// A word says that the value is the time of arrival.
fn arrives(list: &[String]) -> bool {
    let named = any(list, lexicon::ARRIVAL) || list.iter().any(|word| joined_arrival(word));
    named && !any(list, &["birth", "born", "birthday", "dob", "holiday"])
}

/// Names that PostgreSQL folded into one word: `lastaccess`, `createdat`.
fn joined_arrival(word: &str) -> bool {
    ["last", "created", "updated", "inserted"].iter().any(|start| word.starts_with(start))
}

fn of_date(list: &[String]) -> Hint {
    // `duedate`, as PostgreSQL folds it, is `due` and `date`.
    let folded = |word: &String| {
        word.strip_suffix("date").is_some_and(|stem| {
            lexicon::NOT_ARRIVAL.contains(&stem) || lexicon::SCHEDULED.contains(&stem)
        })
    };
    let other = any(list, lexicon::NOT_ARRIVAL) || any(list, lexicon::SCHEDULED);
    if other || list.iter().any(folded) {
        return Hint::new(Dist::Unknown, 0.3);
    }
    let named = last(list, lexicon::PERIODS) || arrives(list);
    Hint::new(Dist::TimeBucket, if named { 0.85 } else { 0.7 })
}

fn of_integer(list: &[String], at: Standing) -> Option<Hint> {
    if list.len() > 1 && matches!(list[0].as_str(), "is" | "has") {
        return Some(Hint::new(Dist::LowCard { values: 2 }, 0.9));
    }
    // How much or how many there is of a thing is neither an id nor a time.
    if last(list, lexicon::QUANTITIES) || any(list, lexicon::DURATIONS) {
        return None;
    }
    if lexicon::is_shard(list) {
        return Some(shard_named());
    }
    if last(list, &["hash", "fingerprint"]) || ends(list, &["hash", "fingerprint"], lexicon::KEYS) {
        return Some(Hint::new(Dist::Uniform, 0.85));
    }
    if is_cell(list) {
        return Some(Hint::new(Dist::Entity { cardinality: ENTITY_CARDINALITY }, 0.7));
    }
    of_clock(list).or_else(|| of_counter(list, at)).or_else(|| of_period(list, at)).or_else(|| {
        let number = last(list, lexicon::NUMBERS) && !at.own;
        if number { Some(of_number(list, at)) } else { low_cardinality_of(list) }
    })
}

/// The last word is in `last`, and the one before it in `before`.
fn ends(list: &[String], before: &[&str], last: &[&str]) -> bool {
    matches!(list, [.., a, b] if before.contains(&a.as_str()) && last.contains(&b.as_str()))
}

/// A cell of the earth. `tile`, `geo` and `cell` are also ordinary words, so they must end the name
/// or stand before the word for an id.
fn is_cell(list: &[String]) -> bool {
    const AMBIGUOUS: &[&str] = &["tile", "geo", "cell"];
    any(list, &["s2", "geohash", "h3", "quadkey"])
        || last(list, AMBIGUOUS)
        || ends(list, AMBIGUOUS, lexicon::KEYS)
}

/// A time as a number. A unit alone tells no time: `timeout_millis`.
fn of_clock(list: &[String]) -> Option<Hint> {
    let unit = last(list, &["millis", "micros", "nanos"]);
    let dated = any(list, lexicon::ARRIVAL) || any(list, lexicon::CLOCKS) || any(list, &["epoch"]);
    let clock = last(list, &["ts", "timestamp", "epochmillis", "epochmicros"])
        || (unit && dated)
        || (any(list, &["created", "updated"]) && last(list, &["at", "time"]));
    if !clock {
        return None;
    }
    let hint = of_time(if unit { &list[..list.len() - 1] } else { list });
    Some(Hint { confidence: hint.confidence.min(0.8), ..hint })
}

/// A counter. Some words name one and nothing else; `version` and its like count within one thing,
/// and ahead of everything else they are a question.
fn of_counter(list: &[String], at: Standing) -> Option<Hint> {
    const NUMBERED: &[&str] = &["id", "no", "num", "number", "nr", "counter"];
    if any(list, lexicon::ZONES) {
        return None;
    }
    let sure = last(list, lexicon::COUNTERS) || ends(list, &["seq", "sequence"], NUMBERED);
    if sure {
        let confidence = if at.keyed { 0.8 } else { 0.6 };
        return Some(Hint::new(Dist::MonotonicUp, confidence));
    }
    let serial = ends(list, &["serial"], NUMBERED);
    (last(list, lexicon::COUNTERS_WITHIN) || serial).then(|| of_number(list, at))
}

/// A number that counts within the key parts before it. With none before it the name does not tell:
/// an invoice number grows, a room number does not.
fn of_number(list: &[String], at: Standing) -> Hint {
    if any(list, lexicon::LABELS) {
        return Hint::new(Dist::Entity { cardinality: ENTITY_CARDINALITY }, 0.6);
    }
    Hint::new(Dist::MonotonicUp, if at.within { 0.8 } else { NAME_ALONE })
}

/// A period as a number. `day` is also a day of the month or how many there are, so beside the words
/// that mean nothing else it takes a place in the key.
fn of_period(list: &[String], at: Standing) -> Option<Hint> {
    const UNITS: &[&str] = &["time", "minute", "hour", "day", "week", "month", "date"];
    const NOT_A_PERIOD: &[&str] = &["on", "of", "in", "per", "to", "from", "grace", "notice"];
    let other = any(list, lexicon::NOT_ARRIVAL) || any(list, lexicon::SCHEDULED);
    let sure = any(list, &["yyyymm", "yyyymmdd", "yearmonth"]) || ends(list, UNITS, &["bucket"]);
    if sure {
        return Some(Hint::new(Dist::TimeBucket, 0.85));
    }
    if !last(list, lexicon::PERIODS) || other || any(list, NOT_A_PERIOD) {
        return None;
    }
    if last(list, &["bucket"]) {
        // Of a hash, of time, or of a storage service.
        return at.keyed.then(|| Hint::new(Dist::Unknown, NAME_ALONE));
    }
    let confidence = match at.keyed {
        true if last(list, &["date"]) => 0.7,
        true => 0.6,
        false => NAME_ALONE,
    };
    Some(Hint::new(Dist::TimeBucket, confidence))
}

fn shard_named() -> Hint {
    let n = SHARDS_ASSUMED;
    let dist = Dist::Shard { n, signed: false, of: None, derived: false, known: false };
    Hint::new(dist, 0.8)
}

fn of_text(list: &[String], length: Option<u32>, own: bool) -> Option<Hint> {
    let period = last(list, lexicon::PERIODS) || any(list, &["yyyymm", "yearmonth"]);
    let other = any(list, lexicon::NOT_ARRIVAL) || any(list, &["of", "on"]);
    if period && !other && matches!(length, Some(6 | 7 | 8 | 10)) {
        return Some(Hint::new(Dist::TimeBucket, 0.85));
    }
    if lexicon::is_shard(list) {
        return Some(shard_named());
    }
    if let Some(hint) = low_cardinality_of(list) {
        return Some(hint);
    }
    if last(list, lexicon::NATURAL) || is_cell(list) {
        return Some(Hint::new(Dist::Entity { cardinality: ENTITY_CARDINALITY }, 0.75));
    }
    let id = last(list, &["id", "key", "uuid", "guid"]);
    let ambiguous = matches!(length, Some(20 | 24..=27));
    if id && ambiguous && (own || list.len() == 1) {
        return Some(Hint::new(Dist::Unknown, 0.35));
    }
    None
}

fn low_cardinality_of(list: &[String]) -> Option<Hint> {
    let name = match list {
        [.., word, code] if code == "code" => word,
        [.., word] => word,
        [] => return None,
    };
    // `time_in_state` is a time, and the state of a login is a random token.
    if any(list, lexicon::DURATIONS) || any(list, &["oauth", "csrf", "token", "in"]) {
        return None;
    }
    let values = if name == "country" { COUNTRIES } else { LOW_CARDINALITY_DEFAULT };
    let flag = list.len() > 1 && matches!(list[0].as_str(), "is" | "has");
    let known = lexicon::LOW_CARDINALITY.contains(&name.as_str());
    let confidence = if lexicon::SOME_VALUES.contains(&name.as_str()) { 0.7 } else { 0.9 };
    (known || flag).then(|| Hint::new(Dist::LowCard { values }, confidence))
}

/// An id of something else is one of many entities. The entity must stand right before the id:
/// `customer_order_id` is the id of an order.
fn of_entity(list: &[String], own: bool) -> Option<Hint> {
    const IDS: &[&str] = &["id", "key", "uuid", "guid", "ref", "no", "number", "code"];
    let dist = Dist::Entity { cardinality: ENTITY_CARDINALITY };
    let joined = list.len() == 1
        && list[0].strip_suffix("id").is_some_and(|stem| lexicon::ENTITIES.contains(&stem));
    if own {
        return None;
    }
    let alone = list.len() == 1 && any(list, lexicon::ENTITIES);
    if joined || alone || ends(list, lexicon::ENTITIES, IDS) {
        return Some(Hint::new(dist, 0.85));
    }
    let other = list.len() > 1 && last(list, IDS);
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
