//! Names that the text gives: to what, in which spelling, and whether a second time; and what the
//! syntax remarked that rules speak of.
//!
//! Tables, indexes, sequences, views, change streams, named schemas and constraints share one
//! name space, in which case does not matter in either dialect (tried on the emulator, build of
//! mid-2025). Roles and the kinds that the emulator does not know are kept apart, each for itself.

use super::build::Replay;
use super::{
    GivenName, NameOf, OtherDialect, ProblemKind, SchemaProblem, SplitPoints, TableId, ViewId,
};
use crate::syntax::INPUT_BYTES_MAX;
use crate::syntax::comment::comments;
use crate::syntax::tree::{
    AlterAction, CreateTable, Dialect, ElementKind, Name, Note, NoteKind, ObjectKind, Statement,
    StatementKind, Token, TokenKind, Tree, Type,
};
use crate::text::{Span, at};
use smol_str::{SmolStr, format_smolstr};
use std::collections::{BTreeMap, BTreeSet};

/// Types that the PostgreSQL dialect has and GoogleSQL has not.
const POSTGRESQL_TYPES: &[&str] = &[
    "bigint",
    "bigserial",
    "bytea",
    "character",
    "float4",
    "float8",
    "int",
    "int4",
    "int8",
    "integer",
    "jsonb",
    "serial",
    "smallint",
    "text",
    "timestamptz",
    "varchar",
];

/// Types that GoogleSQL has and the PostgreSQL dialect has not.
const GOOGLESQL_TYPES: &[&str] =
    &["int64", "string", "bytes", "float64", "float32", "array<", "tokenlist"];

/// Words that a note on a statement of the other dialect repeats.
const LEADING_BYTES_MAX: u32 = 60;

