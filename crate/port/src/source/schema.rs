//! What a dump defines: tables, columns, keys, each with the place it was read from.

use super::expr::Expr;
use super::name::{Name, Type};
use crate::rows::values::Values;
use crate::text::Span;

/// A generator of values declared with a column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Generator {
    /// AUTO_INCREMENT, with where it is said.
    AutoIncrement(Span),
    /// serial and bigserial.
    Serial(Span),
    /// GENERATED ... AS IDENTITY.
    Identity(Span),
}

impl Generator {
    /// Where it is said.
    #[must_use]
    pub fn span(&self) -> Span {
        match self {
            Self::AutoIncrement(span) | Self::Serial(span) | Self::Identity(span) => *span,
        }
    }
}

/// A column.
#[derive(Clone, Debug, Default)]
pub struct Column {
    /// Its name.
    pub name: Name,
    /// Its type.
    pub ty: Type,
    /// NOT NULL is said, or follows from a key or a type.
    pub not_null: bool,
    /// Where NULL or NOT NULL is said.
    pub nullity: Option<Span>,
    /// DEFAULT, with its keyword.
    pub default: Option<Clause>,
    /// A generated column.
    pub generated: Option<Clause>,
    /// What makes its values.
    pub generator: Option<Generator>,
    /// What Spanner does not do of what this column states, with why.
    pub unlike: Vec<(&'static str, Span)>,
    /// The first value of an identity, where one is stated.
    pub first_id: u64,
    /// ON UPDATE CURRENT_TIMESTAMP.
    pub on_update: Option<Span>,
    /// Its comment.
    pub comment: Option<(String, Span)>,
    /// Its collation and character set.
    pub collation: Option<(String, Span)>,
    /// Words of the definition that have no meaning for Spanner.
    pub ignored: Vec<Span>,
    /// What the rows of the dump show of it.
    pub values: Values,
    /// The whole definition.
    pub span: Span,
}

/// A clause with an expression.
#[derive(Clone, Debug)]
pub struct Clause {
    /// The expression.
    pub expr: Expr,
    /// The clause with its keywords.
    pub span: Span,
}

/// What an index is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum IndexKind {
    /// Ordered by its keys.
    #[default]
    Ordered,
    /// FULLTEXT.
    FullText,
    /// SPATIAL.
    Spatial,
}

/// A part of an index key.
#[derive(Clone, Debug)]
pub struct Part {
    /// A column, or an expression.
    pub of: PartOf,
    /// Descending.
    pub descending: bool,
    /// Characters of a prefix, MySQL.
    pub prefix: Option<u64>,
    /// NULLS FIRST or LAST, where it is said.
    pub nulls_first: Option<bool>,
    /// Words such as an operator class, which have no meaning for Spanner.
    pub ignored: Option<Span>,
    /// Where it is.
    pub span: Span,
}

/// What a part of an index key is.
#[derive(Clone, Debug)]
pub enum PartOf {
    /// A column by name.
    Column(String),
    /// An expression.
    Expr(Expr),
}

/// An index, or a UNIQUE constraint.
#[derive(Clone, Debug, Default)]
pub struct Index {
    /// Its name, if it has one.
    pub name: Option<Name>,
    /// UNIQUE.
    pub unique: bool,
    /// It was declared as a constraint.
    pub constraint: bool,
    /// What it is.
    pub kind: IndexKind,
    /// USING, in small letters.
    pub method: Option<(String, Span)>,
    /// Its key.
    pub parts: Vec<Part>,
    /// INCLUDE.
    pub include: Vec<(String, Span)>,
    /// WHERE.
    pub filter: Option<Clause>,
    /// NULLS NOT DISTINCT.
    pub nulls_not_distinct: bool,
    /// DEFERRABLE.
    pub deferrable: Option<Span>,
    /// Words that have no meaning for Spanner.
    pub ignored: Vec<Span>,
    /// The whole definition.
    pub span: Span,
}

/// The primary key.
#[derive(Clone, Debug, Default)]
pub struct PrimaryKey {
    /// Its name, PostgreSQL.
    pub name: Option<Name>,
    /// Its columns.
    pub parts: Vec<Part>,
    /// Words that have no meaning for Spanner.
    pub ignored: Vec<Span>,
    /// The whole clause.
    pub span: Span,
}

