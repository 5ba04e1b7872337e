//! What clauses of a source become, case by case: a line of the port, or a loss.

use hotsplit_port::condense::Condenser;
use hotsplit_port::port::{Loss, Options, Port, Target, port};
use hotsplit_port::source::{Database, read};
use hotsplit_support::emulator::Emulator;
use hotsplit_syntax::tree::Dialect;
use serde_json::json;

fn ported(text: &str, database: Database, target: Target) -> Port {
    port(&read(text, database), &Options::to(target))
}

/// Each loss as a line: severity, rule, object, column, message.
fn losses(port: &Port) -> Vec<String> {
    let line = |loss: &Loss| {
        let column = loss.column.as_ref().map_or(String::new(), |it| format!(".{it}"));
        let (severity, rule) = (loss.severity.name(), loss.rule);
        format!("{severity} {rule} {}{column}: {}", loss.object, loss.message)
    };
    port.losses.iter().map(line).collect()
}

const MYSQL: Database = Database::MySql;
const POSTGRESQL: Database = Database::PostgreSql;
const BOTH: [Target; 2] = [Target::GoogleSql, Target::PostgreSql];

#[test]
fn an_index_for_many_foreign_keys_is_named_once() {
    let many: String = (0..40)
        .map(|n| {
            format!(
                "ALTER TABLE t ADD KEY k{n} (a), ADD CONSTRAINT f{n} FOREIGN KEY (a) REFERENCES p (id);\n"
            )
        })
        .collect();
    let text = format!(
        "CREATE TABLE p (id int NOT NULL PRIMARY KEY);\nCREATE TABLE t (a int NOT NULL PRIMARY KEY);\n{many}"
    );
    for target in BOTH {
        let it = ported(&text, MYSQL, target);
        let pruned = it.losses.iter().filter(|loss| loss.rule == "migrate-legacy-index-prune");
        assert_eq!(pruned.count(), 40);
    }
}

#[test]
fn checks_that_the_source_does_not_enforce_are_named() {
    let my = |clause: &str| {
        format!(
            "CREATE TABLE `t` (`a` int NOT NULL, `m` int, PRIMARY KEY (`a`), CONSTRAINT `c` CHECK (`m` > 1){clause});\n\
             INSERT INTO `t` VALUES (1, 0);"
        )
    };
    let pg = |clause: &str| {
        format!(
            "CREATE TABLE t (a int PRIMARY KEY, m int);\nALTER TABLE t ADD CONSTRAINT c CHECK (m > 1){clause};"
        )
    };
    let left_out = "warn migrate-check-dropped t: the check is left out: it is NOT ENFORCED, and Spanner enforces every check";
    let older = "warn migrate-deferrable t: NOT VALID is left out: older rows are checked too, and those that violate it are refused";
    for (database, text, kept, said) in [
        (MYSQL, my(""), true, None),
        (MYSQL, my(" ENFORCED"), true, None),
        (MYSQL, my(" NOT ENFORCED"), false, Some(left_out)),
        (MYSQL, my(" /*!80016 NOT ENFORCED */"), false, Some(left_out)),
        (POSTGRESQL, pg(""), true, None),
        (POSTGRESQL, pg(" NOT VALID"), true, Some(older)),
        (POSTGRESQL, pg(" NO INHERIT NOT VALID"), true, Some(older)),
        (POSTGRESQL, pg(" NOT ENFORCED"), false, Some(left_out)),
    ] {
        for target in BOTH {
            let it = ported(&text, database, target);
            assert_eq!(it.text.contains("CHECK (m > 1)"), kept, "{text}");
            let all = losses(&it);
            let those =
                all.iter().filter(|it| it.contains("NOT ENFORCED") || it.contains("NOT VALID"));
            assert_eq!(those.map(String::as_str).collect::<Vec<_>>(), said.as_slice(), "{text}");
        }
    }
}

#[test]
fn foreign_keys_say_what_not_valid_means() {
    let text = "CREATE TABLE p (a int PRIMARY KEY);\nCREATE TABLE t (a int PRIMARY KEY);\n\
                ALTER TABLE t ADD CONSTRAINT f FOREIGN KEY (a) REFERENCES p (a) NOT VALID;";
    let all = losses(&ported(text, POSTGRESQL, Target::PostgreSql));
    let older = "warn migrate-deferrable f: NOT VALID is left out: older rows are checked too, and those that violate it are refused";
    assert!(all.iter().any(|it| it == older), "{all:?}");
    assert!(!all.iter().any(|it| it.contains("at commit")), "{all:?}");
}

