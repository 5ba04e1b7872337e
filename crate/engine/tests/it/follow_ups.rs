//! One or two statements behind those that made a schema, put together at random, held against the
//! emulator: what it takes we do not call an error, and of what it refuses we say so of nearly all.

use hotsplit_engine::Reading;
use hotsplit_engine::facts::Settings;
use hotsplit_engine::rules::Severity;
use hotsplit_engine::syntax::tree::Dialect;

use crate::emulator::Emulator;
use crate::random_rows::Random;
use crate::shared;

/// Schemas of each dialect.
const SCHEMAS: usize = 200;

/// How many, from the environment.
const COUNT: &str = "HOTSPLIT_FOLLOW_UPS";

/// Share of what the emulator rejects that must be an error of ours too, in percent.
const FLOOR: usize = 95;

/// What every schema begins with.
const GOOGLESQL_BASE: &[&str] = &[
    "CREATE TABLE A (k1 INT64 NOT NULL, k2 STRING(20) NOT NULL, v INT64, s STRING(20), t TIMESTAMP, \
     n INT64 NOT NULL, g INT64 AS (v + 1) STORED) PRIMARY KEY (k1, k2)",
];

/// What it may have besides, in this order.
const GOOGLESQL_MORE: &[&str] = &[
    "CREATE TABLE B (k1 INT64 NOT NULL, k2 STRING(20) NOT NULL, k3 INT64 NOT NULL, w INT64) PRIMARY KEY \
     (k1, k2, k3), INTERLEAVE IN PARENT A ON DELETE CASCADE",
    "CREATE TABLE C (c INT64 NOT NULL, x INT64, y STRING(20), CONSTRAINT FKC FOREIGN KEY (x, y) \
     REFERENCES A (k1, k2)) PRIMARY KEY (c)",
    "CREATE INDEX I ON A (v) STORING (s)",
    "CREATE UNIQUE INDEX U ON A (s DESC)",
    "ALTER TABLE A ADD CONSTRAINT CHK CHECK (n > 0)",
    "CREATE VIEW V SQL SECURITY INVOKER AS SELECT A.k1, A.v FROM A",
    "CREATE CHANGE STREAM W FOR A (v)",
    "ALTER TABLE A ADD ROW DELETION POLICY (OLDER_THAN(t, INTERVAL 1 DAY))",
];

/// What comes behind; `#` is one of [`COLUMNS`].
const GOOGLESQL_THEN: &[&str] = &[
    "ALTER TABLE A DROP COLUMN #",
    "ALTER TABLE A ADD COLUMN # INT64",
    "ALTER TABLE A ADD COLUMN z STRING(10)",
    "ALTER TABLE A ALTER COLUMN # STRING(30)",
    "ALTER TABLE A ALTER COLUMN # INT64",
    "ALTER TABLE A ALTER COLUMN # INT64 NOT NULL",
    "ALTER TABLE A ALTER COLUMN # BYTES(20)",
    "ALTER TABLE A ALTER COLUMN # SET OPTIONS (allow_commit_timestamp = true)",
    "ALTER TABLE A ALTER COLUMN # SET DEFAULT (1)",
    "ALTER TABLE A ADD CONSTRAINT CHK2 CHECK (# > 1)",
    "ALTER TABLE A ADD CONSTRAINT CHK CHECK (v > 1)",
    "ALTER TABLE A ADD CONSTRAINT FK2 FOREIGN KEY (#) REFERENCES A (#)",
    "ALTER TABLE A DROP CONSTRAINT CHK",
    "ALTER TABLE A ADD ROW DELETION POLICY (OLDER_THAN(#, INTERVAL 3 DAY))",
    "CREATE INDEX I ON A (#)",
    "CREATE INDEX J ON A (#, #)",
    "CREATE INDEX J ON A (v) STORING (#)",
    "CREATE UNIQUE INDEX J ON A (k1, #)",
    "CREATE TABLE A (a INT64) PRIMARY KEY (a)",
    "CREATE TABLE D (k1 INT64 NOT NULL, d INT64) PRIMARY KEY (k1, d), INTERLEAVE IN PARENT A",
    "CREATE TABLE D (k1 INT64 NOT NULL, k2 STRING(20) NOT NULL, d INT64) PRIMARY KEY (k1, k2, d), \
     INTERLEAVE IN PARENT A",
    "CREATE TABLE D (d INT64, f INT64, FOREIGN KEY (f) REFERENCES A (#)) PRIMARY KEY (d)",
    "CREATE CHANGE STREAM W2 FOR A (#)",
    "DROP TABLE A",
    "CREATE VIEW A SQL SECURITY INVOKER AS SELECT 1 AS one",
    "ALTER TABLE A DROP ROW DELETION POLICY",
];

/// The same in PostgreSQL.
const POSTGRESQL_BASE: &[&str] = &[
    "CREATE TABLE a (k1 bigint NOT NULL, k2 varchar(20) NOT NULL, v bigint, s varchar(20), t timestamptz, \
     n bigint NOT NULL, g bigint GENERATED ALWAYS AS (v + 1) STORED, PRIMARY KEY (k1, k2))",
];

