//! The tokens of statements of another database: MySQL, or PostgreSQL itself. They come from the
//! same tokenizer as those of Spanner's dialects; nothing here knows a statement.

mod detect;
mod other;

pub use detect::{Detected, detect};
pub use other::Other;

use super::dialect::Language;
use super::lex::{WORK_BYTES_MIN, WORK_FACTOR_MAX, lex_window};
use super::simple;
use super::tree::{Dialect, TokenKind, Tokens};
use crate::text::at;

/// A database that a schema comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// MySQL and MariaDB.
    MySql,
    /// PostgreSQL.
    PostgreSql,
}

impl Source {
    /// Its name among dialects, as in `hotsplit check --dialect`.
    #[must_use]
    pub fn dialect_name(self) -> &'static str {
        match self {
            Self::MySql => "source-mysql",
            Self::PostgreSql => "source-postgresql",
        }
    }
}

/// The tokens of a statement, which tile it. What the tokenizer cannot read, such as a quote that
/// is not closed, is one token of kind `Unknown` up to the end.
#[must_use]
pub fn tokens_of(text: &str, source: Source) -> Tokens {
    let language = match source {
        Source::MySql => Language::MySql,
        Source::PostgreSql => Language::Spanner(Dialect::PostgreSql),
    };
    let bytes = text.as_bytes();
    let (mut out, mut spent) = (Tokens::default(), Vec::new());
    let (mut from, mut ahead, mut work) = (0, 0, 0);
    while from < text.len() {
        while let Some((kind, len)) = simple::token(&bytes[from..]) {
            from += len;
            out.push(kind, at(from));
        }
        if from >= text.len() {
            break;
        }
        let least = (from + ahead).min(text.len());
        let end =
            bytes[least..].iter().position(|&b| b == b'\n').map_or(text.len(), |n| least + n + 1);
        work += end - from;
        if work > text.len().saturating_mul(WORK_FACTOR_MAX) + WORK_BYTES_MIN {
            out.push(TokenKind::Unknown, at(text.len()));
            break;
        }
        let reached = lex_window(text, (from, end), language, &mut out, &mut spent);
        if reached == end {
            ahead = 0;
        } else if end < text.len() {
            // A token may go on below its line: the next window is twice as long.
            ahead = (end - reached) * 2;
        } else if text[reached..]
            .starts_with(['.', '$', '@', '?', '\\', '#', '!', '%', '&', '|', '^', '~', ':'])
        {
            out.push(TokenKind::Mark, at(reached + 1));
            from = reached + 1;
            ahead = 0;
            continue;
        } else {
            out.push(TokenKind::Unknown, at(text.len()));
            break;
        }
        from = reached;
    }
    out
}