#[test]
fn ids_above_int64_have_a_type_that_holds_them() {
    let large = "18446744073709551615";
    let text = |key: &str, other: &str, row: &str| {
        format!(
            "CREATE TABLE `p` (`id` bigint unsigned NOT NULL{key}, PRIMARY KEY (`id`));\n\
             CREATE TABLE `c` (`n` int NOT NULL, `p` {other}, PRIMARY KEY (`n`), CONSTRAINT `f` FOREIGN KEY (`p`) REFERENCES `p` (`id`));\n\
             INSERT INTO `p` VALUES ({row});\n"
        )
    };
    let counter = " AUTO_INCREMENT";
    for (key, other, row, google, postgresql) in [
        ("", "bigint unsigned", "9223372036854775807", "INT64", "bigint"),
        ("", "bigint unsigned", large, "NUMERIC", "varchar"),
        ("", "bigint", large, "NUMERIC", "varchar"),
        (counter, "bigint unsigned", "9223372036854775807", "INT64", "bigint"),
        (counter, "bigint unsigned", large, "NUMERIC", "varchar"),
    ] {
        for (target, ty) in BOTH.into_iter().zip([google, postgresql]) {
            let it = ported(&text(key, other, row), MYSQL, target);
            assert!(it.text.contains(&format!("  id {ty} NOT NULL")), "{}", it.text);
            assert!(it.text.contains(&format!("  p {ty}")), "{}", it.text);
            assert!(it.text.contains("ADD CONSTRAINT f FOREIGN KEY (p)"), "{}", it.text);
            assert_eq!(
                it.text.contains("IDENTITY"),
                !key.is_empty() && row != large,
                "{}",
                it.text
            );
            let all = losses(&it);
            let none = all.iter().any(|it| it.starts_with("error migrate-skip-range p.id: no gen"));
            assert_eq!(none, !key.is_empty() && row == large, "{all:?}");
        }
    }
    // A counter at its end, and a number that its own column does not allow.
    let full = "CREATE TABLE `t` (`id` bigint NOT NULL AUTO_INCREMENT, PRIMARY KEY (`id`));\n\
                INSERT INTO `t` VALUES (9223372036854775808);\n";
    let it = ported(full, MYSQL, Target::GoogleSql);
    assert!(it.text.contains("SKIP RANGE 1, 9223372036854775807)"), "{}", it.text);
    let all = losses(&it);
    for said in [
        "error migrate-skip-range t.id: the generator skips all ids that INT64 has, and inserts without an id fail",
        "error migrate-rows-refute t.id: a row has 9223372036854775808, which INT64 does not hold",
    ] {
        assert!(all.iter().any(|it| it == said), "{all:?}");
    }
}

/// A type, a value, the loss, and whether it is one in the PostgreSQL dialect too.
const REFUSED: &[(Database, &str, &str, &str, bool)] = &[
    (
        MYSQL,
        "enum('a','b')",
        "''",
        "warn migrate-rows-refute t.v: 1 row has an empty text, which the enumeration does not have",
        true,
    ),
    (MYSQL, "enum('a','')", "''", "", false),
    (
        MYSQL,
        "date",
        "'2020-00-01'",
        "error migrate-rows-refute t.v: 1 row has a date with a month or day that is zero",
        true,
    ),
    (
        MYSQL,
        "datetime",
        "'2020-01-00 10:00:00'",
        "error migrate-rows-refute t.v: 1 row has a date with a month or day that is zero",
        true,
    ),
    (
        MYSQL,
        "date",
        "'0000-00-00'",
        "warn migrate-zero-date t.v: 1 row has a zero date, which becomes NULL",
        true,
    ),
    (MYSQL, "date", "'2020-01-01'", "", false),
    (MYSQL, "varchar(20)", "'2020-00-01'", "", false),
    (
        POSTGRESQL,
        "timestamptz",
        "'infinity'",
        "error migrate-rows-refute t.v: 1 row has `infinity`, which Spanner does not have",
        true,
    ),
    (
        POSTGRESQL,
        "date",
        "'-infinity'",
        "error migrate-rows-refute t.v: 1 row has `infinity`, which Spanner does not have",
        true,
    ),
    (
        POSTGRESQL,
        "date",
        "'0044-03-15 BC'",
        "error migrate-rows-refute t.v: 1 row has a date outside of the years 1 to 9999 that Spanner has",
        true,
    ),
    (
        POSTGRESQL,
        "timestamptz",
        "'0044-03-15 00:00:00+00 BC'",
        "error migrate-rows-refute t.v: 1 row has a date outside of the years 1 to 9999 that Spanner has",
        true,
    ),
    (
        POSTGRESQL,
        "timestamptz",
        "'12000-01-01 00:00:00+00'",
        "error migrate-rows-refute t.v: 1 row has a date outside of the years 1 to 9999 that Spanner has",
        true,
    ),
    (
        POSTGRESQL,
        "numeric",
        "'NaN'",
        "error migrate-rows-refute t.v: 1 row has NaN, and NUMERIC has none",
        false,
    ),
    (
        POSTGRESQL,
        "numeric",
        "'Infinity'",
        "error migrate-rows-refute t.v: 1 row has an infinite number, and NUMERIC has none",
        true,
    ),
    (POSTGRESQL, "double precision", "'NaN'", "", false),
    (POSTGRESQL, "numeric", LARGE, NUMERIC_LOSS, false),
    (POSTGRESQL, "numeric", "-123456789012345678901234567890.5", NUMERIC_LOSS, false),
    (POSTGRESQL, "numeric", "12345678901234567890123456789.5", "", false),
];

