//! Near misses: a statement changed in one place, as people and programs change them.

use super::grammar::{Grammar, Kind, Made, Token};
use crate::random_rows::Random;

/// What the change was, and the tokens after it.
pub(super) struct Miss {
    pub(super) tokens: Vec<Token>,
    /// The change is inside an expression or a query.
    pub(super) inside: bool,
}

/// Clauses of other databases, and of places where Spanner has none.
const HABITS: &[&str] = &[
    "UNIQUE",
    "UNSIGNED",
    "ENGINE = InnoDB",
    "COMMENT 'x'",
    "CHARACTER SET utf8",
    "COLLATE \"C\"",
    "TABLESPACE fast",
    "USING btree",
    "NULLS FIRST",
    "CASCADE",
    "RESTRICT",
    "NOT VALID",
    "NO INHERIT",
    "DEFERRABLE",
    "INITIALLY DEFERRED",
    "IF EXISTS",
    "IF NOT EXISTS",
    "ONLY",
    "CONCURRENTLY",
    "AUTO_INCREMENT",
    "NULL",
    "NOT NULL",
    "CHECK ( a > 1 )",
    "REFERENCES t1 ( a )",
    "INCLUDE ( b )",
    "STORING ( b )",
    "WITH ( fillfactor = 70 )",
    "INHERITS ( t1 )",
    "PARTITION BY RANGE ( a )",
    "ON UPDATE CASCADE",
    "ON DELETE SET NULL",
    "AFTER b",
    "FIRST",
    "VISIBLE",
    "STORED",
    "ENFORCED",
    "MATCH FULL",
    "CONSTRAINT x",
    "OPTIONS ( x = 1 )",
    "PRIMARY KEY",
    "PRIMARY KEY ( a )",
    "OR REPLACE",
    "TEMP",
    "@{x=1}",
];

/// What may stand in an expression and breaks it.
const BROKEN: &[&str] =
    &["a b c", "a +", "1 +", "a >", "(a", "a)", "", "CASE WHEN a", "'x", "a AND", "f(1", ", a"];

/// Changes a statement in one place; `None` where it has no such place.
pub(super) fn miss(
    made: &Made,
    random: &mut Random,
    own: &Grammar,
    other: &Grammar,
) -> Option<Miss> {
    let tokens = made.tokens.clone();
    let changed = match random.below(14) {
        0 | 1 => dropped(tokens, random),
        2 => doubled(tokens, random),
        3 => swapped(tokens, random),
        4 | 5 => other_word(tokens, random)?,
        6 | 7 => other_order(made, random)?,
        8 => emptied(made, random)?,
        9 => other_literal(tokens, random, own)?,
        10 => {
            let more = foreign_clause(other, random);
            inserted(made, random, more)
        }
        11 => {
            let more = habit(HABITS[random.below(HABITS.len())]);
            inserted(made, random, more)
        }
        12 => one_comma_more(made, random)?,
        _ => return broken_inside(tokens, random),
    };
    if changed == made.tokens || changed.is_empty() {
        return None;
    }
    Some(Miss { tokens: changed, inside: false })
}

fn dropped(mut tokens: Vec<Token>, random: &mut Random) -> Vec<Token> {
    tokens.remove(random.below(tokens.len()));
    tokens
}

fn doubled(mut tokens: Vec<Token>, random: &mut Random) -> Vec<Token> {
    let at = random.below(tokens.len());
    tokens.insert(at, tokens[at].clone());
    tokens
}

fn swapped(mut tokens: Vec<Token>, random: &mut Random) -> Vec<Token> {
    if tokens.len() > 1 {
        let at = random.below(tokens.len() - 1);
        tokens.swap(at, at + 1);
    }
    tokens
}

/// Another keyword of the same place, or of any.
fn other_word(mut tokens: Vec<Token>, random: &mut Random) -> Option<Vec<Token>> {
    let words: Vec<usize> = (0..tokens.len()).filter(|&at| tokens[at].kind == Kind::Word).collect();
    let at = *random.pick(&words);
    let of_all: Vec<String> = words.iter().map(|&at| tokens[at].text.clone()).collect();
    let others = if tokens[at].others.len() > 1 { tokens[at].others.clone() } else { of_all };
    tokens[at].text = random.pick(&others).clone();
    Some(tokens)
}

