//! Statements about things beside columns: tables as a whole, schemas, sequences, types, comments,
//! and rows.

use std::collections::BTreeSet;

use super::cursor::Cursor;
use super::fate::Fate;
use super::name::{Name, Type};
use super::named::add_check;
use super::replay::Replay;
use super::row_target::row_target;
use super::schema::{Check, Clause, Column, Generator, Index, Named, PrimaryKey, Sequence, Table};
use super::sequences::sequence_options;
use super::table::{Copied, Element, Like};
use super::{COLUMNS_MAX, COPIES_MAX, Database, Outcome, Weight};
use crate::rows::values::Values;
use crate::text::Span;
use hotsplit_syntax::tree::TokenKind;

impl Replay<'_> {
    pub(super) fn create_table(&mut self, c: &mut Cursor<'_>, start: u32) -> Fate {
        c.eat("if not exists");
        let Some(name) = c.name() else {
            return Fate::dropped("CREATE TABLE", String::new(), "it has no name");
        };
        let name = self.created(name);
        let shown = name.shown();
        let head = c.since(start);
        if c.eat("partition of") {
            return self.partition_of(c, &name);
        }
        let mut table = Table { name, ..Table::default() };
        let mut likes = Vec::new();
        if c.are("like") || c.are("( like") && c.mysql() {
            let from = c.start();
            c.eat("(");
            c.eat("like");
            let name = c.name();
            let copied = Copied::ALL;
            likes.extend(name.map(|name| Like { name, copied, span: c.since(from) }));
            c.eat(")");
        } else if c.eat("(") {
            if c.is("select") {
                return Fate::dropped(
                    "CREATE TABLE AS",
                    shown,
                    "a query makes its columns and rows",
                );
            }
            if !c.table_elements(&mut table, &mut likes) {
                let message = "the statement is not closed: a parenthesis is missing".to_owned();
                self.warn("migrate-clause-dropped", shown.clone(), message, head);
            }
            table.columns.iter_mut().for_each(|column| self.bind_column(column));
            table.checks.iter_mut().for_each(|check| self.bind(&mut check.expr));
        }
        let options = c.at;
        c.table_options(&mut table);
        let query = c.tokens[options.min(c.tokens.len())..].iter().any(|it| {
            it.kind == TokenKind::Word && it.span.of(c.text).eq_ignore_ascii_case("select")
        });
        if query && table.partition.is_none() {
            return Fate::dropped("CREATE TABLE AS", shown, "a query makes its columns and rows");
        }
        let parents = std::mem::take(&mut table.inherits);
        for parent in &parents {
            if let Err(why) = self.inherit(&self.own(parent.clone()), &mut table) {
                let message = format!("the columns of `{}` are not copied: {why}", parent.shown());
                self.note("migrate-inherits", shown.clone(), message, parent.span);
            }
        }
        table.inherits = parents.into_iter().map(|it| self.own(it)).collect();
        for Like { name, copied, span } in likes {
            let name = self.own(name);
            match self.like(&name, &mut table, copied) {
                Ok(()) => self.header(span, Some(self.source.tables.len())),
                Err(why) => {
                    let message = format!("LIKE `{}` copies nothing: {why}", name.shown());
                    self.note("migrate-object-dropped", shown.clone(), message, span);
                }
            }
        }
        if table.columns.is_empty() {
            return Fate::dropped("CREATE TABLE", shown, "it has no column that can be read");
        }
        table.span = c.skip_to_end(start);
        match self.add_table(table) {
            Some(at) => {
                self.header(head, Some(at));
                let mut keys = std::mem::take(&mut self.source.tables[at].foreign_keys);
                keys.iter_mut().for_each(|key| self.bind_key(at, key));
                self.source.tables[at].foreign_keys = keys;
                self.see_indexes(at, 0);
                Fate::defines("CREATE TABLE", shown)
            }
            None => Fate::dropped("CREATE TABLE", shown, "a table of this name exists already"),
        }
    }

    /// Copies the columns of a parent, and its checks.
    fn inherit(&mut self, from: &Name, table: &mut Table) -> Result<(), &'static str> {
        let text = self.source.text;
        let parent = self.parent(from, table)?;
        let mut columns = parent.columns.clone();
        for column in &mut columns {
            column.generator.take_if(|it| matches!(it, Generator::Identity(_)));
        }
        add_columns(table, columns);
        // A check that the child states itself is the same one.
        let names = table.checks.iter().filter_map(|it| it.name.as_ref());
        let own: BTreeSet<String> = names.map(|it| it.name.clone()).collect();
        let inherited = |check: &&Check| {
            check.name.as_ref().is_none_or(|it| !own.contains(&it.name))
                && !check.span.of(text).to_ascii_lowercase().trim_end().ends_with("no inherit")
        };
        table.checks.extend(parent.checks.iter().filter(inherited).cloned());
        Ok(())
    }

    /// Copies the columns of another table, and what LIKE states beside them.
    fn like(&mut self, from: &Name, table: &mut Table, copied: Copied) -> Result<(), &'static str> {
        let mysql = self.source.database == Database::MySql;
        let parent = self.parent(from, table)?;
        let mut columns = parent.columns.clone();
        for column in &mut columns {
            let identity = matches!(column.generator, Some(Generator::Identity(_)));
            if !(if identity { copied.identity } else { copied.defaults }) {
                column.generator = None;
            }
            column.default.take_if(|_| !copied.defaults);
            column.generated.take_if(|_| !copied.generated);
            column.comment.take_if(|_| !copied.comments);
        }
        add_columns(table, columns);
        if copied.constraints {
            let checks = table.checks.len();
            table.checks.extend(parent.checks.iter().cloned());
            // The names of checks are those of a table's own in MySQL.
            table.checks[checks..].iter_mut().filter(|_| mysql).for_each(|it| it.name = None);
        }
        if copied.indexes {
            let key = parent.key.clone().map(|key| PrimaryKey { name: None, ..key });
            table.key = table.key.take().or(key);
            let indexes = parent.indexes.iter().cloned();
            // PostgreSQL gives the copies names of their own.
            table.indexes.extend(
                indexes.map(|index| Index { name: index.name.clone().filter(|_| mysql), ..index }),
            );
        }
        Ok(())
    }

    /// The table that another one copies, if there is room for its columns.
    pub(super) fn parent(&mut self, from: &Name, table: &Table) -> Result<&Table, &'static str> {
        let at = self.table(from).ok_or("it is not in the dump")?;
        let parent = &self.source.tables[at];
        self.copies += parent.columns.len() + parent.indexes.len() + parent.checks.len();
        if self.copies > COPIES_MAX || parent.columns.len() + table.columns.len() > COLUMNS_MAX {
            return Err("there are too many");
        }
        Ok(parent)
    }

    fn partition_of(&mut self, c: &mut Cursor<'_>, name: &Name) -> Fate {
        let parent = c.name().and_then(|parent| {
            let parent = self.own(parent);
            let at = self.table(&parent).or_else(|| self.parts.get(&parent.key()).copied());
            at.map(|at| (at, parent.shown()))
        });
        let Some((at, shown)) = parent else {
            return Fate::dropped("CREATE TABLE", name.shown(), "its parent is not in the dump");
        };
        self.make_part(name, at);
        let span = Span::new(c.tokens[0].span.start, c.end());
        let message = format!("partition `{}` is a part of table `{shown}`", name.shown());
        self.note("migrate-partition-by-time", name.shown(), message, span);
        if let Some(list) = c.skip_group() {
            let words = list.of(c.text).to_ascii_lowercase();
            let unique = words.contains("unique") || words.contains("primary");
            let message = format!("rules of one partition of `{shown}` are left out");
            self.note("migrate-partition-by-time", name.shown(), message, list);
            if let Some(note) = self.source.notes.last_mut() {
                note.weight = if unique { Weight::UniqueLeftOut } else { Weight::LeftOut };
            }
        }
        Fate::defines("CREATE TABLE", name.shown())
    }

    pub(super) fn create_index(&mut self, c: &mut Cursor<'_>, start: u32, index: Index) -> Fate {
        let Some((table, index)) = c.create_index(start, index) else {
            return Fate::dropped(
                "CREATE INDEX",
                String::new(),
                "this statement is not understood",
            );
        };
        let table = self.own(table);
        let shown = index.name.as_ref().map_or_else(String::new, |name| name.name.clone());
        let Some(at) = self.table(&table) else {
            if let Some(&parent_at) = self.parts.get(&table.key()) {
                let parent = self.source.tables[parent_at].name.shown();
                let message = format!("the index belongs to a partition of `{parent}`");
                self.note("migrate-partition-by-time", shown.clone(), message, index.span);
                self.part_element(&table, parent_at, Element::Index(index));
                return Fate::defines("CREATE INDEX", shown);
            }
            let reason = format!("its table `{}` is not in the dump", table.shown());
            return Fate::dropped("CREATE INDEX", shown, &reason);
        };
        let number = self.source.tables[at].indexes.len();
        self.source.tables[at].indexes.push(index);
        self.see_indexes(at, number);
        Fate::defines("CREATE INDEX", shown)
    }

    pub(super) fn create_schema(&mut self, c: &mut Cursor<'_>, start: u32) -> Fate {
        c.eat("if not exists");
        let Some((name, span)) = c.word() else {
            return Fate::of(Outcome::Session, "CREATE SCHEMA");
        };
        if c.mysql() && self.is_first(&name) || !c.mysql() && name == "public" {
            return Fate::of(Outcome::Session, "CREATE SCHEMA");
        }
        let end = c.skip_to_end(start);
        self.header(end, None);
        self.add_schema(Name { schema: None, name: name.clone(), span: span.to(end) });
        Fate::defines("CREATE SCHEMA", name)
    }

    pub(super) fn create_sequence(&mut self, c: &mut Cursor<'_>, start: u32) -> Fate {
        c.eat("if not exists");
        let Some(name) = c.name() else {
            return Fate::dropped("CREATE SEQUENCE", String::new(), "it has no name");
        };
        let name = self.created(name);
        let shown = name.shown();
        if self.sequence(&name.key()).is_some() {
            return Fate::of(Outcome::Session, "CREATE SEQUENCE");
        }
        let mut sequence = Sequence { name, ..Sequence::default() };
        sequence_options(c, &mut sequence);
        sequence.span = c.skip_to_end(start);
        self.header(sequence.span, None);
        self.add_sequence(sequence);
        Fate::defines("CREATE SEQUENCE", shown)
    }

    pub(super) fn alter_sequence(&mut self, c: &mut Cursor<'_>, start: u32) -> Fate {
        c.eat("if exists");
        let Some(name) = c.name() else { return Fate::of(Outcome::Session, "ALTER SEQUENCE") };
        let name = self.own_sequence(name);
        let found = self.sequence(&name.key());
        let Some(sequence) = found.map(|at| &mut self.source.sequences[at]) else {
            return Fate::of(Outcome::Session, "ALTER SEQUENCE");
        };
        if c.is("owner") {
            return Fate::of(Outcome::Session, "ALTER SEQUENCE");
        }
        sequence_options(c, sequence);
        let end = c.skip_to_end(start);
        self.header(end, None);
        Fate::defines("ALTER SEQUENCE", name.shown())
    }

    pub(super) fn create_type(&mut self, c: &mut Cursor<'_>, start: u32) -> Fate {
        let Some(name) = c.name() else {
            return Fate::dropped("CREATE TYPE", String::new(), "it has no name");
        };
        let name = self.created(name);
        let shown = name.shown();
        let mut named = named(name);
        if c.eat("as enum") {
            c.eat("(");
            while let Some((value, _)) = c.string() {
                named.values.push(value);
                c.eat(",");
            }
        } else {
            named.composite = true;
        }
        named.span = c.skip_to_end(start);
        if named.composite {
            self.add_type(named);
            return Fate::dropped("CREATE TYPE", shown, "Spanner has no types of a user");
        }
        self.header(named.span, None);
        self.add_type(named);
        Fate::defines("CREATE TYPE", shown)
    }

    pub(super) fn create_domain(&mut self, c: &mut Cursor<'_>, start: u32) -> Fate {
        let Some(name) = c.name() else {
            return Fate::dropped("CREATE DOMAIN", String::new(), "it has no name");
        };
        let name = self.created(name);
        let shown = name.shown();
        let mut named = named(name);
        c.eat("as");
        named.base = c.ty();
        named.base.iter_mut().for_each(|base| self.bind_type(base));
        let mut check_name = None;
        while !c.done() {
            let from = c.start();
            if c.eat("constraint") {
                check_name = c.name();
            } else if c.eat("not null") {
                named.not_null = true;
            } else if c.eat("default") {
                let mut expr = c.expr();
                self.bind(&mut expr);
                named.default = Some(Clause { expr, span: c.since(from) });
            } else if c.eat("check") {
                if let Some(mut expr) = c.expr_in_parens() {
                    self.bind(&mut expr);
                    let name = check_name.take();
                    let span = c.since(from);
                    let check = Check { name, expr, not_enforced: false, not_valid: false, span };
                    add_check(&mut named, check);
                }
            } else {
                c.at += 1;
            }
        }
        named.span = c.skip_to_end(start);
        self.header(named.span, None);
        self.add_type(named);
        Fate::defines("CREATE DOMAIN", shown)
    }

    pub(super) fn comment_on(&mut self, c: &mut Cursor<'_>, start: u32) -> Fate {
        let table = c.eat("table");
        if !table && !c.eat("column") {
            let words = c.said(0).to_uppercase();
            return Fate::dropped(
                &format!("COMMENT ON {words}"),
                String::new(),
                "Spanner has no comments on it",
            );
        }
        let Some(name) = c.name_of_column(table) else {
            return Fate::of(Outcome::Session, "COMMENT ON");
        };
        let (name, column) = name;
        let name = self.own(name);
        if !c.eat("is") {
            return Fate::of(Outcome::Session, "COMMENT ON");
        }
        let text = c.string().map(|(text, _)| text);
        let span = c.skip_to_end(start);
        let Some(at) = self.table(&name) else {
            let reason = "its table is not in the schema";
            return Fate::dropped("COMMENT ON", name.shown(), reason);
        };
        let table = &mut self.source.tables[at];
        let comment = text.map(|text| (text, span));
        let place = match &column {
            None => Some(&mut table.comment),
            Some(column) => {
                let column = table.column(column);
                column.map(|at| &mut table.columns[at].comment)
            }
        };
        match place {
            Some(place) => {
                let before = std::mem::replace(place, comment);
                self.header(span, Some(at));
                if let Some((_, before)) = before {
                    self.header(before, Some(at));
                }
                Fate::defines("COMMENT ON", name.shown())
            }
            None => Fate::dropped("COMMENT ON", name.shown(), "its column is not in the schema"),
        }
    }

    /// COPY, and statements that change rows.
    pub(super) fn rows(&mut self, c: &mut Cursor<'_>, first: &str) -> Fate {
        let mut fate = Fate::of(Outcome::Rows, &first.to_uppercase());
        if let Some(target) = row_target(c).filter(|_| first == "copy") {
            fate.object.clone_from(&target.table);
            self.copying = self.open_run(target);
        }
        fate
    }

    /// `SELECT setval('s', 42, true)`.
    pub(super) fn setval(&mut self, c: &mut Cursor<'_>) -> Fate {
        let fate = Fate::of(Outcome::Rows, "SELECT setval");
        let name = c.tokens.iter().find(|it| it.kind == TokenKind::String);
        let Some(name) = name else { return fate };
        let name = self.sequence_name(name.span.of(c.text).trim_matches('\''));
        let value = c.tokens.iter().find(|it| it.kind == TokenKind::Number);
        let value = value.and_then(|it| it.span.of(c.text).parse().ok()).unwrap_or(0);
        let last = match self.sequence(&name) {
            Some(at) => &mut self.source.sequences[at].last,
            None => self.source.set_values.entry(name.1).or_default(),
        };
        *last = value.max(*last);
        fate
    }
}

/// The schema and name of a sequence in a string, as in `public.users_id_seq`.
pub(crate) fn sequence_name(said: &str) -> (Option<String>, String) {
    let (schema, name) =
        said.rsplit_once('.').map_or((None, said), |(schema, name)| (Some(schema), name));
    let bare = |it: &str| {
        if it.starts_with('"') { it.trim_matches('"').to_owned() } else { it.to_lowercase() }
    };
    (schema.map(bare).filter(|it| it != "public"), bare(name))
}

/// Puts columns before those of a table, which replace those of the same name.
fn add_columns(table: &mut Table, columns: Vec<Column>) {
    let own = std::mem::replace(&mut table.columns, columns);
    for column in &mut table.columns {
        column.values = Values::default();
    }
    for column in own {
        match table.column(&column.name.name) {
            Some(at) => table.columns[at] = column,
            None => table.columns.push(column),
        }
    }
}

fn named(name: Name) -> Named {
    Named {
        name,
        values: Vec::new(),
        base: None::<Type>,
        not_null: false,
        unnamed: 0,
        checks: Vec::new(),
        default: None,
        composite: false,
        span: Span::default(),
    }
}
