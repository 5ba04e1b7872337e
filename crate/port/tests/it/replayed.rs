//! What later statements of a dump change, as the port says it. A case lists parts of the port or of
//! its losses that are expected, and with `!` before them, parts that are not.

use hotsplit_port::port::{Options, Target, port};
use hotsplit_port::source::{Database, read};

use crate::obeys::assert_laws;

/// The port and its losses, blanks joined, one loss a line.
fn report(sql: &str, database: Database) -> String {
    let source = read(sql, database);
    let ported = port(&source, &Options::to(Target::GoogleSql));
    assert_laws(sql, &source, &ported);
    let words: Vec<&str> = ported.text.split_whitespace().collect();
    let losses = ported.losses.iter().map(|loss| {
        format!("\n{} {} `{}`: {}", loss.severity.name(), loss.rule, loss.object, loss.message)
    });
    words.join(" ") + &losses.collect::<String>()
}

/// Checks cases: SQL, and what the report has and has not.
fn check(database: Database, cases: &[(&str, &[&str])]) {
    for (sql, parts) in cases {
        let said = report(sql, database);
        for part in *parts {
            let (part, wanted) = part.strip_prefix('!').map_or((*part, true), |it| (it, false));
            assert_eq!(said.contains(part), wanted, "{part}\nin {sql}\n{said}");
        }
    }
}

#[test]
fn columns_of_mysql_have_their_places_and_defaults() {
    let table = "CREATE TABLE t (id int PRIMARY KEY, a int);";
    let sql = |action: &str| format!("{table} ALTER TABLE t {action};");
    for (action, parts) in [
        (
            "ADD COLUMN b varchar(30) NOT NULL DEFAULT 'q' AFTER id",
            ["b STRING(30) NOT NULL DEFAULT ('q'), a INT64", "!supplies"],
        ),
        ("ADD b int DEFAULT 5 FIRST", ["( b INT64 DEFAULT (5), id INT64", "!supplies"]),
        ("CHANGE a b int DEFAULT 7 FIRST", ["( b INT64 DEFAULT (7), id INT64", "!supplies"]),
        (
            "MODIFY a int NOT NULL DEFAULT 7 FIRST",
            ["( a INT64 NOT NULL DEFAULT (7), id INT64", "!clause"],
        ),
        ("ADD b int DEFAULT 1 COMMENT 'x' AFTER a", ["a INT64, b INT64 DEFAULT (1)", "!supplies"]),
        ("ADD b int DEFAULT 1 INVISIBLE", ["a INT64, b INT64 DEFAULT (1)", "!supplies"]),
    ] {
        check(Database::MySql, &[(&sql(action), &parts)]);
    }
}

#[test]
fn names_belong_to_the_first_schema_of_the_search_path() {
    let two = "CREATE TABLE users (id int PRIMARY KEY, m mood DEFAULT 'a'::mood);\n\
               CREATE SEQUENCE s; ALTER TABLE users ALTER COLUMN id SET DEFAULT nextval('s'::regclass);\n\
               CREATE TABLE orders (id int PRIMARY KEY, u int REFERENCES users(id));\n\
               COMMENT ON TABLE users IS 'of ";
    let sql = format!(
        "SET search_path = sales, pg_catalog; CREATE TYPE mood AS ENUM ('a');\n{two}sales';\n\
         SELECT pg_catalog.set_config('search_path', 'hr, public', false); \
         CREATE TYPE mood AS ENUM ('a', 'bcd');\n{two}hr';\n\
         CREATE TABLE public.users (id int PRIMARY KEY, k int REFERENCES sales.users(id)); \
         CREATE TABLE late (id int PRIMARY KEY, p int REFERENCES public.users(id));\n\
         SET search_path = sales, hr; ALTER TABLE late ADD x int; SET search_path TO DEFAULT; \
         CREATE TABLE late (id int PRIMARY KEY);"
    );
    check(
        Database::PostgreSql,
        &[(
            &sql,
            &[
                "-- of sales CREATE TABLE sales.users ( id INT64 NOT NULL GENERATED",
                "m STRING(1) DEFAULT ('a'), CHECK (m IN ('a'))",
                "-- of hr CREATE TABLE hr.users ( id INT64 NOT NULL GENERATED",
                "m STRING(3) DEFAULT ('a'), CHECK (m IN ('a', 'bcd'))",
                "ALTER TABLE sales.orders ADD FOREIGN KEY (u) REFERENCES sales.users (id)",
                "ALTER TABLE hr.orders ADD FOREIGN KEY (u) REFERENCES hr.users (id)",
                "ALTER TABLE users ADD FOREIGN KEY (k) REFERENCES sales.users (id)",
                "ALTER TABLE hr.late ADD FOREIGN KEY (p) REFERENCES users (id)",
                "CREATE TABLE hr.late ( id INT64 NOT NULL, p INT64, x INT64 )",
                "CREATE TABLE late ( id INT64 NOT NULL )",
                "!CREATE SEQUENCE",
                "!exists already",
            ],
        )],
    );
}

#[test]
fn new_names_of_columns_are_followed() {
    let tables = "CREATE TABLE p (id int PRIMARY KEY, a int, CONSTRAINT c CHECK (a > 0));\n\
                  CREATE TABLE ch (id int PRIMARY KEY, p_id int, q int, \
                  CONSTRAINT f FOREIGN KEY (p_id) REFERENCES p (id), \
                  CONSTRAINT g FOREIGN KEY (q) REFERENCES p (id));\n\
                  CREATE INDEX ix ON p (a);\n";
    let parts: &[&str] = &[
        "pk INT64 NOT NULL, b INT64, CONSTRAINT c CHECK (b > 0) ) PRIMARY KEY (pk)",
        "CREATE INDEX ix ON p (b)",
        "CONSTRAINT f FOREIGN KEY (p_id) REFERENCES p (pk)",
        "CONSTRAINT g FOREIGN KEY (q) REFERENCES p (pk)",
        "!warn",
    ];
    let change = "ALTER TABLE p CHANGE id pk int NOT NULL; ALTER TABLE p CHANGE a b int;";
    let rename = "ALTER TABLE p RENAME COLUMN id TO pk; ALTER TABLE p RENAME COLUMN a TO b;";
    check(Database::MySql, &[(&format!("{tables}{change}"), parts)]);
    check(Database::MySql, &[(&format!("{tables}{rename}"), parts)]);
    check(Database::PostgreSql, &[(&format!("{tables}{rename}"), parts)]);
    let both = "ALTER TABLE p RENAME TO old; ALTER TABLE old RENAME id TO pk; \
                ALTER TABLE old RENAME a TO b; ALTER TABLE old RENAME TO p;";
    check(Database::PostgreSql, &[(&format!("{tables}{both}"), parts)]);
    check(
        Database::PostgreSql,
        &[(
            "CREATE TABLE t (id int PRIMARY KEY, a int, c text, d int GENERATED ALWAYS AS (a * 2) STORED); \
             CREATE INDEX i ON t (d) INCLUDE (c) WHERE a IS NOT NULL; CREATE INDEX j ON t (lower(c)); \
             ALTER TABLE t RENAME a TO b; ALTER TABLE t RENAME c TO e;",
            &[
                "d INT64 AS (b * 2) STORED",
                "ON t (d) STORING (e) WHERE b IS NOT NULL",
                "AS (LOWER(e)) HIDDEN",
            ],
        )],
    );
}
