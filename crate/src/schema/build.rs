//! The replay: statements in order onto one schema.
//!
//! Names are resolved when every statement has been read, so that a foreign key may refer to a
//! table further down. What is not there stays a name: fragments are normal.

use super::{
    Check, Column, ColumnId, ForeignKey, Index, IndexId, KeyClause, KeyPart, Parent, Place,
    PlacedDirective, Schema, SchemaProblem, Sequence, Table, TableId, resolve_key_part,
};
use crate::syntax::tree::{
    AlterAction, CheckDef, ColumnDef, Comment, CreateIndex, CreateTable, Dialect, Directive,
    Element, ElementKind, ForeignKeyDef, Interleave, KeyPart as WrittenKeyPart, OptionItem,
    Statement, StatementKind, Target, Tree, Type,
};
use crate::text::{LineIndex, Span};

/// Replays the statements of `tree` onto an empty schema.
#[must_use]
pub fn build(tree: &Tree, text: &str) -> Schema {
    let mut replay = Replay { schema: Schema { dialect: tree.dialect, ..Schema::default() } };
    for statement in &tree.statements {
        replay.statement(statement);
    }
    let mut schema = replay.schema;
    resolve(&mut schema);
    add_managed_indexes(&mut schema);
    place_directives(&mut schema, tree, text);
    schema
}

struct Replay {
    schema: Schema,
}

impl Replay {
    fn statement(&mut self, statement: &Statement) {
        match &statement.kind {
            StatementKind::CreateTable(table) => self.create_table(statement, table),
            StatementKind::CreateIndex(index) => self.create_index(statement, index),
            StatementKind::CreateSequence(sequence) => {
                let default = self.schema.default_sequence_bit_reversed;
                self.schema.sequences.push(Sequence {
                    name: sequence.name.text.clone(),
                    span: statement.span,
                    bit_reversed: sequence.bit_reversed || default,
                });
            }
            StatementKind::AlterTable(alter) => {
                self.alter(&alter.name.text, alter.name.span, &alter.action)
            }
            StatementKind::AlterDatabase(options) => {
                if options.iter().any(is_bit_reversed_default) {
                    self.schema.default_sequence_bit_reversed = true;
                    for sequence in &mut self.schema.sequences {
                        sequence.bit_reversed = true;
                    }
                }
            }
            StatementKind::Other { .. } | StatementKind::Skipped => {}
        }
    }

    fn problem(&mut self, message: String, span: Span) {
        self.schema.problems.push(SchemaProblem { message, span });
    }

    fn create_table(&mut self, statement: &Statement, written: &CreateTable) {
        if self.schema.find_table(&written.name.text).is_some() {
            let message =
                format!("expected a new name, found `{}` a second time", written.name.text);
            if !written.if_not_exists {
                self.problem(message, written.name.span);
            }
            return;
        }
        let mut table = empty_table(statement, written);
        for element in &written.elements {
            add_element(&mut table, element);
        }
        let (key, unknown) = key_of(&table, written);
        for part in unknown {
            let message =
                format!("expected a column of `{}`, found `{}`", table.name, part.name.text);
            self.problem(message, part.name.span);
        }
        table.key = key;
        if self.schema.dialect == Dialect::PostgreSql {
            for at in 0..table.key.len() {
                let column = table.key[at].column;
                table.columns[column.0 as usize].not_null = true;
            }
        }
        self.schema.tables.push(table);
    }

    fn create_index(&mut self, statement: &Statement, written: &CreateIndex) {
        let Some(table) = self.schema.find_table(&written.table.text) else {
            let message = format!("expected a table of this text, found `{}`", written.table.text);
            self.problem(message, written.table.span);
            return;
        };
        let owner = self.schema.table(table);
        let keys: Vec<KeyPart> =
            written.keys.iter().filter_map(|part| resolve_key_part(owner, part)).collect();
        let unknown = written.keys.iter().find(|part| owner.find_column(&part.name.text).is_none());
        if let Some(part) = unknown {
            let message =
                format!("expected a column of `{}`, found `{}`", owner.name, part.name.text);
            let span = part.name.span;
            // A table with columns left out may well have this one.
            if !owner.partial {
                self.problem(message, span);
            }
            return;
        }
        let columns = |names: &[crate::syntax::tree::Name]| -> Vec<ColumnId> {
            names.iter().filter_map(|name| owner.find_column(&name.text)).collect()
        };
        let where_not_null = columns(&written.where_not_null);
        let filtered = written.null_filtered.is_some()
            || (!keys.is_empty() && keys.iter().all(|key| where_not_null.contains(&key.column)));
        let comments = statement.comments_before.iter().chain(&written.comments);
        let index = Index {
            name: written.name.text.clone(),
            name_span: written.name.span,
            span: statement.span,
            semicolon: statement.semicolon,
            table,
            keys,
            keys_list: written.keys_list,
            storing: columns(&written.storing),
            unique: written.unique,
            null_filtered: filtered,
            where_not_null,
            parent: written.interleave.as_ref().map(parent),
            comments: comments.chain(&statement.comment_after).cloned().collect(),
            managed: false,
        };
        self.schema.indexes.push(index);
    }

