//! Families of time-ordered ids, told by a word and by the type that must agree with it.
//!
//! Most of their names mean other things too: an `object_id` is the id of an object far more often
//! than MongoDB's ObjectId, and an `xid` is a transaction. Such a word decides only where the type
//! has the length of the id; where the type takes anything it is at most a question.

use crate::dist::TimeId;
use crate::syntax::tree::Type;

/// A word and what is asked of the column beside it.
struct Family {
    /// The name as one word, and its plural.
    words: &'static [&'static str],
    id: TimeId,
    /// The word has no other meaning.
    sure: bool,
    /// Lengths of the id as text.
    chars: &'static [u32],
    /// Length of the id in bytes.
    bytes: Option<u32>,
    /// It is a 64-bit number.
    integer: bool,
}

const fn family(words: &'static [&'static str], id: TimeId, sure: bool) -> Family {
    Family { words, id, sure, chars: &[], bytes: None, integer: false }
}

/// The families. Lengths are those of their specifications.
const FAMILIES: &[Family] = &[
    Family { chars: &[26], bytes: Some(16), ..family(&["ulid", "ulids"], TimeId::Ulid, true) },
    Family { chars: &[27], bytes: Some(20), ..family(&["ksuid", "ksuids"], TimeId::Ksuid, true) },
    // Also a data warehouse.
    Family {
        chars: &[17, 18, 19, 20],
        integer: true,
        ..family(&["snowflake", "snowflakes"], TimeId::Snowflake, false)
    },
    Family { integer: true, ..family(&["sonyflake"], TimeId::Snowflake, true) },
    // Also the id of a time series.
    Family { chars: &[13], ..family(&["tsid"], TimeId::Snowflake, false) },
    // Also the id of any object.
    Family { chars: &[24], bytes: Some(12), ..family(&["objectid"], TimeId::ObjectId, false) },
    // Also the id of a transaction.
    Family { chars: &[20], bytes: Some(12), ..family(&["xid"], TimeId::Xid, false) },
    // Also the id of a customer or a client.
    Family { chars: &[25], ..family(&["cuid"], TimeId::Cuid, false) },
    // Also the id of a notification.
    Family { chars: &[20], ..family(&["pushid"], TimeId::PushId, false) },
    // Also the id of a type.
    Family { chars: &TYPEID, ..family(&["typeid"], TimeId::TypeId, false) },
    Family { chars: &[32, 36], bytes: Some(16), ..family(&["uuidv1"], TimeId::UuidV1, true) },
    Family { chars: &[32, 36], bytes: Some(16), ..family(&["uuidv6"], TimeId::UuidV6, true) },
    Family { chars: &[32, 36], bytes: Some(16), ..family(&["uuidv7"], TimeId::UuidV7, true) },
];

/// Lengths of a TypeID: 26 characters behind a prefix of a few letters and an underscore.
const TYPEID: [u32; 14] = [28, 29, 30, 31, 32, 33, 34, 35, 37, 38, 39, 40, 63, 90];

/// How well a type goes with a family.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fit {
    /// It has the length of the id.
    Exact,
    /// It takes the id among other values.
    Room,
    /// It cannot hold the id.
    None,
}

impl Family {
    fn fit(&self, ty: &Type) -> Fit {
        match ty {
            Type::Int64 if self.integer => Fit::Exact,
            Type::Numeric if self.integer => Fit::Room,
            Type::Uuid if self.bytes == Some(16) => Fit::Exact,
            Type::String(Some(n)) if self.chars.contains(n) => Fit::Exact,
            Type::String(Some(n)) if self.chars.iter().any(|chars| chars < n) => Fit::Room,
            Type::String(None) if !self.chars.is_empty() => Fit::Room,
            Type::Bytes(Some(n)) if self.bytes == Some(*n) => Fit::Exact,
            Type::Bytes(None) if self.bytes.is_some() => Fit::Room,
            _ => Fit::None,
        }
    }

    /// Where the family's word stands in a name: it ends the name, or the word for an id follows.
    fn ends(&self, list: &[String]) -> bool {
        let is = |word: &str| self.words.contains(&word);
        let id = |word: &str| matches!(word, "id" | "ids" | "key");
        match list {
            [.., a, b] if id(b) && is(a) => true,
            [.., a, b] if is(&format!("{a}{b}")) => true,
            [.., last] => is(last),
            [] => false,
        }
    }
}

/// The family that a name and a type agree on, and how sure that is. `own` says that the column
/// names the table's own identity.
pub(super) fn of_name(list: &[String], ty: &Type, own: bool) -> Option<(TimeId, f64)> {
    let of = FAMILIES.iter().find(|family| family.ends(list))?;
    let confidence = match of.fit(ty) {
        Fit::Exact => 0.9,
        Fit::Room if of.sure => 0.9,
        // No more than a question, and none about an id from elsewhere.
        Fit::Room if own => 0.4,
        _ => return None,
    };
    Some((of.id, confidence))
}

/// The family that words of a comment name.
pub(super) fn of_words(list: &[&str]) -> Option<TimeId> {
    let versions = [("1", TimeId::UuidV1), ("6", TimeId::UuidV6), ("7", TimeId::UuidV7)];
    let uuid = |version: &str| {
        let said = |word: &str| word == version || word.strip_prefix('v') == Some(version);
        list.windows(2).any(|two| two[0] == "uuid" && said(two[1]))
            || list.iter().any(|word| word.strip_prefix("uuid").is_some_and(said))
    };
    if let Some((_, id)) = versions.iter().find(|(version, _)| uuid(version)) {
        return Some(*id);
    }
    let named = |word: &&str| FAMILIES.iter().find(|family| family.words.contains(word));
    list.iter().find_map(named).map(|family| family.id)
}

/// Whether a column of this type can hold an id of the family that a comment names. A type that has
/// room for anything can, but the warehouse is not its id.
pub(super) fn can_hold(id: TimeId, ty: &Type) -> bool {
    let of = |family: &&Family| family.id == id;
    let warehouse = id == TimeId::Snowflake;
    FAMILIES.iter().filter(of).any(|family| match family.fit(ty) {
        Fit::Exact => true,
        Fit::Room => !warehouse,
        Fit::None => false,
    })
}
