//! Text to tree: each clause, recovery, comments, directives, and whole corpora.

use std::path::{Path, PathBuf};

use crate::shared;

use hotsplit::syntax::tree::{
    AlterAction, CheckDef, ColumnChange, ColumnDef, Comment, CreateChangeStream, CreateIndex,
    CreatePropertyGraph, CreateTable, Dialect, Element, ElementKind, Expr, ExprKind, ForeignKeyDef,
    GraphEnd, IndexAction, Interleave, KeyPart, Name, OptionItem, Query, QueryTable, SpecialIndex,
    Statement, StatementKind, StreamAction, TokenKind, Tree, Ttl, Type, TypeRef, Watched,
    WatchedTable,
};
use hotsplit::syntax::{NESTING_MAX, STATEMENTS_MAX, detect, parse};
use hotsplit::text::{LineIndex, Span};
use proptest::prelude::*;

/// Reads `text` and prints what was read, for people.
fn check(text: &str) -> String {
    let tree = parse(text, None);
    assert_sound(text, &tree);
    Printer { text, lines: LineIndex::new(text), out: String::new() }.tree(&tree)
}

/// The errors of `text`, one a line, each with its place and what it points at.
fn errors(text: &str) -> String {
    let tree = parse(text, None);
    assert_sound(text, &tree);
    let lines = LineIndex::new(text);
    let said = |span: Span| span.of(text).to_owned();
    let line = |error: &hotsplit::syntax::tree::SyntaxError| {
        let place = lines.line_column(text, error.span.start);
        format!("{}:{} {} [{}]", place.line, place.column, error.message, said(error.span))
    };
    tree.errors.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// What holds of every tree, whatever the text.
fn assert_sound(text: &str, tree: &Tree) {
    let mut end = 0;
    for token in &tree.tokens {
        assert_eq!(token.span.start, end, "expected tokens that tile the text");
        assert!(!token.span.is_empty(), "expected no empty token at {end}");
        end = token.span.end;
    }
    assert_eq!(end as usize, text.len(), "expected tokens to the end of the text");
    let mut end = 0;
    for statement in &tree.statements {
        assert!(statement.span.start >= end, "expected statements in order, apart");
        assert!(!statement.span.is_empty(), "expected no empty statement");
        end = statement.semicolon.map_or(statement.span.end, |semicolon| {
            assert!(semicolon.start >= statement.span.end);
            semicolon.end
        });
        assert_nested(statement);
    }
    let inside = |span: Span| span.end as usize <= text.len() && text.get(range(span)).is_some();
    assert!(tree.errors.iter().all(|error| inside(error.span)));
    assert!(tree.notes.iter().all(|note| inside(note.span)));
    assert!(tree.errors.is_sorted_by_key(|error| error.span));
}

fn range(span: Span) -> std::ops::Range<usize> {
    span.start as usize..span.end as usize
}

/// Parts lie inside what they are parts of.
fn assert_nested(statement: &Statement) {
    match &statement.kind {
        StatementKind::CreateTable(table) => {
            assert!(statement.span.contains(table.name.span));
            assert!(statement.span.contains(table.body));
            let mut end = table.body.start;
            for element in &table.elements {
                assert!(element.span.start >= end, "expected elements in order, apart");
                assert!(table.body.contains(element.span));
                end = element.comma.map_or(element.span.end, |comma| comma.end);
                assert_element_nested(element);
            }
            if let Some(key) = &table.primary_key {
                assert!(statement.span.contains(key.span) && key.span.contains(key.list));
                assert!(key.parts.iter().all(|part| key.list.contains(part.span)));
            }
        }
        StatementKind::CreateIndex(index) => {
            assert!(statement.span.contains(index.keys_list));
            assert!(index.keys.iter().all(|part| index.keys_list.contains(part.span)));
        }
        StatementKind::Query(query) => {
            assert!(query.tables.iter().all(|table| statement.span.contains(table.name.span)));
            assert!(query.columns.iter().all(|column| statement.span.contains(column.name.span)));
            assert!(query.order_by.iter().all(|part| statement.span.contains(part.span)));
        }
        StatementKind::AlterTable(alter) => {
            if let AlterAction::AddColumn(element) = &alter.action {
                assert!(statement.span.contains(element.span));
                assert_element_nested(element);
            }
        }
        _ => {}
    }
}

fn assert_element_nested(element: &Element) {
    match &element.kind {
        ElementKind::Column(column) => {
            assert!(element.span.contains(column.name.span));
            assert!(column.ty.as_ref().is_none_or(|ty| element.span.contains(ty.span)));
            let exprs = column.default.as_deref().into_iter().chain(column.on_update.as_deref());
            for expr in exprs.chain(column.generated.iter().map(|g| &g.expr)) {
                assert!(element.span.contains(expr.span));
                assert_expr_nested(expr);
            }
        }
        ElementKind::ForeignKey(key) => assert!(element.span.contains(key.span)),
        ElementKind::Check(check) => assert_expr_nested(&check.expr),
        _ => {}
    }
}

fn assert_expr_nested(expr: &Expr) {
    for part in parts(expr) {
        assert!(expr.span.contains(part.span), "expected {:?} inside {:?}", part.span, expr.span);
        assert_expr_nested(part);
    }
}

fn parts(expr: &Expr) -> Vec<&Expr> {
    match &expr.kind {
        ExprKind::Call(_, parts) | ExprKind::Case(parts) => parts.iter().collect(),
        ExprKind::Cast(inner, _) | ExprKind::Unary(_, inner) => vec![inner],
        ExprKind::Binary(_, a, b) => vec![a, b],
        ExprKind::In(first, rest) => std::iter::once(&**first).chain(rest).collect(),
        ExprKind::Between(a, b, c) => vec![a, b, c],
        _ => Vec::new(),
    }
}

/// Prints a tree.
struct Printer<'a> {
    text: &'a str,
    lines: LineIndex,
    out: String,
}

