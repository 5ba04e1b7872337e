//! Schemas put together at random, with fixes that change keys: trees, references of every kind,
//! unique indexes, commit timestamps, computed columns. A number gives a schema.

use std::fmt::Write;

use hotsplit_engine::Choice;
use hotsplit_engine::facts::Settings;
use hotsplit_engine::fixes::Parameters;
use hotsplit_engine::syntax::tree::Dialect;

use super::{Ready, planned};
use crate::proof::plain;
use crate::random_rows::Random;

/// Fixes that give tables another key, other than those that a person has to say more for, and T23,
/// whose tables no database holds.
const FIXES: &[&str] = &["T1", "T2", "T4", "T5", "T6", "T7", "T8", "T9", "T16", "T18"];

/// Fixes of one schema.
const FIXES_MAX: usize = 3;

/// The schema of a number, with its plan and the fixes that are chosen; `None` where no fix is to be
/// had that copies a table, or the plan asks for what only a person knows.
pub(crate) fn ready(seed: u64, dialect: Dialect) -> Option<(Ready, Vec<String>)> {
    let mut random = Random::new(seed ^ 0x5EED);
    let text = plain(&Maker::new(&mut random, dialect).text(), dialect);
    let reading = hotsplit_engine::read(&text, Some(dialect), &Settings::default());
    let mut offers = Vec::new();
    for finding in &reading.findings {
        for fix in hotsplit_engine::candidates(finding).filter(|fix| FIXES.contains(&fix.short)) {
            offers.push(Choice {
                finding: reading.key_of(finding),
                fix: fix.short.to_owned(),
                parameters: Parameters::default(),
            });
        }
    }
    let mut choices: Vec<Choice> = Vec::new();
    for _ in 0..=random.below(FIXES_MAX) {
        if offers.is_empty() {
            break;
        }
        let chosen = offers.remove(random.below(offers.len()));
        // One fix for a finding.
        if choices.iter().all(|it| it.finding != chosen.finding) {
            choices.push(chosen);
        }
    }
    let rewritten = hotsplit_engine::rewrite(&reading, &choices);
    choices.retain(|choice| rewritten.refused.iter().all(|it| it.0.finding != choice.finding));
    if choices.is_empty() || !rewritten.splits().is_empty() {
        return None;
    }
    let plan = planned(&reading, &choices, dialect);
    let follows = plan["steps"].as_array()?.iter().any(|step| step["kind"] == "follow");
    let known = ["INSTANCE", "DATABASE", "BACKUP", "MAX_ID"];
    let open = plan["placeholders"].as_array()?.iter().any(|it| {
        let (name, means) = (it["name"].as_str().unwrap(), it["means"].as_str().unwrap());
        !known.contains(&name) && !means.contains("INFORMATION_SCHEMA")
    });
    // A schedule knows nothing of what the wanted schema no longer allows.
    let stricter = plan.to_string().contains("rejects rows that are allowed now");
    if !follows || open || stricter {
        return None;
    }
    let fixes: Vec<String> =
        choices.iter().map(|it| format!("{} {}", it.fix, it.finding)).collect();
    let about = format!("schema {seed}, {:?}\n{}\n{text}", dialect, fixes.join(", "));
    let chosen = choices.into_iter().map(|it| it.fix).collect();
    Some((Ready::new(about, &plan, &reading, dialect, Vec::new()), chosen))
}

/// Puts a schema together.
struct Maker<'r> {
    random: &'r mut Random,
    google: bool,
    tables: Vec<Made>,
    /// Statements behind those of the tables.
    rest: Vec<String>,
}

/// A table so far.
struct Made {
    name: String,
    /// Columns with their types and what else stands in their lines.
    columns: Vec<(String, String, String)>,
    key: Vec<(String, String)>,
    constraints: Vec<String>,
    /// Its parent, and whether its rows go with those.
    parent: Option<(String, bool)>,
}

/// Types of columns that a schema has besides, in both dialects.
const TYPES: &[(&str, &str)] = &[
    ("STRING(40)", "varchar(40)"),
    ("STRING(MAX)", "text"),
    ("INT64", "bigint"),
    ("BOOL", "boolean"),
    ("FLOAT64", "float8"),
    ("NUMERIC", "numeric"),
    ("BYTES(20)", "bytea"),
    ("DATE", "date"),
    ("TIMESTAMP", "timestamptz"),
    ("JSON", "jsonb"),
];

impl<'r> Maker<'r> {
    fn new(random: &'r mut Random, dialect: Dialect) -> Self {
        Self { random, google: dialect == Dialect::GoogleSql, tables: Vec::new(), rest: Vec::new() }
    }

    fn one_in(&mut self, n: usize) -> bool {
        self.random.below(n) == 0
    }

