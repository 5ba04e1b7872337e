//! Every fix over the schemas of real projects that stand beside the project on some machines
//! only. The test takes one schema in three and the first finding of each rule; `cargo xtask corpus
//! --fixes` takes all schemas and three findings of a rule, and prints what was tried and what the
//! emulator said.
//!
//! Of each schema that the emulator accepts, each offered fix is applied singly, and all that are
//! recommended together: the result is accepted, the finding is gone, nothing worse appears, and
//! every statement that no edit touches stands there as it was.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use hotsplit_engine::facts::Settings;
use hotsplit_engine::fixes::{self, Parameters, answer};
use hotsplit_engine::rules::{Finding, Severity};
use hotsplit_engine::syntax::tree::Dialect;
use hotsplit_engine::text::{Edit, Span, apply_edits};
use hotsplit_engine::{Offer, Reading};

use crate::emulator::Emulator;
use crate::proof::{known_statements, plain, statements};
use crate::{rollout, shared};

/// Folders of schemas that people wrote for use, with their dialects.
const FOLDERS: &[(&str, Dialect)] =
    &[("real", Dialect::GoogleSql), ("pg/real", Dialect::PostgreSql)];

/// Findings of one rule in one file whose fixes are tried, from the environment; one by itself.
const OF_ONE_RULE: &str = "HOTSPLIT_FIXES_OF_A_RULE";

/// One schema in so many is a sample.
const SCHEMAS_EVERY: usize = 6;

/// Fixes that the emulator must accept, at least; accepting a finding is no such fix.
const APPLIED_MIN: usize = 30;

/// Schemas tried at a time.
const WORKERS: usize = 4;

/// What became of one fix.
#[derive(Default)]
struct Row {
    tried: usize,
    accepted: usize,
    /// By our own reason, how often it was not offered.
    not_offered: BTreeMap<String, usize>,
}

/// What became of all of them.
#[derive(Default)]
struct Report {
    schemas: usize,
    rows: BTreeMap<&'static str, Row>,
    /// Recommended sets that the emulator accepted, of how many.
    sets: (usize, usize),
    wrong: Vec<String>,
}

impl Report {
    fn add(&mut self, other: Self) {
        self.schemas += other.schemas;
        for (id, row) in other.rows {
            let sum = self.rows.entry(id).or_default();
            sum.tried += row.tried;
            sum.accepted += row.accepted;
            for (why, count) in row.not_offered {
                *sum.not_offered.entry(why).or_default() += count;
            }
        }
        self.sets.0 += other.sets.0;
        self.sets.1 += other.sets.1;
        self.wrong.extend(other.wrong);
    }
}

#[test]
fn fixes_over_real_schemas() {
    let test = "fixes_over_real_schemas";
    let Some(corpus) = shared::needed(test, "corpus") else { return };
    let Some(emulator) = Emulator::for_test(test) else { return };
    let schemas: Vec<_> = FOLDERS
        .iter()
        .flat_map(|&(folder, dialect)| {
            let files = crate::shared::sql_files(&corpus.join(folder));
            files.into_iter().map(move |path| (path, dialect))
        })
        .step_by(if shared::whole() || std::env::var(OF_ONE_RULE).is_ok() {
            1
        } else {
            SCHEMAS_EVERY
        })
        .collect();
    let report = all_of(&emulator, &schemas);
    print(&report);
    assert!(report.wrong.is_empty(), "{}:\n{}", report.wrong.len(), report.wrong.join("\n"));
    let fixes = report.rows.iter().filter(|(id, _)| **id != "T25");
    let accepted: usize = fixes.map(|(_, row)| row.accepted).sum();
    assert!(accepted >= APPLIED_MIN, "expected {APPLIED_MIN} fixes or more, found {accepted}");
}

/// What becomes of all schemas, a few at a time: most of the time goes by in waiting for the
/// emulator.
fn all_of(emulator: &Emulator, schemas: &[(PathBuf, Dialect)]) -> Report {
    let next = AtomicUsize::new(0);
    let work = || {
        let mut reports = Vec::new();
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some((path, dialect)) = schemas.get(at) else { return reports };
            reports.push((at, of_one(emulator, path, *dialect)));
        }
    };
    let mut reports: Vec<(usize, Report)> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..WORKERS).map(|_| scope.spawn(work)).collect();
        workers.into_iter().flat_map(|worker| worker.join().unwrap()).collect()
    });
    reports.sort_by_key(|&(at, _)| at);
    let mut all = Report::default();
    for (_, report) in reports {
        all.add(report);
    }
    all
}

/// What becomes of one schema.
fn of_one(emulator: &Emulator, path: &Path, dialect: Dialect) -> Report {
    let mut report = Report::default();
    let text = String::from_utf8_lossy(&std::fs::read(path).unwrap()).into_owned();
    let sql = plain(&text, dialect);
    let reading = hotsplit_engine::read(&sql, Some(dialect), &Settings::default());
    if emulator.accepts(dialect, &statements(&reading)).is_ok() {
        report.schemas += 1;
        singly(emulator, path, &reading, &mut report);
        together(emulator, path, &reading, &mut report);
        let answered = answered(&reading);
        if answered.text != reading.text {
            singly(emulator, path, &answered, &mut report);
            together(emulator, path, &answered, &mut report);
        }
    }
    report
}

