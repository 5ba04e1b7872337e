//! Names and types as a dump says them.

use crate::text::Span;

/// A name, and where it is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Name {
    /// The schema or database before the dot, unless it is the default one.
    pub schema: Option<String>,
    /// The name as the database stores it.
    pub name: String,
    /// Where it is.
    pub span: Span,
}

impl Name {
    /// What tells two objects apart.
    #[must_use]
    pub fn key(&self) -> (Option<String>, String) {
        (self.schema.clone(), self.name.clone())
    }

    /// As people write it.
    #[must_use]
    pub fn shown(&self) -> String {
        match &self.schema {
            Some(schema) => format!("{schema}.{}", self.name),
            None => self.name.clone(),
        }
    }
}

/// A type as it is declared.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Type {
    /// Its words in small letters, as in `double precision`.
    pub name: String,
    /// Numbers in parentheses.
    pub sizes: Vec<u64>,
    /// Values of ENUM and SET.
    pub values: Vec<String>,
    /// MySQL: UNSIGNED or ZEROFILL.
    pub unsigned: bool,
    /// PostgreSQL: dimensions of an array.
    pub dimensions: usize,
    /// Where it is.
    pub span: Span,
}
