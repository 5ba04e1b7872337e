//! One cause, one finding: which rule speaks for which. The list is a snapshot, so that a pair that
//! comes or goes is seen.

use std::collections::BTreeSet;
use std::fmt::Write;

use hotsplit_engine::facts::Settings;
use hotsplit_engine::page;
use hotsplit_engine::rules::{self, RULES};
use hotsplit_engine::syntax::tree::Dialect;

#[test]
fn pairs_of_rules_are_listed() {
    let mut list = String::new();
    for rule in RULES.iter().filter(|rule| !rule.replaces.is_empty()) {
        let _ = writeln!(list, "{}", rule.id);
        for general in rule.replaces {
            assert_ne!(*general, rule.id, "a rule does not replace itself");
            assert!(rules::find(general).is_some(), "{}: no rule is called {general}", rule.id);
            let _ = writeln!(list, "  over {general}");
        }
    }
    insta::assert_snapshot!(list);
}

/// Following who replaces whom ends.
#[test]
fn no_two_rules_replace_each_other() {
    for rule in RULES {
        let mut met: BTreeSet<&str> = BTreeSet::new();
        let mut next: Vec<&str> = rule.replaces.to_vec();
        while let Some(id) = next.pop() {
            assert_ne!(id, rule.id, "{} replaces itself by way of others", rule.id);
            if met.insert(id) {
                next.extend(rules::find(id).map_or(&[][..], |rule| rule.replaces));
            }
        }
    }
}

/// Over all blocks of all pages: where a rule stands on an object, none that it replaces does.
#[test]
fn what_is_replaced_does_not_stand() {
    let mut folded: BTreeSet<(&str, &str)> = BTreeSet::new();
    for rule in RULES {
        for (info, sql) in page::read(rule.page.whole).code() {
            let pg = info.split_whitespace().any(|word| word == "pg");
            let dialect = if pg { Dialect::PostgreSql } else { Dialect::GoogleSql };
            let reading = hotsplit_engine::read(sql, Some(dialect), &Settings::default());
            for finding in &reading.findings {
                let speaks = rules::find(finding.rule).expect("a finding is of a rule");
                folded.extend(finding.attached.iter().map(|general| (finding.rule, *general)));
                let beside = reading.findings.iter().find(|other| {
                    other.object == finding.object && speaks.replaces.contains(&other.rule)
                });
                assert!(beside.is_none(), "{} stands beside {beside:?}\n{sql}", finding.rule);
            }
        }
    }
    assert!(folded.len() > 20, "expected many pairs to meet on the pages, found {folded:?}");
}
