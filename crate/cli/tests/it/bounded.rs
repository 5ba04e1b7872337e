//! What is far past a limit is said once and left out, lists end, and one cause is one finding; the
//! rest of the schema is analysed as ever. How long it all takes is for `cargo bench --bench growth`.

use hotsplit_wire::engine::facts::Settings;
use hotsplit_wire::engine::rules::Finding;
use hotsplit_wire::engine::rules::listed::LISTED_MAX;
use hotsplit_wire::engine::text::LineIndex;
use hotsplit_wire::engine::{Reading, read};

use crate::cli::{LEDGER, json};

fn reading(text: &str) -> Reading {
    read(text, None, &Settings::default())
}

fn of<'a>(reading: &'a Reading, rule: &str) -> Vec<&'a Finding> {
    reading.findings.iter().filter(|found| found.rule == rule).collect()
}

fn names(count: usize) -> String {
    (0..count).map(|at| format!("C{at}")).collect::<Vec<_>>().join(", ")
}

fn columns(count: usize) -> String {
    (0..count).map(|at| format!("  C{at} INT64 NOT NULL,\n")).collect()
}

/// One finding of the rule, which says the count; nothing is left of the thing, and the ledger that
/// stands behind it is found hot.
fn said_once(text: &str, rule: &str, count: &str) -> Reading {
    let reading = reading(&format!("{text}{LEDGER}"));
    let found = of(&reading, rule);
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].title.contains(count), "{}", found[0].title);
    assert!(found[0].why.contains("not analysed further"), "{}", found[0].why);
    let hot = of(&reading, "key-time-ordered-id");
    assert_eq!(hot.len(), 1, "{hot:?}");
    reading
}

#[test]
fn a_key_ten_times_past_the_limit_is_said_once() {
    let table = |count| {
        format!("CREATE TABLE Wide (\n{}) PRIMARY KEY ({});\n", columns(count), names(count))
    };
    let more = "CREATE INDEX WideBy ON Wide (C1);\n-- hotsplit: table Wide writes=5/s\n";
    let read = said_once(&format!("{}{more}", table(161)), "limit-key-columns", "161 columns");
    assert_eq!(read.schema.tables.len(), 1);
    assert_eq!(read.schema.indexes.len(), 0);
    assert_eq!(read.findings.len(), 2, "{:?}", read.findings);
    // At ten times the limit it is analysed.
    let whole = reading(&table(160));
    assert_eq!(whole.schema.tables.len(), 1);
    assert!(!of(&whole, "limit-key-columns")[0].why.contains("analysed"));
}

#[test]
fn a_table_ten_times_past_the_limit_of_columns_is_said_once() {
    let text = format!("CREATE TABLE Wide (\n{}) PRIMARY KEY (C0);\n", columns(10_241));
    let read = said_once(&text, "limit-columns-per-table", "10241 columns");
    assert_eq!(read.schema.tables.len(), 1);
    // Columns that are dropped again do not count.
    let drop: String =
        (1..=10).map(|at| format!("ALTER TABLE Wide DROP COLUMN C{at};\n")).collect();
    assert_eq!(reading(&format!("{text}{drop}")).schema.past_limits, []);
}

#[test]
fn indexes_ten_times_past_the_limit_are_said_once() {
    let indexes: String =
        (0..1_281).map(|at| format!("CREATE INDEX I{at} ON Much (C1);\n")).collect();
    let text = format!("CREATE TABLE Much (\n{}) PRIMARY KEY (C0);\n{indexes}", columns(2));
    let read = said_once(&text, "limit-indexes-per-table", "1281 indexes");
    assert_eq!(read.schema.indexes.len(), 0);
}

#[test]
fn an_index_ten_times_past_the_limit_leaves_its_table() {
    let text = format!(
        "CREATE TABLE Wide (\n{}) PRIMARY KEY (C0);\nCREATE INDEX Long ON Wide ({});\n",
        columns(170),
        names(170)
    );
    let read = said_once(&text, "limit-index-key-columns", "170 columns");
    assert_eq!((read.schema.tables.len(), read.schema.indexes.len()), (2, 0));
}