impl Replay<'_> {
    /// Carries over what the syntax remarked and a rule speaks of.
    pub(super) fn carry_notes(&mut self, notes: &[Note]) {
        for note in notes {
            match note.kind {
                NoteKind::Elision => self.schema.elisions.push(note.span),
                NoteKind::Directive => {
                    let (message, span) = (note.message.clone(), note.span);
                    self.schema.unread_directives.push(SchemaProblem {
                        message,
                        span,
                        kind: ProblemKind::Outside,
                        table: None,
                    });
                }
                NoteKind::OtherDialect => {
                    let line = note.span.of(self.text).lines().next().unwrap_or_default();
                    let head = line.split('(').next().unwrap_or_default().trim_end();
                    let span = Span::new(note.span.start, note.span.start + at(head.len()));
                    let short = span.len() <= LEADING_BYTES_MAX;
                    let said = if short { head.to_owned() } else { String::new() };
                    self.note_other(OtherDialect { said, span, statement: true });
                }
                NoteKind::OpenDialect | NoteKind::Other => {}
            }
        }
    }

    /// Counts the bytes of comments where only a part of the text is read.
    pub(super) fn count_comments(&mut self, tree: &Tree) {
        if self.text.len() > INPUT_BYTES_MAX {
            self.schema.comment_bytes = comments(&tree.tokens).map(Span::len).sum();
        }
    }

    /// Keeps the names that a statement gives.
    pub(super) fn name(&mut self, statement: &Statement) {
        match &statement.kind {
            StatementKind::CreateTable(made) => {
                self.keep_name(&made.name, NameOf::Object(ObjectKind::Table));
                self.name_constraints(made);
            }
            StatementKind::AlterTable(alter) => {
                for action in std::iter::once(&alter.action).chain(&alter.more) {
                    match action {
                        AlterAction::AddForeignKey(key) => self.keep_constraint(key.name.as_ref()),
                        AlterAction::AddCheck(check) => self.keep_constraint(check.name.as_ref()),
                        AlterAction::RenameTo { to, .. } | AlterAction::AddSynonym(to) => {
                            self.keep_name(to, NameOf::Object(ObjectKind::Table));
                        }
                        _ => {}
                    }
                }
            }
            StatementKind::RenameTables(renames) => {
                for rename in renames {
                    self.keep_name(&rename.to, NameOf::Object(ObjectKind::Table));
                }
            }
            _ => {
                if let Some((kind, name)) = made_by(statement) {
                    self.keep_name(name, NameOf::Object(kind));
                }
            }
        }
    }

    fn name_constraints(&mut self, made: &CreateTable) {
        for element in &made.elements {
            match &element.kind {
                ElementKind::ForeignKey(key) => self.keep_constraint(key.name.as_ref()),
                ElementKind::Check(check) => self.keep_constraint(check.name.as_ref()),
                ElementKind::Column(column) => {
                    for check in &column.checks {
                        self.keep_constraint(check.name.as_ref());
                    }
                }
                _ => {}
            }
        }
    }

    fn keep_constraint(&mut self, name: Option<&Name>) {
        if let Some(name) = name {
            self.keep_name(name, NameOf::Constraint);
        }
    }

    fn keep_name(&mut self, name: &Name, of: NameOf) {
        if name.text.is_empty() {
            return;
        }
        let quoted = is_quoted(name.span.of(self.text));
        let (text, span) = (name.text.clone(), name.span);
        self.schema.names.push(GivenName { text, span, of, quoted });
    }

    /// Where an earlier statement gave a name, be it in another case.
    pub(super) fn given_before(&self, name: &Name) -> Option<(SmolStr, Span)> {
        let names = self.schema.names.iter();
        let mut before = names.rev().filter(|given| given.span.start < name.span.start);
        let first = before.find(|given| given.text.eq_ignore_ascii_case(&name.text))?;
        Some((first.text.clone(), first.span))
    }

    /// A constraint's name, which it shares with no other object.
    pub(super) fn constraint(&mut self, table: TableId, name: Option<&Name>) {
        let Some(name) = name else { return };
        let folded = self.folded(name);
        if self.is_taken(&folded) {
            self.expected_new_name(name);
        }
        self.taken.take(&folded);
        self.constraints.entry(table).or_default().push(folded.clone());
        self.given.insert(folded, Some(table));
    }

    /// Whether a statement that is kept for later makes something, and not what is there already.
    pub(super) fn is_new(&mut self, statement: &Statement) -> bool {
        let Some((kind, name)) = made_by(statement) else { return true };
        let place = place_of(kind, &self.folded(name));
        let taken =
            if is_shared(kind) { self.is_taken(&place) } else { self.given.contains_key(&place) };
        if taken {
            if self.if_not_exists(statement, name) {
                return false;
            }
            let replaces = head(self.text, statement, name).contains("OR REPLACE");
            let same_kind = self.drop_pending_for(replaces, kind, name);
            if !same_kind {
                self.expected_new_name(name);
            }
        }
        self.taken.take(&place);
        self.given.insert(place, None);
        true
    }

    /// Takes the older thing of that name and kind away, where it is replaced.
    fn drop_pending_for(&mut self, replaces: bool, kind: ObjectKind, name: &Name) -> bool {
        let kept = matches!(kind, ObjectKind::View | ObjectKind::PropertyGraph);
        replaces && (!kept || self.drop_pending(kind, name))
    }

    /// Frees the name of what is dropped.
    pub(super) fn forget(&mut self, kind: ObjectKind, folded: &str) {
        self.given.remove(&place_of(kind, folded));
    }

    /// `IF NOT EXISTS` stands before the name.
    pub(super) fn if_not_exists(&self, statement: &Statement, name: &Name) -> bool {
        head(self.text, statement, name).contains("IF NOT EXISTS")
    }

    /// A type that only the other dialect has.
    pub(super) fn foreign_type(&mut self, table: TableId, said: &str, span: Span) {
        let others = match self.schema.dialect {
            Dialect::GoogleSql => POSTGRESQL_TYPES,
            Dialect::PostgreSql => GOOGLESQL_TYPES,
        };
        let end = said.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(said.len());
        let end = if said[end..].starts_with('<') { end + 1 } else { end };
        if !others.iter().any(|other| other.eq_ignore_ascii_case(&said[..end])) {
            return;
        }
        let owner = self.schema.table(table).span;
        // A statement that was read in the other dialect is noted as a whole.
        if self.others_at.range(owner.start..owner.end).next().is_some() {
            return;
        }
        let said = said.to_owned();
        self.note_other(OtherDialect { said, span, statement: false });
    }

    fn note_other(&mut self, other: OtherDialect) {
        self.others_at.insert(other.span.start);
        self.schema.other_dialect.push(other);
    }

    /// Counts the split points of a client command, if it is one.
    pub(super) fn split_points(&mut self, span: Span) {
        let said = span.of(self.text);
        let mut words = said.split(|c: char| c.is_whitespace() || c == '(');
        let command = ["ADD", "SPLIT", "POINTS"];
        let is = |word: Option<&str>, other: &str| {
            word.is_some_and(|word| word.eq_ignore_ascii_case(other))
        };
        if !command.iter().all(|word| is(words.next(), word)) {
            return;
        }
        let points = words.filter(|word| is(Some(word), "TABLE") || is(Some(word), "INDEX"));
        let count = at(points.count());
        self.schema.split_points.push(SplitPoints { count, span });
    }

    /// Notes the tables for which comments hold the lines of a splits file: `-- TABLE T ('…')`.
    pub(super) fn split_files(&mut self, tree: &Tree) {
        let mut seen = BTreeSet::new();
        for comment in comments(&tree.tokens) {
            let words = comment.of(self.text).trim_start_matches(['-', '#']).trim_start();
            let named = words.strip_prefix("TABLE ").and_then(|rest| rest.split_once(" ("));
            let table = named.and_then(|(name, _)| self.schema.find_table(name.trim()));
            if let Some(table) = table.filter(|&table| seen.insert(table)) {
                self.schema.split_files.push(table);
            }
        }
    }

    /// Which views a view reads: names behind FROM and JOIN.
    pub(super) fn finish_views(&mut self, tree: &Tree) {
        if self.schema.views.len() < 2 {
            return;
        }
        let lower = |(i, name): (usize, &str)| (name.to_lowercase(), ViewId(at(i)));
        let names = self.schema.views.iter().map(|view| view.name.as_str()).enumerate();
        let ids: BTreeMap<String, ViewId> = names.map(lower).collect();
        for view in &mut self.schema.views {
            let read = read_tables(self.text, tree.tokens.starting_in(view.body));
            view.reads = read.iter().filter_map(|name| ids.get(name).copied()).collect();
            view.reads.sort_unstable();
            view.reads.dedup();
        }
    }

    /// Puts what was found into the order of the text.
    pub(super) fn finish_names(&mut self) {
        self.schema.other_dialect.sort_by_key(|other| other.span);
        self.schema.duplicates.sort_by_key(|duplicate| duplicate.span);
    }
}

