//! T28: how the key of a live table changes. It is no fix of a finding: the fix that gives the new
//! key is chosen, and its plan for a live database is the migration, whose statements the emulator
//! takes in their order below the DDL that is deployed.

use hotsplit_engine::facts::Settings;
use hotsplit_engine::fixes::rollout::plan::CodeKind;
use hotsplit_engine::fixes::{self, Parameters};
use hotsplit_engine::syntax::tree::Dialect;
use hotsplit_engine::{Choice, Reading, page};

use crate::emulator::Emulator;
use crate::proof::known_statements;
use crate::rollout;

/// A table that is led by the time, in a hand of its own.
const LOGS: &str = "\
create table `Logs` (
    `SeenAt` timestamp not null, -- when
    `UserId` string(36) not null, -- random UUID
) primary key (`SeenAt`, `UserId`) -- the end";

const LEDGER: &str = "\
-- The ledger.
CREATE TABLE Transactions (
  TxnId STRING(26) NOT NULL, -- ULID
  AccountId STRING(36) NOT NULL,
  Amount NUMERIC NOT NULL,
) PRIMARY KEY (TxnId);
CREATE INDEX TransactionsByAccount ON Transactions (AccountId) STORING (Amount);
CREATE TABLE Postings (
  TxnId STRING(26) NOT NULL,
  Line INT64 NOT NULL,
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
";

const USERS: &str = "\
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
";

/// A history: the column that follows the clock came later on, and the table had another name.
const HISTORY: &str = "\
CREATE TABLE Entries (
  SeenAt TIMESTAMP NOT NULL,
  UserId INT64 NOT NULL,
) PRIMARY KEY (SeenAt, UserId);
ALTER TABLE Entries ADD COLUMN Note STRING(MAX);
ALTER TABLE Entries RENAME TO Visits;
CREATE INDEX ByUser ON Visits (UserId);
";

fn read(ddl: &str) -> Reading {
    let reading = hotsplit_engine::read(ddl, None, &Settings::default());
    assert!(reading.tree.errors.is_empty(), "{:?} in\n{ddl}", reading.tree.errors);
    reading
}

/// The choice of a fix for the finding `rule object`.
fn choice(reading: &Reading, finding: &str, fix: &str) -> Choice {
    let (rule, object) = finding.split_once(' ').expect("a rule and an object");
    let found = reading.findings.iter().find(|found| {
        found.rule == rule && fixes::object_name(&reading.schema, found.object) == object
    });
    let found = found.unwrap_or_else(|| panic!("{finding} is not found"));
    let parameters = Parameters::default();
    Choice { finding: reading.key_of(found), fix: fix.to_owned(), parameters }
}

/// The DDL of the plan for a live database, in order.
fn migration(ddl: &str, finding: &str, fix: &str) -> String {
    let reading = read(ddl);
    let plan = hotsplit_engine::rollout(&reading, &[choice(&reading, finding, fix)], true);
    let code = plan.steps.into_iter().flat_map(|step| step.code);
    let ddl_code = code.filter(|code| code.kind == CodeKind::Ddl);
    let statements = ddl_code.flat_map(|code| code.statements);
    let below: String = statements.map(|statement| format!("{statement};\n")).collect();
    if let Some(emulator) = Emulator::for_test("live_rekey::migration") {
        let dialect = reading.schema.dialect;
        let whole = format!("{};\n{below}", ddl.trim_end().trim_end_matches(';'));
        let taken = rollout::takes(&emulator, dialect, &known_statements(&whole, dialect));
        assert_eq!(taken, Ok(()), "{whole}");
    }
    below
}

#[test]
fn what_hangs_on_a_table_moves_to_the_copy() {
    insta::assert_snapshot!(migration(LEDGER, "key-time-ordered-id Transactions", "T5"));
}

#[test]
fn a_reference_moves_in_postgresql() {
    insta::assert_snapshot!(migration(USERS, "key-monotonic-int users", "T1"));
}

#[test]
fn a_history_goes_on() {
    insta::assert_snapshot!(migration(HISTORY, "key-timestamp-first Visits", "T5"));
}

#[test]
fn names_stay_quoted() {
    let ddl = LOGS.replace(" -- the end", "");
    insta::assert_snapshot!(migration(&ddl, "key-timestamp-first Logs", "T7"));
}

/// The page shows the migration that the plan of a fix gives, in both dialects.
#[test]
fn the_page_shows_the_migration_of_a_fix() {
    let page = page::read(fixes::find("T28").expect("its page is there").page);
    let blocks = |word: &str| -> Vec<(Dialect, String)> {
        let of = |info: &str| info.split_whitespace().any(|it| it == word);
        let code = page.code().filter(|(info, _)| of(info));
        code.map(|(info, text)| {
            let dialect =
                if info.contains(" pg ") { Dialect::PostgreSql } else { Dialect::GoogleSql };
            (dialect, text.trim_end().to_owned())
        })
        .collect()
    };
    let (before, after) = (blocks("before"), blocks("after"));
    assert_eq!((before.len(), after.len()), (2, 2));
    for ((dialect, before), (_, after)) in before.into_iter().zip(after) {
        let table =
            if dialect == Dialect::GoogleSql { "UserAccessLogs" } else { "user_access_logs" };
        let shown = migration(&before, &format!("key-timestamp-first {table}"), "T7");
        assert_eq!(after, format!("{before}\n\n{}", shown.trim_end()));
    }
}

/// It stands beside no fix, wherever fixes are listed; an older choice of it is told what to choose.
#[test]
fn it_is_no_fix_of_a_finding() {
    for reading in [LEDGER, USERS, HISTORY].map(read) {
        for finding in &reading.findings {
            let listed = hotsplit_engine::candidates(finding)
                .chain(hotsplit_engine::ranked(&reading, finding));
            assert!(listed.into_iter().all(|fix| fix.short != "T28"), "{}", finding.rule);
            let cards = hotsplit_engine::cards(&reading, finding, &Parameters::default());
            assert!(cards.iter().all(|card| card.fix.short != "T28"), "{}", finding.rule);
        }
    }
    let reading = read(LEDGER);
    let chosen = choice(&reading, "key-time-ordered-id Transactions", "T28");
    let rewritten = hotsplit_engine::rewrite(&reading, &[chosen]);
    assert!(rewritten.applied.is_empty());
    assert_eq!(rewritten.reading.text, LEDGER);
    insta::assert_snapshot!(rewritten.refused[0].1.why);
}
