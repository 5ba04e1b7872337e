//! What a port does with statements, beside what its source does by its documented rules: rows in
//! unique rules with NULL, NOT NULL, checks, enumerations, defaults, generated ids, foreign keys
//! and what becomes of children. Schemas and statements are made by chance, and run on the emulator.
//!
//! A statement that the two treat differently is an error, unless a loss of the port names the cause.
//! `PORT_DML=200` tries so many schemas of each source in each dialect, `PORT_DML_FROM` begins at
//! another seed.

mod chance;
mod source;
mod spec;

use std::collections::BTreeMap;
use std::env;

use hotsplit_port::port::{Loss, Options, Port, Severity, Target, port};
use hotsplit_port::source::{Database, read};
use hotsplit_support::emulator::{self, Emulator};
use hotsplit_syntax::tree::Dialect;
use serde_json::json;

use chance::Chance;
use source::{ALL, Row, Rules, Stored};
use spec::{OnDelete, Said, Spec, Table, Value};

/// Schemas of each source in each dialect, unless `PORT_DML` says another number.
const SCHEMAS: u64 = 2;
/// Rules of uniqueness that a port may lose, each with the rule of the loss.
const LOST: [(&str, Rules); 1] = [("migrate-collation", Rules { folds: false })];
/// Statements of each schema.
const STATEMENTS: i64 = 40;

#[derive(Default)]
struct Figures {
    statements: usize,
    taken: usize,
    refused: usize,
    /// Differences that a loss names, by its rule.
    covered: BTreeMap<&'static str, usize>,
}

#[test]
fn ports_take_and_refuse_what_their_sources_do() {
    let Some(emulator) = Emulator::for_test("ports_take_and_refuse_what_their_sources_do") else {
        return;
    };
    let number = |name: &str| env::var(name).ok().and_then(|it| it.parse().ok());
    let (from, schemas) = (number("PORT_DML_FROM").unwrap_or(1), number("PORT_DML"));
    let mut wrong = Vec::new();
    let mut figures = Figures::default();
    for seed in from..from + schemas.unwrap_or(SCHEMAS) {
        for database in [Database::MySql, Database::PostgreSql] {
            for (target, dialect) in
                [(Target::GoogleSql, Dialect::GoogleSql), (Target::PostgreSql, Dialect::PostgreSql)]
            {
                let mut chance = Chance::new(seed);
                let spec = Spec::new(&mut chance, database);
                let options = Options { comments: false, ..Options::to(target) };
                let dump = spec.dump();
                let ported = port(&read(&dump, database), &options);
                let statements: Vec<&str> =
                    ported.statements.iter().map(|span| span.of(&ported.text)).collect();
                let name = format!("seed {seed}, {database:?} to {target:?}");
                match emulator.database(dialect, &statements) {
                    Ok(emulated) => {
                        let mut play = Play {
                            spec: &spec,
                            port: &ported,
                            emulated: &emulated,
                            stored: Stored::default(),
                            ids: BTreeMap::new(),
                            figures: &mut figures,
                        };
                        if let Err(message) = play.run(&mut chance) {
                            wrong.push(format!("{name}: {message}\n{dump}\n{}", ported.text));
                        }
                    }
                    Err(message) => wrong.push(format!("{name}: {message}\n{}", ported.text)),
                }
            }
        }
    }
    let Figures { statements, taken, refused, covered } = figures;
    println!(
        "{statements} statements: {taken} taken, {refused} refused by both, {covered:?} covered"
    );
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n\n"));
    assert!(taken > refused / 4 && refused > 0, "{taken} taken, {refused} refused");
}

/// One schema and its statements.
struct Play<'p> {
    spec: &'p Spec,
    port: &'p Port,
    emulated: &'p emulator::Database<'p>,
    /// What the source would hold.
    stored: Stored,
    /// The generated ids of parents by their tags.
    ids: BTreeMap<i64, i64>,
    figures: &'p mut Figures,
}

