//! The grammar against whole corpora that stand beside the project on some machines only:
//! what must be accepted is, what must be rejected is, and each exception is listed with its
//! reason in `crate/support/corpus-exceptions.txt`. `cargo xtask corpus` prints the table.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use hotsplit_support::corpus::{Case, cases, exceptions};
use hotsplit_syntax::parse;
use hotsplit_syntax::text::LineIndex;
use hotsplit_syntax::tree::{Dialect, SyntaxError, Tree};

use crate::shared;

/// Folders of which everything that must be accepted is, less the listed exceptions.
const COMPLETE: &[&str] = &[
    "memefish/ddl",
    "emulator/conformance",
    "emulator/parser_test",
    "emulator/schema_updater",
    "pg/docs",
    "pg/emulator_conformance",
    "pg/emulator_schema_updater",
    "pg/real",
    "real",
];

/// Share of the rejects of a stage that must be rejected, in percent.
const FLOORS: &[(&str, usize)] = &[("syntax", 98), ("postparse", 90), ("unsupported", 90)];

/// Share of the known error positions that must be met, in percent.
const POSITION_FLOOR: usize = 90;

/// Share of a folder that may be excepted, in percent.
const EXCEPTED_MAX: usize = 1;

/// What a folder came to.
#[derive(Default)]
struct Row {
    accepts: (usize, usize),
    rejects: (usize, usize),
    /// Exceptions that count against the limit; examples that are broken as written do not.
    excepted: usize,
    broken: usize,
}

/// What the whole corpus came to.
#[derive(Default)]
struct Report {
    rows: BTreeMap<String, Row>,
    /// Rejected, and of how many, by stage.
    stages: BTreeMap<String, (usize, usize)>,
    positions: (usize, usize),
    failures: Vec<String>,
    /// Exceptions that were not needed.
    unused: BTreeSet<String>,
}

#[test]
fn corpus() {
    let Some(folder) = shared::needed("corpus", "corpus") else { return };
    let report = run(&folder);
    print(&report);
    verdict(&report);
}

/// What the PostgreSQL dialect says of statements that it refuses as they are written, before it
/// looks at a schema.
const AS_WRITTEN: &[&str] = &[
    "not supported",
    "Only <",
    "supports only",
    "only single action",
    "At least one referenced column",
    "change stream option",
    "valid option value",
    "Unsupported expression",
];

/// Whether Spanner rejects a file whatever its schema is. The corpus, which was told only whether a
/// statement parses, has these among those that do.
fn refused_as_written(case: &Case) -> bool {
    case.stage == "semantic"
        && case.folder.starts_with("pg")
        && AS_WRITTEN.iter().any(|words| case.detail.contains(words))
}

fn run(corpus: &Path) -> Report {
    let exceptions = exceptions(corpus);
    let mut report = Report::default();
    let known = |reason: &String| reason == "KNOWN_BAD";
    report.unused =
        exceptions.iter().filter(|(_, why)| !known(why)).map(|(file, _)| file.clone()).collect();
    for case in cases(corpus) {
        let text = std::fs::read(corpus.join(&case.file)).unwrap();
        let text = String::from_utf8_lossy(&text).into_owned();
        let googlesql = !case.folder.starts_with("pg");
        let dialect = if googlesql { Dialect::GoogleSql } else { Dialect::PostgreSql };
        let tree = parse(&text, Some(dialect));
        let right = if case.accept {
            tree.errors.is_empty() || refused_as_written(&case)
        } else {
            rejected(&case, &tree)
        };
        let row = report.rows.entry(case.folder.clone()).or_default();
        if let Some(reason) = exceptions.get(&case.file)
            && !right
        {
            report.unused.remove(&case.file);
            let broken = known(reason) || reason.starts_with("broken");
            *(if broken { &mut row.broken } else { &mut row.excepted }) += 1;
            continue;
        }
        let count = if case.accept { &mut row.accepts } else { &mut row.rejects };
        count.0 += usize::from(right);
        count.1 += 1;
        if !case.accept {
            let stage = report.stages.entry(case.stage.clone()).or_default();
            stage.0 += usize::from(right);
            stage.1 += 1;
            position(&case, &text, &tree, &mut report);
        }
        if !right {
            report.failures.push(failure(&case, &text, &tree.errors));
        }
    }
    report
}

/// Whether a file is rejected. Where Spanner lacks something, the message must go on behind what
/// was found, with what to do instead.
fn rejected(case: &Case, tree: &Tree) -> bool {
    let told = |error: &SyntaxError| error.message.contains("`: ");
    match case.stage.as_str() {
        "unsupported" => tree.errors.iter().any(told),
        _ => !tree.errors.is_empty(),
    }
}

