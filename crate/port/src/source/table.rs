//! CREATE TABLE of both databases: columns, keys, constraints and options.

use super::COLUMNS_MAX;
use super::cursor::Cursor;
use super::excerpt::excerpt;
use super::expr::{Expr, Node};
use super::name::Name;
use super::schema::{
    Check, Clause, Column, ForeignKey, Generator, Index, Part, PartOf, PrimaryKey, Table,
};
use crate::text::Span;

/// Words that begin a clause of a column, so that a default ends before them.
const COLUMN_CLAUSES: &[&str] = &[
    "not null",
    "null",
    "default",
    "primary",
    "unique",
    "references",
    "check",
    "constraint",
    "comment",
    "collate",
    "on update",
    "auto_increment",
    "generated",
    "as (",
    "key",
];

/// An element of a table.
pub(super) enum Element {
    Key(PrimaryKey),
    Index(Index),
    ForeignKey(ForeignKey),
    Check(Check),
    /// LIKE another table.
    Like(Name, Span),
    /// What is read and has no counterpart, with its name.
    Unsupported(&'static str, Span),
}

impl Cursor<'_> {
    /// What stands between the parentheses of CREATE TABLE.
    pub(super) fn table_elements(&mut self, table: &mut Table, likes: &mut Vec<(Name, Span)>) {
        while !self.done() && !self.is(")") {
            self.table_element(table, likes);
            let rest = self.skip_element();
            if !rest.is_empty() {
                let words = format!("`{}` is not understood", excerpt(rest.of(self.text)));
                table.unsupported.push((words, rest));
            }
            // A `;` is in a statement that another delimiter ends.
            self.eat_any(&[",", ";"]);
        }
        self.eat(")");
    }

    fn table_element(&mut self, table: &mut Table, likes: &mut Vec<(Name, Span)>) {
        match self.constraint() {
            Some(Element::Like(name, span)) => likes.push((name, span)),
            Some(element) => add(table, element),
            None => {
                let mut extra = Vec::new();
                if let Some(column) = self.column(&mut extra) {
                    if !push_column(table, column) {
                        return;
                    }
                    extra.into_iter().for_each(|element| add(table, element));
                }
            }
        }
    }

    /// A constraint or index of a table, if one follows.
    pub(super) fn constraint(&mut self) -> Option<Element> {
        let start = self.start();
        let from = self.at;
        let mut name = None;
        if self.eat("constraint") {
            let unnamed = self.any(&["primary key", "unique", "foreign key", "check"]);
            if !unnamed || self.is_at(1, "primary") {
                name = self.name();
            }
        }
        if self.are("primary key") {
            self.at += 2;
            return Some(Element::Key(self.primary_key(start, name)));
        }
        if self.are("foreign key") {
            self.at += 2;
            return Some(Element::ForeignKey(self.foreign_key(start, name)?));
        }
        if self.is("check") && self.is_at(1, "(") {
            return self.check(start, name).map(Element::Check);
        }
        if self.is("exclude") && !self.mysql() {
            self.skip_element();
            return Some(Element::Unsupported("EXCLUDE", self.since(start)));
        }
        if self.is("like") {
            self.at += 1;
            let name = self.name()?;
            self.skip_element();
            return Some(Element::Like(name, self.since(start)));
        }
        if let Some(index) = self.inline_index(start, name) {
            return Some(Element::Index(index));
        }
        self.at = from;
        None
    }

    /// PRIMARY KEY was read; its columns follow.
    pub(super) fn primary_key(&mut self, start: u32, name: Option<Name>) -> PrimaryKey {
        let mut key = PrimaryKey { name, ..PrimaryKey::default() };
        let mut index = Index::default();
        if !self.is("(") && !self.any(&["using", "clustered"]) && self.mysql() {
            // MySQL reads a name here and ignores it.
            self.word();
        }
        self.index_options(&mut index);
        key.parts = self.key_parts();
        self.index_options(&mut index);
        key.ignored = index.ignored;
        key.ignored.extend(index.method.map(|(_, span)| span));
        key.ignored.extend(index.deferrable);
        key.span = self.since(start);
        key
    }

    fn check(&mut self, start: u32, name: Option<Name>) -> Option<Check> {
        self.at += 1;
        let expr = self.expr_in_parens()?;
        let (mut not_enforced, mut not_valid) = (false, false);
        loop {
            if self.eat("not enforced") {
                not_enforced = true;
            } else if self.eat("not valid") {
                not_valid = true;
            } else if !self.eat_any(&["no inherit", "enforced"]) {
                break;
            }
        }
        Some(Check { name, expr, not_enforced, not_valid, span: self.since(start) })
    }

    /// FOREIGN KEY was read; its columns follow.
    pub(super) fn foreign_key(&mut self, start: u32, name: Option<Name>) -> Option<ForeignKey> {
        let mut key = ForeignKey { name, ..ForeignKey::default() };
        if !self.is("(") {
            let named = self.name();
            key.name = key.name.or(named);
        }
        key.columns = self.column_names();
        self.references(&mut key)?;
        key.span = self.since(start);
        Some(key)
    }

