//! Texts that the fuzz target `port` found, each of which failed once: the port obeys its laws, and
//! its text is read without an error.

use hotsplit_port::port::{Loss, Options, Port, Target, port};
use hotsplit_port::source::{Database, read};
use hotsplit_syntax::parse;
use hotsplit_syntax::tree::Dialect;

use crate::obeys::assert_laws;

const FAILED_ONCE: &[(Database, &str)] = &[
    // A line in a text that reads like the start of a statement.
    (Database::MySql, "create table``(``enum(';create table\n'));"),
];

#[test]
fn what_failed_once_is_ported() {
    for (database, text) in FAILED_ONCE {
        let source = read(text, *database);
        for (target, dialect) in
            [(Target::GoogleSql, Dialect::GoogleSql), (Target::PostgreSql, Dialect::PostgreSql)]
        {
            for literal in [false, true] {
                let mut options = Options::to(target);
                options.read_directives(text);
                let options = Options { target, literal, ..options };
                let ported = port(&source, &options);
                assert_laws(text, &source, &ported);
                let errors = parse(&ported.text, Some(dialect)).errors;
                assert!(errors.is_empty(), "{text}\n{}\n{errors:?}", ported.text);
            }
        }
    }
}

fn ported(text: &str, database: Database) -> (usize, Port) {
    let source = read(text, database);
    let columns = source.tables.iter().map(|table| table.columns.len()).sum();
    let ported = port(&source, &Options::to(Target::GoogleSql));
    assert_laws(&text[..text.floor_char_boundary(100)], &source, &ported);
    (columns, ported)
}

#[test]
fn a_chain_of_tables_that_inherit_does_not_grow_with_its_square() {
    let mut text = "CREATE TABLE t0 (id bigint);\n".to_owned();
    for n in 0..700 {
        text += &format!("CREATE TABLE t{} (c{n} int, d{n} int) INHERITS (t{n});\n", n + 1);
    }
    let (columns, it) = ported(&text, Database::PostgreSql);
    assert!((10_000..20_000).contains(&columns), "{columns}");
    let said = |loss: &&Loss| loss.message.ends_with("are not copied: there are too many");
    assert!(it.losses.iter().filter(said).count() > 500);
    // Whom the limit does not concern copies on.
    let (columns, _) =
        ported("CREATE TABLE a (x int); CREATE TABLE b () INHERITS (a);", Database::PostgreSql);
    assert_eq!(columns, 2);
}

#[test]
fn a_table_has_as_many_columns_as_a_database_allows() {
    let columns: Vec<String> = (0..2_000).map(|n| format!("c{n} int")).collect();
    let text = format!(
        "CREATE TABLE t (id int PRIMARY KEY, {}) ENGINE=InnoDB;\nALTER TABLE t ADD last int;",
        columns.join(", ")
    );
    let (columns, it) = ported(&text, Database::MySql);
    assert_eq!(columns, 1_600);
    let said = |loss: &&Loss| loss.message.starts_with("a column beyond the first 1,600");
    assert_eq!(it.losses.iter().filter(said).count(), 402);
}

#[test]
fn checks_of_types_do_not_grow_with_their_square() {
    let values: Vec<String> = (0..3_000).map(|n| format!("'value {n}'")).collect();
    let columns: Vec<String> = (0..1_000).map(|n| format!("c{n} e")).collect();
    let text = format!(
        "CREATE TYPE e AS ENUM ({});\nCREATE TABLE t (id int PRIMARY KEY, {});",
        values.join(","),
        columns.join(",")
    );
    let (_, it) = ported(&text, Database::PostgreSql);
    assert!(it.text.len() < 5 * 1024 * 1024, "{}", it.text.len());
    assert!(
        it.losses.iter().any(|loss| loss.message.starts_with("values of the type are not checked"))
    );
}

#[test]
fn nested_expressions_are_translated_once() {
    for (before, after) in [
        ("coalesce('a', ", ")"),
        ("'a' = (", ")"),
        ("substring(", ", -2)"),
        ("right(", ", 2)"),
        ("nullif(", ", 'a')"),
        ("case when ", " then 'a' end"),
    ] {
        let text = format!(
            "CREATE TABLE t (id int PRIMARY KEY, s varchar(9), CHECK ({}s{} <> 'x'));",
            before.repeat(60),
            after.repeat(60)
        );
        for database in [Database::MySql, Database::PostgreSql] {
            let (_, it) = ported(&text, database);
            assert!(it.text.len() < 100_000, "{before}: {}", it.text.len());
        }
    }
}
