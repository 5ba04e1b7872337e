//! Rollouts, through text: a schema and fixes in, the steps as marked-down text out; and the
//! emulator takes every statement of them in order, and runs every query.

use std::collections::BTreeMap;

use hotsplit_engine::facts::Settings;
use hotsplit_engine::fixes::rollout::plan::{
    Check, Code, CodeKind, NO_ROWS, Parameter, Pass, Plan, Rule, Step, StepKind,
};
use hotsplit_engine::fixes::{Parameters, rollout};
use hotsplit_engine::schema::{WatchedTable, Watching};
use hotsplit_engine::syntax::tree::{Dialect, ExprKind};
use hotsplit_engine::{Choice, Reading};
use serde_json::{Value, json};

use crate::emulator::{Bound, Database, Emulator, Refused};
use crate::live::tables::spelled_type;
use crate::proof::{plain, statements};

/// A schema and the fixes that are chosen for it, as `T5 key-time-ordered-id Transactions`, with
/// what a person sets behind: `set:tenants=acme,globex`.
pub(crate) struct Case {
    /// What is special about it.
    pub(crate) about: &'static str,
    /// Its dialect.
    pub(crate) dialect: Dialect,
    /// The fixes.
    pub(crate) fixes: &'static [&'static str],
    /// The schema as it is.
    pub(crate) ddl: &'static str,
}

const LEDGER: Case = Case {
    about: "a ledger gets a shard; its child, index, view, stream and referrer follow",
    dialect: Dialect::GoogleSql,
    fixes: &["T5 key-time-ordered-id Transactions"],
    ddl: "\
-- The ledger.
CREATE TABLE Transactions (
  TxnId STRING(26) NOT NULL, -- ULID
  AccountId STRING(36) NOT NULL,
  Amount NUMERIC NOT NULL,
  Note JSON,
) PRIMARY KEY (TxnId);
CREATE INDEX TransactionsByAccount ON Transactions (AccountId) STORING (Amount);
CREATE TABLE Postings (
  TxnId STRING(26) NOT NULL,
  Line INT64 NOT NULL,
  Amount NUMERIC NOT NULL,
) PRIMARY KEY (TxnId, Line),
  INTERLEAVE IN PARENT Transactions ON DELETE CASCADE;
CREATE TABLE Receipts (
  ReceiptId STRING(36) NOT NULL DEFAULT (GENERATE_UUID()),
  TxnId STRING(26) NOT NULL,
  CONSTRAINT FK_Receipts FOREIGN KEY (TxnId) REFERENCES Transactions (TxnId),
) PRIMARY KEY (ReceiptId);
CREATE VIEW LargeOnes SQL SECURITY INVOKER AS
  SELECT t.TxnId, t.Amount FROM Transactions AS t WHERE t.Amount > 1000;
CREATE CHANGE STREAM Booked FOR Transactions (Amount), Postings;
",
};

const EVENTS: Case = Case {
    about: "a table of events is led by its device, in PostgreSQL",
    dialect: Dialect::PostgreSql,
    fixes: &["T7 key-timestamp-first events"],
    ddl: "\
CREATE TABLE events (
  created_at timestamptz NOT NULL,
  device_id bigint NOT NULL,
  payload jsonb,
  PRIMARY KEY (created_at, device_id)
);
CREATE INDEX events_by_device ON events (device_id);
",
};

const ORDERS: Case = Case {
    about: "a counter gets a bit-reversed default: in place, no copy",
    dialect: Dialect::GoogleSql,
    fixes: &["T2 key-monotonic-int Orders"],
    ddl: "\
CREATE TABLE Orders (
  OrderId INT64 NOT NULL, -- a counter
  Total NUMERIC,
) PRIMARY KEY (OrderId);
",
};

const USERS: Case = Case {
    about: "a counter becomes a UUID, and its copies follow, in PostgreSQL",
    dialect: Dialect::PostgreSql,
    fixes: &["T1 key-monotonic-int users"],
    ddl: "\
CREATE TABLE users (
  id bigint NOT NULL, -- sequential
  email varchar(200) NOT NULL,
  PRIMARY KEY (id)
);
CREATE UNIQUE INDEX users_by_email ON users (email);
CREATE TABLE logins (
  login_id varchar(36) DEFAULT spanner.generate_uuid() NOT NULL,
  user_id bigint NOT NULL,
  PRIMARY KEY (login_id),
  CONSTRAINT fk_login_user FOREIGN KEY (user_id) REFERENCES users (id)
);
",
};

