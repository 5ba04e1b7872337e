//! T28: the key of a live table by a copy. DDL and a finding in, the DDL with the statements of the
//! migration below it out; the emulator takes them in their order.

use hotsplit::facts::Given;
use hotsplit::fixes::{self, AskKind, Parameters};
use hotsplit::{Offer, Reading};

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
    let reading = hotsplit::read(ddl, None, &Given::default());
    assert!(reading.tree.errors.is_empty(), "{:?} in\n{ddl}", reading.tree.errors);
    reading
}

fn set(fix: &str) -> Parameters {
    Parameters::default().with("fix", fix)
}

/// What T28 gives for the finding `rule object`, or why it gives nothing.
fn offered(reading: &Reading, finding: &str, parameters: &Parameters) -> Result<Offer, String> {
    let (rule, object) = finding.split_once(' ').expect("a rule and an object");
    let found = reading.findings.iter().find(|found| {
        found.rule == rule && fixes::object_name(&reading.schema, found.object) == object
    });
    let found = found.unwrap_or_else(|| panic!("{finding} is not found"));
    let fix = fixes::find("T28").expect("it is listed");
    hotsplit::offer(reading, found, fix, parameters).map_err(|refusal| refusal.why)
}

/// What stands below the text afterwards, with the key it gives; the text itself stays.
fn below(ddl: &str, finding: &str, parameters: &Parameters) -> String {
    let reading = read(ddl);
    let offer = match offered(&reading, finding, parameters) {
        Ok(offer) => offer,
        Err(why) => return format!("refused: {why}"),
    };
    if let Some(emulator) = Emulator::for_test("live_rekey::below") {
        let dialect = reading.schema.dialect;
        for text in [ddl, &offer.after.text] {
            let taken = rollout::takes(&emulator, dialect, &known_statements(text, dialect));
            assert_eq!(taken, Ok(()), "{text}");
        }
    }
    let text = &offer.after.text;
    let added = match text.strip_prefix(ddl.trim_end()) {
        Some(added) => added,
        None => text,
    };
    format!("{}: {}", offer.plan.resulting_key, added.trim())
}

#[test]
fn what_hangs_on_a_table_moves_to_the_copy() {
    insta::assert_snapshot!(below(
        LEDGER,
        "key-time-ordered-id Transactions",
        &Parameters::default()
    ));
}

#[test]
fn a_reference_moves_in_postgresql() {
    insta::assert_snapshot!(below(USERS, "key-monotonic-int users", &set("T1")));
}

#[test]
fn a_history_goes_on() {
    insta::assert_snapshot!(below(HISTORY, "key-timestamp-first Visits", &set("T5")));
}

#[test]
fn the_last_statement_ends_first() {
    insta::assert_snapshot!(below(LOGS, "key-timestamp-first Logs", &Parameters::default()));
}

#[test]
fn line_ends_stay_as_they_are() {
    let ddl = LEDGER.replace('\n', "\r\n");
    let reading = read(&ddl);
    let offer = offered(&reading, "key-time-ordered-id Transactions", &Parameters::default());
    let text = offer.unwrap().after.text;
    assert_eq!(text.matches("\r\n").count(), text.matches('\n').count(), "{text}");
}

/// The fix that gives the key is a person's to choose, among those that have a plan.
#[test]
fn another_fix_may_give_the_key() {
    let finding = "key-timestamp-first Visits";
    let reading = read(HISTORY);
    let best = offered(&reading, finding, &Parameters::default()).unwrap().plan;
    let ask = &best.asks[0];
    assert_eq!((ask.name, ask.value.as_str()), ("fix", "T7"));
    let AskKind::Choice(choices) = &ask.kind else { panic!("{:?} is no choice", ask.kind) };
    let ids: Vec<&str> = choices.iter().map(|(id, _)| id.as_str()).collect();
    assert_eq!(ids, ["T7", "T5", "T6", "T1"]);
    for id in ids {
        let plan = offered(&reading, finding, &set(&id.to_lowercase())).unwrap().plan;
        assert_eq!(plan.asks[0].value, id);
        assert_eq!(plan.asks[0].kind, ask.kind);
    }
    // What the other fix asks is asked here.
    let shards = set("T5").with("shards", "64");
    let plan = offered(&reading, finding, &shards).unwrap().plan;
    assert_eq!(plan.shards, Some(64));
    let refused = offered(&reading, finding, &set("T9")).err().unwrap();
    assert_eq!(refused, "expected fix to be one of T7, T5, T6, T1, found `T9`");
}

/// Where the best fix changes a default in place there is nothing to copy for it.
#[test]
fn what_needs_no_copy_is_not_copied() {
    let ddl =
        "CREATE TABLE Orders (\n  OrderId INT64 NOT NULL, -- a counter\n) PRIMARY KEY (OrderId);\n";
    let reading = read(ddl);
    let refused = offered(&reading, "key-monotonic-int Orders", &set("T2")).err().unwrap();
    assert!(refused.contains("there is nothing to copy"), "{refused}");
    let best = offered(&reading, "key-monotonic-int Orders", &Parameters::default()).unwrap();
    assert_eq!(best.plan.asks[0].value, "T3");
}

/// It stands last before accepting, for findings on tables alone, and is never chosen by itself.
#[test]
fn it_comes_last_and_by_hand() {
    let reading = read(LEDGER);
    let finding = reading.find("key-time-ordered-id Transactions.TxnId").unwrap();
    let ids: Vec<&str> = hotsplit::ranked(&reading, finding).iter().map(|fix| fix.id).collect();
    assert_eq!(ids.last_chunk(), Some(&["T28", "T25"]));
    let all = hotsplit::rewrite_all(&reading);
    assert!(!all.applied.is_empty());
    assert!(all.applied.iter().all(|(choice, _)| choice.fix != "T28"));
    for reading in [LEDGER, USERS, HISTORY].map(read) {
        for finding in &reading.findings {
            let named = hotsplit::candidates(finding).filter(|fix| fix.id == "T28").count();
            let keyed = hotsplit::candidates(finding).any(|fix| fix.changes_key && fix.id != "T28");
            let table = matches!(finding.object, hotsplit::rules::Object::Table(_));
            assert_eq!(named, usize::from(keyed && table), "{}", finding.rule);
        }
    }
}
