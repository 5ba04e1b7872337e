//! Directives: what may be stated, what is said of a slip, and answers written back.

use hotsplit_engine::facts::{Settings, directive_catalogue};
use hotsplit_engine::fixes::answer::state_fact;
use hotsplit_engine::schema::{ColumnId, TableId};
use hotsplit_engine::text::{LineIndex, apply_edits};

/// The text after `fact` is stated of `column` (`T.c`). What is written must be read back as said
/// of that column and of no other.
fn check(text: &str, column: &str, fact: &str) -> String {
    let (table, column) = column.split_once('.').expect("a table and a column");
    let before = hotsplit_engine::read(text, None, &Settings::default());
    let id = before.schema.find_table(table).expect("the table is there");
    let of = before.schema.table(id).find_column(column).expect("the column is there");
    let edit = state_fact(text, &before.schema, id, of, fact);
    let after = apply_edits(text, &[edit]).expect("one edit cannot overlap");
    let read = hotsplit_engine::read(&after, Some(before.schema.dialect), &Settings::default());
    assert_eq!(read.tree.errors.len(), before.tree.errors.len(), "{after}");
    assert_eq!(
        stated(&read),
        with(stated(&before), (id, of)),
        "expected one more fact in\n{after}"
    );
    after
}

fn stated(reading: &hotsplit_engine::Reading) -> Vec<(TableId, ColumnId)> {
    let schema = &reading.schema;
    let all = schema.table_ids().flat_map(|t| schema.table(t).column_ids().map(move |c| (t, c)));
    all.filter(|&(table, column)| reading.facts.column(table, column).stated).collect()
}

fn with(mut all: Vec<(TableId, ColumnId)>, one: (TableId, ColumnId)) -> Vec<(TableId, ColumnId)> {
    all.push(one);
    all.sort_unstable();
    all.dedup();
    all
}

#[test]
fn an_answer_goes_beside_its_column() {
    let cases = [
        ("CREATE TABLE T (\n  A INT64,\n  B INT64\n) PRIMARY KEY (A);\n", "T.A"),
        ("CREATE TABLE T (\n  A INT64,\n  B INT64\n) PRIMARY KEY (A);\n", "T.B"),
        ("CREATE TABLE T (\r\n  A INT64,\r\n  B INT64\r\n) PRIMARY KEY (A);\r\n", "T.A"),
        ("CREATE TABLE T (A INT64, B INT64) PRIMARY KEY (A);", "T.A"),
        ("CREATE TABLE T (A INT64, B INT64) PRIMARY KEY (A);", "T.B"),
        ("CREATE TABLE T (\n  A INT64, -- ours\n  B INT64\n) PRIMARY KEY (A);", "T.A"),
        ("CREATE TABLE T (\r\n  A INT64, -- ours\r\n  B INT64\r\n) PRIMARY KEY (A);", "T.A"),
        ("CREATE TABLE T (\n  A INT64 /* ours */,\n  B INT64 /* it */) PRIMARY KEY (A);", "T.B"),
        ("CREATE TABLE T (\n    A INT64\n  , B INT64\n) PRIMARY KEY (A);", "T.A"),
        (
            "CREATE TABLE T (\n  A INT64,\n  B STRING(8)\n    NOT NULL, C INT64\n) PRIMARY KEY (A);",
            "T.B",
        ),
        ("create table t (\n  a bigint primary key,\n  b bigint\n);\n", "t.a"),
        ("create table t (a bigint, b bigint, primary key (a));\n", "t.b"),
        ("CREATE TABLE T (A INT64) PRIMARY KEY (A);\nALTER TABLE T ADD COLUMN B INT64;\n", "T.B"),
        (
            "CREATE TABLE T (A INT64) PRIMARY KEY (A);\nALTER TABLE T ADD COLUMN B INT64; -- ours\n",
            "T.B",
        ),
        (
            "CREATE TABLE T (A INT64) PRIMARY KEY (A); ALTER TABLE T ADD B INT64; DROP TABLE U;",
            "T.B",
        ),
        ("CREATE TABLE T (A INT64) PRIMARY KEY (A);\nALTER TABLE T ADD COLUMN B INT64", "T.B"),
    ];
    let out: Vec<String> =
        cases.map(|(text, column)| check(text, column, "random").replace('\r', "␍")).into();
    insta::assert_snapshot!(out.join("\n----\n"));
}