const BY_TIME: Case = Case {
    about: "an index by time gets a shard: the new one serves before the old one goes",
    dialect: Dialect::GoogleSql,
    fixes: &["T13 index-monotonic OrdersByTime"],
    ddl: "\
CREATE TABLE Orders (
  OrderId STRING(36) NOT NULL DEFAULT (GENERATE_UUID()),
  CreatedAt TIMESTAMP NOT NULL,
  Total NUMERIC,
) PRIMARY KEY (OrderId);
CREATE INDEX OrdersByTime ON Orders (CreatedAt);
",
};

const CALLS: Case = Case {
    about: "a table is led by its tenant; rows that refer to it are given the tenant",
    dialect: Dialect::GoogleSql,
    fixes: &["T8 key-timestamp-first Calls"],
    ddl: "\
CREATE TABLE Calls (
  CalledAt TIMESTAMP NOT NULL,
  TenantId STRING(36) NOT NULL,
  Stamp TIMESTAMP OPTIONS (allow_commit_timestamp = true),
) PRIMARY KEY (CalledAt);
CREATE TABLE Notes (
  NoteId STRING(36) NOT NULL DEFAULT (GENERATE_UUID()),
  CalledAt TIMESTAMP,
  CONSTRAINT FK_Notes FOREIGN KEY (CalledAt) REFERENCES Calls (CalledAt),
) PRIMARY KEY (NoteId);
",
};

/// The emulator has no roles.
const ACCOUNTS: Case = Case {
    about: "three levels, a reference to itself, a search index, a stream and roles",
    dialect: Dialect::GoogleSql,
    fixes: &["T5 key-time-ordered-id Accounts"],
    ddl: "\
CREATE TABLE Accounts (
  AccountId STRING(26) NOT NULL, -- ULID
  ParentAccountId STRING(26),
  Name STRING(200) NOT NULL,
  Email STRING(320),
  CreatedAt TIMESTAMP NOT NULL OPTIONS (allow_commit_timestamp = true),
  CONSTRAINT FK_Parent FOREIGN KEY (ParentAccountId) REFERENCES Accounts (AccountId),
) PRIMARY KEY (AccountId);

CREATE UNIQUE INDEX AccountsByEmail ON Accounts (Email);

CREATE TABLE Orders (
  AccountId STRING(26) NOT NULL,
  OrderId STRING(36) NOT NULL,
  Note STRING(MAX),
  NoteTokens TOKENLIST AS (TOKENIZE_FULLTEXT(Note)) HIDDEN,
  Total NUMERIC NOT NULL,
  PlacedAt TIMESTAMP NOT NULL,
) PRIMARY KEY (AccountId, OrderId), INTERLEAVE IN PARENT Accounts ON DELETE CASCADE;

CREATE SEARCH INDEX OrdersByNote ON Orders (NoteTokens);

CREATE TABLE OrderLines (
  AccountId STRING(26) NOT NULL,
  OrderId STRING(36) NOT NULL,
  LineNo INT64 NOT NULL,
  Sku STRING(64) NOT NULL,
  Quantity INT64 NOT NULL,
) PRIMARY KEY (AccountId, OrderId, LineNo), INTERLEAVE IN PARENT Orders ON DELETE CASCADE;

CREATE CHANGE STREAM AccountChanges FOR Accounts, Orders OPTIONS (retention_period = '7d');

CREATE ROLE clerk;
CREATE ROLE reporter;
CREATE ROLE packer;
GRANT SELECT, INSERT, UPDATE, DELETE ON TABLE Accounts TO ROLE clerk;
GRANT SELECT, INSERT, UPDATE ON TABLE Orders TO ROLE clerk;
GRANT SELECT ON TABLE Accounts, Orders TO ROLE reporter;
GRANT SELECT, INSERT ON TABLE OrderLines TO ROLE packer;
",
};

const CASES: &[&Case] = &[&LEDGER, &EVENTS, &ORDERS, &USERS, &BY_TIME, &CALLS];

impl Case {
    pub(crate) fn reading(&self) -> Reading {
        let ddl = plain(self.ddl, self.dialect);
        hotsplit_engine::read(&ddl, Some(self.dialect), &Settings::default())
    }

