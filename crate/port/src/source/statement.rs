//! What a statement is by its first words, and what becomes of it.

use super::Outcome;
use super::cursor::Cursor;
use super::fate::Fate;
use super::replay::Replay;
use super::schema::Index;
use crate::text::Span;
use hotsplit_syntax::tree::{Token, TokenKind};

/// Words that open a statement which sets up a session, or asks for data.
const SESSION: &[&str] = &[
    "set",
    "use",
    "lock",
    "unlock",
    "begin",
    "commit",
    "start",
    "analyze",
    "analyse",
    "select",
    "vacuum",
    "cluster",
    "rollback",
    "savepoint",
    "flush",
    "optimize",
    "show",
    "reset",
    "end",
    "declare",
    "with",
    "explain",
    "discard",
    "check",
    "checkpoint",
    "prepare",
    "execute",
    "deallocate",
    "source",
    "reindex",
    "refresh",
    "listen",
    "notify",
    "go",
    "exit",
    "quit",
    "table",
    "load",
    "purge",
    "describe",
    "desc",
    "print",
];

/// Words that open a statement which changes rows.
const ROWS: &[&str] = &["insert", "replace", "copy", "update", "delete", "truncate", "merge"];

/// Objects that Spanner has no counterpart for, or another one.
const OBJECTS: &[(&str, &str)] = &[
    ("view", "a view is a query, and queries are not translated"),
    ("trigger", "Spanner has no triggers: the application does what it did"),
    ("procedure", "Spanner has no procedures: the application does what it did"),
    ("function", "Spanner has no such functions: the application does what it did"),
    ("event", "Spanner has no events: a scheduler outside does what it did"),
    ("rule", "Spanner has no rewrite rules"),
    ("policy", "Spanner has no row security: the application checks it"),
    ("aggregate", "Spanner has no aggregates of a user"),
    ("operator", "Spanner has no operators of a user"),
    ("cast", "Spanner has no casts of a user"),
    ("collation", "Spanner has no collations of a user"),
    ("extension", "Spanner has no extensions"),
    ("role", "rights are granted on Spanner with its own roles or IAM"),
    ("user", "rights are granted on Spanner with its own roles or IAM"),
    ("publication", "change streams take the place of publications"),
    ("subscription", "change streams take the place of subscriptions"),
    ("server", "Spanner has no foreign servers"),
    ("language", "Spanner has no languages"),
    ("statistics", "Spanner keeps its own statistics"),
    ("text", "search indexes of Spanner have their own tokenizers"),
    ("transform", "Spanner has no transforms"),
    ("conversion", "Spanner has no conversions"),
    ("access", "Spanner has no access methods"),
    ("tablespace", "Spanner has no tablespaces"),
];

/// Words behind ALTER and DROP that name other objects.
const OTHERS: &[&str] = &[
    "database",
    "definer",
    "foreign",
    "group",
    "instance",
    "large",
    "logfile",
    "materialized",
    "owned",
    "prepare",
    "procedural",
    "schema",
    "sql",
    "system",
    "temporary",
    "undo",
];

/// Whether a word behind ALTER or DROP names a kind of object.
pub(super) fn is_object(word: &str) -> bool {
    OBJECTS.iter().any(|(name, _)| word.eq_ignore_ascii_case(name))
        || OTHERS.iter().any(|name| word.eq_ignore_ascii_case(name))
}

/// Tables of a view that are named at most.
const TABLES_SHOWN_MAX: usize = 12;

