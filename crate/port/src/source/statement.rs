//! What a statement is by its first words, and what becomes of it.

use super::Outcome;
use super::cursor::Cursor;
use super::fate::Fate;
use super::replay::Replay;
use super::schema::Index;

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
    "do",
    "call",
    "load",
    "purge",
    "describe",
    "desc",
    "print",
];

/// Words that open a statement which changes rows.
const ROWS: &[&str] = &["insert", "replace", "copy", "update", "delete", "truncate", "merge"];

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
        c.eat("unlogged");
        c.eat("foreign");
        if c.eat("table") {
            if temporary {
                let name = self.object_name(c);
                return Fate::dropped(
                    "CREATE TEMPORARY TABLE",
                    name,
                    "Spanner has no temporary tables",
                );
            }
            return self.create_table(c, start);
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
        let objects = [
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
        for at in 0..c.tokens.len().min(16) {
            let word = c.tokens[at].span.of(c.text);
            if let Some((name, reason)) =
                objects.iter().find(|(it, _)| word.eq_ignore_ascii_case(it))
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
                    let said = crate::text::Span::new(start, c.end()).of(self.source.text);
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
            c.eat("if exists");
            let name = c.name();
            let on = if c.eat("on") { c.name() } else { None };
            let end = c.skip_to_end(start);
            self.header(end, None);
            if let Some(name) = name
                && self.drop_index(&name, on.as_ref())
            {
                return Fate::defines("DROP INDEX", name.shown());
            }
            return Fate::of(Outcome::Session, "DROP INDEX");
        }
        Fate::of(Outcome::Session, "DROP")
    }

    fn session(&mut self, c: &mut Cursor<'_>, first: &str) -> Fate {
        let start = c.start();
        c.at += 1;
        if first == "use" {
            if let Some((name, _)) = c.word() {
                self.use_database(&name);
            }
        } else if first == "set" {
            let end = c.end();
            let zone = (0..c.tokens.len().min(6)).any(|at| {
                let word = c.tokens[at].span.of(c.text).to_ascii_lowercase();
                matches!(
                    word.trim_start_matches("@@").trim_start_matches("session."),
                    "time_zone" | "timezone"
                )
            });
            let value =
                c.tokens.iter().find(|it| it.kind == hotsplit_syntax::tree::TokenKind::String);
            if let Some(value) = value.filter(|_| zone) {
                let value = value.span.of(c.text).trim_matches(['\'', '"']).to_owned();
                self.source.zone = Some((value, crate::text::Span::new(start, end.max(start))));
            }
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
