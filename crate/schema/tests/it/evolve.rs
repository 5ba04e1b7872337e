//! Schemas that evolve: ALTER, RENAME and DROP, in order, onto one schema.

use hotsplit_schema::syntax::{parse, tree::Dialect};
use hotsplit_schema::text::{LineIndex, Span};
use hotsplit_schema::{Schema, build};

use crate::schema::problems;
use crate::shared;

/// The schema that a history leaves, with the lines where its parts were said.
fn check(text: &str) -> String {
    let tree = parse(text, None);
    assert!(tree.errors.is_empty(), "expected DDL without errors, found {:?}", tree.errors);
    print(text, &build(&tree, text))
}

fn print(text: &str, schema: &Schema) -> String {
    let lines = LineIndex::new(text);
    let line = |span: Span| lines.line(span.start);
    let mut out = Vec::new();
    for table in &schema.tables {
        let mut said = format!("table {} :{}", table.name, line(table.name_span));
        if let Some(&span) = table.renamed.last() {
            said.push_str(&format!(", named :{}", line(span)));
        }
        if let Some(parent) = &table.parent {
            let how = if parent.enforced { "in parent" } else { "in" };
            let cascade = if parent.on_delete_cascade { " cascade" } else { "" };
            said.push_str(&format!(", {how} {}{cascade} :{}", parent.name, line(parent.span)));
        }
        if let Some(ttl) = &table.ttl {
            let days = ttl.days.map_or("?".to_owned(), |days| days.to_string());
            said.push_str(&format!(", {days} days by {} :{}", ttl.column.text, line(ttl.span)));
        }
        if table.hidden_rowid {
            said.push_str(", hidden rowid");
        }
        for synonym in &table.synonyms {
            said.push_str(&format!(", also {synonym}"));
        }
        for option in &table.options {
            said.push_str(&format!(", {} = {} :{}", option.key, option.value, line(option.span)));
        }
        out.push(said);
        for column in &table.columns {
            let ty = column.type_span.of(text);
            let mut said = format!("  {} {ty} :{}", column.name, line(column.type_span));
            if column.not_null {
                said.push_str(" not null");
            }
            if let Some(expr) = &column.default {
                said.push_str(&format!(", default {} :{}", expr.span.of(text), line(expr.span)));
            }
            if let Some(expr) = &column.on_update {
                said.push_str(&format!(", on update {} :{}", expr.span.of(text), line(expr.span)));
            }
            if column.commit_timestamp {
                said.push_str(", commit timestamp");
            }
            let comments = column.comments.iter().map(|comment| comment.text.as_str());
            said.extend(comments.map(|comment| format!(" ~ {comment}")));
            out.push(said);
        }
        for key in &table.foreign_keys {
            let target = key.table.map_or("?", |table| &schema.table(table).name);
            out.push(format!("  foreign key ({}) -> {target}", key.column_names.join(", ")));
        }
        out.extend(table.checks.iter().map(|check| format!("  check {}", check.span.of(text))));
    }
    for index in &schema.indexes {
        let table = schema.table(index.table);
        let name = |id| table.column(id).name.as_str();
        let keys: Vec<&str> = index.keys.iter().map(|part| name(part.column)).collect();
        let storing: Vec<&str> = index.storing.iter().map(|&id| name(id)).collect();
        out.push(format!(
            "index {} on {} ({}) storing ({})",
            index.name,
            table.name,
            keys.join(", "),
            storing.join(", ")
        ));
    }
    for sequence in &schema.sequences {
        let kind = if sequence.bit_reversed { "bit-reversed" } else { "plain" };
        out.push(format!("sequence {} {kind}", sequence.name));
    }
    for problem in &problems(schema) {
        let at = lines.line_column(problem.span.start);
        out.push(format!(
            "problem {}:{} {} [{}]",
            at.line,
            at.column,
            problem.message,
            problem.span.of(text)
        ));
    }
    out.join("\n")
}

