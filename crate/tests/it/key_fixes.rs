//! Fixes of keys, through text: identity columns, hashes, bit reversal, entities in front, the
//! shards of few tenants, keys newest first, and numbers of the PostgreSQL dialect.

use crate::fixes::{Asked, asked, check, each, text};

/// A fix with what a person chose.
fn set<'a>(fix: &'a str, finding: &'a str, choices: &[(&str, &str)]) -> Asked<'a> {
    let mut asked = asked(fix, finding);
    for (name, value) in choices {
        asked.choice = asked.choice.with(name, value);
    }
    asked
}

#[test]
fn an_identity_column_takes_the_place_of_a_counter() {
    let int = asked("T3", "key-monotonic-int Events");
    let pg = asked("T3", "key-monotonic-int events");
    let kept = set("T3", "key-monotonic-int Events", &[("skip", "4294967296")]);
    let pg_kept = set("T2", "key-monotonic-int events", &[("kind", "identity"), ("skip", "99")]);
    insta::assert_snapshot!(each([
        check(
            &int,
            "CREATE TABLE Events (\n  EventId INT64 NOT NULL, -- a counter\n  Body STRING(MAX)\n) \
             PRIMARY KEY (EventId);"
        ),
        text(
            &kept,
            "create table Events (EventId int64 not null default (\
             unix_micros(current_timestamp()))) primary key (EventId)"
        ),
        text(&pg, "CREATE TABLE events (event_id bigint PRIMARY KEY, -- a counter\n  body text);"),
        check(
            &pg_kept,
            "CREATE TABLE events (\r\n  event_id bigint NOT NULL, -- a counter\r\n  \
             PRIMARY KEY (event_id)\r\n);"
        ),
        text(
            &int,
            "CREATE TABLE Events (EventId INT64 NOT NULL) PRIMARY KEY (EventId);\n\
             ALTER TABLE Events ALTER COLUMN EventId SET DEFAULT (\
             UNIX_MICROS(CURRENT_TIMESTAMP()));"
        ),
        text(
            &int,
            "CREATE TABLE Events (EventId INT64 NOT NULL) PRIMARY KEY (EventId);\n\
             ALTER TABLE Events ALTER COLUMN EventId INT64 NOT NULL DEFAULT (\
             UNIX_MICROS(CURRENT_TIMESTAMP()));"
        ),
    ]));
}

#[test]
fn a_counter_is_a_sequence_or_an_identity() {
    let ddl = "CREATE TABLE Events (EventId INT64 NOT NULL, -- a counter\n) PRIMARY KEY (EventId)";
    let with =
        |choices: &[(&str, &str)]| text(&set("T2", "key-monotonic-int Events", choices), ddl);
    insta::assert_snapshot!(each([
        with(&[("kind", "sequence"), ("skip", "1000")]),
        with(&[("kind", "identity")]),
        with(&[("kind", "serial")]),
        with(&[("skip", "-1")]),
    ]));
}

#[test]
fn a_uuid_is_of_the_type_that_was_chosen() {
    let google = "\
CREATE TABLE Events (EventId INT64 NOT NULL, -- a counter
) PRIMARY KEY (EventId);
CREATE TABLE Parts (EventId INT64 NOT NULL, PartNo INT64 NOT NULL) PRIMARY KEY (EventId, PartNo),
  INTERLEAVE IN PARENT Events;";
    let pg = "CREATE TABLE events (created_at timestamptz PRIMARY KEY);";
    let of = |finding, ty, ddl| text(&set("T1", finding, &[("type", ty)]), ddl);
    insta::assert_snapshot!(each([
        of("key-monotonic-int Events", "uuid", google),
        of("key-monotonic-int Events", "string36", google),
        of("key-timestamp-first events", "UUID", pg),
        of("key-timestamp-first events", "string36", pg),
        of("key-timestamp-first events", "bytes", pg),
    ]));
}
