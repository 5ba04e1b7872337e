//! Application code for the rules of real plans, run: in Python and in Node it sends the statements
//! that the rules say, in their order, each with the key of its row, and again when Spanner aborts.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write as _;
use std::process::{Command, Stdio};

use hotsplit_engine::fixes::rollout::plan::{RowsOf, Rule};
use hotsplit_engine::syntax::tree::Dialect;
use serde_json::{Map, Value, json};

use super::read;
use crate::live::cases::CASES;
use crate::{rollout, shared};

/// A schema whose plan moves rows that are stamped and have rows below.
const STAMPED: rollout::Case = rollout::Case {
    about: "rows that move, with a commit timestamp",
    dialect: Dialect::GoogleSql,
    fixes: &["T8 key-timestamp-first Audit"],
    ddl: "\
CREATE TABLE Audit (
  SeenAt TIMESTAMP NOT NULL,
  TenantId STRING(36) NOT NULL,
  Stamp TIMESTAMP OPTIONS (allow_commit_timestamp = true),
) PRIMARY KEY (SeenAt);
CREATE TABLE Parts (
  SeenAt TIMESTAMP NOT NULL,
  Part INT64 NOT NULL,
) PRIMARY KEY (SeenAt, Part),
  INTERLEAVE IN PARENT Audit ON DELETE CASCADE;
",
};

/// The rules of each step of each plan, with what step it is.
pub(super) fn steps() -> Vec<(String, Vec<Rule>)> {
    let mut out = Vec::new();
    for case in CASES.iter().map(super::super::live::cases::Case::plain).chain([STAMPED]) {
        for step in case.steps(true).1 {
            if let Some(rules) = step.rules.filter(|rules| !rules.is_empty()) {
                out.push((format!("{}: {}", case.about, step.id), rules));
            }
        }
    }
    out
}

/// What a function is called with, and what it has to send.
struct Call {
    function: String,
    key: Vec<String>,
    stamp: bool,
    /// No row gives a column its value, or none is changed or deleted.
    is_missing: bool,
    expected: Sent,
}

/// What a transaction sends: statements with their parameters.
#[derive(Default)]
struct Sent {
    queries: Vec<Value>,
    statements: Vec<Value>,
    fails: bool,
}

/// The rules of a step.
struct Rules<'r>(&'r [Rule]);

impl Rules<'_> {
    fn of(&self, table: &str) -> Option<&Rule> {
        self.0.iter().find(|rule| rule.table == table)
    }

    /// Two rows that a query finds.
    fn found(&self, rows: &RowsOf) -> Vec<Vec<String>> {
        let Some(rule) = self.of(&rows.table) else { return Vec::new() };
        (1..=2).map(|row| key_of(rule, &format!("row {row}"))).collect()
    }

    fn answers(&self) -> Map<String, Value> {
        let mut out = Map::new();
        for rule in self.0 {
            let moves = rule.moves.iter().flat_map(|moves| &moves.rows);
            for rows in rule.takes_along.iter().chain(moves) {
                out.insert(rows.query.clone(), json!(self.found(rows)));
            }
        }
        out
    }

    /// What an INSERT or UPDATE sends.
    fn update(rule: &Rule, key: &[String], stamp: bool, is_missing: bool) -> Sent {
        let mut sent = Sent::default();
        sent.statements.push(json!("change"));
        sent.statements.extend(bound(rule, key, &rule.after_write));
        behind(rule, key, (stamp, is_missing), &mut sent);
        sent
    }

    /// What an UPDATE sends that moves rows.
    fn moved(&self, rule: &Rule, key: &[String], stamp: bool, is_missing: bool) -> Sent {
        let mut sent = Sent::default();
        let mut after = bound(rule, key, &rule.after_write);
        let moves = rule.moves.as_ref().expect("it moves rows");
        for rows in &moves.rows {
            sent.queries.extend(bound(rule, key, std::slice::from_ref(&rows.query)));
            let below = self.of(&rows.table).expect("rows that move have a rule");
            for row in self.found(rows) {
                sent.statements.extend(bound(below, &row, &below.first));
                sent.statements.extend(bound(below, &row, &below.before_delete));
                after.extend(bound(below, &row, &below.after_write));
            }
        }
        sent.statements.extend(bound(rule, key, &moves.before));
        sent.statements.push(json!("change"));
        sent.statements.extend(after);
        behind(rule, key, (stamp, is_missing), &mut sent);
        sent
    }

    /// What a DELETE sends.
    fn delete(&self, rule: &Rule, key: &[String], is_missing: bool) -> Sent {
        let mut sent = Sent { fails: is_missing, ..Sent::default() };
        self.goes(rule, key, &mut BTreeSet::new(), &mut sent);
        sent.statements.push(json!("remove"));
        sent
    }

    fn goes(
        &self,
        rule: &Rule,
        key: &[String],
        seen: &mut BTreeSet<(String, Vec<String>)>,
        sent: &mut Sent,
    ) {
        if !seen.insert((rule.table.clone(), key.to_vec())) {
            return;
        }
        sent.statements.extend(bound(rule, key, &rule.first));
        for rows in &rule.takes_along {
            let Some(below) = self.of(&rows.table).filter(|it| it.deletes()) else { continue };
            sent.queries.extend(bound(rule, key, std::slice::from_ref(&rows.query)));
            for row in self.found(rows) {
                self.goes(below, &row, seen, sent);
            }
        }
        sent.statements.extend(bound(rule, key, &rule.before_delete));
    }

    /// Calls of all functions of a step in a language.
    fn calls(&self, language: &str) -> Vec<Call> {
        let mut out = Vec::new();
        for rule in self.0 {
            let Some(shape) = rule.shapes.iter().find(|it| it.language == language) else {
                continue;
            };
            // A name with a full stop is that of a function within another.
            for function in read(shape).defined.iter().filter(|it| !it.contains('.')) {
                self.calls_of(rule, function, &mut out);
            }
        }
        out
    }

    fn calls_of(&self, rule: &Rule, function: &str, out: &mut Vec<Call>) {
        let key = key_of(rule, "key");
        let mut call = |stamp, is_missing, expected| {
            let (function, key) = (function.to_owned(), key.clone());
            out.push(Call { function, key, stamp, is_missing, expected });
        };
        let stamps: &[bool] =
            if rule.commit_timestamps.is_some() { &[false, true] } else { &[false] };
        if function.starts_with("update") {
            for &stamp in stamps {
                call(stamp, false, Self::update(rule, &key, stamp, false));
                call(stamp, true, Self::update(rule, &key, stamp, true));
            }
        } else if function.starts_with("move") {
            for &stamp in stamps {
                call(stamp, false, self.moved(rule, &key, stamp, false));
                call(stamp, true, self.moved(rule, &key, stamp, true));
            }
        } else if function.starts_with("delete") {
            call(false, false, self.delete(rule, &key, false));
            call(false, true, self.delete(rule, &key, true));
        }
    }
}