    pub(crate) fn choices(&self, reading: &Reading) -> Vec<Choice> {
        let choice = |asked: &&str| {
            let (fix, finding) = asked.split_once(' ').expect("a fix and a finding");
            let (finding, set) = finding.split_once(" set:").unwrap_or((finding, ""));
            let (name, value) = set.split_once('=').unwrap_or_default();
            let mut parameters = Parameters::default();
            if !name.is_empty() {
                parameters = parameters.with(name, value);
            }
            let prefix = format!("{finding}.");
            let found = reading.findings.iter().map(|it| reading.key_of(it));
            let key = found.into_iter().find(|key| key == finding || key.starts_with(&prefix));
            let key = key.unwrap_or_else(|| panic!("`{finding}` is not found: {}", self.about));
            Choice { finding: key, fix: fix.to_owned(), parameters }
        };
        self.fixes.iter().map(choice).collect()
    }

    pub(crate) fn planned(&self, deployed: bool) -> (Reading, Plan) {
        let reading = self.reading();
        let choices = self.choices(&reading);
        let refused = hotsplit_engine::rewrite(&reading, &choices).refused;
        assert!(refused.is_empty(), "{}: {refused:?}", self.about);
        let plan = hotsplit_engine::rollout(&reading, &choices, deployed);
        (reading, plan)
    }

    /// The steps of the same.
    pub(crate) fn steps(&self, deployed: bool) -> (Reading, Vec<Step>) {
        let (reading, plan) = self.planned(deployed);
        (reading, plan.steps)
    }

    /// The steps as a person reads them.
    fn plan(&self, deployed: bool) -> String {
        let (_, plan) = self.planned(deployed);
        rollout::markdown(&plan)
    }
}

#[test]
fn a_ledger_is_copied_with_all_that_hangs_on_it() {
    insta::assert_snapshot!(LEDGER.plan(true));
}

#[test]
fn a_schema_that_is_not_deployed_is_one_batch() {
    insta::assert_snapshot!(LEDGER.plan(false));
}

/// Spanner rejects the table as it is, so that no rows are to be moved.
#[test]
fn a_schema_that_no_database_holds_is_one_batch() {
    let case = Case {
        about: "a numeric key in PostgreSQL",
        dialect: Dialect::PostgreSql,
        fixes: &["T23 type-invalid-key accounts"],
        ddl: "\
CREATE TABLE accounts (
  account_no numeric NOT NULL,
  name text,
  PRIMARY KEY (account_no)
);
",
    };
    let (_, plan) = case.planned(true);
    assert!(!plan.live);
    let kinds: Vec<StepKind> = plan.steps.iter().map(|step| step.kind).collect();
    assert_eq!(kinds, [StepKind::Batch]);
    assert!(plan.steps[0].notes[0].contains("`account_no` in the key of `accounts`"));
}

#[test]
fn events_are_copied_in_postgresql() {
    insta::assert_snapshot!(EVENTS.plan(true));
}

#[test]
fn a_default_changes_in_place() {
    insta::assert_snapshot!(ORDERS.plan(true));
}

#[test]
fn a_new_type_takes_its_copies_along() {
    insta::assert_snapshot!(USERS.plan(true));
}

#[test]
fn an_index_serves_before_the_old_one_goes() {
    insta::assert_snapshot!(BY_TIME.plan(true));
}

