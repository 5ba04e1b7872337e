//! Judges the checks of a step by a pair of runs.

use crate::lesson::because::Because;
use crate::lesson::check::{Check, Value};
use crate::lesson::explain::{self, unread};
use crate::lesson::fixed::Fixed;
use crate::lesson::measured::some;
use crate::lesson::objections::objections;
use crate::lesson::parts::{Lesson, Step};
use crate::lesson::scene::Scene;
use crate::run::Simulated;

/// How a check was judged.
#[derive(Clone, Debug)]
pub struct Verdict<'a> {
    /// The check.
    pub check: &'a Check,
    /// It holds.
    pub passed: bool,
    /// What was measured, with its unit.
    pub measured: String,
    /// What is asked for, with its unit.
    pub wanted: String,
    /// Why it failed, where the engine knows.
    pub because: Option<Because>,
}

/// How a step was judged.
#[derive(Clone, Debug)]
pub struct Judgement<'a> {
    /// Its checks.
    pub verdicts: Vec<Verdict<'a>>,
    /// What else keeps it from passing: what fills a column is not known, or a table or index is
    /// hot.
    pub objections: Vec<Because>,
    /// Directives of the learner that do not count, one sentence each.
    pub ignored: Vec<String>,
}

impl Judgement<'_> {
    /// Every check passed and nothing else is wrong. A step without checks passes.
    #[must_use]
    pub fn passed(&self) -> bool {
        self.objections.is_empty() && self.verdicts.iter().all(|verdict| verdict.passed)
    }
}

impl Lesson {
    /// Judges the checks of a step by a run of [`Lesson::scenario`].
    #[must_use]
    pub fn judge<'a>(&'a self, step: &'a Step, done: &Simulated) -> Vec<Verdict<'a>> {
        self.scene(done).judge_all(step)
    }

    /// Judges a step by a run of [`Lesson::scenario`] of this text.
    #[must_use]
    pub fn judge_text<'a>(&'a self, step: &'a Step, text: &str, done: &Simulated) -> Judgement<'a> {
        judgement(self, step, &self.fixed(text), &self.scene(done))
    }
}

/// Judges a step by a run of a text that was held to what the lesson fixes.
pub(super) fn judgement<'a>(
    lesson: &'a Lesson,
    step: &'a Step,
    fixed: &Fixed,
    scene: &Scene<'_>,
) -> Judgement<'a> {
    let verdicts = scene.judge_all(step);
    let hold = verdicts.iter().all(|verdict| verdict.passed);
    let objections = if step.checks.is_empty() {
        Vec::new()
    } else if let Some(unread) = unread(scene) {
        // A check that failed says the same, and what else is missing may stand in what is unread.
        if hold { vec![unread] } else { Vec::new() }
    } else {
        let fixed = fixed.objections.iter().cloned();
        let mut all: Vec<Because> = fixed.chain(objections(lesson, step, scene)).collect();
        if hold && all.is_empty() {
            all.extend(explain::rejected(scene));
        }
        all
    };
    Judgement { verdicts, objections, ignored: fixed.ignored.clone() }
}

impl Scene<'_> {
    /// Judges every check of a step.
    #[must_use]
    pub fn judge_all<'c>(&self, step: &'c Step) -> Vec<Verdict<'c>> {
        step.checks.iter().map(|check| self.judge(check)).collect()
    }

    /// Judges a check.
    #[must_use]
    pub fn judge<'c>(&self, check: &'c Check) -> Verdict<'c> {
        let unit = check.left.term.unit;
        let left = check.left.measure(self);
        let (right, of) = match &check.right {
            Value::Number(value) => (some(*value), String::new()),
            Value::Asked(other) => (other.measure(self), format!(" ({})", other.term.name)),
        };
        let passed = match (left.value, right.value) {
            (Some(left), Some(right)) => check.op.holds(left, right),
            _ => false,
        };
        let mut measured = left.words(unit);
        let value = right.words(unit);
        // What rounds to the value that it misses is shown more exactly.
        if let (Some(exact), true) = (left.value, !passed && measured == value)
            && left.value != right.value
            && exact.is_finite()
        {
            measured = format!("{exact:.3} {}", unit.sign());
        }
        let wanted = format!("{}{value}{of}", check.op.words());
        let because = if passed { None } else { why_failed(self, check) };
        Verdict { check, passed, measured, wanted, because }
    }
}

/// Why a check failed. What could not be read comes first: everything else may follow from it.
fn why_failed(scene: &Scene<'_>, check: &Check) -> Option<Because> {
    let asked = &check.left;
    let of = scene.of(asked.before);
    unread(&of).or_else(|| (asked.term.why)(&of, &asked.args, check.op.wants_more()))
}
