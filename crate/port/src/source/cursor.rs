//! The tokens of one statement, blanks and comments aside, and the questions that a grammar asks of
//! them. It goes forward only, but for marks that a caller keeps.

use super::Database;
use super::limits::NESTING_MAX;
use super::name::Name;
use super::split::Piece;
use crate::text::{Span, at};
use hotsplit_syntax::source::tokens_of;
use hotsplit_syntax::tree::{Token, TokenKind};

/// A place in the tokens of a statement.
pub(super) struct Cursor<'a> {
    pub(super) text: &'a str,
    pub(super) database: Database,
    pub(super) tokens: Vec<Token>,
    pub(super) at: usize,
    pub(super) depth: usize,
    /// Strings that were read although some of their bytes are no UTF-8.
    pub(super) odd: Vec<Span>,
}

impl<'a> Cursor<'a> {
    pub(super) fn new(text: &'a str, database: Database, piece: &Piece) -> Self {
        let start = piece.span.start;
        let said = piece.span.of(text);
        let tokens = if piece.blanks.is_empty() {
            tokens_of(said, database)
        } else {
            let mut bytes = said.as_bytes().to_vec();
            for blank in &piece.blanks {
                let range = (blank.start - start) as usize..(blank.end - start) as usize;
                if let Some(bytes) = bytes.get_mut(range) {
                    bytes.fill(b' ');
                }
            }
            tokens_of(&String::from_utf8_lossy(&bytes), database)
        };
        let counts = |token: &Token| !matches!(token.kind, TokenKind::Blank | TokenKind::Comment);
        let tokens = tokens
            .iter()
            .filter(counts)
            .map(|it| Token {
                kind: it.kind,
                span: Span::new(it.span.start + start, it.span.end + start),
            })
            .collect();
        Self { text, database, tokens, at: 0, depth: 0, odd: Vec::new() }
    }

    pub(super) fn mysql(&self) -> bool {
        self.database == Database::MySql
    }

    pub(super) fn token(&self, ahead: usize) -> Option<Token> {
        self.tokens.get(self.at + ahead).copied()
    }