/// Compares the place of the first error with the place that the reference names.
fn position(case: &Case, text: &str, tree: &Tree, report: &mut Report) {
    let Some((line, column)) = named_place(case) else { return };
    report.positions.1 += 1;
    let lines = LineIndex::new(text);
    // The reference reads one statement at a time, from behind the semicolon of the one before.
    let before = tree.statements.iter().rev().nth(1).and_then(|statement| statement.semicolon);
    let line = line + before.map_or(0, |semicolon| lines.line(semicolon.start) - 1);
    let place = |offset| lines.line_column(offset);
    let same = |error: &SyntaxError| {
        // Where we point behind the last token, a reference may point at its last character.
        let at = place(error.span.start - u32::from(error.span.is_empty()));
        let token = tree.tokens.iter().find(|token| token.span.start == error.span.start);
        let end = place(token.map_or(error.span.end, |token| token.span.end));
        (at.line, at.column) <= (line, column) && (line, column) <= (end.line, end.column)
    };
    if tree.errors.iter().any(same) {
        report.positions.0 += 1;
    } else {
        let what = format!("{}: expected an error at {line}:{column}", case.file);
        report.failures.push(format!("{what}\n    {}", said(text, &tree.errors)));
    }
}

/// The line and column in the reference's message.
fn named_place(case: &Case) -> Option<(u32, u32)> {
    if let Some((_, rest)) = case.detail.split_once(".sql:") {
        let mut numbers = rest.split(':');
        return Some((numbers.next()?.parse().ok()?, numbers.next()?.parse().ok()?));
    }
    let (_, rest) = case.detail.split_once("on line ")?;
    let (line, rest) = rest.split_once(", column ")?;
    let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
    Some((line.parse().ok()?, digits.parse().ok()?))
}

fn failure(case: &Case, text: &str, errors: &[SyntaxError]) -> String {
    let short: String = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let short: String = short.chars().take(160).collect();
    if case.accept {
        format!("{}: {}\n    {short}", case.file, said(text, errors))
    } else {
        let stage = &case.stage;
        format!("{}: expected a {stage} error ({})\n    {short}", case.file, case.detail)
    }
}

fn said(text: &str, errors: &[SyntaxError]) -> String {
    let lines = LineIndex::new(text);
    let one = |error: &SyntaxError| {
        let at = lines.line_column(error.span.start);
        format!("{}:{} {}", at.line, at.column, error.message)
    };
    errors.iter().map(one).collect::<Vec<_>>().join("; ")
}

fn print(report: &Report) {
    let head = ["folder", "accepted", "rejected", "excepted", "broken"];
    println!("{:28} {:>12} {:>12} {:>9} {:>7}", head[0], head[1], head[2], head[3], head[4]);
    let of = |(n, all): (usize, usize)| format!("{n}/{all}");
    for (folder, row) in &report.rows {
        let (accepts, rejects) = (of(row.accepts), of(row.rejects));
        let (excepted, broken) = (row.excepted, row.broken);
        println!("{folder:28} {accepts:>12} {rejects:>12} {excepted:>9} {broken:>7}");
    }
    for (stage, &count) in &report.stages {
        println!("stage {stage}: {} rejected", of(count));
    }
    println!("error on the same token: {}", of(report.positions));
    for failure in &report.failures {
        println!("- {failure}");
    }
    for file in &report.unused {
        println!("- {file}: listed as an exception and none");
    }
}

/// Fails where a target is missed.
fn verdict(report: &Report) {
    let mut missed = Vec::new();
    for (folder, row) in &report.rows {
        if !COMPLETE.contains(&folder.as_str()) {
            continue;
        }
        if row.accepts.0 < row.accepts.1 {
            missed.push(format!("{folder}: a file that is right is not accepted"));
        }
        let all = row.accepts.1 + row.rejects.1 + row.excepted;
        if row.excepted * 100 > all * EXCEPTED_MAX {
            missed.push(format!("{folder}: more than {EXCEPTED_MAX} % excepted"));
        }
    }
    for (stage, floor) in FLOORS {
        let (done, all) = report.stages.get(*stage).copied().unwrap_or_default();
        if done * 100 < all * floor {
            missed.push(format!("stage {stage}: {done} of {all} rejected, {floor} % wanted"));
        }
    }
    let (met, all) = report.positions;
    if met * 100 < all * POSITION_FLOOR {
        missed.push(format!("positions: {met} of {all} met, {POSITION_FLOOR} % wanted"));
    }
    assert!(missed.is_empty() && report.unused.is_empty(), "{}", missed.join("\n"));
}
