//! The rules as a proof runs them: it finds what a whole run finds of what it asks for, and nothing that
//! another rule replaces. For the bad blocks of the rule pages, and for schemas put together at random.

use hotsplit_engine::facts::Settings;
use hotsplit_engine::rules::{self, Finding, RULES, Severity};
use hotsplit_engine::syntax::tree::Dialect;
use hotsplit_engine::{Reading, page};
use hotsplit_support::edits::generated::generate;
use std::collections::BTreeSet;

/// Compares both for each rule that reports or is replaced; gives the number of those replaced.
fn compare(sql: &str, dialect: Dialect) -> usize {
    let Reading { schema, facts, .. } =
        hotsplit_engine::read(sql, Some(dialect), &Settings::default());
    let whole = rules::run(&schema, &facts);
    let replaced: Vec<&str> = whole.iter().flat_map(|it| &it.attached).copied().collect();
    let reporting: BTreeSet<&str> = whole.iter().map(|found| found.rule).collect();
    for rule in reporting.iter().chain(&replaced) {
        let wanted = |found: &Finding| found.severity >= Severity::High || found.rule == *rule;
        let said = |found: &[Finding]| {
            let asked = found.iter().filter(|found| wanted(found));
            asked.map(|it| (it.rule, it.object, it.severity, it.title.clone())).collect::<Vec<_>>()
        };
        let proof = rules::run_for_proof(&schema, &facts, wanted);
        assert_eq!(said(&proof), said(&whole), "{rule} in\n{sql}");
    }
    replaced.len()
}

#[test]
fn a_proof_finds_what_a_whole_run_finds() {
    let mut replaced = 0;
    for rule in RULES {
        for (info, sql) in page::read(rule.page.whole).code() {
            if info.contains("bad") && !info.contains("lines=") {
                let pg = info.split_whitespace().any(|word| word == "pg");
                let dialect = if pg { Dialect::PostgreSql } else { Dialect::GoogleSql };
                replaced += compare(&page::written_out(info, sql), dialect);
            }
        }
    }
    assert!(replaced >= 10, "{replaced} findings that another rule replaces");
    for seed in 0..4 {
        let generated = generate(8_000, seed);
        compare(&generated.googlesql, Dialect::GoogleSql);
        compare(&generated.postgresql, Dialect::PostgreSql);
    }
}
