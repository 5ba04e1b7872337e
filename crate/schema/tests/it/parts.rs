//! A schema that is replayed part by part is that of the whole text.

use hotsplit_schema::build;
use hotsplit_schema::syntax::parse;
use hotsplit_schema::syntax::tree::Dialect;
use hotsplit_support::edits::generated::generate;
use hotsplit_support::edits::{Damaged, damaged_texts};

/// What is read and replayed in parts is what is read first and replayed then.
fn assert_replayed_in_parts(text: &str, dialect: Dialect, told: &str) {
    let (read, schema) = hotsplit_schema::read(text, Some(dialect));
    let tree = parse(text, Some(dialect));
    assert!(format!("{:?}", read.tree) == format!("{tree:?}"), "tree of {told}");
    assert!(format!("{schema:?}") == format!("{:?}", build(&tree, text)), "{told}");
}

/// Damage of all kinds falls on the places where parts end, too.
#[test]
fn damaged_parts_are_replayed_as_a_whole() {
    for Damaged { text, dialect, told } in damaged_texts() {
        assert_replayed_in_parts(&text, dialect, &told);
    }
}

/// Statements of the first part speak of the last one, and those of the last of the first.
#[test]
fn parts_are_replayed_onto_one_schema() {
    const FIRST: &str = "
CREATE TABLE First (Id INT64 NOT NULL, A text, B uuid,
  CONSTRAINT ToLast FOREIGN KEY (Id) REFERENCES Last (Id)) PRIMARY KEY (Id);
CREATE TABLE Second (Id INT64 NOT NULL, A STRING(9)) PRIMARY KEY (Id);
CREATE CHANGE STREAM Watches FOR Second(A);
CREATE VIEW Reads SQL SECURITY INVOKER AS SELECT Second.Id FROM Second;
CREATE SEARCH INDEX Finds ON Second(A);
CREATE PROPERTY GRAPH G NODE TABLES (Second);
";
    const LAST: &str = "
ALTER TABLE First ADD COLUMN C boolean;
CREATE TABLE Last (Id INT64 NOT NULL) PRIMARY KEY (Id);
ALTER CHANGE STREAM Watches SET FOR Second, Last;
DROP TABLE Second;
DROP CHANGE STREAM Watches;
ALTER TABLE First DROP CONSTRAINT ToLast;
ALTER TABLE Last ADD FOREIGN KEY (Id) REFERENCES First (Id);
RENAME TABLE First TO Primus;
";
    let middle = generate(300_000, 3).googlesql;
    let text = format!("{FIRST}{middle}{LAST}");
    assert_replayed_in_parts(&text, Dialect::GoogleSql, "one schema");
    let (_, schema) = hotsplit_schema::read(&text, Some(Dialect::GoogleSql));
    let primus = schema.table(schema.find_table("Primus").unwrap());
    assert_eq!(primus.columns.len(), 4, "the column that the last part adds");
    assert!(primus.foreign_keys.is_empty(), "the constraint that the last part drops");
    let last = schema.table(schema.find_table("Last").unwrap());
    assert_eq!(last.foreign_keys[0].table, schema.find_table("Primus"));
    assert!(schema.streams.is_empty() && schema.views.len() == 1);
    // Where no part ends alone, all is read anew as a whole, after some parts were replayed.
    let open = format!("{text}-- open: '\n/* {}", " x".repeat(2_000_000));
    assert_replayed_in_parts(&open, Dialect::GoogleSql, "open end");
}
