//! Shapes of values: ids that start with a time, random ids, and times themselves.
//!
//! A time in an id must lie between 2005 and 2030. The bounds are ours: no dump has older ids of
//! these kinds, and later ones are numbers that only look like ids.

/// What all values of a sample have the shape of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// UUIDs, version 1.
    UuidV1,
    /// UUIDs, version 6.
    UuidV6,
    /// UUIDs, version 7.
    UuidV7,
    /// UUIDs, version 4.
    UuidV4,
    /// ULIDs.
    Ulid,
    /// KSUIDs.
    Ksuid,
    /// ObjectIds of MongoDB.
    ObjectId,
    /// Snowflake ids.
    Snowflake,
    /// Hexadecimal digits of one length, such as hashes.
    Hex,
    /// Whole numbers over all of 63 bits, such as reversed counters.
    Spread,
    /// Dates or times.
    Time,
}

const NAMES: &[(Shape, &str)] = &[
    (Shape::UuidV1, "uuidv1"),
    (Shape::UuidV6, "uuidv6"),
    (Shape::UuidV7, "uuidv7"),
    (Shape::UuidV4, "uuidv4"),
    (Shape::Ulid, "ulid"),
    (Shape::Ksuid, "ksuid"),
    (Shape::ObjectId, "objectid"),
    (Shape::Snowflake, "snowflake"),
    (Shape::Hex, "hex"),
    (Shape::Spread, "spread"),
    (Shape::Time, "time"),
];

impl Shape {
    /// Its name in comments and directives.
    #[must_use]
    pub fn name(self) -> &'static str {
        NAMES.iter().find(|(shape, _)| *shape == self).map_or("", |(_, name)| name)
    }

    pub(crate) fn of_name(name: &str) -> Option<Self> {
        NAMES.iter().find(|(_, its)| *its == name).map(|(shape, _)| *shape)
    }

    /// The shape that all values have; the more particular one first.
    pub(crate) fn of_all(values: &[&[u8]]) -> Option<Self> {
        if values.iter().all(|value| is_time(value)) {
            return Some(Self::Time);
        }
        let first = values.first()?;
        let all = |is: fn(&[u8]) -> bool| values.iter().all(|value| is(value));
        if let Some(version) = uuid_version(first) {
            let same = values.iter().all(|value| uuid_version(value) == Some(version));
            let shape = match version {
                1 => Self::UuidV1,
                4 => Self::UuidV4,
                6 => Self::UuidV6,
                7 => Self::UuidV7,
                _ => Self::Hex,
            };
            if same {
                return Some(shape);
            }
        }
        if all(is_ulid) {
            return Some(Self::Ulid);
        }
        if all(is_ksuid) {
            return Some(Self::Ksuid);
        }
        if all(is_object_id) {
            return Some(Self::ObjectId);
        }
        let snowflake = SNOWFLAKES.iter().any(|epoch| values.iter().all(|it| epoch.fits(it)));
        if snowflake {
            return Some(Self::Snowflake);
        }
        if are_spread(values) {
            return Some(Self::Spread);
        }
        // Decimal digits alone are a number.
        let letters = values.iter().any(|value| value.iter().skip(1).any(u8::is_ascii_alphabetic));
        let hex = |value: &&[u8]| value.len() == first.len() && hex_digits(value).is_some();
        let all_hex = letters && first.len() >= HEX_DIGITS_MIN && values.iter().all(hex);
        all_hex.then_some(Self::Hex)
    }
}

/// Whether numbers are spread over 63 bits: those below the middle are about as many as those above.
fn are_spread(values: &[&[u8]]) -> bool {
    let number = |value: &&[u8]| std::str::from_utf8(value).ok()?.parse::<i64>().ok();
    let Some(numbers) = values.iter().map(number).collect::<Option<Vec<i64>>>() else {
        return false;
    };
    let low = numbers.iter().filter(|&&number| number < 1 << 62).count();
    let third = numbers.len() / 3;
    numbers.iter().all(|&number| number >= 0) && (third..=numbers.len() - third).contains(&low)
}

/// 2005-01-01 and 2030-01-01, in milliseconds since 1970.
const MS_MIN: u64 = 1_104_537_600_000;
const MS_MAX: u64 = 1_893_456_000_000;

/// Hexadecimal digits that are a hash rather than a word, at least.
const HEX_DIGITS_MIN: usize = 16;

fn is_plausible(ms: u64) -> bool {
    (MS_MIN..MS_MAX).contains(&ms)
}

/// A layout of snowflake ids.
struct Epoch {
    /// Where its time starts, in milliseconds since 1970.
    start: u64,
    /// Bits behind the time.
    bits: u32,
}

