//! The short way through plain text: blanks, bare words, whole numbers and marks that can be
//! nothing else, which is most of any DDL. All other text is the tokenizer's.
//!
//! What is read here is exactly what the tokenizer gives for it; a test in `lex` holds the two
//! against each other.

use super::tree::TokenKind;

/// What a byte can begin.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    /// A run of blanks.
    Blank,
    /// A word, or the prefix of a string.
    Letter,
    /// A number.
    Digit,
    /// A mark that no other character joins.
    Mark,
    /// A mark, or a number that begins with its point.
    Dot,
    /// A mark, unless another operator character follows.
    Operator,
    /// What only the tokenizer reads.
    Other,
}

/// The class of every byte.
const CLASS: [Class; 256] = {
    let mut table = [Class::Other; 256];
    let mut byte = 0;
    while byte < 128 {
        #[expect(clippy::cast_possible_truncation, reason = "the loop ends at 128")]
        let class = match byte as u8 {
            b' ' | b'\t' | b'\r' | b'\n' => Class::Blank,
            b'a'..=b'z' | b'A'..=b'Z' | b'_' => Class::Letter,
            b'0'..=b'9' => Class::Digit,
            b'(' | b')' | b'[' | b']' | b'{' | b'}' | b',' | b';' | b'+' | b'*' => Class::Mark,
            b'.' => Class::Dot,
            b'<' | b'>' | b'=' => Class::Operator,
            _ => Class::Other,
        };
        table[byte] = class;
        byte += 1;
    }
    table
};

/// The token that `rest` begins with, if it is plain: its kind and its length.
#[inline]
pub(super) fn token(rest: &[u8]) -> Option<(TokenKind, usize)> {
    let run = |of: fn(Class) -> bool| {
        1 + rest[1..].iter().take_while(|&&byte| of(CLASS[byte as usize])).count()
    };
    match CLASS[*rest.first()? as usize] {
        Class::Blank => Some((TokenKind::Blank, run(|class| class == Class::Blank))),
        Class::Letter => {
            let len = run(|class| matches!(class, Class::Letter | Class::Digit));
            ends_word(rest.get(len)).then_some((TokenKind::Word, len))
        }
        Class::Digit => {
            let len = run(|class| class == Class::Digit);
            ends_number(rest.get(len)).then_some((TokenKind::Number, len))
        }
        Class::Mark => Some((TokenKind::Mark, 1)),
        Class::Dot => {
            (!rest.get(1).is_some_and(u8::is_ascii_digit)).then_some((TokenKind::Mark, 1))
        }
        Class::Operator => ends_operator(rest.get(1)).then_some((TokenKind::Mark, 1)),
        Class::Other => None,
    }
}

/// Whether a word ends before this byte, and is no prefix: before a quote it may be one, and
/// before `$`, `&` or a letter beyond ASCII it may go on.
fn ends_word(next: Option<&u8>) -> bool {
    next.is_none_or(|byte| byte.is_ascii() && !matches!(byte, b'\'' | b'"' | b'`' | b'$' | b'&'))
}

/// Whether digits end before this byte: no point, exponent or `0x` follows.
fn ends_number(next: Option<&u8>) -> bool {
    next.is_none_or(|&byte| matches!(CLASS[byte as usize], Class::Blank | Class::Mark))
}

/// Whether `<`, `>` or `=` stands alone before this byte.
fn ends_operator(next: Option<&u8>) -> bool {
    next.is_none_or(|&byte| {
        matches!(CLASS[byte as usize], Class::Blank | Class::Letter | Class::Digit | Class::Mark)
    })
}
