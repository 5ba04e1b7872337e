//! Replays the statements of a dump in order: what a later one adds, renames or drops is so in the
//! tables that come out.

use std::collections::{BTreeMap, BTreeSet};

use super::cursor::Cursor;
use super::fate::{Fate, Resolved};
use super::kept_rows::KeptRows;
use super::name::Name;
use super::partitions::PartRules;
use super::schema::{Part, PartOf, Sequence, Table};
use super::split::{Piece, PieceKind, changes_names, split};
use super::{Database, INPUT_BYTES_MAX, Outcome, STATEMENTS_MAX, Source, Statement, TABLES_MAX};
use super::{Header, Note, Weight};
use crate::rows::runs::Runs;
use crate::text::Span;

/// The state of a replay.
pub(super) struct Replay<'a> {
    pub(super) source: Source<'a>,
    /// Tables by name.
    by_name: BTreeMap<(Option<String>, String), usize>,
    /// Sequences by name.
    sequences: BTreeMap<(Option<String>, String), usize>,
    /// Schemas that were created.
    schemas: BTreeSet<String>,
    /// Tables that were dropped or became part of another.
    gone: Vec<bool>,
    /// Partitions, by name, and the table that they are a part of.
    pub(super) parts: BTreeMap<(Option<String>, String), usize>,
    pub(super) part_rules: PartRules,
    /// MySQL: the first database that is used, whose tables have no schema.
    first: Option<String>,
    /// MySQL: the database in use.
    current: Option<String>,
    /// Columns and indexes that were copied from other tables.
    pub(super) copies: usize,
    /// COPY was read: its rows follow, for this run.
    pub(super) copying: Option<usize>,
    /// Rows that are read.
    pub(super) runs: Runs,
    /// The table and columns of each open run.
    pub(super) resolved: Vec<Option<Resolved>>,
    /// The words of the last INSERT before its tuples, its table as people write it, and its run.
    pub(super) last_insert: Option<(&'a str, String, Option<usize>)>,
    /// Sampled rows, where they are to be kept.
    pub(super) kept: Option<Vec<KeptRows>>,
    /// Functions that set one column to the time of an update, and that column.
    pub(super) updaters: BTreeMap<String, String>,
}

/// Reads a dump.
#[must_use]
pub fn read(text: &str, database: Database) -> Source<'_> {
    Replay::new(text_of(text), database).run().0
}

/// The part of a dump that is read.
pub(super) fn text_of(text: &str) -> &str {
    &text[..text.floor_char_boundary(INPUT_BYTES_MAX)]
}

impl<'a> Replay<'a> {
    pub(super) fn new(text: &'a str, database: Database) -> Self {
        Self {
            source: Source::empty(text, database),
            by_name: BTreeMap::new(),
            sequences: BTreeMap::new(),
            schemas: BTreeSet::new(),
            gone: Vec::new(),
            parts: BTreeMap::new(),
            part_rules: PartRules::default(),
            first: None,
            current: None,
            copies: 0,
            copying: None,
            runs: Runs::new(),
            resolved: Vec::new(),
            last_insert: None,
            kept: None,
            updaters: BTreeMap::new(),
        }
    }

    /// Reads all statements. Gives the rows that are kept too.
    pub(super) fn run(mut self) -> (Source<'a>, Vec<KeptRows>) {
        let mut defining = 0;
        for piece in split(self.source.text, self.source.database) {
            self.piece(&piece, &mut defining);
        }
        self.finish()
    }

