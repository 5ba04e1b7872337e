//! Statements beyond tables: what is read of them, what is rejected, and cures that work.

use hotsplit_syntax::parse;
use hotsplit_syntax::text::apply_edits;
use hotsplit_syntax::tree::{Dialect, StatementKind, Tree, Watched};

const GSQL: Dialect = Dialect::GoogleSql;
const PG: Dialect = Dialect::PostgreSql;

/// The errors of `text`, one a line, each with what it points at.
fn errors(text: &str, dialect: Dialect) -> String {
    let tree = parse(text, Some(dialect));
    let line = |error: &hotsplit_syntax::tree::SyntaxError| {
        format!("{} [{}]", error.message, error.span.of(text))
    };
    tree.errors.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// The text after the cures of all its errors; panics where an error has none.
fn cured(text: &str, dialect: Dialect) -> String {
    let tree = parse(text, Some(dialect));
    assert!(!tree.errors.is_empty(), "expected an error in {text}");
    let edits: Vec<_> = tree
        .errors
        .iter()
        .flat_map(|error| {
            let cure = error.cure.as_ref();
            cure.unwrap_or_else(|| panic!("expected a cure: {}", error.message)).edits.clone()
        })
        .collect();
    let after = apply_edits(text, &edits).unwrap();
    assert_eq!(errors(&after, dialect), "", "{after}");
    after
}

#[test]
fn cures_cure() {
    let cases = [
        (
            GSQL,
            "CREATE TABLE T (a INT64), PRIMARY KEY (a)",
            "CREATE TABLE T (a INT64) PRIMARY KEY (a)",
        ),
        (
            GSQL,
            "CREATE TABLE T (a INT64) PRIMARY KEY (a)\nCREATE TABLE U (a INT64) PRIMARY KEY (a)",
            "CREATE TABLE T (a INT64) PRIMARY KEY (a);\nCREATE TABLE U (a INT64) PRIMARY KEY (a)",
        ),
        (
            GSQL,
            "CREATE TABLE T (\n  a INT64\n  b INT64\n) PRIMARY KEY (a)",
            "CREATE TABLE T (\n  a INT64,\n  b INT64\n) PRIMARY KEY (a)",
        ),
        (GSQL, "CREATE INDEX ON T(a, b DESC)", "CREATE INDEX TByab ON T(a, b DESC)"),
        (GSQL, "CREATE VECTOR INDEX ON T(a)", "CREATE VECTOR INDEX TBya ON T(a)"),
        (
            GSQL,
            "CREATE SEQUENCE s OPTIONS (sequence_kind = 'bit_reversed_positive',)",
            "CREATE SEQUENCE s OPTIONS (sequence_kind = 'bit_reversed_positive')",
        ),
        (GSQL, "CREATE DATABASE my-own-db", "CREATE DATABASE `my-own-db`"),
        (
            GSQL,
            "ALTER DATABASE my-db-1 SET OPTIONS (optimizer_version = 2,)",
            "ALTER DATABASE `my-db-1` SET OPTIONS (optimizer_version = 2)",
        ),
        (
            GSQL,
            "ALTER CHANGE STREAM s FOR ALL SET OPTIONS (exclude_insert = TRUE)",
            "ALTER CHANGE STREAM s SET OPTIONS (exclude_insert = TRUE)",
        ),
        (GSQL, "ALTER CHANGE STREAM s FOR t", "ALTER CHANGE STREAM s SET FOR t"),
        (PG, "CREATE DATABASE my-db", "CREATE DATABASE \"my-db\""),
        (
            GSQL,
            "CREATE TABLE T (a INT64) PRIMARY KEY (a) INTERLEAVE IN PARENT (S)",
            "CREATE TABLE T (a INT64) PRIMARY KEY (a), INTERLEAVE IN PARENT S",
        ),
        (
            PG,
            "CREATE TABLE t (a bigint) PRIMARY KEY (a)",
            "CREATE TABLE t (a bigint, PRIMARY KEY (a)) ",
        ),
    ];
    for (dialect, text, after) in cases {
        assert_eq!(cured(text, dialect), after);
    }
}

#[test]
fn what_spanner_lacks_is_told_with_what_it_offers() {
    let cases = [
        ("CREATE TEMP TABLE t (a bigint PRIMARY KEY)", "temporary"),
        ("CREATE TABLE t (a bigint PRIMARY KEY) INHERITS (s)", "INTERLEAVE IN PARENT"),
        ("CREATE TABLE t (a bigint PRIMARY KEY) PARTITION BY RANGE (a)", "splits tables"),
        ("CREATE TABLE t (a bigint PRIMARY KEY, b text UNIQUE)", "unique index"),
        ("CREATE TABLE t (a bigint PRIMARY KEY, CONSTRAINT u UNIQUE (a))", "unique index"),
        ("CREATE TABLE t (a bigint PRIMARY KEY REFERENCES s (a) ON DELETE SET NULL)", "action"),
        ("CREATE INDEX i ON t (lower(a))", "generate one"),
        ("CREATE INDEX i ON t USING gin (a)", "CREATE SEARCH INDEX"),
        ("CREATE SEQUENCE s START WITH 1", "bit-reversed"),
    ];
    for (text, said) in cases {
        let found = errors(text, PG);
        assert!(found.contains("Spanner") && found.contains(said), "{text}: {found}");
        assert_eq!(found.lines().count(), 1, "{text}: {found}");
    }
}

#[test]
fn malformed_statements_are_told_at_the_right_token() {
    let found = |text| errors(text, GSQL);
    assert_eq!(
        found("GRANT SELECT, DESTROY ON TABLE t TO ROLE r"),
        "expected `SELECT`, `INSERT`, `UPDATE`, `DELETE`, `EXECUTE` or `USAGE`, \
         found `DESTROY` [DESTROY]"
    );
    assert_eq!(found("GRANT SELECT ON TABLE t TO r"), "expected `ROLE`, found `r` [r]");
    assert_eq!(
        found("CREATE CHANGE STREAM s FOR ALL(a)"),
        "expected the end of the statement, found `(` [(]"
    );
    assert_eq!(
        found("CREATE VIEW v SQL SECURITY FOO AS SELECT 1"),
        "expected `INVOKER` or `DEFINER`, found `FOO` [FOO]"
    );
    assert_eq!(
        found("CREATE MODEL m OPTIONS (endpoint = 1)"),
        "expected a string, found `endpoint = 1` [endpoint = 1]"
    );
    assert_eq!(
        found("CREATE TABLE t (a INT64 DEFAULT (1) AS (2)) PRIMARY KEY (a)"),
        "expected one of `DEFAULT`, `AS` and `GENERATED`, found `AS` [AS]"
    );
}

/// The kinds that later layers read, by what was read of them.
fn read(text: &str, dialect: Dialect) -> StatementKind {
    let mut tree: Tree = parse(text, Some(dialect));
    assert_eq!(errors(text, dialect), "");
    tree.statements.remove(0).kind
}

#[test]
fn change_streams_tell_what_they_watch() {
    let kind = read("CREATE CHANGE STREAM s FOR t, u(), v(a, b)", GSQL);
    let StatementKind::CreateChangeStream(stream) = kind else { panic!("expected a stream") };
    let Watched::Tables(tables) = stream.watched else { panic!("expected tables") };
    let columns: Vec<Option<usize>> =
        tables.iter().map(|table| table.columns.as_ref().map(Vec::len)).collect();
    assert_eq!(columns, [None, Some(0), Some(2)]);
    let kind = read("CREATE CHANGE STREAM s FOR ALL WITH (retention_period = '7d')", PG);
    let StatementKind::CreateChangeStream(stream) = kind else { panic!("expected a stream") };
    assert!(matches!(stream.watched, Watched::All));
    assert_eq!(stream.options[0].value, "7d");
}

#[test]
fn search_indexes_tell_their_parts() {
    let text = "CREATE SEARCH INDEX i ON t(a, b) STORING (c) PARTITION BY d ORDER BY e DESC, \
                INTERLEAVE IN p OPTIONS (sort_order_sharding = TRUE)";
    let StatementKind::CreateSearchIndex(made) = read(text, GSQL) else { panic!("an index") };
    assert_eq!(made.index.keys.len(), 2);
    assert_eq!(made.index.storing[0].text, "c");
    assert_eq!(made.partition_by[0].text, "d");
    assert!(made.order_by[0].desc);
    assert_eq!(made.index.interleave.unwrap().parent.text, "p");
    assert_eq!(made.index.options[0].value, "true");
}

#[test]
fn text_that_is_no_sql_hides_no_ddl() {
    let text = "-- +goose Up\n\\c db\nCREATE TABLE ${p}A (Id INT64, N STRING(${n})) \
                PRIMARY KEY (Id);\n{% if x %}\nCREATE TABLE {{ b }} (Id {{ t }}) PRIMARY KEY (Id);\n\
                {% endif %}\nRUN BATCH;\n";
    let tree = parse(text, None);
    assert_eq!(tree.errors, []);
    assert_eq!(tables(&tree), ["${p}A", "{{ b }}"]);
    assert!(tree.notes.iter().any(|note| note.message.starts_with("a template")));

    let text = "COPY a FROM stdin;\n1\tit's; CREATE TABLE x\n\\.\nCREATE TABLE b (id bigint \
                PRIMARY KEY);\n";
    let tree = parse(text, Some(PG));
    assert_eq!(tree.errors, []);
    assert_eq!(tables(&tree), ["b"]);
}

/// A dump is pasted as it is: whatever the dialect, the rows are skipped and nothing below them.
#[test]
fn rows_of_a_copy_hide_no_ddl() {
    let table = |name: &str, pg: bool| match pg {
        true => format!("CREATE TABLE {name} (id bigint PRIMARY KEY);\n"),
        false => format!("CREATE TABLE {name} (id INT64) PRIMARY KEY (id);\n"),
    };
    for (dialect, pg) in [(GSQL, false), (PG, true)] {
        let text = [
            &table("a", pg),
            "COPY public.a (id,\n  n) FROM stdin;\n1\tit's `x; CREATE TABLE x (\n2\t\"\"\"\\n\n\\.\n\n",
            "copy b from STDIN with (format csv);\n\\.\r\n",
            &table("b", pg),
            // Its rows were left out, and the end below is not its own.
            "COPY c FROM stdin;\n",
            &table("c", pg),
            "\\copy d FROM stdin\n/* 7\n\\.\nSELECT 1;\n",
            &table("d", pg),
            "COPY e FROM stdin;\n",
            &table("e", pg),
        ]
        .concat();
        for asked in [None, Some(dialect)] {
            let tree = parse(&text, asked);
            assert_eq!(tree.dialect, dialect);
            assert_eq!(tree.errors, [], "{dialect:?}");
            assert_eq!(tables(&tree), ["a", "b", "c", "d", "e"], "{dialect:?}");
            let notes: Vec<&str> = tree.notes.iter().map(|note| note.span.of(&text)).collect();
            assert_eq!(notes.iter().filter(|said| said.len() < 60).count(), 6, "{notes:?}");
            assert!(notes.iter().all(|said| !said.contains('\t')), "{notes:?}");
        }
    }
    // The words of the rows say nothing of the dialect.
    let text = "CREATE TABLE a (id bigint PRIMARY KEY);\nCOPY a FROM stdin;\nINT64 STRING(3) \
                ARRAY<\nINT64 INT64\n\\.\n";
    assert_eq!(parse(text, None).dialect, PG);
}

#[test]
fn a_file_may_mix_dialects() {
    let text = "CREATE TABLE A (Id INT64, N STRING(MAX)) PRIMARY KEY (Id);\n\
                CREATE TABLE b (id bigint PRIMARY KEY, n varchar(10) DEFAULT 'x');\n";
    let tree = parse(text, None);
    assert_eq!(tree.errors, []);
    assert_eq!(tables(&tree), ["A", "b"]);
    assert!(tree.notes.iter().any(|note| note.message.contains("mixes dialects")));
    assert_ne!(parse(text, Some(GSQL)).errors, [], "a dialect that is forced is kept");
}

fn tables(tree: &Tree) -> Vec<&str> {
    let mut names = Vec::new();
    for statement in &tree.statements {
        if let StatementKind::CreateTable(table) = &statement.kind {
            names.push(table.name.text.as_str());
        }
    }
    names
}
