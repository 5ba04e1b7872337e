//! What is said of a port: losses with their rules, severities and places.

use super::rules::find;
use super::severity::Severity;
use crate::text::Span;

/// What happened to a part of the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    /// It has no counterpart in the port.
    Dropped,
    /// The port takes fewer values.
    Narrowed,
    /// The port takes more values.
    Widened,
    /// It has another name.
    Renamed,
    /// It has another form or meaning.
    Changed,
}

impl What {
    /// All of them.
    pub const ALL: [Self; 5] =
        [Self::Dropped, Self::Narrowed, Self::Widened, Self::Renamed, Self::Changed];

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Dropped => "dropped",
            Self::Narrowed => "narrowed",
            Self::Widened => "widened",
            Self::Renamed => "renamed",
            Self::Changed => "changed",
        }
    }
}

/// A choice that a person has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    /// The directive that states it, as in `ids`; `pk` and `key` are of a table, `as` of a column.
    pub name: &'static str,
    /// What was chosen.
    pub chosen: String,
    /// All that can be chosen.
    pub choices: &'static [&'static str],
}

/// A difference between the source and the port.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loss {
    /// The rule, as in `migrate-index-kind`.
    pub rule: &'static str,
    /// How much it matters.
    pub severity: Severity,
    /// The table, index or other object.
    pub object: String,
    /// The column, if it is about one.
    pub column: Option<String>,
    /// What is lost or changed.
    pub message: String,
    /// What happened.
    pub what: What,
    /// Where it is in the source.
    pub source: Span,
    /// Where what replaces it is in the port.
    pub target: Option<Span>,
    /// What a person may choose.
    pub decision: Option<Decision>,
}

impl Loss {
    /// What its rule reports.
    #[must_use]
    pub fn rule_line(&self) -> &'static str {
        find(self.rule).map_or("", |rule| rule.line)
    }

    /// How it is known what Spanner does there, by name.
    #[must_use]
    pub fn proof(&self) -> &'static str {
        find(self.rule).map_or("assumed", |rule| rule.proof.name())
    }

    /// What a person can do about it.
    #[must_use]
    pub fn help(&self) -> String {
        match &self.decision {
            Some(it) => format!(
                "Decide `{}`: {}. The default is {}.",
                it.name,
                it.choices.join(" or "),
                it.chosen
            ),
            None => format!("`hotsplit explain {}` says more.", self.rule),
        }
    }
}