    fn piece(&mut self, piece: &Piece, defining: &mut usize) {
        let text = self.source.text;
        let fate = match piece.kind {
            PieceKind::Client => Fate::of(Outcome::Session, "command of the client"),
            PieceKind::CopyRows(format) => {
                self.copy_rows(piece.span, format);
                return;
            }
            PieceKind::Statement if *defining >= STATEMENTS_MAX => {
                let reason = "only the first 50,000 statements are read";
                Fate::dropped("statement", String::new(), reason)
            }
            PieceKind::Insert(values) => self.insert(piece, values),
            PieceKind::RowFacts => self.row_facts(piece),
            PieceKind::Statement => {
                *defining += 1;
                if changes_names(piece.span.of(text).as_bytes()) {
                    self.settle_rows();
                }
                let mut cursor = Cursor::new(text, self.source.database, piece);
                let fate = self.statement(&mut cursor);
                if fate.outcome == Outcome::Defines {
                    self.source.tokens.extend(cursor.tokens.iter().map(|token| token.span));
                }
                fate
            }
        };
        let Fate { outcome, kind, object, reason } = fate;
        let statement = Statement { span: piece.span, outcome, kind, object, reason };
        self.source.statements.push(statement);
    }

    /// The name of an object, with the database in use.
    pub(super) fn own(&self, mut name: Name) -> Name {
        if self.source.database == Database::MySql {
            name.schema = name.schema.or_else(|| self.current.clone());
            name.schema = name.schema.filter(|schema| Some(schema) != self.first.as_ref());
        }
        name
    }

    pub(super) fn use_database(&mut self, name: &str) {
        self.first.get_or_insert_with(|| name.to_owned());
        self.current = Some(name.to_owned());
    }

    /// Whether a database is the one whose tables have no schema.
    pub(super) fn is_first(&mut self, name: &str) -> bool {
        self.first.get_or_insert_with(|| name.to_owned()) == name
    }

    pub(super) fn object_name(&self, c: &mut Cursor<'_>) -> String {
        c.eat("if not exists");
        c.eat("if exists");
        c.name().map_or_else(String::new, |name| name.shown())
    }

    pub(super) fn table(&self, name: &Name) -> Option<usize> {
        self.by_name.get(&self.key(name)).copied()
    }

    fn key(&self, name: &Name) -> (Option<String>, String) {
        let (schema, name) = name.key();
        // Names of tables in MySQL differ by case on some systems only; a dump has one spelling.
        (schema, if self.source.database == Database::MySql { name.to_lowercase() } else { name })
    }

    /// The number of a sequence.
    pub(super) fn sequence(&self, key: &(Option<String>, String)) -> Option<usize> {
        self.sequences.get(key).copied()
    }

    pub(super) fn add_sequence(&mut self, sequence: Sequence) {
        self.sequences.insert(sequence.name.key(), self.source.sequences.len());
        self.source.sequences.push(sequence);
    }

    pub(super) fn add_schema(&mut self, name: Name) {
        if self.schemas.insert(name.name.clone()) {
            self.source.schemas.push(name);
        }
    }

    /// Adds a table; `None` where one of this name exists or there are too many.
    pub(super) fn add_table(&mut self, table: Table) -> Option<usize> {
        if self.source.tables.len() >= TABLES_MAX
            || self.by_name.contains_key(&self.key(&table.name))
        {
            return None;
        }
        let at = self.source.tables.len();
        self.by_name.insert(self.key(&table.name), at);
        self.source.tables.push(table);
        self.gone.push(false);
        Some(at)
    }

    /// Leaves a table out of the schema. Its statement has no target any more.
    pub(super) fn drop_table(&mut self, name: &Name, _at: u32) -> bool {
        let Some(at) = self.by_name.remove(&self.key(name)) else {
            return self.parts.remove(&self.key(name)).is_some();
        };
        self.leave_out(at);
        true
    }

    fn leave_out(&mut self, at: usize) {
        self.gone[at] = true;
        let table = &self.source.tables[at];
        let mut spans = vec![table.span];
        spans.extend(table.columns.iter().map(|it| it.span));
        spans.extend(table.indexes.iter().map(|it| it.span));
        spans.extend(table.foreign_keys.iter().map(|it| it.span));
        spans.extend(table.checks.iter().map(|it| it.span));
        spans.extend(table.key.iter().map(|it| it.span));
        for span in spans {
            self.header(span, None);
        }
    }