/// A foreign key.
#[derive(Clone, Debug, Default)]
pub struct ForeignKey {
    /// Its name, if it has one.
    pub name: Option<Name>,
    /// Its columns.
    pub columns: Vec<String>,
    /// The table it names.
    pub target: Name,
    /// The columns there; none for the primary key.
    pub target_columns: Vec<String>,
    /// How many new names of tables and columns came before it: later ones are followed.
    pub since: usize,
    /// ON DELETE: the action in capital letters.
    pub on_delete: Option<(String, Span)>,
    /// ON UPDATE.
    pub on_update: Option<(String, Span)>,
    /// DEFERRABLE.
    pub deferrable: Option<Span>,
    /// NOT VALID: rows that were there before are not checked.
    pub not_valid: Option<Span>,
    /// MATCH FULL.
    pub match_full: Option<Span>,
    /// Words that have no meaning for Spanner.
    pub ignored: Vec<Span>,
    /// The whole clause.
    pub span: Span,
}

/// A CHECK constraint.
#[derive(Clone, Debug)]
pub struct Check {
    /// Its name, if it has one.
    pub name: Option<Name>,
    /// What it requires.
    pub expr: Expr,
    /// NOT ENFORCED.
    pub not_enforced: bool,
    /// NOT VALID: rows that were there before are not checked.
    pub not_valid: bool,
    /// The whole clause.
    pub span: Span,
}

/// A table.
#[derive(Clone, Debug, Default)]
pub struct Table {
    /// Its name.
    pub name: Name,
    /// The statement that creates it.
    pub span: Span,
    /// Its columns in order.
    pub columns: Vec<Column>,
    /// Its primary key.
    pub key: Option<PrimaryKey>,
    /// Its indexes and UNIQUE constraints.
    pub indexes: Vec<Index>,
    /// Its foreign keys.
    pub foreign_keys: Vec<ForeignKey>,
    /// Its checks.
    pub checks: Vec<Check>,
    /// AUTO_INCREMENT=n: the next id, or the value of setval.
    pub next_id: u64,
    /// PARTITION BY: the method and its columns.
    pub partition: Option<(String, Span)>,
    /// Tables it inherits from.
    pub inherits: Vec<Name>,
    /// Where INHERITS is said.
    pub inherits_span: Option<Span>,
    /// Its comment.
    pub comment: Option<(String, Span)>,
    /// Options and words that have no meaning for Spanner.
    pub ignored: Vec<Span>,
    /// EXCLUDE constraints and others that are read and have no counterpart.
    pub unsupported: Vec<(String, Span)>,
    /// Rows in the dump.
    pub rows: u64,
}

impl Table {
    /// The number of a column. PostgreSQL and MySQL ignore the case of column names, as does this.
    #[must_use]
    pub fn column(&self, name: &str) -> Option<usize> {
        self.columns.iter().position(|column| column.name.name.eq_ignore_ascii_case(name))
    }

    /// The columns of this table that a foreign key names: those of the primary key where it names
    /// none.
    #[must_use]
    pub fn named_columns(&self, key: &ForeignKey) -> Vec<String> {
        if !key.target_columns.is_empty() {
            return key.target_columns.clone();
        }
        let parts = self.key.iter().flat_map(|key| &key.parts);
        let columns = parts.filter_map(|part| match &part.of {
            PartOf::Column(name) => Some(name.clone()),
            PartOf::Expr(_) => None,
        });
        columns.collect()
    }
}

/// A sequence of PostgreSQL.
#[derive(Clone, Debug, Default)]
pub struct Sequence {
    /// Its name.
    pub name: Name,
    /// The column that owns it.
    pub owner: Option<(Name, String)>,
    /// The last value that setval gave.
    pub last: u64,
    /// INCREMENT BY, where it is not 1.
    pub increment: Option<(i64, Span)>,
    /// What a sequence of Spanner does not do of what this one states.
    pub unlike: Vec<(&'static str, Span)>,
    /// The statement.
    pub span: Span,
}

/// An enumeration or a domain of PostgreSQL.
#[derive(Clone, Debug)]
pub struct Named {
    /// Its name.
    pub name: Name,
    /// Values of an enumeration.
    pub values: Vec<String>,
    /// The type below a domain.
    pub base: Option<Type>,
    /// NOT NULL of a domain.
    pub not_null: bool,
    /// How many of its checks had no name.
    pub unnamed: usize,
    /// Checks of a domain.
    pub checks: Vec<Check>,
    /// The default of a domain.
    pub default: Option<Clause>,
    /// It has columns of its own.
    pub composite: bool,
    /// The statement.
    pub span: Span,
}
