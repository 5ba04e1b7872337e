//! The replay: statements in order onto one schema.
//!
//! Fragments are normal: a parent or a referenced table that the text does not define is no
//! problem. A key, an index or a foreign key that names a missing column of a known table is.

use super::by_name::Named;
use super::columns::{ByName, Wide};
use super::fit::Range;
use super::links::Links;
use super::names::{digits, is_quoted};
use super::others::Pending;
use super::sequences;
use super::taken::Taken;
use super::uses::Uses;
use super::{
    Check, Column, ColumnId, ForeignKey, Index, IndexId, KeyClause, KeyPart, Parent, Place,
    PlacedDirective, ProblemKind, Schema, SchemaProblem, Sequence, SequenceId, Table, TableId,
    Touched,
};
use crate::syntax::Parsed;
use crate::syntax::attach::{Owner, owners};
use crate::syntax::comment::comments;
use crate::syntax::few::Few;
use crate::syntax::parts::Parts;
use crate::syntax::rare::Rare;
use crate::syntax::tree::{
    CheckDef, ColumnDef, Comment, CreateIndex, CreateSequence, CreateTable, Dialect, Element,
    ElementKind, ForeignKeyDef, Interleave, KeyPart as WrittenPart, Name, Note, ObjectKind,
    OptionItem, RareClauses, Statement, StatementKind, Target, Tree, Type,
};
use crate::text::{Span, at};
use smol_str::{SmolStr, StrExt, format_smolstr};
use std::collections::{BTreeMap, BTreeSet};

/// Replays the statements of `tree` onto an empty schema.
#[must_use]
pub fn build(tree: &Tree, text: &str) -> Schema {
    let mut replay = Replay::new(text, tree.dialect, tree.statements.len());
    replay.follow(&tree.statements, &tree.notes);
    replay.finish(tree)
}

/// Reads a text, and replays each part of it while the processor has it at hand. Tree and schema
/// are those of [`parse`](crate::syntax::parse) and [`build`].
#[must_use]
pub fn read(text: &str, dialect: Option<Dialect>) -> (Parsed, Schema) {
    let mut parts = Parts::new(text, dialect);
    let mut replay = Replay::new(text, parts.tree().dialect, 0);
    while let Some(part) = parts.read_next() {
        let tree = parts.tree();
        if part.anew {
            replay = Replay::new(text, tree.dialect, parts.room());
        }
        replay.follow(&tree.statements[part.statements], &tree.notes[part.notes]);
    }
    let parsed = parts.finish();
    let schema = replay.finish(&parsed.tree);
    (parsed, schema)
}

/// What a statement made or changed.
#[derive(Clone, Copy)]
pub(super) enum Made {
    Nothing,
    Table(TableId),
    Index(IndexId),
    Column(TableId, ColumnId),
    Sequence(SequenceId),
    /// What is looked at after the last statement, by its place in `Replay::pending`.
    Pending(usize),
    Other(Place),
    /// Something that a later statement dropped, or that it dropped itself.
    Gone,
}

/// A foreign key as written, kept until every table is known.
pub(super) struct PendingKey {
    pub(super) table: TableId,
    pub(super) written: ForeignKeyDef,
    /// The referenced table, if it was known when the key was said: it may be renamed later.
    pub(super) target: Option<TableId>,
    /// A later statement dropped it.
    pub(super) gone: bool,
}

/// What was dropped. It keeps its number until the last statement is replayed.
#[derive(Default)]
pub(super) struct Gone {
    pub(super) tables: BTreeSet<TableId>,
    pub(super) columns: BTreeSet<(TableId, ColumnId)>,
    pub(super) indexes: BTreeSet<IndexId>,
    pub(super) sequences: BTreeSet<usize>,
    /// Columns as `table.column`, and indexes, lower-cased: a directive may still name them.
    pub(super) names: BTreeSet<SmolStr>,
}