const LARGE: &str = "123456789012345678901234567890";
const NUMERIC_LOSS: &str =
    "error migrate-rows-refute t.v: a row has 30 digits before the point, and NUMERIC holds 29";

#[test]
fn rows_that_spanner_refuses_are_named() {
    for &(database, ty, value, google, postgresql) in REFUSED {
        let text = format!(
            "CREATE TABLE t (k int NOT NULL PRIMARY KEY, v {ty});\nINSERT INTO t VALUES (1, {value});\n"
        );
        let mut condenser = Condenser::of(database);
        condenser.push(text.as_bytes()).unwrap();
        let condensed = condenser.finish().unwrap().text;
        for text in [&text, &condensed] {
            for (target, said) in
                BOTH.into_iter().zip([google, if postgresql { google } else { "" }])
            {
                let all = losses(&ported(text, database, target));
                let rows = |it: &&String| it.contains("rows-refute") || it.contains("zero-date");
                let found: Vec<&String> = all.iter().filter(rows).collect();
                let expected: Vec<&str> =
                    Some(said).filter(|it| !it.is_empty()).into_iter().collect();
                assert_eq!(found, expected, "{text}");
            }
        }
    }
}

/// Dumps with forms that are written for few sources.
const ACCEPTED: &[(Database, &str)] = &[
    (
        MYSQL,
        "CREATE TABLE `p` (`id` bigint unsigned NOT NULL AUTO_INCREMENT, PRIMARY KEY (`id`));\n\
         CREATE TABLE `c` (`n` int NOT NULL, `p` bigint unsigned, PRIMARY KEY (`n`), CONSTRAINT `f` FOREIGN KEY (`p`) REFERENCES `p` (`id`));\n\
         INSERT INTO `p` VALUES (18446744073709551615);\n",
    ),
    (
        MYSQL,
        "CREATE TABLE `t` (`id` bigint NOT NULL AUTO_INCREMENT, PRIMARY KEY (`id`));\n\
         INSERT INTO `t` VALUES (9223372036854775807);\n",
    ),
    (
        MYSQL,
        "CREATE TABLE `t` (`k` bigint NOT NULL, `a` tinyint unsigned, `b` year, `c` bit(63), `d` decimal(5,1), `e` decimal(12,0) unsigned, \
         `f` double unsigned, `g` float unsigned, `h` decimal(38,9), `i` decimal(8,2) NOT NULL, PRIMARY KEY (`k`), UNIQUE KEY `i` (`i`));\n",
    ),
];

#[test]
fn the_emulator_accepts_these_forms() {
    let Some(emulator) = Emulator::for_test("the_emulator_accepts_these_forms") else { return };
    let mut refused = Vec::new();
    for (database, text) in ACCEPTED {
        for (target, dialect) in BOTH.into_iter().zip([Dialect::GoogleSql, Dialect::PostgreSql]) {
            let options = Options { comments: false, check_ranges: true, ..Options::to(target) };
            let it = port(&read(text, *database), &options);
            let statements: Vec<&str> =
                it.statements.iter().map(|span| span.of(&it.text)).collect();
            if let Err(message) = emulator.accepts(dialect, &statements) {
                refused.push(format!("{message}\n{}", it.text));
            }
        }
    }
    assert!(refused.is_empty(), "{}", refused.join("\n"));
}

