//! Pages of rules are tests: what a `bad` block shows is reported, what a `good` one shows is not.
//!
//! The first line of a block says which database it is from (`source-mysql`), and where it differs
//! from the usual: the severity, `to=postgresql`, `literal`, and decisions as `set:NAME=VALUE`.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use hotsplit_port::port::{Options, RULES, Rule, Target, find_rule, port};
use hotsplit_port::source::{Database, read};

/// A block of a page: the words of its first line, and what is in it.
struct Block {
    words: Vec<String>,
    sql: String,
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src/port/rules")
}

fn page(rule: &Rule) -> String {
    let file = folder().join(format!("{}.md", rule.id.replace('-', "_")));
    fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}

fn blocks(page: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut parts = page.split("\n```");
    parts.next();
    while let (Some(block), Some(_)) = (parts.next(), parts.next()) {
        let (info, sql) = block.split_once('\n').unwrap();
        let words = info.split_whitespace().map(str::to_owned).collect();
        blocks.push(Block { words, sql: sql.to_owned() });
    }
    blocks
}

/// Severities at which a rule reports a block.
fn reported(rule: &str, block: &Block) -> BTreeSet<&'static str> {
    let has = |word: &str| block.words.iter().any(|it| it == word);
    let database = if has("source-mysql") { Database::MySql } else { Database::PostgreSql };
    assert!(has("source-mysql") || has("source-postgresql"), "{rule}: {:?}", block.words);
    let target = if has("to=postgresql") { Target::PostgreSql } else { Target::GoogleSql };
    let mut options = Options { literal: has("literal"), ..Options::to(target) };
    for set in block.words.iter().filter_map(|word| word.strip_prefix("set:")) {
        let (name, value) = set.split_once('=').unwrap();
        options.set(name, value).unwrap();
    }
    let wrong = options.read_directives(&block.sql);
    assert!(wrong.is_empty(), "{rule}: {wrong:?}");
    let source = read(&block.sql, database);
    let losses = port(&source, &options).losses;
    losses.iter().filter(|loss| loss.rule == rule).map(|loss| loss.severity.name()).collect()
}

#[test]
fn bad_blocks_are_reported_and_good_blocks_are_not() {
    let mut wrong = Vec::new();
    for rule in RULES {
        let page = page(rule);
        let blocks = blocks(&page);
        for kind in ["bad", "good"] {
            let any = blocks.iter().any(|block| block.words.iter().any(|it| it == kind));
            assert!(any, "{} has a {kind} block", rule.id);
        }
        for block in &blocks {
            let found = reported(rule.id, block);
            let stated = block
                .words
                .iter()
                .find(|it| ["info", "ask", "warn", "high", "error"].contains(&it.as_str()));
            let expected = match block.words.iter().any(|it| it == "bad") {
                true => BTreeSet::from([stated.map_or(rule.severity.name(), |it| it.as_str())]),
                false => BTreeSet::new(),
            };
            if !expected.iter().all(|it| found.contains(it))
                || expected.is_empty() && !found.is_empty()
            {
                wrong.push(format!(
                    "{} ({}): expected {expected:?}, found {found:?}\n{}",
                    rule.id,
                    block.words.join(" "),
                    block.sql
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n\n"));
}

#[test]
fn each_rule_has_a_page_that_says_what_to_decide() {
    let files: BTreeSet<String> = fs::read_dir(folder())
        .unwrap()
        .map(|file| file.unwrap().file_name().into_string().unwrap())
        .collect();
    let expected: BTreeSet<String> =
        RULES.iter().map(|rule| format!("{}.md", rule.id.replace('-', "_"))).collect();
    assert_eq!(files, expected);
    for rule in RULES {
        let page = page(rule);
        let mut lines = page.lines();
        assert_eq!(lines.next(), Some(format!("# {}", rule.id).as_str()));
        assert_eq!(lines.nth(1), Some(rule.line), "{}", rule.id);
        let severe = format!("\n## How severe\n\nUsually {}.\n", rule.severity.name());
        assert!(page.contains(&severe), "{} says how severe it is", rule.id);
        for part in ["Why", "What is written", "What to decide", "Reported", "Not reported"] {
            assert!(page.contains(&format!("\n## {part}\n\n")), "{} has {part}", rule.id);
        }
        assert_eq!(find_rule(rule.id).map(|it| it.line), Some(rule.line));
    }
}