pub(super) struct Replay<'a> {
    pub(super) text: &'a str,
    pub(super) schema: Schema,
    /// Tables by folded name and synonym.
    pub(super) tables: Named<TableId>,
    /// Indexes by folded name.
    pub(super) indexes: Named<IndexId>,
    /// Sequences by folded name.
    pub(super) sequences: BTreeMap<SmolStr, usize>,
    /// What the counter of each sequence skips.
    pub(super) ranges: Vec<Range>,
    /// Columns by name, for each wide table.
    pub(super) wide: Wide,
    /// Names that may be taken.
    pub(super) taken: Taken,
    /// Some parent was not known when it was named.
    parent_is_absent: bool,
    pub(super) keys: Vec<PendingKey>,
    /// What stands on each table.
    pub(super) uses: Uses,
    /// What each statement made.
    pub(super) made: Vec<Made>,
    /// Names that tables had, lower-cased; `None` where the table is dropped.
    pub(super) former: BTreeMap<SmolStr, Option<TableId>>,
    /// Folded names of indexes that are not in the schema: of kinds this version keeps without
    /// looking inside, or on tables outside the text.
    pub(super) others: BTreeSet<SmolStr>,
    /// Change streams, views, graphs and such, looked at when every table has its last name.
    pub(super) pending: Vec<Pending>,
    /// By kind and folded name: what is pending and not dropped, by its place.
    pub(super) pending_by_name: BTreeMap<(ObjectKind, SmolStr), Vec<usize>>,
    /// Where the schema's `other_dialect` starts.
    pub(super) others_at: BTreeSet<u32>,
    /// Tables whose name a later one took over, be it in another case.
    pub(super) twins: Vec<TableId>,
    pub(super) gone: Gone,
    /// Folded names of what has no map of its own, each with the table whose constraint it is.
    /// Kinds that do not share their names with tables have their keyword in front.
    pub(super) given: Named<Option<TableId>>,
    /// By table: folded names of its constraints.
    pub(super) constraints: BTreeMap<TableId, Vec<SmolStr>>,
    /// By table: its generated columns, dropped ones included.
    pub(super) generated: BTreeMap<TableId, Vec<ColumnId>>,
    /// The text makes functions of its own; `None` before anybody asked.
    pub(super) makes_functions: Option<bool>,
    /// Functions that are not known and were told of.
    pub(super) unknown_functions: BTreeSet<String>,
}

impl<'a> Replay<'a> {
    /// Nothing is replayed yet; `room` is about how many statements will be.
    fn new(text: &'a str, dialect: Dialect, room: usize) -> Self {
        let span = Span::new(0, at(text.len()));
        let mut schema = Schema { dialect, crlf: ends_crlf(text), span, ..Schema::default() };
        // Doubled one by one, the tables of a long text would be copied again and again. Most
        // statements make one, and room that is never written to costs next to nothing.
        schema.tables.reserve_exact(room);
        Self {
            text,
            schema,
            tables: Named::default(),
            indexes: Named::default(),
            sequences: BTreeMap::new(),
            ranges: Vec::new(),
            wide: Wide::new(),
            taken: Taken::with_room_for(room),
            parent_is_absent: false,
            keys: Vec::new(),
            uses: Uses::default(),
            made: Vec::with_capacity(room),
            former: BTreeMap::new(),
            others: BTreeSet::new(),
            others_at: BTreeSet::new(),
            twins: Vec::new(),
            pending: Vec::new(),
            pending_by_name: BTreeMap::new(),
            gone: Gone::default(),
            given: Named::default(),
            constraints: BTreeMap::new(),
            generated: BTreeMap::new(),
            makes_functions: None,
            unknown_functions: BTreeSet::new(),
        }
    }

    /// Replays what comes next.
    fn follow(&mut self, statements: &[Statement], notes: &[Note]) {
        self.carry_notes(notes);
        for statement in statements {
            self.name(statement);
            let made = self.statement(statement);
            self.made.push(made);
        }
    }

    /// The schema, when the whole of `tree` is replayed.
    fn finish(mut self, tree: &Tree) -> Schema {
        self.count_comments(tree);
        self.finish_parents();
        self.leave_out();
        self.finish_foreign_keys();
        self.finish_sequences();
        self.compact();
        self.index_names();
        self.finish_others(tree);
        self.finish_views(tree);
        self.finish_names();
        self.finish_queries(tree);
        self.add_managed_indexes();
        sequences::finish(&mut self.schema, tree, self.text);
        self.schema.touched = self.made.iter().map(|made| self.touched(*made)).collect();
        self.schema.links = Links::of(&self.schema);
        self.split_files(tree);
        self.place_directives(tree);
        self.schema.links.add_directives(&self.schema.directives);
        self.doubt_problems(tree);
        self.schema.problems.sort_by_key(|problem| problem.span);
        self.schema
    }

