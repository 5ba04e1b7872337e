//! One value of a row as it is written, and what it says.

use std::borrow::Cow;

use super::copy_format::CopyFormat;
use super::find::find_either;

/// How rows are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// Tuples of MySQL or PostgreSQL.
    Tuple { mysql: bool },
    /// Lines of COPY.
    Copy(CopyFormat),
}

/// A value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cell<'a> {
    /// NULL.
    Null,
    /// A text between quotes, or the text of a COPY.
    Text(&'a [u8], Escapes),
    /// A number.
    Number(&'a [u8]),
    /// Something else: bytes, an expression.
    Other(&'a [u8]),
}

/// What stands for a character in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Escapes {
    /// Its quote twice.
    Doubled(u8),
    /// Its quote twice, and a backslash before a character.
    Backslash(u8),
    /// A backslash before a character, as in the rows of COPY.
    Copy,
    /// CSV: this before the quote or itself.
    Before { escape: u8, quote: u8 },
}

impl Form {
    /// A value as this form writes it.
    pub(crate) fn cell(self, said: &[u8]) -> Cell<'_> {
        match self {
            Self::Tuple { mysql } => Cell::of_tuple(said, mysql),
            Self::Copy(format) => Cell::of_copy(said, format),
        }
    }
}

impl<'a> Cell<'a> {
    /// A value of a tuple.
    fn of_tuple(said: &'a [u8], mysql: bool) -> Self {
        let said = said.trim_ascii();
        let Some(&first) = said.first() else { return Self::Other(said) };
        match first {
            b'\'' | b'"' => {
                Self::text(said, if mysql { Escapes::Backslash } else { Escapes::Doubled })
            }
            b'E' | b'e' | b'N' | b'n' if said.get(1) == Some(&b'\'') => {
                let escapes = mysql || first.eq_ignore_ascii_case(&b'E');
                let escapes = if escapes { Escapes::Backslash } else { Escapes::Doubled };
                Self::text(&said[1..], escapes)
            }
            b'n' | b'N' if said.eq_ignore_ascii_case(b"null") => Self::Null,
            b'0'..=b'9' | b'-' | b'.' | b'+' if !said.starts_with(b"0x") => Self::Number(said),
            _ => Self::Other(said),
        }
    }

    /// A value of a line of COPY.
    fn of_copy(said: &'a [u8], format: CopyFormat) -> Self {
        let CopyFormat { csv, quote, escape, .. } = format;
        if format.is_null(said) {
            return Self::Null;
        }
        if !csv {
            return Self::Text(said, Escapes::Copy);
        }
        match said.strip_prefix(&[quote]).map(|it| it.strip_suffix(&[quote])) {
            Some(Some(inner)) if escape == quote => Self::Text(inner, Escapes::Doubled(quote)),
            Some(Some(inner)) => Self::Text(inner, Escapes::Before { escape, quote }),
            // Quotes in the middle of a value.
            _ if said.contains(&quote) => Self::Other(said),
            _ => Self::Text(said, Escapes::Doubled(quote)),
        }
    }

    /// A text in quotes, unless something follows them.
    fn text(said: &'a [u8], escapes: fn(u8) -> Escapes) -> Self {
        let mark = said[0];
        match said.strip_suffix(&[mark]).and_then(|it| it.get(1..)) {
            Some(inner) => Self::Text(inner, escapes(mark)),
            None => Self::Other(said),
        }
    }

    /// The text or number that it says; `None` for NULL and what is not understood.
    pub(crate) fn said(&self) -> Option<Cow<'a, [u8]>> {
        match *self {
            Self::Null | Self::Other(_) => None,
            Self::Number(said) => Some(Cow::Borrowed(said)),
            Self::Text(said, escapes) => Some(decoded(said, escapes)),
        }
    }
}

impl Escapes {
    fn is_special(self, byte: u8) -> bool {
        match self {
            Self::Doubled(mark) => byte == mark,
            Self::Backslash(mark) => byte == mark || byte == b'\\',
            Self::Copy => byte == b'\\',
            Self::Before { escape, .. } => byte == escape,
        }
    }

    /// Characters of a text.
    pub(crate) fn characters(self, said: &[u8]) -> u64 {
        let (one, other) = match self {
            Self::Doubled(mark) => (mark, mark),
            Self::Backslash(mark) => (mark, b'\\'),
            Self::Copy => (b'\\', b'\\'),
            Self::Before { escape, .. } => (escape, escape),
        };
        let (mut pairs, mut at) = (0, 0);
        while let Some(len) = find_either(&said[at..], one, other) {
            at += len + 2;
            if at > said.len() {
                break;
            }
            pairs += 1;
        }
        let starts = said.iter().filter(|&&b| (b & 0xC0) != 0x80).count();
        (starts - pairs) as u64
    }
}

/// A text without its escapes.
fn decoded(said: &[u8], escapes: Escapes) -> Cow<'_, [u8]> {
    let special = |b: u8| escapes.is_special(b);
    if !said.iter().any(|&b| special(b)) {
        return Cow::Borrowed(said);
    }
    let mut out = Vec::with_capacity(said.len());
    let mut at = 0;
    while let Some(&byte) = said.get(at) {
        at += 1;
        if !special(byte) {
            out.push(byte);
            continue;
        }
        let next = said.get(at).copied();
        at += 1;
        match (next, escapes) {
            (Some(next), Escapes::Before { escape, quote }) if next == escape || next == quote => {
                out.push(next);
            }
            (Some(next), Escapes::Before { .. }) => out.extend_from_slice(&[byte, next]),
            (Some(next), _) if byte == b'\\' => out.push(escaped(next)),
            (Some(_) | None, _) => out.push(byte),
        }
    }
    Cow::Owned(out)
}

/// What a byte behind a backslash stands for.
fn escaped(byte: u8) -> u8 {
    match byte {
        b'n' => b'\n',
        b't' => b'\t',
        b'r' => b'\r',
        b'b' => 8,
        b'0' => 0,
        b'Z' => 26,
        other => other,
    }
}