const POSTGRESQL_MORE: &[&str] = &[
    "CREATE TABLE b (k1 bigint NOT NULL, k2 varchar(20) NOT NULL, k3 bigint NOT NULL, w bigint, \
     PRIMARY KEY (k1, k2, k3)) INTERLEAVE IN PARENT a ON DELETE CASCADE",
    "CREATE TABLE c (c bigint PRIMARY KEY, x bigint, y varchar(20), CONSTRAINT fkc FOREIGN KEY (x, y) \
     REFERENCES a (k1, k2))",
    "CREATE INDEX i ON a (v) INCLUDE (s)",
    "CREATE UNIQUE INDEX u ON a (s DESC)",
    "ALTER TABLE a ADD CONSTRAINT chk CHECK (n > 0)",
    "CREATE VIEW w SQL SECURITY INVOKER AS SELECT a.k1, a.v FROM a",
    "ALTER TABLE a ADD TTL INTERVAL '1 day' ON t",
];

const POSTGRESQL_THEN: &[&str] = &[
    "ALTER TABLE a DROP COLUMN #",
    "ALTER TABLE a ADD COLUMN # bigint",
    "ALTER TABLE a ADD COLUMN z varchar(10)",
    "ALTER TABLE a ALTER COLUMN # TYPE varchar(30)",
    "ALTER TABLE a ALTER COLUMN # TYPE bigint",
    "ALTER TABLE a ALTER COLUMN # SET NOT NULL",
    "ALTER TABLE a ALTER COLUMN # DROP NOT NULL",
    "ALTER TABLE a ALTER COLUMN # SET DEFAULT 1",
    "ALTER TABLE a ADD CONSTRAINT chk2 CHECK (# > 1)",
    "ALTER TABLE a ADD CONSTRAINT chk CHECK (v > 1)",
    "ALTER TABLE a ADD CONSTRAINT fk2 FOREIGN KEY (#) REFERENCES a (#)",
    "ALTER TABLE a DROP CONSTRAINT chk",
    "CREATE INDEX i ON a (#)",
    "CREATE INDEX j ON a (#, #)",
    "CREATE INDEX j ON a (v) INCLUDE (#)",
    "CREATE UNIQUE INDEX j ON a (k1, #)",
    "CREATE TABLE a (a bigint PRIMARY KEY)",
    "CREATE TABLE d (k1 bigint NOT NULL, d bigint, PRIMARY KEY (k1, d)) INTERLEAVE IN PARENT a",
    "CREATE TABLE d (d bigint PRIMARY KEY, f bigint, FOREIGN KEY (f) REFERENCES a (#))",
    "DROP TABLE a",
    "ALTER TABLE a DROP TTL",
];

/// Columns of the first table, and one that it has not.
const COLUMNS: &[&str] = &["k1", "k2", "v", "s", "t", "n", "g", "nope"];

/// Errors of the whole text.
fn errors(reading: &Reading) -> Vec<String> {
    let mut all: Vec<String> =
        reading.tree.errors.iter().map(|error| error.message.to_string()).collect();
    let findings = reading.standing().filter(|it| it.severity == Severity::Error);
    all.extend(findings.map(|it| format!("{}: {}", it.rule, it.title)));
    all
}

#[test]
fn follow_ups_are_judged_as_spanner_does() {
    let name = "follow_ups::follow_ups_are_judged_as_spanner_does";
    let Some(emulator) = Emulator::for_test(name) else { return };
    let count = std::env::var(COUNT).ok().and_then(|it| it.parse().ok()).unwrap_or(SCHEMAS);
    let mut harsh = Vec::new();
    for (dialect, base, more, then) in [
        (Dialect::GoogleSql, GOOGLESQL_BASE, GOOGLESQL_MORE, GOOGLESQL_THEN),
        (Dialect::PostgreSql, POSTGRESQL_BASE, POSTGRESQL_MORE, POSTGRESQL_THEN),
    ] {
        let mut random = Random::new(0xF0110);
        let (mut taken, mut refused, mut said) = (0, 0, 0);
        let mut silent = Vec::new();
        for _ in 0..count {
            let mut statements: Vec<String> = base.iter().map(|it| (*it).to_owned()).collect();
            let mut queue: Vec<String> = Vec::new();
            queue.extend(more.iter().filter(|_| random.below(3) == 0).map(|it| (*it).to_owned()));
            for _ in 0..=random.below(2) {
                let mut next = (*random.pick(then)).to_owned();
                while let Some(at) = next.find('#') {
                    let column: &str = COLUMNS[random.below(COLUMNS.len())];
                    next.replace_range(at..=at, column);
                }
                queue.push(next);
            }
            let database = emulator.database(dialect, &statements).unwrap();
            for next in queue {
                statements.push(next);
                let text = statements.join(";\n");
                let ours =
                    errors(&hotsplit_engine::read(&text, Some(dialect), &Settings::default()));
                let last = statements.last().unwrap();
                match database.apply(&[last]) {
                    Ok(()) => {
                        taken += 1;
                        if !ours.is_empty() {
                            harsh.push(format!("{text}\n    {}", ours.join("; ")));
                        }
                    }
                    // The emulator fails at some statements of PostgreSQL.
                    Err(why) if why.contains("RET_CHECK") => {
                        statements.pop();
                    }
                    Err(why) => {
                        refused += 1;
                        if ours.is_empty() {
                            silent.push(format!("{}\n    {why}", text.replace('\n', " ")));
                        } else {
                            said += 1;
                        }
                        // Behind a refusal the schema is as it was.
                        statements.pop();
                    }
                }
            }
        }
        println!("{}", silent.join("\n"));
        shared::say(&format!(
            "follow-ups: {dialect:?}: {taken} taken; {said} of {refused} refused are errors here too"
        ));
        assert!(taken > count / 3 && refused > count / 3, "{taken} taken, {refused} refused");
        assert!(said * 100 >= refused * FLOOR, "{dialect:?}: {said} of {refused}");
    }
    assert!(harsh.is_empty(), "the emulator takes these:\n{}", harsh.join("\n"));
}
