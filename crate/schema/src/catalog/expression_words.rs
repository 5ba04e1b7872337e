//! The words of expressions and queries, those in strings left out.

use crate::catalog::Catalog;
use crate::ids::{ColumnId, TableId};
use crate::syntax::tree::Dialect;
use crate::text::Span;
use smol_str::StrExt;

impl<'a> Catalog<'a> {
    /// The value of `vector_length` in the text of a type.
    pub(crate) fn vector_length(&self, ty: Span) -> Option<u64> {
        let said = ty.of(self.text).to_ascii_lowercase();
        let (_, rest) = said.split_once("vector_length")?;
        let digits: String = rest.chars().filter(char::is_ascii_digit).collect();
        Some(digits.parse().unwrap_or(u64::MAX))
    }

    /// The words of an expression, those in strings left out.
    fn words_of(&self, span: Span) -> impl Iterator<Item = &'a str> + use<'a> {
        words_in(span.of(self.text), self.schema.dialect)
    }

    /// Whether an expression or a query mentions a name.
    pub(crate) fn mentions_name(&self, span: Span, name: &str) -> bool {
        let last = name.rsplit('.').next().unwrap_or(name);
        self.words_of(span).any(|word| word.eq_ignore_ascii_case(last))
    }

    /// The columns of a table that an expression names.
    pub(crate) fn columns_named_in(&self, table: TableId, expr: Span) -> Vec<ColumnId> {
        let find = |word: &str| self.find_column(table, &word.to_lowercase_smolstr());
        self.words_of(expr).filter(|word| !word.is_empty()).filter_map(find).collect()
    }
}

/// The words of a text, those in strings left out.
pub(crate) fn words_in(text: &str, dialect: Dialect) -> impl Iterator<Item = &str> {
    let parts = outside_strings(text, dialect).into_iter();
    parts.flat_map(|part| part.split(|c: char| !(c.is_alphanumeric() || c == '_')))
}

/// The parts of a text outside strings.
fn outside_strings(text: &str, dialect: Dialect) -> Vec<&str> {
    let google = dialect == Dialect::GoogleSql;
    let quotes: &[char] = if google { &['\'', '"'] } else { &['\''] };
    let mut out = Vec::new();
    let mut rest = text;
    while let Some(open) = rest.find(quotes) {
        out.push(&rest[..open]);
        let quote = rest.as_bytes()[open];
        let inside = &rest.as_bytes()[open + 1..];
        let mut at = 0;
        while at < inside.len() && inside[at] != quote {
            at += if google && inside[at] == b'\\' { 2 } else { 1 };
        }
        // Behind an open quote everything is string; a doubled quote opens the next part at once.
        rest = rest.get(open + 1 + at + 1..).unwrap_or_default();
    }
    out.push(rest);
    out
}
