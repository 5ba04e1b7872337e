//! A tree, printed for people: what the snapshots of `syntax.rs` hold.

use hotsplit_syntax::text::{LineIndex, Span};
use hotsplit_syntax::tree::{
    AlterAction, CheckDef, ColumnChange, ColumnDef, Comment, CreateChangeStream, CreateIndex,
    CreatePropertyGraph, CreateTable, Element, ElementKind, Expr, ExprKind, ForeignKeyDef,
    GraphEnd, IndexAction, Interleave, KeyPart, Name, OptionItem, Query, QueryTable, SpecialIndex,
    Statement, StatementKind, StreamAction, Tree, Ttl, Type, TypeRef, Watched, WatchedTable,
};

/// Prints a tree, with all that was read.
pub(crate) fn printed(text: &str, tree: &Tree) -> String {
    Printer { text, lines: LineIndex::new(text), out: String::new() }.tree(tree)
}

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
        let places = |list: Vec<(Span, &str)>| {
            list.into_iter()
                .map(|(span, said)| (self.place(span), said.to_owned()))
                .collect::<Vec<_>>()
        };
        let errors = places(tree.errors.iter().map(|e| (e.span, e.message.as_str())).collect());
        let notes = places(tree.notes.iter().map(|n| (n.span, n.message.as_str())).collect());
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
        let at = self.lines.line_column(span.start);
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
        self.comments(0, &statement.comments.before);
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
            StatementKind::Other(other) => {
                let words = &other.words;
                let object = other.object.as_ref().map_or("-", |name| &name.text);
                self.line(0, &format!("other {words}: {object}"));
            }
            StatementKind::Query(query) => self.query(query),
            StatementKind::Skipped => {
                let place = self.place(statement.span);
                self.line(0, &format!("skipped {place}"));
            }
        }
        if let Some(comment) = &statement.comments.after {
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