#[test]
fn numbers_in_indexes_and_foreign_keys_of_the_postgresql_dialect_are_texts() {
    let text = "CREATE TABLE `p` (`id` int NOT NULL, `a` decimal(8,2) NOT NULL, `d` decimal(8,2), `b` decimal(9,0) NOT NULL, PRIMARY KEY (`id`), UNIQUE KEY `a` (`a`), UNIQUE KEY `d` (`d`), UNIQUE KEY `b` (`b`));\n\
                CREATE TABLE `c` (`id` int NOT NULL, `a` decimal(8,2), `b` decimal(9,0), PRIMARY KEY (`id`), CONSTRAINT `fa` FOREIGN KEY (`a`) REFERENCES `p` (`a`), CONSTRAINT `fb` FOREIGN KEY (`b`) REFERENCES `p` (`b`));\n";
    let it = ported(text, MYSQL, Target::PostgreSql);
    for line in [
        "  a varchar NOT NULL,",
        "  a varchar,",
        "  b bigint NOT NULL,",
        "  b bigint,",
        "  d_key1 varchar GENERATED ALWAYS AS (CAST(trunc(d, 2) AS varchar)) VIRTUAL",
        "CREATE UNIQUE INDEX d ON p (d_key1)",
        "ADD CONSTRAINT fa FOREIGN KEY (a) REFERENCES p (a)",
        "ADD CONSTRAINT fb FOREIGN KEY (b) REFERENCES p (b)",
    ] {
        assert!(it.text.contains(line), "{line}\n{}", it.text);
    }
    let all = losses(&it);
    assert!(
        !all.iter().any(|it| it.starts_with("error") || it.contains("different types")),
        "{all:?}"
    );
    let google = ported(text, MYSQL, Target::GoogleSql);
    assert!(!google.losses.iter().any(|it| it.rule == "migrate-numeric-key"), "{}", google.text);
}

#[test]
fn equal_numbers_are_equal_texts_in_a_unique_index() {
    let test = "equal_numbers_are_equal_texts_in_a_unique_index";
    let Some(emulator) = Emulator::for_test(test) else { return };
    for ty in ["numeric(8,2)", "numeric"] {
        let text = format!(
            "CREATE TABLE t (k bigint PRIMARY KEY, x {ty});\nCREATE UNIQUE INDEX u ON t (x);"
        );
        let it = ported(&text, POSTGRESQL, Target::PostgreSql);
        let statements: Vec<&str> = it.statements.iter().map(|span| span.of(&it.text)).collect();
        let database = emulator.database(Dialect::PostgreSql, &statements).unwrap();
        let rows = [
            ("1.5", true),
            ("1.50", false),
            ("1.51", true),
            ("NULL", true),
            ("NULL", true),
            ("-1.5", true),
        ];
        for (key, (value, passes)) in rows.into_iter().enumerate() {
            let insert = format!("INSERT INTO t (k, x) VALUES ({key}, {value})");
            assert_eq!(database.dml(&insert, &json!({})).is_ok(), passes, "{ty} {value}");
        }
    }
}