impl Printer<'_> {
    fn tree(mut self, tree: &Tree) -> String {
        self.line(0, &format!("{:?}", tree.dialect));
        for statement in &tree.statements {
            self.statement(statement);
        }
        let places = |list: Vec<(Span, &String)>| {
            list.into_iter()
                .map(|(span, said)| (self.place(span), said.clone()))
                .collect::<Vec<_>>()
        };
        let errors = places(tree.errors.iter().map(|e| (e.span, &e.message)).collect());
        let notes = places(tree.notes.iter().map(|n| (n.span, &n.message)).collect());
        for (place, said) in errors {
            self.line(0, &format!("error {place} {said}"));
        }
        for (place, said) in notes {
            self.line(0, &format!("note {place} {said}"));
        }
        for directive in &tree.directives {
            let facts = directive.facts.iter().map(|fact| {
                let args = fact.args.join(" ; ");
                format!("{} ({args}) {}", fact.name, fact.value.as_deref().unwrap_or("-"))
            });
            let facts = facts.collect::<Vec<_>>().join(", ");
            let reason = directive.reason.as_deref().unwrap_or("-");
            let said = format!("directive {:?}: {facts}; reason {reason}", directive.target);
            self.line(0, &said);
        }
        self.out
    }

    fn place(&self, span: Span) -> String {
        let at = self.lines.line_column(self.text, span.start);
        let said = span.of(self.text).lines().next().unwrap_or_default();
        format!("{}:{} [{said}]", at.line, at.column)
    }

    fn line(&mut self, depth: usize, said: &str) {
        self.out.push_str(&format!("{}{}\n", "  ".repeat(depth), said.trim_end()));
    }

    fn comments(&mut self, depth: usize, comments: &[Comment]) {
        for comment in comments {
            self.line(depth, &format!("~ {}", comment.text.replace('\n', " / ")));
        }
    }

    fn statement(&mut self, statement: &Statement) {
        self.comments(0, &statement.comments_before);
        match &statement.kind {
            StatementKind::CreateTable(table) => self.table(table),
            StatementKind::CreateIndex(index) => self.index(index),
            StatementKind::CreateSequence(sequence) => {
                let kind = if sequence.bit_reversed { "bit-reversed" } else { "plain" };
                let options = self.options(&sequence.options);
                self.line(0, &format!("sequence {} {kind}{options}", sequence.name.text));
            }
            StatementKind::AlterTable(alter) => {
                self.line(0, &format!("alter table {}", alter.name.text));
                for action in std::iter::once(&alter.action).chain(&alter.more) {
                    self.action(action);
                }
            }
            StatementKind::AlterIndex(alter) => {
                let (kind, action) = (alter.kind.words(), index_action(&alter.action));
                self.line(0, &format!("alter {kind} {}: {action}", alter.name.text));
            }
            StatementKind::AlterSequence(alter) => {
                let options = self.options(&alter.options);
                self.line(0, &format!("alter sequence {}{options}", alter.name.text));
            }
            StatementKind::RenameTables(renames) => {
                for rename in renames {
                    self.line(0, &format!("rename {} to {}", rename.from.text, rename.to.text));
                }
            }
            StatementKind::Drop(dropped) => {
                let maybe = if dropped.if_exists { " if exists" } else { "" };
                self.line(
                    0,
                    &format!("drop {} {}{maybe}", dropped.kind.words(), dropped.name.text),
                );
            }
            StatementKind::CreateSchema(name) => self.line(0, &format!("schema {}", name.text)),
            StatementKind::CreateView(view) => {
                let body = view.body.of(self.text);
                self.line(0, &format!("view {} as {body}", view.name.text));
            }
            StatementKind::CreateChangeStream(stream) => {
                self.line(0, &format!("change stream {}: {}", stream.name.text, watched(stream)));
            }
            StatementKind::AlterChangeStream(stream) => {
                let action = stream_action(&stream.action);
                self.line(0, &format!("alter change stream {}: {action}", stream.name.text));
            }
            StatementKind::CreatePropertyGraph(graph) => self.graph(graph),
            StatementKind::CreateSearchIndex(made) => self.special("search", made),
            StatementKind::CreateVectorIndex(made) => self.special("vector", made),
            StatementKind::AlterDatabase(options) => {
                let options = self.options(options);
                self.line(0, &format!("alter database{options}"));
            }
            StatementKind::Other { words, object } => {
                let object = object.as_ref().map_or("-", |name| &name.text);
                self.line(0, &format!("other {words}: {object}"));
            }
            StatementKind::Query(query) => self.query(query),
            StatementKind::Skipped => {
                let place = self.place(statement.span);
                self.line(0, &format!("skipped {place}"));
            }
        }
        if let Some(comment) = &statement.comment_after {
            self.line(0, &format!("  after ~ {}", comment.text));
        }
    }

    fn graph(&mut self, graph: &CreatePropertyGraph) {
        self.line(0, &format!("graph {}", graph.name.text));
        let end = |word: &str, end: &GraphEnd| {
            let (columns, node) = (names(&end.columns), &end.node.text);
            format!(" {word} ({columns}) -> {node} ({})", names(&end.referenced))
        };
        for (kind, of) in graph
            .nodes
            .iter()
            .map(|of| ("node", of))
            .chain(graph.edges.iter().map(|of| ("edge", of)))
        {
            let alias =
                of.alias.as_ref().map_or(String::new(), |name| format!(" as {}", name.text));
            let key = if of.key.is_empty() {
                String::new()
            } else {
                format!(" key ({})", names(&of.key))
            };
            let source = of.source.as_ref().map_or(String::new(), |it| end("from", it));
            let to = of.destination.as_ref().map_or(String::new(), |it| end("to", it));
            self.line(1, &format!("{kind} {}{alias}{key}{source}{to}", of.table.text));
        }
    }

    fn query(&mut self, query: &Query) {
        let table = |of: &QueryTable| {
            let alias =
                of.alias.as_ref().map_or(String::new(), |name| format!(" as {}", name.text));
            let index = of.index.as_ref().map_or(String::new(), |name| {
                assert_eq!(name.span.of(self.text).trim_matches(['"', '\'']), name.text);
                format!(" by {}", name.text)
            });
            format!("{}{alias}{index}", of.name.text)
        };
        let tables: Vec<String> = query.tables.iter().map(table).collect();
        let limited = if query.limited { ", limited" } else { "" };
        self.line(0, &format!("query of {}{limited}", tables.join(", ")));
        for star in &query.stars {
            let of = star.as_ref().map_or(String::new(), |name| format!("{}.", name.text));
            self.line(1, &format!("{of}*"));
        }
        for column in &query.columns {
            let said = column.name.span.of(self.text);
            self.line(1, &format!("{:?} {} ‹{said}›", column.usage, column.name.text));
        }
        if !query.order_by.is_empty() {
            self.line(1, &format!("order by {}", key_parts(&query.order_by)));
        }
    }

    fn special(&mut self, kind: &str, made: &SpecialIndex) {
        self.line(0, kind);
        self.index(&made.index);
        if !made.partition_by.is_empty() {
            self.line(1, &format!("partition by {}", names(&made.partition_by)));
        }
        if !made.order_by.is_empty() {
            self.line(1, &format!("order by {}", key_parts(&made.order_by)));
        }
    }

    fn action(&mut self, action: &AlterAction) {
        match action {
            AlterAction::AddColumn(element) => self.element(element),
            AlterAction::AddForeignKey(key) => self.foreign_key(key),
            AlterAction::AddCheck(check) => self.check(check),
            AlterAction::SetTtl { ttl, replace } => {
                if *replace {
                    self.line(1, "replace");
                }
                self.ttl(ttl);
            }
            AlterAction::DropTtl(_) => self.line(1, "drop ttl"),
            AlterAction::DropColumn { name, .. } => self.line(1, &format!("drop {}", name.text)),
            AlterAction::AlterColumn { name, change } => {
                self.line(1, &format!("alter {}", name.text));
                self.change(change);
            }
            AlterAction::DropConstraint { name, .. } => {
                self.line(1, &format!("drop constraint {}", name.text));
            }
            AlterAction::SetOnDelete { cascade, .. } => {
                self.line(1, if *cascade { "on delete cascade" } else { "on delete no action" });
            }
            AlterAction::SetInterleave(clause) => {
                let how = if clause.enforced { "in parent" } else { "in" };
                self.line(1, &format!("interleave {how} {}", clause.parent.text));
            }
            AlterAction::AddSynonym(name) => self.line(1, &format!("add synonym {}", name.text)),
            AlterAction::DropSynonym(name) => self.line(1, &format!("drop synonym {}", name.text)),
            AlterAction::RenameTo { to, synonym } => {
                let kept = synonym.as_ref().map(|name| format!(", synonym {}", name.text));
                self.line(1, &format!("rename to {}{}", to.text, kept.unwrap_or_default()));
            }
            AlterAction::SetOptions(options) => {
                let options = self.options(options);
                self.line(1, &format!("set{options}"));
            }
            AlterAction::Other(said) => self.line(1, &format!("other [{said}]")),
        }
    }

    fn change(&mut self, change: &ColumnChange) {
        let said = match change {
            ColumnChange::Redefine(element) => return self.element(element),
            ColumnChange::Type(ty) => format!("type {:?}", ty.kind),
            ColumnChange::NotNull(set) => format!("not null {set}"),
            ColumnChange::Options(options) => format!("set{}", self.options(options)),
            ColumnChange::Default(expr) => format!("default {}", expr.span.of(self.text)),
            ColumnChange::DropDefault => "drop default".to_owned(),
            ColumnChange::OnUpdate(expr) => format!("on update {}", expr.span.of(self.text)),
            ColumnChange::DropOnUpdate => "drop on update".to_owned(),
            ColumnChange::Identity { span, .. } => format!("counter [{}]", span.of(self.text)),
            ColumnChange::Other(span) => format!("other [{}]", span.of(self.text)),
        };
        self.line(2, &said);
    }

    fn table(&mut self, table: &CreateTable) {
        let maybe = if table.if_not_exists { " if not exists" } else { "" };
        self.line(0, &format!("table {}{maybe}", table.name.text));
        for element in &table.elements {
            self.element(element);
        }
        if let Some(key) = &table.primary_key {
            self.line(1, &format!("key ({})", key_parts(&key.parts)));
        }
        if let Some(interleave) = &table.interleave {
            self.line(1, &interleaved(interleave));
        }
        if let Some(ttl) = &table.ttl {
            self.ttl(ttl);
        }
        if !table.options.is_empty() {
            let options = self.options(&table.options);
            self.line(1, options.trim_start());
        }
    }

    fn element(&mut self, element: &Element) {
        match &element.kind {
            ElementKind::Column(column) => self.column(column),
            ElementKind::ForeignKey(key) => self.foreign_key(key),
            ElementKind::Check(check) => self.check(check),
            ElementKind::PrimaryKey => self.line(1, "(key)"),
            ElementKind::Elision => self.line(1, "..."),
            ElementKind::Other => {
                let said = element.span.of(self.text).to_owned();
                self.line(1, &format!("other [{said}]"));
            }
        }
        self.comments(2, &element.comments);
    }

    fn column(&mut self, column: &ColumnDef) {
        let mut said = format!("{} {}", column.name.text, ty(column.ty.as_ref()));
        let mut add = |part: String| {
            said.push_str(", ");
            said.push_str(&part);
        };
        if column.not_null.is_some() {
            add("not null".into());
        }
        if column.primary_key.is_some() {
            add("primary key".into());
        }
        if let Some(value) = &column.default {
            add(format!("default {}", self.expr(value)));
        }
        if let Some(value) = &column.on_update {
            add(format!("on update {}", self.expr(value)));
        }
        if let Some(generated) = &column.generated {
            let stored = if generated.stored { " stored" } else { "" };
            add(format!("as {}{stored}", self.expr(&generated.expr)));
        }
        if let Some(identity) = &column.identity {
            let kind = if identity.bit_reversed { " bit-reversed" } else { "" };
            add(format!("identity{kind} [{}]", identity.span.of(self.text)));
        }
        if column.hidden {
            add("hidden".into());
        }
        if !column.options.is_empty() {
            add(self.options(&column.options).trim_start().into());
        }
        self.line(1, &said);
        for check in &column.checks {
            self.check(check);
        }
        if let Some(key) = &column.references {
            self.foreign_key(key);
        }
    }

    fn foreign_key(&mut self, key: &ForeignKeyDef) {
        let name = key.name.as_ref().map_or("-", |name| &name.text);
        let mut said = format!(
            "foreign key {name} ({}) -> {} ({})",
            names(&key.columns),
            key.table.text,
            names(&key.referenced)
        );
        if key.on_delete_cascade {
            said.push_str(" cascade");
        }
        if !key.enforced {
            said.push_str(" not enforced");
        }
        self.line(1, &said);
    }

    fn check(&mut self, check: &CheckDef) {
        let name = check.name.as_ref().map_or("-", |name| &name.text);
        let expr = self.expr(&check.expr);
        self.line(1, &format!("check {name} {expr}"));
    }

    fn ttl(&mut self, ttl: &Ttl) {
        self.line(1, &format!("ttl {} {:?} days", ttl.column.text, ttl.days));
    }

    fn index(&mut self, index: &CreateIndex) {
        let mut said = format!("index [{}] on {}", index.name.text, index.table.text);
        said.push_str(&format!(" ({})", key_parts(&index.keys)));
        if index.unique {
            said.push_str(" unique");
        }
        if index.null_filtered.is_some() {
            said.push_str(" null-filtered");
        }
        if !index.storing.is_empty() {
            said.push_str(&format!(" storing ({})", names(&index.storing)));
        }
        if !index.where_not_null.is_empty() {
            said.push_str(&format!(" where not null ({})", names(&index.where_not_null)));
        }
        if let Some(interleave) = &index.interleave {
            said.push_str(&format!(" {}", interleaved(interleave)));
        }
        self.line(0, &said);
        self.comments(1, &index.comments);
    }

    fn options(&self, items: &[OptionItem]) -> String {
        let item = |item: &OptionItem| format!("{}={}", item.key, item.value);
        let items = items.iter().map(item).collect::<Vec<_>>();
        if items.is_empty() { String::new() } else { format!(" options {}", items.join(" ")) }
    }

    fn expr(&self, expr: &Expr) -> String {
        let all =
            |list: &[Expr]| list.iter().map(|part| self.expr(part)).collect::<Vec<_>>().join(", ");
        match &expr.kind {
            ExprKind::Name(name) => name.to_string(),
            ExprKind::Number(number) => number.to_string(),
            ExprKind::String(said) => format!("{said:?}"),
            ExprKind::Word(word) => word.to_string(),
            ExprKind::Call(name, parts) => format!("{name}({})", all(parts)),
            ExprKind::Sequence(name) => format!("SEQUENCE {name}"),
            ExprKind::Cast(inner, kind) => format!("{}::{}", self.expr(inner), type_name(kind)),
            ExprKind::Unary(op, inner) => format!("({op} {})", self.expr(inner)),
            ExprKind::Binary(op, a, b) => format!("({} {op} {})", self.expr(a), self.expr(b)),
            ExprKind::In(first, rest) => format!("({} IN {})", self.expr(first), all(rest)),
            ExprKind::Between(a, b, c) => {
                format!("({} BETWEEN {} AND {})", self.expr(a), self.expr(b), self.expr(c))
            }
            ExprKind::Case(results) => format!("CASE({})", all(results)),
            ExprKind::Opaque => format!("‹{}›", expr.span.of(self.text)),
        }
    }
}