/// Two neighbours of a sequence in the other order.
fn other_order(made: &Made, random: &mut Random) -> Option<Vec<Token>> {
    let sequences: Vec<_> = made.parts.iter().filter(|parts| parts.len() > 1).collect();
    if sequences.is_empty() {
        return None;
    }
    let parts = *random.pick(&sequences);
    let at = random.below(parts.len() - 1);
    let (one, two) = (parts[at].clone(), parts[at + 1].clone());
    let mut tokens = made.tokens[..one.start].to_vec();
    tokens.extend_from_slice(&made.tokens[two.clone()]);
    tokens.extend_from_slice(&made.tokens[one]);
    tokens.extend_from_slice(&made.tokens[two.end..]);
    Some(tokens)
}

/// A list with nothing in it.
fn emptied(made: &Made, random: &mut Random) -> Option<Vec<Token>> {
    if made.lists.is_empty() {
        return None;
    }
    let list = random.pick(&made.lists).clone();
    let mut tokens = made.tokens.clone();
    tokens.drain(list);
    Some(tokens)
}

/// A literal or a name of another kind, a reserved word for a name.
fn other_literal(mut tokens: Vec<Token>, random: &mut Random, own: &Grammar) -> Option<Vec<Token>> {
    let places: Vec<usize> = (0..tokens.len())
        .filter(|&at| matches!(tokens[at].kind, Kind::Name | Kind::Int | Kind::Str))
        .collect();
    if places.is_empty() {
        return None;
    }
    let at = *random.pick(&places);
    let reserved: Vec<&String> = own.reserved.iter().collect();
    tokens[at] = match random.below(5) {
        0 => Token::new("5", Kind::Int),
        1 => Token::new("'text'", Kind::Str),
        2 => Token::new("word", Kind::Name),
        3 => Token::new(reserved[random.below(reserved.len())], Kind::Word),
        _ => Token::new("1.5", Kind::Mark),
    };
    Some(tokens)
}

/// Tokens at the end of a part.
fn inserted(made: &Made, random: &mut Random, more: Vec<Token>) -> Vec<Token> {
    let mut ends: Vec<usize> = made.parts.iter().flatten().map(|part| part.end).collect();
    ends.push(made.tokens.len());
    let at = *random.pick(&ends);
    let mut tokens = made.tokens.clone();
    tokens.splice(at..at, more);
    tokens
}

fn foreign_clause(other: &Grammar, random: &mut Random) -> Vec<Token> {
    let clauses = other.clauses();
    let clause = *random.pick(&clauses[..]);
    other.make(clause, random, true).tokens
}

fn habit(text: &str) -> Vec<Token> {
    let kind = |word: &str| match word.chars().next() {
        Some('0'..='9') => Kind::Int,
        Some('\'') => Kind::Str,
        Some('"') => Kind::Name,
        Some(c) if c.is_ascii_lowercase() => Kind::Name,
        Some(c) if c.is_ascii_alphabetic() => Kind::Word,
        _ => Kind::Mark,
    };
    text.split_whitespace().map(|word| Token::new(word, kind(word))).collect()
}

fn one_comma_more(made: &Made, random: &mut Random) -> Option<Vec<Token>> {
    if made.lists.is_empty() {
        return None;
    }
    let list = random.pick(&made.lists).clone();
    let at = if random.below(2) == 0 { list.start } else { list.end };
    let mut tokens = made.tokens.clone();
    tokens.insert(at, Token::new(",", Kind::Mark));
    Some(tokens)
}

fn broken_inside(mut tokens: Vec<Token>, random: &mut Random) -> Option<Miss> {
    let places: Vec<usize> =
        (0..tokens.len()).filter(|&at| tokens[at].kind == Kind::Inner).collect();
    if places.is_empty() {
        return None;
    }
    let at = *random.pick(&places);
    tokens[at].text = BROKEN[random.below(BROKEN.len())].to_owned();
    Some(Miss { tokens, inside: true })
}
