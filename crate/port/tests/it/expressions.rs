//! Defaults, checks and generated columns in Spanner's words: what a clause of the source becomes in
//! GoogleSQL and in the PostgreSQL dialect, or the reason why it is left out, behind a `!`.

use hotsplit_port::port::{Options, Target, port};
use hotsplit_port::source::{Database, read};
use hotsplit_support::emulator::Emulator;
use hotsplit_syntax::tree::Dialect;

const MYSQL: Database = Database::MySql;
const POSTGRESQL: Database = Database::PostgreSql;

/// A clause of the source, and what it becomes in either dialect.
type Case<'a> = (&'a str, &'a str, &'a str);

/// Ports each clause, on a line before the columns that it names, and compares; the emulator takes
/// each port.
fn check(test: &str, database: Database, (before, columns): (&str, &str), cases: &[Case<'_>]) {
    let emulator = Emulator::for_test(test);
    let mut wrong = Vec::new();
    for (clause, google, postgresql) in cases {
        let text =
            format!("{before}\nCREATE TABLE t (id int NOT NULL PRIMARY KEY, {clause}{columns});");
        for (target, dialect, wanted) in [
            (Target::GoogleSql, Dialect::GoogleSql, google),
            (Target::PostgreSql, Dialect::PostgreSql, postgresql),
        ] {
            let mut options = Options { comments: false, ..Options::to(target) };
            assert_eq!(options.read_directives(&text), Vec::<String>::new());
            let it = port(&read(&text, database), &options);
            let losses: Vec<&str> = it.losses.iter().map(|loss| &*loss.message).collect();
            let same = match wanted.strip_prefix('!') {
                Some(why) => losses.iter().any(|message| message.contains(why)),
                None => it.text.contains(wanted),
            };
            if !same {
                wrong.push(format!("{clause}: expected {wanted}, found {}{losses:#?}", it.text));
            }
            if let Some(emulator) = &emulator {
                let statements: Vec<&str> =
                    it.statements.iter().map(|span| span.of(&it.text)).collect();
                if let Err(refusal) = emulator.accepts(dialect, &statements) {
                    wrong.push(format!("{clause} to {target:?}: {refusal}"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn texts_are_read_with_their_escapes() {
    let cases: &[Case<'_>] = &[
        (r"a text DEFAULT E'\x41\u00e9\101'", "('AéA')", "'AéA'"),
        (r"a text DEFAULT E'\U0001F600\x7a\7x'", r"('😀z\u0007x')", "'😀z\u{7}x'"),
        (r"a text DEFAULT E'\t\'\q''\\'", r"('\t\'q\'\\')", "'\t''q''\\'"),
        (r"a text DEFAULT '\x41'", r"('\\x41')", r"'\x41'"),
        ("a text DEFAULT 'x'\n  'y'", "('xy')", "'xy'"),
        ("a text DEFAULT E'x'\n  '\\x41'", "('xA')", "'xA'"),
        (r"a text DEFAULT E'\xC3\xA9' NOT NULL", "NOT NULL DEFAULT ('é')", "NOT NULL DEFAULT 'é'"),
        ("a text DEFAULT E'\\xF0\\237\\x98'\n  '\\x80' NOT NULL", "('😀')", "'😀'"),
        (
            r"a text DEFAULT E'\u00'",
            "!the escapes of E'\\u00' name no",
            "!the escapes of E'\\u00' name no",
        ),
        (
            r"a text DEFAULT E'\xFF'",
            "!the escapes of E'\\xFF' name no",
            "!the escapes of E'\\xFF' name no",
        ),
        (r"a text CHECK (a <> E'\303\251')", "CHECK (a <> 'é')", "CHECK (a <> 'é')"),
        (
            r"a text CHECK (a <> E'\xE9')",
            "!check is left out: the escapes of",
            "!check is left out: the escapes of",
        ),
    ];
    check("texts_are_read_with_their_escapes", POSTGRESQL, ("", ""), cases);
    let cases: &[Case<'_>] = &[
        (r"a varchar(9) DEFAULT 'x\%\z' 'y'", r"('x\\%zy')", r"'x\%zy'"),
        (r"a varchar(9) DEFAULT 'x''\\'", r"('x\'\\')", r"'x''\'"),
    ];
    check("texts_are_read_with_their_escapes", MYSQL, ("", ""), cases);
}

#[test]
fn times_without_a_zone_get_one() {
    let test = "times_without_a_zone_get_one";
    let columns = ", dt timestamp, tz timestamptz, d date";
    let cases: &[Case<'_>] = &[
        (
            "CHECK (dt > '2020-01-01')",
            "CHECK (dt > TIMESTAMP '2020-01-01 00:00:00+00')",
            "CHECK (dt > '2020-01-01 00:00:00+00'::timestamptz)",
        ),
        (
            "CHECK (dt BETWEEN '2020-01-01'::timestamp AND '2021-01-01 10:00+05'::timestamp)",
            "BETWEEN TIMESTAMP '2020-01-01 00:00:00+00' AND TIMESTAMP '2021-01-01 10:00:00+00'",
            "'2020-01-01 00:00:00+00'::timestamptz AND '2021-01-01 10:00:00+00'::timestamptz",
        ),
        (
            "CHECK (dt IN (timestamp '2020-01-01 10:00:00.5'))",
            "dt IN (TIMESTAMP '2020-01-01 10:00:00.5+00')",
            "dt IN ('2020-01-01 10:00:00.5+00'::timestamptz)",
        ),
        (
            "CHECK (tz > '2020-01-01 10:00:00+02')",
            "tz > TIMESTAMP '2020-01-01 10:00:00+02'",
            "tz > '2020-01-01 10:00:00+02'::timestamptz",
        ),
        ("CHECK (tz > '2020-01-01')", "!session is not stated", "!session is not stated"),
        ("CHECK (tz > dt)", "!session is not stated", "!session is not stated"),
        ("CHECK (EXTRACT(hour FROM tz) > 1)", "!session is not stated", "!session is not stated"),
        ("CHECK (d > '2020-01-01')", "d > '2020-01-01'", "d > '2020-01-01'"),
        (
            "x timestamptz DEFAULT '2020-01-01 10:00'",
            "!session is not stated",
            "!session is not stated",
        ),
        (
            "x timestamp DEFAULT 'epoch'",
            "(TIMESTAMP '1970-01-01 00:00:00+00')",
            "'1970-01-01 00:00:00+00'::timestamptz",
        ),
        (
            "x timestamp DEFAULT timezone('utc'::text, now())",
            "x TIMESTAMP DEFAULT (CURRENT_TIMESTAMP())",
            "x timestamptz DEFAULT CURRENT_TIMESTAMP",
        ),
        (
            "x date DEFAULT CURRENT_DATE",
            "x DATE DEFAULT (CURRENT_DATE('UTC'))",
            "x date DEFAULT (DATE '1970-01-01' + CAST(FLOOR(EXTRACT(epoch FROM now()) / 86400)",
        ),
        (
            "x date GENERATED ALWAYS AS (dt::date) STORED",
            "AS (DATE(dt, 'UTC'))",
            "((DATE '1970-01-01' + CAST(FLOOR(EXTRACT(epoch FROM dt) / 86400) AS bigint)))",
        ),
        (
            "x timestamp GENERATED ALWAYS AS (date_trunc('week', dt)) STORED",
            "TIMESTAMP_TRUNC(dt, ISOWEEK, 'UTC')",
            "date_trunc('week', dt, 'UTC')",
        ),
    ];
    check(test, POSTGRESQL, ("", columns), cases);
    let cases: &[Case<'_>] = &[
        (
            "CHECK (dt > '2020-01-01')",
            "dt > TIMESTAMP '2020-01-01 00:00:00 Europe/Berlin'",
            "dt > '2020-01-01 00:00:00 Europe/Berlin'::timestamptz",
        ),
        (
            "CHECK (EXTRACT(year FROM dt) > 1)",
            "EXTRACT(YEAR FROM dt AT TIME ZONE 'Europe/Berlin') > 1",
            "!no parts of a time in the zone `Europe/Berlin`",
        ),
        (
            "x date DEFAULT CURRENT_DATE",
            "CURRENT_DATE('Europe/Berlin')",
            "!no parts of a time in the zone `Europe/Berlin`",
        ),
    ];
    check(test, POSTGRESQL, ("-- hotsplit: file zone=Europe/Berlin", columns), cases);
    let columns = ", dt datetime, ts timestamp NULL";
    let cases: &[Case<'_>] = &[
        (
            "CHECK (ts > '2020-01-01' AND dt > '2020-01-01')",
            "ts > TIMESTAMP '2020-01-01 00:00:00-03:00' AND dt > TIMESTAMP '2020-01-01 00:00:00+02:00'",
            "ts > '2020-01-01 00:00:00-03:00'::timestamptz AND dt > '2020-01-01 00:00:00+02:00'::",
        ),
        ("CHECK (ts > dt)", "!times of different zones", "!times of different zones"),
        (
            "x int AS (hour(dt)) STORED",
            "EXTRACT(HOUR FROM dt AT TIME ZONE '+02:00')",
            "FLOOR((EXTRACT(epoch FROM dt) + 7200) / 3600) - FLOOR((EXTRACT(epoch FROM dt) + 7200)",
        ),
        (
            "x datetime DEFAULT '2020-01-01 10:00:00'",
            "TIMESTAMP '2020-01-01 10:00:00+02:00'",
            "'2020-01-01 10:00:00+02:00'::timestamptz",
        ),
    ];
    let before = "-- hotsplit: file zone=+02:00\n/*!40103 SET TIME_ZONE='-03:00' */;";
    check(test, MYSQL, (before, columns), cases);
}

#[test]
fn parts_of_a_time_are_those_of_its_zone() {
    let test = "parts_of_a_time_are_those_of_its_zone";
    let Some(emulator) = Emulator::for_test(test) else { return };
    let text = "-- hotsplit: file zone=+02:00\nCREATE TABLE t (id int NOT NULL PRIMARY KEY, dt datetime,
        d date AS (date(dt)) STORED, y int AS (year(dt)) STORED, h int AS (hour(dt)) STORED, m int AS (minute(dt)) STORED);";
    for (target, dialect) in
        [(Target::GoogleSql, Dialect::GoogleSql), (Target::PostgreSql, Dialect::PostgreSql)]
    {
        let mut options = Options { comments: false, ..Options::to(target) };
        assert_eq!(options.read_directives(text), Vec::<String>::new());
        let it = port(&read(text, MYSQL), &options);
        let statements: Vec<&str> = it.statements.iter().map(|span| span.of(&it.text)).collect();
        let database = emulator.database(dialect, &statements).unwrap();
        let times = ["2019-12-31T22:30:00Z", "1959-12-31T21:59:59Z"];
        let rows: Vec<_> = times.iter().map(|it| vec![it[..4].into(), (*it).into()]).collect();
        database.insert("t", &["id", "dt"], &rows).unwrap();
        let rows = database.query("SELECT d, y, h, m FROM t ORDER BY id").unwrap();
        assert_eq!(rows, [["1959-12-31", "1959", "23", "59"], ["2020-01-01", "2020", "0", "30"]]);
    }
}

#[test]
fn bit_strings_keep_their_bits() {
    let test = "bit_strings_keep_their_bits";
    let cases: &[Case<'_>] = &[
        ("a bit(3) DEFAULT B'101'", "('101')", "'101'"),
        ("a bit(3) DEFAULT B'011'::\"bit\"", "('011')", "'011'"),
        ("a bit(8) DEFAULT x'1F'", "('00011111')", "'00011111'"),
        ("a varbit DEFAULT B''", "('')", "''"),
        ("a int DEFAULT B'101'::int", "(5)", "5"),
        ("a bit(3), CHECK (a <> B'000')", "a <> '000'", "a <> '000'"),
    ];
    check(test, POSTGRESQL, ("", ""), cases);
    let cases: &[Case<'_>] = &[
        ("a bit(3) DEFAULT b'101'", "(5)", "5"),
        ("a int DEFAULT x'1F'", "(31)", "31"),
        ("a varchar(9) DEFAULT b'101000001'", r"('\u0001A')", "'\u{1}A'"),
        ("a varchar(9) DEFAULT x'C3A9'", "('é')", "'é'"),
        ("a varchar(9) DEFAULT 0xFF", "!its bytes are no text", "!its bytes are no text"),
        ("a int, CHECK (a < 0x10)", "a < 16", "a < 16"),
    ];
    check(test, MYSQL, ("", ""), cases);
}

#[test]
fn what_is_compared_otherwise_is_left_out_or_named() {
    let test = "what_is_compared_otherwise_is_left_out_or_named";
    let mixed = "!values of different types";
    let order = "!the order of texts is another";
    let case = "!the source ignores case";
    let columns = ", s varchar(9), b varchar(9) COLLATE utf8mb4_bin, e enum('x','y'), t time, n int, \
                   m int NOT NULL, j json, o tinyint(1), d decimal(60,2)";
    let cases: &[Case<'_>] = &[
        ("CHECK (s > 5)", mixed, mixed),
        ("CHECK (0 = s)", mixed, mixed),
        ("CHECK (s IN (1, 2))", mixed, mixed),
        ("CHECK (e = 1)", mixed, mixed),
        ("CHECK (e > 'x')", order, order),
        ("CHECK (e = 'x')", "CHECK (e = 'x')", "CHECK (e = 'x')"),
        ("CHECK (t BETWEEN '08:00:00' AND '10:00:00')", order, order),
        ("CHECK (COALESCE(t, '1') < '2')", order, order),
        ("CHECK (t = '10:00')", "!texts of another form", "!texts of another form"),
        ("CHECK (t <> '10:00:00')", "t <> '10:00:00'", "t <> '10:00:00'"),
        ("CHECK (s = 'a')", case, case),
        ("CHECK (s = 'a')", "CHECK (s = 'a')", "CHECK (s = 'a')"),
        ("CHECK (n IN (1) AND LEFT(s, 1) LIKE 'a%')", case, case),
        ("x int AS (CASE s WHEN 'a' THEN 1 END) STORED", case, case),
        ("CHECK (s REGEXP '^a')", "'(?i)^a'", "'(?i)^a'"),
        ("CHECK (b REGEXP '^a')", "'^a'", "'^a'"),
        ("x varchar(9) AS (cast(s AS char(3))) STORED", "SUBSTR(s, 1, 3)", "SUBSTR(s, 1, 3)"),
        ("x varchar(9) AS (cast(o AS char)) STORED", "!0 or 1", "!0 or 1"),
        (
            "x varchar(9) AS (substring(s, -2)) STORED",
            "CASE WHEN CHAR_LENGTH(s) <= 1 THEN '' ELSE SUBSTR(s, CHAR_LENGTH(s) - 1) END",
            "CASE WHEN length(s) <= 1 THEN '' ELSE SUBSTR(s, length(s) - 1) END",
        ),
        ("x varchar(9) AS (substr(s, 0, 2)) STORED", "SUBSTR(s, 1, 0)", "SUBSTR(s, 1, 0)"),
        ("CHECK (GREATEST(n, m) > 1)", "GREATEST(n, m) > 1", "!treats NULL otherwise"),
        ("CHECK (GREATEST(m, 1) > 1)", "GREATEST(m, 1) > 1", "GREATEST(m, 1) > 1"),
        ("x varchar(9) AS (trim(s)) STORED", "TRIM(s, ' ')", "btrim(s, ' ')"),
        ("CHECK (j ->> '$.a.b' = 'x')", "JSON_VALUE(j, '$.a.b')", "j -> 'a' ->> 'b'"),
        ("CHECK (j ->> '$.a' = 'x')", "!an object or an array", "(j ->> 'a') = 'x'"),
    ];
    check(test, MYSQL, ("", columns), cases);
    let silent = ported_losses("CHECK (s <> '' AND CHAR_LENGTH(s) > 1 AND b = 'x')", columns);
    assert!(!silent.iter().any(|it| it.contains("ignores case")), "{silent:?}");

    let columns = ", s text, c citext, e mood, t time, n int, m int NOT NULL, j jsonb, d numeric(10,2), f float8";
    let cases: &[Case<'_>] = &[
        ("CHECK (e < 'b'::mood)", order, order),
        ("CHECK (e IN ('a'::mood))", "e IN ('a')", "e IN ('a')"),
        ("CHECK (t > '10:00:00'::time)", order, order),
        (
            "x text GENERATED ALWAYS AS (m::text) STORED",
            "AS (CAST(m AS STRING))",
            "(CAST(m AS varchar))",
        ),
        ("x text GENERATED ALWAYS AS (s::varchar(5)) STORED", "SUBSTR(s, 1, 5)", "SUBSTR(s, 1, 5)"),
        ("x text DEFAULT 'abc'::varchar(2)", "SUBSTR('abc', 1, 2)", "SUBSTR('abc', 1, 2)"),
        ("x text GENERATED ALWAYS AS (s::char(5)) STORED", "!adds blanks", "!adds blanks"),
        ("x text GENERATED ALWAYS AS (d::text) STORED", "!the zeros", "!the zeros"),
        ("x int GENERATED ALWAYS AS (f::int) STORED", "!halves", "!halves"),
        ("x numeric GENERATED ALWAYS AS (d::numeric(5,1)) STORED", "ROUND(d, 1)", "!round"),
        (
            "x text GENERATED ALWAYS AS (substr(s, 0, 2)) STORED",
            "SUBSTR(s, 1, 1)",
            "SUBSTR(s, 1, 1)",
        ),
        ("x text GENERATED ALWAYS AS (substr(s, -2)) STORED", "SUBSTR(s, 1)", "SUBSTR(s, 1)"),
        ("CHECK (LEAST(n, m) > 1)", "!treats NULL otherwise", "LEAST(n, m) > 1"),
        ("CHECK (LEAST(m, 2) > 1)", "LEAST(m, 2) > 1", "LEAST(m, 2) > 1"),
        ("CHECK (j ->> 'a' = 'x')", "!an object or an array", "(j ->> 'a') = 'x'"),
        ("CHECK (j -> 'a' ->> 'b' = 'x')", "JSON_VALUE(j, '$.a.b')", "j -> 'a' ->> 'b'"),
    ];
    check(test, POSTGRESQL, ("CREATE TYPE mood AS ENUM ('b', 'a');", columns), cases);
}

fn ported_losses(clause: &str, columns: &str) -> Vec<String> {
    let text = format!("CREATE TABLE t (id int NOT NULL PRIMARY KEY, {clause}{columns});");
    let it = port(&read(&text, MYSQL), &Options::to(Target::GoogleSql));
    it.losses.into_iter().map(|loss| loss.message).collect()
}

#[test]
fn functions_are_translated_where_they_mean_the_same() {
    let test = "functions_are_translated_where_they_mean_the_same";
    let lost = "!is not translated";
    let columns = ", s varchar(9), n int, j json, y varbinary(9), dt datetime, d date";
    let cases: &[Case<'_>] = &[
        (
            "CHECK (regexp_like(s, _utf8mb4'^[a-z]+$'))",
            "REGEXP_CONTAINS(s, '(?i)^[a-z]+$')",
            "s ~ '(?i)^[a-z]+$'",
        ),
        ("CHECK (MOD(n, 7) = 1)", "MOD(n, 7) = 1", "MOD(n, 7) = 1"),
        ("x varchar(9) AS (LPAD(s, 5, '0')) STORED", "LPAD(s, 5, '0')", "LPAD(s, 5, '0')"),
        ("x varchar(9) AS (RPAD(s, 5, '')) STORED", lost, lost),
        ("x varchar(99) AS (SHA2(s, 256)) STORED", "TO_HEX(SHA256(s))", lost),
        ("x varchar(99) AS (SHA2(s, 512)) STORED", lost, lost),
        ("x varchar(99) AS (HEX(y)) STORED", "UPPER(TO_HEX(y))", lost),
        ("x varchar(99) AS (HEX(n)) STORED", lost, lost),
        (
            "x varchar(9) AS (CONCAT_WS('-', s, n)) STORED",
            "ARRAY_TO_STRING([s, CAST(n AS STRING)], '-')",
            lost,
        ),
        (
            "x varchar(9) AS (DATE_FORMAT(dt, '%Y-%m %H:%i')) STORED",
            "FORMAT_TIMESTAMP('%E4Y-%m %H:%M', dt, 'UTC')",
            lost,
        ),
        ("x varchar(9) AS (DATE_FORMAT(d, '%Y%m')) STORED", "FORMAT_DATE('%E4Y%m', d)", lost),
        ("x varchar(9) AS (DATE_FORMAT(d, '%y')) STORED", lost, lost),
        (
            "x varchar(9) AS (JSON_UNQUOTE(JSON_EXTRACT(j, '$.a'))) STORED",
            "JSON_VALUE(j, '$.a')",
            "j ->> 'a'",
        ),
        (
            "x int AS (IF(n > 1, 2, 3)) STORED",
            "CASE WHEN n > 1 THEN 2 ELSE 3 END",
            "CASE WHEN n > 1 THEN 2 ELSE 3 END",
        ),
        (
            "x varchar(9) AS (RIGHT(s, 2)) STORED",
            "SUBSTR(s, -2)",
            "SUBSTR(s, GREATEST(length(s) - 2 + 1, 1))",
        ),
    ];
    check(test, MYSQL, ("", columns), cases);
    let columns = ", s text, b text NOT NULL, n int, j jsonb";
    let cases: &[Case<'_>] = &[
        ("CHECK (s ILIKE 'A%')", "LOWER(s) LIKE LOWER('A%')", "LOWER(s) LIKE LOWER('A%')"),
        ("CHECK (s !~~* 'A%')", "LOWER(s) NOT LIKE LOWER('A%')", "LOWER(s) NOT LIKE LOWER('A%')"),
        (
            "CHECK (num_nonnulls(s, n) = 1)",
            "(CASE WHEN s IS NULL THEN 0 ELSE 1 END + CASE WHEN n IS NULL THEN 0 ELSE 1 END) = 1",
            "(CASE WHEN s IS NULL THEN 0 ELSE 1 END + CASE WHEN n IS NULL THEN 0 ELSE 1 END) = 1",
        ),
        ("CHECK (num_nulls(s) = 0)", "(CASE WHEN s IS NULL THEN 1 ELSE 0 END) = 0", "= 0"),
        (
            "CHECK (jsonb_typeof(j) = 'object')",
            "JSON_TYPE(j) = 'object'",
            "jsonb_typeof(j) = 'object'",
        ),
        ("CHECK (to_hex(n) = 'ff')", lost, lost),
        ("CHECK (concat(s, b) <> '')", "CONCAT(COALESCE(s, ''), b)", "(COALESCE(s, '') || b)"),
        ("CHECK (btrim(s, 'xy') <> '')", "TRIM(s, 'xy')", "btrim(s, 'xy')"),
    ];
    check(test, POSTGRESQL, ("", columns), cases);
}

#[test]
fn literals_are_carried_over() {
    let test = "literals_are_carried_over";
    let large = "!no whole number of 64 bits";
    let cases: &[Case<'_>] = &[
        ("a set('x','y','z') DEFAULT 'x,z'", "(['x', 'z'])", "ARRAY['x', 'z']::varchar[]"),
        ("a set('x','y','z') DEFAULT ''", "DEFAULT ([])", "'{}'::varchar[]"),
        ("a double DEFAULT 1e3", "CAST('1e3' AS FLOAT64)", "'1e3'::float8"),
        ("a float DEFAULT '-1.5E-3'", "CAST('-1.5e-3' AS FLOAT32)", "CAST(-1.5e-3 AS real)"),
        ("a bigint unsigned DEFAULT 18446744073709551615", large, large),
    ];
    check(test, MYSQL, ("", ""), cases);
    let nan = "!no number that a numeric holds";
    let cases: &[Case<'_>] = &[
        (
            r#"a text[] DEFAULT '{"a b", NULL ,c\,d, e f ,"NULL","q\"r"}'"#,
            r#"['a b', NULL, 'c,d', 'e f', 'NULL', 'q"r']"#,
            r#"ARRAY['a b', NULL, 'c,d', 'e f', 'NULL', 'q"r']::varchar[]"#,
        ),
        ("a int[] DEFAULT '{1,2}'::integer[]", "([1, 2])", "ARRAY[1, 2]::bigint[]"),
        ("a text[] DEFAULT '{ }'", "([])", "'{}'::varchar[]"),
        ("a int[] DEFAULT '{{1},{2}}'", "!is not understood", "!is not understood"),
        ("a text[] DEFAULT '{a,,b}'", "!is not understood", "!is not understood"),
        (
            "a timestamp[] DEFAULT '{2020-01-01 10:00}'",
            "[TIMESTAMP '2020-01-01 10:00:00+00']",
            "ARRAY['2020-01-01 10:00:00+00'::timestamptz]",
        ),
        ("a float8 DEFAULT 'NaN'", "CAST('nan' AS FLOAT64)", "'nan'::float8"),
        (
            "a float4 DEFAULT '-Infinity'",
            "CAST('-infinity' AS FLOAT32)",
            "!no such default of real",
        ),
        ("a numeric DEFAULT 'NaN'", nan, "'NaN'::numeric"),
        ("a numeric DEFAULT 'Infinity'", nan, nan),
        ("a float8 DEFAULT 'x'", "!no number that is understood", "!no number that is understood"),
    ];
    check(test, POSTGRESQL, ("", ""), cases);
}

#[test]
fn numbers_and_dates_are_compared_as_in_the_source() {
    let test = "numbers_and_dates_are_compared_as_in_the_source";
    let digits = "!other digits behind the point";
    let columns = ", s varchar(9), n int, m int, c decimal(10,2), f double, d date";
    let cases: &[Case<'_>] = &[
        ("CHECK (n / 2 > 1)", digits, digits),
        ("CHECK (c / 2 > 1)", digits, "!it mixes kinds of numbers"),
        ("CHECK (f / f > 1)", "f / NULLIF(f, 0)", "f / NULLIF(f, 0)"),
        ("CHECK (n DIV m > 1)", "DIV(n, NULLIF(m, 0))", "n / NULLIF(m, 0)"),
        ("CHECK (n % m = 1)", "MOD(n, NULLIF(m, 0))", "MOD(n, NULLIF(m, 0))"),
        ("CHECK (n % 2 = 1)", "MOD(n, 2)", "MOD(n, 2)"),
        ("CHECK (f > 1e3)", "f > 1e3", "f > 1e3"),
        ("CHECK (d > '2020-01-01 00:00:00')", "d > '2020-01-01'", "d > '2020-01-01'"),
        ("CHECK (d > '2020-01-01 10:00:00')", "!a date with a time", "!a date with a time"),
        ("x varchar(9) AS (TRIM(BOTH 'x' FROM s)) STORED", "TRIM(s, 'x')", "btrim(s, 'x')"),
        ("x varchar(9) AS (TRIM(BOTH 'xy' FROM s)) STORED", "!not understood", "!not understood"),
    ];
    check(test, MYSQL, ("", columns), cases);
    let order = "!orders texts by their bytes";
    let columns = ", s text, n int, m int, c numeric(10,2), d date, dt timestamp";
    let cases: &[Case<'_>] = &[
        ("CHECK (n / m > 1)", "DIV(n, m)", "n / m"),
        ("CHECK (c / 2.0 > 1)", digits, "c / 2.0"),
        ("CHECK (d > '2020-01-01 10:00')", "d > '2020-01-01'", "d > '2020-01-01'"),
        ("CHECK (s > 'a')", order, order),
        ("CHECK (s BETWEEN 'a' AND 'b')", order, order),
        ("CHECK (TRIM(BOTH FROM s) <> '')", "TRIM(s, ' ')", "btrim(s, ' ')"),
        ("CHECK (TRIM(LEADING 'xy' FROM s) <> '')", "LTRIM(s, 'xy')", "LTRIM(s, 'xy')"),
        ("CHECK (SUBSTRING(s FROM 2 FOR 3) <> '')", "SUBSTR(s, 2, 3)", "SUBSTR(s, 2, 3)"),
        ("CHECK (SUBSTRING(s FOR 3) <> '')", "SUBSTR(s, 1, 3)", "SUBSTR(s, 1, 3)"),
        ("CHECK (substring(s, 2) <> '')", "SUBSTR(s, 2)", "SUBSTR(s, 2)"),
        ("CHECK (POSITION('a' IN s) > 1)", "STRPOS(s, 'a') > 1", "STRPOS(s, 'a') > 1"),
        ("CHECK (date_part('month', d) > 1)", "EXTRACT(MONTH FROM d)", "EXTRACT(MONTH FROM d)"),
    ];
    check(test, POSTGRESQL, ("", columns), cases);
}

/// Zones that are none by their shape are a loss, and those that are one are taken by the emulator.
#[test]
fn zones_have_the_shape_of_a_name_or_an_offset() {
    let test = "zones_have_the_shape_of_a_name_or_an_offset";
    for zone in [
        "Europe/Berlin",
        "America/Argentina/Buenos_Aires",
        "America/Port-au-Prince",
        "Etc/GMT+5",
        "Etc/UTC",
    ] {
        let written =
            if zone == "Etc/UTC" { "00:00:00+00".to_owned() } else { format!("00:00:00 {zone}") };
        let before = format!("SET timezone = '{zone}';");
        let case = ("CHECK (dt > '2020-01-01')", &*written, &*written);
        check(test, POSTGRESQL, (&before, ", dt timestamp"), &[case]);
        let said = format!("!its values are times of {zone}");
        check(test, POSTGRESQL, (&before, ""), &[("dt timestamp", &said, &said)]);
    }
    for zone in [
        "Mars/Olympus Mons",
        "Europe/Ber\"lin",
        "Europe/Ber''lin",
        "/",
        "Europe/",
        "/Berlin",
        "a//b",
        "Europe/1",
        "é/x",
        "Europe/Berlin; DROP",
        "+15",
        "+14:30",
        "+1:99",
        "+:",
        "CET or so",
    ] {
        let before = format!("SET time_zone = '{zone}';");
        let why = "!the time zone `";
        let case = ("CHECK (dt > '2020-01-01')", why, why);
        check(test, MYSQL, (&before, ", dt datetime"), &[case]);
        if zone.contains(|c: char| !c.is_ascii_alphanumeric() && !"/+:".contains(c)) {
            let why = "!is none for Spanner: `zone` states it";
            check(test, MYSQL, (&before, ""), &[("dt datetime", why, why)]);
        }
    }
}