fn names(names: &[Name]) -> String {
    names.iter().map(|name| name.text.as_str()).collect::<Vec<_>>().join(", ")
}

fn watched(stream: &CreateChangeStream) -> String {
    let table = |watched: &WatchedTable| match &watched.columns {
        Some(columns) => format!("{}({})", watched.table.text, names(columns)),
        None => watched.table.text.to_string(),
    };
    watched_tables(&stream.watched, &table)
}

fn watched_tables(watched: &Watched, table: &dyn Fn(&WatchedTable) -> String) -> String {
    match watched {
        Watched::Nothing => "nothing".to_owned(),
        Watched::All => "all".to_owned(),
        Watched::Tables(tables) => tables.iter().map(table).collect::<Vec<_>>().join(", "),
    }
}

fn stream_action(action: &StreamAction) -> String {
    match action {
        StreamAction::Watch(watched) => {
            format!("watch {}", watched_tables(watched, &|of| of.table.text.to_string()))
        }
        StreamAction::SetOptions(items) => {
            let keys: Vec<&str> = items.iter().map(|item| item.key.as_str()).collect();
            format!("set {}", keys.join(", "))
        }
        StreamAction::ResetOptions(keys) => format!("reset {}", names(keys)),
        StreamAction::Other => "other".to_owned(),
    }
}