#[test]
fn a_googlesql_history_is_replayed() {
    insta::assert_snapshot!(check(
        "CREATE TABLE Users (Id STRING(36) NOT NULL, Name STRING(8), Old INT64, Seen TIMESTAMP,
           CONSTRAINT Positive CHECK (Old > 0)) PRIMARY KEY (Id);
CREATE TABLE Posts (Id STRING(36) NOT NULL, N INT64 NOT NULL, Author STRING(36),
           CONSTRAINT ByAuthor FOREIGN KEY (Author) REFERENCES Users (Id)) PRIMARY KEY (Id, N),
           INTERLEAVE IN PARENT Users;
CREATE INDEX ByName ON Users (Name) STORING (Old);
CREATE INDEX BySeen ON Users (Seen);
ALTER TABLE Users ALTER COLUMN Id SET DEFAULT (GENERATE_UUID()); -- random
ALTER TABLE Users ALTER COLUMN Name STRING(MAX) DEFAULT ('none');
ALTER TABLE Users ALTER Seen SET OPTIONS (allow_commit_timestamp = true);
ALTER TABLE Users ADD COLUMN IF NOT EXISTS Score INT64;
ALTER INDEX ByName DROP STORED COLUMN Old;
ALTER INDEX ByName ADD STORED COLUMN Score;
ALTER TABLE Users DROP CONSTRAINT Positive;
ALTER TABLE Users DROP COLUMN Old;
ALTER TABLE Users ADD ROW DELETION POLICY (OLDER_THAN(Seen, INTERVAL 30 DAY));
ALTER TABLE Users REPLACE ROW DELETION POLICY (OLDER_THAN(Seen, INTERVAL 7 DAY));
ALTER TABLE Posts SET ON DELETE CASCADE;
ALTER TABLE Posts DROP CONSTRAINT ByAuthor;
ALTER TABLE Users SET OPTIONS (locality_group = 'cold');
DROP INDEX BySeen;
RENAME TABLE Users TO People, Posts TO Notes;
ALTER TABLE Notes SET INTERLEAVE IN People;
ALTER TABLE People RENAME TO Persons, ADD SYNONYM People;
ALTER TABLE People ALTER COLUMN Name DROP DEFAULT;"
    ));
}

#[test]
fn a_postgresql_history_is_replayed() {
    insta::assert_snapshot!(check(
        "CREATE TABLE users (id varchar(36) PRIMARY KEY, n varchar(20), at timestamptz);
CREATE SEQUENCE s BIT_REVERSED_POSITIVE;
CREATE INDEX by_n ON users (n);
ALTER TABLE users ALTER COLUMN id SET DEFAULT spanner.generate_uuid();
ALTER TABLE users ALTER n TYPE varchar(40), ALTER n SET NOT NULL;
ALTER TABLE users ALTER at SET NOT NULL;
ALTER TABLE users ALTER COLUMN at SET DATA TYPE spanner.commit_timestamp;
ALTER TABLE users ADD COLUMN v bigint DEFAULT nextval('s');
ALTER INDEX by_n ADD INCLUDE COLUMN v;
ALTER TABLE users ADD TTL INTERVAL '5 days' ON at;
ALTER TABLE users ALTER TTL INTERVAL '2 weeks' ON at;
ALTER TABLE public.users RENAME WITH SYNONYM TO people;
ALTER TABLE users ALTER COLUMN at DROP NOT NULL;
CREATE TABLE a (id bigint PRIMARY KEY);
CREATE TABLE b (id bigint PRIMARY KEY);
ALTER TABLE a RENAME TO c, ALTER TABLE b RENAME TO a;
DROP SEQUENCE s;
ALTER TABLE people DROP COLUMN v;"
    ));
}

#[test]
fn what_spanner_refuses_changes_nothing() {
    insta::assert_snapshot!(check(
        "CREATE TABLE P (Id INT64, G INT64 AS (Id + 1) STORED, C INT64, T TIMESTAMP,
           CHECK (C > 0)) PRIMARY KEY (Id);
CREATE TABLE K (Id INT64, N INT64 DEFAULT (GET_NEXT_SEQUENCE_VALUE(SEQUENCE Seq)))
           PRIMARY KEY (Id, N), INTERLEAVE IN PARENT P;
CREATE SEQUENCE Seq OPTIONS (sequence_kind = 'bit_reversed_positive');
CREATE TABLE F (Id INT64, R INT64, FOREIGN KEY (R) REFERENCES P (Id)) PRIMARY KEY (Id);
CREATE INDEX ByT ON P (T);
DROP TABLE P;
DROP INDEX ByT;
DROP TABLE P;
DROP TABLE K;
DROP TABLE P;
ALTER TABLE P DROP COLUMN Id;
ALTER TABLE P DROP COLUMN C;
ALTER TABLE P ALTER COLUMN G SET DEFAULT (1);
ALTER TABLE P ALTER COLUMN G INT64;
ALTER TABLE P ALTER COLUMN Nowhere SET DEFAULT (1);
ALTER TABLE P DROP ROW DELETION POLICY;
ALTER TABLE P SET ON DELETE CASCADE;
ALTER TABLE F DROP COLUMN R;
ALTER TABLE Nowhere DROP COLUMN R;
ALTER TABLE IF EXISTS Nowhere DROP COLUMN R;
RENAME TABLE Nowhere TO Somewhere, P TO F;
DROP TABLE Nowhere; DROP INDEX Nowhere; DROP SEQUENCE Nowhere; DROP INDEX IF EXISTS Nowhere;
ALTER INDEX Nowhere ADD STORED COLUMN T;
CREATE INDEX F ON P (T);
CREATE TABLE s.In (Id INT64) PRIMARY KEY (Id);
DROP SCHEMA s;"
    ));
}