#[test]
fn what_numbers_lose_is_named() {
    let wide = "info migrate-decimal-scale t.v:";
    let (left, both) = ("", BOTH);
    for (ty, said, google, postgresql) in [
        (
            "tinyint unsigned",
            " integers have 64 bits: `v` takes numbers that the source refuses",
            "v BETWEEN 0 AND 255",
            left,
        ),
        (
            "int",
            " integers have 64 bits: `v` takes numbers that the source refuses",
            "v BETWEEN -2147483648 AND 2147483647",
            left,
        ),
        (
            "year",
            " integers have 64 bits: `v` takes numbers that the source refuses",
            "v = 0 OR v BETWEEN 1901 AND 2155",
            left,
        ),
        ("bigint", left, left, left),
        ("bit(4)", left, "v BETWEEN 0 AND 15", left),
        (
            "decimal(5,1)",
            " more than 1 digit behind the point, more than 4 digits before it are kept: the source rounds or refuses them",
            "v BETWEEN NUMERIC '-9999.9' AND NUMERIC '9999.9'",
            "v BETWEEN -9999.9 AND 9999.9",
        ),
        (
            "decimal(3,0) unsigned",
            " more than 0 digits behind the point, more than 3 digits before it, negative numbers are kept: the source rounds or refuses them",
            "v BETWEEN NUMERIC '0' AND NUMERIC '999'",
            "v BETWEEN 0 AND 999",
        ),
        ("double unsigned", " UNSIGNED is left out: negative numbers are kept", "v >= 0", left),
        ("float(7,3)", " (7,3) is left out: values are not rounded to 3 digits", left, left),
    ] {
        let text = format!(
            "CREATE TABLE `t` (`k` bigint NOT NULL, `v` {ty}, PRIMARY KEY (`k`)) ENGINE=InnoDB;"
        );
        for (target, check) in
            both.into_iter().zip([google, if postgresql.is_empty() { google } else { postgresql }])
        {
            let all = losses(&ported(&text, MYSQL, target));
            let found: Vec<&str> = all.iter().filter_map(|it| it.strip_prefix(wide)).collect();
            let expected: Vec<&str> = Some(said).filter(|it| !it.is_empty()).into_iter().collect();
            assert_eq!(found, expected, "{ty}");
            let checked = Options { check_ranges: true, ..Options::to(target) };
            let it = port(&read(&text, MYSQL), &checked);
            assert!(
                it.text.contains(&format!("CHECK ({check})")) != check.is_empty(),
                "{}",
                it.text
            );
            assert!(
                !losses(&it).iter().any(|it| it.contains("source refuses")),
                "{:?}",
                losses(&it)
            );
        }
    }
    let text = "CREATE TABLE `t` (`k` bigint NOT NULL, `a` int(5) unsigned zerofill, `b` smallint, `c` tinyint(4), `d` blob(70000), `e` blob(10), `f` float(30), PRIMARY KEY (`k`));";
    let it = ported(text, MYSQL, Target::GoogleSql);
    let all = losses(&it);
    for said in [
        "info migrate-decimal-scale t.a: integers have 64 bits: `a` and 2 more columns take numbers that the source refuses",
        "info migrate-clause-dropped t.a: ZEROFILL is left out: the application writes zeros before a number",
    ] {
        assert!(all.iter().any(|it| it == said), "{all:?}");
    }
    for line in ["  d BYTES(MAX)", "  e BYTES(255)", "  f FLOAT64"] {
        assert!(it.text.contains(line), "{}", it.text);
    }
}

#[test]
fn a_domain_of_citext_ignores_case() {
    let text =
        "CREATE DOMAIN email AS citext;\nCREATE TABLE t (k int PRIMARY KEY, e email UNIQUE);";
    let all = losses(&ported(text, POSTGRESQL, Target::GoogleSql));
    let said = "warn migrate-collation t.e: the source ignores case; Spanner compares texts by their bytes";
    assert!(all.iter().any(|it| it == said), "{all:?}");
}

