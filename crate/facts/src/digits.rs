//! Digits that a number had in the database it comes from, as a comment beside the column says.
//!
//! Tools that convert a schema write the old type there: `-- From: price decimal(65,30)`.

use crate::schema::Column;
use crate::source::evidence_text;
use crate::source::{Evidence, Source};

/// Digits of a number.
#[derive(Clone, Debug, PartialEq)]
pub struct Digits {
    /// Digits in all.
    pub precision: u32,
    /// Digits behind the point.
    pub scale: u32,
    /// Why it is believed.
    pub evidence: Evidence,
}

/// Names of decimal types in other databases.
const DECIMALS: &[&str] = &["numeric(", "decimal(", "number(", "dec("];

/// What a comment says of the digits that a column had.
#[must_use]
pub fn of_source(column: &Column) -> Option<Digits> {
    column.comments.iter().find_map(|comment| {
        let text = comment.text.to_lowercase();
        let (precision, scale) = DECIMALS.iter().find_map(|name| {
            let inside = text.split_once(name)?.1.split_once(')')?.0;
            let mut numbers = inside.split(',').map(|number| number.trim().parse::<u32>().ok());
            Some((numbers.next().flatten()?, numbers.next().flatten().unwrap_or(0)))
        })?;
        let what = format!("the comment \"{}\"", comment.text);
        let evidence =
            Evidence { what: evidence_text(what), span: comment.span, source: Source::Comment };
        Some(Digits { precision, scale, evidence })
    })
}