    fn statement(&mut self, statement: &Statement) -> Made {
        self.check_postgresql(statement);
        match &statement.kind {
            StatementKind::CreateTable(table) => self.create_table(statement, table),
            StatementKind::CreateIndex(index) => self.create_index(statement, index),
            StatementKind::CreateSequence(sequence) => self.create_sequence(statement, sequence),
            StatementKind::AlterTable(alter) => self.alter_table(statement, alter),
            StatementKind::AlterDatabase(options) => self.alter_database(options),
            StatementKind::AlterIndex(alter) => self.alter_index(statement, alter),
            StatementKind::AlterSequence(alter) => self.alter_sequence(statement, alter),
            StatementKind::RenameTables(renames) => self.rename_tables(renames),
            StatementKind::Drop(dropped) => self.drop_object(dropped),
            StatementKind::CreateSearchIndex(made) | StatementKind::CreateVectorIndex(made) => {
                let folded = self.folded(&made.index.name);
                if self.is_taken(&folded) {
                    if self.if_not_exists(statement, &made.index.name) {
                        return Made::Nothing;
                    }
                    self.expected_new_name(&made.index.name);
                }
                self.taken.take(&folded);
                self.others.insert(folded);
                let vector = matches!(statement.kind, StatementKind::CreateVectorIndex(_));
                self.check_special(made, vector);
                self.keep_for_later(statement)
            }
            StatementKind::CreateChangeStream(made) => {
                self.check_watched(&made.name, &made.watched);
                self.check_stream_options(&made.options);
                self.keep_if_new(statement)
            }
            StatementKind::CreateView(_)
            | StatementKind::CreatePropertyGraph(_)
            | StatementKind::Other { .. } => self.keep_if_new(statement),
            StatementKind::AlterChangeStream(alter) => self.alter_stream(statement, alter),
            StatementKind::CreateSchema(name) => {
                self.create_schema(statement.span.start, name);
                Made::Nothing
            }
            StatementKind::Query(_) => Made::Nothing,
            StatementKind::Skipped => {
                self.split_points(statement.span);
                Made::Nothing
            }
        }
    }

    /// Keeps a statement that makes something, unless that is there already.
    fn keep_if_new(&mut self, statement: &Statement) -> Made {
        if self.is_new(statement) { self.keep_for_later(statement) } else { Made::Nothing }
    }

    fn touched(&self, made: Made) -> Touched {
        match made {
            Made::Table(table) | Made::Column(table, _) => Touched::Table(table),
            Made::Index(index) => Touched::Table(self.schema.index(index).table),
            _ => Touched::Database,
        }
    }

    pub(super) fn problem(&mut self, kind: ProblemKind, message: String, span: Span) {
        self.schema.problems.push(SchemaProblem { message, span, kind, table: None });
    }

    /// A problem that speaks of a table.
    pub(super) fn problem_of(
        &mut self,
        table: TableId,
        kind: ProblemKind,
        message: String,
        span: Span,
    ) {
        let table = Some(table);
        self.schema.problems.push(SchemaProblem { message, span, kind, table });
    }

    /// A value that could not be read may ask any sequence.
    fn doubt_sequences(&mut self, errors: &[u32]) {
        if self.schema.sequences.is_empty() {
            return;
        }
        let mut columns = self.schema.tables.iter().flat_map(|table| &table.columns);
        let doubtful = columns.any(|column| {
            let values = [
                column.default.as_ref().map(|it| it.span),
                column.generated.as_ref().map(|it| it.expr.span),
            ];
            values.into_iter().flatten().any(|span| is_broken(errors, span))
        });
        if doubtful {
            self.schema.sequences.iter_mut().for_each(|sequence| sequence.mentioned = true);
        }
    }

    /// What could not be read may define what seems to be missing behind it, and a statement that
    /// could not be read whole is not judged.
    fn doubt_problems(&mut self, tree: &Tree) {
        let mut errors: Vec<u32> = tree.errors.iter().map(|error| error.span.start).collect();
        errors.sort_unstable();
        let Some(&first) = errors.first() else { return };
        self.doubt_sequences(&errors);
        self.doubt_keys(&errors);
        for problem in &mut self.schema.problems {
            let at = problem.span.start;
            let next = tree.statements.partition_point(|statement| statement.span.start <= at);
            let own = next.checked_sub(1).map(|it| tree.statements[it].span);
            let broken = own.is_some_and(|span| is_broken(&errors, span));
            if (problem.kind == ProblemKind::Missing && first < at) || broken {
                problem.kind = ProblemKind::Outside;
            }
        }
    }