fn key_parts(parts: &[KeyPart]) -> String {
    let part =
        |part: &KeyPart| format!("{}{}", part.name.text, if part.desc { " desc" } else { "" });
    parts.iter().map(part).collect::<Vec<_>>().join(", ")
}

fn interleaved(clause: &Interleave) -> String {
    let kind = if clause.enforced { "in parent" } else { "in" };
    let cascade = if clause.on_delete_cascade { " cascade" } else { "" };
    format!("interleaved {kind} {}{cascade}", clause.parent.text)
}

fn ty(ty: Option<&TypeRef>) -> String {
    ty.map_or("?".to_owned(), |ty| type_name(&ty.kind))
}

fn type_name(kind: &Type) -> String {
    let sized = |name: &str, size: &Option<u32>| match size {
        Some(size) => format!("{name}({size})"),
        None => format!("{name}(max)"),
    };
    match kind {
        Type::String(size) => sized("string", size),
        Type::Bytes(size) => sized("bytes", size),
        Type::Array(inner) => format!("array<{}>", type_name(inner)),
        Type::Other(name) => format!("other:{name}"),
        simple => format!("{simple:?}").to_lowercase(),
    }
}

#[test]
fn files_are_read_as_their_snapshots_say() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/syntax");
    let files = sql_files(&folder);
    assert!(files.len() >= 15, "expected the files of {}", folder.display());
    for file in files {
        let name = file.file_stem().unwrap().to_string_lossy().into_owned();
        let text = std::fs::read_to_string(&file).unwrap();
        let mut settings = insta::Settings::clone_current();
        settings.set_snapshot_path(&folder);
        settings.set_prepend_module_to_snapshot(false);
        settings.set_omit_expression(true);
        settings.bind(|| insta::assert_snapshot!(name, check(&text)));
    }
}

