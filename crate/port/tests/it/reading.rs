//! What is read of dumps: where statements end, and that all of the corpus is understood.

use std::collections::BTreeMap;

use hotsplit_port::source::{Database, Outcome, Source, read};

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
