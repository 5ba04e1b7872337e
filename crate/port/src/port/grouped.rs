//! Numbers as people read them.

/// A number with its noun or verb: `1 row has`, `2 rows have`.
pub(super) fn counted(number: u64, one: &str, more: &str) -> String {
    [number.to_string().as_str(), " ", if number == 1 { one } else { more }].concat()
}

/// Rows that have something.
pub(super) fn rows_have(number: u64) -> String {
    counted(number, "row has", "rows have")
}

/// A number with commas between its thousands.
pub(super) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}
