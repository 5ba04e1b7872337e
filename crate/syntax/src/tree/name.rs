//! Names, comments and options: what many statements have.

use crate::text::Span;
use smol_str::SmolStr;

/// A comment, cleaned of its marks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comment {
    /// The words, trimmed.
    pub text: SmolStr,
    /// Where it stands, marks included.
    pub span: Span,
}

/// A name as written, possibly schema-qualified or quoted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    /// Unquoted parts joined by dots: `sales.Orders`.
    pub text: SmolStr,
    /// Where it stands.
    pub span: Span,
}

/// `key = value`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionItem {
    /// The key, lower-cased.
    pub key: SmolStr,
    /// The value: lower-cased for words, without quotes for strings.
    pub value: SmolStr,
    /// Both.
    pub span: Span,
}

/// A kind of thing that DDL names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ObjectKind {
    /// A table.
    Table,
    /// A secondary index; a vector index too where `VECTOR` is left out.
    Index,
    /// A search index.
    SearchIndex,
    /// A vector index.
    VectorIndex,
    /// A sequence.
    Sequence,
    /// A view.
    View,
    /// A change stream.
    ChangeStream,
    /// A named schema.
    Schema,
    /// A role.
    Role,
    /// A function.
    Function,
    /// A model.
    Model,
    /// A property graph.
    PropertyGraph,
    /// A placement.
    Placement,
    /// A locality group.
    LocalityGroup,
}

impl ObjectKind {
    /// Its keywords, as in `CHANGE STREAM`.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Self::Table => "TABLE",
            Self::Index => "INDEX",
            Self::SearchIndex => "SEARCH INDEX",
            Self::VectorIndex => "VECTOR INDEX",
            Self::Sequence => "SEQUENCE",
            Self::View => "VIEW",
            Self::ChangeStream => "CHANGE STREAM",
            Self::Schema => "SCHEMA",
            Self::Role => "ROLE",
            Self::Function => "FUNCTION",
            Self::Model => "MODEL",
            Self::PropertyGraph => "PROPERTY GRAPH",
            Self::Placement => "PLACEMENT",
            Self::LocalityGroup => "LOCALITY GROUP",
        }
    }
}