    fn alter(&mut self, name: &str, span: Span, action: &AlterAction) {
        let Some(id) = self.schema.find_table(name) else {
            if !matches!(action, AlterAction::Other(_)) {
                self.problem(format!("expected a table of this text, found `{name}`"), span);
            }
            return;
        };
        let table = &mut self.schema.tables[id.0 as usize];
        match action {
            AlterAction::AddColumn(element) => {
                let before = table.columns.len();
                add_element(table, element);
                for column in &mut table.columns[before..] {
                    column.added_later = true;
                }
            }
            AlterAction::AddForeignKey(key) => table.foreign_keys.push(foreign_key(key)),
            AlterAction::AddCheck(written) => table.checks.push(check(written)),
            AlterAction::AddTtl(ttl) => table.ttl = Some(ttl.clone()),
            AlterAction::Other(_) => {}
        }
    }
}

fn is_bit_reversed_default(option: &OptionItem) -> bool {
    option.key.ends_with("default_sequence_kind")
        && option.value.eq_ignore_ascii_case("bit_reversed_positive")
}

fn empty_table(statement: &Statement, written: &CreateTable) -> Table {
    let comments: Vec<Comment> =
        statement.comments_before.iter().chain(&statement.comment_after).cloned().collect();
    Table {
        name: written.name.text.clone(),
        name_span: written.name.span,
        span: statement.span,
        body: written.body,
        columns: Vec::new(),
        key: Vec::new(),
        key_clause: written
            .primary_key
            .as_ref()
            .map(|key| KeyClause { span: key.span, list: key.list }),
        parent: written.interleave.as_ref().map(parent),
        foreign_keys: Vec::new(),
        checks: Vec::new(),
        ttl: written.ttl.clone(),
        partial: false,
        comments,
    }
}

fn parent(written: &Interleave) -> Parent {
    Parent {
        name: written.parent.text.clone(),
        table: None,
        enforced: written.enforced,
        on_delete_cascade: written.on_delete_cascade,
        span: written.span,
    }
}

fn add_element(table: &mut Table, element: &Element) {
    match &element.kind {
        ElementKind::Column(written) => {
            if table.find_column(&written.name.text).is_some() {
                return;
            }
            table.columns.push(column(element, written));
            table.checks.extend(written.checks.iter().map(check));
            if let Some(key) = &written.references {
                let key = foreign_key(key);
                table.foreign_keys.push(key);
            }
        }
        ElementKind::ForeignKey(written) => {
            let key = foreign_key(written);
            table.foreign_keys.push(key);
        }
        ElementKind::Check(written) => table.checks.push(check(written)),
        ElementKind::Elision => table.partial = true,
        ElementKind::PrimaryKey | ElementKind::Other => {}
    }
}

fn column(element: &Element, written: &ColumnDef) -> Column {
    let option = written
        .options
        .iter()
        .rfind(|option| option.key == "allow_commit_timestamp")
        .is_some_and(|option| option.value.eq_ignore_ascii_case("true"));
    let ty = written.ty.as_ref().map(|ty| ty.kind.clone());
    Column {
        name: written.name.text.clone(),
        name_span: written.name.span,
        span: element.span,
        comma: element.comma,
        type_span: written.ty.as_ref().map_or(written.name.span, |ty| ty.span),
        not_null: written.not_null.is_some(),
        default: written.default.clone(),
        on_update: written.on_update.clone(),
        generated: written.generated.clone(),
        identity: written.identity.clone(),
        inline_key: written.primary_key,
        commit_timestamp: option || ty == Some(Type::CommitTimestamp),
        options: written.options.clone(),
        comments: element.comments.clone(),
        added_later: false,
        ty,
    }
}