impl Play<'_> {
    fn run(&mut self, chance: &mut Chance) -> Result<(), String> {
        for tag in 1..=STATEMENTS {
            let child = chance.one_of(2) == 0;
            let statement = match chance.one_of(6) {
                0 => self.delete(chance, child),
                1 => self.update(chance, child),
                _ => None,
            };
            match statement {
                Some(statement) => self.both(statement)?,
                None => {
                    let insert = self.insert(chance, child, tag);
                    self.both(insert)?;
                    self.learn_id(child, tag)?;
                }
            }
            self.same_rows()?;
        }
        Ok(())
    }

    fn table(&self, child: bool) -> &Table {
        if child { &self.spec.child } else { &self.spec.parent }
    }

    /// A row; what is left out has its default.
    fn insert(&self, chance: &mut Chance, child: bool, tag: i64) -> Statement {
        let table = self.table(child);
        let mut stated: Vec<Option<Value>> = vec![Some(Some(Said::Int(tag)))];
        stated.extend(
            table.columns[1..]
                .iter()
                .map(|column| (chance.one_of(4) > 0).then(|| column.value(chance))),
        );
        let parent = if child { self.parent(chance) } else { None };
        let mut names = Vec::new();
        let mut values = Vec::new();
        for (column, value) in table.columns.iter().zip(&stated) {
            if let Some(value) = value {
                names.push(column.name.clone());
                values.push(literal(value));
            }
        }
        if child && (parent.is_some() || chance.one_of(2) == 0) {
            names.push("of_parent".to_owned());
            values.push(parent.map_or("NULL".to_owned(), |(_, id)| id.to_string()));
        }
        let (name, names, values) = (table.name, names.join(", "), values.join(", "));
        Statement {
            sql: format!("INSERT INTO {name} ({names}) VALUES ({values})"),
            child,
            tag,
            row: Some(Row { values: table.filled(&stated), parent: parent.map(|it| it.0) }),
        }
    }

    /// A parent to name, or one that does not exist (any more); the tag and the id.
    fn parent(&self, chance: &mut Chance) -> Option<(i64, i64)> {
        if self.ids.is_empty() || chance.one_of(6) == 0 {
            return (chance.one_of(2) == 0).then_some((-1, 77));
        }
        let at = chance.one_of(self.ids.len());
        self.ids.iter().nth(at).map(|(tag, id)| (*tag, *id))
    }

    fn update(&self, chance: &mut Chance, child: bool) -> Option<Statement> {
        let (tag, row) = self.some_row(chance, child)?;
        let table = self.table(child);
        let at = 1 + chance.one_of(table.columns.len() - 1);
        let value = table.columns[at].value(chance);
        let (name, column) = (table.name, &table.columns[at].name);
        let sql = format!("UPDATE {name} SET {column} = {} WHERE tag = {tag}", literal(&value));
        let mut row = row.clone();
        row.values[at] = value;
        Some(Statement { sql, child, tag, row: Some(row) })
    }

    fn delete(&self, chance: &mut Chance, child: bool) -> Option<Statement> {
        let (tag, _) = self.some_row(chance, child)?;
        let sql = format!("DELETE FROM {} WHERE tag = {tag}", self.table(child).name);
        Some(Statement { sql, child, tag, row: None })
    }

    fn some_row(&self, chance: &mut Chance, child: bool) -> Option<(i64, &Row)> {
        let rows = self.stored.rows(child);
        if rows.is_empty() {
            return None;
        }
        rows.iter().nth(chance.one_of(rows.len())).map(|(tag, row)| (*tag, row))
    }

    /// Runs a statement on both sides.
    fn both(&mut self, statement: Statement) -> Result<(), String> {
        let Statement { sql, child, tag, row } = statement;
        self.figures.statements += 1;
        let before = self.stored.clone();
        let takes = match &row {
            Some(row) => self.stored.store(self.spec, child, tag, row.clone(), ALL),
            None => self.stored.delete(self.spec, child, tag),
        };
        let done = self.emulated.dml(&sql, &json!({}));
        match (takes, done) {
            (true, Ok(_)) => self.figures.taken += 1,
            (false, Err(_)) => self.figures.refused += 1,
            (true, Err(message)) => {
                let named = before.children.values().any(|row| row.parent == Some(tag));
                let sets_null = self.spec.on_delete == OnDelete::SetNull && !child && named;
                if !(sql.starts_with("DELETE") && sets_null && self.loses("migrate-fk-actions")) {
                    return Err(format!("the source takes, the port refuses {sql}: {message}"));
                }
                *self.figures.covered.entry("migrate-fk-actions").or_default() += 1;
                self.stored = before;
            }
            (false, Ok(_)) => {
                let mut lost = None;
                for (rule, rules) in LOST.iter().filter(|(rule, _)| self.loses(rule)) {
                    let Some(row) = row.clone() else { continue };
                    if self.stored.clone().store(self.spec, child, tag, row, *rules) {
                        lost = Some((*rule, *rules));
                        break;
                    }
                }
                let Some((rule, rules)) = lost else {
                    return Err(format!("the source refuses, the port takes {sql}"));
                };
                if let Some(row) = row {
                    self.stored.store(self.spec, child, tag, row, rules);
                }
                *self.figures.covered.entry(rule).or_default() += 1;
            }
        }
        Ok(())
    }

    fn loses(&self, rule: &str) -> bool {
        let named = |loss: &Loss| loss.rule == rule && loss.severity >= Severity::Warn;
        self.port.losses.iter().any(named)
    }

    /// Reads the id that a parent got: none that the source could have made before.
    fn learn_id(&mut self, child: bool, tag: i64) -> Result<(), String> {
        if child || !self.stored.parents.contains_key(&tag) {
            return Ok(());
        }
        let rows = self.emulated.query(&format!("SELECT id FROM parents WHERE tag = {tag}"))?;
        let id = rows[0][0].as_str().and_then(|id| id.parse().ok()).unwrap_or(0);
        if id <= i64::from(u32::MAX) || self.ids.values().any(|it| *it == id) {
            return Err(format!("the id {id} of {tag} may be in use"));
        }
        self.ids.insert(tag, id);
        Ok(())
    }

    /// Both sides hold the same rows.
    fn same_rows(&mut self) -> Result<(), String> {
        let stored = &self.stored;
        self.ids.retain(|tag, _| stored.parents.contains_key(tag));
        for child in [false, true] {
            let table = self.table(child);
            let mut names: Vec<&str> = table.columns.iter().map(|it| it.name.as_str()).collect();
            if child {
                names.push("of_parent");
            }
            let sql = format!("SELECT {} FROM {} ORDER BY tag", names.join(", "), table.name);
            let found: Vec<Vec<String>> =
                self.emulated.query(&sql)?.iter().map(|row| shown(row)).collect();
            let row = |row: &Row| {
                let mut values: Vec<String> = row.values.iter().map(shown_value).collect();
                if child {
                    let id = row.parent.and_then(|tag| self.ids.get(&tag));
                    values.push(id.map_or("NULL".to_owned(), i64::to_string));
                }
                values
            };
            let expected: Vec<Vec<String>> = self.stored.rows(child).values().map(row).collect();
            if found != expected {
                return Err(format!("{}: expected {expected:?}, found {found:?}", table.name));
            }
        }
        Ok(())
    }
}

/// A statement, and the row that it leaves; none where it deletes one.
struct Statement {
    sql: String,
    child: bool,
    tag: i64,
    row: Option<Row>,
}

fn literal(value: &Value) -> String {
    value.as_ref().map_or("NULL".to_owned(), Said::literal)
}

/// A value as the emulator's API is read.
fn shown_value(value: &Value) -> String {
    match value {
        None => "NULL".to_owned(),
        Some(Said::Int(number)) => number.to_string(),
        Some(Said::Text(text)) => format!("{text:?}"),
        Some(Said::Bool(is)) => is.to_string(),
    }
}

fn shown(row: &[serde_json::Value]) -> Vec<String> {
    let text = |value: &serde_json::Value| match value {
        serde_json::Value::Null => "NULL".to_owned(),
        serde_json::Value::String(text) if text.parse::<i64>().is_ok() => text.clone(),
        serde_json::Value::String(text) => format!("{text:?}"),
        other => other.to_string(),
    };
    row.iter().map(text).collect()
}