impl Replay<'_> {
    /// Takes a statement.
    pub(super) fn statement(&mut self, c: &mut Cursor<'_>) -> Fate {
        let start = c.start();
        let first = c.said(0).to_ascii_lowercase();
        if c.eat("create") {
            return self.create(c, start);
        }
        if c.eat("alter") {
            return self.alter(c, start);
        }
        if c.eat("drop") {
            return self.drop_object(c, start);
        }
        if c.eat("rename table") || c.eat("rename tables") {
            return self.rename_tables(c, start);
        }
        if c.eat("comment on") {
            return self.comment_on(c, start);
        }
        if ROWS.contains(&first.as_str()) {
            return self.rows(c, &first);
        }
        if first == "select"
            && c.tokens.iter().take(8).any(|it| it.span.of(c.text).eq_ignore_ascii_case("setval"))
        {
            return self.setval(c);
        }
        let into = |it: &Token| it.span.of(c.text).eq_ignore_ascii_case("into");
        let code = match first.as_str() {
            "do" if c.mysql() => return Fate::of(Outcome::Session, "DO"),
            "do" => Some(("DO", "a block of code is not run: what it changes is not in the port")),
            "call" => Some(("CALL", "a procedure is not run: what it changes is not in the port")),
            "select" if !c.mysql() && c.tokens.iter().any(into) => {
                Some(("SELECT INTO", "a query makes the columns and rows of a table"))
            }
            _ => None,
        };
        if let Some((kind, reason)) = code {
            return Fate::dropped(kind, String::new(), reason);
        }
        if SESSION.contains(&first.as_str()) {
            return self.session(c, &first);
        }
        if ["grant", "revoke", "security", "reassign", "import"].contains(&first.as_str()) {
            let reason = "rights are granted on Spanner with its own roles or IAM";
            return Fate::dropped(&first.to_uppercase(), String::new(), reason);
        }
        Fate::dropped("statement", String::new(), "this statement is not understood")
    }

    fn create(&mut self, c: &mut Cursor<'_>, start: u32) -> Fate {
        c.eat("or replace");
        let temporary = c.eat_any(&["temporary", "temp", "global temporary", "local temporary"]);
        let unlogged = c.start();
        let unlogged = c.eat("unlogged").then(|| c.since(unlogged));
        let foreign = c.eat("foreign");
        if foreign && c.eat("table") {
            let name = self.object_name(c);
            return Fate::dropped("CREATE FOREIGN TABLE", name, "its rows are in another server");
        }
        if c.eat("table") {
            if temporary {
                let name = self.object_name(c);
                return Fate::dropped(
                    "CREATE TEMPORARY TABLE",
                    name,
                    "Spanner has no temporary tables",
                );
            }
            let fate = self.create_table(c, start);
            if let Some(span) = unlogged.filter(|_| fate.outcome == Outcome::Defines) {
                self.unlogged(&fate.object, span);
            }
            return fate;
        }
        let index = |unique| Index { unique, ..Index::default() };
        if c.eat("unique index") {
            return self.create_index(c, start, index(true));
        }
        if c.eat("index") {
            return self.create_index(c, start, index(false));
        }
        for (words, kind) in [
            ("fulltext index", super::schema::IndexKind::FullText),
            ("spatial index", super::schema::IndexKind::Spatial),
        ] {
            if c.eat(words) {
                return self.create_index(c, start, Index { kind, ..Index::default() });
            }
        }
        if c.eat("sequence") {
            return self.create_sequence(c, start);
        }
        if c.eat_any(&["schema", "database"]) {
            return self.create_schema(c, start);
        }
        if !c.mysql() && c.eat("type") {
            return self.create_type(c, start);
        }
        if !c.mysql() && c.eat("domain") {
            return self.create_domain(c, start);
        }
        self.create_other(c, start)
    }

    /// What Spanner has no counterpart for, or another one.
    fn create_other(&mut self, c: &mut Cursor<'_>, start: u32) -> Fate {
        for at in 0..c.tokens.len().min(16) {
            let word = c.tokens[at].span.of(c.text);
            if let Some((name, reason)) =
                OBJECTS.iter().find(|(it, _)| word.eq_ignore_ascii_case(it))
            {
                c.at = at + 1;
                if *name == "trigger"
                    && let Some(fate) = self.update_trigger(c, start)
                {
                    return fate;
                }
                c.eat("if not exists");
                let object = c.name().map_or_else(String::new, |name| name.shown());
                if *name == "function" {
                    let function = object.rsplit('.').next().unwrap_or(&object);
                    let said = Span::new(start, c.end()).of(self.source.text);
                    self.see_function(function, said);
                }
                let reason = match *name {
                    "view" => format!("{reason}{}", tables_read(c)),
                    _ => (*reason).to_owned(),
                };
                return Fate::dropped(&format!("CREATE {}", name.to_uppercase()), object, &reason);
            }
        }
        Fate::dropped("CREATE", String::new(), "this statement is not understood")
    }

    fn drop_object(&mut self, c: &mut Cursor<'_>, start: u32) -> Fate {
        if c.eat("table") {
            c.eat("if exists");
            let mut shown = String::new();
            let mut any = false;
            while let Some(name) = c.name() {
                let name = self.own(name);
                shown = name.shown();
                any |= self.drop_table(&name, start);
                if !c.eat(",") {
                    break;
                }
            }
            let end = c.skip_to_end(start);
            self.header(end, None);
            return match any {
                true => Fate::defines("DROP TABLE", shown),
                false => Fate::of(Outcome::Session, "DROP TABLE"),
            };
        }
        if c.eat("index") {
            c.eat("concurrently");
            let sure = !c.eat("if exists");
            let mut names = Vec::new();
            while let Some(name) = c.name() {
                names.push(name);
                if !c.eat(",") {
                    break;
                }
            }
            let on = if c.eat("on") { c.name() } else { None };
            let end = c.skip_to_end(start);
            self.header(end, None);
            let mut shown = String::new();
            for name in names {
                shown = name.shown();
                if !self.drop_index(&name, on.as_ref()) && sure {
                    let message = "DROP INDEX does nothing: no such index is known".to_owned();
                    self.warn("migrate-clause-dropped", shown.clone(), message, end);
                }
            }
            return Fate::defines("DROP INDEX", shown);
        }
        for (word, kind) in [("type", "DROP TYPE"), ("domain", "DROP DOMAIN")] {
            if c.eat(word) {
                return self.drop_types(c, start, kind);
            }
        }
        if c.eat("sequence") {
            c.eat("if exists");
            let (mut shown, mut any) = (String::new(), false);
            while let Some(name) = c.name() {
                shown = name.shown();
                any |= self.drop_sequence(name);
                if !c.eat(",") {
                    break;
                }
            }
            let end = c.skip_to_end(start);
            self.header(end, None);
            return match any {
                true => Fate::defines("DROP SEQUENCE", shown),
                false => Fate::of(Outcome::Session, "DROP SEQUENCE"),
            };
        }
        if !c.mysql() && c.eat("schema") {
            c.eat("if exists");
            return match c.word() {
                Some((name, _)) => self.schema_unfollowed(c, start, "DROP SCHEMA", name),
                None => Fate::of(Outcome::Session, "DROP SCHEMA"),
            };
        }
        if !is_object(c.said(0)) {
            return Fate::dropped("DROP", String::new(), "this statement is not understood");
        }
        Fate::of(Outcome::Session, "DROP")
    }

    /// Takes the time zone that SET states, if it does.
    pub(super) fn set_zone(&mut self, c: &Cursor<'_>, start: u32) {
        let said = |at: usize| c.tokens.get(at).map_or("", |it| it.span.of(c.text));
        let is = |at: usize| {
            let word = said(at).to_ascii_lowercase();
            let word = word.trim_start_matches("@@").trim_start_matches("session.");
            matches!(word, "time_zone" | "timezone")
                || word == "time" && said(at + 1).eq_ignore_ascii_case("zone")
        };
        let Some(at) = (c.at..c.tokens.len().min(c.at + 6)).find(|at| is(*at)) else { return };
        let rest = &c.tokens[at + 1..];
        let text = rest.iter().find(|it| it.kind == TokenKind::String);
        // PostgreSQL takes a word too, as in `SET timezone TO UTC`.
        let value = text.or_else(|| rest.last().filter(|_| !c.mysql()));
        let value = value.map_or("", |it| it.span.of(c.text).trim_matches(['\'', '"']));
        let words = ["default", "local", "zone", "to", "=", ""];
        if !words.iter().any(|it| value.eq_ignore_ascii_case(it)) {
            self.source.zone = Some((value.to_owned(), Span::new(start, c.end().max(start))));
        }
    }

    /// Says that writes to a table are logged, as those of any table of Spanner.
    pub(super) fn unlogged(&mut self, object: &str, span: Span) {
        let message = "Spanner has no unlogged tables: rows stay after a crash".to_owned();
        self.note("migrate-clause-dropped", object.to_owned(), message, span);
    }

    /// `SET search_path = a, b`.
    fn search_path(&mut self, c: &mut Cursor<'_>) -> bool {
        c.eat_any(&["session", "local"]);
        if !c.eat("search_path") || !c.eat_any(&["=", "to"]) {
            return false;
        }
        let mut names = Vec::new();
        while let Some((name, _)) = c.string().or_else(|| c.word()) {
            names.push(name);
            c.eat(",");
        }
        let names = names.iter().map(String::as_str);
        self.set_path(names.filter(|it| !it.eq_ignore_ascii_case("default")));
        true
    }

    /// `SELECT pg_catalog.set_config('search_path', 'a, b', false)`.
    fn set_config(&mut self, c: &mut Cursor<'_>) {
        c.eat("pg_catalog .");
        if !c.eat("set_config (") || c.string().is_none_or(|(name, _)| name != "search_path") {
            return;
        }
        c.eat(",");
        if let Some((names, _)) = c.string() {
            self.set_path(names.split(',').map(|it| it.trim().trim_matches('"')));
        }
    }

    /// Says that what is in a schema stays as it is, if the schema is known.
    pub(super) fn schema_unfollowed(
        &mut self,
        c: &mut Cursor<'_>,
        start: u32,
        kind: &str,
        name: String,
    ) -> Fate {
        if !self.has_schema(&name) {
            return Fate::of(Outcome::Session, kind);
        }
        let message = "this change is not followed: the schema stays as it is".to_owned();
        self.warn("migrate-clause-dropped", name.clone(), message, c.skip_to_end(start));
        Fate::defines(kind, name)
    }

    fn session(&mut self, c: &mut Cursor<'_>, first: &str) -> Fate {
        let start = c.start();
        c.at += 1;
        if first == "select" && !c.mysql() {
            self.set_config(c);
        } else if first == "use" {
            if let Some((name, _)) = c.word() {
                self.use_database(&name);
            }
        } else if first == "set" && !c.mysql() && self.search_path(c) {
            return Fate::of(Outcome::Session, "SET search_path");
        } else if first == "set" {
            self.set_zone(c, start);
        }
        Fate::of(Outcome::Session, &first.to_uppercase())
    }
}

/// The tables that the query of a view reads, in words.
fn tables_read(c: &mut Cursor<'_>) -> String {
    const ENDS: &[&str] = &["select", "where", "group", "order", "having", "union", "limit", ")"];
    let mut names: Vec<String> = Vec::new();
    let mut listed = false;
    while !c.done() {
        let opens = c.eat("from") || c.eat("join") || listed && c.eat(",");
        if !opens {
            listed &= !c.any(ENDS);
            if !listed || c.is_at(1, "select") || c.skip_group().is_none() {
                c.at += 1;
            }
            continue;
        }
        listed = true;
        while c.eat("(") || c.eat_any(&["only", "lateral"]) {}
        if c.any(ENDS) {
            continue;
        }
        if let Some(name) = c.name().map(|it| format!("`{}`", it.shown()))
            && !names.contains(&name)
            && names.len() <= TABLES_SHOWN_MAX
        {
            names.push(name);
        }
    }
    if names.len() > TABLES_SHOWN_MAX {
        names[TABLES_SHOWN_MAX] = "others".to_owned();
    }
    match names.is_empty() {
        true => String::new(),
        false => format!("; it reads {}", names.join(", ")),
    }
}