#[test]
fn rules_of_one_partition_are_named() {
    let table = "CREATE TABLE p (a int PRIMARY KEY);\n\
                 CREATE TABLE m (r text NOT NULL, v int, CONSTRAINT c CHECK (v > 0)) PARTITION BY LIST (r);\n\
                 CREATE TABLE m_us PARTITION OF m FOR VALUES IN ('us');\n";
    let part = "CREATE TABLE m_eu PARTITION OF m FOR VALUES IN ('eu');\n";
    let standing = |rules: &str| {
        format!(
            "CREATE TABLE m_eu (r text NOT NULL, v int, {rules});\nALTER TABLE ONLY m ATTACH PARTITION m_eu FOR VALUES IN ('eu');\n"
        )
    };
    let of_part = |rule: &str| format!("{part}{rule};\n");
    let unique =
        "error migrate-partition-by-time m_eu: the unique rule of one partition of `m` is left out";
    let check =
        "warn migrate-partition-by-time m_eu: the check of one partition of `m` is left out";
    let foreign =
        "warn migrate-partition-by-time m_eu: the foreign key of one partition of `m` is left out";
    for (rest, said) in [
        (of_part("CREATE UNIQUE INDEX u ON m_eu (v)"), Some(unique)),
        (of_part("CREATE INDEX i ON m_eu (v)"), None),
        (of_part("ALTER TABLE ONLY m_eu ADD CONSTRAINT m_eu_pkey PRIMARY KEY (v)"), Some(unique)),
        (
            of_part(
                "ALTER TABLE ONLY m ADD CONSTRAINT m_pkey PRIMARY KEY (r, v);\nALTER TABLE ONLY m_eu ADD CONSTRAINT m_eu_pkey PRIMARY KEY (r, v)",
            ),
            None,
        ),
        (
            of_part(
                "CREATE UNIQUE INDEX u ON ONLY m (r, v);\nCREATE UNIQUE INDEX u_eu ON m_eu (lower(r), v);\nALTER INDEX u ATTACH PARTITION u_eu",
            ),
            None,
        ),
        (of_part("ALTER TABLE ONLY m_eu ADD CONSTRAINT d CHECK (v > 2)"), Some(check)),
        (of_part("ALTER TABLE ONLY m_eu ADD CONSTRAINT c CHECK (v > 0)"), None),
        (
            of_part("ALTER TABLE ONLY m_eu ADD CONSTRAINT f FOREIGN KEY (v) REFERENCES p (a)"),
            Some(foreign),
        ),
        (standing("CONSTRAINT c CHECK (v > 0)"), None),
        (standing("CONSTRAINT d CHECK (v > 2)"), Some(check)),
        (standing("UNIQUE (v)"), Some(unique)),
        (format!("{}ALTER TABLE m ADD UNIQUE (r, v);", standing("UNIQUE (r, v)")), None),
        (
            "CREATE TABLE m_eu PARTITION OF m (v DEFAULT 7) FOR VALUES IN ('eu');\n".to_owned(),
            Some("warn migrate-partition-by-time m_eu: rules of one partition of `m` are left out"),
        ),
    ] {
        let all = losses(&ported(&format!("{table}{rest}"), POSTGRESQL, Target::GoogleSql));
        let rule =
            |it: &&String| it.contains("migrate-partition-by-time m_eu") && !it.starts_with("info");
        let found: Vec<&String> = all.iter().filter(rule).collect();
        assert_eq!(found, said.into_iter().collect::<Vec<_>>(), "{rest}");
    }
    let key = "CREATE TABLE n (a int PRIMARY KEY);\nALTER TABLE n ADD CONSTRAINT g FOREIGN KEY (a) REFERENCES m_eu (v);";
    let all = losses(&ported(&format!("{table}{part}{key}"), POSTGRESQL, Target::GoogleSql));
    let said = "warn migrate-fk-target-missing g: the foreign key is left out: `m_eu` is a partition of `m` and no table in Spanner";
    assert!(all.iter().any(|it| it == said), "{all:?}");
}

#[test]
fn a_unique_rule_of_all_partitions_is_one_of_the_table() {
    let parts = "CREATE TABLE m (r text NOT NULL, v int NOT NULL, w int NOT NULL) PARTITION BY LIST (r);\n\
                 CREATE TABLE m_eu PARTITION OF m FOR VALUES IN ('eu');\nCREATE TABLE m_us PARTITION OF m FOR VALUES IN ('us');\n\
                 CREATE UNIQUE INDEX eu ON m_eu (v, r);\n";
    let one = ported(parts, POSTGRESQL, Target::GoogleSql);
    assert!(one.text.contains("row_id"), "{}", one.text);
    for (rest, line) in [
        ("CREATE UNIQUE INDEX us ON m_us (v, r);", "CREATE UNIQUE INDEX eu ON m (v, r)"),
        (
            "ALTER TABLE ONLY m_eu ADD CONSTRAINT a PRIMARY KEY (w);\nALTER TABLE ONLY m_us ADD CONSTRAINT b PRIMARY KEY (w);",
            ") PRIMARY KEY (w)",
        ),
    ] {
        let it = ported(&format!("{parts}{rest}"), POSTGRESQL, Target::GoogleSql);
        assert!(it.text.contains(line), "{}", it.text);
        let said = "warn migrate-partition-by-time m: all partitions have this unique rule, and now the table has it: equal values in two partitions are refused";
        assert!(losses(&it).iter().any(|it| it == said), "{:?}", losses(&it));
    }
}

#[test]
fn a_semicolon_among_columns_ends_nothing() {
    let it = ported("DELIMITER $$\nCREATE TABLE t (a int; b int)$$\n", MYSQL, Target::GoogleSql);
    assert!(it.text.starts_with("CREATE TABLE t ("), "{}", it.text);
}

