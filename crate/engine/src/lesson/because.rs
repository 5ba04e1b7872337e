//! Why a check failed, as it is shown.

/// Why a check failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Because {
    /// A rule speaks of it.
    Rule {
        /// In a sentence, with its evidence.
        words: String,
        /// The finding.
        finding: Found,
        /// The table or index.
        object: String,
    },
    /// A split is hot and cannot be split.
    Split {
        /// In a sentence.
        words: String,
        /// The table or index.
        object: String,
        /// As in `MOVING_HOT_SPOT`.
        reason: &'static str,
        /// Of the run before, not of the one after.
        before: bool,
        /// The finding that says why, if there is one.
        finding: Option<Found>,
    },
    /// The text could not be read.
    Syntax {
        /// In a sentence.
        words: String,
        /// The line, from 1; `None` in the hidden DDL.
        line: Option<u32>,
    },
    /// Something else that is known of it.
    Fact {
        /// In a sentence.
        words: String,
        /// The table or index.
        object: Option<String>,
    },
}

/// A finding, for one who will look for it in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// Its key.
    pub key: String,
    /// Its rule.
    pub rule: &'static str,
    /// Its line, from 1; `None` in the hidden DDL.
    pub line: Option<u32>,
    /// Why its rule believes it, one line each: `the comment "ULID" on line 3`.
    pub evidence: Vec<String>,
}

impl Because {
    /// In a sentence.
    #[must_use]
    pub fn words(&self) -> &str {
        match self {
            Self::Rule { words, .. }
            | Self::Split { words, .. }
            | Self::Syntax { words, .. }
            | Self::Fact { words, .. } => words,
        }
    }
}