    /// What stands where a key would be and could not be read may have been one.
    fn doubt_keys(&mut self, errors: &[u32]) {
        for table in self.schema.tables.iter_mut().filter(|table| table.hidden_rowid) {
            // Behind the closing bracket.
            let behind = Span { start: table.body.end + 1, end: table.span.end };
            if is_broken(errors, behind) {
                (table.hidden_rowid, table.partial) = (false, true);
            }
        }
    }

    /// Whether a folded name is one of a table, an index or a sequence: they share their names.
    pub(super) fn is_taken(&self, folded: &str) -> bool {
        self.taken.may_be(folded)
            && (self.tables.contains_key(folded)
                || self.indexes.contains_key(folded)
                || self.sequences.contains_key(folded)
                || self.others.contains(folded)
                || self.given.contains_key(folded))
    }

    /// The column, or a problem; a table with something left out may well have it.
    pub(super) fn column(&mut self, table: TableId, name: &Name) -> Option<ColumnId> {
        let found = self.column_in_any_case(table, name);
        if let Some(found) = found {
            self.check_column_case(table, found, name);
        }
        found
    }

    /// The column, or a problem, for a place where its case says nothing.
    pub(super) fn column_in_any_case(&mut self, table: TableId, name: &Name) -> Option<ColumnId> {
        let found = self.find_column(table, &self.column_key(name));
        let owner = self.schema.table(table);
        if found.is_none() && !owner.partial {
            let message = format!("expected a column of `{}`, found `{}`", owner.name, name.text);
            self.problem_of(table, ProblemKind::Missing, message, name.span);
        }
        found
    }

    pub(super) fn columns(&mut self, table: TableId, names: &[Name]) -> Vec<ColumnId> {
        names.iter().filter_map(|name| self.column(table, name)).collect()
    }

    pub(super) fn table_mut(&mut self, id: TableId) -> &mut Table {
        &mut self.schema.tables[id.0 as usize]
    }

    // Tables.

    /// A second table of a name is reported and analysed all the same: pasted pages show one
    /// table in several versions. Later statements speak of the latest.
    fn create_table(&mut self, statement: &Statement, written: &CreateTable) -> Made {
        let folded = self.folded(&written.name);
        if let Some(&there) = self.tables.get(&folded)
            && written.if_not_exists
        {
            return Made::Table(there);
        }
        if self.is_taken(&folded) {
            self.expected_new_name(&written.name);
        }
        self.check_public(&written.name);
        // Before the table has its number: it may name itself.
        self.check_parent_case(written.interleave.as_ref());
        let parent = written.interleave.as_ref().map(|clause| self.parent(clause));
        let id = TableId(at(self.schema.tables.len()));
        self.taken.take(&folded);
        self.twins.extend(self.tables.insert(folded, id));
        self.schema.tables.push(empty_table(statement, written, parent));
        for element in &written.elements {
            match &element.kind {
                ElementKind::Column(column) => {
                    self.add_column(id, element, column);
                }
                ElementKind::ForeignKey(key) => {
                    self.add_key(id, key);
                }
                ElementKind::Check(check) => self.add_check(id, check),
                ElementKind::Other => self.written_synonym(id, element.span),
                ElementKind::PrimaryKey | ElementKind::Elision => {}
            }
        }
        self.set_key(id, written);
        self.check_expressions(id, written);
        Made::Table(id)
    }

    /// Expressions are looked at when every column of the table is known.
    fn check_expressions(&mut self, table: TableId, written: &CreateTable) {
        for element in &written.elements {
            match &element.kind {
                ElementKind::Check(check) => self.check_check(table, check),
                ElementKind::Column(column) => {
                    for check in &column.checks {
                        self.check_check(table, check);
                    }
                    self.check_values(table, column);
                }
                _ => {}
            }
        }
        self.check_circle(table);
        if let Some(ttl) = &written.ttl {
            self.column_in_any_case(table, &ttl.column);
        }
    }

    pub(super) fn add_check(&mut self, table: TableId, written: &CheckDef) {
        self.constraint(table, written.name.as_ref());
        let name = written.name.as_ref().map(|name| name.text.clone());
        let check = Check { name, expr: written.expr.clone(), span: written.span };
        self.table_mut(table).checks.push(check);
    }