/// What reads after the change names the indexes that exist then: no query has the name of one that
/// a step drops, the application changes over before the drop, and each index is verified.
#[test]
fn queries_name_the_index_that_exists_then() {
    let case = Case {
        about: "two indexes by time",
        dialect: Dialect::GoogleSql,
        fixes: &["T13 index-monotonic OrdersByTime", "T13 index-monotonic NotesByTime"],
        ddl: "\
CREATE TABLE Orders (
  OrderId STRING(36) NOT NULL DEFAULT (GENERATE_UUID()),
  CreatedAt TIMESTAMP NOT NULL,
) PRIMARY KEY (OrderId);
CREATE INDEX OrdersByTime ON Orders (CreatedAt);
CREATE TABLE Notes (
  NoteId STRING(36) NOT NULL DEFAULT (GENERATE_UUID()),
  CreatedAt TIMESTAMP NOT NULL,
) PRIMARY KEY (NoteId);
CREATE INDEX NotesByTime ON Notes (CreatedAt);
",
    };
    let (_, plan) = case.planned(true);
    let titles: Vec<&str> = plan.steps.iter().map(|it| it.title.as_str()).collect();
    let last = plan.steps.last().unwrap();
    for name in ["OrdersByTime", "NotesByTime"] {
        let new = format!("FORCE_INDEX={name}_new}}");
        let reads: Vec<_> = plan.reads.iter().filter(|read| read.object == name).collect();
        assert!(!reads.is_empty() && reads.iter().all(|it| it.after.query.contains(&new)));
        assert!(
            reads.iter().all(|it| it.before.query.contains(&format!("{{FORCE_INDEX={name}}}")))
        );
        let verified = last.code.iter().flat_map(|it| &it.statements);
        assert!(verified.filter(|it| it.contains(&new)).count() > 0, "{name}");
        let at = |title: String| titles.iter().position(|it| **it == title).unwrap();
        let (create, drop) = (at(format!("Create `{name}_new`")), at(format!("Drop `{name}`")));
        let deploy = at(format!("Deploy: read `{name}_new`"));
        assert!(create < deploy && deploy < drop);
        assert_eq!(plan.steps[deploy].owner.as_str(), "application");
    }
    let (_, new) = case.planned(false);
    assert!(new.reads.iter().all(|it| !it.after.query.contains("_new")));
}

/// Who writes a table gets what the refresh of its ancestors takes, no more, and loses it again; who
/// reads gets the copies; consumers of a stream have steps of their own.
#[test]
fn roles_get_what_the_refresh_takes() {
    let (_, steps) = ACCOUNTS.steps(true);
    let grants = |statements: &[Code]| -> Vec<String> {
        let all = statements.iter().flat_map(|code| &code.statements);
        all.filter(|it| it.starts_with("GRANT") || it.starts_with("REVOKE")).cloned().collect()
    };
    let of = |kind: StepKind| steps.iter().find(|step| step.kind == kind).unwrap();
    let create = of(StepKind::Create);
    assert_eq!(
        grants(&create.code),
        [
            "GRANT SELECT ON TABLE Accounts_new, Orders_new TO ROLE reporter",
            "GRANT SELECT, INSERT, UPDATE, DELETE ON TABLE Accounts_new TO ROLE clerk",
            "GRANT SELECT, INSERT, UPDATE ON TABLE Orders_new TO ROLE clerk",
            "GRANT SELECT, INSERT ON TABLE OrderLines_new TO ROLE packer",
            "GRANT INSERT, SELECT, UPDATE ON TABLE Accounts TO ROLE packer",
            "GRANT UPDATE ON TABLE OrderLines TO ROLE packer",
            "GRANT INSERT, SELECT, UPDATE ON TABLE Orders TO ROLE packer",
            "GRANT INSERT, SELECT, UPDATE ON TABLE Accounts_new TO ROLE packer",
            "GRANT UPDATE ON TABLE OrderLines_new TO ROLE packer",
            "GRANT INSERT, SELECT, UPDATE ON TABLE Orders_new TO ROLE packer",
        ]
    );
    assert!(create.notes.iter().any(|note| note.contains("`packer` have more privileges")));
    let finish = of(StepKind::Finish);
    let told = grants(&finish.code);
    for table in ["Accounts", "Orders", "Accounts_new", "Orders_new"] {
        let lost = format!("REVOKE INSERT, SELECT, UPDATE ON TABLE {table} FROM ROLE packer");
        assert!(told.contains(&lost), "{lost}: {told:#?}");
    }
    assert!(told.contains(&"REVOKE UPDATE ON TABLE OrderLines_new FROM ROLE packer".to_owned()));
    let kinds: Vec<StepKind> = steps.iter().map(|step| step.kind).collect();
    let at = |kind| kinds.iter().position(|it| *it == kind).unwrap();
    let consumers: Vec<usize> =
        (0..kinds.len()).filter(|&it| kinds[it] == StepKind::Consumers).collect();
    let [skip, change, names] = consumers[..] else { panic!("{kinds:?}") };
    assert!(skip + 1 == at(StepKind::Attach) && change == at(StepKind::Turn) + 1);
    assert!(at(StepKind::Stop) < names && names + 1 == at(StepKind::Finish));
    assert!(steps[names].title.contains("`Accounts_new`, `Orders_new` under"));
}

