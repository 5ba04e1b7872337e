//! Laws of every port: outcomes add up, the ledger is closed, the same dump gives the same bytes, a
//! port is no source, and no dump that is cut or changed makes it panic.

use hotsplit_port::port::{Options, Target, port};
use hotsplit_port::source::{Database, Detected, detect, read};
use proptest::prelude::*;

use crate::corpus;
use crate::obeys::assert_laws;

const TARGETS: [Target; 2] = [Target::GoogleSql, Target::PostgreSql];

/// Bytes of a dump that is cut and changed: several laws are checked on each.
const CHANGED_BYTES_MAX: usize = 20_000;

#[test]
fn the_corpus_obeys_the_laws() {
    for dump in corpus::dumps("the_corpus_obeys_the_laws") {
        let source = read(&dump.text, dump.database);
        for target in TARGETS {
            for literal in [false, true] {
                let options = Options { literal, ..Options::to(target) };
                let ported = port(&source, &options);
                assert_laws(&dump.name(), &source, &ported);
                assert_eq!(ported, port(&source, &options), "{}: other bytes", dump.name());
            }
        }
    }
}

#[test]
fn a_port_is_no_source() {
    for dump in corpus::dumps("a_port_is_no_source") {
        for target in TARGETS {
            let ported = port(&read(&dump.text, dump.database), &Options::to(target));
            let detected = detect(&ported.text);
            let wrong = matches!(detected, Detected::Source(_));
            assert!(!wrong, "{} to {target:?}: {detected:?}", dump.name());
        }
    }
}

#[test]
fn cut_and_changed_dumps_obey_the_laws() {
    let dumps = corpus::dumps("cut_and_changed_dumps_obey_the_laws");
    for dump in dumps.iter().filter(|it| it.text.len() < CHANGED_BYTES_MAX) {
        let step = dump.text.len() / 12 + 1;
        for at in (0..dump.text.len()).step_by(step) {
            let at = dump.text.floor_char_boundary(at);
            let cut = &dump.text[..at];
            let without =
                format!("{cut}{}", dump.text[at..].trim_start_matches(|c: char| c != '('));
            for text in [cut, &without, &dump.text[at..]] {
                let source = read(text, dump.database);
                for target in TARGETS {
                    assert_laws(&dump.name(), &source, &port(&source, &Options::to(target)));
                }
            }
        }
    }
}

proptest! {
    #[test]
    fn no_text_makes_it_panic(
        words in prop::collection::vec(
            prop::sample::select(vec![
                "CREATE TABLE", "ALTER TABLE", "t", "(", ")", ",", ";", "a", "int", "`b`", "'x'",
                "PRIMARY KEY", "KEY", "UNIQUE", "DEFAULT", "CHECK", "1", "=", "::", "text", "[", "]",
                "ADD", "COLUMN", "\"c\"", "$$", "/*!40101", "*/", "--", "\n", "INSERT INTO", "VALUES",
                "COPY t FROM stdin;\n", "\\.", "ENUM('a','ö')", "FOREIGN KEY", "REFERENCES", "CASE",
                "WHEN", "NOT NULL", "nextval('s')", "AS", "GENERATED ALWAYS", "IDENTITY", "DELIMITER x",
                "CREATE TYPE t AS ENUM", "RENAME", "TO", "DROP", "PARTITION OF", "'", "E'\\'", "varchar(",
                "9999999999999999999999", "WHERE", "IS NOT NULL", "CREATE INDEX i ON t", "é", "AND", "IN",
                "FIRST", "AFTER a", "DROP CONSTRAINT", "DROP COLUMN a", "DROP INDEX i", "USING INDEX i",
                "LIKE t", "INCLUDING ALL", "INHERITS (t)", "SET search_path = s;", "ALTER TYPE t",
                "RENAME VALUE 'a'", "r int4range, ", "lower(r)", "tsrange", "E'\\xFF'", "CREATE DOMAIN u AS t", "ALTER SCHEMA s RENAME TO r;", "ALTER TABLE t DETACH PARTITION u;", "NO INHERIT t", "ADD VALUE 'x'", "ALTER DOMAIN t", "ALTER INDEX i", "\nCREATE TABLE u",
            ]),
            0..60,
        ),
    ) {
        let text = words.join(" ");
        for database in [Database::MySql, Database::PostgreSql] {
            let source = read(&text, database);
            for target in TARGETS {
                assert_laws("words", &source, &port(&source, &Options::to(target)));
            }
        }
    }
}
