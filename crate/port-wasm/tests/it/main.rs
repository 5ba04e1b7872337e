//! What the page gets of a port.

#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

use hotsplit_port::port::{Severity, What};
use hotsplit_port_wasm::{detect, port};
use serde_json::Value;

const DUMP: &str = "\
-- MySQL dump 10.13
CREATE TABLE `größe` (
  `id` int NOT NULL AUTO_INCREMENT,
  `emoji` varchar(10) DEFAULT '😀',
  PRIMARY KEY (`id`)
) ENGINE=InnoDB;
INSERT INTO `größe` VALUES (1,'a'),(2,'b');
";

fn ported(text: &str, from: &str) -> Value {
    serde_json::from_str(&port(text, from).unwrap()).unwrap()
}

fn utf16(text: &str) -> Vec<u16> {
    text.encode_utf16().collect()
}

/// The part of a text between two UTF-16 offsets.
fn part(text: &str, start: &Value, end: &Value) -> String {
    let at = |value: &Value| usize::try_from(value.as_u64().unwrap()).unwrap();
    String::from_utf16(&utf16(text)[at(start)..at(end)]).unwrap()
}

#[test]
fn offsets_count_utf16_code_units_on_both_sides() {
    let report = ported(DUMP, "mysql");
    let schema = report["text"].as_str().unwrap();
    let pairs: Vec<(String, String)> = report["map"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| (part(DUMP, &it[0], &it[1]), part(schema, &it[2], &it[3])))
        .collect();
    let default = pairs.iter().find(|(from, _)| from.contains('😀')).unwrap();
    assert!(default.1.contains('😀'), "{default:?}");
    let losses = report["losses"].as_array().unwrap();
    let counter = losses.iter().find(|it| it["rule"] == "migrate-auto-increment").unwrap();
    let place = part(DUMP, &counter["source"]["start"], &counter["source"]["end"]);
    assert!(place.contains("AUTO_INCREMENT") || place.contains("`id`"), "{place}");
}

#[test]
fn both_schemas_come_with_the_size_of_the_rows() {
    let report = ported(DUMP, "mysql");
    assert!(report["text"].as_str().unwrap().contains("BIT_REVERSED_POSITIVE"));
    let literal = report["literal"].as_str().unwrap();
    assert!(!literal.contains("BIT_REVERSED"), "{literal}");
    assert!(literal.contains("hotsplit: sequential"), "{literal}");
    let rows = "INSERT INTO `größe` VALUES (1,'a'),(2,'b')";
    assert_eq!(report["rowBytes"], rows.len());
    assert_eq!(report["tables"][0]["rows"], 2);
}

#[test]
fn statements_come_without_those_of_rows_and_sessions() {
    let dump = format!("{DUMP}SET NAMES utf8;\nCREATE VIEW `ä` AS SELECT 1;\n");
    let report = ported(&dump, "mysql");
    let said: Vec<String> = report["definitions"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| {
            let text = part(&dump, &it["source"]["start"], &it["source"]["end"]);
            let first = text.lines().next().unwrap();
            format!("{} {} {}: {first}", it["kind"], it["object"], it["dropped"])
        })
        .collect();
    assert_eq!(
        said,
        [
            r#""CREATE TABLE" "größe" false: CREATE TABLE `größe` ("#,
            r#""CREATE VIEW" "ä" true: CREATE VIEW `ä` AS SELECT 1"#
        ]
    );
}

#[test]
fn the_dump_says_what_is_decided() {
    let said = format!("-- hotsplit: file to=postgresql ids=keep colour=red\n{DUMP}");
    let report = ported(&said, "mysql");
    assert_eq!(report["to"], "postgresql");
    assert!(!report["text"].as_str().unwrap().contains("BIT_REVERSED"));
    let wrong = report["wrong"][0].as_str().unwrap();
    assert!(wrong.ends_with("found `colour`"), "{wrong}");
}

#[test]
fn the_database_is_told_from_the_text() {
    assert_eq!(detect(DUMP), "mysql");
    assert_eq!(detect("CREATE TABLE t (id INT64) PRIMARY KEY (id)"), "spanner");
    assert_eq!(detect("CREATE TABLE t (a bigint)"), "");
    assert_eq!(ported(DUMP, "")["from"], "source-mysql");
    let refused = port("CREATE TABLE t (a bigint)", "").unwrap_err();
    assert_eq!(refused, "expected a dump of MySQL or PostgreSQL");
}

#[test]
fn control_characters_and_quotes_make_no_broken_json() {
    let odd = "-- MySQL dump\nCREATE TABLE `a\"b\\\u{1}` (`x\t\u{7f}` int COMMENT 'q\"\r\u{b}');";
    let report = ported(odd, "mysql");
    assert_eq!(report["tables"][0]["source"], "a\"b\\\u{1}");
}

#[test]
fn names_that_the_dump_does_not_have_are_wrong() {
    let text = format!("-- hotsplit: table `größe` pk(\"ID\", `Emoji`)\n{DUMP}");
    let report = ported(&text, "mysql");
    assert_eq!(
        report["wrong"],
        serde_json::json!(["1:20: expected columns of `größe`, found `ID`"])
    );
}

/// The types of the page are written by hand.
#[test]
fn types_of_the_page_have_every_severity() {
    let types = include_str!("../../src/exports.rs");
    let field = |name: &str| {
        let line = types.lines().find(|line| line.trim_start().starts_with(name));
        line.unwrap().trim().to_owned()
    };
    let union = |name: &str, all: [&str; 5]| {
        format!("{name}: {};", all.map(|it| format!("\"{it}\"")).join(" | "))
    };
    assert_eq!(field("severity:"), union("severity", Severity::ALL.map(Severity::name)));
    assert_eq!(field("what:"), union("what", What::ALL.map(What::name)));
}