#[test]
fn names_are_free_again_after_a_drop() {
    assert_eq!(
        check(
            "CREATE TABLE T (A INT64) PRIMARY KEY (A);
CREATE INDEX I ON T (A);
DROP INDEX I;
DROP TABLE T;
CREATE TABLE T (B INT64, C INT64) PRIMARY KEY (B);
CREATE INDEX I ON T (C);
CREATE TABLE S.T (D INT64) PRIMARY KEY (D);
CREATE SEARCH INDEX Words ON U (W);
DROP INDEX Words;"
        ),
        "table T :5\n  B INT64 :5\n  C INT64 :5\n\
         table S.T :7\n  D INT64 :7\n\
         index I on T (C) storing ()\n\
         problem 8:30 expected a table of this schema, found `U` [U]"
    );
}

#[test]
fn a_table_without_a_key_gets_a_hidden_one() {
    assert_eq!(
        check(
            "CREATE TABLE T (A INT64);
CREATE TABLE One (A INT64) PRIMARY KEY ();
CREATE TABLE Part (A INT64, ...);"
        ),
        "table T :1, hidden rowid\n  A INT64 :1\n\
         table One :2\n  A INT64 :2\n\
         table Part :3\n  A INT64 :3"
    );
}

#[test]
fn quoted_names_are_folded_part_by_part() {
    assert_eq!(
        check(
            "CREATE TABLE Sales.\"Orders\" (id bigint PRIMARY KEY);
ALTER TABLE SALES.\"Orders\" ADD COLUMN n bigint;
ALTER TABLE sales.orders ADD COLUMN n bigint;"
        ),
        "table Sales.Orders :1\n  id bigint :1 not null\n  n bigint :2\n\
         problem 3:13 expected `Sales.\"Orders\"` in the case it was created in, found \
         `sales.orders` [sales.orders]"
    );
}

/// Whatever single statement is missing from a real history, the replay goes on.
#[test]
fn histories_with_a_gap_are_replayed() {
    let Some(corpus) = shared::needed("histories_with_a_gap_are_replayed", "corpus") else {
        return;
    };
    let (mut files, mut replays) = (0, 0);
    for folder in ["real", "pg/real", "emulator/schema_updater", "pg/emulator_schema_updater"] {
        let dialect =
            if folder.starts_with("pg") { Dialect::PostgreSql } else { Dialect::GoogleSql };
        for file in crate::shared::sql_files(&corpus.join(folder)) {
            let text = String::from_utf8_lossy(&std::fs::read(&file).unwrap()).into_owned();
            let tree = parse(&text, Some(dialect));
            assert_sound(&build(&tree, &text));
            files += 1;
            // The replay is what is under test, so the statement goes from the tree. Of long files
            // every so many statements go: all would take minutes.
            let step = tree.statements.len().div_ceil(40).max(1);
            for at in (0..tree.statements.len()).step_by(step) {
                let mut gap = tree.clone();
                gap.statements.remove(at);
                let schema = build(&gap, &text);
                assert_sound(&schema);
                replays += 1;
            }
        }
    }
    println!("{files} files, {replays} replays with a gap");
    assert!(files > 100 && replays > files, "expected the files of the corpus");
}

/// Every number in the schema is of something that is there.
fn assert_sound(schema: &Schema) {
    for table in &schema.tables {
        let columns = table.columns.len();
        assert!(table.key.iter().all(|part| (part.column.0 as usize) < columns));
        for key in &table.foreign_keys {
            assert!(key.columns.iter().all(|id| (id.0 as usize) < columns));
            if let Some(target) = key.table {
                let columns = schema.table(target).columns.len();
                assert!(key.referenced.iter().all(|id| (id.0 as usize) < columns));
            }
        }
        let parent = table.parent.as_ref().and_then(|parent| parent.table);
        assert!(parent.is_none_or(|id| (id.0 as usize) < schema.tables.len()));
    }
    for index in &schema.indexes {
        let columns = schema.table(index.table).columns.len();
        assert!(index.keys.iter().all(|part| (part.column.0 as usize) < columns));
        assert!(index.storing.iter().all(|id| (id.0 as usize) < columns));
    }
}
