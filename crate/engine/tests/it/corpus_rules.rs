//! The rules over the schemas of real projects that stand beside the project on some machines
//! only: `cargo xtask corpus --rules` prints how often each speaks. What is accepted has no error.

use std::collections::BTreeMap;

use hotsplit_engine::Reading;
use hotsplit_engine::facts::Settings;
use hotsplit_engine::rules::{Finding, RULES, Severity};
use hotsplit_engine::syntax::tree::Dialect;
use hotsplit_engine::text::LineIndex;

use crate::corpus::{Case, cases, exceptions};
use crate::shared;

/// Folders whose schemas people wrote for use or for teaching.
const WRITTEN: &[&str] = &["real", "pg/real", "docs_googlesql", "pg/docs"];

/// Files that were gathered from the snippets of a page or a program show one thing in several
/// versions: each statement is accepted, and the names are given twice all the same.
const GATHERED: &[&str] = &["meta-duplicate-object", "type-name-case-clash"];

/// Folders of which the reference only parsed the files.
const PARSED_ONLY: &[&str] = &["emulator/parser_test", "memefish/ddl"];

/// Files that Spanner rejects though the corpus does not say so, and why.
const REFUSED_ALL_THE_SAME: &[(&str, &str)] = &[
    ("PartitionByColumnMustExist", "the source test expects that `col4` is missing"),
    ("OrderByColumnMustExist", "the source test expects that `col4` is missing"),
    ("SearchIndexShouldNotStoreKeyColumn", "the source test expects the refusal"),
    ("column_default_values__032", "the emulator rejects it: the column stays generated"),
    ("column_on_update__007", "ON UPDATE needs its default (data definition language page)"),
    ("column_on_update__009", "the source test expects the refusal"),
    ("column_on_update__011", "ON UPDATE stays out of the key (data definition language page)"),
    ("column_on_update__012", "ON UPDATE stays out of the key (data definition language page)"),
    ("DdlParserTests.cs", "texts of unit tests, some of them meant to fail"),
    ("column_default_values__026", "the emulator rejects it: a STRING for an INT64"),
    ("column_default_values__028", "the emulator rejects it: a default reads no column"),
    ("search_functions__04", "the key names a column that the example leaves out"),
];

/// Set to have every finding from this severity on printed with its place.
const LISTED: &str = "HOTSPLIT_LIST_FINDINGS";

/// The reading of a file of the corpus.
pub(crate) fn read(case: &Case, corpus: &std::path::Path) -> Reading {
    let text = std::fs::read(corpus.join(&case.file)).unwrap();
    let text = String::from_utf8_lossy(&text).into_owned();
    let pg = case.folder.starts_with("pg");
    let dialect = if pg { Dialect::PostgreSql } else { Dialect::GoogleSql };
    hotsplit_engine::read(&text, Some(dialect), &Settings::default())
}

fn told(case: &Case, reading: &Reading, finding: &Finding) -> String {
    let at = LineIndex::new(&reading.text).line_column(finding.span.start);
    let severity = format!("{:?}", finding.severity).to_lowercase();
    let (file, line, rule, title) = (&case.file, at.line, finding.rule, &finding.title);
    format!("{file}:{line}: {severity} {rule}: {title}. {}", finding.why)
}

#[test]
fn rules_over_real_schemas() {
    let Some(corpus) = shared::needed("rules_over_real_schemas", "corpus") else { return };
    let left_out = exceptions(&corpus);
    let listed = std::env::var(LISTED).unwrap_or_default();
    let (mut tables, mut files) = (0_usize, 0_usize);
    let mut counts: BTreeMap<&str, BTreeMap<Severity, usize>> = BTreeMap::new();
    let mut errors = Vec::new();
    for case in cases(&corpus).iter().filter(|case| case.accept) {
        let written = WRITTEN.iter().any(|folder| case.folder.starts_with(folder));
        let reading = read(case, &corpus);
        let sound = case.stage.is_empty()
            && !left_out.contains_key(&case.file)
            && !PARSED_ONLY.contains(&case.folder.as_str())
            && !REFUSED_ALL_THE_SAME.iter().any(|(part, _)| case.file.contains(part));
        for finding in reading.standing().filter(|f| sound && f.severity == Severity::Error) {
            if !(written && GATHERED.contains(&finding.rule)) {
                errors.push(told(case, &reading, finding));
            }
        }
        if !written {
            continue;
        }
        files += 1;
        tables += reading.schema.tables.len();
        for finding in reading.findings.iter().filter(|finding| finding.accepted.is_none()) {
            *counts.entry(finding.rule).or_default().entry(finding.severity).or_default() += 1;
            let severity = format!("{:?}", finding.severity).to_lowercase();
            if listed.split(',').any(|wanted| wanted == severity || wanted == finding.rule) {
                println!("{}", told(case, &reading, finding));
            }
        }
    }
    print(files, tables, &counts);
    assert!(
        errors.is_empty(),
        "{} errors on what Spanner takes:\n{}",
        errors.len(),
        errors.join("\n")
    );
}

fn print(files: usize, tables: usize, counts: &BTreeMap<&str, BTreeMap<Severity, usize>>) {
    println!("{files} files, {tables} tables");
    println!("{:34} {:>6} {:>11}  severities", "rule", "found", "/100 tables");
    for rule in RULES {
        let found = counts.get(rule.id);
        let all: usize = found.iter().flat_map(|found| found.values()).sum();
        let per_hundred = all * 1000 / tables.max(1);
        let (whole, tenth) = (per_hundred / 10, per_hundred % 10);
        let each: Vec<String> = found
            .iter()
            .flat_map(|found| found.iter())
            .map(|(severity, count)| format!("{count} {}", format!("{severity:?}").to_lowercase()))
            .collect();
        println!("{:34} {all:>6} {whole:>9}.{tenth}  {}", rule.id, each.join(", "));
    }
}