#[test]
fn messages_name_what_they_are_about() {
    for (database, text, said) in [
        (
            POSTGRESQL,
            "CREATE TABLE t (k int PRIMARY KEY, a text, b int);\nCREATE UNIQUE INDEX ux ON t (lower(a)) WHERE b > 1;",
            "info migrate-expression-index ux: `ux_key17` is a generated column with what is indexed",
        ),
        (
            MYSQL,
            "CREATE TABLE `t` (`k` bigint NOT NULL, PRIMARY KEY (`k`)) ENGINE=InnoDB AUTO_INCREMENT=12 DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;",
            "info migrate-clause-dropped t: `ENGINE=InnoDB AUTO_INCREMENT=12 DEFAULT CHARSET=utf8mb4 …` has no meaning for Spanner",
        ),
        (
            POSTGRESQL,
            "CREATE TABLE t (k int PRIMARY KEY, 7 strange words);",
            "warn migrate-clause-dropped t: `7 strange words` is not understood",
        ),
        (
            POSTGRESQL,
            "CREATE VIEW v AS SELECT a.x, b.y FROM a JOIN s.b ON a.id = b.id, c, (SELECT 1 FROM d) e WHERE x IN (SELECT 1, 2 FROM a);",
            "warn migrate-object-dropped v: CREATE VIEW is left out: a view is a query, and queries are not translated; it reads `a`, `s.b`, `c`, `d`",
        ),
        (
            POSTGRESQL,
            "CREATE SEQUENCE s;\nCREATE TABLE t (k int PRIMARY KEY);",
            "warn migrate-shared-sequence s: no column draws from it: it is a bit-reversed sequence, and its values have no order",
        ),
    ] {
        let all = losses(&ported(text, database, Target::GoogleSql));
        assert!(all.iter().any(|it| it == said), "{said}\n{all:#?}");
    }
}

#[test]
fn types_of_several_forms_are_asked_about() {
    let types = "CREATE TYPE comp AS (x int, y text);\n";
    for (ty, column, said) in [
        ("comp", "v JSON", "ask migrate-type-unmapped t.v: the composite type `comp` is JSON"),
        (
            "point",
            "v BYTES(MAX)",
            "ask migrate-type-unmapped t.v: point is kept as bytes; searching by place is lost",
        ),
        (
            "vector(3)",
            "v ARRAY<FLOAT64>",
            "ask migrate-type-unmapped t.v: a vector is an array of FLOAT64; its length is not checked, and a vector index is to be written",
        ),
    ] {
        let text = format!("{types}CREATE TABLE t (k int PRIMARY KEY, v {ty});");
        let it = ported(&text, POSTGRESQL, Target::GoogleSql);
        assert!(it.text.contains(column), "{}", it.text);
        assert!(losses(&it).iter().any(|it| it == said), "{:?}", losses(&it));
        let asks =
            it.losses.iter().filter_map(|it| it.decision.as_ref()).find(|it| it.name == "as");
        for choice in asks.unwrap().choices {
            let mut options = Options::to(Target::GoogleSql);
            let decided = format!("-- hotsplit: column t.v as({choice})\n{text}");
            assert_eq!(options.read_directives(&decided), Vec::<String>::new());
            let it = port(&read(&decided, POSTGRESQL), &options);
            assert!(it.text.contains(&format!("v {choice}")), "{}", it.text);
            assert!(!losses(&it).iter().any(|it| it.starts_with("ask")), "{:?}", losses(&it));
        }
    }
}

#[test]
fn defaults_are_values_of_their_types() {
    let not = "warn migrate-default-dropped t.v: the application supplies the value: the default is not a value of the enumeration";
    for (ty, default, written, said) in [
        ("enum('a','b')", "2", "v STRING(1),", Some(not)),
        ("enum('a','b')", "'b'", "v STRING(1) DEFAULT ('b')", None),
        ("enum('a','b')", "NULL", "v STRING(1),", None),
        ("year", "'70'", "v INT64 DEFAULT (1970)", None),
        ("year", "69", "v INT64 DEFAULT (2069)", None),
        ("year", "'0'", "v INT64 DEFAULT (2000)", None),
        ("year", "0", "v INT64 DEFAULT (0)", None),
        ("year", "'2024'", "v INT64 DEFAULT (2024)", None),
        ("int1", "70", "v INT64 DEFAULT (70)", None),
    ] {
        let text = format!(
            "CREATE TABLE `t` (`k` bigint NOT NULL, `v` {ty} DEFAULT {default}, PRIMARY KEY (`k`));"
        );
        let it = ported(&text, MYSQL, Target::GoogleSql);
        assert!(it.text.contains(written), "{}", it.text);
        let all = losses(&it);
        let found = all.iter().find(|it| it.contains("default-dropped") || it.contains("unmapped"));
        assert_eq!(found.map(String::as_str), said, "{text}");
    }
}