#[test]
fn an_answer_extends_or_replaces_what_is_said() {
    let table = |directive: &str| {
        format!("CREATE TABLE T (\n  A INT64, {directive}\n  B INT64\n) PRIMARY KEY (A);\n")
    };
    for (said, fact, expected) in [
        ("-- hotsplit: sequential", "random", "-- hotsplit: random"),
        ("-- hotsplit: unique", "random", "-- hotsplit: unique, random"),
        ("-- hotsplit: unique, lowcard(5)", "entity(1e6)", "-- hotsplit: unique, entity(1e6)"),
        ("-- hotsplit: unique reason=\"so\"", "ulid", "-- hotsplit: unique, ulid reason=\"so\""),
        ("-- hotsplit: sequential, mutable", "random", "-- hotsplit: random, mutable"),
        ("/* hotsplit: ulid */", "random", "/* hotsplit: random */"),
    ] {
        assert_eq!(check(&table(said), "T.A", fact), table(expected));
    }
    // What is said elsewhere of the column is found too.
    let far = |fact: &str| format!("{}-- hotsplit: column T.A {fact}\n", table("-- id"));
    assert_eq!(check(&far("ulid"), "T.A", "random"), far("random"));
    let above = |fact: &str| format!("-- hotsplit: {fact}\n{}", table("-- id"));
    assert_eq!(check(&above("ulid"), "T.A", "random"), above("random"));
}

/// Remarks on the directives of `facts`, each with what it points at.
fn slips(facts: &str) -> String {
    let text = format!("CREATE TABLE T (\n  A INT64\n) PRIMARY KEY (A); -- hotsplit: {facts}\n");
    let reading = hotsplit_engine::read(&text, None, &Settings::default());
    let lines = LineIndex::new(&text);
    let problems = reading.facts.problems.iter().map(|it| (&it.message, it.span));
    let notes = reading.tree.notes.iter().map(|it| (&it.message, it.span));
    problems
        .chain(notes)
        .map(|(message, span)| {
            assert_eq!(lines.line(span.start), 3);
            format!("{message} [{}]", span.of(&text))
        })
        .collect::<Vec<_>>()
        .join("\n")
}

#[test]
fn slips_in_directives_are_named() {
    let all = [
        "randon",
        "random(3)",
        "lowcard(many)",
        "lowcard(0)",
        "sparse(2)",
        "sparse",
        "maxlen=40",
        "writes",
        "writes=lots",
        "row-bytes=0",
        "retention=30",
        "reads=backwards",
        "skew(A)=steep",
        "skew(Nowhere)=uniform",
        "accept",
        "region=everywhere",
        "nodes=none",
        "children-per-parent<=200",
        "random; ulid",
        "column A random",
    ];
    let out: Vec<String> = all.map(|facts| format!("{facts}: {}", slips(facts))).into();
    insta::assert_snapshot!(out.join("\n"));
}

#[test]
fn numbers_beyond_their_range_are_named_and_do_not_count() {
    let of_columns =
        ["entity(?)", "lowcard(?)", "shard(?)", "sparse(?)", "mutable(?)", "maxlen(?)"];
    let of_tables = [
        "writes=?",
        "updates=?",
        "deletes=?",
        "rows=?",
        "row-bytes=?",
        "low-write(?)",
        "reads(point)=?",
        "children-per-parent<=?",
        "skew(A)=whale(?)",
        "skew(A)=zipf(?)",
    ];
    let of_files = ["nodes=?", "max-nodes=?", "pu=?", "reads-per-write=?", "ceiling=?"];
    let facts_of = |line: &str| {
        // As many bytes of another comment, so that spans are alike.
        let text = format!("{line}\nCREATE TABLE T (\n  A INT64 NOT NULL,\n) PRIMARY KEY (A);\n");
        let facts = hotsplit_engine::read(&text, None, &Settings::default()).facts;
        format!("{:?}", (facts.tables, facts.indexes, facts.file, facts.headroom))
    };
    for form in of_columns.iter().chain(&of_tables).chain(&of_files) {
        for wild in ["1e300", "1e999", "-1", "NaN", "inf", "0x10", "٣", "1e-400/0"] {
            let fact = form.replace('?', wild);
            let slips = slips(&fact);
            let name = form.split(['(', '=', '<']).next().unwrap();
            assert!(slips.contains(" to ") || name == "skew", "{fact}: {slips}");
            assert!(slips.contains(name) && slips.contains(wild), "{fact}: {slips}");
            let line = if of_columns.contains(form) || of_tables.contains(form) {
                format!("-- hotsplit: table T {fact}")
            } else {
                format!("-- hotsplit: file {fact}")
            };
            assert_eq!(facts_of(&line), facts_of(&line.replace("hotsplit", "nobody's")), "{fact}");
        }
    }
}

#[test]
fn every_fact_of_the_catalogue_is_taken_in_its_own_form() {
    let mut names: Vec<&str> = directive_catalogue().iter().map(|entry| entry.name).collect();
    for entry in directive_catalogue() {
        assert!(entry.form.starts_with(entry.name), "{}", entry.form);
        assert!(entry.help.ends_with('.'), "{}", entry.help);
        let form = entry.form.replace("TenantId", "A");
        assert_eq!(slips(&form), "", "{form}");
    }
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), directive_catalogue().len());
}