    /// REFERENCES and what follows it.
    fn references(&mut self, key: &mut ForeignKey) -> Option<()> {
        if !self.eat("references") {
            return None;
        }
        key.target = self.name()?;
        if self.is("(") {
            key.target_columns = self.column_names();
        }
        loop {
            let start = self.start();
            if self.eat("on delete") {
                let action = self.action();
                key.on_delete = Some((action, self.since(start)));
            } else if self.eat("on update") {
                let action = self.action();
                key.on_update = Some((action, self.since(start)));
            } else if self.eat("match full") || self.eat("match partial") {
                key.match_full = Some(self.since(start));
            } else if self.eat_any(&[
                "match simple",
                "not deferrable",
                "initially immediate",
                "enforced",
            ]) {
                key.ignored.push(self.since(start));
            } else if self.eat("not valid") {
                key.not_valid = Some(self.since(start));
            } else if self.eat_any(&["deferrable", "initially deferred"]) {
                let span = self.since(start);
                key.deferrable = Some(key.deferrable.map_or(span, |before| before.to(span)));
            } else {
                return Some(());
            }
        }
    }

    fn action(&mut self) -> String {
        let actions = ["NO ACTION", "SET NULL", "SET DEFAULT", "CASCADE", "RESTRICT"];
        let action = actions.into_iter().find(|action| self.eat(action));
        if action.is_some_and(|it| it.starts_with("SET")) && self.is("(") {
            self.skip_group();
        }
        action.unwrap_or("NO ACTION").to_owned()
    }

    pub(super) fn column_names(&mut self) -> Vec<String> {
        self.key_parts()
            .into_iter()
            .filter_map(|part| match part.of {
                PartOf::Column(name) => Some(name),
                PartOf::Expr(_) => None,
            })
            .collect()
    }

    /// A column with its clauses. Constraints among them go to `extra`.
    pub(super) fn column(&mut self, extra: &mut Vec<Element>) -> Option<Column> {
        let start = self.start();
        let (name, span) = self.word()?;
        let mut column = Column { name: Name { schema: None, name, span }, ..Column::default() };
        column.ty = self.ty()?;
        self.serial(&mut column);
        while !self.done() && !self.any(&[",", ")", ";"]) {
            let from = self.at;
            let start = self.start();
            if !self.column_clause(&mut column, extra) {
                self.at = from + 1;
                let span = self.since(start);
                column.ignored.push(span);
                if self.is("(") {
                    column.ignored.extend(self.skip_group());
                }
            }
        }
        column.span = self.since(start);
        Some(column)
    }

    fn serial(&mut self, column: &mut Column) {
        let base = match column.ty.name.as_str() {
            "serial" | "serial4" | "bigserial" | "serial8" | "smallserial" | "serial2" => {
                if column.ty.name.contains('8') || column.ty.name == "bigserial" || self.mysql() {
                    "bigint"
                } else {
                    "integer"
                }
            }
            _ => return,
        };
        let span = column.ty.span;
        base.clone_into(&mut column.ty.name);
        column.not_null = true;
        column.ty.unsigned = self.mysql();
        column.generator = Some(Generator::Serial(span));
    }

    fn column_clause(&mut self, column: &mut Column, extra: &mut Vec<Element>) -> bool {
        let start = self.start();
        let mut name = None;
        if self.is("constraint") && !self.is_at(2, "(") {
            self.at += 1;
            name = self.name();
        }
        if self.eat("not null") {
            column.not_null = true;
            column.nullity = Some(self.since(start));
            self.eat_any(&["enable"]);
        } else if self.eat("null") {
            column.not_null = false;
            column.nullity = Some(self.since(start));
        } else if self.eat("default") {
            let expr = self.default_value();
            column.default = Some(Clause { expr, span: self.since(start) });
        } else if self.eat("on update") {
            self.expr();
            column.on_update = Some(self.since(start));
        } else if self.mysql() && self.eat("auto_increment") {
            column.generator = Some(Generator::AutoIncrement(self.since(start)));
            column.not_null = true;
        } else if self.eat("comment") {
            column.comment = self.string().map(|(text, _)| (text, self.since(start)));
        } else if self.eat_any(&["collate", "character set", "charset"]) {
            let said = self.name().map_or_else(String::new, |name| name.name);
            let span = self.since(start);
            column.collation = match column.collation.take() {
                Some((_, before)) => Some((said, before.to(span))),
                None => Some((said, span)),
            };
        } else {
            return self.column_constraint(start, name, column, extra);
        }
        true
    }