#[test]
fn nothing_to_do_is_said() {
    let reading = ORDERS.reading();
    let steps = hotsplit_engine::rollout(&reading, &[], true).steps;
    assert_eq!(steps.len(), 1);
    assert_eq!(steps[0].title, "Nothing to run");
    assert!(steps[0].code.is_empty());
}

/// The emulator takes every DDL statement of every plan, applied in order to the schema as it is,
/// and runs every query.
#[test]
fn the_emulator_takes_every_plan() {
    let Some(emulator) = Emulator::for_test("the_emulator_takes_every_plan") else { return };
    for case in CASES {
        let (reading, steps) = case.steps(true);
        let database = emulator.database(case.dialect, &statements(&reading)).unwrap();
        for step in &steps {
            let told = |why: String| panic!("{}, {}: {why}", case.about, step.title);
            for check in step.checks.iter().filter(|check| check.before) {
                run_check(&database, check).unwrap_or_else(told);
            }
            for code in &step.code {
                run(&database, case, code).unwrap_or_else(told);
            }
            for rule in step.rules.iter().flatten() {
                run_rule(&database, rule, case.dialect).unwrap_or_else(told);
            }
            for pass in &step.passes {
                run_pass(&database, pass, case.dialect).unwrap_or_else(told);
            }
        }
        // What comes out is what the fixes promise.
        let wanted = hotsplit_engine::rewrite(&reading, &case.choices(&reading)).reading;
        assert_eq!(keys_of(&database, case.dialect), keys(&wanted), "{}", case.about);
    }
}

/// Tables with their keys.
pub(crate) fn keys(reading: &Reading) -> Vec<String> {
    let schema = &reading.schema;
    let tables = schema.table_ids().map(|id| {
        let table = schema.table(id);
        format!("{} {}", table.name, hotsplit_wire::analysis::key_words(schema, id, &table.key))
    });
    let mut all: Vec<String> = tables.collect();
    all.sort();
    all
}

/// The same of a database.
pub(crate) fn keys_of(database: &Database<'_>, dialect: Dialect) -> Vec<String> {
    let ddl = database.ddl().unwrap().join(";\n");
    keys(&hotsplit_engine::read(&ddl, Some(dialect), &Settings::default()))
}

/// Runs one piece of code as far as an emulator can.
fn run(database: &Database<'_>, case: &Case, code: &Code) -> Result<(), String> {
    match code.kind {
        CodeKind::Ddl => apply(database, case.dialect, &code.statements),
        CodeKind::Dml | CodeKind::Partitioned => {
            for statement in &code.statements {
                let told = |why| format!("{why}\n{statement}");
                let params = some_values(database, statement).map_err(told)?;
                database.dml(statement, &params).map_err(told)?;
            }
            Ok(())
        }
        CodeKind::Query => {
            for query in &code.statements {
                // The emulator keeps no statistics.
                if !query.contains("SPANNER_SYS") {
                    let told = |why| format!("{why}\n{query}");
                    let params = some_values(database, query).map_err(told)?;
                    database.query_with(query, &params).map_err(told)?;
                }
            }
            Ok(())
        }
        CodeKind::Shell | CodeKind::File => Ok(()),
    }
}

/// Runs a query that a step checks with.
fn run_check(database: &Database<'_>, check: &Check) -> Result<(), String> {
    // The emulator keeps no statistics.
    if check.query.contains("SPANNER_SYS") {
        return Ok(());
    }
    let rows = database.query(&check.query).map_err(|why| format!("{why}\n{}", check.query))?;
    let wrong = check.expected == NO_ROWS && !rows.is_empty();
    if wrong { Err(format!("{rows:?} from\n{}", check.query)) } else { Ok(()) }
}

/// Runs each statement of a rule for a row that is not there.
fn run_rule(database: &Database<'_>, rule: &Rule, dialect: Dialect) -> Result<(), String> {
    let moved = rule.moves.iter().flat_map(|moves| &moves.rows);
    let queries = rule.takes_along.iter().chain(moved).map(|rows| &rows.query);
    let missing = rule.supplied.iter().filter_map(|it| it.missing.as_ref());
    let queries = queries.chain(missing);
    let moves = rule.moves.iter().flat_map(|moves| &moves.before);
    let last = rule.commit_timestamps.iter().flat_map(|it| &it.after);
    let dml = rule.after_write.iter().chain(&rule.before_delete).chain(moves).chain(last);
    run_bound(database, queries, dml, &rule.key, dialect)
}

