//! Lessons on the wire: what a lesson file says, what is wrong with it, and how a step is judged.
//!
//! The doors, in `wasm`:
//!
//! ```text
//! readLesson(markdown: string): LessonRead
//! examOf(seed: number): string               // a lesson file
//! class Lesson {
//!     constructor(markdown: string)              // throws where there is nothing to play
//!     ask(text: string): SimulateAsk             // starter and text, each with the hidden DDL
//!     judge(step: number, text: string): Judged  // runs both and judges; steps count from 0
//!     prove(): Complaint[]                       // plays it: what keeps it from being sound
//! }
//! class Simulation {
//!     judge(lesson: Lesson, step: number, text: string): Judged | undefined  // by a run of `lesson.ask(text)`
//! }
//! ```

use serde::{Deserialize, Serialize};
#[cfg(target_arch = "wasm32")]
use tsify::Tsify;

use crate::reference::{Block, blocks};
use crate::runs::SimulateAsk;
use crate::text::DialectChoice;
use hotsplit_engine::lesson::because::{self, Found};
use hotsplit_engine::lesson::judge::{Judgement, Verdict};
use hotsplit_engine::lesson::{self, Choice, Lesson, Step, read};

/// A lesson file, read.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct LessonRead {
    /// What could be read, for as long as it has a title, a schema and a step.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lesson: Option<LessonFile>,
    /// What is wrong with the file, in the order of its lines.
    pub complaints: Vec<Complaint>,
}

/// A mistake in a lesson file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Complaint {
    /// The line, from 1.
    pub line: u32,
    /// What was expected and what was found.
    pub message: String,
}

/// What a lesson file says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct LessonFile {
    /// Its heading.
    pub title: String,
    /// It is an exam: there are no hints.
    pub exam: bool,
    /// Minutes that it takes a person.
    pub minutes: u32,
    /// What it is about, as in `the moving tail`.
    pub topic: String,
    /// Ids of the claims it teaches.
    pub teaches: Vec<String>,
    /// What its runs are set to.
    pub run: LessonRun,
    /// What is read before the first step.
    pub introduction: Vec<Block>,
    /// The text that the learner begins with.
    pub starter: String,
    /// DDL behind the learner's text in every run, and not shown; empty for none.
    pub hidden: String,
    /// The steps in order.
    pub steps: Vec<LessonStep>,
    /// What the solution does and what it costs.
    pub solution: Vec<Block>,
    /// The text of the solution.
    pub solution_text: String,
    /// What to check on a real database.
    pub real: Vec<Block>,
}

/// What the runs of a lesson are set to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct LessonRun {
    /// The dialect; never `auto`.
    pub dialect: DialectChoice,
    /// Nodes of the instance.
    pub nodes: f64,
    /// Rows written per second over the whole schema.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub writes_per_second: Option<f64>,
    /// Minutes simulated.
    pub minutes: u32,
    /// Seed.
    pub seed: u32,
}

/// A step of a lesson.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct LessonStep {
    /// Its heading.
    pub title: String,
    /// What is read.
    pub blocks: Vec<Block>,
    /// What the learner predicts before anything is shown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub predict: Option<Prediction>,
    /// What is brought to the front.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub look: Option<Look>,
    /// What has to hold for the step to be done; none for a step that is done by going on.
    pub checks: Vec<LessonCheck>,
    /// The schema once it is done; absent in the last step with checks, after which it is the
    /// solution, and where the author gives none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub after: Option<String>,
    /// Hints, given one at a time.
    pub hints: Vec<Hint>,
}

/// A question to answer before it is shown.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Prediction {
    /// The question.
    pub question: String,
    /// The answers to choose from. Where several are right, all of them are to be chosen.
    pub choices: Vec<PredictionChoice>,
    /// Why, shown after the answer whatever it was.
    pub why: Vec<Block>,
}

/// An answer to a prediction.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct PredictionChoice {
    /// What it says.
    pub text: String,
    /// It is right.
    pub right: bool,
    /// For one that is wrong: the misconception behind it. It is for whoever chose it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reply: Option<String>,
}