    pub(super) fn said(&self, ahead: usize) -> &'a str {
        self.token(ahead).map_or("", |token| token.span.of(self.text))
    }

    pub(super) fn done(&self) -> bool {
        self.at >= self.tokens.len()
    }

    /// Whether the next token is this bare word or this mark.
    pub(super) fn is(&self, word: &str) -> bool {
        self.is_at(0, word)
    }

    pub(super) fn is_at(&self, ahead: usize, word: &str) -> bool {
        let kind = self.token(ahead).map(|token| token.kind);
        let bare = !matches!(kind, Some(TokenKind::QuotedName | TokenKind::String) | None);
        bare && self.said(ahead).eq_ignore_ascii_case(word)
    }

    /// Whether these words follow, apart by blanks.
    pub(super) fn are(&self, words: &str) -> bool {
        words.split(' ').enumerate().all(|(ahead, word)| self.is_at(ahead, word))
    }

    pub(super) fn any(&self, words: &[&str]) -> bool {
        words.iter().any(|word| self.are(word))
    }

    /// Takes these words if they follow.
    pub(super) fn eat(&mut self, words: &str) -> bool {
        let follow = self.are(words);
        if follow {
            self.at += words.split(' ').count();
        }
        follow
    }

    pub(super) fn eat_any(&mut self, words: &[&str]) -> bool {
        words.iter().any(|word| self.eat(word))
    }

    /// Where the next token starts.
    pub(super) fn start(&self) -> u32 {
        let last = || self.tokens.last().map_or(0, |token| token.span.end);
        self.token(0).map_or_else(last, |token| token.span.start)
    }

    /// From a byte to the end of the token before.
    pub(super) fn since(&self, start: u32) -> Span {
        let before = self.at.checked_sub(1).and_then(|at| self.tokens.get(at));
        Span::new(start, before.map_or(start, |token| token.span.end).max(start))
    }

    /// From a byte to the end of the statement.
    pub(super) fn skip_to_end(&mut self, start: u32) -> Span {
        self.at = self.tokens.len();
        self.since(start)
    }

    /// Goes past a group in parentheses, if one opens here.
    pub(super) fn skip_group(&mut self) -> Option<Span> {
        if !self.any(&["(", "["]) {
            return None;
        }
        let start = self.start();
        let mut depth = 0_usize;
        while !self.done() {
            if self.any(&["(", "["]) {
                depth += 1;
            } else if self.any(&[")", "]"]) {
                depth = depth.saturating_sub(1);
            }
            self.at += 1;
            if depth == 0 {
                break;
            }
        }
        Some(self.since(start))
    }

    /// Goes to the next comma or closing parenthesis of this level.
    pub(super) fn skip_element(&mut self) -> Span {
        let start = self.start();
        while !self.done() && !self.any(&[",", ")", ";"]) {
            if self.skip_group().is_none() {
                self.at += 1;
            }
        }
        self.since(start)
    }

    /// A name without dots, if one follows.
    pub(super) fn word(&mut self) -> Option<(String, Span)> {
        let token = self.token(0)?;
        let said = token.span.of(self.text);
        let name = match token.kind {
            TokenKind::QuotedName => unquoted(said),
            TokenKind::Word if self.mysql() => said.to_owned(),
            TokenKind::Word => said.to_lowercase(),
            TokenKind::String if self.mysql() => string_value(said, self.database)?,
            _ => return None,
        };
        self.at += 1;
        Some((name, token.span))
    }

    /// A name that may have a schema before its dot.
    pub(super) fn name(&mut self) -> Option<Name> {
        let (mut name, mut span) = self.word()?;
        let mut schema = None;
        while self.is(".") {
            self.at += 1;
            let Some((next, its)) = self.word() else { break };
            schema = Some(std::mem::replace(&mut name, next));
            span = span.to(its);
        }
        if self.database == Database::PostgreSql {
            schema = schema.filter(|it| !matches!(it.as_str(), "public" | "pg_catalog"));
        }
        Some(Name { schema, name, span })
    }

    /// A string literal, if one follows.
    pub(super) fn string(&mut self) -> Option<(String, Span)> {
        let token = self.token(0).filter(|token| token.kind == TokenKind::String)?;
        let value = string_bytes(token.span.of(self.text), self.database)?;
        self.at += 1;
        let value = String::from_utf8(value).unwrap_or_else(|odd| {
            self.odd.push(token.span);
            String::from_utf8_lossy(odd.as_bytes()).into_owned()
        });
        Some((value, token.span))
    }

    /// A whole number, if one follows.
    pub(super) fn number(&mut self) -> Option<u64> {
        let token = self.token(0).filter(|token| token.kind == TokenKind::Number)?;
        let value = token.span.of(self.text).parse().ok()?;
        self.at += 1;
        Some(value)
    }

    /// Goes one level down, unless the text is nested too deep.
    pub(super) fn enter(&mut self) -> bool {
        self.depth += 1;
        self.depth <= NESTING_MAX
    }

    pub(super) fn leave(&mut self) {
        self.depth -= 1;
    }

    /// Where other statements begin in CREATE TABLE or ALTER TABLE which are not closed.
    pub(super) fn cuts(&self) -> Vec<u32> {
        if !self.any(&["create table", "alter table"]) {
            return Vec::new();
        }
        let said = |token: &Token| token.span.of(self.text);
        let pairs = self.tokens.windows(3).skip(2).filter(|it| {
            let gap = it[0].span.end as usize..it[1].span.start as usize;
            let first =
                ["create", "alter"].iter().any(|word| said(&it[1]).eq_ignore_ascii_case(word));
            first && it[2].kind == TokenKind::Word && self.text[gap].contains('\n')
        });
        let begins = ["table", "index", "unique", "sequence", "view", "type"];
        let pairs =
            pairs.filter(|it| begins.iter().any(|word| said(&it[2]).eq_ignore_ascii_case(word)));
        pairs.map(|it| it[1].span.start).collect()
    }

    /// Where the statement ends, for a caller without tokens.
    pub(super) fn end(&self) -> u32 {
        self.tokens.last().map_or_else(|| at(self.text.len()), |token| token.span.end)
    }
}

