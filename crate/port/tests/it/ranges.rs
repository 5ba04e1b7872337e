//! Ranges of PostgreSQL as two columns: what the port says of all that names one, and on the emulator
//! the rows that its checks and unique rules take.

use hotsplit_port::port::{Options, Port, Target, port};
use hotsplit_port::source::{Database, read, read_with_rows};
use hotsplit_support::emulator::Emulator;
use hotsplit_syntax::tree::Dialect;
use serde_json::json;

use crate::obeys::assert_laws;

const TARGETS: [(Target, Dialect); 2] =
    [(Target::GoogleSql, Dialect::GoogleSql), (Target::PostgreSql, Dialect::PostgreSql)];

fn ported(sql: &str, target: Target) -> Port {
    let source = read(sql, Database::PostgreSql);
    let ported = port(&source, &Options { comments: false, ..Options::to(target) });
    assert_laws(sql, &source, &ported);
    ported
}

/// The port with its blanks joined, and its losses, one a line.
fn report(sql: &str, target: Target) -> String {
    let ported = ported(sql, target);
    let words: Vec<&str> = ported.text.split_whitespace().collect();
    let losses = ported.losses.iter().map(|loss| {
        let column = loss.column.as_deref().unwrap_or_default();
        format!("\n{} {} {column}: {}", loss.rule, loss.object, loss.message)
    });
    words.join(" ") + &losses.collect::<String>()
}

fn check(sql: &str, parts: &[&str]) {
    let said = report(sql, Target::GoogleSql);
    for part in parts {
        let (part, wanted) = part.strip_prefix('!').map_or((*part, true), |it| (it, false));
        assert_eq!(said.contains(part), wanted, "{part}\nin {sql}\n{said}");
    }
}

#[test]
fn each_range_is_two_columns_of_the_type_of_its_bounds() {
    for (range, google, postgresql, one_form) in [
        ("int4range", "INT64", "bigint", true),
        ("int8range", "INT64", "bigint", true),
        ("daterange", "DATE", "date", true),
        ("numrange", "NUMERIC", "numeric", false),
        ("tsrange", "TIMESTAMP", "timestamptz", false),
        ("pg_catalog.tstzrange", "TIMESTAMP", "timestamptz", false),
    ] {
        let sql = format!("CREATE TABLE t (id int PRIMARY KEY, r {range}, after text);");
        for ((target, _), ty) in TARGETS.into_iter().zip([google, postgresql]) {
            let said = report(&sql, target);
            for part in [
                format!("r_lower {ty}, r_upper {ty}, after "),
                "CHECK (r_lower <= r_upper)".to_owned(),
                format!(
                    "migrate-type-unmapped t r: {} is two columns, the lower bound `r_lower` and the \
                     exclusive upper bound `r_upper`: NULL is infinite, and equal bounds are an empty \
                     range",
                    range.trim_start_matches("pg_catalog.")
                ),
            ] {
                assert!(said.contains(&part), "{part}\nin {said}");
            }
            assert_eq!(said.contains("is in the range is not kept"), !one_form, "{said}");
        }
    }
    // Arrays of ranges and several ranges in one are texts, and say so.
    for ty in ["int4range[]", "int4multirange"] {
        check(
            &format!("CREATE TABLE t (id int PRIMARY KEY, r {ty});"),
            &["!r_lower", "kept as text"],
        );
    }
    check(
        "CREATE TABLE t (id int PRIMARY KEY, r int4range NOT NULL);",
        &[
            "r_lower INT64, r_upper",
            "t r: NOT NULL is left out",
            "!NULL is the range without bounds",
        ],
    );
}

#[test]
fn new_names_are_those_of_no_other_column() {
    check(
        "CREATE TABLE t (id int PRIMARY KEY, \"R_Lower\" int, r int4range, r_upper int4range, \
         r_upper2 int, CHECK (lower(r) > 0), CHECK (upper(r_upper) > 1));",
        &[
            "R_Lower INT64, r_lower2 INT64, r_upper3 INT64, r_upper_lower INT64, r_upper_upper INT64, \
             r_upper2 INT64",
            "CHECK (NULLIF(r_lower2, r_upper3) > 0)",
            "CHECK (NULLIF(r_upper_upper, r_upper_lower) > 1)",
        ],
    );
}

#[test]
fn directives_state_a_name_or_one_type() {
    let table = "CREATE TABLE t (id int PRIMARY KEY, r int4range NOT NULL);";
    for (directive, parts) in [
        ("rename(span)", ["span_lower INT64, span_upper INT64,", "!r_lower"]),
        ("as(STRING(40))", ["r STRING(40) NOT NULL )", "!two columns"]),
    ] {
        let sql = format!("-- hotsplit: column t.r {directive}\n{table}");
        let mut options = Options::to(Target::GoogleSql);
        assert_eq!(options.read_directives(&sql), Vec::<String>::new());
        let ported = port(&read(&sql, Database::PostgreSql), &options);
        let words: Vec<&str> = ported.text.split_whitespace().collect();
        let said = words.join(" ") + &format!("{:?}", ported.losses);
        assert!(said.contains(parts[0]), "{said}");
        assert!(!said.contains(parts[1].trim_start_matches('!')), "{said}");
    }
}

