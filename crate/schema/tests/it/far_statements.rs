//! Statements of a long schema that name one another from far away.

use hotsplit_schema::syntax::tree::Dialect;
use hotsplit_support::edits::generated::generate;

/// Statements at the start speak of those at the end, and those at the end of those at the start.
#[test]
fn far_statements_are_replayed_onto_one_schema() {
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
    let (_, schema) = hotsplit_schema::read(&text, Some(Dialect::GoogleSql));
    let primus = schema.table(schema.find_table("Primus").unwrap());
    assert_eq!(primus.columns.len(), 4, "the column that the end adds");
    assert!(primus.foreign_keys.is_empty(), "the constraint that the end drops");
    let last = schema.table(schema.find_table("Last").unwrap());
    assert_eq!(last.foreign_keys[0].table, schema.find_table("Primus"));
    assert!(schema.streams.is_empty() && schema.views.len() == 1);
}