#[test]
fn a_tree_ten_times_past_the_limit_ends_there() {
    let mut text = "CREATE TABLE T0 (Id STRING(36) NOT NULL) PRIMARY KEY (Id);\n".to_owned();
    for at in 1..100 {
        text += &format!(
            "CREATE TABLE T{at} (Id STRING(36) NOT NULL) PRIMARY KEY (Id),\n  \
             INTERLEAVE IN PARENT T{};\n",
            at - 1
        );
    }
    let read = reading(&format!("{text}{LEDGER}"));
    let said: Vec<&Finding> = of(&read, "interleave-depth")
        .into_iter()
        .filter(|it| it.why.contains("analysed"))
        .collect();
    assert_eq!(said.len(), 1, "{said:?}");
    assert_eq!(said[0].title, "`T70` is in a tree of 100 levels; Spanner allows 7");
    assert_eq!(read.schema.tables.len(), 71);
    assert_eq!(of(&read, "key-time-ordered-id").len(), 1);
}

#[test]
fn a_tree_that_is_a_circle_has_no_depth() {
    let table = |name: &str, parent: &str| {
        format!(
            "CREATE TABLE {name} (Id STRING(36) NOT NULL) PRIMARY KEY (Id),\n  \
             INTERLEAVE IN PARENT {parent};\n"
        )
    };
    let read = reading(&(table("A", "B") + &table("B", "C") + &table("C", "A")));
    assert_eq!(read.schema.past_limits, []);
    assert_eq!(read.schema.tables.len(), 3);
}

#[test]
fn one_cause_is_one_finding_where_a_generator_made_it() {
    let wrong = |count: usize| {
        let lines: String = (0..count)
            .map(|at| format!("-- hotsplit: table Transactions wrlds={at}/s\n"))
            .collect();
        reading(&format!("{lines}\n{LEDGER}"))
    };
    assert_eq!(of(&wrong(20), "meta-fact-unknown").len(), 20);
    let many = wrong(1_500);
    let found = of(&many, "meta-fact-unknown");
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].title.ends_with(", and 1,499 more like it"), "{}", found[0].title);
    assert_eq!(of(&many, "key-time-ordered-id").len(), 1);

    let refused: String =
        (0..30).map(|at| format!("ALTER TABLE Transactions DROP COLUMN X{at};\n")).collect();
    let read = reading(&format!("{LEDGER}{refused}ALTER TABLE Transactions DROP COLUMN TxnId;\n"));
    let found: Vec<&str> =
        of(&read, "meta-refused").iter().map(|found| found.title.as_str()).collect();
    assert_eq!(found.len(), 2, "{found:?}");
    assert!(found[0].ends_with("found `X0`, and 29 more like it"), "{found:?}");
}

#[test]
fn a_key_that_cannot_be_read_is_not_told_missing() {
    let missing = |text: &str| of(&reading(text), "key-missing-pk").len();
    assert_eq!(missing("CREATE TABLE T (Id INT64, Name STRING(9));\n"), 1);
    assert_eq!(missing("CREATE TABLE T (Id INT64, Name STRING(9)) PRIMARY (Id);\n"), 0);
    // An error before the place of the key says nothing of it.
    assert_eq!(missing("CREATE TABLE T (Id INT64 NOT, Name STRING(9));\n"), 1);
}

#[test]
fn a_directive_whose_fact_is_unknown_is_told_of_once_wherever_it_stands() {
    let table = "CREATE TABLE T (Id STRING(36)) PRIMARY KEY (Id);\n";
    let said = |directive: &str| {
        let reading = reading(&format!("{table}\n\n-- hotsplit: {directive}\n\n"));
        let found = of(&reading, "meta-fact-unknown").into_iter();
        found.map(|it| it.title.clone()).collect::<Vec<_>>()
    };
    let unknown = said("wrlds=5/s");
    assert_eq!(unknown.len(), 1, "{unknown:?}");
    assert!(unknown[0].contains("expected a fact, found `wrlds`"), "{unknown:?}");
    let nowhere = said("writes=5/s");
    assert_eq!(nowhere.len(), 1, "{nowhere:?}");
    assert!(nowhere[0].contains("expected a table or column"), "{nowhere:?}");
}

#[test]
fn a_column_of_a_wide_table_is_found_as_one_of_a_narrow_table_is() {
    // Names of one letter more or less, of another case, and one that is there twice.
    let name = |at: usize| match at % 3 {
        0 => format!("c{}", at / 3),
        1 => format!("C{}_", at / 3),
        _ => format!("ab{}", at % 5),
    };
    for count in [3, 24, 25, 90] {
        let columns: String = (0..count).map(|at| format!("  {} INT64,\n", name(at))).collect();
        let reading = reading(&format!("CREATE TABLE T (\n{columns}) PRIMARY KEY (c0);\n"));
        let table = &reading.schema.tables[0];
        for wanted in (0..count + 9).map(name).chain([String::new(), "zz".into()]) {
            for wanted in [wanted.to_uppercase(), wanted.to_lowercase()] {
                let along =
                    table.columns.iter().position(|it| it.name.eq_ignore_ascii_case(&wanted));
                let found = table.find_column(&wanted).map(|id| id.0 as usize);
                assert_eq!(found, along, "{wanted} among {count}");
            }
        }
    }
}