#[test]
fn a_domain_over_a_domain_has_the_rules_of_all() {
    let domains = "CREATE TYPE mood AS ENUM ('a', 'bc');\n\
                   CREATE DOMAIN low AS int DEFAULT 7 CHECK (VALUE > 1);\n\
                   CREATE DOMAIN mid AS low NOT NULL CHECK (VALUE < 9) CHECK (VALUE <> 5);\n\
                   CREATE DOMAIN high AS mid CONSTRAINT even CHECK (VALUE % 2 = 0);\n\
                   CREATE DOMAIN own AS high DEFAULT 8;\n\
                   CREATE DOMAIN felt AS mood DEFAULT 'a'; CREATE DOMAIN most AS felt NOT NULL;\n\
                   CREATE DOMAIN lists AS low[]; CREATE DOMAIN more AS lists;\n\
                   CREATE DOMAIN ci AS citext; CREATE DOMAIN mail AS ci;\n\
                   CREATE DOMAIN span AS varchar(7); CREATE DOMAIN code AS span;\n";
    for (column, parts) in [
        (
            "c high",
            &[
                "c INT64 NOT NULL DEFAULT (7)",
                "CHECK (c > 1)",
                "CHECK (c < 9)",
                "CHECK (c <> 5)",
                "CHECK ((MOD(c, 2)) = 0)",
            ][..],
        ),
        ("c own", &["c INT64 NOT NULL DEFAULT (8)", "CHECK (c > 1)", "CHECK ((MOD(c, 2)) = 0)"]),
        ("c own DEFAULT 4", &["c INT64 NOT NULL DEFAULT (4)"]),
        ("c low", &["c INT64 DEFAULT (7)", "CHECK (c > 1)", "!c < 9"]),
        ("c most", &["c STRING(2) NOT NULL DEFAULT ('a')", "CHECK (c IN ('a', 'bc'))"]),
        ("c most DEFAULT 'd'", &["!DEFAULT", "migrate-default-dropped"]),
        (
            "c most[]",
            &[
                "c ARRAY<STRING(2)>,",
                "ARRAY_INCLUDES_ALL(['a', 'bc'], c)",
                "NOT NULL",
                "a rule of what is in an array",
            ],
        ),
        (
            "c more",
            &["c ARRAY<INT64>", "!c > 1", "a rule of what is in an array is left out", "!DEFAULT"],
        ),
        ("c mood[][]", &["c JSON", "has several dimensions"]),
        ("c mail, UNIQUE (c)", &["migrate-collation"]),
        ("c code", &["c STRING(7)"]),
    ] {
        let sql = format!("{domains}CREATE TABLE t (id int PRIMARY KEY, {column});");
        let source = read(&sql, Database::PostgreSql);
        let ported = port(&source, &Options { comments: false, ..Options::to(Target::GoogleSql) });
        crate::obeys::assert_laws(&sql, &source, &ported);
        let losses = ported.losses.iter().map(|it| format!("{} {}\n", it.rule, it.message));
        let said = ported.text.clone() + &losses.collect::<String>();
        for part in parts {
            let (part, wanted) = part.strip_prefix('!').map_or((*part, true), |it| (it, false));
            assert_eq!(said.contains(part), wanted, "{part}\nin {column}\n{said}");
        }
    }
}

#[test]
fn domains_in_a_circle_or_a_long_chain_end() {
    let circle = "CREATE DOMAIN a AS b CHECK (VALUE <> 'x'); CREATE DOMAIN b AS a NOT NULL;\n\
                  CREATE TABLE t (id int PRIMARY KEY, c a);";
    let chain =
        (0..40).map(|at| format!("CREATE DOMAIN d{} AS d{at} CHECK (VALUE > {at});\n", at + 1));
    let chain = format!(
        "CREATE DOMAIN d0 AS int;\n{}CREATE TABLE t (id int PRIMARY KEY, c d40);",
        chain.collect::<String>()
    );
    for (sql, column, unknown) in [
        (circle, "c STRING(MAX) NOT NULL", "type `a` is"),
        (&chain, "c STRING(MAX)", "type `d8` is"),
    ] {
        let source = read(sql, Database::PostgreSql);
        let ported = port(&source, &Options { comments: false, ..Options::to(Target::GoogleSql) });
        crate::obeys::assert_laws(sql, &source, &ported);
        assert!(ported.text.contains(column), "{}", ported.text);
        let found = ported.losses.iter().filter(|it| it.message.starts_with(unknown));
        assert_eq!(found.count(), 1, "{:#?}", ported.losses);
    }
}
