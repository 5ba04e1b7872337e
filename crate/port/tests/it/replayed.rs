//! What later statements of a dump change, as the port says it. A case lists parts of the port or of
//! its losses that are expected, and with `!` before them, parts that are not.

use hotsplit_port::port::{Options, Target, port};
use hotsplit_port::source::{Database, read};
use proptest::prelude::*;

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
    check(
        Database::PostgreSql,
        &[(
            "SET search_path = s; CREATE TABLE p (id int PRIMARY KEY) PARTITION BY RANGE (id); \
             CREATE TABLE a PARTITION OF p DEFAULT; CREATE TABLE b (id int); CREATE TABLE c () INHERITS (p); \
             ALTER TABLE p ATTACH PARTITION b DEFAULT;",
            &["CREATE TABLE s.p", "!s.a ", "!s.b ", "CREATE TABLE s.c"],
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

#[test]
fn constraints_have_the_names_that_their_database_gives() {
    let table = "CREATE TABLE t (id int PRIMARY KEY, a int UNIQUE CHECK (a > 0), \
                 b int CHECK (b > a), c int CHECK (c > 1) CHECK (c < 9), \
                 d int REFERENCES t (id), UNIQUE (a, b)); CREATE INDEX ON t (c);";
    for (drop, gone) in [
        ("ALTER TABLE t DROP CONSTRAINT t_a_key", "ON t (a);"),
        ("ALTER TABLE t DROP CONSTRAINT t_a_check", "CHECK (a > 0)"),
        ("ALTER TABLE t DROP CONSTRAINT t_check", "CHECK (b > a)"),
        ("ALTER TABLE t DROP CONSTRAINT t_c_check", "CHECK (c > 1)"),
        ("ALTER TABLE t DROP CONSTRAINT t_c_check1", "CHECK (c < 9)"),
        ("ALTER TABLE t DROP CONSTRAINT t_d_fkey", "FOREIGN KEY"),
        ("ALTER TABLE t DROP CONSTRAINT t_a_b_key", "ON t (a, b)"),
        ("ALTER TABLE t DROP CONSTRAINT t_pkey", "PRIMARY KEY (id)"),
        (
            "ALTER TABLE t RENAME TO u; ALTER TABLE u RENAME c TO e; \
          ALTER TABLE u DROP CONSTRAINT t_c_check",
            "CHECK (e > 1)",
        ),
        ("DROP INDEX t_c_idx", "ON t (c);"),
    ] {
        assert!(
            report(table, Database::PostgreSql).contains(&gone.replace("e >", "c >")),
            "{gone}"
        );
        let gone = format!("!{gone}");
        check(Database::PostgreSql, &[(&format!("{table} {drop};"), &[&gone, "!DROP does"])]);
    }
    let table = "CREATE TABLE p (id int PRIMARY KEY); CREATE TABLE t (id int PRIMARY KEY, a int, b int, \
                 CHECK (a > 5), CHECK (b > 5), KEY (a), KEY (a, b), UNIQUE (b), \
                 FOREIGN KEY (a) REFERENCES p (id), FOREIGN KEY (b) REFERENCES p (id));";
    for (drop, gone) in [
        ("ALTER TABLE t DROP CHECK t_chk_1", "CHECK (a > 5)"),
        ("ALTER TABLE t DROP CONSTRAINT t_chk_2", "CHECK (b > 5)"),
        ("ALTER TABLE t DROP INDEX a_2", "ON t (a, b)"),
        ("DROP INDEX b ON t", "ON t (b)"),
        ("ALTER TABLE t DROP FOREIGN KEY t_ibfk_2", "FOREIGN KEY (b)"),
        ("ALTER TABLE t DROP INDEX `PRIMARY`", ") PRIMARY KEY (id); CREATE INDEX"),
    ] {
        assert!(report(table, Database::MySql).contains(gone), "{gone}");
        let gone = format!("!{gone}");
        check(Database::MySql, &[(&format!("{table} {drop};"), &[&gone, "!DROP does"])]);
    }
}

#[test]
fn new_names_of_indexes_and_constraints_are_followed() {
    let table = "CREATE TABLE t (id int PRIMARY KEY, a int NOT NULL, CONSTRAINT c CHECK (a > 0)); \
                 CREATE UNIQUE INDEX ix ON t (a);";
    check(
        Database::PostgreSql,
        &[
            (&format!("{table} ALTER INDEX ix RENAME TO iy;"), &["INDEX iy ON", "!INDEX ix"]),
            (&format!("{table} ALTER TABLE t RENAME CONSTRAINT c TO d;"), &["CONSTRAINT d CHECK"]),
            (
                &format!("{table} ALTER TABLE t ADD CONSTRAINT uq UNIQUE USING INDEX ix;"),
                &[
                    "UNIQUE INDEX uq ON t (a)",
                    "migrate-unique-constraint",
                    "!INDEX ix",
                    "!constraint INT64",
                ],
            ),
            (
                &format!(
                    "{table} ALTER TABLE t DROP CONSTRAINT t_pkey, ADD PRIMARY KEY USING INDEX ix;"
                ),
                &["PRIMARY KEY (a)", "!INDEX", "!warn"],
            ),
            (
                &format!("{table} ALTER TABLE t ADD CONSTRAINT uq UNIQUE USING INDEX none;"),
                &["warn migrate-clause-dropped `t`: no index `none` is known"],
            ),
        ],
    );
    let table = "CREATE TABLE t (id int PRIMARY KEY, a int, KEY (a));";
    let parts: &[&str] = &["INDEX b ON t (a)"];
    check(Database::MySql, &[(&format!("{table} ALTER TABLE t RENAME INDEX a TO b;"), parts)]);
}

#[test]
fn what_drop_and_rename_do_not_find_is_a_loss() {
    let table = "CREATE TABLE t (id int PRIMARY KEY, a int);";
    for (database, action, said) in [
        (
            Database::PostgreSql,
            "ALTER TABLE t DROP CONSTRAINT x",
            "warn migrate-clause-dropped `t`: DROP does",
        ),
        (
            Database::PostgreSql,
            "ALTER TABLE t DROP CONSTRAINT IF EXISTS x",
            "info migrate-clause-dropped `t`: DROP",
        ),
        (
            Database::PostgreSql,
            "ALTER TABLE t DROP x",
            "warn migrate-clause-dropped `t`: DROP does",
        ),
        (
            Database::PostgreSql,
            "ALTER TABLE t RENAME x TO y",
            "warn migrate-clause-dropped `t`: what it renames",
        ),
        (Database::PostgreSql, "DROP INDEX x", "warn migrate-clause-dropped `x`: DROP INDEX does"),
        (
            Database::PostgreSql,
            "ALTER INDEX x RENAME TO y",
            "migrate-object-dropped `x`: ALTER INDEX",
        ),
        (
            Database::MySql,
            "ALTER TABLE t DROP CHECK x",
            "warn migrate-clause-dropped `t`: DROP does",
        ),
        (Database::MySql, "DROP INDEX x ON t", "warn migrate-clause-dropped `x`: DROP INDEX does"),
        (Database::MySql, "ALTER TABLE t RENAME INDEX x TO y", "`t`: what it renames"),
    ] {
        check(database, &[(&format!("{table} {action};"), &[said])]);
    }
}

#[test]
fn statements_that_change_a_schema_have_a_loss() {
    let table = "CREATE TABLE t (id int PRIMARY KEY, a int);";
    for (sql, said) in [
        ("DO $$ BEGIN ALTER TABLE t ADD x int; END $$;", "warn migrate-object-dropped ``: DO"),
        ("CALL f();", "warn migrate-object-dropped ``: CALL"),
        ("SELECT 1 AS a INTO b FROM t;", "warn migrate-object-dropped ``: SELECT INTO"),
        ("CREATE TABLE x AS SELECT 1;", "warn migrate-object-dropped `x`: CREATE TABLE AS"),
        ("CREATE TABLE x AS TABLE t;", "warn migrate-object-dropped `x`: CREATE TABLE"),
        (
            "ALTER TABLE t ENABLE ROW LEVEL SECURITY;",
            "warn migrate-clause-dropped `t`: Spanner has no row",
        ),
        (
            "ALTER TABLE t FORCE ROW LEVEL SECURITY;",
            "warn migrate-clause-dropped `t`: Spanner has no row",
        ),
        ("ALTER TABLE t SET UNLOGGED;", "info migrate-clause-dropped `t`: Spanner has no unlogged"),
        (
            "CREATE UNLOGGED TABLE u (id int PRIMARY KEY);",
            "info migrate-clause-dropped `u`: Spanner has no unlogged",
        ),
        ("ALTER TABLE t INHERIT x;", "ask migrate-inherits `t`: it has the columns of its parent"),
        ("ALTER TABLE t NO INHERIT x;", "warn migrate-clause-dropped `t`: the table is no child"),
        ("ALTER TABLE t DETACH PARTITION x;", "warn migrate-clause-dropped `t`: this change"),
        (
            "ALTER TABLE t ALTER CONSTRAINT x DEFERRABLE;",
            "warn migrate-clause-dropped `t`: this change",
        ),
        ("ALTER TABLE t ALTER x SET NOT NULL;", "warn migrate-clause-dropped `t`: this change"),
        ("ALTER TABLE t SET SCHEMA s;", "CREATE TABLE s.t ("),
        ("ALTER TABLE t OWNER TO x; SELECT 1; SET x = 1;", "!clause-dropped"),
    ] {
        check(Database::PostgreSql, &[(&format!("{table} {sql}"), &[said])]);
    }
    let sql =
        "CALL f(); DO 1; SELECT 1 INTO @x; ALTER TABLE t ENGINE=InnoDB, ALTER INDEX i INVISIBLE;";
    check(
        Database::MySql,
        &[(&format!("{table} {sql}"), &["``: CALL", "!: DO", "!INTO", "!clause"])],
    );
}

#[test]
fn the_zone_of_postgresql_is_followed() {
    for (set, said) in [
        ("SET timezone TO 'Europe/Berlin';", "times of Europe/Berlin"),
        ("SET TIME ZONE 'Europe/Berlin';", "times of Europe/Berlin"),
        ("SET SESSION TIME ZONE CET;", "times of CET"),
        ("ALTER DATABASE d SET timezone TO 'Europe/Berlin';", "times of Europe/Berlin"),
        ("SET TIME ZONE LOCAL; SET timezone TO DEFAULT; SET timezone = UTC;", "read as UTC"),
    ] {
        let sql = format!("{set} CREATE TABLE t (id int PRIMARY KEY, a timestamp);");
        check(Database::PostgreSql, &[(&sql, &[said])]);
    }
}

#[test]
fn like_and_inherits_copy_what_they_state() {
    let parent = "CREATE TABLE p (id int GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY, \
                  a int NOT NULL DEFAULT 5 CHECK (a > 0), b int GENERATED ALWAYS AS (a * 2) STORED, c int); \
                  CREATE UNIQUE INDEX ix ON p (c);";
    let (identity, default) = ("id INT64 NOT NULL GENERATED", "a INT64 NOT NULL DEFAULT (5)");
    let (generated, checks, key) = ("b INT64 AS (a * 2)", "CHECK (a > 0)", "PRIMARY KEY (id)");
    let all = [identity, default, generated, checks, key, "UNIQUE NULL_FILTERED INDEX l_"];
    for (like, has) in [
        ("LIKE p", [false; 6]),
        ("LIKE p INCLUDING ALL", [true; 6]),
        ("LIKE p INCLUDING IDENTITY", [true, false, false, false, false, false]),
        ("LIKE p INCLUDING DEFAULTS INCLUDING GENERATED", [false, true, true, false, false, false]),
        ("LIKE p INCLUDING CONSTRAINTS", [false, false, false, true, false, false]),
        ("LIKE p INCLUDING INDEXES", [false, false, false, false, true, true]),
        ("LIKE p INCLUDING ALL EXCLUDING INDEXES", [true, true, true, true, false, false]),
    ] {
        let said = report(&format!("{parent} CREATE TABLE l ({like});"), Database::PostgreSql);
        let (_, said) = said.split_once("CREATE TABLE l (").unwrap();
        assert!(said.contains("a INT64 NOT NULL"), "{like}: {said}");
        for (part, has) in all.iter().zip(has) {
            assert_eq!(said.contains(part), has, "{part} of {like}\n{said}");
        }
    }
    let said = report(
        &format!("{parent} CREATE TABLE ch (z int PRIMARY KEY) INHERITS (p);"),
        Database::PostgreSql,
    );
    let (_, said) = said.split_once("CREATE TABLE ch (").unwrap();
    for (part, has) in all.iter().zip([false, true, true, true, false, false]) {
        assert_eq!(said.contains(part), has, "{part}\n{said}");
    }
    check(
        Database::MySql,
        &[(
            "CREATE TABLE p (id int PRIMARY KEY, a int DEFAULT 5, KEY k (a), CONSTRAINT c CHECK (a > 3)); \
             CREATE TABLE l LIKE p;",
            &[
                "CREATE TABLE l ( id INT64 NOT NULL, a INT64 DEFAULT (5), CHECK (a > 3) )",
                "l_k ON l (a)",
            ],
        )],
    );
}

#[test]
fn what_a_generator_does_not_do_is_a_loss() {
    let (warn, of) = ("warn migrate-clause-dropped `t`: ids", "GENERATED BY DEFAULT AS IDENTITY");
    let cases = [
        ("GENERATED ALWAYS AS IDENTITY", "that a statement supplies are accepted"),
        (&format!("{of} (START WITH 9000000000)"), "do not start at a number"),
        (&format!("{of} (INCREMENT BY 10)"), "have no step"),
        (&format!("{of} (MINVALUE 5)"), "have no such limit"),
        (&format!("{of} (MAXVALUE 99)"), "have no such limit"),
        (&format!("{of} (CYCLE)"), "do not start again"),
    ];
    for (clause, said) in cases {
        let said = format!("{warn} {said}");
        let sql = format!("CREATE TABLE t (id bigint {clause} PRIMARY KEY);");
        check(Database::PostgreSql, &[(&sql, &[&said])]);
        let sql =
            format!("CREATE TABLE t (id bigint PRIMARY KEY); ALTER TABLE t ALTER id ADD {clause};");
        check(Database::PostgreSql, &[(&sql, &[&said])]);
    }
    let usual = "(SEQUENCE NAME t_id_seq START WITH 1 INCREMENT BY 1 NO MINVALUE NO MAXVALUE CACHE 1 NO CYCLE)";
    let table = format!("CREATE TABLE t (id bigint {of} {usual} PRIMARY KEY);");
    check(
        Database::PostgreSql,
        &[
            (&table, &["IDENTITY", "!clause-dropped"]),
            (
                "CREATE TABLE t (id bigint GENERATED BY DEFAULT AS IDENTITY (START 9000000000) PRIMARY KEY);",
                &["SKIP RANGE 1, 68719476735"],
            ),
            (
                &format!("{table} ALTER TABLE t ALTER id SET INCREMENT 5 SET MAXVALUE 7;"),
                &["no step", "no such limit"],
            ),
            (&format!("{table} ALTER TABLE t ALTER id DROP IDENTITY;"), &["( id INT64 NOT NULL )"]),
            (
                "CREATE SEQUENCE s START 100 MINVALUE 10 MAXVALUE 500 CYCLE;",
                &[
                    "warn migrate-shared-sequence `s`: ids do not start at",
                    "warn migrate-shared-sequence `s`: ids have no such limit",
                    "warn migrate-shared-sequence `s`: ids do not start again",
                ],
            ),
            (
                "CREATE SEQUENCE s; DROP SEQUENCE s; CREATE TABLE t (id int PRIMARY KEY);",
                &["!SEQUENCE", "!warn"],
            ),
            (
                "CREATE SEQUENCE a; CREATE SEQUENCE b; DROP SEQUENCE IF EXISTS a, c; CREATE SEQUENCE a;",
                &["CREATE SEQUENCE b OPTIONS", "CREATE SEQUENCE a OPTIONS", "!a_2"],
            ),
        ],
    );
}

#[test]
fn changes_of_types_and_domains_are_followed() {
    let table = "CREATE TYPE st AS ENUM ('a', 'b'); CREATE DOMAIN d AS int CHECK (VALUE > 0);\n\
                 CREATE TABLE t (id int PRIMARY KEY, s st DEFAULT 'a' CHECK (s <> 'a'), x d);";
    for (change, parts) in [
        (
            "ALTER TYPE st RENAME VALUE 'a' TO 'z'",
            &["DEFAULT ('z')", "IN ('z', 'b')", "s <> 'z'"][..],
        ),
        ("ALTER TYPE st ADD VALUE 'c'", &["IN ('a', 'b', 'c')"]),
        ("ALTER TYPE st ADD VALUE IF NOT EXISTS 'c' BEFORE 'b'", &["IN ('a', 'c', 'b')"]),
        ("ALTER TYPE st ADD VALUE 'c' AFTER 'a'", &["IN ('a', 'c', 'b')"]),
        ("ALTER DOMAIN d ADD CONSTRAINT q CHECK (VALUE > 3)", &["x > 0", "x > 3"]),
        (
            "ALTER DOMAIN d ADD CHECK (VALUE > 3); ALTER DOMAIN d DROP CONSTRAINT d_check",
            &["!x > 0", "x > 3"],
        ),
        ("ALTER DOMAIN d SET NOT NULL", &["x INT64 NOT NULL"]),
        ("ALTER DOMAIN d SET NOT NULL; ALTER DOMAIN d DROP NOT NULL", &["!x INT64 NOT NULL"]),
        ("ALTER DOMAIN d SET DEFAULT 7", &["x INT64 DEFAULT (7)"]),
        ("ALTER DOMAIN d RENAME TO e; ALTER DOMAIN e SET DEFAULT 7", &["x INT64 DEFAULT (7)"]),
        (
            "CREATE TYPE n AS ENUM ('a', 'c'); ALTER TABLE t ALTER s TYPE n; ALTER TYPE st RENAME TO o; \
             ALTER TYPE n RENAME TO st; DROP TYPE o; ALTER TABLE t ADD u st",
            &["CHECK (s IN ('a', 'c'))", "CHECK (u IN ('a', 'c'))", "!'b'"],
        ),
        (
            "ALTER TYPE st RENAME TO o; CREATE TYPE st AS ENUM ('c'); ALTER TABLE t ADD u st",
            &["CHECK (s IN ('a', 'b'))", "CHECK (u IN ('c'))"],
        ),
    ] {
        check(Database::PostgreSql, &[(&format!("{table} {change};"), parts)]);
        check(Database::PostgreSql, &[(&format!("{table} {change};"), &["!warn"])]);
    }
    for (change, said) in [
        ("ALTER DOMAIN d DROP CONSTRAINT x", "warn migrate-clause-dropped `d`: this change"),
        ("ALTER TYPE st RENAME VALUE 'x' TO 'y'", "warn migrate-clause-dropped `st`: this change"),
        ("ALTER TYPE none ADD VALUE 'x'", "`none`: ALTER TYPE is left out: its type"),
        (
            "CREATE TYPE c AS (a int); ALTER TYPE c ADD ATTRIBUTE b int",
            "`c`: ALTER TYPE is left out: Spanner has no types of a user: the attributes",
        ),
    ] {
        check(Database::PostgreSql, &[(&format!("{table} {change};"), &[said])]);
    }
}

#[test]
fn foreign_keys_of_columns_are_those_of_mariadb() {
    let tables = "CREATE TABLE p (id int PRIMARY KEY); \
                  CREATE TABLE t (id int PRIMARY KEY, k int REFERENCES p (id));";
    let said = "warn migrate-clause-dropped `t`: MySQL before 9.0 ignores this clause";
    check(
        Database::MySql,
        &[
            (&format!("-- MySQL dump 10.13\n{tables}"), &[said, "!FOREIGN KEY"]),
            (
                &format!("-- MariaDB dump 10.19\n{tables}"),
                &["FOREIGN KEY (k) REFERENCES p (id)", "!warn"],
            ),
        ],
    );
}

#[test]
fn rows_that_are_elsewhere_or_of_the_past_are_a_loss() {
    check(
        Database::PostgreSql,
        &[(
            "CREATE TABLE t (id int PRIMARY KEY); CREATE FOREIGN TABLE f (id int) SERVER s OPTIONS (a 'b');",
            &[
                "!CREATE TABLE f",
                "warn migrate-object-dropped `f`: CREATE FOREIGN TABLE is left out: its rows are in another",
            ],
        )],
    );
    let versioned = "CREATE TABLE t (id int PRIMARY KEY, a timestamp(6) GENERATED ALWAYS AS ROW START, \
                     PERIOD FOR SYSTEM_TIME (a, a)) WITH SYSTEM VERSIONING;";
    let table = "CREATE TABLE t (id int PRIMARY KEY);";
    check(
        Database::MySql,
        &[
            (
                versioned,
                &[
                    "( id INT64 NOT NULL, a TIMESTAMP )",
                    "warn migrate-clause-dropped `t`: the history of rows",
                ],
            ),
            (
                &format!("{table} ALTER TABLE t ADD SYSTEM VERSIONING;"),
                &["( id INT64 NOT NULL )", "warn migrate-clause-dropped `t`: the history of rows"],
            ),
            (
                &format!("{table} ALTER TABLE t ADD PARTITION (PARTITION p VALUES LESS THAN (9));"),
                &["( id INT64 NOT NULL )", "migrate-partition-by-time `t`"],
            ),
        ],
    );
}

#[test]
fn statements_that_are_not_closed_swallow_no_other() {
    check(
        Database::PostgreSql,
        &[
            (
                "CREATE TABLE a (id int PRIMARY KEY\nCREATE TABLE b (id int PRIMARY KEY)\nALTER TABLE b ADD x int;",
                &[
                    "CREATE TABLE a ( id INT64 NOT NULL )",
                    "CREATE TABLE b ( id INT64 NOT NULL, x INT64 )",
                    "warn migrate-clause-dropped `a`: the statement is not closed",
                    "!`b`: the statement",
                ],
            ),
            (
                "CREATE TABLE a (id int PRIMARY KEY",
                &["CREATE TABLE a", "warn migrate-clause-dropped `a`: the statement is not"],
            ),
            ("CREATE TABEL a (id int);", &["warn migrate-object-dropped ``: CREATE is left out"]),
            ("CREATE INDEX ON;", &["warn migrate-object-dropped ``: CREATE INDEX is left out"]),
        ],
    );
}

#[test]
fn what_uses_a_dropped_column_goes_with_it() {
    check(
        Database::PostgreSql,
        &[(
            "CREATE TABLE t (id int PRIMARY KEY, a int CHECK (a > 0), b int REFERENCES t (id), c int UNIQUE, d int); \
             CREATE INDEX i ON t (a, d); CREATE INDEX j ON t (d) WHERE a IS NOT NULL; \
             CREATE INDEX k ON t (d) INCLUDE (a); CREATE INDEX l ON t ((a + 1)); CREATE INDEX m ON t (d); \
             ALTER TABLE t DROP COLUMN a, DROP COLUMN b, DROP COLUMN c;",
            &[
                "( id INT64 NOT NULL, d INT64 ) PRIMARY KEY (id); CREATE INDEX m ON t (d);",
                "!FOREIGN",
                "!warn",
                "!error",
            ],
        )],
    );
    check(
        Database::MySql,
        &[(
            "CREATE TABLE t (id int PRIMARY KEY, a int, d int, KEY i (a), UNIQUE KEY j (a, d), CHECK (a > 3)); \
             ALTER TABLE t DROP a;",
            &[
                "( id INT64 NOT NULL, d INT64 ) PRIMARY KEY (id); CREATE UNIQUE NULL_FILTERED INDEX j ON t (d);",
                "!warn",
            ],
        )],
    );
}

#[test]
fn changes_of_whole_schemas_and_of_unknown_things_are_a_loss() {
    let schema = "CREATE SCHEMA s; CREATE TABLE s.t (id int PRIMARY KEY);";
    for (sql, said) in [
        (
            "CREATE SCHEMA r; ALTER SCHEMA s RENAME TO r;",
            "warn migrate-clause-dropped `s`: this change is not followed",
        ),
        ("ALTER SCHEMA q RENAME TO r;", "!warn"),
        ("DROP SCHEMA s CASCADE;", "warn migrate-clause-dropped `s`: this change is not followed"),
        (
            "DROP TABEL q;",
            "warn migrate-object-dropped ``: DROP is left out: this statement is not",
        ),
        (
            "ALTER TABEL q ADD x int;",
            "warn migrate-object-dropped ``: ALTER is left out: this statement is not",
        ),
        ("DROP SCHEMA IF EXISTS q; DROP VIEW v; ALTER VIEW v OWNER TO x;", "!warn"),
    ] {
        check(Database::PostgreSql, &[(&format!("{schema} {sql}"), &[said])]);
    }
}

#[test]
fn constraints_are_never_columns() {
    for (database, constraint, said) in [
        (Database::PostgreSql, "CONSTRAINT n NOT NULL a", "a INT64 NOT NULL )"),
        (
            Database::PostgreSql,
            "CONSTRAINT n SOMETHING (a)",
            "warn migrate-clause-dropped `t`: a constraint that is not",
        ),
        (
            Database::MySql,
            "CONSTRAINT n SOMETHING (a)",
            "warn migrate-clause-dropped `t`: a constraint that is not",
        ),
    ] {
        let sql = format!("CREATE TABLE t (id int PRIMARY KEY, a int, {constraint});");
        check(database, &[(&sql, &[said, "!constraint STRING"])]);
        let sql =
            format!("CREATE TABLE t (id int PRIMARY KEY, a int); ALTER TABLE t ADD {constraint};");
        check(database, &[(&sql, &[said, "!constraint STRING"])]);
    }
}

#[test]
fn foreign_keys_name_tables_of_their_own_database() {
    check(
        Database::MySql,
        &[
            (
                "USE one; CREATE TABLE a (id int PRIMARY KEY); USE two; CREATE TABLE a (pk int PRIMARY KEY); \
                 CREATE TABLE b (id int PRIMARY KEY, x int, y int, CONSTRAINT f FOREIGN KEY (x) REFERENCES a (pk), \
                 CONSTRAINT g FOREIGN KEY (y) REFERENCES one.a (id));",
                &[
                    "CONSTRAINT f FOREIGN KEY (x) REFERENCES two.a (pk)",
                    "CONSTRAINT g FOREIGN KEY (y) REFERENCES a (id)",
                ],
            ),
            (
                "CREATE TABLE a (id int PRIMARY KEY); \
                 CREATE TABLE b (id int PRIMARY KEY, CONSTRAINT f FOREIGN KEY (id) REFERENCES d.a (id));",
                &["CONSTRAINT f FOREIGN KEY (id) REFERENCES a (id)"],
            ),
        ],
    );
}

#[test]
fn a_new_name_of_a_schema_is_that_of_all_that_is_in_it() {
    let schema = "CREATE SCHEMA a; CREATE TYPE a.m AS ENUM ('x'); CREATE SEQUENCE a.q;\n\
                  CREATE TABLE a.t (id int PRIMARY KEY, m a.m, n int DEFAULT nextval('a.q'));\n\
                  CREATE TABLE a.o (id int PRIMARY KEY DEFAULT nextval('a.q'), t int REFERENCES a.t(id));\n\
                  CREATE TABLE z (id int PRIMARY KEY, t int REFERENCES a.t(id));\n\
                  CREATE TABLE a.p (id int PRIMARY KEY) PARTITION BY RANGE (id);\n\
                  CREATE TABLE a.p1 PARTITION OF a.p DEFAULT;\n\
                  ALTER SCHEMA a RENAME TO b;\n";
    for (rest, parts) in [
        (
            "",
            &[
                "CREATE SCHEMA b;",
                "!SCHEMA a",
                "CREATE TABLE b.t (",
                "CREATE TABLE b.o (",
                "!a.t",
                "m STRING(1), n INT64 DEFAULT (GET_NEXT",
                "CHECK (m IN ('x'))",
                "!clause-dropped",
                "ALTER TABLE b.o ADD FOREIGN KEY (t) REFERENCES b.t (id)",
                "ALTER TABLE z ADD FOREIGN KEY (t) REFERENCES b.t (id)",
            ][..],
        ),
        (
            "ALTER TABLE b.t ADD k int DEFAULT nextval('b.q'), ADD l b.m; ALTER TABLE a.t ADD w int;",
            &[
                "k INT64 DEFAULT (GET_NEXT",
                "l STRING(1),",
                "CHECK (l IN ('x'))",
                "warn migrate-object-dropped `a.t`",
            ],
        ),
        (
            "CREATE SCHEMA a; CREATE TABLE a.t (other int PRIMARY KEY); ALTER SCHEMA b RENAME TO c;",
            &[
                "CREATE TABLE a.t ( other",
                "CREATE TABLE c.t ( id",
                "REFERENCES c.t (id)",
                "!b.t",
                "CREATE SCHEMA a;",
                "CREATE SCHEMA c;",
            ],
        ),
        (
            "DROP TABLE b.p1; DROP TYPE b.m; ALTER TABLE b.t RENAME id TO k;",
            &["REFERENCES b.t (k)", "!b.p1"],
        ),
        (
            "ALTER SCHEMA public RENAME TO old; CREATE TABLE z (k int PRIMARY KEY);",
            &["CREATE TABLE old.z ( id", "CREATE TABLE z ( k"],
        ),
        (
            "INSERT INTO b.t VALUES (NULL, 'x', 7);",
            &["warn migrate-rows-refute `b.t`: 1 row has NULL"],
        ),
    ] {
        check(Database::PostgreSql, &[(&format!("{schema}{rest}"), parts)]);
    }
}

#[test]
fn a_detached_partition_is_a_table_of_its_own() {
    let table = "CREATE TABLE o (id int PRIMARY KEY);\n\
                 CREATE TABLE p (id int, d date NOT NULL, o int REFERENCES o, x text DEFAULT 'y', \
                 PRIMARY KEY (id, d), CONSTRAINT c CHECK (id > 0)) PARTITION BY RANGE (d);\n\
                 CREATE INDEX p_x ON p (x);\n\
                 CREATE TABLE p1 PARTITION OF p FOR VALUES FROM ('2020-01-01') TO ('2021-01-01');\n\
                 CREATE TABLE p2 (id int NOT NULL, d date NOT NULL, o int, x text, y int);\n\
                 ALTER TABLE p ATTACH PARTITION p2 DEFAULT;\n";
    let detach = "ALTER TABLE p DETACH PARTITION p1;";
    for (rest, parts) in [
        (
            detach,
            &[
                "CREATE TABLE p1 ( id INT64 NOT NULL, d DATE NOT NULL, o INT64, x STRING(MAX) DEFAULT ('y'),",
                "CHECK (id > 0) ) PRIMARY KEY (id, d); CREATE INDEX p1_x_idx ON p1 (x);",
                "ALTER TABLE p1 ADD FOREIGN KEY (o) REFERENCES o (id)",
                "info migrate-partition-by-time `p`: `p1` is a table of its own from here on",
                "!CREATE TABLE p2",
                "!not followed",
            ][..],
        ),
        (
            "ALTER TABLE p1 ADD UNIQUE (o); ALTER TABLE p DETACH PARTITION p1 CONCURRENTLY;",
            &["INDEX p1_o_key ON p1 (o)", "!error"],
        ),
        (
            "ALTER TABLE p DETACH PARTITION p2;",
            &[
                "CREATE TABLE p2 ( id INT64 NOT NULL, d DATE NOT NULL, o INT64, x STRING(MAX), y INT64",
            ],
        ),
        (
            "ALTER TABLE p DETACH PARTITION p1; ALTER TABLE p1 ADD z int; ALTER TABLE p1 RENAME TO q1; \
             ALTER TABLE p ATTACH PARTITION p1 DEFAULT; CREATE TABLE r (q int, a date, FOREIGN KEY (q, a) REFERENCES q1);",
            &[
                "z INT64,",
                "CREATE TABLE q1 (",
                "ALTER TABLE r ADD FOREIGN KEY (q, a) REFERENCES q1 (id, d)",
            ],
        ),
        (
            "ALTER TABLE o DETACH PARTITION p1;",
            &["warn migrate-clause-dropped `o`: this change is not followed", "!TABLE p1"],
        ),
    ] {
        check(Database::PostgreSql, &[(&format!("{table}{rest}"), parts)]);
    }
}

#[test]
fn inherit_asks_and_no_inherit_does_not() {
    let tables = "CREATE TABLE p (id int PRIMARY KEY, a int); CREATE TABLE c (b int) INHERITS (p);\n\
                  CREATE TABLE d (id int, a int); ";
    let (of_c, of_d) = ("ask migrate-inherits `c`", "ask migrate-inherits `d`");
    for (sql, parts) in [
        ("ALTER TABLE d INHERIT p;", [of_c.to_owned(), of_d.to_owned()]),
        (
            "ALTER TABLE c NO INHERIT p;",
            [
                format!("!{of_c}"),
                "NULL DEFAULT (GENERATE_UUID()), id INT64 NOT NULL, a INT64, b INT64".to_owned(),
            ],
        ),
        (
            "ALTER TABLE c NO INHERIT q;",
            [of_c.to_owned(), "warn migrate-clause-dropped `c`: the table is no".into()],
        ),
        (
            "ALTER TABLE d INHERIT p; ALTER TABLE d NO INHERIT p;",
            [of_c.to_owned(), format!("!{of_d}")],
        ),
    ] {
        let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
        check(Database::PostgreSql, &[(&format!("{tables}{sql}"), &parts)]);
    }
}

/// A table of the model: its name and those of its columns.
struct Named {
    schema: usize,
    name: usize,
    columns: [usize; 3],
}

impl Named {
    fn shown(&self) -> String {
        format!("s{}.t{}", self.schema, self.name)
    }
}

proptest! {
    /// Foreign keys name what they named when they were added, whatever new names there were since.
    #[test]
    fn foreign_keys_follow_all_new_names(
        steps in prop::collection::vec((0..5_u8, 0..4_usize, 0..4_usize, 0..3_usize, 0..9_usize), 0..60),
    ) {
        let mut tables: Vec<Named> =
            (0..4).map(|name| Named { schema: 0, name, columns: [0, 1, 2] }).collect();
        let mut sql = "CREATE SCHEMA s0;".to_owned();
        for table in &tables {
            sql += &format!("CREATE TABLE {} (c0 int, c1 int, c2 int);\n", table.shown());
        }
        let mut keys: Vec<(usize, usize, usize)> = Vec::new();
        for (step, at, to, column, name) in steps {
            match step {
                0 => {
                    let target = &tables[to];
                    sql += &format!(
                        "ALTER TABLE {} ADD FOREIGN KEY (c{}) REFERENCES {} (c{});\n",
                        tables[at].shown(), tables[at].columns[column],
                        target.shown(), target.columns[column]
                    );
                    keys.push((at, to, column));
                }
                1 | 2 if tables.iter().all(|it| it.name != name) => {
                    sql += &format!("ALTER TABLE {} RENAME TO t{name};\n", tables[at].shown());
                    tables[at].name = name;
                }
                3 if !tables[at].columns.contains(&name) => {
                    let old = tables[at].columns[column];
                    let table = tables[at].shown();
                    sql += &format!("ALTER TABLE {table} RENAME COLUMN c{old} TO c{name};\n");
                    tables[at].columns[column] = name;
                }
                4 if tables[0].schema != name => {
                    let old = tables[0].schema;
                    sql += &format!("ALTER SCHEMA s{old} RENAME TO s{name};\n");
                    tables.iter_mut().for_each(|it| it.schema = name);
                }
                _ => {}
            }
        }
        let source = read(&sql, Database::PostgreSql);
        for (at, table) in tables.iter().enumerate() {
            prop_assert_eq!(source.tables[at].name.shown(), table.shown());
            let own = keys.iter().filter(|key| key.0 == at);
            prop_assert_eq!(source.tables[at].foreign_keys.len(), own.clone().count());
            for ((_, to, column), key) in own.zip(&source.tables[at].foreign_keys) {
                prop_assert_eq!(key.target.shown(), tables[*to].shown(), "{}", sql);
                let wanted = format!("c{}", tables[*to].columns[*column]);
                prop_assert_eq!(&key.target_columns, &[wanted], "{}", sql);
                let wanted = format!("c{}", table.columns[*column]);
                prop_assert_eq!(&key.columns, &[wanted], "{}", sql);
            }
        }
    }
}

proptest! {
    /// An enumeration has the values that its changes leave, in their order.
    #[test]
    fn enumerations_follow_all_changes_of_their_values(
        steps in prop::collection::vec((0..4_u8, 0..9_usize, 0..9_usize), 0..30),
    ) {
        let mut values: Vec<usize> = vec![0, 1];
        let mut sql = "CREATE TYPE e AS ENUM ('v0', 'v1');\n".to_owned();
        for (step, value, near) in steps {
            let at = values.iter().position(|it| *it == near);
            let is_new = !values.contains(&value);
            match (step, at) {
                (0, _) => {
                    sql += &format!("ALTER TYPE e ADD VALUE IF NOT EXISTS 'v{value}';\n");
                    values.extend(is_new.then_some(value));
                }
                (1 | 2, Some(at)) if is_new => {
                    let place = if step == 1 { "BEFORE" } else { "AFTER" };
                    sql += &format!("ALTER TYPE e ADD VALUE 'v{value}' {place} 'v{near}';\n");
                    values.insert(at + usize::from(step == 2), value);
                }
                (3, Some(at)) if is_new => {
                    sql += &format!("ALTER TYPE e RENAME VALUE 'v{near}' TO 'v{value}';\n");
                    values[at] = value;
                }
                _ => {}
            }
        }
        let source = read(&sql, Database::PostgreSql);
        let wanted: Vec<String> = values.iter().map(|it| format!("v{it}")).collect();
        prop_assert_eq!(&source.types[0].values, &wanted, "{}", sql);
        prop_assert!(source.notes.is_empty(), "{:?}", source.notes);
    }
}
