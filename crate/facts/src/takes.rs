//! What a fact of a directive takes besides its name, and how it is read.

use crate::directive::Directive;
use crate::quantity::quantity;
use crate::roles::read_shape::{READ_WORDS, ReadShape};
use crate::syntax::tree::DirectiveFact;

/// What a fact takes besides its name, and what it states with that.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Takes {
    /// Nothing.
    Nothing(Directive<'static>),
    /// A number in brackets, which may be left out. One behind the sign has to be in range, too, and
    /// is not used.
    MaybeBracketed(Range, fn(Option<f64>) -> Directive<'static>),
    /// A number in brackets or behind the sign, which may be left out.
    MaybeNumber(Range, fn(Option<f64>) -> Directive<'static>),
    /// A number in brackets or behind the sign.
    Number(Range, fn(f64) -> Directive<'static>),
    /// A number behind the sign.
    Value(Range, fn(f64) -> Directive<'static>),
    /// One of these words behind the sign.
    Word(&'static [&'static str], fn(&str) -> Option<Directive<'_>>),
    /// A way of reading behind the sign; or one in brackets and a number behind the sign.
    Reads(Range),
    /// A column in brackets and a shape behind the sign, which are read where the table is known.
    Skew,
    /// Ids of rules in brackets.
    Rules(fn(&[String]) -> Directive<'_>),
}

/// The least and the most that a number may be.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Range {
    pub(crate) least: f64,
    pub(crate) most: f64,
}

/// The range from the least to the most.
pub(crate) const fn range(least: f64, most: f64) -> Range {
    Range { least, most }
}

impl Takes {
    /// The words it takes behind the sign, where it takes one of a few.
    pub(crate) fn words(self) -> &'static [&'static str] {
        match self {
            Self::Word(words, _) => words,
            Self::Reads(_) => READ_WORDS,
            _ => &[],
        }
    }

    /// What the fact states, or what was expected.
    pub(crate) fn read(self, fact: &DirectiveFact) -> Result<Directive<'_>, String> {
        let (bracketed, value) = (fact.args.first(), fact.value.as_ref());
        let either = bracketed.or(value);
        match self {
            Self::Nothing(states) => {
                let alone = fact.args.is_empty() && value.is_none();
                if alone { Ok(states) } else { Err(format!("nothing after `{}`", fact.name)) }
            }
            Self::MaybeBracketed(range, states) => {
                let number = either.map(|said| range.read(Some(said))).transpose()?;
                Ok(states(number.filter(|_| bracketed.is_some())))
            }
            Self::MaybeNumber(range, states) => {
                Ok(states(either.map(|said| range.read(Some(said))).transpose()?))
            }
            Self::Number(range, states) => Ok(states(range.read(either)?)),
            Self::Value(range, states) => Ok(states(range.read(value)?)),
            Self::Word(words, states) => {
                let said = known_word(words, value.map_or("", String::as_str))?;
                states(said).ok_or_else(|| expected_words(words, said))
            }
            Self::Reads(rate) => match bracketed {
                Some(said) => {
                    let shape =
                        read_shape(said).map_err(|wrong| format!("{wrong} in the parentheses"))?;
                    Ok(Directive::ReadRate(shape, rate.read(value)?))
                }
                None => Ok(Directive::Reads(read_shape(value.map_or("", String::as_str))?)),
            },
            Self::Skew => Ok(Directive::Skew),
            Self::Rules(_) if fact.args.is_empty() => {
                Err("the id of a rule in parentheses".to_owned())
            }
            Self::Rules(states) => Ok(states(&fact.args)),
        }
    }
}

impl Range {
    /// The number, or what was expected if it is not within the range.
    fn read(self, said: Option<&String>) -> Result<f64, String> {
        let number = said.and_then(|said| quantity(said));
        if let Some(number) = number.filter(|number| (self.least..=self.most).contains(number)) {
            return Ok(number);
        }
        let kind = if self.most <= 1.0 { "share" } else { "number" };
        let found = said.map_or(String::new(), |said| format!(", found `{said}`"));
        Err(format!("a {kind} from {} to {}{found}", shown(self.least), shown(self.most)))
    }
}

/// A bound in the shortest way in which people write it.
fn shown(bound: f64) -> String {
    let (digits, power) = (format!("{bound}"), format!("{bound:e}"));
    if bound >= 1.0 && power.len() < digits.len() { power } else { digits }
}

/// A way of reading, or what was expected.
fn read_shape(said: &str) -> Result<ReadShape, String> {
    ReadShape::of_word(said).ok_or_else(|| expected_words(READ_WORDS, said))
}

/// The word, or what was expected if it is none of `words`.
fn known_word<'a>(words: &[&str], said: &'a str) -> Result<&'a str, String> {
    if words.contains(&said) { Ok(said) } else { Err(expected_words(words, said)) }
}

fn expected_words(words: &[&str], said: &str) -> String {
    let found = if said.is_empty() { String::new() } else { format!(", found `{said}`") };
    let list: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
    format!("{}{found}", list.join(" or "))
}