/// Whether a name is quoted, or a part of it.
pub(super) fn is_quoted(said: &str) -> bool {
    said.bytes().any(|byte| matches!(byte, b'`' | b'"'))
}

/// Precision and scale of a number's type.
pub(super) fn digits(said: &str, ty: Option<&Type>) -> Option<(u32, u32)> {
    if ty != Some(&Type::Numeric) {
        return None;
    }
    let inside = said.split_once('(')?.1.split_once(')')?.0;
    let mut numbers = inside.split(',').map(|number| number.trim().parse::<u32>().ok());
    let precision = numbers.next().flatten()?;
    Some((precision, numbers.next().flatten().unwrap_or(0)))
}

/// The words before a statement's name, upper-cased, with single blanks.
fn head(text: &str, statement: &Statement, name: &Name) -> String {
    let said = Span::new(statement.span.start, name.span.start.max(statement.span.start)).of(text);
    said.split_whitespace().collect::<Vec<_>>().join(" ").to_ascii_uppercase()
}

/// Kinds that share their names with tables.
fn is_shared(kind: ObjectKind) -> bool {
    matches!(
        kind,
        ObjectKind::Table
            | ObjectKind::Index
            | ObjectKind::SearchIndex
            | ObjectKind::VectorIndex
            | ObjectKind::Sequence
            | ObjectKind::View
            | ObjectKind::ChangeStream
            | ObjectKind::Schema
    )
}