/// Runs each statement of a pass for a range that holds nothing.
fn run_pass(database: &Database<'_>, pass: &Pass, dialect: Dialect) -> Result<(), String> {
    let all: Vec<Parameter> = pass.after.iter().chain(&pass.upto).cloned().collect();
    let first: Vec<Parameter> = match dialect {
        Dialect::GoogleSql => pass.upto.clone(),
        // In PostgreSQL those of the first range are numbered from 1.
        Dialect::PostgreSql => pass.after.clone(),
    };
    run_bound(database, [&pass.first.end], [], &[], dialect)?;
    run_bound(database, [&pass.next.end], [], &pass.after, dialect)?;
    run_bound(database, &pass.first.find, &pass.first.statements, &first, dialect)?;
    run_bound(database, &pass.next.find, &pass.next.statements, &all, dialect)
}

/// Runs queries and DML with a value for each parameter, of the type that the plan says.
fn run_bound<'s>(
    database: &Database<'_>,
    queries: impl IntoIterator<Item = &'s String>,
    dml: impl IntoIterator<Item = &'s String>,
    parameters: &[Parameter],
    dialect: Dialect,
) -> Result<(), String> {
    let session = database.kept_session()?;
    let bound = |sql: &String| {
        let mut params = serde_json::Map::new();
        let mut types = serde_json::Map::new();
        for parameter in parameters {
            let name = match parameter.sql.strip_prefix('$') {
                Some(number) => format!("p{number}"),
                None => parameter.name.clone(),
            };
            params.insert(name.clone(), some_value(&parameter.ty));
            types.insert(name, spelled_type(&parameter.ty, dialect));
        }
        Bound { sql: sql.clone(), params: Value::Object(params), types: Value::Object(types) }
    };
    let told = |refused: Refused, sql: &String| format!("{}\n{sql}", refused.message);
    for sql in queries {
        session.query(&bound(sql)).map_err(|refused| told(refused, sql))?;
    }
    for sql in dml {
        let mut transaction = session.transaction();
        transaction.run(&[bound(sql)]).map_err(|refused| told(refused, sql))?;
        transaction.commit().map_err(|refused| told(refused, sql))?;
    }
    Ok(())
}

/// A value of a type as the schema writes it.
fn some_value(ty: &str) -> Value {
    let ty = ty.to_lowercase();
    let starts = |words: &[&str]| words.iter().any(|word| ty.starts_with(word));
    match () {
        () if starts(&["int", "bigint", "numeric"]) => json!("1"),
        () if starts(&["timestamp", "spanner.commit"]) => json!("2026-01-01T00:00:00Z"),
        () if starts(&["bool"]) => json!(true),
        () => json!("01ARZ3NDEKTSV4RRFFQ69G5FAV"),
    }
}

/// A value for each parameter of a statement, by its type.
pub(crate) fn some_values(database: &Database<'_>, sql: &str) -> Result<Value, String> {
    let mut values = serde_json::Map::new();
    for (name, code) in database.parameters(sql)? {
        let value = match code.as_str() {
            "INT64" | "NUMERIC" => json!("1"),
            "STRING" => json!("01ARZ3NDEKTSV4RRFFQ69G5FAV"),
            "TIMESTAMP" => json!("2026-01-01T00:00:00Z"),
            "ARRAY" => json!([]),
            other => return Err(format!("no value is known for the type {other} of {name}")),
        };
        values.insert(name, value);
    }
    Ok(Value::Object(values))
}

/// Applies DDL. This build of the emulator renames one table at a time, fails over foreign keys
/// from and to a table it renames and ends over change streams that watch one, so these are
/// taken off and put on again.
pub(crate) fn apply(
    database: &Database<'_>,
    dialect: Dialect,
    statements: &[String],
) -> Result<(), String> {
    for statement in statements {
        // A person puts the greatest id there, which these tables do not reach.
        let statement = &statement.replace("MAX_ID", "1000000");
        let renames = renames(statement);
        let set =
            statement.strip_prefix("ALTER CHANGE STREAM ").and_then(|it| it.split_once(" SET "));
        if let Some((name, list)) = set {
            // It forgets no column that a change stream watched before.
            let drop = format!("DROP CHANGE STREAM {name}");
            database.apply(&[drop, format!("CREATE CHANGE STREAM {name} {list}")])?;
        } else if renames.is_none() {
            database.apply(&[statement]).map_err(|why| format!("{why}\n{statement}"))?;
        }
        if let Some((from, to)) = renames {
            rename(database, dialect, statement, (&from, &to))?;
        }
    }
    Ok(())
}

