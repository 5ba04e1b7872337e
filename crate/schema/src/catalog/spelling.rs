//! Names and their case.
//!
//! No two objects of a schema, and no two columns of a table, may have names that differ only in
//! case; and a statement names a thing in the case in which it was created (GoogleSQL DDL page,
//! naming conventions, as quoted in issues 108 and 360 of the emulator, read 2026-11-21; the
//! emulator says the same of both dialects). A thing that is created or asked for in another case
//! is found all the same, for what is meant is plain, and the case is a problem. A table or an
//! index that is altered or dropped in another case stays as it is.

use crate::catalog::Catalog;
use crate::ids::TableId;
use crate::syntax::tree::{Dialect, Name, Statement};
use crate::text::Span;
use smol_str::{SmolStr, StrExt};

impl Catalog<'_> {
    /// The name as a thing is found by it: in lower case, without the schema `public`, which in
    /// PostgreSQL is the one without a name.
    pub(crate) fn folded(&self, name: &Name) -> SmolStr {
        if self.schema.dialect != Dialect::PostgreSql {
            return name.text.to_lowercase_smolstr();
        }
        let said = name.span.of(self.text);
        if !said.contains('"') {
            let folded = name.text.to_lowercase_smolstr();
            return folded.strip_prefix("public.").map_or(folded.clone(), SmolStr::new);
        }
        let stored = folded_parts(said);
        // `"Public"` is another schema.
        stored.strip_prefix("public.").unwrap_or(&stored).to_lowercase_smolstr()
    }

    /// Whether `name` says the name that stands at `span`, which is `text`, in its own case.
    pub(crate) fn same_case(&self, name: &Name, text: &str, span: Span) -> bool {
        if self.schema.dialect != Dialect::PostgreSql {
            return name.text == text;
        }
        let (said, there) = (name.span.of(self.text), span.of(self.text));
        if !said.contains('"') && !there.contains('"') {
            return true;
        }
        let stored = |written: &str| {
            let folded = folded_parts(written);
            folded.strip_prefix("public.").map_or(folded.clone(), str::to_owned)
        };
        stored(said) == stored(there)
    }

    /// A name as a message shows it: in PostgreSQL with its quotes, which keep its case.
    pub(crate) fn shown(&self, text: &str, span: Span) -> String {
        match self.schema.dialect {
            Dialect::GoogleSql => text.to_owned(),
            Dialect::PostgreSql => span.of(self.text).to_owned(),
        }
    }

    /// Whether a table is called `name` in that case; a synonym has no case of its own here.
    pub(crate) fn is_in_case(&self, table: TableId, name: &Name) -> bool {
        let (text, span) = self.name_of(table);
        let synonym = || self.schema.table(table).synonyms.contains(&self.folded(name));
        self.same_case(name, text, span) || synonym()
    }

    /// The present name of a table, and where it stands.
    pub(crate) fn name_of(&self, table: TableId) -> (&SmolStr, Span) {
        let table = self.schema.table(table);
        (&table.name, table.renamed.last().copied().unwrap_or(table.name_span))
    }

    /// The present name of a table, as it is found by it.
    pub(crate) fn folded_name_of(&self, table: TableId) -> SmolStr {
        let (text, span) = self.name_of(table);
        self.folded(&Name { text: text.clone(), span })
    }
}

/// Whether a name is quoted, or a part of it.
pub(crate) fn is_quoted(said: &str) -> bool {
    said.bytes().any(|byte| matches!(byte, b'`' | b'"'))
}

/// The words before a statement's name, upper-cased, with single blanks.
pub(crate) fn words_before_name(text: &str, statement: &Statement, name: &Name) -> String {
    let said = Span::new(statement.span.start, name.span.start.max(statement.span.start)).of(text);
    said.split_whitespace().collect::<Vec<_>>().join(" ").to_ascii_uppercase()
}

/// Quoted parts of a PostgreSQL name as they are, the others in lower case.
pub(crate) fn folded_parts(said: &str) -> String {
    let mut folded = String::with_capacity(said.len());
    let mut quoted = false;
    let mut chars = said.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '"' if quoted && chars.peek() == Some(&'"') => {
                chars.next();
                folded.push('"');
            }
            '"' => quoted = !quoted,
            _ if quoted => folded.push(c),
            _ if c.is_whitespace() => {}
            _ => folded.extend(c.to_lowercase()),
        }
    }
    folded
}
