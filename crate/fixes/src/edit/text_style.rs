//! How a text is written, told from the text itself.

use crate::schema::{Column, Schema, Table};
use crate::syntax::tree::Dialect;
use crate::text::Span;

/// How a text is written, so that what is added looks the same.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TextStyle {
    /// The dialect.
    pub(crate) dialect: Dialect,
    /// `\n` or `\r\n`.
    pub(crate) newline: &'static str,
    /// Keywords in lower case.
    lower_words: bool,
    /// Type names in lower case.
    lower_types: bool,
}

impl TextStyle {
    /// Reads the hand of one statement.
    pub(crate) fn of(text: &str, schema: &Schema, statement: Span, types: Option<&Column>) -> Self {
        let lower_words = statement.of(text).starts_with(|c: char| c.is_ascii_lowercase());
        let lower_types = types.map_or(lower_words, |column| {
            column.defined_type().of(text).starts_with(|c: char| c.is_ascii_lowercase())
        });
        Self {
            dialect: schema.dialect,
            newline: if schema.crlf { "\r\n" } else { "\n" },
            lower_words,
            lower_types,
        }
    }

    /// Reads the hand of a table.
    pub(crate) fn of_table(text: &str, schema: &Schema, table: &Table) -> Self {
        Self::of(text, schema, table.span, table.columns.first())
    }

    /// Keywords (and, in GoogleSQL, names of functions) in the case of the text.
    pub(crate) fn word(&self, words: &str) -> String {
        if self.lower_words { words.to_ascii_lowercase() } else { words.to_owned() }
    }

    /// A type in the case of the text.
    pub(crate) fn ty(&self, name: &str) -> String {
        if self.lower_types { name.to_ascii_lowercase() } else { name.to_owned() }
    }

    /// Whether this is GoogleSQL.
    pub(crate) fn google(&self) -> bool {
        self.dialect == Dialect::GoogleSql
    }
}
