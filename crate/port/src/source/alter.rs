//! ALTER TABLE and RENAME TABLE of both databases, replayed into the tables.

use super::Outcome;
use super::constraints::{self, Which, find};
use super::cursor::Cursor;
use super::excerpt::excerpt;
use super::fate::Fate;
use super::name::Name;
use super::replay::Replay;
use super::schema::{Clause, Column, Generator, Index, PrimaryKey, Sequence};
use super::sequences::sequence_option;
use super::statement::is_object;
use super::table::{ALWAYS, Element, STEP, add, push_column};
use crate::text::Span;

/// Words that begin a change of an identity.
const IDENTITY_CHANGES: &[&str] = &[
    "restart",
    "set start",
    "set restart",
    "set increment",
    "set minvalue",
    "set maxvalue",
    "set no",
    "set cycle",
    "set cache",
];

/// Words that begin an action which has no meaning for a schema of Spanner.
const SESSION_ACTIONS: &[&str] = &[
    "owner",
    "replica",
    "enable",
    "disable",
    "cluster",
    "no force",
    "set",
    "reset",
    "validate",
    "engine",
    "convert",
    "default",
    "character",
    "charset",
    "collate",
    "row_format",
    "order",
    "algorithm",
    "lock",
    "force",
    "with",
    "without",
    "stats_persistent",
    "key_block_size",
    "checksum",
    "max_rows",
    "min_rows",
    "avg_row_length",
    "pack_keys",
    "delay_key_write",
    "tablespace",
    "discard",
    "import",
    "analyze",
    "check",
    "optimize",
    "rebuild",
    "repair",
    "remove",
    "depends",
    ")",
];

