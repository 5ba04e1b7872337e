//! What `cargo xtask new` writes compiles against the engine as it is, and does nothing yet.

use hotsplit_engine::facts::Settings;

use crate::fix::{FixContext, Parameters};
use crate::report::Report;
use crate::rule::Context;

#[expect(unreachable_pub, reason = "in the engine the list is public")]
#[path = "../../../xtask/templates/new_fix.rs"]
mod new_fix;
#[expect(unreachable_pub, reason = "in the engine the list is public")]
#[path = "../../../xtask/templates/new_rule.rs"]
mod new_rule;

/// A table with a finding.
const HOT: &str = "CREATE TABLE Visits (SeenAt TIMESTAMP NOT NULL) PRIMARY KEY (SeenAt)";

#[test]
fn a_new_rule_finds_nothing_yet() {
    let reading = hotsplit_engine::read(HOT, None, &Settings::default());
    let context = Context::whole(&reading.schema, &reading.facts, crate::rules::RULES);
    let mut report = Report::default();
    (new_rule::RULE.check)(&context, &mut report);
    assert!(report.findings.is_empty(), "found {:?}", report.findings);
}

#[test]
fn a_new_fix_refuses_yet() {
    let reading = hotsplit_engine::read(HOT, None, &Settings::default());
    let context = FixContext { text: HOT, schema: &reading.schema, facts: &reading.facts };
    let finding = reading.findings.first().expect("a leading time is found");
    let plan = (new_fix::FIX.plan)(&context, finding, &Parameters::default());
    assert_eq!(plan.expect_err("it refuses").why, "T0 is not written yet");
}

#[test]
fn a_new_lesson_is_sound_as_it_is() {
    let markdown = include_str!("../../../xtask/templates/new_lesson.md");
    let read = hotsplit_engine::lesson::read::read(markdown);
    assert_eq!(read.complaints, []);
    let lesson = read.lesson.expect("it can be played");
    assert_eq!(hotsplit_engine::lesson::play::play(&lesson).complaints(), []);
}
