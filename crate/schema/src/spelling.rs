//! Names and their case.
//!
//! No two objects of a schema, and no two columns of a table, may have names that differ only in
//! case; and a statement names a thing in the case in which it was created (GoogleSQL DDL page,
//! naming conventions, as quoted in issues 108 and 360 of the emulator, read 2026-11-21; the
//! emulator says the same of both dialects). A thing that is created or asked for in another case
//! is found all the same, for what is meant is plain, and the case is a problem. A table or an
//! index that is altered or dropped in another case stays as it is.

use super::build::Replay;
use super::{ColumnId, Duplicate, ProblemKind, TableId};
use crate::syntax::tree::{Dialect, Interleave, Name};
use crate::text::Span;
use smol_str::{SmolStr, StrExt};

impl Replay<'_> {
    /// The name as a thing is found by it: in lower case, without the schema `public`, which in
    /// PostgreSQL is the one without a name.
    pub(super) fn folded(&self, name: &Name) -> SmolStr {
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

    /// Why nothing of a name is found: the text took it away, or never defined it.
    pub(super) fn absent(&self, name: &Name) -> ProblemKind {
        let folded = self.folded(name);
        let went = self.former.contains_key(&folded) || self.gone.names.contains(&folded);
        if went { ProblemKind::Missing } else { ProblemKind::Outside }
    }

    /// Whether `name` says the name that stands at `span`, which is `text`, in its own case.
    fn same_case(&self, name: &Name, text: &str, span: Span) -> bool {
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

    /// A problem, unless `name` says what stands at `span`, which is `text`, in its own case.
    /// Gives whether it does.
    pub(super) fn check_case(&mut self, name: &Name, text: &str, span: Span) -> bool {
        let same = self.same_case(name, text, span);
        if !same {
            let (there, said) = (self.shown(text, span), self.shown(&name.text, name.span));
            let message =
                format!("expected `{there}` in the case it was created in, found `{said}`");
            self.problem(ProblemKind::Case, message, name.span);
        }
        same
    }

    /// A name as a message shows it: in PostgreSQL with its quotes, which keep its case.
    fn shown(&self, text: &str, span: Span) -> String {
        match self.schema.dialect {
            Dialect::GoogleSql => text.to_owned(),
            Dialect::PostgreSql => span.of(self.text).to_owned(),
        }
    }

    /// [`Replay::check_case`] for a table.
    pub(super) fn check_table_case(&mut self, table: TableId, name: &Name) -> bool {
        if self.is_in_case(table, name) {
            return true;
        }
        let (text, span) = self.name_of(table);
        let text = text.clone();
        self.check_case(name, &text, span)
    }

    /// [`Replay::check_case`] for a column.
    pub(super) fn check_column_case(&mut self, table: TableId, column: ColumnId, name: &Name) {
        let column = self.schema.table(table).column(column);
        if self.same_case(name, &column.name, column.name_span) {
            return;
        }
        let (text, span) = (column.name.clone(), column.name_span);
        self.check_case(name, &text, span);
    }

    /// The table of a name: one in its own case before one in another.
    pub(super) fn find_table(&self, name: &Name) -> Option<TableId> {
        let found = self.tables.get(&self.folded(name)).copied()?;
        if self.is_in_case(found, name) {
            return Some(found);
        }
        // Two whose names differ in case are a problem, and yet each is spoken of by its own.
        let folded = self.folded(name);
        let twin = self.twins.iter().rfind(|&&id| {
            let gone = self.gone.tables.contains(&id);
            !gone && self.folded_name_of(id) == folded && self.is_in_case(id, name)
        });
        Some(twin.copied().unwrap_or(found))
    }

    /// Whether a table is called `name` in that case; a synonym has no case of its own here.
    fn is_in_case(&self, table: TableId, name: &Name) -> bool {
        let (text, span) = self.name_of(table);
        let synonym = || self.schema.table(table).synonyms.contains(&self.folded(name));
        self.same_case(name, text, span) || synonym()
    }

    /// The present name of a table, and where it stands.
    fn name_of(&self, table: TableId) -> (&SmolStr, Span) {
        let table = self.schema.table(table);
        (&table.name, table.renamed.last().copied().unwrap_or(table.name_span))
    }

    /// The present name of a table, as it is found by it.
    pub(super) fn folded_name_of(&self, table: TableId) -> SmolStr {
        let (text, span) = self.name_of(table);
        self.folded(&Name { text: text.clone(), span })
    }

    /// The table a statement names, with a problem where its case is another.
    pub(super) fn table_named(&mut self, name: &Name) -> Option<TableId> {
        let table = self.find_table(name)?;
        self.check_table_case(table, name);
        Some(table)
    }

    /// A problem where a clause names the parent in another case.
    pub(super) fn check_parent_case(&mut self, clause: Option<&Interleave>) {
        if let Some(clause) = clause {
            self.table_named(&clause.parent);
        }
    }

    /// A name that is taken.
    pub(super) fn expected_new_name(&mut self, name: &Name) {
        let folded = self.folded(name);
        let table = self.tables.get(&folded).map(|&id| self.name_of(id));
        let index = || {
            let index = self.indexes.get(&folded).map(|&id| self.schema.index(id));
            index.map(|index| (&index.name, index.name_span))
        };
        let sequence = || {
            let sequence = self.sequences.get(&folded).map(|&at| &self.schema.sequences[at]);
            sequence.map(|sequence| (&sequence.name, sequence.name_span))
        };
        let there = table.or_else(index).or_else(sequence);
        let there = there.map(|(text, span)| (text.clone(), span));
        let there = there.or_else(|| self.given_before(name));
        self.name_is_taken(name, there, false);
    }

    /// The same for a column.
    pub(super) fn expected_new_column(&mut self, table: TableId, there: ColumnId, name: &Name) {
        let column = self.schema.table(table).column(there);
        let there = (column.name.clone(), column.name_span);
        self.name_is_taken(name, Some(there), true);
    }

    /// Two rules speak of it: one of names that differ in case alone, one of all others.
    fn name_is_taken(&mut self, name: &Name, there: Option<(SmolStr, Span)>, columns: bool) {
        let case = there.as_ref().filter(|(text, span)| !self.same_case(name, text, *span));
        let (name_shown, first) = match case {
            Some((text, span)) => (self.shown(&name.text, name.span), self.shown(text, *span)),
            None => (name.text.to_string(), name.text.to_string()),
        };
        self.schema.duplicates.push(Duplicate {
            name: name_shown,
            span: name.span,
            first,
            first_span: there.as_ref().map(|(_, span)| *span),
            case: case.is_some(),
            columns,
        });
    }

    /// `CREATE SCHEMA`: schemas share their names with tables, and PostgreSQL's `public` is there.
    pub(super) fn create_schema(&mut self, start: u32, name: &Name) {
        let pg = self.schema.dialect == Dialect::PostgreSql;
        let folded = self.folded(name);
        let words = Span::new(start, name.span.start).of(self.text).to_ascii_uppercase();
        if pg && folded == "public" {
            let message = format!("expected a new name, found `{}`: it is there", name.text);
            self.problem(ProblemKind::Twice, message, name.span);
        } else if self.is_taken(&folded) && !words.contains("EXISTS") {
            self.expected_new_name(name);
        } else {
            self.taken.take(&folded);
            self.others.insert(folded);
        }
    }

    /// A problem for a table in `"Public"`, which is not the schema `public` and cannot be made.
    pub(super) fn check_public(&mut self, name: &Name) {
        let said = name.span.of(self.text);
        if self.schema.dialect != Dialect::PostgreSql || !said.contains('"') {
            return;
        }
        let stored = folded_parts(said);
        if let Some((schema, _)) = stored.split_once('.')
            && schema != "public"
            && schema.eq_ignore_ascii_case("public")
        {
            let message = format!("expected the schema `public`, found `{schema}`, in quotes");
            self.problem(ProblemKind::Unfit, message, name.span);
        }
    }
}

/// Quoted parts of a PostgreSQL name as they are, the others in lower case.
fn folded_parts(said: &str) -> String {
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