#[test]
fn an_unclosed_quote_points_at_itself_and_costs_one_statement() {
    let text =
        "CREATE TABLE A (Id INT64 DEFAULT ('x);\nCREATE TABLE B (Id INT64) PRIMARY KEY (Id);";
    assert_eq!(errors(text), "1:35 expected a closing `'`, found the end of the line ['x);]");
    assert!(check(text).contains("table B\n  Id int64\n  key (Id)"));
}

#[test]
fn odd_blanks_are_blanks() {
    let text =
        "\u{feff}CREATE\u{a0}TABLE T (\r\n\tId INT64,\u{2003}-- of Id\r\n) PRIMARY KEY (Id);\r\n";
    assert_eq!(errors(text), "");
    assert_eq!(check(text), "GoogleSql\ntable T\n  Id int64\n    ~ of Id\n  key (Id)\n",);
}

#[test]
fn the_dialect_is_told_from_the_words() {
    let is = |text: &str| format!("{:?}", detect(text));
    assert_eq!(is(""), "GoogleSql");
    assert_eq!(is("CREATE TABLE t (id bigint PRIMARY KEY)"), "PostgreSql");
    assert_eq!(is("CREATE TABLE t (id INT64) PRIMARY KEY (id)"), "GoogleSql");
    assert_eq!(is("-- varchar, it's bigint\nCREATE TABLE t (a STRING(MAX))"), "GoogleSql");
    assert_eq!(is("CREATE TABLE t (a STRING(MAX) DEFAULT ('bigint varchar text'))"), "GoogleSql");
    assert_eq!(is("-- hotsplit: file dialect=pg\nCREATE TABLE t (a INT64)"), "PostgreSql");
}