fn check(written: &CheckDef) -> Check {
    Check { expr: written.expr.clone(), span: written.span }
}

/// A foreign key with names only; [`resolve`] looks up what they stand for.
fn foreign_key(written: &ForeignKeyDef) -> ForeignKey {
    ForeignKey {
        name: written.name.as_ref().map(|name| name.text.clone()),
        columns: Vec::new(),
        column_names: written.columns.iter().map(|name| name.text.clone()).collect(),
        table_name: written.table.text.clone(),
        table: None,
        referenced: Vec::new(),
        referenced_names: written.referenced.iter().map(|name| name.text.clone()).collect(),
        enforced: written.enforced,
        on_delete_cascade: written.on_delete_cascade,
        span: written.span,
        columns_list: written.columns_list,
        referenced_list: written.referenced_list,
    }
}

/// The key of a table, and parts that name no column.
fn key_of<'a>(table: &Table, written: &'a CreateTable) -> (Vec<KeyPart>, Vec<&'a WrittenKeyPart>) {
    let Some(key) = &written.primary_key else {
        let inline = table.column_ids().filter(|&id| table.column(id).inline_key.is_some());
        let part = |column: ColumnId| KeyPart {
            column,
            desc: false,
            span: table.column(column).name_span,
        };
        return (inline.map(part).collect(), Vec::new());
    };
    let found = key.parts.iter().filter_map(|part| resolve_key_part(table, part)).collect();
    let unknown = |part: &&WrittenKeyPart| table.find_column(&part.name.text).is_none();
    let unknown = key.parts.iter().filter(|part| unknown(part) && !table.partial).collect();
    (found, unknown)
}

/// Looks up what interleaving and foreign keys refer to.
fn resolve(schema: &mut Schema) {
    for id in schema.table_ids().collect::<Vec<TableId>>() {
        if let Some(name) = schema.table(id).parent.as_ref().map(|parent| parent.name.clone()) {
            let found = schema.find_table(&name);
            if let Some(parent) = &mut schema.tables[id.0 as usize].parent {
                parent.table = found;
            }
        }
        for at in 0..schema.table(id).foreign_keys.len() {
            let resolved = resolved_key(schema, id, at);
            schema.tables[id.0 as usize].foreign_keys[at] = resolved;
        }
    }
    for id in schema.index_ids().collect::<Vec<IndexId>>() {
        if let Some(name) = schema.index(id).parent.as_ref().map(|parent| parent.name.clone()) {
            let found = schema.find_table(&name);
            if let Some(parent) = &mut schema.indexes[id.0 as usize].parent {
                parent.table = found;
            }
        }
    }
}

fn resolved_key(schema: &Schema, id: TableId, at: usize) -> ForeignKey {
    let owner = schema.table(id);
    let mut key = owner.foreign_keys[at].clone();
    key.columns = key.column_names.iter().filter_map(|name| owner.find_column(name)).collect();
    key.table = schema.find_table(&key.table_name);
    if let Some(target) = key.table.map(|target| schema.table(target)) {
        key.referenced = if key.referenced_names.is_empty() {
            target.key.iter().map(|part| part.column).collect()
        } else {
            key.referenced_names.iter().filter_map(|name| target.find_column(name)).collect()
        };
    }
    key
}

/// Adds the indexes that Spanner builds behind enforced foreign keys. It never uses one of the
/// user's (foreign keys page, read 2026-08-22; both kinds seen on the emulator).
fn add_managed_indexes(schema: &mut Schema) {
    let mut managed: Vec<Index> = Vec::new();
    for id in schema.table_ids() {
        let table = schema.table(id);
        for key in &table.foreign_keys {
            let whole = !key.columns.is_empty() && key.columns.len() == key.column_names.len();
            if !whole {
                continue;
            }
            if key.enforced && !is_key_prefix(table, &key.columns) {
                managed.push(managed_index(table, id, key, &key.columns, false));
            }
            let Some(target_id) = key.table else { continue };
            let target = schema.table(target_id);
            let exact =
                target.key.iter().map(|part| part.column).eq(key.referenced.iter().copied());
            if key.enforced && !exact && key.referenced.len() == key.columns.len() {
                managed.push(managed_index(target, target_id, key, &key.referenced, true));
            }
        }
    }
    schema.indexes.extend(managed);
}

