//! Plays a lesson as its reader will: is it sound?
//!
//! The starter fails a check of every step that has any, the solution passes them all, and each
//! check fails on the starter, on the schema after an earlier step, or on the wrong answer that is meant
//! to fail it.

use crate::lesson::because::Because;
use crate::lesson::judge::{Judgement, Verdict, judgement};
use crate::lesson::parts::{Complaint, Lesson, Wrong};
use crate::order;
use crate::run::{Simulated, simulate};
use crate::scenario::{Scenario, Side};

/// A lesson that was played.
pub struct Played<'a> {
    /// The lesson.
    pub lesson: &'a Lesson,
    /// What the starter gives, by step.
    pub starter: Vec<Judgement<'a>>,
    /// What the solution gives, by step; `None` where there is none.
    pub solution: Option<Vec<Judgement<'a>>>,
    /// What each wrong answer gives, by step.
    pub wrong: Vec<Vec<Judgement<'a>>>,
    /// What the schema after each step gives, by step; `None` for a step without one.
    pub after: Vec<Option<Vec<Judgement<'a>>>>,
}

/// A lesson whose starter was run, to judge many texts by it.
pub struct Judge<'a> {
    lesson: &'a Lesson,
    starter: Side,
}

impl<'a> Judge<'a> {
    /// Runs the starter.
    #[must_use]
    pub fn new(lesson: &'a Lesson) -> Self {
        let starter = alone(lesson, &lesson.whole(&lesson.starter.text));
        Self { lesson, starter }
    }

    /// Runs a text and judges every step by it.
    #[must_use]
    pub fn judge(&self, text: &str) -> Vec<Judgement<'a>> {
        let lesson = self.lesson;
        let fixed = lesson.fixed(text);
        let own = (text != lesson.starter.text).then(|| alone(lesson, &fixed.text));
        let side = own.as_ref().unwrap_or(&self.starter);
        let scene = lesson.scene_of(&self.starter, side, lesson.seed);
        lesson.steps.iter().map(|step| judgement(lesson, step, &fixed, &scene)).collect()
    }
}

/// Plays starter, solution and wrong answers.
#[must_use]
pub fn play(lesson: &Lesson) -> Played<'_> {
    let judge = Judge::new(lesson);
    let there = lesson.solution_code.line > 0;
    Played {
        lesson,
        starter: judge.judge(&lesson.starter.text),
        solution: there.then(|| judge.judge(&lesson.solution_code.text)),
        wrong: lesson.wrong.iter().map(|wrong| judge.judge(&wrong.code.text)).collect(),
        after: lesson
            .steps
            .iter()
            .map(|step| step.after.as_ref().map(|after| judge.judge(&after.text)))
            .collect(),
    }
}

/// The run of one whole schema.
fn alone(lesson: &Lesson, whole: &str) -> Side {
    let scenario = lesson.scenario(&lesson.starter.text);
    simulate(&Scenario { before: whole.to_owned(), after: None, ..scenario }).before
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
        for (step, judged) in self.lesson.steps.iter().zip(&self.starter) {
            let verdicts = &judged.verdicts;
            if !verdicts.is_empty() && verdicts.iter().all(|verdict| verdict.passed) {
                out.push(Complaint {
                    line: step.line,
                    message: "expected the starter to fail a check of this step, found that it \
                              passes all"
                        .to_owned(),
                });
            }
        }
        let solution = self.solution.iter().flatten();
        for verdict in solution.clone().flat_map(|it| &it.verdicts).filter(|it| !it.passed) {
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
        for (step, judged) in self.lesson.steps.iter().zip(solution) {
            let objections = judged.objections.iter().map(Because::words);
            out.extend(objections.map(|words| Complaint {
                line: step.line,
                message: format!("expected the solution to pass this step, found: {words}"),
            }));
        }
        self.after_steps(&mut out);
        self.wrong_answers(&mut out);
        self.checks_that_always_hold(&mut out);
        out.extend(self.lesson.misstated());
        order::ascending(&mut out);
        out
    }

    /// The schema after a step passes all up to it, and leaves the next something to do.
    fn after_steps(&self, out: &mut Vec<Complaint>) {
        let steps = &self.lesson.steps;
        for (at, judged) in self.after.iter().enumerate() {
            let (Some(after), Some(judged)) = (&steps[at].after, judged) else { continue };
            let line = after.line;
            let failed = steps.iter().zip(judged).take(at + 1).find(|(_, it)| !it.passed());
            if let Some((step, it)) = failed {
                let check = it.verdicts.iter().find(|verdict| !verdict.passed);
                let found = match check {
                    Some(it) => format!("`{}` at {}", it.check.text, it.measured),
                    None => {
                        it.objections.first().map_or_else(String::new, |one| one.words().to_owned())
                    }
                };
                let message =
                    format!("expected this schema to pass `{}`, found {found}", step.title);
                out.push(Complaint { line, message });
            }
            let mut next = steps.iter().zip(judged).skip(at + 1);
            let next = next.find(|(step, _)| !step.checks.is_empty());
            if let Some((step, _)) = next.filter(|(_, it)| it.passed()) {
                let message = format!(
                    "expected this schema to leave `{}` to be done, found it done",
                    step.title
                );
                out.push(Complaint { line, message });
            }
        }
    }

    /// A wrong answer fails what it is meant to fail.
    fn wrong_answers(&self, out: &mut Vec<Complaint>) {
        for (wrong, steps) in self.lesson.wrong.iter().zip(&self.wrong) {
            let passed = verdicts_of(steps).find(|it| it.check.text == wrong.fails && it.passed);
            if let Some(verdict) = passed {
                let message = format!(
                    "expected this answer to fail `{}`, found {}",
                    wrong.fails, verdict.measured
                );
                out.push(Complaint { line: wrong.line, message });
            }
        }
    }

    /// Every check fails on the starter, on the schema after an earlier step, or on a wrong answer.
    fn checks_that_always_hold(&self, out: &mut Vec<Complaint>) {
        for (step, judged) in self.starter.iter().enumerate() {
            for (at, verdict) in judged.verdicts.iter().enumerate().filter(|(_, it)| it.passed) {
                let named = |(wrong, steps): &(&Wrong, &Vec<Judgement<'_>>)| {
                    wrong.fails == verdict.check.text && !steps[step].verdicts[at].passed
                };
                let mut earlier = self.after[..step].iter().flatten();
                let failed_before = earlier.any(|steps| !steps[step].verdicts[at].passed);
                let wrong = self.lesson.wrong.iter().zip(&self.wrong);
                if !failed_before && !wrong.clone().any(|pair| named(&pair)) {
                    let message = format!(
                        "expected `{}` to fail on the starter, on `### After` of an earlier step or \
                         on a `## Wrong` that names it, found that it always holds ({} on the \
                         starter)",
                        verdict.check.text, verdict.measured
                    );
                    out.push(Complaint { line: verdict.check.line, message });
                }
            }
        }
    }
}

/// The verdicts of all steps.
fn verdicts_of<'s, 'a>(steps: &'s [Judgement<'a>]) -> impl Iterator<Item = &'s Verdict<'a>> {
    steps.iter().flat_map(|judged| &judged.verdicts)
}