#[test]
fn deep_nesting_is_opaque_and_said() {
    let deep = NESTING_MAX * 4;
    let text = format!(
        "CREATE TABLE T (A INT64 AS ({}1{}), B BOOL) PRIMARY KEY (A);",
        "(".repeat(deep),
        ")".repeat(deep)
    );
    assert_eq!(errors(&text), "");
    let read = check(&text);
    assert!(read.contains(" B bool"), "{read}");
    assert_eq!(read.matches("nested more than 64 deep").count(), 1, "{read}");
    // A long chain nests on the left without a single parenthesis.
    let chain = format!("CREATE TABLE T (A INT64 AS (1{}))", " + 1".repeat(100_000));
    assert!(check(&chain).contains("as ‹1 + 1"));
    let casts = format!("CREATE TABLE t (a bigint DEFAULT 1{})", "::bigint".repeat(100_000));
    assert!(check(&casts).starts_with("PostgreSql\ntable t"));
    let types = format!("CREATE TABLE T (A {}INT64)", "ARRAY<".repeat(100_000));
    assert!(check(&types).starts_with("GoogleSql\ntable T"));
}

#[test]
fn limits_are_kept_and_said() {
    let many = "SELECT 1;\n".repeat(STATEMENTS_MAX + 10);
    let tree = parse(&many, None);
    assert_eq!(tree.statements.len(), STATEMENTS_MAX);
    assert!(
        tree.notes.iter().any(|note| note.message == "only the first 50000 statements are read")
    );
    let long = format!("CREATE TABLE T (Id INT64) PRIMARY KEY (Id);{}", "é".repeat(6 << 20));
    let tree = parse(&long, None);
    assert_sound(&long, &tree);
    assert!(tree.notes.iter().any(|note| note.message == "only the first 10 MiB are read"));
}

