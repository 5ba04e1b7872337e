//! What Spanner refuses though it can be read, over the corpora that stand beside the project on
//! some machines only: of the cases that concern tables, keys, interleaving, foreign keys, indexes,
//! sequences, row deletion policies and change streams, an error-level finding must name the same
//! cause.

use std::collections::BTreeMap;
use std::path::Path;

use hotsplit::Reading;
use hotsplit::facts::Given;
use hotsplit::rules::{Finding, Severity};
use hotsplit::syntax::tree::{Dialect, TokenKind};

use crate::corpus::{Case, cases, folder};

/// Share of the cases that must be met, in percent.
const FLOOR: usize = 85;

/// Parts of file names whose cases concern other things.
const LEFT_OUT: &[(&str, &str)] = &[
    ("__models__", "models"),
    ("model_test__", "models"),
    ("proto_bundle__", "proto bundles"),
    ("__views__", "views"),
    ("/views__", "views"),
    ("drop_view__", "views"),
    ("udf__", "functions"),
    ("named_schema__", "named schemas"),
    ("locality_group_test__", "locality groups"),
    ("database_option__", "database options"),
    ("DefaultSequenceKind", "database options"),
];

/// What a message must say, one of several, where the reference's message is only an error's name,
/// a value, or the name of a test; by a part of the message or of the file name.
const CAUSES: &[(&str, &[&str])] = &[];

/// Emulator features that the source tests switch off, by a part of the file name.
const SWITCHED_OFF: &[&str] = &["FlagDisabled", "WithoutFlag", "FlagIsOff"];

#[test]
fn semantic_rejects_are_errors() {
    let Some(corpus) = folder() else {
        println!("SKIPPED: no ../shared/corpus beside the project");
        return;
    };
    let mut rows: BTreeMap<String, (usize, usize)> = BTreeMap::new();
    let mut missed = Vec::new();
    let cases = cases(&corpus);
    for (at, case) in cases.iter().enumerate().filter(|(_, case)| concerned(case)) {
        let judged = judge(case, &base(&cases[..at], case, &corpus), &corpus);
        let row = rows.entry(group(case)).or_default();
        row.1 += 1;
        if judged.met {
            row.0 += 1;
            println!("met {}: {}\n    {}", case.file, case.detail, judged.said.join("\n    "));
        } else {
            missed.push(format!("{}: {}\n    {}", case.file, case.detail, judged.text));
            missed.extend(judged.said.iter().map(|said| format!("    said: {said}")));
        }
    }
    for (name, (met, all)) in &rows {
        println!("{name:60} {met:>4}/{all}");
    }
    let met: usize = rows.values().map(|row| row.0).sum();
    let all: usize = rows.values().map(|row| row.1).sum();
    println!("{met} of {all} met\n{}", missed.join("\n"));
    assert!(all > 200, "expected the whole corpus, found {all} cases");
    assert!(met * 100 >= all * FLOOR, "{met} of {all} met, {FLOOR} % wanted");
}

fn concerned(case: &Case) -> bool {
    case.accept
        && case.stage == "semantic"
        && !LEFT_OUT.iter().any(|(part, _)| case.file.contains(part))
        && !SWITCHED_OFF.iter().any(|part| case.file.contains(part))
}

/// `emulator/schema_updater/index`.
fn group(case: &Case) -> String {
    let name = case.file.trim_end_matches(".sql");
    let name = name.replace("changes__ddl.", "").replace("changes__", "");
    name.split("__").next().unwrap_or_default().to_owned()
}

struct Judged {
    met: bool,
    /// Errors of the last statement.
    said: Vec<String>,
    text: String,
}

/// What the source test had run before the case: its earlier parts that were accepted, from the
/// last one on that starts anew, which is one that creates a table again.
fn base(before: &[Case], case: &Case, corpus: &Path) -> String {
    let Some((test, _)) = case.file.rsplit_once("__") else { return String::new() };
    if !case.file.contains("schema_updater/") {
        return String::new();
    }
    let own = tables(case, &text(case, corpus));
    let (mut base, mut there) = (String::new(), Vec::new());
    let same = |part: &&Case| part.file.rsplit_once("__").is_some_and(|(of, _)| of == test);
    for part in before.iter().filter(same).filter(|part| part.accept && part.stage.is_empty()) {
        let text = text(part, corpus);
        let makes = tables(part, &text);
        if makes.iter().any(|name| there.contains(name)) {
            base.clear();
            there.clear();
        }
        there.extend(makes);
        base.push_str(text.trim_end().trim_end_matches(';'));
        base.push_str(";\n");
    }
    if own.iter().any(|name| there.contains(name)) { String::new() } else { base }
}

fn tables(case: &Case, text: &str) -> Vec<String> {
    read(case, text).schema.tables.iter().map(|table| table.name.clone()).collect()
}

fn text(case: &Case, corpus: &Path) -> String {
    let text = std::fs::read(corpus.join(&case.file)).unwrap();
    String::from_utf8_lossy(&text).into_owned()
}

fn judge(case: &Case, base: &str, corpus: &Path) -> Judged {
    let text = format!("{base}{}", text(case, corpus));
    let whole = read(case, &text);
    let last = whole.tree.statements.last().unwrap().span;
    let before = read(case, &text[..last.start as usize]);
    let words = words(case, &whole);
    let mut judged = Judged { met: false, said: Vec::new(), text: text.clone() };
    // What the grammar refuses already is an error too, and a rule need not say it again.
    for error in whole.syntax_errors().filter(|error| last.start <= error.span.start) {
        let said = format!("syntax: {}", error.message);
        judged.met |= fits(case, &said, &words);
        judged.said.push(said);
    }
    for finding in errors(&whole) {
        let here = last.start <= finding.span.start && finding.span.end <= last.end;
        let old = errors(&before).any(|old| old.rule == finding.rule && old.title == finding.title);
        if here || !old {
            let said = format!("{}: {}. {}", finding.rule, finding.title, finding.why);
            judged.met |= fits(case, &said, &words);
            judged.said.push(said);
        }
    }
    judged
}

fn errors(reading: &Reading) -> impl Iterator<Item = &Finding> {
    reading.standing().filter(|finding| finding.severity == Severity::Error)
}

fn read(case: &Case, text: &str) -> Reading {
    let pg = case.folder.starts_with("pg");
    let dialect = if pg { Dialect::PostgreSql } else { Dialect::GoogleSql };
    hotsplit::read(text, Some(dialect), &Given::default())
}

/// The names of the text that the reference's message says.
fn words(case: &Case, reading: &Reading) -> Vec<String> {
    let detail: Vec<String> = split(&case.detail);
    let mut names: Vec<String> = Vec::new();
    for token in &reading.tree.tokens {
        let said = token.span.of(&reading.text);
        let name = said.trim_matches(['"', '`']);
        if matches!(token.kind, TokenKind::Word | TokenKind::QuotedName)
            && detail.iter().any(|word| word.eq_ignore_ascii_case(name))
        {
            names.push(name.to_lowercase());
        }
    }
    names
}

fn split(text: &str) -> Vec<String> {
    text.split(|c: char| !(c.is_alphanumeric() || c == '_')).map(str::to_lowercase).collect()
}

/// Whether a message names the cause: by the words listed for it, or else by a name of the text.
fn fits(case: &Case, said: &str, words: &[String]) -> bool {
    let cause =
        CAUSES.iter().find(|(part, _)| case.detail.contains(part) || case.file.contains(part));
    if let Some((_, wanted)) = cause {
        return wanted.iter().any(|wanted| said.contains(wanted));
    }
    let said = split(said);
    words.iter().any(|word| said.contains(word))
}