    /// Makes a table a part of another.
    pub(super) fn make_part(&mut self, name: &Name, parent: usize) {
        if let Some(at) = self.by_name.remove(&self.key(name)) {
            let part = self.source.tables[at].clone();
            let table = &mut self.source.tables[parent];
            table.rows = table.rows.saturating_add(part.rows);
            for column in &part.columns {
                if let Some(own) = table.column(&column.name.name) {
                    table.columns[own].values.add(&column.values);
                }
            }
            self.leave_out(at);
            self.part_table(part, parent);
        }
        self.parts.insert(self.key(name), parent);
    }

    pub(super) fn rename_table(&mut self, from: &Name, to: Name) -> bool {
        let (old, new) = (self.key(from), self.key(&to));
        if self.by_name.contains_key(&new) {
            return false;
        }
        let Some(at) = self.by_name.remove(&old) else { return false };
        self.by_name.insert(new, at);
        self.source.tables[at].name = to.clone();
        let old = from.key();
        for table in &mut self.source.tables {
            for key in table.foreign_keys.iter_mut().filter(|key| key.target.key() == old) {
                key.target.schema.clone_from(&to.schema);
                key.target.name.clone_from(&to.name);
            }
        }
        true
    }

    pub(super) fn drop_index(&mut self, name: &Name, on: Option<&Name>) -> bool {
        let on = on.map(|name| self.own(name.clone())).and_then(|name| self.table(&name));
        for at in on.map_or(0..self.source.tables.len(), |at| at..at + 1) {
            if self.gone[at] {
                continue;
            }
            let indexes = &mut self.source.tables[at].indexes;
            let found = indexes.iter().position(|index| {
                index.name.as_ref().is_some_and(|it| it.name.eq_ignore_ascii_case(&name.name))
            });
            if let Some(found) = found {
                let index = indexes.remove(found);
                self.header(index.span, None);
                return true;
            }
        }
        false
    }

    /// Says that a part of a statement is in a table as a whole, or in none.
    pub(super) fn header(&mut self, span: Span, table: Option<usize>) {
        self.source.headers.push(Header { span, table });
    }

    /// Says something of a statement that defines.
    pub(super) fn note(&mut self, rule: &'static str, object: String, message: String, span: Span) {
        self.source.notes.push(Note { weight: Weight::Kept, rule, object, message, span });
    }

    fn finish(mut self) -> (Source<'a>, Vec<KeptRows>) {
        self.settle_rows();
        self.finish_parts();
        // Tables that are gone leave holes; what points to a table points past them.
        let mut moved = Vec::with_capacity(self.gone.len());
        let mut left = 0;
        for gone in &self.gone {
            moved.push(if *gone { None } else { Some(left) });
            left += usize::from(!gone);
        }
        for header in &mut self.source.headers {
            header.table = header.table.and_then(|at| moved[at]);
        }
        self.source.identities.retain_mut(|(_, table, _)| {
            let to = moved[*table];
            *table = to.unwrap_or_default();
            to.is_some()
        });
        let mut gone = self.gone.iter();
        self.source.tables.retain(|_| gone.next() == Some(&false));
        for table in &mut self.source.tables {
            require_key_columns(table);
        }
        let mut kept = self.kept.unwrap_or_default();
        kept.retain_mut(|rows| {
            let to = moved[rows.table];
            rows.table = to.unwrap_or_default();
            to.is_some()
        });
        (self.source, kept)
    }
}

/// Columns of a primary key are never NULL.
fn require_key_columns(table: &mut Table) {
    let names: Vec<String> =
        table.key.iter().flat_map(|key| key.parts.iter()).filter_map(column_of).collect();
    for name in names {
        if let Some(at) = table.column(&name) {
            table.columns[at].not_null = true;
        }
    }
}

pub(super) fn column_of(part: &Part) -> Option<String> {
    match &part.of {
        PartOf::Column(name) => Some(name.clone()),
        PartOf::Expr(_) => None,
    }
}
