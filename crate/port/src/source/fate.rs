//! What became of a statement, and what rows are for.

use super::Outcome;

/// What became of a statement.
pub(super) struct Fate {
    pub(super) outcome: Outcome,
    pub(super) kind: String,
    pub(super) object: String,
    pub(super) reason: Option<String>,
}

impl Fate {
    pub(super) fn of(outcome: Outcome, kind: &str) -> Self {
        Self { outcome, kind: kind.to_owned(), object: String::new(), reason: None }
    }

    pub(super) fn defines(kind: &str, object: String) -> Self {
        Self { object, ..Self::of(Outcome::Defines, kind) }
    }

    pub(super) fn dropped(kind: &str, object: String, reason: &str) -> Self {
        let reason = Some(reason.to_owned());
        Self { object, reason, ..Self::of(Outcome::Dropped, kind) }
    }
}

/// The table of a run and the numbers of its columns.
pub(super) struct Resolved {
    pub(super) table: usize,
    pub(super) columns: Vec<usize>,
}
