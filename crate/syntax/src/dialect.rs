//! What the tokenizer must know of a dialect, and which dialect a text is written in.
//!
//! Never name a value of one of sqlparser's own dialects here: its table of functions would pull
//! the whole parser (450 KB) into the WebAssembly. Their type ids are free.

use super::tree::Dialect;
use sqlparser::dialect::{BigQueryDialect, MySqlDialect, PostgreSqlDialect};
use std::any::TypeId;
use std::cmp::Ordering;

/// The dialect as the tokenizer sees it.
#[derive(Debug)]
pub(super) struct Marks(pub(super) Language);

/// Whose tokens they are: Spanner's, or those of a database that a schema comes from. The tokens of
/// PostgreSQL are those of Spanner's PostgreSQL dialect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Language {
    /// One of Spanner's dialects.
    Spanner(Dialect),
    /// MySQL and MariaDB: backticks, strings in either quote, backslash escapes, `#` comments.
    MySql,
}

impl Marks {
    fn googlesql(&self) -> bool {
        self.0 == Language::Spanner(Dialect::GoogleSql)
    }

    fn postgresql(&self) -> bool {
        self.0 == Language::Spanner(Dialect::PostgreSql)
    }

    fn mysql(&self) -> bool {
        self.0 == Language::MySql
    }
}

impl sqlparser::dialect::Dialect for Marks {
    // The tokenizer keys `#` comments, `r'…'` and `b'…'` on the type of its own dialects.
    fn dialect(&self) -> TypeId {
        match self.0 {
            Language::Spanner(Dialect::GoogleSql) => TypeId::of::<BigQueryDialect>(),
            Language::Spanner(Dialect::PostgreSql) => TypeId::of::<PostgreSqlDialect>(),
            Language::MySql => TypeId::of::<MySqlDialect>(),
        }
    }

    fn is_delimited_identifier_start(&self, ch: char) -> bool {
        ch == if self.postgresql() { '"' } else { '`' }
    }

    // Letters beyond ASCII are no GoogleSQL, but as one word they make a better message.
    fn is_identifier_start(&self, ch: char) -> bool {
        ch == '_' || ch.is_alphabetic() || (ch == '@' && self.mysql())
    }

    fn is_identifier_part(&self, ch: char) -> bool {
        ch == '_' || ch.is_alphanumeric() || (ch == '$' && !self.googlesql())
    }

    fn supports_string_literal_backslash_escape(&self) -> bool {
        !self.postgresql()
    }

    fn supports_triple_quoted_string(&self) -> bool {
        self.googlesql()
    }

    fn supports_string_escape_constant(&self) -> bool {
        self.postgresql()
    }

    fn supports_unicode_string_literal(&self) -> bool {
        self.postgresql()
    }

    fn supports_nested_comments(&self) -> bool {
        self.postgresql()
    }

    fn supports_numeric_prefix(&self) -> bool {
        self.mysql()
    }

    fn requires_single_line_comment_whitespace(&self) -> bool {
        self.mysql()
    }

    // Without this `$` is a mark in GoogleSQL, and `${name}` of a template would open a string.
    fn supports_dollar_placeholder(&self) -> bool {
        !self.postgresql()
    }
}

/// Words longer than this tell nothing about the dialect.
const WORD_BYTES_MAX: usize = 24;

/// How much the words of a text speak for either dialect.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Signs {
    googlesql: i64,
    postgresql: i64,
    /// A directive `-- hotsplit: file dialect=pg` settles it.
    said: Option<Dialect>,
}

/// Signs for one dialect that settle it, where there are none for the other (our assumption: two
/// words that the other dialect lacks).
const CLEAR: i64 = 4;

impl Signs {
    /// The side with more words of its own; `None` when even.
    pub(super) fn more(self) -> Option<Dialect> {
        self.said.or(match self.postgresql.cmp(&self.googlesql) {
            Ordering::Greater => Some(Dialect::PostgreSql),
            Ordering::Less => Some(Dialect::GoogleSql),
            Ordering::Equal => None,
        })
    }

    /// Whether that is beyond doubt.
    pub(super) fn clear(self) -> bool {
        let (least, most) =
            (self.googlesql.min(self.postgresql), self.googlesql.max(self.postgresql));
        self.said.is_some() || most >= CLEAR.max(CLEAR * least)
    }
}

/// The side with more words of its own; GoogleSQL when even.
pub(super) fn detect(text: &str) -> Dialect {
    signs(text).more().unwrap_or_default()
}