    fn column_constraint(
        &mut self,
        start: u32,
        name: Option<Name>,
        column: &mut Column,
        extra: &mut Vec<Element>,
    ) -> bool {
        let own = || {
            vec![Part {
                of: PartOf::Column(column.name.name.clone()),
                descending: false,
                prefix: None,
                nulls_first: None,
                ignored: None,
                span: column.name.span,
            }]
        };
        if self.eat("primary key") || (self.mysql() && self.eat("key")) {
            let parts = own();
            column.not_null = true;
            let span = self.since(start);
            extra.push(Element::Key(PrimaryKey { name, parts, ignored: Vec::new(), span }));
        } else if self.eat("unique") {
            self.eat("key");
            let mut index =
                Index { name, unique: true, constraint: true, parts: own(), ..Index::default() };
            index.nulls_not_distinct = self.eat("nulls not distinct");
            index.span = self.since(start);
            extra.push(Element::Index(index));
        } else if self.is("references") {
            let columns = vec![column.name.name.clone()];
            let mut key = ForeignKey { name, columns, ..ForeignKey::default() };
            if self.references(&mut key).is_none() {
                return false;
            }
            key.span = self.since(start);
            // MySQL reads this clause of a column and ignores it.
            if self.mysql() {
                column.ignored.push(key.span);
            } else {
                extra.push(Element::ForeignKey(key));
            }
        } else if self.is("check") && self.is_at(1, "(") {
            match self.check(start, name) {
                Some(check) => extra.push(Element::Check(check)),
                None => return false,
            }
        } else {
            return self.generated(start, column);
        }
        true
    }

    fn generated(&mut self, start: u32, column: &mut Column) -> bool {
        self.eat_any(&["generated always", "generated by default"]);
        if !self.eat("as") {
            return false;
        }
        if self.eat("identity") {
            self.skip_group();
            column.generator = Some(Generator::Identity(self.since(start)));
            column.not_null = true;
            return true;
        }
        let Some(expr) = self.expr_in_parens() else { return false };
        self.eat_any(&["stored", "virtual", "persistent"]);
        column.generated = Some(Clause { expr, span: self.since(start) });
        true
    }

    /// The value of a default: an expression that ends where the next clause begins.
    fn default_value(&mut self) -> Expr {
        let (start, depth) = (self.start(), self.depth);
        let from = self.at;
        // `NOT NULL` behind a value is no operator of it, so a value is read on its own first.
        let expr = self.expr();
        self.depth = depth;
        let ends = self.done() || self.any(&[",", ")", ";"]) || self.any(COLUMN_CLAUSES);
        if ends && expr.node.is_some() {
            return expr;
        }
        self.at = from;
        while !self.done() && !self.any(&[",", ")", ";"]) && !self.any(COLUMN_CLAUSES) {
            if self.skip_group().is_none() {
                self.at += 1;
            }
        }
        let span = self.since(start);
        let lower = span.of(self.text).to_ascii_lowercase();
        // These take their digits without being a name of a column.
        let node = lower
            .starts_with("current_timestamp")
            .then(|| Node::Call("current_timestamp".to_owned(), Vec::new()));
        Expr { node, span }
    }

    /// What follows the parentheses of CREATE TABLE.
    pub(super) fn table_options(&mut self, table: &mut Table) {
        while !self.done() {
            let start = self.start();
            if self.eat("inherits") {
                if self.eat("(") {
                    while let Some(name) = self.name() {
                        table.inherits.push(name);
                        self.eat(",");
                    }
                    self.eat(")");
                }
                table.inherits_span = Some(self.since(start));
            } else if self.are("partition by") {
                self.at += 2;
                let method = self.word().map_or_else(String::new, |(word, _)| word.to_lowercase());
                let span = self.skip_to_end(start);
                table.partition = Some((method, span));
            } else if self.eat("auto_increment") {
                self.eat("=");
                table.next_id = self.number().unwrap_or(0).max(table.next_id);
                table.ignored.push(self.since(start));
            } else if self.eat("comment") {
                self.eat("=");
                if let Some((text, _)) = self.string() {
                    table.comment = Some((text, self.since(start)));
                }
            } else {
                self.at += 1;
                self.skip_group();
                while self.is("=")
                    || self.is_at(1, "=") && !self.is("auto_increment") && !self.is("comment")
                {
                    self.at += if self.is("=") { 2 } else { 3 };
                }
                self.at = self.at.min(self.tokens.len());
                table.ignored.push(self.since(start));
            }
        }
    }
}

/// Adds a column to a table, unless it has too many.
pub(super) fn push_column(table: &mut Table, column: Column) -> bool {
    let fits = table.columns.len() < COLUMNS_MAX;
    if fits {
        table.columns.push(column);
    } else {
        table.unsupported.push(("a column beyond the first 1,600".to_owned(), column.span));
    }
    fits
}

/// Adds an element to a table.
pub(super) fn add(table: &mut Table, element: Element) {
    match element {
        Element::Key(key) => {
            for part in &key.parts {
                let PartOf::Column(name) = &part.of else { continue };
                if let Some(at) = table.column(name) {
                    table.columns[at].not_null = true;
                }
            }
            table.key = Some(key);
        }
        Element::Index(index) => table.indexes.push(index),
        Element::ForeignKey(key) => table.foreign_keys.push(key),
        Element::Check(check) => table.checks.push(check),
        Element::Like(..) => {}
        Element::Unsupported(what, span) => table.unsupported.push((what.to_owned(), span)),
    }
}