/// Each offered fix by itself.
fn singly(emulator: &Emulator, path: &Path, reading: &Reading, report: &mut Report) {
    let choice = Parameters { reason: Some("few rows".to_owned()), ..Parameters::default() };
    let mut of_rule: BTreeMap<&str, usize> = BTreeMap::new();
    let of_one_rule = std::env::var(OF_ONE_RULE).map_or(1, |it| it.parse().expect("a number"));
    for finding in reading.findings.iter().filter(|finding| finding.accepted.is_none()) {
        let seen = of_rule.entry(finding.rule).or_default();
        *seen += 1;
        if *seen > of_one_rule {
            continue;
        }
        for card in hotsplit_engine::cards(reading, finding, &choice) {
            let row = report.rows.entry(card.fix.short).or_default();
            let offer = match card.outcome {
                Ok(offer) => offer,
                Err(refusal) => {
                    *row.not_offered.entry(told(&refusal.why)).or_default() += 1;
                    continue;
                }
            };
            row.tried += 1;
            match sound(emulator, reading, &offer) {
                Ok(()) => row.accepted += 1,
                Err(why) => {
                    let (fix, file) = (card.fix.short, path.display());
                    let key = reading.key_of(finding);
                    report.wrong.push(format!("{file}: {fix} for {key}: {why}"));
                }
            }
        }
    }
}

/// The schema with every question answered in the way that makes it hot, so that the recommended
/// set has something to cure: most schemas do not say where their ids come from.
fn answered(reading: &Reading) -> Reading {
    let mut current = reading.clone();
    for _ in 0..reading.findings.len() {
        let asked = current.findings.iter().find_map(|finding| {
            let (table, column) = finding.column?;
            Some((table, column, finding.question.as_ref()?.choices[0].1))
        });
        let Some((table, column, fact)) = asked else { break };
        let edit = answer::state_fact(&current.text, &current.schema, table, column, fact);
        let text = apply_edits(&current.text, &[edit]).expect("one edit cannot overlap");
        current = hotsplit_engine::read(&text, reading.asked, &Settings::default());
    }
    current
}

/// The recommended set.
fn together(emulator: &Emulator, path: &Path, reading: &Reading, report: &mut Report) {
    let all = hotsplit_engine::rewrite_all(reading);
    if all.applied.is_empty() {
        return;
    }
    report.sets.1 += 1;
    let after = &all.reading;
    let said = if let Some((choice, refusal)) = all.refused.first() {
        Err(format!("{} was refused: {}", choice.fix, refusal.why))
    } else {
        accepts(emulator, after).and(nothing_worse(reading, after))
    };
    match said {
        Ok(()) => report.sets.0 += 1,
        Err(why) => report.wrong.push(format!("{}: all together: {why}", path.display())),
    }
}

/// The emulator accepts the result, nothing is worse, and what no edit touches is as it was.
fn sound(emulator: &Emulator, before: &Reading, offer: &Offer) -> Result<(), String> {
    let after = &offer.after;
    accepts(emulator, after)?;
    nothing_worse(before, after)?;
    untouched(before, after, &offer.plan.edits)
}

/// Whether the emulator accepts a schema, in the form that it knows: without the type UUID, and with
/// every foreign key enforced.
fn accepts(emulator: &Emulator, reading: &Reading) -> Result<(), String> {
    let dialect = reading.tree.dialect;
    rollout::takes(emulator, dialect, &known_statements(&reading.text, dialect))
}

/// No rule says more errors or highs of an object than before.
fn nothing_worse(before: &Reading, after: &Reading) -> Result<(), String> {
    let of = |reading: &Reading, finding: &Finding| {
        (finding.rule, fixes::object_name(&reading.schema, finding.object).to_owned())
    };
    let was: BTreeMap<(&str, String), &Finding> =
        before.standing().map(|finding| (of(before, finding), finding)).collect();
    let bad = after.standing().filter(|finding| finding.severity >= Severity::High);
    for finding in bad {
        let (rule, object) = of(after, finding);
        let Some(then) = was.get(&(rule, object.clone())) else {
            return Err(format!("it brings {rule} on {object}"));
        };
        // Where less is written elsewhere a key has a larger share of the rest, and may be judged
        // more severely; but it must not be full any sooner.
        let ceiling = |finding: &Finding| finding.pressure.as_ref().and_then(|it| it.ceiling);
        let sooner = ceiling(then).zip(ceiling(finding)).is_some_and(|(a, b)| b < a * 0.999);
        if then.severity < finding.severity && (sooner || then.pressure.is_none()) {
            return Err(format!("it makes {rule} on {object} worse"));
        }
    }
    Ok(())
}

/// Every statement that no edit touches stands in the new text, byte for byte and in its order.
pub(crate) fn untouched(before: &Reading, after: &Reading, edits: &[Edit]) -> Result<(), String> {
    let mut from = 0;
    for statement in &before.tree.statements {
        let touches = |edit: &&Edit| {
            let Span { start, end } = edit.span;
            start < statement.span.end && statement.span.start < end.max(start + 1)
        };
        if edits.iter().any(|edit| touches(&edit)) {
            continue;
        }
        let text = statement.span.of(&before.text);
        let Some(found) = after.text[from..].find(text) else {
            return Err(format!("a statement that no edit touches is gone: {text}"));
        };
        from += found + text.len();
    }
    Ok(())
}

/// A reason without the names in it.
fn told(why: &str) -> String {
    why.split('`').enumerate().map(|(i, part)| if i % 2 == 0 { part } else { "…" }).collect()
}

fn print(report: &Report) {
    println!("{} schemas that the emulator accepts", report.schemas);
    println!("{:4} {:>6} {:>9} {:>12}", "fix", "tried", "accepted", "not offered");
    for (id, row) in &report.rows {
        let not: usize = row.not_offered.values().sum();
        println!("{id:4} {:>6} {:>9} {not:>12}", row.tried, row.accepted);
    }
    println!("all recommended fixes together: {} of {} accepted", report.sets.0, report.sets.1);
    println!("\nwhy a fix was not offered:");
    for (id, row) in &report.rows {
        for (why, count) in &row.not_offered {
            println!("{id:4} {count:>4}  {why}");
        }
    }
}