#[test]
fn a_long_list_ends_and_the_rest_is_counted() {
    let tables: String = (0..LISTED_MAX + 100)
        .map(|at| format!("CREATE TABLE T{at} (Id INT64 NOT NULL) PRIMARY KEY (Id);\n"))
        .collect();
    let read = reading(&tables);
    assert_eq!(of(&read, "key-int-origin-unknown").len(), LISTED_MAX + 100);
    let said = "only the first 1,000 of each are listed; not shown: 100 questions";
    assert_eq!(read.left_out().as_deref(), Some(said));
    let answer = json(&["check", "--format", "json", "-"], &tables);
    assert_eq!(answer["questions"].as_array().unwrap().len(), LISTED_MAX);
    let notes = answer["notes"].as_array().unwrap();
    assert_eq!(notes.last().unwrap()["message"], said);
    let page = hotsplit_wire::analysis::analysis(&read);
    assert_eq!(page.questions.len(), LISTED_MAX);
    assert_eq!(page.notes.last().unwrap().message, said);
    // A list that is shown whole says nothing.
    assert_eq!(reading(LEDGER).left_out(), None);
}

#[test]
fn a_table_dropped_with_its_constraints_frees_their_names() {
    let text = "\
CREATE TABLE A (Id STRING(36), N INT64, CONSTRAINT Some CHECK (N > 0)) PRIMARY KEY (Id);
CREATE TABLE B (Id STRING(36), Of STRING(36), CONSTRAINT FK FOREIGN KEY (Of) REFERENCES A (Id)) PRIMARY KEY (Id);
DROP TABLE A;
ALTER TABLE B DROP CONSTRAINT FK;
DROP TABLE A;
CREATE TABLE A (Id STRING(36), N INT64, CONSTRAINT Some CHECK (N > 0)) PRIMARY KEY (Id);
ALTER TABLE A RENAME TO C;
CREATE TABLE A (Id STRING(36)) PRIMARY KEY (Id);
";
    let read = reading(text);
    let names: Vec<&str> = read.schema.tables.iter().map(|table| table.name.as_str()).collect();
    assert_eq!(names, ["B", "C", "A"]);
    assert_eq!(read.schema.duplicates, []);
    // The first drop is rejected: a foreign key names the table.
    assert_eq!(read.schema.problems.len(), 1, "{:?}", read.schema.problems);
}

#[test]
fn columns_are_counted_in_characters_in_a_long_line() {
    let text = "aé\u{1f40d}b\n\u{fc}c\r\nd";
    let index = LineIndex::new(text);
    for (offset, _) in text.char_indices().chain([(text.len(), ' ')]) {
        let before = &text[..offset];
        let start = before.rfind('\n').map_or(0, |at| at + 1);
        let found = index.line_column(u32::try_from(offset).unwrap());
        assert_eq!(found.line as usize, before.matches('\n').count() + 1, "{offset}");
        assert_eq!(found.column as usize, text[start..offset].chars().count() + 1, "{offset}");
    }
    assert_eq!(index.span_of(2, text).of(text), "\u{fc}c\r\n");
    assert_eq!(index.span_of(3, text).of(text), "d");
}

#[test]
fn proofs_of_a_long_text_end_and_the_rest_is_counted() {
    let mut text: String =
        (0..300).map(|at| LEDGER.replace("Transactions", &format!("Ledger{at}"))).collect();
    text.push_str(&"-- A remark that takes room.\n".repeat(20_000));
    let answer = json(&["check", "--format", "json", "-"], &text);
    let findings = answer["findings"].as_array().unwrap();
    assert_eq!(findings.len(), 300);
    let has_fixes = |found: &serde_json::Value| !found["fixes"].as_array().unwrap().is_empty();
    let proven = findings.iter().filter(|found| has_fixes(found)).count();
    assert!(has_fixes(&findings[0]) && (1..300).contains(&proven), "{proven}");
    let said = format!("the fixes of {} findings were not computed", 300 - proven);
    let notes = answer["notes"].as_array().unwrap();
    assert!(
        notes.iter().any(|note| note["message"].as_str().unwrap().contains(&said)),
        "{notes:?}"
    );
    // A text with few findings has them all.
    let few = json(&["check", "--format", "json", "-"], LEDGER);
    assert!(few["findings"].as_array().unwrap().iter().all(has_fixes));
}