    /// Adds a column; one of a name that is there already is reported and left out.
    pub(super) fn add_column(
        &mut self,
        table: TableId,
        element: &Element,
        written: &ColumnDef,
    ) -> ColumnId {
        let key = self.column_key(&written.name);
        if let Some(there) = self.find_column(table, &key) {
            self.expected_new_column(table, there, &written.name);
            return there;
        }
        let id = ColumnId(at(self.schema.table(table).columns.len()));
        let column = self.column_of(table, element, written);
        if column.generated.is_some() {
            self.generated.entry(table).or_default().push(id);
        }
        self.table_mut(table).columns.push(column);
        self.index_column(table, id);
        self.check_definition(table, written);
        for check in &written.checks {
            self.add_check(table, check);
        }
        if let Some(key) = &written.references {
            self.add_key(table, key);
        }
        id
    }

    /// A column as written.
    fn column_of(&mut self, table: TableId, element: &Element, written: &ColumnDef) -> Column {
        let (ty, type_span) = match &written.ty {
            Some(ty) => (Some(ty.kind.clone()), ty.span),
            None => (None, Span::empty(written.name.span.end)),
        };
        let said = type_span.of(self.text);
        self.foreign_type(table, said, type_span);
        let mut column = Column {
            name: written.name.text.clone(),
            name_span: written.name.span,
            span: element.span,
            comma: element.comma,
            quoted: is_quoted(written.name.span.of(self.text)),
            type_span,
            not_null: written.not_null.is_some(),
            commit_timestamp: ty == Some(Type::CommitTimestamp)
                || written.options.iter().any(by_option),
            default: written.default.clone(),
            options: written.options.clone(),
            comments: element.comments.clone(),
            rare: Rare::default(),
            ty,
        };
        if let Some(digits) = digits(said, column.ty.as_ref()) {
            column.digits = Some(digits);
        }
        if !written.rare.is_missing() {
            let RareClauses { on_update, generated, identity, primary_key, .. } = &**written;
            column.on_update.clone_from(on_update);
            column.generated.clone_from(generated);
            column.identity.clone_from(identity);
            column.inline_key = *primary_key;
        }
        column
    }

    pub(super) fn add_key(&mut self, table: TableId, written: &ForeignKeyDef) {
        self.constraint(table, written.name.as_ref());
        let target = self.table_named(&written.table);
        self.keys.push(PendingKey { table, written: written.clone(), target, gone: false });
    }

    /// The key: of the clause, or of the column that carries `PRIMARY KEY`.
    fn set_key(&mut self, id: TableId, written: &CreateTable) {
        let parts = match &written.primary_key {
            Some(key) => self.key_parts(id, &key.parts),
            None => {
                let table = self.schema.table(id);
                let inline = table.column_ids().find(|&c| table.column(c).inline_key.is_some());
                let span = |c| table.column(c).name_span;
                inline
                    .map(|c| KeyPart { column: c, desc: false, nulls_moved: false, span: span(c) })
                    .into_iter()
                    .collect()
            }
        };
        let implied = self.schema.dialect == Dialect::PostgreSql;
        if implied {
            self.check_one_key(id, written);
        }
        let updated =
            parts.iter().find(|part| self.schema.table(id).column(part.column).on_update.is_some());
        if let Some(part) = updated {
            let name = &self.schema.table(id).column(part.column).name;
            let message = format!("expected `{name}` outside the key: ON UPDATE changes it");
            let span = part.span;
            self.problem_of(id, ProblemKind::Unfit, message, span);
        }
        let table = self.table_mut(id);
        for part in &parts {
            table.columns[part.column.0 as usize].not_null |= implied;
        }
        table.hidden_rowid = parts.is_empty()
            && written.primary_key.is_none()
            && table.parent.is_none()
            && !table.partial
            && !table.columns.is_empty();
        table.key = parts;
    }

    /// A key is said once, by one column or by the clause.
    fn check_one_key(&mut self, id: TableId, written: &CreateTable) {
        let inline = self.schema.table(id).columns.iter().filter_map(|column| column.inline_key);
        let clause = written.primary_key.as_ref().map(|key| key.span);
        if let Some(second) = inline.chain(clause).nth(1) {
            let message = format!("expected one primary key of `{}`, found two", written.name.text);
            self.problem_of(id, ProblemKind::Twice, message, second);
        }
    }

