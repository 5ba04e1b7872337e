//! What the prose of a lesson takes from a run, and what it lets a reader set: links in Markdown,
//! as in `[3,494](run:served)` and `[ten nodes](set:nodes=2..30)`.
//!
//! The words stand in the file, so a lesson reads as written without an engine. Playing the lesson
//! compares them with the run they name.

use std::iter;

use crate::lesson::check::Asked;
use crate::lesson::measured::Unit;

/// Words that state what a run gives.
#[derive(Clone, Debug)]
pub struct Mark {
    /// The words, as in `about 3,500`.
    pub words: String,
    /// Its line in the file.
    pub line: u32,
    /// What is run.
    pub of: Text,
    /// What is measured.
    pub asked: Asked,
    /// What the run is set to, where that is not what the lesson says.
    pub set: Setting,
    /// The number in the words; `None` where they name something that has to be there.
    pub number: Option<Stated>,
}

/// A schema of the lesson.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Text {
    /// The starter.
    Starter,
    /// The solution.
    Solution,
    /// A wrong answer, counted from 0.
    Wrong(usize),
    /// The schema after a step, counted from 0 among those that the lesson gives.
    After(usize),
}

/// What a run is set to beside the lesson.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Setting {
    /// Nodes.
    pub nodes: Option<f64>,
    /// Rows written per second over the whole schema: all rates are scaled alike.
    pub writes: Option<f64>,
}

/// A number in words.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stated {
    /// The number, in the unit of what is measured.
    pub value: f64,
    /// How far the run may be from it.
    pub within: f64,
}

/// Words that say that a number is rounded.
const ROUNDED: [&str; 6] = ["about", "almost", "around", "nearly", "roughly", "some"];

/// How far a rounded number may be from the exact one (our choice: what a reader beside the exact
/// number takes for the same).
const ROUNDED_MOST: f64 = 0.05;

/// Numbers that prose writes as words, from 0.
const WORDS: [&str; 21] = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
    "twenty",
];

/// The first number in some words, and its decimal places: digits or a word up to twenty.
#[must_use]
pub fn number_in(words: &str) -> Option<(f64, usize)> {
    words.split(|c: char| c.is_whitespace() || c == '-' || c == '×').find_map(|word| {
        let word = word.trim_matches(|c: char| !c.is_ascii_alphanumeric());
        let digits: String = word
            .chars()
            .take_while(|c| c.is_ascii_digit() || matches!(c, ',' | '.'))
            .filter(|c| *c != ',')
            .collect();
        if digits.is_empty() {
            let at = WORDS.iter().position(|known| known.eq_ignore_ascii_case(word))?;
            return Some((at as f64, 0));
        }
        let places = digits.split_once('.').map_or(0, |(_, places)| places.len());
        Some((digits.parse().ok()?, places))
    })
}

impl Stated {
    /// The number in some words, in a unit.
    #[must_use]
    pub fn find(words: &str, unit: Unit) -> Option<Self> {
        let (value, places) = number_in(words)?;
        let exact = 0.5 * iter::repeat_n(0.1, places).product::<f64>();
        let has = |one: &str| words.split_whitespace().any(|word| word.eq_ignore_ascii_case(one));
        let within =
            if ROUNDED.iter().any(|word| has(word)) { ROUNDED_MOST * value } else { exact };
        let scale = if unit != Unit::Milliseconds {
            1.0
        } else if has("s") || has("second") || has("seconds") {
            1_000.0
        } else if has("min") || has("minute") || has("minutes") {
            60_000.0
        } else {
            1.0
        };
        Some(Self { value: value * scale, within: within.max(exact) * scale })
    }

    /// Whether a value is what the words state.
    pub(super) fn fits(self, value: f64) -> bool {
        // What lies between two digits may be rounded to either of them.
        (value - self.value).abs() <= self.within * (1.0 + 1e-9)
    }
}