/// Work grows with the text and not with its square: open quotes are the classic trap.
#[test]
fn hostile_texts_end() {
    let pieces = [
        "CREATE \\'",
        "'\n",
        "'",
        "/*",
        "/* \nCREATE TABLE t (",
        "`\nCREATE TABLE ",
        "$a$\n",
        "(",
        ")",
        "((((a,",
        "...",
        "._",
        "\"\"\"",
        "CREATE TABLE a (b 'c\n",
        "-- hotsplit: (",
        "a INT64 -- c\n",
        "CASE WHEN ",
        "NOT ",
        "- ",
        "ARRAY<",
        "CREATE TABLE t (a INT64 AS (f(",
    ];
    for dialect in [Dialect::GoogleSql, Dialect::PostgreSql] {
        for piece in pieces {
            let text = piece.repeat(20_000);
            let tree = parse(&text, Some(dialect));
            assert_sound(&text, &tree);
        }
    }
}

#[test]
fn tokens_know_literals_from_marks() {
    let kinds = |text: &str, dialect| {
        let tree = parse(text, Some(dialect));
        let words = tree.tokens.iter().filter(|token| token.kind != TokenKind::Blank);
        words
            .map(|token| format!("{:?} {}", token.kind, token.span.of(text)))
            .collect::<Vec<_>>()
            .join(" | ")
    };
    assert_eq!(
        kinds("rb'x' B\"y\" '''a'b''' `q` 0x1F 1.5e3 .. ... … <snip> # end", Dialect::GoogleSql),
        "String rb'x' | String B\"y\" | String '''a'b''' | QuotedName `q` | Number 0x1F | \
         Number 1.5e3 | Mark . | Mark . | Elision ... | Elision … | Elision <snip> | Comment # end"
    );
    assert_eq!(
        kinds("E'a\\'b' \"Q\" $t$ ; $t$ a::b /* /* */ */ 'x''y' \\", Dialect::PostgreSql),
        "String E'a\\'b' | QuotedName \"Q\" | String $t$ ; $t$ | Word a | Mark :: | Word b | \
         Comment /* /* */ */ | String 'x''y' | Mark \\"
    );
}

proptest! {
    #[test]
    fn any_text_is_read(text in "\\PC*") {
        for dialect in [None, Some(Dialect::GoogleSql), Some(Dialect::PostgreSql)] {
            assert_sound(&text, &parse(&text, dialect));
        }
    }

    #[test]
    fn any_words_are_read(words in prop::collection::vec(word(), 0..60)) {
        let text = words.concat();
        for dialect in [None, Some(Dialect::GoogleSql), Some(Dialect::PostgreSql)] {
            assert_sound(&text, &parse(&text, dialect));
        }
    }
}

/// A word of DDL, whole or broken, with what may stand behind it.
fn word() -> impl Strategy<Value = String> {
    let words = prop::sample::select(vec![
        "CREATE TABLE ",
        "CREATE INDEX ",
        "SELECT ",
        "FROM ",
        "WHERE a = @p ",
        "@{FORCE_INDEX=i} ",
        "ORDER BY a ",
        "ALTER TABLE ",
        "PRIMARY KEY ",
        "INTERLEAVE IN PARENT ",
        "NOT NULL ",
        "DEFAULT ",
        "AS ",
        "STORED ",
        "INT64 ",
        "STRING(MAX) ",
        "ARRAY<",
        ">",
        ">>",
        "STRUCT<",
        "(",
        ")",
        ",",
        ";",
        "T ",
        "a ",
        "'x' ",
        "'",
        "`b` ",
        "`",
        "\"",
        "...",
        "-- c\n",
        "-- hotsplit: random\n",
        "/* c */",
        "/*",
        "*/",
        "\n",
        "\n\n",
        "\u{feff}",
        "é",
        "§",
        ".",
        "::",
        "-",
        "1 ",
        "CASE WHEN ",
        "END ",
        "CHECK ",
        "FOREIGN KEY ",
        "REFERENCES ",
        "OPTIONS ",
        "ROW DELETION POLICY ",
        "TTL INTERVAL '3 days' ON ",
        "WHERE ",
        "IS NOT NULL ",
        "bigint ",
        "$$",
        "\\",
        "ON ",
        "ADD COLUMN ",
        "SEQUENCE ",
        "[",
        "]",
        "{",
        "}",
        "'''",
        "\r\n",
        "\r",
    ]);
    words.prop_map(str::to_owned)
}

