//! The rules as a proof runs them: it is told of all it asks for, and of nothing in whose place another
//! rule speaks. For the bad blocks of the rule pages, and for schemas put together at random.

use hotsplit_engine::facts::Settings;
use hotsplit_engine::rules::{self, Finding, RULES, Severity};
use hotsplit_engine::syntax::tree::Dialect;
use hotsplit_engine::{Reading, page};
use hotsplit_support::edits::generated::generate;
use std::collections::BTreeSet;

/// Compares both for each rule that speaks or is spoken for; says how many were spoken for.
fn compare(sql: &str, dialect: Dialect) -> usize {
    let Reading { schema, facts, .. } =
        hotsplit_engine::read(sql, Some(dialect), &Settings::default());
    let whole = rules::run(&schema, &facts);
    let attached: Vec<&str> = whole.iter().flat_map(|it| &it.attached).copied().collect();
    let speaking: BTreeSet<&str> = whole.iter().map(|found| found.rule).collect();
    for rule in speaking.iter().chain(&attached) {
        let wanted = |found: &Finding| found.severity >= Severity::High || found.rule == *rule;
        let said = |found: &[Finding]| {
            let asked = found.iter().filter(|found| wanted(found));
            asked.map(|it| (it.rule, it.object, it.severity, it.title.clone())).collect::<Vec<_>>()
        };
        let proof = rules::run_for_proof(&schema, &facts, wanted);
        assert_eq!(said(&proof), said(&whole), "{rule} in\n{sql}");
    }
    attached.len()
}

#[test]
fn a_proof_finds_what_a_whole_run_finds() {
    let mut spoken_for = 0;
    for rule in RULES {
        for (info, sql) in page::read(rule.page.whole).code() {
            if info.contains("bad") && !info.contains("lines=") {
                let pg = info.split_whitespace().any(|word| word == "pg");
                let dialect = if pg { Dialect::PostgreSql } else { Dialect::GoogleSql };
                spoken_for += compare(&page::written_out(info, sql), dialect);
            }
        }
    }
    assert!(spoken_for >= 10, "{spoken_for} findings in whose place another stands");
    for seed in 0..4 {
        let generated = generate(8_000, seed);
        compare(&generated.googlesql, Dialect::GoogleSql);
        compare(&generated.postgresql, Dialect::PostgreSql);
    }
}
