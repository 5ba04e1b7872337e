//! Directives: facts that a person states in comments.

use crate::text::Span;

/// A directive: `-- hotsplit: …`.
#[derive(Clone, Debug)]
pub struct Directive {
    /// The comment.
    pub span: Span,
    /// What it speaks of.
    pub target: Target,
    /// The facts in order, shared with the schema that is built from the tree.
    pub facts: Vec<DirectiveFact>,
    /// `reason="…"`.
    pub reason: Option<String>,
}

/// What a directive speaks of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// The column or statement on the same or the next line.
    Here,
    /// `table T`.
    Table(String),
    /// `column T.c`.
    Column(String, String),
    /// `file`.
    File,
}

/// One fact: `random`, `writes=12k/s`, `lowcard(5)`, `children-per-parent<=200`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DirectiveFact {
    /// The word before any bracket or sign: `lowcard`, `writes`, `skew`.
    pub name: String,
    /// What stands in the brackets, trimmed.
    pub args: Vec<String>,
    /// What stands after `=` or `<=`, trimmed.
    pub value: Option<String>,
    /// Where it stands.
    pub span: Span,
}
