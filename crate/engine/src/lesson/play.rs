//! Plays a lesson as its reader will: is it sound?
//!
//! The starter fails a check of every step that has any, the solution passes them all, and each
//! check fails on the starter or on the wrong answer that is meant to fail it.

use crate::lesson::judge::Verdict;
use crate::lesson::parts::{Complaint, Lesson, Wrong};
use crate::lesson::scene::Scene;
use crate::order;
use crate::run::{Simulated, simulate};
use crate::scenario::{Scenario, Side};

/// A lesson that was played.
pub struct Played<'a> {
    /// The lesson.
    pub lesson: &'a Lesson,
    /// What the starter gives, by step.
    pub starter: Vec<Vec<Verdict<'a>>>,
    /// What the solution gives, by step; `None` where there is none.
    pub solution: Option<Vec<Vec<Verdict<'a>>>>,
    /// What each wrong answer gives, by step.
    pub wrong: Vec<Vec<Vec<Verdict<'a>>>>,
}

/// Plays starter, solution and wrong answers.
#[must_use]
pub fn play(lesson: &Lesson) -> Played<'_> {
    // The starter is run once, not once for each answer.
    let starter = alone(lesson, &lesson.starter.text);
    let judged = |side: &Side| -> Vec<Vec<Verdict<'_>>> {
        let scene = Scene::of_sides(&starter, side, lesson.seed, lesson.behind().len());
        lesson.steps.iter().map(|step| scene.judge_all(step)).collect()
    };
    let there = lesson.solution_code.line > 0;
    let wrong = lesson.wrong.iter().map(|wrong| judged(&alone(lesson, &wrong.code.text)));
    Played {
        lesson,
        starter: judged(&starter),
        solution: there.then(|| judged(&alone(lesson, &lesson.solution_code.text))),
        wrong: wrong.collect(),
    }
}

/// The run of one text.
fn alone(lesson: &Lesson, text: &str) -> Side {
    let scenario = lesson.scenario(text);
    let text = scenario.after.clone().unwrap_or_default();
    simulate(&Scenario { before: text, after: None, ..scenario }).before
}

/// Runs the starter and a text of the learner.
#[must_use]
pub fn run(lesson: &Lesson, text: &str) -> Simulated {
    simulate(&lesson.scenario(text))
}

impl Played<'_> {
    /// What keeps the lesson from being sound, in the order of lines.
    #[must_use]
    pub fn complaints(&self) -> Vec<Complaint> {
        let mut out = Vec::new();
        for (step, verdicts) in self.lesson.steps.iter().zip(&self.starter) {
            if !verdicts.is_empty() && verdicts.iter().all(|verdict| verdict.passed) {
                out.push(Complaint {
                    line: step.line,
                    message: "expected the starter to fail a check of this step, found that it \
                              passes all"
                        .to_owned(),
                });
            }
        }
        for verdict in self.solution.iter().flatten().flatten().filter(|it| !it.passed) {
            let mut message = format!(
                "expected the solution to pass `{}`, found {}",
                verdict.check.text, verdict.measured
            );
            if let Some(because) = &verdict.because {
                message.push_str(": ");
                message.push_str(because.words());
            }
            out.push(Complaint { line: verdict.check.line, message });
        }
        self.wrong_answers(&mut out);
        self.checks_that_always_hold(&mut out);
        order::ascending(&mut out);
        out
    }

    /// A wrong answer fails what it is meant to fail.
    fn wrong_answers(&self, out: &mut Vec<Complaint>) {
        for (wrong, steps) in self.lesson.wrong.iter().zip(&self.wrong) {
            let passed =
                steps.iter().flatten().find(|it| it.check.text == wrong.fails && it.passed);
            if let Some(verdict) = passed {
                let message = format!(
                    "expected this answer to fail `{}`, found {}",
                    wrong.fails, verdict.measured
                );
                out.push(Complaint { line: wrong.line, message });
            }
        }
    }

    /// Every check fails on the starter or on a wrong answer.
    fn checks_that_always_hold(&self, out: &mut Vec<Complaint>) {
        for (step, verdicts) in self.starter.iter().enumerate() {
            for (at, verdict) in verdicts.iter().enumerate().filter(|(_, it)| it.passed) {
                let named = |(wrong, steps): &(&Wrong, &Vec<Vec<Verdict<'_>>>)| {
                    wrong.fails == verdict.check.text && !steps[step][at].passed
                };
                if !self.lesson.wrong.iter().zip(&self.wrong).any(|pair| named(&pair)) {
                    let message = format!(
                        "expected `{}` to fail on the starter or on a `## Wrong` that names it, \
                         found that it always holds ({} on the starter)",
                        verdict.check.text, verdict.measured
                    );
                    out.push(Complaint { line: verdict.check.line, message });
                }
            }
        }
    }
}