    /// The parts that exist; a problem for each that does not.
    fn key_parts(&mut self, table: TableId, written: &[WrittenPart]) -> Vec<KeyPart> {
        let mut parts: Vec<KeyPart> = Vec::with_capacity(written.len());
        let mut seen = BTreeSet::new();
        for part in written {
            let Some(column) = self.column(table, &part.name) else { continue };
            if seen.insert(column) {
                let WrittenPart { desc, nulls_moved, span, .. } = *part;
                parts.push(KeyPart { column, desc, nulls_moved, span });
            } else {
                let message =
                    format!("expected each column once, found `{}` again", part.name.text);
                self.problem_of(table, ProblemKind::Twice, message, part.span);
            }
        }
        parts
    }

    pub(super) fn parent(&mut self, clause: &Interleave) -> Parent {
        let table = self.find_table(&clause.parent);
        self.parent_is_absent |= table.is_none();
        Parent {
            name: clause.parent.text.clone(),
            table,
            enforced: clause.enforced,
            on_delete_cascade: clause.on_delete_cascade,
            on_delete_said: clause.on_delete_said,
            span: clause.span,
        }
    }

    // Indexes, sequences, the database.

    fn create_index(&mut self, statement: &Statement, written: &CreateIndex) -> Made {
        let Some(table) = self.table_named(&written.table) else {
            let name = &written.table;
            let message = format!("expected a table of this text, found `{}`", name.text);
            self.problem(self.absent(name), message, name.span);
            let folded = self.folded(&written.name);
            self.taken.take(&folded);
            self.others.insert(folded);
            return Made::Nothing;
        };
        let id = IndexId(at(self.schema.indexes.len()));
        let folded = self.folded(&written.name);
        if !folded.is_empty() && self.is_taken(&folded) {
            if self.if_not_exists(statement, &written.name) {
                return self.indexes.get(&folded).map_or(Made::Nothing, |&id| Made::Index(id));
            }
            self.expected_new_name(&written.name);
        }
        if written.keys.is_empty() && written.keys_list.is_empty() {
            let message = format!("expected key columns for `{}`, found none", written.name.text);
            self.problem_of(table, ProblemKind::Unfit, message, written.name.span);
        }
        let keys = self.key_parts(table, &written.keys);
        // With a key part missing, or all, every judgement of the order would be wrong.
        if keys.is_empty() || keys.len() < written.keys.len() {
            self.taken.take(&folded);
            self.others.insert(folded);
            return Made::Nothing;
        }
        if !folded.is_empty() {
            self.taken.take(&folded);
            self.indexes.insert(folded, id);
        }
        self.check_parent_case(written.interleave.as_ref());
        // An expression says a column in any case.
        let filter = written.where_not_null.iter();
        let where_not_null = filter.filter_map(|name| self.column_in_any_case(table, name));
        let where_not_null: Vec<ColumnId> = where_not_null.collect();
        let mut stored = Vec::with_capacity(written.storing.len());
        for name in &written.storing {
            stored.extend(self.column(table, name).map(|column| (column, name.span)));
        }
        let (storing, storing_spans) = stored.into_iter().unzip();
        let all_filtered =
            !keys.is_empty() && keys.iter().all(|key| where_not_null.contains(&key.column));
        let name = match written.name.text.as_str() {
            "" => format_smolstr!("<index of {}>", self.schema.table(table).name),
            _ => written.name.text.clone(),
        };
        let index = Index {
            name,
            name_span: written.name.span,
            span: statement.span,
            semicolon: statement.semicolon,
            table,
            keys,
            keys_list: written.keys_list,
            storing,
            storing_spans,
            altered: Vec::new(),
            unique: written.unique,
            null_filtered: written.null_filtered.is_some() || all_filtered,
            where_not_null,
            parent: written.interleave.as_ref().map(|clause| self.parent(clause)),
            comments: around(statement).chain(&written.comments).cloned().collect(),
            managed: false,
        };
        self.schema.indexes.push(index);
        Made::Index(id)
    }

    fn create_sequence(&mut self, statement: &Statement, written: &CreateSequence) -> Made {
        let folded = self.folded(&written.name);
        if self.is_taken(&folded) {
            if self.if_not_exists(statement, &written.name) {
                return Made::Nothing;
            }
            self.expected_new_name(&written.name);
        }
        let said = (written.options.as_slice(), &written.counter);
        let range = self.check_counter(&written.name, said, statement, Range::default());
        self.ranges.push(range);
        let id = self.schema.sequences.len();
        self.taken.take(&folded);
        self.sequences.insert(folded, id);
        self.schema.sequences.push(Sequence {
            name: written.name.text.clone(),
            name_span: written.name.span,
            span: statement.span,
            bit_reversed: written.bit_reversed,
            counter: written.counter.clone(),
            users: Vec::new(),
            mentioned: false,
            comments: around(statement).cloned().collect(),
        });
        Made::Sequence(SequenceId(at(id)))
    }