/// Whether Spanner takes these statements, in order, on an empty database: as one batch, and where
/// tables get other names, each from there on as `apply` has it.
pub(crate) fn takes(
    emulator: &Emulator,
    dialect: Dialect,
    statements: &[String],
) -> Result<(), String> {
    if statements.iter().all(|statement| renames(statement).is_none()) {
        return emulator.accepts(dialect, statements);
    }
    let set = |statement: &String| statement.starts_with("ALTER CHANGE STREAM ");
    let first = statements.iter().position(|it| set(it) || renames(it).is_some());
    let (batch, rest) = statements.split_at(first.unwrap_or(statements.len()));
    let database = emulator.database(dialect, batch)?;
    apply(&database, dialect, rest)
}

/// The table that a statement renames, and its new name.
pub(crate) fn renames(statement: &str) -> Option<(String, String)> {
    let rest = statement.strip_prefix("ALTER TABLE ")?;
    let google = rest.split_once(" RENAME TO ");
    let (from, to) = google.or_else(|| rest.split_once(" RENAME WITH SYNONYM TO "))?;
    let to = to.split(',').next().unwrap_or(to);
    Some((from.to_owned(), to.to_owned()))
}

fn rename(
    database: &Database<'_>,
    dialect: Dialect,
    statement: &str,
    (from, to): (&str, &str),
) -> Result<(), String> {
    let ddl = database.ddl()?.join(";\n");
    let reading = hotsplit_engine::read(&ddl, Some(dialect), &Settings::default());
    let mut batch = Vec::new();
    let mut behind = Vec::new();
    for table in &reading.schema.tables {
        for key in &table.foreign_keys {
            let bare = |name: &str| name.replace(['"', '`'], "").to_lowercase();
            if bare(&key.table_name) != bare(from) && bare(&table.name) != bare(from) {
                continue;
            }
            let name = match &key.name {
                Some(name) => name.to_string(),
                None => {
                    let columns = key.column_names.iter().map(ToString::to_string);
                    made_name(database, &table.name, &columns.collect::<Vec<_>>())?
                }
            };
            let it = table.name_span.of(&ddl);
            let now = if bare(&table.name) == bare(from) { to } else { it };
            batch.push(format!("ALTER TABLE {it} DROP CONSTRAINT {name}"));
            let clause = key.span.of(&ddl);
            let at = clause.find("REFERENCES").ok_or("a foreign key references")?;
            let rest = &clause[at..];
            let list = &rest[rest.find('(').ok_or("it says columns")?..];
            let there = if bare(&key.table_name) == bare(from) { to } else { &key.table_name };
            behind
                .push(format!("ALTER TABLE {now} ADD {}REFERENCES {there} {list}", &clause[..at]));
        }
    }
    let bare = |name: &str| name.replace(['"', '`'], "").to_lowercase();
    for stream in &reading.schema.streams {
        let Watching::Tables(tables) = &stream.watched else { continue };
        if tables.iter().any(|it| bare(&it.name) == bare(from)) {
            let name = stream.name_span.of(&ddl);
            batch.push(format!("DROP CHANGE STREAM {name}"));
            let list = watched_list(&reading, tables, &bare(from), to);
            behind.push(format!("CREATE CHANGE STREAM {name} FOR {list}"));
        }
    }
    batch.push(statement.to_owned());
    batch.extend(behind);
    database.apply(&batch).map_err(|why| format!("{why}\n{}", batch.join(";\n")))
}

