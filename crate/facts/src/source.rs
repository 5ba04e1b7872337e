//! Why something is believed: the evidence in words, its place and its kind.

use crate::spans::Each;
use crate::text::Span;

/// Why something is believed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Evidence {
    /// In words: `the comment "ULID"`, `the type STRING(26)`.
    pub what: String,
    /// Where it stands.
    pub span: Span,
    /// Which kind, strongest first.
    pub source: Source,
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
