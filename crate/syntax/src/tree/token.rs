//! Tokens: what they are and where they stand.

use crate::text::Span;

/// Which SQL the text is written in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Dialect {
    /// Spanner's GoogleSQL dialect.
    #[default]
    GoogleSql,
    /// Spanner's PostgreSQL dialect.
    PostgreSql,
}

/// The kind of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenKind {
    /// A bare word: a keyword or an identifier.
    Word,
    /// An identifier in backticks or, in PostgreSQL, double quotes.
    QuotedName,
    /// A string or bytes literal with its prefix and quotes.
    String,
    /// A number.
    Number,
    /// An operator or a mark of punctuation.
    Mark,
    /// `...` or `<snip>`: something left out of pasted documentation.
    Elision,
    /// Blanks and line ends.
    Blank,
    /// A comment with its marks, without the line end.
    Comment,
    /// Text the tokenizer could not read.
    Unknown,
}

/// A piece of text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    /// What it is.
    pub kind: TokenKind,
    /// Where it is.
    pub span: Span,
}