/// Where a name is kept among those that are given.
fn place_of(kind: ObjectKind, folded: &str) -> SmolStr {
    if is_shared(kind) { folded.into() } else { format_smolstr!("{} {folded}", kind.words()) }
}

/// What a statement makes, tables apart.
fn made_by(statement: &Statement) -> Option<(ObjectKind, &Name)> {
    Some(match &statement.kind {
        StatementKind::CreateIndex(made) => (ObjectKind::Index, &made.name),
        StatementKind::CreateSearchIndex(made) => (ObjectKind::SearchIndex, &made.index.name),
        StatementKind::CreateVectorIndex(made) => (ObjectKind::VectorIndex, &made.index.name),
        StatementKind::CreateSequence(made) => (ObjectKind::Sequence, &made.name),
        StatementKind::CreateView(made) => (ObjectKind::View, &made.name),
        StatementKind::CreateChangeStream(made) => (ObjectKind::ChangeStream, &made.name),
        StatementKind::CreatePropertyGraph(made) => (ObjectKind::PropertyGraph, &made.name),
        StatementKind::CreateSchema(name) => (ObjectKind::Schema, name),
        StatementKind::Other { words, object: Some(name) } => {
            let kind = match words.strip_prefix("CREATE ")?.trim_start_matches("OR REPLACE ") {
                "ROLE" => ObjectKind::Role,
                "FUNCTION" => ObjectKind::Function,
                "MODEL" => ObjectKind::Model,
                "PLACEMENT" => ObjectKind::Placement,
                "LOCALITY GROUP" => ObjectKind::LocalityGroup,
                _ => return None,
            };
            (kind, name)
        }
        _ => return None,
    })
}

/// Words that end a list of tables.
const FROM_ENDS: &[&str] =
    &["SELECT", "WHERE", "GROUP", "ORDER", "HAVING", "LIMIT", "UNION", "ON", "USING"];

/// Names behind FROM, JOIN and the commas between tables, lower-cased, parts joined by dots.
fn read_tables(text: &str, body: impl Iterator<Item = Token>) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    let (mut expects, mut in_from) = (false, false);
    // A name was just taken; a dot behind it leads to its next part.
    let (mut named, mut dotted) = (false, false);
    for token in body {
        let said = token.span.of(text);
        let is = |words: &[&str]| words.iter().any(|word| said.eq_ignore_ascii_case(word));
        match token.kind {
            TokenKind::Blank | TokenKind::Comment => continue,
            TokenKind::Mark if said == "." => {
                dotted = named;
                continue;
            }
            TokenKind::Word | TokenKind::QuotedName if dotted => {
                if let Some(name) = names.last_mut() {
                    name.push('.');
                    name.push_str(&said.trim_matches(['`', '"']).to_lowercase());
                }
            }
            TokenKind::Word if is(&["FROM"]) => {
                (expects, in_from, named) = (true, true, false);
            }
            TokenKind::Word if is(&["JOIN"]) => (expects, named) = (true, false),
            TokenKind::Word | TokenKind::QuotedName if expects => {
                names.push(said.trim_matches(['`', '"']).to_lowercase());
                (expects, named) = (false, true);
            }
            TokenKind::Word => {
                in_from &= !is(FROM_ENDS);
                named = false;
            }
            _ => {
                expects = said == "," && in_from;
                named = false;
            }
        }
        dotted = false;
    }
    names
}
