//! Places in a text, and the dialect it is in, as the page counts them: in UTF-16 code units.

use serde::{Deserialize, Serialize};
#[cfg(target_arch = "wasm32")]
use tsify::Tsify;

use hotsplit_engine::syntax::tree::Dialect;
use hotsplit_engine::text::{Edit, LineIndex, Span, Utf16Index};

/// A range of the text in UTF-16 code units.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Range {
    /// First unit.
    pub from: u32,
    /// One past the last unit.
    pub to: u32,
    /// Line of the first unit, from 1.
    pub line: u32,
}

/// Which dialect to read the text in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "lowercase")]
pub enum DialectChoice {
    /// Told from the text.
    #[default]
    Auto,
    /// Spanner's GoogleSQL dialect.
    GoogleSql,
    /// Spanner's PostgreSQL dialect.
    PostgreSql,
}

impl From<Dialect> for DialectChoice {
    fn from(dialect: Dialect) -> Self {
        match dialect {
            Dialect::GoogleSql => Self::GoogleSql,
            Dialect::PostgreSql => Self::PostgreSql,
        }
    }
}

impl DialectChoice {
    /// The dialect to force, if one was chosen.
    #[must_use]
    pub fn forced(self) -> Option<Dialect> {
        match self {
            Self::Auto => None,
            Self::GoogleSql => Some(Dialect::GoogleSql),
            Self::PostgreSql => Some(Dialect::PostgreSql),
        }
    }
}

/// One replacement of a range of the text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct TextEdit {
    /// First UTF-16 unit replaced.
    pub from: u32,
    /// One past the last.
    pub to: u32,
    /// What stands there afterwards.
    pub insert: String,
}

/// Turns byte spans of one text into the ranges of the page.
pub struct Positions {
    lines: LineIndex,
    wide: Utf16Index,
}

impl Positions {
    /// Prepares a text.
    #[must_use]
    pub fn new(text: &str) -> Self {
        Self { lines: LineIndex::new(text), wide: Utf16Index::new(text) }
    }

    /// The range of a span.
    #[must_use]
    pub fn range(&self, span: Span) -> Range {
        Range {
            from: self.wide.utf16(span.start),
            to: self.wide.utf16(span.end),
            line: self.lines.line(span.start),
        }
    }

    /// The edit in UTF-16 units.
    #[must_use]
    pub fn edit(&self, edit: &Edit) -> TextEdit {
        let range = self.range(edit.span);
        TextEdit { from: range.from, to: range.to, insert: edit.insert.clone() }
    }
}