/// What the words of a text say of its dialect.
pub(super) fn signs(text: &str) -> Signs {
    let bytes = text.as_bytes();
    let mut signs = Signs::default();
    let mut at = 0;
    while at < bytes.len() {
        let rest = &bytes[at..];
        let next = rest.get(1).copied();
        at += match rest[0] {
            b'-' if next == Some(b'-') => {
                let line = until(rest, b'\n');
                if let Some(dialect) = said_in(&rest[..line]) {
                    return Signs { said: Some(dialect), ..signs };
                }
                line
            }
            b'/' if next == Some(b'*') => block_comment(rest),
            // A string that is not closed on its line is more likely an apostrophe.
            b'\'' => 1 + quoted(&rest[1..], b'\''),
            b'"' => 1 + quoted(&rest[1..], b'"'),
            b'`' => {
                signs.googlesql += 2;
                1 + quoted(&rest[1..], b'`')
            }
            b':' if next == Some(b':') => {
                signs.postgresql += 2;
                2
            }
            b'a'..=b'z' | b'A'..=b'Z' | b'_' => {
                let len = rest.iter().take_while(|b| IN_WORD[**b as usize]).count();
                match weight(&rest[..len], rest.get(len).copied()) {
                    more @ 1.. => signs.postgresql += more,
                    less => signs.googlesql -= less,
                }
                len
            }
            _ => rest.iter().take_while(|b| SAYS_NOTHING[**b as usize]).count().max(1),
        };
    }
    signs
}

/// Bytes that a word goes on with.
const IN_WORD: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        #[expect(clippy::cast_possible_truncation, reason = "the loop ends at 256")]
        let said = byte as u8;
        table[byte] = said.is_ascii_alphanumeric() || said == b'_';
        byte += 1;
    }
    table
};

/// Bytes that open nothing and begin no word, so that runs of them are skipped.
const SAYS_NOTHING: [bool; 256] = {
    let mut table = [false; 256];
    let mut marks: &[u8] = b" \t\r\n,;().=<>0123456789";
    while let [first, rest @ ..] = marks {
        table[*first as usize] = true;
        marks = rest;
    }
    table
};

/// Bytes before `mark`, or all.
fn until(bytes: &[u8], mark: u8) -> usize {
    bytes.iter().position(|&b| b == mark).unwrap_or(bytes.len())
}

/// Bytes up to and with the closing quote, 0 when the line ends first.
fn quoted(bytes: &[u8], quote: u8) -> usize {
    match bytes.iter().position(|&b| b == quote || b == b'\n') {
        Some(end) if bytes[end] == quote => end + 1,
        _ => 0,
    }
}

fn block_comment(bytes: &[u8]) -> usize {
    bytes.windows(2).position(|two| two == b"*/").map_or(bytes.len(), |end| end + 2)
}

/// The dialect that a directive in this comment states.
fn said_in(comment: &[u8]) -> Option<Dialect> {
    let words = std::str::from_utf8(comment).ok()?;
    let said = words.split_once("hotsplit:")?.1.split_once("dialect=")?.1;
    if said.starts_with("pg") {
        Some(Dialect::PostgreSql)
    } else if said.starts_with("gsql") {
        Some(Dialect::GoogleSql)
    } else {
        None
    }
}

/// How much a word speaks for PostgreSQL; below zero for GoogleSQL.
fn weight(word: &[u8], next: Option<u8>) -> i64 {
    // No word that speaks for either side starts with another letter, or is shorter.
    let letter = word[0] | 0x20;
    let known = matches!(
        letter,
        b'a' | b'b' | b'f' | b'g' | b'h' | b'i' | b'j' | b'n' | b'o' | b'p' | b's' | b't' | b'v'
    );
    if !known || !(3..=WORD_BYTES_MAX).contains(&word.len()) {
        return 0;
    }
    let mut lower = [0; WORD_BYTES_MAX];
    for (to, from) in lower.iter_mut().zip(word) {
        *to = from.to_ascii_lowercase();
    }
    match &lower[..word.len()] {
        b"bigint" | b"int8" | b"int4" | b"varchar" | b"varying" | b"timestamptz" | b"jsonb"
        | b"bytea" | b"float8" | b"float4" | b"serial" | b"bigserial" | b"smallint"
        | b"boolean" | b"gen_random_uuid" | b"nextval" | b"plpgsql" | b"precision" => 2,
        b"text" | b"integer" | b"include" | b"ttl" => 1,
        b"spanner" if next == Some(b'.') => 2,
        b"int64"
        | b"float64"
        | b"float32"
        | b"null_filtered"
        | b"storing"
        | b"tokenlist"
        | b"generate_uuid"
        | b"new_uuid"
        | b"allow_commit_timestamp"
        | b"older_than" => -2,
        b"string" | b"bytes" if next == Some(b'(') => -2,
        b"array" if next == Some(b'<') => -2,
        b"options" | b"hidden" => -1,
        _ => 0,
    }
}
