//! What is read of dumps: where statements end, and that all of the corpus is understood.

use std::collections::BTreeMap;

use hotsplit_port::port::{Options, Target, port};
use hotsplit_port::source::expr::Node;
use hotsplit_port::source::{Database, Outcome, Source, read};
use proptest::prelude::*;

use crate::corpus;

#[test]
fn all_of_the_corpus_is_understood() {
    let mut kinds: BTreeMap<String, u32> = BTreeMap::new();
    let mut sets: BTreeMap<&str, [usize; 8]> = BTreeMap::new();
    for dump in corpus::dumps("all_of_the_corpus_is_understood") {
        let source = read(&dump.text, dump.database);
        let figure = sets.entry(dump.set).or_default();
        figure[0] += source.statements.len();
        for statement in &source.statements {
            figure[1 + statement.outcome as usize] += 1;
            if statement.reason.as_deref().is_some_and(|it| it.contains("not understood")) {
                let said: String = statement.span.of(&dump.text).chars().take(70).collect();
                *kinds.entry(format!("{}: {said}", dump.name())).or_default() += 1;
            }
        }
        figure[5] += source.tables.len();
        figure[6] += source.tables.iter().map(|it| it.columns.len()).sum::<usize>();
        figure[7] += source.tables.iter().map(|it| it.indexes.len()).sum::<usize>();
        for table in &source.tables {
            for (what, span) in &table.unsupported {
                let said: String = span.of(&dump.text).chars().take(70).collect();
                *kinds.entry(format!("{}: {what}: {said}", dump.name())).or_default() += 1;
            }
        }
        for note in source.notes.iter().filter(|it| it.message.contains("understood")) {
            let said: String = note.span.of(&dump.text).chars().take(70).collect();
            *kinds.entry(format!("{}: {}: {said}", dump.name(), note.message)).or_default() += 1;
        }
    }
    println!("statements, defines, dropped, rows, session, tables, columns, indexes");
    for (set, figure) in &sets {
        println!("{set}: {figure:?}");
    }
    assert!(kinds.is_empty(), "not understood: {kinds:#?}");
}

fn outcomes(text: &str, database: Database) -> Vec<(String, Outcome)> {
    let source: Source<'_> = read(text, database);
    source.statements.into_iter().map(|it| (it.kind, it.outcome)).collect()
}

#[test]
fn mysql_statements_end_where_they_should() {
    let text = "/*!40101 SET NAMES utf8 */;\nCREATE TABLE `a;b` (`x` int DEFAULT '1' COMMENT 'it''s; \\'so\\'' /*!80023 INVISIBLE */);\n\
                -- a comment; here\n# and; here\nINSERT INTO `a;b` VALUES (1),(2);\n\
                DELIMITER $$\nCREATE TRIGGER t BEFORE INSERT ON x FOR EACH ROW BEGIN SET a=1; END$$\nDELIMITER ;\n\
                CREATE PROCEDURE p() BEGIN IF a THEN SELECT 1; END IF; SELECT CASE WHEN a THEN b END; END;\nUNLOCK TABLES;";
    let kinds: Vec<String> = outcomes(text, Database::MySql).into_iter().map(|it| it.0).collect();
    assert_eq!(
        kinds,
        [
            "SET",
            "CREATE TABLE",
            "INSERT",
            "command of the client",
            "CREATE TRIGGER",
            "command of the client",
            "CREATE PROCEDURE",
            "UNLOCK"
        ]
    );
    let source = read(text, Database::MySql);
    assert_eq!((source.tables[0].rows, source.tables[0].name.name.as_str()), (2, "a;b"));
}

#[test]
fn postgresql_statements_end_where_they_should() {
    let text = "\\connect x\nCREATE FUNCTION f() RETURNS void AS $body$ SELECT ';'; $body$ LANGUAGE sql;\n\
                CREATE TABLE t (a text DEFAULT E'\\';', b int);\nCOPY public.t (a, b) FROM stdin;\nx;\t1\ny\t\\N\n\\.\n\
                SELECT pg_catalog.setval('s', 3, true);\n/* a /* nested; */ ; */ COMMENT ON TABLE t IS 'x';";
    let kinds: Vec<String> =
        outcomes(text, Database::PostgreSql).into_iter().map(|it| it.0).collect();
    assert_eq!(
        kinds,
        [
            "command of the client",
            "CREATE FUNCTION",
            "CREATE TABLE",
            "COPY",
            "SELECT setval",
            "COMMENT ON"
        ]
    );
    assert_eq!(read(text, Database::PostgreSql).tables[0].rows, 2);
}

/// A literal whose bytes are stated one by one in one of three forms.
fn escaped(bytes: &[(u8, u8)]) -> String {
    let byte = |(byte, form): &(u8, u8)| match (form, byte) {
        (0, b'0'..=b'9' | b'A'..=b'Z' | b' ' | b',' | b';' | b')') => char::from(*byte).to_string(),
        (0, b'\'') => "''".to_owned(),
        (0 | 1, _) => format!("\\x{byte:02x}"),
        _ => format!("\\{byte:03o}"),
    };
    bytes.iter().map(byte).collect()
}

proptest! {
    #[test]
    fn literals_of_bytes_hide_nothing_behind_them(
        bytes in prop::collection::vec(
            (prop_oneof![1..=255_u8, Just(0xC3), Just(0xA9), Just(b'\''), Just(b'(')], 0..3_u8),
            0..12,
        ),
    ) {
        let literal = format!("E'{}'", escaped(&bytes));
        let sql = format!(
            "CREATE TABLE t (id int PRIMARY KEY, a text DEFAULT {literal} NOT NULL, \
             b text CHECK (b <> {literal}), c int NOT NULL);\n\
             CREATE TYPE e AS ENUM ({literal}, 'z'); COMMENT ON COLUMN t.c IS {literal};\n\
             CREATE TABLE u (id int PRIMARY KEY, a e);"
        );
        let source = read(&sql, Database::PostgreSql);
        prop_assert_eq!(source.statements.len(), 4);
        let columns = &source.tables[0].columns;
        let not_null: Vec<bool> = columns.iter().map(|it| it.not_null).collect();
        prop_assert_eq!(not_null, [true, true, false, true]);
        let said = bytes.iter().map(|it| it.0).collect();
        let text = String::from_utf8(said);
        let node = columns[1].default.as_ref().and_then(|it| it.expr.node.clone());
        let wanted = match &text {
            Ok(text) => Node::Text(text.clone()),
            Err(_) => Node::Unread(literal.clone()),
        };
        prop_assert_eq!(node, Some(wanted));
        prop_assert_eq!(&source.types[0].values[1], "z");
        let comment = columns[3].comment.as_ref().map(|(text, _)| text.clone());
        let odd = source.notes.iter().filter(|it| it.span.of(&sql) == literal).count();
        match text {
            Ok(text) => {
                prop_assert_eq!(&source.types[0].values[0], &text);
                prop_assert_eq!(comment, Some(text));
                prop_assert_eq!(odd, 0);
            }
            Err(_) => prop_assert_eq!(odd, 2),
        }
        for target in [Target::GoogleSql, Target::PostgreSql] {
            crate::obeys::assert_laws(&sql, &source, &port(&source, &Options::to(target)));
        }
    }
}