/// The columns are a NOT NULL prefix of the primary key, in this order.
fn is_key_prefix(table: &Table, columns: &[ColumnId]) -> bool {
    columns.len() <= table.key.len()
        && columns
            .iter()
            .zip(&table.key)
            .all(|(&column, part)| part.column == column && table.column(column).not_null)
}

fn managed_index(
    table: &Table,
    id: TableId,
    key: &ForeignKey,
    columns: &[ColumnId],
    unique: bool,
) -> Index {
    let label = match &key.name {
        Some(name) => name.clone(),
        None => format!("foreign key to {}", key.table_name),
    };
    let keys: Vec<KeyPart> = columns
        .iter()
        .map(|&column| KeyPart { column, desc: false, span: table.column(column).name_span })
        .collect();
    Index {
        name: format!("<managed index on {} of {label}>", table.name),
        name_span: key.span,
        span: key.span,
        semicolon: None,
        table: id,
        keys,
        keys_list: key.columns_list,
        storing: Vec::new(),
        unique,
        null_filtered: true,
        where_not_null: Vec::new(),
        parent: None,
        comments: Vec::new(),
        managed: true,
    }
}

/// Finds what each directive speaks of.
fn place_directives(schema: &mut Schema, tree: &Tree, text: &str) {
    let lines = LineIndex::new(text);
    for directive in &tree.directives {
        let place = match &directive.target {
            Target::File => Some(Place::File),
            Target::Table(name) => schema
                .find_table(name)
                .map(Place::Table)
                .or_else(|| find_index(schema, name).map(Place::Index)),
            Target::Column(table, column) => schema
                .find_table(table)
                .and_then(|id| Some(Place::Column(id, schema.table(id).find_column(column)?))),
            Target::Here => here(schema, directive, &lines),
        };
        schema.directives.push(PlacedDirective { directive: directive.clone(), place });
    }
}

fn find_index(schema: &Schema, name: &str) -> Option<IndexId> {
    schema.index_ids().find(|&id| schema.index(id).name.eq_ignore_ascii_case(name))
}

/// The column on the same or the next line, else the statement that holds it, ends on its line or
/// begins below it.
fn here(schema: &Schema, directive: &Directive, lines: &LineIndex) -> Option<Place> {
    let at = directive.span;
    let line = lines.line(at.start);
    let inside = schema.table_ids().find(|&id| schema.table(id).span.contains(at));
    let columns = |id: TableId| {
        schema
            .table(id)
            .column_ids()
            .map(move |column| (id, column, schema.table(id).column(column)))
    };
    let own_line = |span: Span| lines.line(span.start) <= line && line <= lines.line(span.end);
    if let Some(id) = inside {
        // Behind the column on its line; before the next column on a line of its own.
        let behind =
            columns(id).filter(|(_, _, c)| c.span.start < at.start && own_line(c.span)).last();
        let below = columns(id).find(|(_, _, c)| c.span.start > at.start);
        let below = below.filter(|(_, _, c)| lines.line(c.span.start) <= lines.line(at.end) + 1);
        let found = behind.or(below);
        return Some(found.map_or(Place::Table(id), |(id, column, _)| Place::Column(id, column)));
    }
    let added = schema
        .table_ids()
        .flat_map(columns)
        .find(|(_, _, c)| c.added_later && own_line(c.span) && c.span.end <= at.start);
    if let Some((id, column, _)) = added {
        return Some(Place::Column(id, column));
    }
    let statements = statements(schema);
    let same = statements.iter().filter(|(span, _)| {
        span.contains(at) || (span.end <= at.start && lines.line(span.end) == line)
    });
    let next = statements.iter().filter(|(span, _)| span.start >= at.end);
    same.max_by_key(|(span, _)| span.start)
        .or_else(|| next.min_by_key(|(span, _)| span.start))
        .map(|(_, place)| *place)
}

fn statements(schema: &Schema) -> Vec<(Span, Place)> {
    let tables = schema.table_ids().map(|id| (schema.table(id).span, Place::Table(id)));
    let indexes = schema
        .index_ids()
        .filter(|&id| !schema.index(id).managed)
        .map(|id| (schema.index(id).span, Place::Index(id)));
    tables.chain(indexes).collect()
}