#[test]
fn defaults_and_expressions_give_both_bounds_or_are_a_loss() {
    for (clause, parts) in [
        ("DEFAULT '[1,5)'", ["r_lower INT64 DEFAULT (1), r_upper INT64 DEFAULT (5),", "!supplies"]),
        ("DEFAULT '[1,)'::int4range", ["r_lower INT64 DEFAULT (1), r_upper INT64,", "!supplies"]),
        (
            "DEFAULT int4range(1, 5)",
            ["r_lower INT64 DEFAULT (1), r_upper INT64 DEFAULT (5),", "!supplies"],
        ),
        (
            "DEFAULT int4range(NULL, 5, '()')",
            ["r_lower INT64, r_upper INT64 DEFAULT (5),", "!supplies"],
        ),
        ("DEFAULT NULL", ["r_lower INT64, r_upper INT64,", "!supplies"]),
        (
            "DEFAULT '[1,5]'",
            ["r_lower INT64, r_upper INT64,", "default-dropped t r: the application supplies"],
        ),
        (
            "DEFAULT 'empty'",
            ["r_lower INT64, r_upper INT64,", "default-dropped t r: the application supplies"],
        ),
        (
            "DEFAULT f(1)",
            ["r_lower INT64, r_upper INT64,", "default-dropped t r: the application supplies"],
        ),
        (
            "GENERATED ALWAYS AS (int4range(a, b)) STORED",
            ["r_lower INT64 AS (a) STORED, r_upper INT64 AS (b) STORED,", "!fills"],
        ),
        (
            "GENERATED ALWAYS AS (int4range(a, b, '[]')) STORED",
            ["r_lower INT64, r_upper INT64,", "generated-dropped t r: the application fills"],
        ),
    ] {
        check(
            &format!("CREATE TABLE t (id int PRIMARY KEY, a int, b int, r int4range {clause});"),
            &parts,
        );
    }
    check(
        "CREATE TABLE t (id int PRIMARY KEY, r tstzrange DEFAULT tstzrange(now(), NULL, '[]'));",
        &["r_lower TIMESTAMP DEFAULT (CURRENT_TIMESTAMP()), r_upper TIMESTAMP,", "!supplies"],
    );
}

#[test]
fn what_names_a_range_follows_or_is_a_loss() {
    let table = "CREATE TABLE t (id int PRIMARY KEY, a int NOT NULL, b int, r int4range NOT NULL, \
                 n int4range";
    for (rest, parts) in [
        (
            ", CHECK (lower(r) >= 0));",
            &["CHECK (NULLIF(r_lower, r_upper) >= 0)", "!check-dropped"][..],
        ),
        (", CHECK (NOT isempty(r)));", &["COALESCE((r_lower = r_upper), FALSE)", "!check-dropped"]),
        (
            ", CHECK (lower_inf(n) OR upper_inf(r)));",
            &["CHECK (n_lower IS NULL OR r_upper IS NULL)"],
        ),
        (", CHECK (r @> 5));", &["!@> 5", "migrate-check-dropped"]),
        (
            ", CONSTRAINT c CHECK (n IS NOT NULL));",
            &["migrate-check-dropped t : the check is left out: `n` is no column"],
        ),
        (", EXCLUDE USING gist (a WITH =, r WITH &&));", &["EXCLUDE"]),
        ("); CREATE INDEX i ON t USING gist (r);", &["migrate-index-kind i : gist is left out"]),
        ("); CREATE INDEX i ON t (a, n DESC);", &["INDEX i ON t (a, n_lower DESC, n_upper DESC)"]),
        ("); CREATE INDEX i ON t (a) INCLUDE (n);", &["STORING (n_lower, n_upper)"]),
        ("); CREATE INDEX i ON t (upper(n));", &["AS (NULLIF(n_upper, n_lower))"]),
        (
            "); CREATE INDEX i ON t (a) WHERE upper_inf(n);",
            &["CASE WHEN n_upper IS NULL THEN a END"],
        ),
        ("); CREATE INDEX i ON t (a) WHERE n IS NOT NULL;", &["migrate-partial-index i"]),
        (
            ", UNIQUE (a, r));",
            &["CREATE UNIQUE INDEX t_a_r_lower_r_upper_key ON t (a, r_lower, r_upper)"],
        ),
        (
            ", CONSTRAINT u UNIQUE (a, n));",
            &["!UNIQUE INDEX", "migrate-index-type u : the index is left out"],
        ),
        (
            ", CONSTRAINT u UNIQUE (b, r));",
            &["!UNIQUE INDEX", "migrate-index-type u : the index is left out"],
        ),
        (
            "); CREATE UNIQUE INDEX u ON t (b, r) NULLS NOT DISTINCT;",
            &["UNIQUE INDEX u ON t (b, r_lower, r_upper)"],
        ),
        (
            "); CREATE TABLE c (id int PRIMARY KEY, r int4range REFERENCES t(r));",
            &["the foreign key is left out"],
        ),
    ] {
        check(&format!("{table}{rest}"), parts);
    }
    check(
        "CREATE TABLE t (a int, r daterange, PRIMARY KEY (a, r));",
        &[
            "r_lower DATE NOT NULL, r_upper DATE NOT NULL, CHECK",
            "PRIMARY KEY (a, r_lower, r_upper)",
            "migrate-type-unmapped t r: a range of the key without a bound is refused",
            "!NOT NULL is left out",
        ],
    );
}