    fn alter_database(&mut self, options: &[OptionItem]) -> Made {
        for item in options.iter().filter(|item| item.key == "default_sequence_kind") {
            self.schema.default_sequence_bit_reversed =
                item.value.eq_ignore_ascii_case("bit_reversed_positive");
        }
        Made::Nothing
    }

    // After the last statement.

    /// Parents that are defined further down: Spanner refuses the order, the analysis need not.
    fn finish_parents(&mut self) {
        if !self.parent_is_absent {
            return;
        }
        let tables = &self.tables;
        let find = |name: &str| tables.get(&name.to_lowercase_smolstr()).copied();
        let of_tables = self.schema.tables.iter_mut().map(|table| &mut table.parent);
        let of_indexes = self.schema.indexes.iter_mut().map(|index| &mut index.parent);
        for parent in of_tables.chain(of_indexes).flatten() {
            parent.table = parent.table.or_else(|| find(&parent.name));
        }
    }

    fn finish_foreign_keys(&mut self) {
        let keys = std::mem::take(&mut self.keys).into_iter().filter(|key| !key.gone);
        for PendingKey { table, written, target, .. } in keys {
            let columns = self.columns(table, &written.columns);
            let target = target.or_else(|| self.table_named(&written.table));
            let left_out = written.referenced.is_empty();
            let referenced = match target {
                None => Vec::new(),
                // Left out, the columns are those of the referenced primary key.
                Some(target) if left_out => {
                    self.schema.table(target).key.iter().map(|part| part.column).collect()
                }
                Some(target) => self.columns(target, &written.referenced),
            };
            let referenced_names = match target.filter(|_| left_out) {
                Some(target) => {
                    let target = self.schema.table(target);
                    referenced.iter().map(|&c| target.column(c).name.clone()).collect()
                }
                None => texts(&written.referenced),
            };
            self.table_mut(table).foreign_keys.push(ForeignKey {
                name: written.name.map(|name| name.text),
                columns,
                column_names: texts(&written.columns),
                column_spans: spans(&written.columns),
                table_name: written.table.text,
                table: target,
                referenced,
                referenced_names,
                referenced_spans: spans(&written.referenced),
                enforced: written.enforced,
                on_delete_cascade: written.on_delete_cascade,
                span: written.span,
                columns_list: written.columns_list,
                referenced_list: written.referenced_list,
                foreign: written.foreign,
            });
        }
    }

    fn finish_sequences(&mut self) {
        let default = self.schema.default_sequence_bit_reversed;
        for sequence in &mut self.schema.sequences {
            sequence.bit_reversed |= default;
        }
    }

    // Directives.

    fn place_directives(&mut self, tree: &Tree) {
        if tree.directives.is_empty() {
            return;
        }
        let comments: Vec<Span> = comments(&tree.tokens).collect();
        let owners = owners(self.text, &tree.statements, &comments);
        let mut all = Vec::with_capacity(tree.directives.len());
        for directive in &tree.directives {
            let place = match &directive.target {
                Target::File => Some(Place::File),
                Target::Table(name) => self.named(name),
                Target::Column(table, column) => self.named_column(table, column),
                Target::Here => {
                    let at = comments.binary_search(&directive.span).ok();
                    at.and_then(|at| self.place_of(owners[at], tree))
                }
            };
            // What is said of a thing that was dropped is neither used nor wrong.
            let gone = match &directive.target {
                Target::File => false,
                Target::Table(name) => self.is_gone(name),
                Target::Column(table, column) => {
                    self.is_gone(table) || self.is_gone(&format!("{table}.{column}"))
                }
                Target::Here => {
                    let at = comments.binary_search(&directive.span).ok();
                    at.is_some_and(|at| self.is_of_gone(owners[at]))
                }
            };
            if place.is_some() || !gone {
                all.push(PlacedDirective { directive: directive.clone(), place });
            }
        }
        self.schema.directives = all;
    }