// Whole corpora: third-party schemas that stand beside the project on some machines only.

/// The .sql files of a folder, sorted.
pub(crate) fn sql_files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).map(|entries| entries.flatten().collect());
    let entries: Vec<std::fs::DirEntry> = entries.unwrap_or_default();
    let mut files: Vec<PathBuf> = entries
        .into_iter()
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|ext| ext == "sql"))
        .collect();
    files.sort();
    files
}

/// Files that a folder's KNOWN_BAD.tsv names.
fn known_bad(folder: &Path) -> Vec<String> {
    let listed = std::fs::read_to_string(folder.join("KNOWN_BAD.tsv")).unwrap_or_default();
    listed.lines().filter_map(|line| line.split('\t').next()).map(str::to_owned).collect()
}

/// The errors of a file that stand in its CREATE TABLE and CREATE INDEX statements.
fn errors_in_tables(text: &str, tree: &Tree) -> Vec<String> {
    let lines = LineIndex::new(text);
    let tables = tree.statements.iter().filter(|statement| {
        matches!(statement.kind, StatementKind::CreateTable(_) | StatementKind::CreateIndex(_))
    });
    let mut found = Vec::new();
    for statement in tables {
        for error in tree.errors.iter().filter(|error| statement.span.contains(error.span)) {
            let line = lines.line(error.span.start);
            found.push(format!("{line}: {}", error.message));
        }
    }
    found
}

fn index_action(action: &IndexAction) -> String {
    match action {
        IndexAction::AddStored(name) => format!("store {}", name.text),
        IndexAction::DropStored(name) => format!("store no more {}", name.text),
        IndexAction::AddColumn(name) => format!("add {}", name.text),
        IndexAction::DropColumn(name) => format!("drop {}", name.text),
        IndexAction::SetOptions(options) => options
            .iter()
            .map(|o| format!("{} = {}", o.key, o.value))
            .collect::<Vec<_>>()
            .join(", "),
        IndexAction::Other(_) => "other".to_owned(),
    }
}

#[test]
fn real_schemas_are_read() {
    let Some(corpus) = shared::needed("real_schemas_are_read", "corpus") else { return };
    for folder in ["real", "docs_googlesql", "memefish/ddl", "pg/docs", "pg/real"] {
        let folder_path = corpus.join(folder);
        let bad = known_bad(&folder_path);
        let (mut files, mut clean, mut statements) = (0, 0, 0);
        for file in sql_files(&folder_path) {
            let name = file.file_name().unwrap().to_string_lossy().into_owned();
            let text = String::from_utf8_lossy(&std::fs::read(&file).unwrap()).into_owned();
            let dialect = folder.starts_with("pg").then_some(Dialect::PostgreSql);
            let dialect = dialect.unwrap_or(Dialect::GoogleSql);
            let tree = parse(&text, Some(dialect));
            assert_sound(&text, &tree);
            statements += tree.statements.len();
            // Documents that are broken as written, and the other dialect's, say so by errors.
            if name.starts_with("bad_") || (folder != "real" && bad.contains(&name)) {
                continue;
            }
            files += 1;
            let found = errors_in_tables(&text, &tree);
            if found.is_empty() {
                clean += 1;
            } else {
                println!("{folder}/{name}: {}", found.join("; "));
            }
        }
        println!("{folder}: {clean} of {files} files without errors, {statements} statements");
        assert!(files > 10, "expected the files of {folder}");
        let floor = if folder == "real" { 99 } else { 90 };
        assert!(clean * 100 >= files * floor, "expected {floor} % of {folder} clean");
    }
}

#[test]
fn real_schemas_are_told_apart() {
    let Some(corpus) = shared::needed("real_schemas_are_told_apart", "corpus") else { return };
    for (folder, dialect) in [("real", Dialect::GoogleSql), ("pg/real", Dialect::PostgreSql)] {
        let mut wrong = Vec::new();
        let files = sql_files(&corpus.join(folder));
        for file in &files {
            let text = String::from_utf8_lossy(&std::fs::read(file).unwrap()).into_owned();
            let defines = text.to_ascii_uppercase().contains("CREATE TABLE");
            if defines && detect(&text) != dialect {
                wrong.push(file.file_name().unwrap().to_string_lossy().into_owned());
            }
        }
        println!("{folder}: {} of {} told wrong: {wrong:#?}", wrong.len(), files.len());
        assert!(wrong.len() * 20 <= files.len(), "expected 95 % of {folder} told right");
    }
}