/// Those of Twitter, Discord and Instagram (their engineering pages, read 2026-11).
const SNOWFLAKES: &[Epoch] = &[
    Epoch { start: 1_288_834_974_657, bits: 22 },
    Epoch { start: 1_420_070_400_000, bits: 22 },
    Epoch { start: 1_314_220_021_721, bits: 23 },
];

/// An id within the first month of an epoch is more likely another number: 30 days.
const SNOWFLAKE_MS_MIN: u64 = 30 * 24 * 3600 * 1000;

impl Epoch {
    fn fits(&self, value: &[u8]) -> bool {
        let said = std::str::from_utf8(value).ok().and_then(|said| said.parse::<u64>().ok());
        said.is_some_and(|id| {
            let ms = id >> self.bits;
            i64::try_from(id).is_ok() && ms >= SNOWFLAKE_MS_MIN && is_plausible(self.start + ms)
        })
    }
}

/// The digits of a number in hexadecimal, with `0x` or `\x` before them or not.
fn hex_digits(value: &[u8]) -> Option<&[u8]> {
    let digits = value.strip_prefix(b"0x").or_else(|| value.strip_prefix(b"\\x")).unwrap_or(value);
    (!digits.is_empty() && digits.iter().all(u8::is_ascii_hexdigit)).then_some(digits)
}

fn hex_value(digits: &[u8]) -> Option<u64> {
    u64::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()
}

/// The version of a UUID, if it is one and a time in it is plausible.
fn uuid_version(value: &[u8]) -> Option<u64> {
    let digits: Vec<u8> = match value.len() {
        36 => {
            if [8, 13, 18, 23].iter().any(|&at| value[at] != b'-') {
                return None;
            }
            value.iter().copied().filter(|&b| b != b'-').collect()
        }
        32 | 34 => hex_digits(value)?.to_vec(),
        _ => return None,
    };
    if digits.len() != 32 || !digits.iter().all(u8::is_ascii_hexdigit) {
        return None;
    }
    let (version, variant) = (hex_value(&digits[12..13])?, hex_value(&digits[16..17])?);
    if !(1..=8).contains(&version) || !(8..12).contains(&variant) {
        return None;
    }
    // Versions 1 and 6 count tenths of microseconds from 1582.
    let gregorian = |ticks: u64| (ticks / 10_000).checked_sub(12_219_292_800_000);
    let ms = match version {
        7 => hex_value(&digits[..12]),
        1 => {
            let high = hex_value(&digits[13..16])? << 48;
            gregorian(high | hex_value(&digits[8..12])? << 32 | hex_value(&digits[..8])?)
        }
        6 => gregorian(hex_value(&digits[..12])? << 12 | hex_value(&digits[13..16])?),
        _ => return Some(version),
    };
    ms.filter(|&ms| is_plausible(ms)).map(|_| version)
}

fn is_ulid(value: &[u8]) -> bool {
    if value.len() != 26 {
        return false;
    }
    let digit = |b: &u8| b"0123456789ABCDEFGHJKMNPQRSTVWXYZ".iter().position(|it| it == b);
    let digits: Option<Vec<usize>> = value.to_ascii_uppercase().iter().map(digit).collect();
    digits.is_some_and(|digits| {
        is_plausible(digits[..10].iter().fold(0, |ms, &digit| ms << 5 | digit as u64))
    })
}

fn is_ksuid(value: &[u8]) -> bool {
    if value.len() != 27 {
        return false;
    }
    // 160 bits, of which the first 32 are seconds since May 2014.
    let mut bytes = [0_u8; 20];
    for &byte in value {
        let digit = match byte {
            b'0'..=b'9' => byte - b'0',
            b'A'..=b'Z' => byte - b'A' + 10,
            b'a'..=b'z' => byte - b'a' + 36,
            _ => return false,
        };
        let mut carry = u32::from(digit);
        for place in bytes.iter_mut().rev() {
            carry += u32::from(*place) * 62;
            *place = carry.to_le_bytes()[0];
            carry >>= 8;
        }
        if carry > 0 {
            return false;
        }
    }
    let seconds = u64::from(u32::from_be_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]));
    is_plausible((seconds + 1_400_000_000) * 1000)
}

fn is_object_id(value: &[u8]) -> bool {
    let digits = hex_digits(value).filter(|digits| digits.len() == 24);
    let seconds = digits.and_then(|digits| hex_value(&digits[..8]));
    seconds.is_some_and(|seconds| is_plausible(seconds * 1000))
}

/// A date, with a time behind it or not.
fn is_time(value: &[u8]) -> bool {
    let pattern = b"0000-00-00";
    let Some(date) = value.get(..pattern.len()) else { return false };
    let fits = date.iter().zip(pattern).all(|(b, its)| match its {
        b'0' => b.is_ascii_digit(),
        _ => b == its,
    });
    fits && value.get(pattern.len()).is_none_or(|b| matches!(b, b' ' | b'T'))
}