/// A part of the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "lowercase")]
pub enum Look {
    /// The schema's text.
    Text,
    /// The problems.
    Problems,
    /// The heatmap.
    Map,
    /// The numbers.
    Results,
}

/// A check of a step.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct LessonCheck {
    /// As written: `after.served >= 11000/s`.
    pub text: String,
    /// What it asks for, in words: `rows served with the change at least 11,000/s`.
    pub words: String,
    /// The author's words for when it fails.
    pub message: String,
}

/// A hint.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Hint {
    /// What it says.
    pub blocks: Vec<Block>,
}

/// How a step was judged.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Judged {
    /// All checks passed and nothing else is wrong; true for a step without checks.
    pub passed: bool,
    /// Its checks in order.
    pub checks: Vec<JudgedCheck>,
    /// What else keeps it from passing: nothing says what fills a column, or a table or index is hot.
    pub objections: Vec<Because>,
    /// Directives of the learner that do not count, one sentence each.
    pub ignored: Vec<String>,
}

/// How a check was judged.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct JudgedCheck {
    /// As written: `after.served >= 11000/s`.
    pub text: String,
    /// What it asks for, in words.
    pub words: String,
    /// It holds.
    pub passed: bool,
    /// The author's words for when it fails.
    pub message: String,
    /// What the engine gives, with its unit: `3,500/s`; `none` where there is no such value.
    pub measured: String,
    /// What is asked for, with its unit: `at least 11,000/s`.
    pub wanted: String,
    /// Why it failed, by the engine; absent for a check that passed, and where the engine knows of
    /// nothing more than the two values.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub because: Option<Because>,
}

/// Why a check failed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(tag = "kind", rename_all = "kebab-case", rename_all_fields = "camelCase")]
pub enum Because {
    /// A rule speaks of it.
    Rule {
        /// In a sentence, with its evidence.
        words: String,
        /// The rule, as in `key-time-ordered-id`.
        rule: String,
        /// The finding's key. It is that of the text with the hidden DDL behind it, which is the
        /// same as without for all that the learner sees.
        finding: String,
        /// The table or index.
        object: String,
        /// Line of the learner's text, from 1; absent for what stands in the hidden DDL.
        #[serde(skip_serializing_if = "Option::is_none")]
        line: Option<u32>,
        /// Why the rule believes it, one line each: `the comment "ULID" on line 3`.
        evidence: Vec<String>,
    },
    /// A split is hot and cannot be split.
    Split {
        /// In a sentence.
        words: String,
        /// The table or index.
        object: String,
        /// As in `MOVING_HOT_SPOT`.
        reason: String,
        /// Which run: `before` or `after`.
        side: String,
        /// The key of the finding that says why, if there is one; its rule is the first word.
        #[serde(skip_serializing_if = "Option::is_none")]
        finding: Option<String>,
        /// Line of that finding in the learner's text, from 1; absent for what stands in the hidden
        /// DDL.
        #[serde(skip_serializing_if = "Option::is_none")]
        line: Option<u32>,
        /// Why its rule believes it, one line each.
        evidence: Vec<String>,
    },
    /// The text could not be read.
    Syntax {
        /// In a sentence.
        words: String,
        /// Line of the learner's text, from 1; absent for what stands in the hidden DDL.
        #[serde(skip_serializing_if = "Option::is_none")]
        line: Option<u32>,
    },
    /// Something else that the engine knows of it: an object that is not there, what a read takes.
    Fact {
        /// In a sentence.
        words: String,
        /// The table or index it speaks of.
        #[serde(skip_serializing_if = "Option::is_none")]
        object: Option<String>,
    },
}

/// The exam of a seed, as a lesson file.
#[must_use]
pub fn exam(seed: u32) -> String {
    lesson::exam::exam(seed)
}

/// A lesson file, read.
#[must_use]
pub fn read(markdown: &str) -> LessonRead {
    let read = read::read(markdown);
    LessonRead {
        lesson: read.lesson.as_ref().map(file),
        complaints: read.complaints.iter().map(Complaint::from).collect(),
    }
}