/// The check of what the application gives, and commit timestamps.
fn behind(rule: &Rule, key: &[String], (stamp, is_missing): (bool, bool), sent: &mut Sent) {
    let missing: Vec<String> = rule.supplied.iter().filter_map(|it| it.missing.clone()).collect();
    let mut missing = bound(rule, key, &missing);
    if is_missing && !missing.is_empty() {
        missing.truncate(1);
        sent.fails = true;
    }
    sent.queries.extend(missing);
    // What wrote no row sets no timestamp.
    if stamp && !sent.fails && !is_missing {
        let timestamps = rule.commit_timestamps.as_ref().expect("it has timestamps");
        sent.statements.extend(bound(rule, key, &timestamps.after));
        sent.statements.push(json!("stamp"));
    }
}

fn key_of(rule: &Rule, of: &str) -> Vec<String> {
    rule.key.iter().map(|part| format!("{of}: {}", part.column)).collect()
}

/// Statements with the key of a row.
fn bound(rule: &Rule, key: &[String], statements: &[String]) -> Vec<Value> {
    let names = rule.key.iter().map(|part| part.name.clone());
    let params: BTreeMap<String, &String> = names.zip(key).collect();
    statements.iter().map(|sql| json!([sql, params])).collect()
}

/// Runs a program with text for its input and gives its output; nothing where it is not there.
fn run(command: &[&str], input: &str) -> Option<String> {
    let child = Command::new(command[0])
        .args(&command[1..])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    let mut child = child.ok()?;
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{}: {error}", command[0]);
    Some(String::from_utf8(output.stdout).unwrap())
}

/// Plays all plans in a language. Each kind of call is among them.
fn play(test: &str, language: &str, command: &[&str]) {
    let steps = steps();
    let mut all = Vec::new();
    let mut input = Vec::new();
    for (about, rules) in &steps {
        let rules = Rules(rules);
        let shapes = rules.0.iter().flat_map(|rule| &rule.shapes);
        let code = shapes.filter(|it| it.language == language).map(|it| it.code.as_str());
        let code = code.collect::<Vec<_>>().join("\n");
        let calls = rules.calls(language);
        let asked = |Call { function, key, stamp, is_missing, .. }: &Call| json!({"function": function, "key": key, "stamp": stamp, "missing": is_missing});
        let asked: Vec<Value> = calls.iter().map(asked).collect();
        input.push(json!({"code": code, "answers": rules.answers(), "calls": asked}));
        all.push((about, code, calls));
    }
    let Some(output) = run(command, &json!(input).to_string()) else {
        shared::skipped(test, &format!("{} is not here", command[0]));
        return;
    };
    let output: Vec<Vec<Value>> = serde_json::from_str(&output).unwrap();
    let mut kinds: BTreeMap<String, usize> = BTreeMap::new();
    for ((about, code, calls), found) in all.iter().zip(&output) {
        assert_eq!(calls.len(), found.len());
        for (call, found) in calls.iter().zip(found) {
            let Sent { queries, statements, fails } = &call.expected;
            let expected = json!({"queries": queries, "statements": statements, "fails": fails});
            assert_eq!(*found, expected, "{about}, {}\n{code}", call.function);
            let kind = call.function.chars().take_while(char::is_ascii_lowercase).collect();
            *kinds.entry(kind).or_default() += 1;
            *kinds.entry("stamp".to_owned()).or_default() += usize::from(call.stamp);
            *kinds.entry("fails".to_owned()).or_default() += usize::from(*fails);
        }
    }
    for kind in ["update", "move", "delete", "stamp", "fails"] {
        assert!(kinds.get(kind).is_some_and(|&count| count > 0), "{kind}: {kinds:?}");
    }
}

#[test]
fn python_sends_what_the_rules_say() {
    let command = ["python3", "-c", include_str!("play.py")];
    play("shapes::played::python_sends_what_the_rules_say", "python", &command);
}

#[test]
fn node_sends_what_the_rules_say() {
    let command = ["node", "-e", include_str!("play.js")];
    play("shapes::played::node_sends_what_the_rules_say", "javascript", &command);
}