    /// A table, or an index, of a name it has or had.
    fn named(&self, name: &str) -> Option<Place> {
        let index =
            || self.indexes.get(&name.to_lowercase_smolstr()).map(|&index| Place::Index(index));
        let former =
            || self.former.get(&name.to_lowercase_smolstr()).copied().flatten().map(Place::Table);
        self.schema.find_table(name).map(Place::Table).or_else(index).or_else(former)
    }

    fn named_column(&self, table: &str, column: &str) -> Option<Place> {
        let Some(Place::Table(table)) = self.named(table) else { return None };
        let column = self.schema.table(table).find_column(column)?;
        Some(Place::Column(table, column))
    }

    /// Whether a table, an index or a column of that name was dropped.
    fn is_gone(&self, name: &str) -> bool {
        let name = name.to_lowercase_smolstr();
        self.gone.names.contains(&name) || self.former.get(&name).is_some_and(Option::is_none)
    }

    fn is_of_gone(&self, owner: Owner) -> bool {
        let at = match owner {
            Owner::Element(at, _)
            | Owner::Inside(at)
            | Owner::Loose(at)
            | Owner::Before(at)
            | Owner::After(at) => at,
            Owner::Nobody => return false,
        };
        matches!(self.made[at], Made::Gone)
    }

    fn place_of(&self, owner: Owner, tree: &Tree) -> Option<Place> {
        let (at, element) = match owner {
            Owner::Element(at, element) => (at, Some(element)),
            Owner::Inside(at) | Owner::Loose(at) | Owner::Before(at) | Owner::After(at) => {
                (at, None)
            }
            Owner::Nobody => return None,
        };
        match self.made[at] {
            Made::Nothing | Made::Gone | Made::Pending(_) => None,
            Made::Sequence(sequence) => Some(Place::Sequence(sequence)),
            Made::Other(place) => Some(place),
            Made::Index(index) => Some(Place::Index(index)),
            Made::Column(table, column) => Some(Place::Column(table, column)),
            Made::Table(id) => {
                let StatementKind::CreateTable(written) = &tree.statements[at].kind else {
                    return Some(Place::Table(id));
                };
                let table = self.schema.table(id);
                let of = element.map(|element| written.elements[element].span);
                let column = of.and_then(|span| {
                    table.column_ids().find(|&column| table.column(column).span == span)
                });
                Some(column.map_or(Place::Table(id), |column| Place::Column(id, column)))
            }
        }
    }
}

/// Whether an error stands in a part of the text; `errors` are their starts, in order.
fn is_broken(errors: &[u32], span: Span) -> bool {
    let next = errors.partition_point(|&start| start < span.start);
    errors.get(next).is_some_and(|&start| start <= span.end)
}

/// Comments before and after a statement, in order.
pub(super) fn around(statement: &Statement) -> impl Iterator<Item = &Comment> {
    statement.comments_before.iter().chain(&statement.comment_after)
}

fn texts(names: &[Name]) -> Vec<SmolStr> {
    names.iter().map(|name| name.text.clone()).collect()
}

fn spans(names: &[Name]) -> Vec<Span> {
    names.iter().map(|name| name.span).collect()
}

/// Whether the first line of a text ends with `\r\n`.
fn ends_crlf(text: &str) -> bool {
    let first = text.find('\n');
    first.is_some_and(|at| text[..at].ends_with('\r'))
}

/// A table without its elements.
fn empty_table(statement: &Statement, written: &CreateTable, parent: Option<Parent>) -> Table {
    let key = written.primary_key.as_ref();
    Table {
        name: written.name.text.clone(),
        name_span: written.name.span,
        span: statement.span,
        body: written.body,
        columns: Vec::with_capacity(written.elements.len()),
        by_name: ByName::default(),
        key: Vec::new(),
        key_clause: key.map(|key| KeyClause {
            span: key.span,
            list: key.list,
            empty: key.parts.is_empty(),
        }),
        parent,
        foreign_keys: Vec::new(),
        checks: Vec::new(),
        ttl: written.ttl.clone(),
        ttl_refused: Few::default(),
        options: written.options.clone(),
        synonyms: Few::default(),
        renamed: Few::default(),
        hidden_rowid: false,
        partial: written.elements.iter().any(|e| matches!(e.kind, ElementKind::Elision)),
        comments: around(statement).cloned().collect(),
    }
}

/// The option that lets a column hold commit timestamps.
pub(super) fn by_option(item: &OptionItem) -> bool {
    item.key == "allow_commit_timestamp" && item.value.eq_ignore_ascii_case("true")
}
