//! Which dialect a text is in, told from the text alone: over the corpora that stand beside the
//! project on some machines only, file by file and statement by statement.

use std::collections::BTreeMap;

use hotsplit_syntax::document::Document;
use hotsplit_syntax::tree::{Dialect, NoteKind, Tree};
use hotsplit_syntax::{detect, parse};

use crate::shared;
use hotsplit_support::corpus::cases;

/// Share of files and of statements whose dialect must be told, in percent.
const FLOOR: usize = 97;

/// What was told of some texts.
#[derive(Default)]
struct Told {
    right: usize,
    /// Clean in both dialects, so that nothing in it can tell.
    either: usize,
    all: usize,
}

fn clean(text: &str, dialect: Dialect) -> bool {
    parse(text, Some(dialect)).errors.is_empty()
}

#[test]
fn the_dialect_is_told() {
    let Some(folder) = shared::needed("dialects::the_dialect_is_told", "corpus") else { return };
    let mut tables: [BTreeMap<String, Told>; 2] = Default::default();
    let mut harmed = Vec::new();
    for case in cases(&folder).into_iter().filter(|case| case.accept) {
        let text = std::fs::read(folder.join(&case.file)).unwrap();
        let text = String::from_utf8_lossy(&text).into_owned();
        let postgresql = case.folder.starts_with("pg");
        let dialect = if postgresql { Dialect::PostgreSql } else { Dialect::GoogleSql };
        let tree = parse(&text, Some(dialect));
        let statements = tree.statements.iter().map(|it| it.span.of(&text).to_owned());
        let texts = std::iter::once((0, text.clone())).chain(statements.map(|it| (1, it)));
        for (table, text) in texts {
            if !clean(&text, dialect) {
                continue;
            }
            let told = detect(&text);
            let row = tables[table].entry(case.folder.clone()).or_default();
            row.all += 1;
            if told == dialect {
                row.right += 1;
                continue;
            }
            if clean(&text, told) {
                row.either += 1;
            } else {
                harmed.push(format!("{}: {text}", case.file));
            }
        }
    }
    for (table, what) in tables.iter().zip(["files", "statements"]) {
        let mut sum = Told::default();
        for (folder, it) in table {
            println!(
                "{what:10} {folder:30} {:>5} right {:>4} either {:>5}",
                it.right, it.either, it.all
            );
            sum.right += it.right;
            sum.either += it.either;
            sum.all += it.all;
        }
        let Told { right, either, all } = sum;
        println!("{what}: {right} of {all} told, {either} more read clean in both");
        assert!(
            (right + either) * 100 >= all * FLOOR,
            "{what}: {right} and {either} of {all} told"
        );
    }
    let harmed = harmed.join("\n");
    assert!(harmed.is_empty(), "these have errors in the dialect that was told:\n{harmed}");
}

/// Statements that only one dialect has, few words each.
#[test]
fn one_statement_tells() {
    use Dialect::{GoogleSql, PostgreSql};
    for (text, dialect) in [
        ("CREATE TABLE t (a bigint PRIMARY KEY)", PostgreSql),
        ("CREATE TABLE t (a INT64) PRIMARY KEY (a)", GoogleSql),
        ("CREATE TABLE \"T\" (id uuid PRIMARY KEY)", PostgreSql),
        ("CREATE TABLE `T` (id UUID) PRIMARY KEY (id)", GoogleSql),
        ("GRANT SELECT ON TABLE t TO ROLE r", GoogleSql),
        ("GRANT SELECT ON TABLE t TO r", PostgreSql),
        ("ALTER TABLE t ADD COLUMN c STRING(36)", GoogleSql),
        ("ALTER TABLE t ALTER COLUMN c TYPE varchar(40)", PostgreSql),
        ("ALTER TABLE t ADD COLUMN c DATE OPTIONS (locality_group = 'g')", GoogleSql),
        ("CREATE INDEX i ON t (a) INCLUDE (b)", PostgreSql),
        ("CREATE INDEX i ON t (a) STORING (b)", GoogleSql),
        ("CREATE CHANGE STREAM s FOR t WITH (retention_period = '7d')", PostgreSql),
        ("CREATE CHANGE STREAM s FOR t OPTIONS (retention_period = '7d')", GoogleSql),
        ("CREATE SEQUENCE s OPTIONS (sequence_kind = 'bit_reversed_positive')", GoogleSql),
        ("CREATE SEQUENCE s BIT_REVERSED_POSITIVE SKIP RANGE 1 1000", PostgreSql),
        ("ALTER DATABASE d SET spanner.default_leader = 'us-east1'", PostgreSql),
        ("ALTER DATABASE d SET OPTIONS (default_leader = 'us-east1')", GoogleSql),
        ("DROP TABLE \"Users\"", PostgreSql),
    ] {
        let tree = parse(text, None);
        assert_eq!((tree.dialect, tree.errors.len()), (dialect, 0), "{text}: {:?}", tree.errors);
        assert!(tree.notes.is_empty(), "{text}: {:?}", tree.notes);
    }
}

/// What is the same in both is said to be, and no more once something tells.
#[test]
fn what_cannot_be_told_is_said() {
    let open = |tree: &Tree| tree.notes.iter().any(|note| note.kind == NoteKind::OpenDialect);
    for text in ["DROP TABLE t", "CREATE INDEX i ON t (a);", "CREATE ROLE r;\nDROP ROLE s;\n"] {
        let tree = parse(text, None);
        assert!(open(&tree) && tree.dialect == Dialect::GoogleSql, "{text}: {:?}", tree.notes);
        assert!(!open(&parse(text, Some(Dialect::GoogleSql))), "{text}");
        let mut document = Document::new(text, None);
        document.set_text(&format!("{text}\n;CREATE TABLE u (a bigint PRIMARY KEY);"));
        assert!(!open(document.tree()) && document.tree().dialect == Dialect::PostgreSql, "{text}");
        document.set_text(text);
        assert!(open(document.tree()), "{text}");
    }
    for text in ["", "-- nothing yet", "DROP TABLE t (", "SELECT 1"] {
        assert!(!open(&parse(text, None)), "{text}");
    }
}