    fn ty(&self, google: &str) -> String {
        let found = match google {
            "STRING(26)" => "varchar(26)",
            "STRING(36)" => "varchar(36)",
            "STRING(20)" => "varchar(20)",
            other => TYPES.iter().find(|it| it.0 == other).expect("a type that is known").1,
        };
        if self.google { google.to_owned() } else { found.to_owned() }
    }

    /// A name as the dialect's people write it; some need their quotes.
    fn name(&mut self, name: &str) -> String {
        if self.google {
            return if self.one_in(8) { format!("`{name}`") } else { name.to_owned() };
        }
        let mut out = String::new();
        for (at, c) in name.chars().enumerate() {
            if c.is_uppercase() && at > 0 {
                out.push('_');
            }
            out.extend(c.to_lowercase());
        }
        out
    }

    fn text(mut self) -> String {
        let names = ["Orders", "Users", "Events", "Payments"];
        let first = self.random.below(names.len());
        let roots = 2 + self.random.below(2);
        for at in 0..roots {
            let name = names[(first + at) % names.len()];
            self.root(name);
            let mut above = self.tables.len() - 1;
            for level in ["Lines", "Notes"] {
                if self.one_in(2) {
                    break;
                }
                above = self.child(above, &format!("{name}{level}"));
            }
        }
        for _ in 0..self.random.below(4) {
            self.reference();
        }
        for at in 0..self.tables.len() {
            self.indexes(at);
        }
        self.written()
    }

    fn root(&mut self, name: &str) {
        let kind = self.random.below(5);
        let id = self.name(&format!("{}Id", name.trim_end_matches('s')));
        let (mut columns, mut key) = (Vec::new(), Vec::new());
        let mut part = |name: String, ty: String, rest: String, own: bool| {
            if own {
                key.push((name.clone(), ty.clone()));
            }
            columns.push((name, ty, rest));
        };
        let tenant = self.name("TenantId");
        match kind {
            0 => part(id, self.ty("INT64"), " NOT NULL, -- a counter".to_owned(), true),
            1 => part(id, self.ty("STRING(26)"), " NOT NULL, -- ULID".to_owned(), true),
            2 => {
                let (at, user) = (self.name("LoggedAt"), self.name("UserId"));
                part(at, self.ty("TIMESTAMP"), " NOT NULL,".to_owned(), true);
                part(user, self.ty("INT64"), " NOT NULL,".to_owned(), true);
            }
            3 => {
                let uuid = if self.google {
                    " NOT NULL DEFAULT (GENERATE_UUID()),"
                } else {
                    " NOT NULL DEFAULT spanner.generate_uuid(),"
                };
                part(id, self.ty("STRING(36)"), uuid.to_owned(), true);
            }
            _ => {
                part(tenant.clone(), self.ty("STRING(36)"), " NOT NULL,".to_owned(), true);
                part(id, self.ty("STRING(26)"), " NOT NULL, -- ULID".to_owned(), true);
            }
        }
        if (1..3).contains(&kind) && self.one_in(2) {
            part(tenant, self.ty("STRING(36)"), " NOT NULL,".to_owned(), false);
        }
        let name = self.name(name);
        self.tables.push(Made { name, columns, key, constraints: Vec::new(), parent: None });
        self.more(self.tables.len() - 1);
    }

    fn child(&mut self, above: usize, name: &str) -> usize {
        let name = self.name(name);
        let parent = &self.tables[above];
        let (mut columns, mut key) = (Vec::new(), parent.key.clone());
        for (name, ty) in &key {
            columns.push((name.clone(), ty.clone(), " NOT NULL,".to_owned()));
        }
        let parent = parent.name.clone();
        let ty = *self.random.pick(&["INT64", "STRING(20)"]);
        let own = if name.to_lowercase().contains("lines") { "Part" } else { "Bit" };
        let (own, ty) = (self.name(own), self.ty(ty));
        columns.push((own.clone(), ty.clone(), " NOT NULL,".to_owned()));
        key.push((own, ty));
        let cascade = !self.one_in(3);
        let parent = Some((parent, cascade));
        self.tables.push(Made { name, columns, key, constraints: Vec::new(), parent });
        let at = self.tables.len() - 1;
        self.more(at);
        at
    }

    /// Columns outside of the key.
    fn more(&mut self, at: usize) {
        let note = self.name("Note");
        let ty = self.ty("STRING(40)");
        self.tables[at].columns.push((note.clone(), ty, ",".to_owned()));
        for n in 0..self.random.below(3) {
            let (google, pg) = *self.random.pick(TYPES);
            let ty = if self.google { google } else { pg }.to_owned();
            let name = self.name(&format!("Value{n}"));
            self.tables[at].columns.push((name, ty, ",".to_owned()));
        }
        if self.one_in(4) {
            let name = self.name("ChangedAt");
            let (ty, rest) = if self.google {
                ("TIMESTAMP", " OPTIONS (allow_commit_timestamp = true),")
            } else {
                ("spanner.commit_timestamp", ",")
            };
            self.tables[at].columns.push((name, ty.to_owned(), rest.to_owned()));
        }
        if self.one_in(5) {
            let name = self.name("Small");
            let rest = if self.google {
                format!(" AS (LOWER({note})) STORED,")
            } else {
                format!(" GENERATED ALWAYS AS (lower({note})) STORED,")
            };
            let ty = self.ty("STRING(40)");
            self.tables[at].columns.push((name, ty, rest));
        }
        if self.one_in(5) {
            let (name, ty) = (self.name("Level"), self.ty("STRING(20)"));
            self.tables[at].constraints.push(format!("CHECK ({name} IN ('acme', 'b', 'globex'))"));
            self.tables[at].columns.push((name, ty, ",".to_owned()));
        }
    }