/// A name without its quotes.
pub(super) fn unquoted(said: &str) -> String {
    let Some(quote) = said.chars().next().filter(|c| matches!(c, '`' | '"')) else {
        return said.to_owned();
    };
    let inner = said.strip_prefix(quote).unwrap_or(said);
    let inner = inner.strip_suffix(quote).unwrap_or(inner);
    inner.replace(&format!("{quote}{quote}"), &quote.to_string())
}

/// The value of a string literal; `None` where it is one of bytes or bits, or none in UTF-8.
pub(super) fn string_value(said: &str, database: Database) -> Option<String> {
    String::from_utf8(string_bytes(said, database)?).ok()
}

/// The same in bytes, which escapes may state one by one.
pub(super) fn string_bytes(said: &str, database: Database) -> Option<Vec<u8>> {
    if let Some(rest) = said.strip_prefix('$') {
        let tag = rest.find('$')? + 2;
        return said.get(tag..said.len().checked_sub(tag)?).map(|it| it.as_bytes().to_vec());
    }
    let quote = said.find(['\'', '"'])?;
    let prefix = &said[..quote];
    let escapes = database == Database::MySql || prefix.eq_ignore_ascii_case("e");
    if !matches!(prefix.to_ascii_lowercase().as_str(), "" | "e" | "n") {
        return None;
    }
    let mark = said[quote..].chars().next()?;
    let inner = said[quote + 1..].strip_suffix(mark)?;
    let mut value = Vec::with_capacity(inner.len());
    let mut rest = inner.as_bytes();
    while let [byte, after @ ..] = rest {
        rest = after;
        if *byte == mark as u8 {
            rest = rest.get(1..).unwrap_or_default();
        } else if *byte == b'\\' && escapes {
            rest = match database {
                Database::MySql => mysql_escape(rest, &mut value),
                Database::PostgreSql => postgresql_escape(rest, &mut value)?,
            };
            continue;
        }
        value.push(*byte);
    }
    Some(value)
}

/// Takes what is behind a backslash of MySQL; gives what follows.
fn mysql_escape<'a>(said: &'a [u8], value: &mut Vec<u8>) -> &'a [u8] {
    let [byte, rest @ ..] = said else { return said };
    // They are escapes of LIKE, and stay.
    if matches!(byte, b'%' | b'_') {
        value.push(b'\\');
    }
    value.push(match byte {
        b'n' => b'\n',
        b't' => b'\t',
        b'r' => b'\r',
        b'0' => 0,
        b'b' => 8,
        b'Z' => 0x1a,
        other => *other,
    });
    rest
}

/// Takes what is behind a backslash of PostgreSQL; gives what follows. `None` where it names no
/// character.
fn postgresql_escape<'a>(said: &'a [u8], value: &mut Vec<u8>) -> Option<&'a [u8]> {
    let [byte, rest @ ..] = said else { return Some(said) };
    let (digits, radix, least, most) = match byte {
        b'0'..=b'7' => (said, 8, 1, 3),
        b'x' => (rest, 16, 1, 2),
        b'u' => (rest, 16, 4, 4),
        b'U' => (rest, 16, 8, 8),
        _ => (rest, 16, 9, 0),
    };
    let count = digits.iter().take(most).take_while(|it| char::from(**it).is_digit(radix)).count();
    if count < least {
        value.push(match byte {
            b'n' => b'\n',
            b't' => b'\t',
            b'r' => b'\r',
            b'b' => 8,
            b'f' => 0xc,
            b'v' => 0xb,
            b'u' | b'U' => return None,
            other => *other,
        });
        return Some(rest);
    }
    let number = std::str::from_utf8(&digits[..count]).ok()?;
    let number = u32::from_str_radix(number, radix).ok()?;
    if most < 4 {
        // Digits say a byte; several of them may be one character.
        value.push(number.to_le_bytes()[0]);
    } else {
        value.extend_from_slice(char::from_u32(number)?.encode_utf8(&mut [0; 4]).as_bytes());
    }
    Some(&digits[count..])
}
