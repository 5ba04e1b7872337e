//! Damage stays where it is: a text that ends anywhere, or lacks any one token, keeps all its
//! other statements. Our own test files are damaged always, the corpus where it is at hand.

use hotsplit_engine::facts::Settings;
use hotsplit_engine::page;
use hotsplit_engine::rules::RULES;
use hotsplit_engine::syntax::tree::{Dialect, Statement, TokenKind, Tree};
use hotsplit_engine::syntax::{detect, parse};
use std::path::{Path, PathBuf};

use crate::shared;

/// How often each file is damaged in each way.
const TIMES: usize = 8;

/// Larger files would take most of the time and hold little that is new.
const FILE_BYTES_MAX: u64 = 16 * 1024;

#[test]
fn a_text_that_ends_anywhere_keeps_what_was_before() {
    let mut wrong = Vec::new();
    for (file, text) in texts() {
        let dialect = Some(detect(&text));
        let whole = parse(&text, dialect);
        let was = shapes(&whole);
        for end in places(text.len()) {
            let end = text.floor_char_boundary(end);
            let cut = parse(&text[..end], dialect);
            let before = |statement: &Statement| {
                statement.semicolon.is_some_and(|semicolon| semicolon.end as usize <= end)
            };
            let count = whole.statements.iter().rposition(before).map_or(0, |last| last + 1);
            if !shapes(&cut).starts_with(&was[..count]) {
                wrong.push(format!("{}: cut at byte {end}", file.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "expected every statement before the end:\n{}", wrong.join("\n"));
}

/// The statement that lost a token may be broken, and take the next one with it: with the token
/// went the semicolon, a line end behind a comment, or the like.
#[test]
fn a_text_without_one_token_keeps_the_other_statements() {
    let mut wrong = Vec::new();
    for (file, text) in texts() {
        let dialect = Some(detect(&text));
        let whole = parse(&text, dialect);
        let was = shapes(&whole);
        for number in places(whole.tokens.len().saturating_sub(1)) {
            let Some(token) = whole.tokens.get(number) else { continue };
            let mut text = text.clone();
            text.replace_range(token.span.start as usize..token.span.end as usize, "");
            let is = shapes(&parse(&text, dialect));
            let hurt = whole.statements.partition_point(|s| s.span.start <= token.span.start);
            // Without a semicolon before it, its first words alone part it from the one above.
            let mut first = hurt.saturating_sub(1);
            while first > 0 && whole.statements[first - 1].semicolon.is_none() {
                first -= 1;
            }
            let last = (hurt + 1).min(was.len());
            if !is.starts_with(&was[..first]) || !is.ends_with(&was[last..]) {
                let said = token.span.start;
                wrong.push(format!("{}: without the token at byte {said}", file.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "expected every other statement:\n{}", wrong.join("\n"));
}

/// Rules meet schemas with holes: every block of every rule's page is judged without each third of its
/// tokens, and none panics.
#[test]
fn rules_judge_what_lacks_a_token() {
    let settings = Settings { nodes: Some(10.0), writes_per_second: Some(10_000.0) };
    for (number, rule) in RULES.iter().enumerate() {
        for (_, sql) in page::read(rule.page.whole).code() {
            let dialect = Some(detect(sql));
            let tokens = parse(sql, dialect).tokens;
            let tokens = tokens.iter().filter(|token| token.kind != TokenKind::Blank);
            // One in three: all of them would be half a minute.
            for token in tokens.skip(number % 3).step_by(3) {
                let (start, end) = (token.span.start as usize, token.span.end as usize);
                let text = format!("{}{}", &sql[..start], &sql[end..]);
                let reading = hotsplit_engine::read(&text, dialect, &settings);
                let end = reading.tree.tokens.last().map_or(0, |token| token.span.end as usize);
                assert_eq!(end, text.len(), "{}: {text}", rule.id);
            }
        }
    }
}

/// Places from 0 to `end`, spread evenly.
fn places(end: usize) -> impl Iterator<Item = usize> {
    let step = (end / TIMES).max(1);
    (0..=end).step_by(step)
}

fn shapes(tree: &Tree) -> Vec<String> {
    tree.statements.iter().map(shape).collect()
}

/// What a statement says, without where.
fn shape(statement: &Statement) -> String {
    let said = format!("{:?}", statement.kind);
    let mut out = String::with_capacity(said.len());
    let mut rest = said.as_str();
    while let Some((before, behind)) = rest.split_once("Span {") {
        out.push_str(before);
        rest = behind.split_once('}').map_or("", |(_, rest)| rest);
    }
    out + rest
}

/// Our files, and those of the corpus if it is there.
fn texts() -> Vec<(PathBuf, String)> {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = shared::sql_below(&package.join("../syntax/tests/syntax"));
    match shared::found("corpus") {
        Some(folder) => files.extend(shared::sql_below(&folder)),
        None => shared::say("../shared/corpus is not here: only our own files are damaged"),
    }
    files.retain(|file| file.metadata().unwrap().len() <= FILE_BYTES_MAX);
    files.sort();
    let read = |file: PathBuf| Some((file.clone(), std::fs::read_to_string(file).ok()?));
    files.into_iter().filter_map(read).collect()
}

/// Found by fuzzing: each level of generated columns doubled the work, and these have no end.
#[test]
fn generated_columns_that_name_themselves_are_judged_in_time() {
    let names: Vec<String> = (0..12).map(|number| format!("G{number}")).collect();
    let sum = names.join(" + ");
    let columns: Vec<String> =
        names.iter().map(|name| format!("{name} INT64 AS ({sum} + {sum}) STORED")).collect();
    let text = format!("CREATE TABLE T ({}) PRIMARY KEY (G0);", columns.join(", "));
    let reading = hotsplit_engine::read(&text, None, &Settings::default());
    assert_eq!(reading.facts.tables[0].columns.len(), names.len());
    assert!(reading.tree.errors.is_empty(), "{:?}", reading.tree.errors);
}

/// Found by fuzzing: an index without a key, and a literal that no quote closes.
#[test]
fn holes_that_fuzzing_found_are_read() {
    for text in [
        "CREATE TABLE t (a INT64, b TIMESTAMP) PRIMARY KEY (a),
           ROW DELETION POLICY (OLDER_THAN(b, INTERVAL 1 DAY));
         CREATE INDEX i ON t (); CREATE INDEX j ON t (`",
        "ALTER TABLE T ADD CHECK(B > CONCAT(b'''\u{fffd} 1\n\"\"\"line 12'\\n', b'''\u{fffd}\"))",
        "CREATE TABLE t (a STRING(9) DEFAULT ('''\u{e9}'\u{e9}",
    ] {
        for dialect in [None, Some(Dialect::GoogleSql), Some(Dialect::PostgreSql)] {
            let reading = hotsplit_engine::read(text, dialect, &Settings::default());
            let end = reading.tree.tokens.last().map(|token| token.span.end as usize);
            assert_eq!(end, Some(text.len()));
        }
    }
}
