//! Numbers as the model rounds, compares and counts them.

/// A float rounded down to a key; negative numbers give 0.
#[must_use]
#[expect(clippy::cast_possible_truncation, reason = "the cast saturates, which is what is wanted")]
pub fn whole(value: f64) -> u64 {
    value as u64
}

/// The lesser of two numbers; `b` where `a` is none. As [`f64::min`], which is a call in
/// WebAssembly: this one is for what is worked out again and again.
#[must_use]
pub fn lesser(a: f64, b: f64) -> f64 {
    if a < b { a } else { b }
}

/// The greater of two numbers; see [`lesser`].
#[must_use]
pub fn greater(a: f64, b: f64) -> f64 {
    if a > b { a } else { b }
}

/// A count as it is reported; every count of a run has a limit far below 2³².
#[must_use]
pub fn count(n: usize) -> u32 {
    u32::try_from(n).expect("counts are limited")
}
