//! NULLS NOT DISTINCT of PostgreSQL, for each type that a unique index may have: on the emulator a
//! second NULL is refused, and values are as unique as they are.

use hotsplit_port::port::{Options, Severity, Target, port};
use hotsplit_port::source::{Database, read};
use hotsplit_support::emulator::{self, Emulator};
use hotsplit_syntax::tree::Dialect;
use serde_json::json;

/// A type of PostgreSQL, and two values of it for each dialect of Spanner: the least that is usual,
/// by which NULL might be replaced, and another.
struct Case {
    ty: &'static str,
    google: [&'static str; 2],
    postgresql: [&'static str; 2],
}

const fn case(ty: &'static str, google: [&'static str; 2], postgresql: [&'static str; 2]) -> Case {
    Case { ty, google, postgresql }
}

const CASES: &[Case] = &[
    case("text", ["''", "'n'"], ["''", "'n'"]),
    case("varchar(9)", ["'v'", "'n'"], ["'v'", "'n'"]),
    case("bigint", ["0", "-1"], ["0", "-1"]),
    case("boolean", ["FALSE", "TRUE"], ["FALSE", "TRUE"]),
    case("date", ["DATE '0001-01-01'", "DATE '2024-02-29'"], ["'0001-01-01'", "'2024-02-29'"]),
    case(
        "timestamptz",
        ["TIMESTAMP '0001-01-01 00:00:00+00'", "TIMESTAMP '2024-02-29 01:02:03.000004+00'"],
        ["'0001-01-01 00:00:00+00'", "'2024-02-29 01:02:03.000004+00'"],
    ),
    case("double precision", ["0", "0.1"], ["0", "0.1"]),
    case("real", ["0", "0.5"], ["0", "0.5"]),
    case("bytea", ["b''", r"b'\xff\x00'"], [r"'\x'", r"'\xff00'"]),
    case("uuid", ["''", "'6ba7b810-9dad-41d1-80b4-00c04fd430c8'"], ["''", "'6ba7b810'"]),
    case("numeric(9,2)", ["NUMERIC '0'", "NUMERIC '0.01'"], ["", ""]),
];

/// An index, and whether it has rows that are marked as gone.
const INDEXES: [(&str, bool); 4] = [
    ("(x) NULLS NOT DISTINCT", true),
    ("(same, x) NULLS NOT DISTINCT", true),
    ("(x) NULLS NOT DISTINCT WHERE gone IS NULL", false),
    ("(same, x) NULLS NOT DISTINCT WHERE same > 0", true),
];

#[test]
fn a_second_null_is_refused_whatever_the_type() {
    let Some(emulator) = Emulator::for_test("a_second_null_is_refused_whatever_the_type") else {
        return;
    };
    let mut wrong = Vec::new();
    for case in CASES {
        for (index, gone_too) in INDEXES {
            for (target, dialect, values) in [
                (Target::GoogleSql, Dialect::GoogleSql, case.google),
                (Target::PostgreSql, Dialect::PostgreSql, case.postgresql),
            ] {
                // NUMERIC is in no key of the PostgreSQL dialect.
                if values[0].is_empty() && values[1].is_empty() {
                    continue;
                }
                let dump = format!(
                    "CREATE TABLE t (k bigint PRIMARY KEY, same bigint, gone bigint, x {});\n\
                     CREATE UNIQUE INDEX u ON t {index};\n",
                    case.ty
                );
                let ported = port(
                    &read(&dump, Database::PostgreSql),
                    &Options { comments: false, ..Options::to(target) },
                );
                let severe = ported.losses.iter().filter(|it| it.rule == "migrate-unique-nulls");
                assert!(severe.clone().all(|it| it.severity == Severity::Info), "{dump}");
                let statements: Vec<&str> =
                    ported.statements.iter().map(|span| span.of(&ported.text)).collect();
                let found = emulator
                    .database(dialect, &statements)
                    .and_then(|database| play(&database, values, gone_too));
                if let Err(message) = found {
                    wrong.push(format!("{dump}{target:?}: {message}\n{}", ported.text));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n\n"));
}

/// Inserts NULL and both values twice each: the first is stored, the second refused. A row that is
/// gone is in the index where `gone_too` says so.
fn play(
    database: &emulator::Database<'_>,
    values: [&str; 2],
    gone_too: bool,
) -> Result<(), String> {
    let mut key = 0;
    for value in ["NULL", values[0], values[1]] {
        for (gone, stored) in [("NULL", true), ("NULL", false), ("1", !gone_too)] {
            key += 1;
            let row = format!("({key}, 1, {gone}, {value})");
            let done =
                database.dml(&format!("INSERT INTO t (k, same, gone, x) VALUES {row}"), &json!({}));
            if done.is_ok() != stored {
                return Err(format!("{row} stored: expected {stored}, found {done:?}"));
            }
        }
    }
    Ok(())
}

#[test]
fn an_index_of_columns_that_are_never_null_stays_as_it_is() {
    let dump = "CREATE TABLE t (k bigint PRIMARY KEY, x text NOT NULL);\n\
                CREATE UNIQUE INDEX u ON t (x) NULLS NOT DISTINCT;\n";
    for target in [Target::GoogleSql, Target::PostgreSql] {
        let ported = port(&read(dump, Database::PostgreSql), &Options::to(target));
        assert!(ported.text.contains("CREATE UNIQUE INDEX u ON t (x);"), "{}", ported.text);
        assert!(ported.losses.iter().all(|loss| loss.rule != "migrate-unique-nulls"));
    }
}
