//! Why something is believed: the evidence in words, its place and its kind.

use crate::spans::Each;
use crate::text::Span;
use smol_str::SmolStr;

/// Why something is believed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Evidence {
    /// In words: `the comment "ULID"`, `the type STRING(26)`.
    pub what: SmolStr,
    /// Where it stands.
    pub span: Span,
    /// Which kind, strongest first.
    pub source: Source,
}

/// What an evidence says, of words that were put together. Many places make one, so the way from one
/// kind of string to the other stands here once.
#[inline(never)]
#[must_use]
pub fn evidence_text(what: String) -> SmolStr {
    what.into()
}

/// Kinds of evidence, strongest first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Source {
    /// `-- hotsplit:`.
    Directive,
    /// DEFAULT, IDENTITY, a generated expression, an option.
    Expression,
    /// Through a foreign key or interleaving.
    Inherited,
    /// A CHECK.
    Check,
    /// A plain comment.
    Comment,
    /// Name and type.
    Name,
    /// Type and length alone.
    Type,
    /// Nothing better was found.
    #[default]
    Assumed,
}

impl Evidence {
    /// Every span of it.
    pub(crate) fn each_span(&mut self, each: Each<'_>) {
        let Self { what: _, span, source: _ } = self;
        each(span);
    }
}
