//! ALTER TABLE and RENAME TABLE of both databases, replayed into the tables.

use super::Outcome;
use super::cursor::Cursor;
use super::excerpt::excerpt;
use super::fate::Fate;
use super::name::Name;
use super::replay::Replay;
use super::schema::{Clause, Column, Generator};
use super::table::{Element, add, push_column};

impl Replay<'_> {
    pub(super) fn alter(&mut self, c: &mut Cursor<'_>, start: u32) -> Fate {
        if c.eat("sequence") {
            return self.alter_sequence(c, start);
        }
        c.eat("foreign");
        if !c.eat("table") {
            return match c.said(0).to_ascii_lowercase().as_str() {
                "index" => self.alter_index(c, start),
                "type"
                    if c.tokens
                        .iter()
                        .any(|it| it.span.of(c.text).eq_ignore_ascii_case("value")) =>
                {
                    self.add_value(c, start)
                }
                "default" => {
                    let reason = "rights are granted on Spanner with its own roles or IAM";
                    Fate::dropped("ALTER DEFAULT PRIVILEGES", String::new(), reason)
                }
                _ => Fate::of(Outcome::Session, "ALTER"),
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
                self.make_part(&part, at);
            }
            let span = c.skip_to_end(start);
            let message = format!("the partition is a part of table `{shown}`");
            self.note("migrate-partition-by-time", shown.clone(), message, span);
            return true;
        }
        if c.eat("rename") {
            return self.rename(c, at, start, shown);
        }
        if c.eat("add") {
            return self.add(c, at, start);
        }
        if c.eat_any(&["modify column", "modify"]) {
            let mut extra = Vec::new();
            let Some(column) = c.column(&mut extra) else { return false };
            let name = column.name.name.clone();
            self.replace_column(at, &name, column, extra);
            return true;
        }
        if c.eat_any(&["change column", "change"]) {
            let Some((old, span)) = c.word() else { return false };
            self.header(span, Some(at));
            let mut extra = Vec::new();
            let Some(column) = c.column(&mut extra) else { return false };
            self.replace_column(at, &old, column, extra);
            return true;
        }
        if c.eat("drop") {
            return self.drop_element(c, at, start);
        }
        if c.eat("alter") {
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
        false
    }

    fn add(&mut self, c: &mut Cursor<'_>, at: usize, start: u32) -> bool {
        self.header(c.since(start), Some(at));
        if let Some(element) = c.constraint() {
            self.using_index(c, at, &element);
            if let Element::Key(key) = &element
                && key.parts.is_empty()
            {
                return true;
            }
            add(&mut self.source.tables[at], element);
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
            if !group || !c.eat(",") {
                break;
            }
        }
        c.eat(")");
        true
    }

    /// `PRIMARY KEY USING INDEX i` takes the key of an index that exists.
    fn using_index(&mut self, c: &mut Cursor<'_>, at: usize, element: &Element) {
        let Element::Key(key) = element else { return };
        if !key.parts.is_empty() {
            return;
        }
        let last =
            c.tokens.get(c.at.saturating_sub(1)).map(|it| it.span.of(c.text).trim_matches('"'));
        let table = &mut self.source.tables[at];
        let found = table.indexes.iter().position(|index| {
            index.name.as_ref().is_some_and(|name| Some(name.name.as_str()) == last)
        });
        if let Some(found) = found {
            let index = table.indexes.remove(found);
            let mut key = key.clone();
            key.parts = index.parts;
            add(table, Element::Key(key));
            self.header(index.span, Some(at));
        }
    }

    /// Puts a column in the place of another, or behind all.
    fn replace_column(&mut self, at: usize, old: &str, column: Column, extra: Vec<Element>) {
        let table = &mut self.source.tables[at];
        let mut replaced = Vec::new();
        match table.column(old) {
            Some(number) => {
                let before = std::mem::replace(&mut table.columns[number], column);
                replaced.push(before.span);
                table.columns[number].values = before.values;
                let new = table.columns[number].name.name.clone();
                if before.name.name != new {
                    rename_in_table(table, &before.name.name, &new);
                }
            }
            None => {
                if !push_column(table, column) {
                    return;
                }
            }
        }
        extra.into_iter().for_each(|element| add(table, element));
        for span in replaced {
            self.header(span, Some(at));
        }
    }

    fn rename(&mut self, c: &mut Cursor<'_>, at: usize, start: u32, shown: &mut String) -> bool {
        let table = self.source.tables[at].name.clone();
        let done = if c.eat_any(&["to", "as"]) {
            c.name().is_some_and(|to| {
                let to = Name { schema: to.schema.or(table.schema.clone()), ..to };
                *shown = to.shown();
                self.rename_table(&table, to)
            })
        } else if c.eat_any(&["index", "key", "constraint"]) {
            let (old, _, new) = (c.word(), c.eat("to"), c.word());
            self.rename_index(at, old.map(|it| it.0), new.map(|it| it.0))
        } else {
            c.eat("column");
            let (old, _, new) = (c.word(), c.eat("to"), c.word());
            let table = &mut self.source.tables[at];
            match (old, new) {
                (Some((old, _)), Some((new, _))) => match table.column(&old) {
                    Some(number) => {
                        table.columns[number].name.name.clone_from(&new);
                        rename_in_table(table, &old, &new);
                        true
                    }
                    None => false,
                },
                _ => false,
            }
        };
        self.header(c.since(start), Some(at));
        done
    }

    fn rename_index(&mut self, at: usize, old: Option<String>, new: Option<String>) -> bool {
        let (Some(old), Some(new)) = (old, new) else { return false };
        let names = self.source.tables[at].indexes.iter_mut().filter_map(|it| it.name.as_mut());
        let mut done = false;
        for name in names.filter(|name| name.name.eq_ignore_ascii_case(&old)) {
            name.name.clone_from(&new);
            done = true;
        }
        done
    }

    fn drop_element(&mut self, c: &mut Cursor<'_>, at: usize, start: u32) -> bool {
        let kind = ["primary key", "foreign key", "constraint", "index", "key", "check", "column"]
            .into_iter()
            .find(|kind| c.eat(kind))
            .unwrap_or("column");
        c.eat("if exists");
        let name = if kind == "primary key" { None } else { c.word().map(|(name, _)| name) };
        c.eat_any(&["cascade", "restrict"]);
        self.header(c.since(start), Some(at));
        let table = &mut self.source.tables[at];
        let same = |it: &Option<Name>| match (it, &name) {
            (Some(it), Some(name)) => it.name.eq_ignore_ascii_case(name),
            _ => false,
        };
        let mut gone = Vec::new();
        match kind {
            "primary key" => gone.extend(table.key.take().map(|key| key.span)),
            "column" => {
                if let Some(number) = name.as_ref().and_then(|name| table.column(name)) {
                    gone.push(table.columns.remove(number).span);
                }
            }
            _ => {
                gone.extend(
                    table.foreign_keys.iter().filter(|it| same(&it.name)).map(|it| it.span),
                );
                gone.extend(table.indexes.iter().filter(|it| same(&it.name)).map(|it| it.span));
                gone.extend(table.checks.iter().filter(|it| same(&it.name)).map(|it| it.span));
                table.foreign_keys.retain(|it| kind == "index" || !same(&it.name));
                table.indexes.retain(|it| kind == "foreign key" || !same(&it.name));
                table.checks.retain(|it| !same(&it.name));
                if table.key.as_ref().is_some_and(|key| same(&key.name)) {
                    gone.extend(table.key.take().map(|key| key.span));
                }
            }
        }
        for span in gone {
            self.header(span, None);
        }
        true
    }

    fn alter_column(&mut self, c: &mut Cursor<'_>, at: usize, start: u32) -> bool {
        let Some((name, _)) = c.word() else { return false };
        let Some(number) = self.source.tables[at].column(&name) else { return false };
        let head = c.since(start);
        let column = &mut self.source.tables[at].columns[number];
        let from = c.start();
        let mut changes = true;
        if c.eat("set default") {
            let expr = c.expr();
            column.default = Some(Clause { expr, span: c.since(from) });
            self.header(head, Some(at));
            return true;
        }
        if c.eat("drop default") {
            column.default = None;
        } else if c.eat("set not null") {
            column.not_null = true;
        } else if c.eat("drop not null") {
            column.not_null = false;
        } else if c.eat_any(&["set data type", "type"]) {
            if let Some(ty) = c.ty() {
                column.ty = ty;
            }
        } else if c.eat_any(&["add generated always", "add generated by default"]) {
            c.eat("as identity");
            let options = c.skip_group();
            let span = c.since(from);
            column.generator = Some(Generator::Identity(span));
            column.not_null = true;
            self.header(head, Some(at));
            if options.is_some() {
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
        } else {
            changes = c.any(&["drop identity", "drop expression"]);
        }
        c.skip_element();
        self.header(c.since(start), Some(at));
        changes
    }

    fn alter_index(&mut self, c: &mut Cursor<'_>, start: u32) -> Fate {
        c.at += 1;
        let shown = c.name().map_or_else(String::new, |name| name.shown());
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

    /// `ALTER TYPE t ADD VALUE 'x'`.
    fn add_value(&mut self, c: &mut Cursor<'_>, start: u32) -> Fate {
        c.at += 1;
        let Some(name) = c.name() else { return Fate::of(Outcome::Session, "ALTER TYPE") };
        c.eat("add value");
        c.eat("if not exists");
        let value = c.string().map(|(value, _)| value);
        let span = c.skip_to_end(start);
        let found = self.source.types.iter_mut().find(|it| it.name.key() == name.key());
        match (found, value) {
            (Some(named), Some(value)) => {
                if !named.values.contains(&value) {
                    named.values.push(value);
                }
                self.header(span, None);
                Fate::defines("ALTER TYPE", name.shown())
            }
            _ => Fate::dropped("ALTER TYPE", name.shown(), "its type is not in the dump"),
        }
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

/// Follows a new name of a column through keys and indexes of its table.
fn rename_in_table(table: &mut super::Table, old: &str, new: &str) {
    use super::schema::PartOf;
    let rename = |of: &mut PartOf| {
        if let PartOf::Column(name) = of
            && name.eq_ignore_ascii_case(old)
        {
            new.clone_into(name);
        }
    };
    table.key.iter_mut().flat_map(|key| key.parts.iter_mut()).for_each(|it| rename(&mut it.of));
    table.indexes.iter_mut().flat_map(|it| it.parts.iter_mut()).for_each(|it| rename(&mut it.of));
    for key in &mut table.foreign_keys {
        for name in key.columns.iter_mut().filter(|name| name.eq_ignore_ascii_case(old)) {
            new.clone_into(name);
        }
    }
}