/// What a lesson says.
#[must_use]
pub fn file(lesson: &Lesson) -> LessonFile {
    LessonFile {
        title: lesson.title.clone(),
        exam: lesson.exam,
        minutes: lesson.minutes,
        topic: lesson.topic.clone(),
        teaches: lesson.teaches.clone(),
        run: LessonRun {
            dialect: lesson.dialect.into(),
            nodes: lesson.nodes,
            writes_per_second: lesson.writes_per_second,
            minutes: lesson.run_minutes,
            seed: lesson.seed,
        },
        introduction: blocks(&lesson.introduction),
        starter: lesson.starter.text.clone(),
        hidden: lesson.hidden.text.clone(),
        steps: lesson.steps.iter().map(step).collect(),
        solution: blocks(&lesson.solution),
        solution_text: lesson.solution_code.text.clone(),
        real: blocks(&lesson.real),
    }
}

fn step(step: &Step) -> LessonStep {
    let choice = |choice: &Choice| PredictionChoice {
        text: choice.text.clone(),
        right: choice.right,
        reply: choice.reply.clone(),
    };
    LessonStep {
        title: step.title.clone(),
        blocks: blocks(&step.blocks),
        predict: step.predict.as_ref().map(|predict| Prediction {
            question: predict.question.clone(),
            choices: predict.choices.iter().map(choice).collect(),
            why: blocks(&predict.why),
        }),
        look: step.look.map(Look::from),
        after: step.after.as_ref().map(|after| after.text.clone()),
        checks: step
            .checks
            .iter()
            .map(|check| LessonCheck {
                text: check.text.clone(),
                words: check.words(),
                message: check.message.clone(),
            })
            .collect(),
        hints: step.hints.iter().map(|hint| Hint { blocks: blocks(hint) }).collect(),
    }
}

/// What to run for a text of the learner.
#[must_use]
pub fn ask(lesson: &Lesson, text: &str) -> SimulateAsk {
    let scenario = lesson.scenario(text);
    SimulateAsk {
        before: scenario.before,
        after: scenario.after,
        dialect: lesson.dialect.into(),
        nodes: lesson.nodes,
        writes_per_second: lesson.writes_per_second,
        minutes: lesson.run_minutes,
        seed: lesson.seed,
        knobs: None,
        rows_by: None,
        open_folded: None,
    }
}

/// How a step was judged.
#[must_use]
pub fn judged(judgement: &Judgement<'_>) -> Judged {
    let one = |verdict: &Verdict<'_>| JudgedCheck {
        text: verdict.check.text.clone(),
        words: verdict.check.words(),
        passed: verdict.passed,
        message: verdict.check.message.clone(),
        measured: verdict.measured.clone(),
        wanted: verdict.wanted.clone(),
        because: verdict.because.clone().map(Because::from),
    };
    Judged {
        passed: judgement.passed(),
        checks: judgement.verdicts.iter().map(one).collect(),
        objections: judgement.objections.iter().cloned().map(Because::from).collect(),
        ignored: judgement.ignored.clone(),
    }
}

impl From<&lesson::Complaint> for Complaint {
    fn from(complaint: &lesson::Complaint) -> Self {
        Self { line: complaint.line, message: complaint.message.clone() }
    }
}

impl From<lesson::Look> for Look {
    fn from(look: lesson::Look) -> Self {
        match look {
            lesson::Look::Text => Self::Text,
            lesson::Look::Problems => Self::Problems,
            lesson::Look::Map => Self::Map,
            lesson::Look::Results => Self::Results,
        }
    }
}

impl From<because::Because> for Because {
    fn from(because: because::Because) -> Self {
        match because {
            because::Because::Rule { words, finding, object } => {
                let Found { key, rule, line, evidence } = finding;
                Self::Rule { words, rule: rule.to_owned(), finding: key, object, line, evidence }
            }
            because::Because::Split { words, object, reason, before, finding } => Self::Split {
                words,
                object,
                reason: reason.to_owned(),
                side: if before { "before" } else { "after" }.to_owned(),
                line: finding.as_ref().and_then(|found| found.line),
                evidence: finding.as_ref().map_or_else(Vec::new, |it| it.evidence.clone()),
                finding: finding.map(|found| found.key),
            },
            because::Because::Syntax { words, line } => Self::Syntax { words, line },
            because::Because::Fact { words, object } => Self::Fact { words, object },
        }
    }
}
