//! Replays the statements of a dump in order: what a later one adds, renames or drops is so in the
//! tables that come out.

use std::collections::{BTreeMap, BTreeSet};

use super::constraints::{self, Which, find};
use super::cursor::Cursor;
use super::excerpt::excerpt;
use super::expr::{Expr, Node};
use super::fate::{Fate, Resolved};
use super::kept_rows::KeptRows;
use super::name::{Name, Type};
use super::new_values::{NewValues, follow_values};
use super::partitions::PartRules;
use super::renames::{Renamed, Renames};
use super::schema::{Column, ForeignKey, Named, Part, PartOf, Sequence, Table};
use super::split::{Piece, PieceKind, changes_names, split};
use super::table::{Element, rename_in_table};
use super::{Database, INPUT_BYTES_MAX, Outcome, STATEMENTS_MAX, Source, Statement, TABLES_MAX};
use super::{Header, Note, Weight};
use crate::rows::runs::Runs;
use crate::text::Span;

/// What tells two objects apart: schema and name.
pub(super) type Key = (Option<String>, String);

/// The state of a replay.
pub(super) struct Replay<'a> {
    pub(super) source: Source<'a>,
    /// Tables by name.
    pub(super) by_name: BTreeMap<Key, usize>,
    /// Names that types were created with.
    type_names: BTreeSet<String>,
    /// Types that were dropped.
    gone_types: BTreeSet<usize>,
    /// Values of enumerations that have new names.
    pub(super) new_values: NewValues,
    /// Numbers of the values of enumerations that change, by the number of their type.
    pub(super) value_numbers: Vec<BTreeMap<String, usize>>,
    /// Types by name.
    pub(super) types: BTreeMap<Key, usize>,
    /// PostgreSQL: the schemas in which names without one are found, where a dump sets them. `None`
    /// is the schema `public`.
    path: Vec<Option<String>>,
    /// New names, which foreign keys follow at the end.
    pub(super) renames: Renames,
    /// What was moved from schema to schema.
    pub(super) moved: usize,
    /// Sequences by name.
    pub(super) sequences: BTreeMap<Key, usize>,
    /// Sequences that were dropped.
    gone_sequences: BTreeSet<usize>,
    /// Tables with an index of a name, or with one that has the name where none is stated.
    index_tables: BTreeMap<String, BTreeSet<usize>>,
    /// Schemas that were created.
    pub(super) schemas: BTreeSet<String>,
    /// Tables that were dropped or became part of another.
    gone: Vec<bool>,
    /// Partitions, by name, and the table that they are a part of.
    pub(super) parts: BTreeMap<Key, usize>,
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
            type_names: BTreeSet::new(),
            gone_types: BTreeSet::new(),
            new_values: NewValues::new(),
            value_numbers: Vec::new(),
            types: BTreeMap::new(),
            path: Vec::new(),
            renames: Renames::new(),
            moved: 0,
            sequences: BTreeMap::new(),
            gone_sequences: BTreeSet::new(),
            index_tables: BTreeMap::new(),
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
                let cuts = cursor.cuts();
                if !cuts.is_empty() {
                    for piece in piece.cut(&cuts) {
                        self.piece(&piece, defining);
                    }
                    return;
                }
                let fate = self.statement(&mut cursor);
                for span in std::mem::take(&mut cursor.odd) {
                    let message = format!(
                        "bytes of {} that are no UTF-8 are read as U+FFFD",
                        excerpt(span.of(text))
                    );
                    self.warn("migrate-clause-dropped", fate.object.clone(), message, span);
                }
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

    /// The name of a table, with the database in use or the schema in which it is found.
    pub(super) fn own(&self, mut name: Name) -> Name {
        if self.source.database == Database::MySql {
            name.schema = name.schema.or_else(|| self.current.clone());
            name.schema = name.schema.filter(|schema| Some(schema) != self.first.as_ref());
            return name;
        }
        self.found(name, |key| self.by_name.contains_key(key) || self.parts.contains_key(key))
    }

    /// The name of an object that is created: it belongs to the first schema of the path.
    pub(super) fn created(&self, name: Name) -> Name {
        if self.source.database == Database::MySql {
            return self.own(name);
        }
        self.found(name, |_| true)
    }

    /// The name with the schema of the path in which an object is.
    fn found(&self, mut name: Name, is: impl Fn(&(Option<String>, String)) -> bool) -> Name {
        if let Some(first) = self.path.first()
            && name.schema.is_none()
            && !is_of_public(name.span.of(self.source.text))
        {
            let known = self.path.iter().find(|it| is(&((*it).clone(), name.name.clone())));
            name.schema.clone_from(known.unwrap_or(first));
        }
        name
    }

    /// Sets the schemas in which names without one are found.
    pub(super) fn set_path<'n>(&mut self, names: impl Iterator<Item = &'n str>) {
        let names = names.filter(|it| !it.is_empty() && !it.starts_with(['$', '@']));
        let names = names.filter(|it| !it.starts_with("pg_"));
        self.path = names.map(|it| Some(it.to_owned()).filter(|it| it != "public")).collect();
    }

    /// Gives the names of types and sequences in an expression their schemas.
    pub(super) fn bind(&self, expr: &mut Expr) {
        if self.path.is_empty() && self.types.is_empty() && self.sequences.is_empty() {
            return;
        }
        let Some(node) = &mut expr.node else { return };
        node.visit(&mut |node| match node {
            Node::Cast(_, ty) => self.bind_type(ty),
            Node::Call(name, arguments) if name == "nextval" => {
                let said = match arguments.first_mut() {
                    Some(Node::Text(said)) => said,
                    Some(Node::Cast(of, _)) => match of.as_mut() {
                        Node::Text(said) => said,
                        _ => return,
                    },
                    _ => return,
                };
                let key = self.sequence_name(said);
                let known = self.sequence(&key).map(|at| self.source.sequences[at].name.key());
                if let (Some(schema), name) = known.unwrap_or(key) {
                    *said = format!("\"{schema}\".\"{name}\"");
                }
            }
            _ => {}
        });
    }

    /// The schema and name of a sequence in a string.
    pub(super) fn sequence_name(&self, said: &str) -> (Option<String>, String) {
        let (schema, name) = super::sequence_name(said);
        if said.contains('.') {
            return (schema, name);
        }
        let name = Name { schema, name, span: Span::default() };
        self.found(name, |key| self.sequences.contains_key(key)).key()
    }

    /// The name of a sequence, with the schema in which it is found.
    pub(super) fn own_sequence(&self, name: Name) -> Name {
        self.found(name, |key| self.sequences.contains_key(key))
    }

    pub(super) fn bind_type(&self, ty: &mut Type) {
        if self.types.is_empty() {
            return;
        }
        let (schema, name) = match ty.name.split_once('.') {
            Some((schema, name)) => (Some(schema.to_owned()), name),
            None => (None, ty.name.as_str()),
        };
        let name = Name { schema, name: name.to_owned(), span: ty.span };
        if let Some(at) = self.type_at(&name) {
            ty.name = self.source.types[at].name.shown();
        }
    }

    pub(super) fn bind_column(&self, column: &mut Column) {
        self.bind_type(&mut column.ty);
        for clause in column.default.iter_mut().chain(&mut column.generated) {
            self.bind(&mut clause.expr);
        }
    }

    /// Gives the table that a foreign key of a table names its schema.
    pub(super) fn bind_key(&mut self, at: usize, key: &mut ForeignKey) {
        let target = &mut key.target;
        if self.source.database == Database::MySql {
            let own = || self.source.tables[at].name.schema.clone();
            target.schema = target.schema.take().or_else(own);
            target.schema.take_if(|schema| Some(&*schema) == self.first.as_ref());
        } else {
            *target = self.own(target.clone());
        }
        key.since = self.renames.len();
    }

    /// Names of PostgreSQL stay as they are where their table or columns have new ones.
    fn keep_names(&mut self, at: usize) {
        if self.source.database == Database::PostgreSql {
            constraints::name_all(&mut self.source.tables[at], false);
        }
    }

    /// Follows a new name of a column into its table; foreign keys that name it follow later.
    pub(super) fn rename_column(&mut self, at: usize, old: &str, new: &str) {
        self.keep_names(at);
        rename_in_table(&mut self.source.tables[at], old, new);
        let key = self.key(&self.source.tables[at].name);
        self.renames.push((key, Renamed::Column(old.to_owned(), new.to_owned())));
    }

    /// Gives what an element of a table names its schema.
    pub(super) fn bind_element(&mut self, at: usize, element: &mut Element) {
        match element {
            Element::ForeignKey(key) => self.bind_key(at, key),
            Element::Check(check) => self.bind(&mut check.expr),
            _ => {}
        }
    }

    /// The number of a type.
    pub(super) fn type_at(&self, name: &Name) -> Option<usize> {
        let name = self.found(name.clone(), |key| self.types.contains_key(key));
        self.types.get(&name.key()).copied()
    }

    pub(super) fn add_type(&mut self, mut named: Named) {
        self.types.insert(named.name.key(), self.source.types.len());
        // A second type of a name has another one, for columns of the first keep theirs.
        let (name, mut number) = (named.name.name.clone(), self.source.types.len());
        while !self.type_names.insert(named.name.shown()) {
            number += 1;
            named.name.name = format!("{name}_{number}");
        }
        self.source.types.push(named);
    }

    pub(super) fn rename_type(&mut self, name: &Name, change: impl FnOnce(&mut Name)) -> bool {
        let mut name = self.found(name.clone(), |key| self.types.contains_key(key));
        let Some(at) = self.types.remove(&name.key()) else { return false };
        change(&mut name);
        self.types.insert(name.key(), at);
        true
    }

    pub(super) fn drop_type(&mut self, name: &Name) -> bool {
        let name = self.found(name.clone(), |key| self.types.contains_key(key));
        self.types.remove(&name.key()).is_some_and(|at| self.gone_types.insert(at))
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

    pub(super) fn key(&self, name: &Name) -> Key {
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

    /// Leaves a sequence out of the schema.
    pub(super) fn drop_sequence(&mut self, name: Name) -> bool {
        let found = self.sequences.remove(&self.own_sequence(name).key());
        found.is_some_and(|at| self.gone_sequences.insert(at))
    }

    pub(super) fn has_schema(&self, name: &str) -> bool {
        self.schemas.contains(name)
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
        let old = self.key(from);
        if self.by_name.contains_key(&self.key(&to)) {
            return false;
        }
        let Some(&at) = self.by_name.get(&old) else { return false };
        self.keep_names(at);
        self.move_table(&old, to);
        true
    }

    /// Gives a table a name that no other has.
    pub(super) fn move_table(&mut self, old: &Key, to: Name) {
        let Some(at) = self.by_name.remove(old) else { return };
        let new = self.key(&to);
        self.by_name.insert(new.clone(), at);
        self.source.tables[at].name = to.clone();
        self.renames.push((old.clone(), Renamed::Table(new, to)));
    }

    pub(super) fn drop_index(&mut self, name: &Name, on: Option<&Name>) -> bool {
        let Some((at, which)) = self.index(name, on) else { return false };
        let span = constraints::remove(&mut self.source.tables[at], which);
        span.into_iter().for_each(|span| self.header(span, None));
        true
    }

    /// An index by its name, and its table.
    pub(super) fn index(&mut self, name: &Name, on: Option<&Name>) -> Option<(usize, Which)> {
        let (database, name) = (self.source.database, name.name.as_str());
        if let Some(on) = on {
            let at = self.table(&self.own(on.clone()))?;
            return Some((at, find(&mut self.source.tables[at], database, "index", name)?));
        }
        // The name that PostgreSQL gives may have a number at its end.
        let base = name.trim_end_matches(|c: char| c.is_ascii_digit());
        let tables = [name, base].into_iter().filter_map(|it| self.index_tables.get(it)).flatten();
        let mut live = tables.copied().filter(|at| !self.gone[*at]);
        live.find_map(|at| Some((at, find(&mut self.source.tables[at], database, "index", name)?)))
    }

    /// Remembers the names of indexes of a table from a number on, and that of its key.
    pub(super) fn see_indexes(&mut self, at: usize, from: usize) {
        let names = constraints::index_names(&self.source.tables[at], from);
        for name in names {
            self.index_tables.entry(name).or_default().insert(at);
        }
    }

    /// Says that a part of a statement is in a table as a whole, or in none.
    pub(super) fn header(&mut self, span: Span, table: Option<usize>) {
        self.source.headers.push(Header { span, table });
    }

    /// Says something of a statement that defines.
    pub(super) fn note(&mut self, rule: &'static str, object: String, message: String, span: Span) {
        self.source.notes.push(Note { weight: Weight::Kept, rule, object, message, span });
    }

    /// Says that a part of a statement is lost or changed in a way that matters.
    pub(super) fn warn(&mut self, rule: &'static str, object: String, message: String, span: Span) {
        self.source.notes.push(Note { weight: Weight::LeftOut, rule, object, message, span });
    }

    fn finish(mut self) -> (Source<'a>, Vec<KeptRows>) {
        self.settle_rows();
        self.follow_renames();
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
        let mut numbers = 0..;
        let gone = &self.gone_types;
        self.source.types.retain(|_| numbers.next().is_some_and(|it| !gone.contains(&it)));
        let mut numbers = 0..;
        let gone = &self.gone_sequences;
        self.source.sequences.retain(|_| numbers.next().is_some_and(|it| !gone.contains(&it)));
        let mut gone = self.gone.iter();
        self.source.tables.retain(|_| gone.next() == Some(&false));
        follow_values(&mut self.source, std::mem::take(&mut self.new_values));
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

/// Whether a name is written with the schema `public`, which is not stored with it.
fn is_of_public(said: &str) -> bool {
    let rest = said.strip_prefix("\"public\"").or_else(|| {
        let (word, rest) = said.split_at_checked("public".len())?;
        word.eq_ignore_ascii_case("public").then_some(rest)
    });
    rest.is_some_and(|rest| rest.trim_start().starts_with('.'))
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
