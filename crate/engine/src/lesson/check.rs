//! A check: `term op value`, where a value is a number with the unit of the term, or another term
//! of the same unit.

use crate::lesson::measured::{Measured, Unit};
use crate::lesson::scene::{SEVERITIES, Scene};
use crate::lesson::terms::{Takes, Term};

/// A check of a step.
#[derive(Clone, Debug)]
pub struct Check {
    /// As written, blanks made one: `after.served >= 11000/s`.
    pub text: String,
    /// The author's words for when it fails.
    pub message: String,
    /// Its line in the file.
    pub line: u32,
    /// What is measured.
    pub left: Asked,
    /// How the two are compared.
    pub op: Op,
    /// What it is compared with.
    pub right: Value,
}

/// A term with what it takes.
#[derive(Clone, Debug)]
pub struct Asked {
    /// The term.
    pub term: &'static Term,
    /// Of the run before, not of the one after.
    pub before: bool,
    /// What stands in the parentheses.
    pub args: Vec<String>,
}

/// The right side of a check.
#[derive(Clone, Debug)]
pub enum Value {
    /// A number in the term's unit.
    Number(f64),
    /// Another term.
    Asked(Asked),
}

/// How two values are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Op {
    /// `=`.
    Equal,
    /// `!=`.
    Unequal,
    /// `<`.
    Below,
    /// `<=`.
    AtMost,
    /// `>`.
    Above,
    /// `>=`.
    AtLeast,
}

impl Op {
    /// Every way to compare, longer ones before those they begin with, with what it says before a
    /// value.
    pub const ALL: [(Self, &'static str, &'static str); 6] = [
        (Self::Unequal, "!=", "not "),
        (Self::AtMost, "<=", "at most "),
        (Self::AtLeast, ">=", "at least "),
        (Self::Below, "<", "less than "),
        (Self::Above, ">", "more than "),
        (Self::Equal, "=", ""),
    ];

    #[expect(clippy::float_cmp, reason = "counts are compared for equality, and those are whole")]
    pub(super) fn holds(self, left: f64, right: f64) -> bool {
        match self {
            Self::Equal => left == right,
            Self::Unequal => left != right,
            Self::Below => left < right,
            Self::AtMost => left <= right,
            Self::Above => left > right,
            Self::AtLeast => left >= right,
        }
    }

    pub(super) fn words(self) -> &'static str {
        Self::ALL.iter().find(|(op, ..)| *op == self).map_or("", |(.., words)| words)
    }

    /// Whether a greater value would help.
    pub(super) fn wants_more(self) -> bool {
        matches!(self, Self::Above | Self::AtLeast)
    }
}

impl Asked {
    /// What it is, in words.
    #[must_use]
    pub fn words(&self) -> String {
        let what = self.term.doc.replace("{}", &self.args_in_words());
        let what = what.split(';').next().unwrap_or_default().to_owned();
        if self.before { format!("before: {what}") } else { what }
    }

    /// Whether it is the same as another one, of whichever run.
    fn is_the_same(&self, other: &Self) -> bool {
        self.term.name == other.term.name && self.args == other.args
    }

    /// What stands in the parentheses, in words.
    fn args_in_words(&self) -> String {
        match (self.term.takes, &self.args[..]) {
            (Takes::Read, [object, read]) => match read.as_str() {
                "point" => format!("one row of `{object}`"),
                "entity" => format!("all rows of one entity from `{object}`"),
                "newest" => format!("the newest rows from `{object}`"),
                "last-hour" => format!("the last hour from `{object}`"),
                _ => format!("every row of `{object}`"),
            },
            (takes, [first, on @ ..]) => {
                let is_severity = || SEVERITIES.iter().any(|(name, _)| name == first);
                let first = match takes {
                    Takes::Pattern => first.replace('-', " "),
                    Takes::Findings if is_severity() => format!("severity {first}"),
                    _ => format!("`{first}`"),
                };
                on.iter().fold(first, |words, on| words + " on `" + on + "`")
            }
            (_, []) => String::new(),
        }
    }

    pub(super) fn measure(&self, scene: &Scene<'_>) -> Measured {
        (self.term.measure)(&scene.of(self.before), &self.args)
    }
}

impl Check {
    /// What it asks for, in words.
    #[must_use]
    pub fn words(&self) -> String {
        let (what, op, unit) = (self.left.words(), self.op, self.left.term.unit);
        match &self.right {
            Value::Number(value) if unit == Unit::Yes && op == Op::Equal => {
                let what = what.trim_end_matches(" exists");
                format!("{what} {}", if *value > 0.0 { "exists" } else { "does not exist" })
            }
            Value::Number(0.0) if unit == Unit::Count && op == Op::Equal => format!("no {what}"),
            Value::Number(value) => format!("{what}: {}{}", op.words(), unit.show(*value)),
            Value::Asked(other) if other.before && other.is_the_same(&self.left) => {
                format!("{what}: {}what it was before", op.words())
            }
            Value::Asked(other) => format!("{what}: {}{}", op.words(), other.words()),
        }
    }
}
