//! Reads a text: tells its dialect where nobody says it, and gives its tree.

use crate::detect::{Detected, left_open, tell};
use crate::left_out::{leave_out_rest, within_limit};
use crate::parsed::{Parsed, parse_whole};
use crate::tree::Dialect;

/// Reads a text. Without a dialect it is told from the text.
#[must_use]
pub fn read(text: &str, dialect: Option<Dialect>) -> Parsed {
    let within = within_limit(text);
    let detected =
        dialect.map_or_else(|| tell(within), |dialect| Detected { dialect, open: false });
    let mut parsed = parse_whole(within, detected.dialect, dialect.is_some());
    if detected.open {
        left_open(&mut parsed.tree);
    }
    leave_out_rest(&mut parsed.tree, text, within);
    parsed
}
