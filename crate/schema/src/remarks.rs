//! What a text says beside its definitions: mappers, split points, the other dialect.

use crate::text::Span;

/// Where the text says that Hibernate is used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OrmMention {
    /// In words: `a comment names Hibernate`.
    pub what: String,
    /// Where.
    pub span: Span,
}

/// `ADD SPLIT POINTS …`, a command of the spanner-cli family of clients.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SplitPoints {
    /// How many.
    pub count: u32,
    /// The command.
    pub span: Span,
}

/// Something written in the other dialect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OtherDialect {
    /// The type, or the words a statement begins with.
    pub said: String,
    /// Where it stands.
    pub span: Span,
    /// A whole statement, read in the other dialect; not just a type.
    pub statement: bool,
}
