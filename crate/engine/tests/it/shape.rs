//! What a table is for: words that tell, and words that tell only beside a column.

use hotsplit_engine::facts::{Settings, evidence, shape};
use hotsplit_engine::syntax::tree::Dialect;

/// What each table of `sql` is taken for.
fn check(sql: &str) -> Vec<String> {
    let reading = hotsplit_engine::read(sql, Some(Dialect::GoogleSql), &Settings::default());
    assert!(reading.tree.errors.is_empty(), "{:?}", reading.tree.errors);
    let told = |table| {
        let kinds = [shape::log_like(table), shape::queue_like(table), shape::counter_like(table)];
        let said: Vec<String> =
            kinds.into_iter().flatten().map(|evidence| evidence.what.to_string()).collect();
        said.join("; ")
    };
    reading.schema.tables.iter().map(told).collect()
}

#[test]
fn a_log_is_known_by_its_name() {
    let logs = check(
        "CREATE TABLE AuditEntries (Id INT64) PRIMARY KEY (Id);
         CREATE TABLE UserAccessLogs (Id INT64) PRIMARY KEY (Id);
         CREATE TABLE order_history (Id INT64) PRIMARY KEY (Id);
         CREATE TABLE useraccesslogs (Id INT64) PRIMARY KEY (Id);
         CREATE TABLE productcatalog (Id INT64) PRIMARY KEY (Id);",
    );
    assert_eq!(
        logs,
        [
            "the name `AuditEntries`: a log",
            "the name `UserAccessLogs`: a log",
            "the name `order_history`: a log",
            "the name `useraccesslogs`: a log",
            ""
        ]
    );
}

#[test]
fn events_need_a_time_of_arrival_to_be_a_stream() {
    let events = check(
        "CREATE TABLE Events (Id INT64, Venue INT64, Held DATE) PRIMARY KEY (Id);
         CREATE TABLE Events (Id INT64, CreatedAt TIMESTAMP) PRIMARY KEY (Id);
         CREATE TABLE EventTypes (Id INT64, CreatedAt TIMESTAMP) PRIMARY KEY (Id);
         CREATE TABLE Logins (Id INT64, CreatedAt TIMESTAMP) PRIMARY KEY (Id);",
    );
    assert_eq!(events, ["", "the name `Events`: a stream of events", "", ""]);
}

#[test]
fn work_needs_a_state_or_a_due_time_to_be_a_queue() {
    let queues = check(
        "CREATE TABLE Outbox (Id INT64) PRIMARY KEY (Id);
         CREATE TABLE Tasks (Id INT64, Title STRING(80)) PRIMARY KEY (Id);
         CREATE TABLE Tasks (Id INT64, Status STRING(8)) PRIMARY KEY (Id);
         CREATE TABLE WorkItems (Id INT64, NextAttemptAt TIMESTAMP) PRIMARY KEY (Id);
         CREATE TABLE OrderItems (Id INT64, Status STRING(8)) PRIMARY KEY (Id);
         CREATE TABLE Mails (Id INT64, State INT64, NextTryAt TIMESTAMP) PRIMARY KEY (Id);",
    );
    assert_eq!(
        queues,
        [
            "the name `Outbox`: a queue",
            "",
            "the name `Tasks`: a queue",
            "the name `WorkItems`: a queue",
            "",
            "the columns `State` and `NextTryAt`: a queue"
        ]
    );
}

#[test]
fn counters_are_known_by_their_name() {
    let counters = check(
        "CREATE TABLE PageCounters (Page STRING(80), Hits INT64) PRIMARY KEY (Page);
         CREATE TABLE Countries (Code STRING(2)) PRIMARY KEY (Code);",
    );
    assert_eq!(counters, ["the name `PageCounters`: counters", ""]);
}

#[test]
fn a_running_number_is_told_from_the_name_of_a_standard() {
    let sample = evidence::numbered_sample;
    assert_eq!(sample("as in INV-000123."), Some("INV-000123"));
    assert_eq!(sample("e.g. `T/2026/0042`"), Some("T/2026/0042"));
    assert_eq!(sample("ISO-4217 code"), None);
    assert_eq!(sample("A1B2C3D4-E29B-41D4-A716-446655440000"), None);
    assert_eq!(sample("see RFC-9562 and 2026-01-01"), None);
}
