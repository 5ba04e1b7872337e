//! What is looked at up to a bound, and said where it ends.

use hotsplit_engine::facts::Settings;
use hotsplit_engine::rules::finding::Severity;
use hotsplit_engine::{Reading, read};

/// Sequences, each of a default, that statements would drop.
fn dropped_sequences(count: usize) -> String {
    let mut text = String::new();
    for at in 0..count {
        text += &format!(
            "CREATE SEQUENCE S{at} OPTIONS (sequence_kind = 'bit_reversed_positive');\n\
             CREATE TABLE T{at} (Id INT64 DEFAULT (GET_NEXT_SEQUENCE_VALUE(SEQUENCE S{at}))) \
             PRIMARY KEY (Id);\n"
        );
    }
    for at in 0..count {
        text += &format!("DROP SEQUENCE S{at};\n");
    }
    text
}

/// Views, each of a table that a statement would drop.
fn viewed(count: usize) -> String {
    let mut text = String::new();
    for at in 0..count {
        text += &format!(
            "CREATE TABLE T{at} (Id STRING(36)) PRIMARY KEY (Id);\n\
             CREATE VIEW V{at} SQL SECURITY INVOKER AS SELECT T{at}.Id FROM T{at};\n\
             DROP TABLE T{at};\n"
        );
    }
    text
}

fn titles<'a>(reading: &'a Reading, rule: &str) -> Vec<&'a str> {
    let of_rule = reading.findings.iter().filter(|finding| finding.rule == rule);
    of_rule.map(|finding| finding.title.as_str()).collect()
}

#[test]
fn drops_are_checked_for_what_uses_them_up_to_a_bound_that_is_said() {
    let few = read(&dropped_sequences(200), None, &Settings::default());
    let said = titles(&few, "meta-refused");
    // All are alike: the first stands for all, with how many there are.
    assert_eq!(said.len(), 1, "{said:?}");
    assert!(said[0].ends_with("and 199 more like it"), "{said:?}");
    assert_eq!(few.schema.sequences.len(), 200, "none is dropped");

    let text = dropped_sequences(2_000);
    let many = read(&text, None, &Settings::default());
    let ends: Vec<_> =
        many.findings.iter().filter(|one| one.title.starts_with("From here on")).collect();
    assert_eq!(ends.len(), 1);
    assert_eq!(ends[0].severity, Severity::Info);
    // What stands before it was checked, what stands behind it was not.
    let start = ends[0].span.start as usize;
    assert!(text[start..].starts_with("DROP SEQUENCE"), "{}", &text[start..start + 20]);
    let checked = text[..start].matches("DROP SEQUENCE").count();
    assert!(checked > 50, "{checked}");
    assert_eq!(many.schema.sequences.len(), checked);
}

#[test]
fn views_of_tables_to_be_dropped_are_found_by_their_words() {
    let reading = read(&viewed(4_000), None, &Settings::default());
    assert_eq!(reading.schema.tables.len(), 4_000, "none is dropped");
    let text = viewed(1)
        + "DROP VIEW V0;\nCREATE VIEW W SQL SECURITY INVOKER AS SELECT t0.Id FROM t0;\n"
        + "DROP TABLE T0;\nDROP VIEW W;\nDROP TABLE T0;\n";
    let reading = read(&text, None, &Settings::default());
    let said = titles(&reading, "meta-refused");
    let of_view = |view: &str| said.iter().filter(|title| title.contains(view)).count();
    assert_eq!((of_view("`V0`"), of_view("`W`")), (1, 1), "{said:?}");
    assert_eq!(reading.schema.tables.len(), 0);
}

#[test]
fn change_streams_far_past_the_limit_are_said_once() {
    let streams = |count: usize| {
        let table = "CREATE TABLE T (Id STRING(36)) PRIMARY KEY (Id);\n".to_owned();
        table
            + &(0..count)
                .map(|at| format!("CREATE CHANGE STREAM S{at} FOR T;\n"))
                .collect::<String>()
    };
    for (count, left) in [(10, 10), (100, 100), (101, 100), (5_000, 100)] {
        let reading = read(&streams(count), None, &Settings::default());
        assert_eq!(reading.schema.streams.len(), left);
        let said = titles(&reading, "limit-change-streams");
        let of_all = format!("The schema has {count} change streams; a database can have 10");
        let told = said.iter().filter(|title| **title == of_all).count();
        assert_eq!(told, usize::from(count > 10), "{said:?}");
    }
}

#[test]
fn renames_of_what_streams_watch_are_said_of_streams_that_spanner_takes() {
    let mut text =
        (0..40).map(|at| format!("CREATE CHANGE STREAM S{at} FOR ALL;\n")).collect::<String>();
    text += "CREATE TABLE T (Id STRING(36)) PRIMARY KEY (Id);\nALTER TABLE T RENAME TO U;\n";
    let reading = read(&text, None, &Settings::default());
    assert_eq!(titles(&reading, "stream-key-change").len(), 10);
}