#[test]
fn rows_of_ranges_are_counted_in_their_loss() {
    let table = "CREATE TABLE t (id int PRIMARY KEY, r int4range);\n";
    for rows in [
        "COPY t (id, r) FROM stdin;\n1\t[1,5)\n2\tempty\n3\t\\N\n\\.\n",
        "INSERT INTO t VALUES (1, '[1,5)'), (2, 'empty'), (3, NULL);\n",
    ] {
        let sql = format!("{table}{rows}");
        check(&sql, &["; 2 values in rows are divided when they are copied"]);
        let (source, kept) = read_with_rows(&sql, Database::PostgreSql);
        assert_eq!(kept[0].rows.len(), 3);
        assert_eq!(source.tables[0].rows, 3);
    }
}

/// Ranges that a table takes, by what PostgreSQL says of them: bounds, and NULL for none.
#[test]
fn checks_and_unique_rules_take_the_rows_of_the_source() {
    let test = "checks_and_unique_rules_take_the_rows_of_the_source";
    let Some(emulator) = Emulator::for_test(test) else { return };
    let sql = "CREATE TABLE t (k int PRIMARY KEY, a int NOT NULL, r int4range NOT NULL, \
               CHECK (lower(r) > 1 OR upper_inf(r) OR lower_inf(r) OR isempty(r)), \
               CHECK (NOT isempty(r) OR a = 1), UNIQUE (a, r));";
    for (target, dialect) in TARGETS {
        let ported = ported(sql, target);
        let statements: Vec<&str> =
            ported.statements.iter().map(|span| span.of(&ported.text)).collect();
        let database = emulator.database(dialect, &statements).unwrap();
        let bounds = [None, Some(1), Some(2), Some(3)];
        let mut key = 0;
        for (low, high) in bounds.iter().flat_map(|low| bounds.map(|high| (*low, high))) {
            let is_empty = low.is_some() && low == high;
            let ordered = low.zip(high).is_none_or(|(low, high)| low <= high);
            // The lower bound of an empty range is NULL, and a check that is NULL holds.
            let holds = is_empty || low.is_none_or(|low| low > 1) || high.is_none();
            for a in [1, 1, 2] {
                key += 1;
                let again = key % 3 == 2;
                let is_taken = ordered && holds && !again && (!is_empty || a == 1);
                let said = |it: Option<i32>| it.map_or("NULL".to_owned(), |it| it.to_string());
                let row = format!("({key}, {a}, {}, {})", said(low), said(high));
                let insert = format!("INSERT INTO t (k, a, r_lower, r_upper) VALUES {row}");
                let done = database.dml(&insert, &json!({}));
                assert_eq!(done.is_ok(), is_taken, "{target:?} {row}: {done:?}\n{}", ported.text);
            }
        }
    }
}

#[test]
fn the_emulator_takes_ranges_of_all_types_in_all_places() {
    let test = "the_emulator_takes_ranges_of_all_types_in_all_places";
    let Some(emulator) = Emulator::for_test(test) else { return };
    for range in ["int4range", "int8range", "daterange", "numrange", "tsrange", "tstzrange"] {
        let sql = format!(
            "CREATE TABLE t (k int, r {range}, s {range} NOT NULL, x {range} DEFAULT {range}(NULL, NULL), \
             PRIMARY KEY (k, r), UNIQUE (k, s), CHECK (NOT isempty(s)), CHECK (upper_inf(x)));\n\
             CREATE INDEX i ON t (x) WHERE lower_inf(s);\n\
             CREATE INDEX l ON t (lower(s), upper(x)) INCLUDE (s);"
        );
        for (target, dialect) in TARGETS {
            let ported = ported(&sql, target);
            let statements: Vec<&str> =
                ported.statements.iter().map(|span| span.of(&ported.text)).collect();
            let done = emulator.accepts(dialect, &statements);
            assert!(done.is_ok(), "{range} {target:?}: {done:?}\n{}", ported.text);
        }
    }
}
