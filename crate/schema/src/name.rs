//! Names that statements define, and names that are defined twice.

use crate::syntax::tree::ObjectKind;
use crate::text::Span;
use smol_str::SmolStr;

/// A name that a statement gives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrittenName {
    /// Unquoted, parts joined by dots.
    pub text: SmolStr,
    /// Where it stands.
    pub span: Span,
    /// What it names.
    pub of: NameOf,
    /// It is quoted, or a part of it is.
    pub quoted: bool,
}

/// What a given name names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NameOf {
    /// An object of a kind.
    Object(ObjectKind),
    /// A foreign key or a check.
    Constraint,
}

/// A name given a second time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Duplicate {
    /// As it is spelled the second time; in PostgreSQL with its quotes, where case is at stake.
    pub name: String,
    /// Where it stands the second time.
    pub span: Span,
    /// As it is spelled the first time.
    pub first: String,
    /// Where it stands the first time, if that is in the text.
    pub first_span: Option<Span>,
    /// The two differ in case alone.
    pub case: bool,
    /// Two columns of one table, not two objects.
    pub columns: bool,
}
