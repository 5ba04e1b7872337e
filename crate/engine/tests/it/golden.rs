//! The examples of the page, which are the DDL examples of the three source documents: each must
//! give exactly the findings it names.

use std::path::PathBuf;

use hotsplit_engine::facts::Settings;
use hotsplit_engine::page::{self, Page};
use hotsplit_engine::syntax::tree::Dialect;
use hotsplit_engine::{Reading, fixes};

/// An example of the page.
pub(crate) struct Example {
    /// Its file.
    pub(crate) file: String,
    /// Its page.
    pub(crate) page: Page,
    /// Its DDL.
    pub(crate) sql: String,
}

impl Example {
    pub(crate) fn dialect(&self) -> Option<Dialect> {
        Some(match self.page.field("dialect").expect("each example names its dialect") {
            "postgresql" => Dialect::PostgreSql,
            _ => Dialect::GoogleSql,
        })
    }

    pub(crate) fn read(&self) -> Reading {
        hotsplit_engine::read(&self.sql, self.dialect(), &Settings::default())
    }
}

/// Every example, in the order of its file name.
pub(crate) fn examples() -> Vec<Example> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../web/examples");
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let read = |path: PathBuf| {
        let page = page::read(&std::fs::read_to_string(&path).unwrap());
        let sql = page.code().next().expect("each example has its DDL").1.to_owned();
        Example { file: path.file_stem().unwrap().to_string_lossy().into_owned(), page, sql }
    };
    files.into_iter().map(read).collect()
}

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
    let all = examples();
    assert!(all.len() >= 30, "expected every DDL example, found {}", all.len());
    let mut wrong = Vec::new();
    for example in &all {
        let mut expected: Vec<String> = example.page.all("expects").map(str::to_owned).collect();
        expected.sort();
        let reading = example.read();
        let found = found(&reading);
        if found != expected {
            wrong.push(format!("{}: expected {expected:?}, found {found:?}", example.file));
        }
        if !reading.tree.errors.is_empty() {
            let errors: Vec<&str> =
                reading.tree.errors.iter().map(|error| error.message.as_str()).collect();
            // The page that some PostgreSQL examples come from leaves a comma out.
            let comma = errors.iter().all(|error| error.contains("comma") || error.contains("`,`"));
            if !comma {
                wrong.push(format!("{}: syntax errors {errors:?}", example.file));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_example_is_read_in_its_dialect_without_being_told() {
    for example in examples() {
        let reading = hotsplit_engine::read(&example.sql, None, &Settings::default());
        assert_eq!(Some(reading.tree.dialect), example.dialect(), "{}", example.file);
    }
}