/// The name that Spanner gave a foreign key without one, by its columns.
fn made_name(database: &Database<'_>, table: &str, columns: &[String]) -> Result<String, String> {
    let table = table.rsplit('.').next().unwrap_or(table);
    let rows = database.query(&format!(
        "SELECT u.constraint_name, u.column_name FROM information_schema.key_column_usage AS u \
         JOIN information_schema.referential_constraints AS r \
         ON r.constraint_name = u.constraint_name \
         WHERE u.table_name = '{table}' ORDER BY u.constraint_name, u.ordinal_position"
    ))?;
    let mut of: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for row in &rows {
        let said = |at: usize| row[at].as_str().unwrap_or_default().to_owned();
        of.entry(said(0)).or_default().push(said(1));
    }
    let same = |names: &[String]| {
        names.len() == columns.len()
            && names.iter().zip(columns).all(|(a, b)| a.eq_ignore_ascii_case(b.trim_matches('"')))
    };
    let found = of.into_iter().find(|(_, names)| same(names));
    found.map(|(name, _)| name).ok_or_else(|| format!("no foreign key {columns:?} of {table}"))
}

/// What a change stream watches, with a table by another name.
fn watched_list(reading: &Reading, tables: &[WatchedTable], from: &str, to: &str) -> String {
    let one = |it: &WatchedTable| {
        let table = reading.schema.table(it.table.expect("the emulator knows its tables"));
        let name = if it.name.to_lowercase() == from { to } else { &it.name };
        let columns = it.columns.as_ref().map_or(String::new(), |columns| {
            let names: Vec<&str> =
                columns.iter().map(|&column| table.column(column).name.as_str()).collect();
            format!("({})", names.join(", "))
        });
        format!("{name}{columns}")
    };
    tables.iter().map(one).collect::<Vec<_>>().join(", ")
}

/// Every query of the cards runs too, as it is before and as it is after.
#[test]
fn the_emulator_runs_every_read() {
    let Some(emulator) = Emulator::for_test("the_emulator_runs_every_read") else { return };
    let mut ran = 0;
    for case in CASES {
        let reading = case.reading();
        let rewritten = hotsplit_engine::rewrite(&reading, &case.choices(&reading));
        let before = emulator.database(case.dialect, &statements(&reading)).unwrap();
        let after = emulator.database(case.dialect, &statements(&rewritten.reading)).unwrap();
        assert!(!rewritten.reads.is_empty(), "{}: no read differs", case.about);
        for cost in &rewritten.reads {
            for (database, scans) in [(&before, &cost.before), (&after, &cost.after)] {
                if scans.query.starts_with("--") {
                    continue;
                }
                some_values(database, &scans.query)
                    .and_then(|params| database.query_with(&scans.query, &params))
                    .unwrap_or_else(|why| panic!("{}: {why}\n{}", case.about, scans.query));
                ran += 1;
            }
        }
    }
    assert!(ran >= 20, "expected several reads for each case, found {ran}");
}

/// What reads cost, as the card shows it.
#[test]
fn reads_are_counted_in_ranges() {
    let mut out = String::new();
    for case in CASES {
        let reading = case.reading();
        let rewritten = hotsplit_engine::rewrite(&reading, &case.choices(&reading));
        out.push_str(&format!("# {}\n", case.about));
        for cost in &rewritten.reads {
            out.push_str(&format!(
                "\n{} of {} ({}): {} -> {}\n{}\n->\n{}\n",
                cost.label,
                cost.object,
                cost.shape.as_str(),
                cost.before.words,
                cost.after.words,
                cost.before.query,
                cost.after.query
            ));
        }
        let key = &case.choices(&reading)[0].finding;
        let finding = reading.find(key).unwrap();
        let card = hotsplit_engine::cards(&reading, finding, &Parameters::default());
        let wanted = case.fixes[0].split_once(' ').unwrap().0;
        let card = card.into_iter().find(|card| card.fix.short == wanted).unwrap();
        let bytes = card.outcome.unwrap().bytes(&reading, finding);
        out.push_str(&format!("\nbytes: {:?}\n\n", bytes.map(|b| (b.before, b.after))));
    }
    insta::assert_snapshot!(out);
}

/// A default that a plan sets is the one the fix wrote.
#[test]
fn a_default_is_taken_from_the_text() {
    let (reading, steps) = ORDERS.steps(true);
    let after = hotsplit_engine::rewrite(&reading, &ORDERS.choices(&reading)).reading;
    let default = after.schema.tables[0].columns[0].default.as_ref().expect("T2 sets one");
    assert!(matches!(default.kind, ExprKind::Call(..)));
    let said = default.span.of(&after.text);
    let all: Vec<&String> =
        steps.iter().flat_map(|it| &it.code).flat_map(|it| &it.statements).collect();
    assert!(all.iter().any(|it| it.contains(said)), "{said} is in none of {all:?}");
}