impl Replay<'_> {
    pub(super) fn alter(&mut self, c: &mut Cursor<'_>, start: u32) -> Fate {
        if c.eat("sequence") {
            return self.alter_sequence(c, start);
        }
        c.eat("foreign");
        if !c.eat("table") {
            return match c.said(0).to_ascii_lowercase().as_str() {
                "index" => self.alter_index(c, start),
                "type" | "domain" => self.alter_type(c, start),
                "default" => {
                    let reason = "rights are granted on Spanner with its own roles or IAM";
                    Fate::dropped("ALTER DEFAULT PRIVILEGES", String::new(), reason)
                }
                "database" => {
                    c.at += 2;
                    if c.is("set") {
                        self.set_zone(c, start);
                    }
                    Fate::of(Outcome::Session, "ALTER DATABASE")
                }
                "schema" => {
                    c.at += 1;
                    match c.word().filter(|_| c.is("rename")) {
                        Some((name, _)) => self.rename_schema(c, start, name),
                        None => Fate::of(Outcome::Session, "ALTER SCHEMA"),
                    }
                }
                word if is_object(word) => Fate::of(Outcome::Session, "ALTER"),
                _ => Fate::dropped("ALTER", String::new(), "this statement is not understood"),
            };
        }
        c.eat("if exists");
        c.eat("only");
        let Some(name) = c.name() else { return Fate::of(Outcome::Session, "ALTER TABLE") };
        c.eat("*");
        let name = self.own(name);
        let Some(at) = self.table(&name) else {
            return self.alter_unknown(c, &name, start);
        };
        self.header(c.since(start), Some(at));
        let (mut defines, mut shown) = (false, name.shown());
        while !c.done() {
            let from = c.start();
            let before = c.at;
            defines |= self.action(c, at, &mut shown);
            if c.at == before {
                c.at += 1;
            }
            let rest = c.skip_element();
            if !rest.is_empty() && defines {
                let message = format!("`{}` is not understood", excerpt(rest.of(c.text)));
                self.note("migrate-clause-dropped", shown.clone(), message, rest);
            }
            if !defines {
                self.header(c.since(from), Some(at));
            }
            if !c.eat(",") {
                c.at = c.at.saturating_add(usize::from(!c.done()));
            }
        }
        if defines {
            Fate::defines("ALTER TABLE", shown)
        } else {
            Fate::of(Outcome::Session, "ALTER TABLE")
        }
    }

    /// ALTER TABLE of a partition, a view, a sequence, or of what is not in the dump.
    fn alter_unknown(&mut self, c: &mut Cursor<'_>, name: &Name, start: u32) -> Fate {
        let session =
            c.any(&["owner to", "replica identity", "enable", "disable", "cluster", "force"]);
        let known = self.parts.contains_key(&name.key()) || self.sequence(&name.key()).is_some();
        if session {
            return Fate::of(Outcome::Session, "ALTER TABLE");
        }
        if known {
            let element = if c.eat("add") { c.constraint() } else { None };
            let span = c.skip_to_end(start);
            let message = "it concerns a partition, which is a part of its table".to_owned();
            self.note("migrate-partition-by-time", name.shown(), message, span);
            if let (Some(element), Some(&parent)) = (element, self.parts.get(&name.key())) {
                self.part_element(name, parent, element);
            }
            return Fate::defines("ALTER TABLE", name.shown());
        }
        Fate::dropped("ALTER TABLE", name.shown(), "its table is not in the dump")
    }

    /// One action; whether it changes the schema.
    fn action(&mut self, c: &mut Cursor<'_>, at: usize, shown: &mut String) -> bool {
        let start = c.start();
        if c.eat("attach partition") {
            if let Some(part) = c.name() {
                self.make_part(&self.own(part), at);
            }
            let span = c.skip_to_end(start);
            let message = format!("the partition is a part of table `{shown}`");
            self.note("migrate-partition-by-time", shown.clone(), message, span);
            return true;
        }
        if c.eat("rename") {
            return self.rename(c, at, start, shown);
        }
        if c.mysql() && c.eat_any(&["add system versioning", "drop system versioning"]) {
            let message = "the history of rows is not kept: Spanner has no system versioning";
            let span = c.since(start);
            self.warn("migrate-clause-dropped", shown.clone(), message.to_owned(), span);
            return true;
        }
        if c.mysql() && c.any(&["add partition", "drop partition", "truncate partition"]) {
            let span = c.skip_to_end(start);
            let message = "the table is one, without the partitions that this names".to_owned();
            self.note("migrate-partition-by-time", shown.clone(), message, span);
            return true;
        }
        if c.eat("add") {
            return self.add(c, at, start);
        }
        if c.eat_any(&["modify column", "modify"]) {
            self.header(c.since(start), Some(at));
            let mut extra = Vec::new();
            let Some(column) = c.column(&mut extra) else { return false };
            let name = column.name.name.clone();
            self.replace_column(at, &name, column, extra);
            self.place_column(c, at, &name);
            return true;
        }
        if c.eat_any(&["change column", "change"]) {
            let Some((old, _)) = c.word() else { return false };
            self.header(c.since(start), Some(at));
            let mut extra = Vec::new();
            let Some(column) = c.column(&mut extra) else { return false };
            let name = column.name.name.clone();
            self.replace_column(at, &old, column, extra);
            self.place_column(c, at, &name);
            return true;
        }
        if c.eat("drop") {
            return self.drop_element(c, at, start);
        }
        if c.mysql() && c.any(&["alter index", "alter key"]) {
            // Whether queries use the index.
            return false;
        }
        if c.are("alter") && !c.any(&["alter constraint", "alter check"]) {
            c.at += 1;
            c.eat("column");
            return self.alter_column(c, at, start);
        }
        if c.is("partition") {
            let table = &mut self.source.tables[at];
            c.table_options(table);
            return true;
        }
        if c.mysql() && c.any(&["auto_increment", "comment"]) {
            c.table_options(&mut self.source.tables[at]);
            return true;
        }
        self.other_action(c, at, start, shown)
    }

    /// An action that changes no column, key or index.
    fn other_action(
        &mut self,
        c: &mut Cursor<'_>,
        at: usize,
        start: u32,
        shown: &mut String,
    ) -> bool {
        let table = self.source.tables[at].name.clone();
        if c.eat("set schema") {
            let schema = c.word().map(|(schema, _)| schema).filter(|it| it != "public");
            let to = Name { schema, ..table.clone() };
            *shown = to.shown();
            let done = self.rename_table(&table, to);
            self.header(c.since(start), Some(at));
            return done;
        }
        if c.eat("set unlogged") {
            self.unlogged(shown, c.since(start));
            return true;
        }
        if c.eat("detach partition") {
            let part = c.name();
            c.eat_any(&["concurrently", "finalize"]);
            self.detach(part, at, c.since(start));
            return true;
        }
        let rule = "migrate-clause-dropped";
        let is_child = !c.eat("no inherit");
        if (!is_child || c.eat("inherit"))
            && let Some(parent) = c.name()
        {
            self.set_parent(at, parent, is_child, c.since(start));
            return true;
        }
        if c.eat_any(&["enable row level security", "force row level security"]) {
            let message = "Spanner has no row security: the application checks it".to_owned();
            self.warn(rule, shown.clone(), message, c.since(start));
            return true;
        }
        if c.done() || c.any(SESSION_ACTIONS) {
            return false;
        }
        c.skip_element();
        let message = "this change is not followed".to_owned();
        self.warn(rule, shown.clone(), message, c.since(start));
        true
    }

    /// `INHERIT` and `NO INHERIT`: the table has the columns of the parent in either case.
    fn set_parent(&mut self, at: usize, parent: Name, is_child: bool, span: Span) {
        let parent = self.own(parent);
        let table = &mut self.source.tables[at];
        let before = table.inherits.len();
        table.inherits.retain(|it| it.key() != parent.key());
        let done = is_child || table.inherits.len() < before;
        let gone = if is_child {
            table.inherits.push(parent);
            table.inherits_span.replace(span)
        } else {
            table.inherits_span.take_if(|_| table.inherits.is_empty())
        };
        gone.into_iter().chain([span]).for_each(|span| self.header(span, Some(at)));
        if !done {
            let message = "the table is no child of what this names".to_owned();
            let object = self.source.tables[at].name.shown();
            self.warn("migrate-clause-dropped", object, message, span);
        }
    }

    fn add(&mut self, c: &mut Cursor<'_>, at: usize, start: u32) -> bool {
        self.header(c.since(start), Some(at));
        if self.using_index(c, at, start) {
            return true;
        }
        if let Some(mut element) = c.constraint() {
            self.bind_element(at, &mut element);
            let from = self.source.tables[at].indexes.len();
            add(&mut self.source.tables[at], element);
            self.see_indexes(at, from);
            return true;
        }
        let from = c.start();
        c.eat("column");
        c.eat("if not exists");
        self.header(c.since(from), Some(at));
        let group = c.eat("(");
        loop {
            let mut extra = Vec::new();
            let Some(column) = c.column(&mut extra) else { return false };
            let name = column.name.name.clone();
            self.replace_column(at, &name, column, extra);
            self.place_column(c, at, &name);
            if !group || !c.eat(",") {
                break;
            }
        }
        c.eat(")");
        true
    }

    /// `UNIQUE USING INDEX i` and `PRIMARY KEY USING INDEX i`: an index becomes a constraint.
    fn using_index(&mut self, c: &mut Cursor<'_>, at: usize, start: u32) -> bool {
        let from = c.at;
        let name = if c.eat("constraint") { c.word().map(|(name, _)| name) } else { None };
        let primary = c.eat("primary key using index");
        let found =
            if c.mysql() || !primary && !c.eat("unique using index") { None } else { c.word() };
        let Some((index, _)) = found else {
            c.at = from;
            return false;
        };
        let mut index_options = Index::default();
        c.index_options(&mut index_options);
        let span = c.since(start);
        let table = &mut self.source.tables[at];
        let Some(Which::Index(number)) = find(table, c.database, "index", &index) else {
            let message = format!("no index `{index}` is known that could become a constraint");
            let object = table.name.shown();
            self.warn("migrate-clause-dropped", object, message, span);
            return true;
        };
        let which = Which::Index(number);
        name.into_iter().for_each(|name| {
            constraints::set_name(table, which, name);
        });
        let index = &mut table.indexes[number];
        index.constraint = true;
        index.deferrable = index_options.deferrable;
        if primary {
            let Index { name, parts, span, .. } = table.indexes.remove(number);
            let key = PrimaryKey { name, parts, ignored: Vec::new(), span };
            add(table, Element::Key(key));
        }
        self.see_indexes(at, number);
        self.header(span, Some(at));
        true
    }

    /// Puts a column in the place of another, or behind all.
    fn replace_column(
        &mut self,
        at: usize,
        old: &str,
        mut column: Column,
        mut extra: Vec<Element>,
    ) {
        self.bind_column(&mut column);
        extra.iter_mut().for_each(|element| self.bind_element(at, element));
        let table = &mut self.source.tables[at];
        let (mut replaced, mut renamed) = (Vec::new(), None);
        match table.column(old) {
            Some(number) => {
                let before = std::mem::replace(&mut table.columns[number], column);
                replaced.push(before.span);
                table.columns[number].values = before.values;
                let new = table.columns[number].name.name.clone();
                if before.name.name != new {
                    renamed = Some((before.name.name, new));
                }
            }
            None => {
                if !push_column(table, column) {
                    return;
                }
            }
        }
        if let Some((old, new)) = renamed {
            self.rename_column(at, &old, &new);
        }
        let table = &mut self.source.tables[at];
        let from = table.indexes.len();
        extra.into_iter().for_each(|element| add(table, element));
        self.see_indexes(at, from);
        for span in replaced {
            self.header(span, Some(at));
        }
    }

    /// Moves a column to where FIRST or AFTER puts it, if one follows.
    fn place_column(&mut self, c: &mut Cursor<'_>, at: usize, name: &str) {
        let start = c.start();
        let table = &mut self.source.tables[at];
        let to = if c.eat("first") {
            Some(0)
        } else if c.eat("after") {
            c.word().and_then(|(before, _)| table.column(&before)).map(|before| before + 1)
        } else {
            return;
        };
        if let (Some(to), Some(from)) = (to, table.column(name)) {
            let column = table.columns.remove(from);
            table.columns.insert(to - usize::from(from < to), column);
        }
        self.header(c.since(start), Some(at));
    }

    fn rename(&mut self, c: &mut Cursor<'_>, at: usize, start: u32, shown: &mut String) -> bool {
        let table = self.source.tables[at].name.clone();
        let done = if c.eat_any(&["to", "as"]) {
            c.name().is_some_and(|to| {
                let to = Name { schema: to.schema.or(table.schema.clone()), ..to };
                *shown = to.shown();
                self.rename_table(&table, to)
            })
        } else if let Some(kind) = ["index", "key", "constraint"].into_iter().find(|it| c.eat(it)) {
            let (old, _, new) = (c.word(), c.eat("to"), c.word());
            self.rename_index(at, kind, old.map(|it| it.0), new.map(|it| it.0))
        } else {
            c.eat("column");
            let (old, _, new) = (c.word(), c.eat("to"), c.word());
            let table = &mut self.source.tables[at];
            match (old, new) {
                (Some((old, _)), Some((new, _))) => match table.column(&old) {
                    Some(number) => {
                        table.columns[number].name.name.clone_from(&new);
                        self.rename_column(at, &old, &new);
                        true
                    }
                    None => false,
                },
                _ => false,
            }
        };
        let span = c.since(start);
        self.header(span, Some(at));
        if !done {
            let message = "what it renames is not known".to_owned();
            self.warn("migrate-clause-dropped", shown.clone(), message, span);
        }
        true
    }

    fn rename_index(
        &mut self,
        at: usize,
        kind: &str,
        old: Option<String>,
        new: Option<String>,
    ) -> bool {
        let (Some(old), Some(new)) = (old, new) else { return false };
        let table = &mut self.source.tables[at];
        let found = find(table, self.source.database, kind, &old);
        if let Some(which) = found {
            constraints::set_name(table, which, new);
            self.see_indexes(at, number_of(which));
        }
        found.is_some()
    }

    fn drop_element(&mut self, c: &mut Cursor<'_>, at: usize, start: u32) -> bool {
        let kind = ["primary key", "foreign key", "constraint", "index", "key", "check", "column"]
            .into_iter()
            .find(|kind| c.eat(kind))
            .unwrap_or("column");
        let sure = !c.eat("if exists");
        let name = if kind == "primary key" { None } else { c.word().map(|(name, _)| name) };
        c.eat_any(&["cascade", "restrict"]);
        let span = c.since(start);
        self.header(span, Some(at));
        let table = &mut self.source.tables[at];
        let name = name.unwrap_or_default();
        let gone: Vec<Span> = match kind {
            "primary key" => table.key.take().map(|key| key.span).into_iter().collect(),
            "column" => constraints::drop_column(table, &name, c.mysql()),
            _ => find(table, c.database, kind, &name)
                .and_then(|which| constraints::remove(table, which))
                .into_iter()
                .collect(),
        };
        if gone.is_empty() {
            let message = format!("DROP does nothing: no {kind} `{name}` of the table is known");
            let (rule, object) = ("migrate-clause-dropped", table.name.shown());
            match sure {
                true => self.warn(rule, object, message, span),
                false => self.note(rule, object, message, span),
            }
        }
        gone.into_iter().for_each(|span| self.header(span, None));
        true
    }

    fn alter_column(&mut self, c: &mut Cursor<'_>, at: usize, start: u32) -> bool {
        let Some((name, _)) = c.word() else { return false };
        let Some(number) = self.source.tables[at].column(&name) else {
            c.skip_element();
            let object = self.source.tables[at].name.shown();
            let message = format!("this change is not followed: no column `{name}` is known");
            self.warn("migrate-clause-dropped", object, message, c.since(start));
            return true;
        };
        let head = c.since(start);
        let from = c.start();
        let mut changes = true;
        if c.eat("set default") {
            let mut expr = c.expr();
            self.bind(&mut expr);
            let column = &mut self.source.tables[at].columns[number];
            column.default = Some(Clause { expr, span: c.since(from) });
            self.header(head, Some(at));
            return true;
        }
        let mut ty = if c.eat_any(&["set data type", "type"]) { c.ty() } else { None };
        ty.iter_mut().for_each(|ty| self.bind_type(ty));
        let column = &mut self.source.tables[at].columns[number];
        if let Some(ty) = ty {
            column.ty = ty;
        } else if c.eat("drop default") {
            column.default = None;
        } else if c.eat("set not null") {
            column.not_null = true;
        } else if c.eat("drop not null") {
            column.not_null = false;
        } else if c.any(&["add generated always", "add generated by default"]) {
            let always = c.is_at(2, "always");
            c.eat_any(&["add generated always", "add generated by default"]);
            let words = c.since(from);
            if always {
                column.unlike.push((ALWAYS, words));
            }
            c.eat("as identity");
            let options = c.is("(");
            c.identity_options(column);
            let span = c.since(from);
            column.generator = Some(Generator::Identity(span));
            column.not_null = true;
            self.header(head, Some(at));
            if options {
                // The name of its sequence is what setval speaks of.
                let said = span.of(self.source.text).to_lowercase();
                if let Some((_, rest)) = said.split_once("sequence name ") {
                    let name = rest.split_whitespace().next().unwrap_or_default();
                    let name = super::objects::sequence_name(name).1;
                    let column = (at, number);
                    self.source.identities.push((name, column.0, column.1));
                }
            }
            return true;
        } else if c.eat("drop identity") {
            column.generator = None;
        } else if c.eat("drop expression") {
            column.generated = None;
        } else if c.eat("set generated always") {
            column.unlike.push((ALWAYS, c.since(from)));
        } else if c.eat("set generated by default") {
            column.unlike.retain(|(message, _)| *message != ALWAYS);
        } else if c.any(IDENTITY_CHANGES) {
            let mut sequence = Sequence::default();
            while c.eat("set") || !c.any(&[",", ")", ";"]) && !c.done() {
                sequence_option(c, &mut sequence);
            }
            column.first_id = column.first_id.max(sequence.last.saturating_add(1));
            column.unlike.append(&mut sequence.unlike);
            column.unlike.extend(sequence.increment.map(|(_, span)| (STEP, span)));
        } else {
            changes = false;
        }
        c.skip_element();
        self.header(c.since(start), Some(at));
        changes
    }

    fn alter_index(&mut self, c: &mut Cursor<'_>, start: u32) -> Fate {
        c.at += 1;
        c.eat("if exists");
        let name = c.name();
        let shown = name.as_ref().map_or_else(String::new, Name::shown);
        if let Some(name) = name.filter(|_| c.eat("rename to"))
            && let Some((new, _)) = c.word()
        {
            let Some((at, which)) = self.index(&name, None) else {
                return Fate::dropped("ALTER INDEX", shown, "its index is not in the dump");
            };
            constraints::set_name(&mut self.source.tables[at], which, new);
            self.see_indexes(at, number_of(which));
            self.header(c.since(start), Some(at));
            return Fate::defines("ALTER INDEX", shown);
        }
        if c.eat("attach partition") {
            if let Some(part) = c.name() {
                self.part_rules.attach(&part.name);
            }
            let span = c.skip_to_end(start);
            let message = "an index of a partition is a part of the index of its table".to_owned();
            self.note("migrate-partition-by-time", shown.clone(), message, span);
            return Fate::defines("ALTER INDEX", shown);
        }
        Fate::of(Outcome::Session, "ALTER INDEX")
    }

    pub(super) fn rename_tables(&mut self, c: &mut Cursor<'_>, start: u32) -> Fate {
        let mut shown = String::new();
        let mut done = false;
        while let Some(from) = c.name() {
            c.eat("to");
            let Some(to) = c.name() else { break };
            let (from, to) = (self.own(from), self.own(to));
            shown = to.shown();
            done |= self.rename_table(&from, to);
            if !c.eat(",") {
                break;
            }
        }
        let end = c.skip_to_end(start);
        self.header(end, None);
        if done {
            Fate::defines("RENAME TABLE", shown)
        } else {
            Fate::dropped("RENAME TABLE", shown, "its table is not in the dump")
        }
    }
}

/// The number of an index among those of its table; of anything else, one behind all.
fn number_of(which: Which) -> usize {
    match which {
        Which::Index(number) => number,
        _ => usize::MAX,
    }
}
