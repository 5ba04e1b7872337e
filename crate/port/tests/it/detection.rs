//! Which database a text is from: no schema of Spanner is taken for another's, and a dump with a
//! header or a mark is always recognised.

use std::collections::BTreeMap;

use hotsplit_port::source::{Database, Detected, detect};
use hotsplit_support::shared;

use crate::corpus;

#[test]
fn a_schema_of_spanner_is_left_alone() {
    let Some(corpus) = shared::needed("a_schema_of_spanner_is_left_alone", "corpus") else {
        return;
    };
    let (mut wrong, mut count) = (Vec::new(), 0);
    let cases = hotsplit_support::corpus::cases(&corpus).into_iter();
    // The pages on migrating show schemas of the databases that one migrates from.
    for case in cases.filter(|case| case.accept && !case.file.contains("/migrating-")) {
        count += 1;
        if let Detected::Source(database) = detect(&corpus::read(&corpus.join(&case.file))) {
            wrong.push(format!("{}: taken for {database:?}", case.file));
        }
    }
    println!("{count} files of Spanner, {} wrong", wrong.len());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn no_dump_is_taken_for_another() {
    let mut figures: BTreeMap<&str, (u32, u32, Vec<String>)> = BTreeMap::new();
    let mut wrong = Vec::new();
    for dump in corpus::dumps("no_dump_is_taken_for_another") {
        let figure = figures.entry(dump.set).or_default();
        figure.1 += 1;
        match detect(&dump.text) {
            Detected::Source(database) if database == dump.database => figure.0 += 1,
            Detected::Unknown => figure.2.push(dump.name()),
            other => wrong.push(format!("{}: {other:?}", dump.name())),
        }
    }
    for (set, (right, all, unknown)) in &figures {
        println!("{set}: {right} of {all}; unknown:\n  {}", unknown.join("\n  "));
        // What is unknown is plain SQL without a mark of either database.
        assert!(*right * 5 >= *all * 4, "{set}: {right} of {all}");
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn headers_and_marks_decide() {
    use Database::{MySql, PostgreSql};
    let source = Detected::Source;
    for (text, expected) in [
        ("-- hotsplit: file source=pg\nCREATE TABLE t (a int) ENGINE=InnoDB;", source(PostgreSql)),
        ("-- MySQL dump 10.13\nCREATE TABLE t (a int);", source(MySql)),
        ("--\n-- PostgreSQL database dump\n--\nCREATE TABLE t (a int);", source(PostgreSql)),
        ("CREATE TABLE t (a int) ENGINE=InnoDB;", source(MySql)),
        ("CREATE TABLE `t` (`a` int NOT NULL, PRIMARY KEY (`a`));", source(MySql)),
        ("INSERT INTO `t` VALUES ('it\\'s; COMMENT ON', 1);", source(MySql)),
        ("COMMENT ON TABLE t IS 'AUTO_INCREMENT';", source(PostgreSql)),
        ("CREATE TABLE t (a integer, b jsonb);", source(PostgreSql)),
        ("CREATE TABLE t (a int); CREATE INDEX i ON t (a) WHERE b = 'x';", source(PostgreSql)),
        ("CREATE FUNCTION f() RETURNS void AS $x$ ENGINE=InnoDB $x$;", source(PostgreSql)),
        ("CREATE TABLE t (a bigint PRIMARY KEY, b jsonb, c timestamptz);", Detected::Unknown),
        ("CREATE TABLE t (a varchar(3));", Detected::Unknown),
        ("CREATE TABLE T (A BOOL, B TIMESTAMP) PRIMARY KEY (A);", Detected::Spanner),
        ("CREATE TABLE T (A INT64 AUTO_INCREMENT PRIMARY KEY);", Detected::Spanner),
        ("", Detected::Unknown),
    ] {
        assert_eq!(detect(text), expected, "{text}");
    }
}