    /// A foreign key from some table to some table.
    fn reference(&mut self) {
        let (at, to) = (self.random.below(self.tables.len()), self.random.below(self.tables.len()));
        let serial = self.rest.len() + self.tables[at].constraints.len();
        let null = if self.one_in(4) { " NOT NULL," } else { "," };
        let mut columns = Vec::new();
        for (n, (_, ty)) in self.tables[to].key.clone().into_iter().enumerate() {
            let name = self.name(&format!("Ref{serial}Part{n}"));
            self.tables[at].columns.push((name.clone(), ty, null.to_owned()));
            columns.push(name);
        }
        // A row that its parent keeps from being deleted, and that references that parent with a
        // cascade: the documentation does not say which of the two holds.
        let held = self.is_below(at, to);
        let cascade = if self.one_in(3) && !held { " ON DELETE CASCADE" } else { "" };
        let constraint = match self.one_in(2) {
            true => format!("CONSTRAINT fk_{serial}_{at}_{to} "),
            false => String::new(),
        };
        let theirs: Vec<&str> = self.tables[to].key.iter().map(|it| it.0.as_str()).collect();
        let clause = format!(
            "{constraint}FOREIGN KEY ({}) REFERENCES {} ({}){cascade}",
            columns.join(", "),
            self.tables[to].name,
            theirs.join(", ")
        );
        if to <= at && self.one_in(2) {
            self.tables[at].constraints.push(clause);
        } else {
            let table = &self.tables[at].name;
            self.rest.push(format!("ALTER TABLE {table} ADD {clause};"));
        }
    }

    /// Whether a table is interleaved in another, in some level.
    fn is_below(&self, at: usize, above: usize) -> bool {
        let mut here = at;
        while let Some((parent, _)) = &self.tables[here].parent {
            here =
                self.tables.iter().position(|it| it.name == *parent).expect("it was made before");
            if here == above {
                return true;
            }
        }
        false
    }

    fn indexes(&mut self, at: usize) {
        let plain: Vec<String> = {
            let table = &self.tables[at];
            let own = table.columns.iter().filter(|it| {
                !it.1.starts_with("JSON")
                    && it.1 != "jsonb"
                    && !table.key.iter().any(|k| k.0 == it.0)
            });
            own.map(|it| it.0.clone()).collect()
        };
        let name = self.tables[at].name.replace('`', "");
        for (n, unique) in [(0, true), (1, false)] {
            if self.random.below(3) > 0 || plain.is_empty() {
                continue;
            }
            let column = self.random.pick(&plain).clone();
            let word = if unique { "UNIQUE " } else { "" };
            let filtered = if self.google && self.one_in(3) { "NULL_FILTERED " } else { "" };
            let desc = if self.one_in(3) { " DESC" } else { "" };
            let table = &self.tables[at].name;
            self.rest.push(format!(
                "CREATE {word}{filtered}INDEX {name}_by_{n} ON {table} ({column}{desc});"
            ));
        }
    }

    fn written(self) -> String {
        let mut out = String::new();
        for table in &self.tables {
            let mut lines: Vec<String> = Vec::new();
            for (name, ty, rest) in &table.columns {
                lines.push(format!("  {name} {ty}{rest}"));
            }
            lines.extend(table.constraints.iter().map(|it| format!("  {it},")));
            let key: Vec<&str> = table.key.iter().map(|it| it.0.as_str()).collect();
            let key = format!("PRIMARY KEY ({})", key.join(", "));
            let parent = table.parent.as_ref().map(|(name, cascade)| {
                let comma = if self.google { "," } else { "" };
                let cascade = if *cascade { " ON DELETE CASCADE" } else { "" };
                format!("{comma}\n  INTERLEAVE IN PARENT {name}{cascade}")
            });
            let parent = parent.unwrap_or_default();
            let lines = lines.join("\n");
            let _ = match self.google {
                true => writeln!(out, "CREATE TABLE {} (\n{lines}\n) {key}{parent};", table.name),
                false => {
                    writeln!(out, "CREATE TABLE {} (\n{lines}\n  {key}\n){parent};", table.name)
                }
            };
        }
        out + &self.rest.join("\n") + "\n"
    }
}
