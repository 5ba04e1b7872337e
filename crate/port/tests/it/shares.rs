//! How much of the corpus is carried over: shares of defaults, checks, generated columns and foreign
//! keys, against the aims of section 16 of the specification that are met.

use std::collections::BTreeMap;

use hotsplit_port::port::{Options, Target, port};
use hotsplit_port::source::read;

use crate::corpus;

#[test]
fn most_of_the_corpus_is_carried_over() {
    for target in [Target::GoogleSql, Target::PostgreSql] {
        let mut all: BTreeMap<&str, usize> = BTreeMap::new();
        let mut lost: BTreeMap<&str, usize> = BTreeMap::new();
        for dump in corpus::dumps("most_of_the_corpus_is_carried_over") {
            let source = read(&dump.text, dump.database);
            let mut add = |what, more| *all.entry(what).or_default() += more;
            for table in &source.tables {
                add("default", table.columns.iter().filter(|it| it.default.is_some()).count());
                add("generated", table.columns.iter().filter(|it| it.generated.is_some()).count());
                add("check", table.checks.len());
                add("fk", table.foreign_keys.len());
                add("index", table.indexes.len());
            }
            for loss in port(&source, &Options::to(target)).losses {
                if loss.what.name() == "dropped" || loss.rule == "migrate-zero-date" {
                    *lost.entry(loss.rule).or_default() += 1;
                }
            }
        }
        println!("{target:?}\n  of {all:?}\n  lost {lost:?}");
        if all.is_empty() {
            return;
        }
        let share = |what: &str, rules: &[&str]| {
            let lost: usize = rules.iter().filter_map(|rule| lost.get(rule)).sum();
            1.0 - lost as f64 / all[what] as f64
        };
        assert!(share("default", &["migrate-default-dropped"]) >= 0.98);
        assert!(share("check", &["migrate-check-dropped"]) >= 0.8);
        let foreign_keys = [
            "migrate-fk-target-missing",
            "migrate-fk-type",
            "migrate-fk-not-unique",
            "migrate-numeric-key",
        ];
        assert!(share("fk", &foreign_keys) >= 0.95);
    }
}
