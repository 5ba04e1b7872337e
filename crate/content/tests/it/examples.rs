//! Each example gives exactly the findings that it names.

use hotsplit_content::examples::{Example, examples};
use hotsplit_content::file::Kind;
use hotsplit_engine::facts::Settings;
use hotsplit_engine::{Reading, fixes};

use crate::check_all;

/// Standing findings and folded rules, as the example writes them.
fn found(reading: &Reading) -> Vec<String> {
    let mut lines = Vec::new();
    for finding in reading.standing() {
        let object = fixes::object_name(&reading.schema, finding.object);
        let severity = format!("{:?}", finding.severity).to_lowercase();
        lines.push(format!("{} {severity} {object}", finding.rule));
        for folded in &finding.attached {
            lines.push(format!("folds: {folded} into {}", finding.rule));
        }
    }
    lines.sort();
    lines
}

#[test]
fn every_example_gives_exactly_its_findings() {
    check_all(Kind::Examples, 30, |file| wrong(&Example::of(file.clone())));
}

fn wrong(example: &Example) -> Vec<String> {
    let mut wrong = Vec::new();
    let mut expected: Vec<String> = example.page.all("expects").map(str::to_owned).collect();
    expected.sort();
    let reading = example.read();
    let found = found(&reading);
    if found != expected {
        wrong.push(format!("expected {expected:?}, found {found:?}"));
    }
    if !reading.tree.errors.is_empty() {
        let errors: Vec<&str> =
            reading.tree.errors.iter().map(|error| error.message.as_str()).collect();
        // The page that some PostgreSQL examples come from leaves a comma out.
        let comma = errors.iter().all(|error| error.contains("comma") || error.contains("`,`"));
        if !comma {
            wrong.push(format!("syntax errors {errors:?}"));
        }
    }
    wrong
}

#[test]
fn every_example_is_read_in_its_dialect_without_being_told() {
    for example in examples() {
        assert!(example.page.field("dialect").is_some(), "{} names no dialect", example.file);
        let reading = hotsplit_engine::read(&example.sql, None, &Settings::default());
        assert_eq!(Some(reading.tree.dialect), example.dialect(), "{}", example.file);
    }
}
