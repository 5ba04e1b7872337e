//! What a term gives: a value with its unit, or why there is none.

use crate::rules::severity::number;

/// What a term gives.
#[derive(Clone, Debug, PartialEq)]
pub struct Measured {
    /// The value; `None` where there is nothing to measure, and no check of it holds.
    pub value: Option<f64>,
    /// Why there is none, or what stands for a value without bounds: `every row`.
    pub instead: Option<String>,
}

/// The unit of a term.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// A plain number.
    Count,
    /// Per second.
    PerSecond,
    /// Milliseconds.
    Milliseconds,
    /// Per cent.
    Percent,
    /// A multiple.
    Times,
    /// Minutes.
    Minutes,
    /// Bytes.
    Bytes,
    /// 1 for yes and 0 for no.
    Yes,
}

impl Unit {
    /// As it stands behind a number.
    #[must_use]
    pub fn sign(self) -> &'static str {
        match self {
            Self::Count | Self::Yes => "",
            Self::PerSecond => "/s",
            Self::Milliseconds => "ms",
            Self::Percent => "%",
            Self::Times => "x",
            Self::Minutes => "min",
            Self::Bytes => "bytes",
        }
    }

    /// A value for people.
    #[must_use]
    pub fn show(self, value: f64) -> String {
        let shown = number(value);
        match self {
            Self::Yes if value > 0.0 => "yes".to_owned(),
            Self::Yes => "no".to_owned(),
            Self::Count => shown,
            Self::PerSecond => format!("{shown}/s"),
            Self::Times => format!("{value:.2} times"),
            Self::Milliseconds | Self::Percent | Self::Minutes | Self::Bytes => {
                format!("{shown} {}", self.sign())
            }
        }
    }
}

impl Measured {
    pub(super) fn words(&self, unit: Unit) -> String {
        match (&self.instead, self.value) {
            (Some(words), _) => words.clone(),
            (None, Some(value)) => unit.show(value),
            (None, None) => "none".to_owned(),
        }
    }
}

pub(super) fn some(value: f64) -> Measured {
    Measured { value: Some(value), instead: None }
}

pub(super) fn count(number: usize) -> Measured {
    some(number as f64)
}

/// More than any number.
pub(super) fn endless(words: &str) -> Measured {
    Measured { value: Some(f64::INFINITY), instead: Some(words.to_owned()) }
}

pub(super) fn missing(name: &str) -> Measured {
    Measured { value: None, instead: Some(format!("none: there is no `{name}`")) }
}
