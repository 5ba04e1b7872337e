//! A lesson and its parts.

use crate::lesson::check::Check;
use crate::lesson::mark::Mark;
use crate::page::Block;
use crate::scenario::Scenario;
use crate::syntax::tree::Dialect;

/// A lesson.
#[derive(Clone, Debug)]
pub struct Lesson {
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
    /// The dialect of all its texts.
    pub dialect: Dialect,
    /// Nodes of the instance.
    pub nodes: f64,
    /// Rows written per second over the whole schema, if the lesson states them.
    pub writes_per_second: Option<f64>,
    /// Minutes simulated.
    pub run_minutes: u32,
    /// Seed of its runs.
    pub seed: u32,
    /// What is read before the first step.
    pub introduction: Vec<Block>,
    /// The text that the learner begins with.
    pub starter: Code,
    /// DDL behind the learner's text, not shown; empty for none.
    pub hidden: Code,
    /// The steps in order.
    pub steps: Vec<Step>,
    /// What its prose states of runs.
    pub marks: Vec<Mark>,
    /// What the solution does and what it costs.
    pub solution: Vec<Block>,
    /// The text of the solution.
    pub solution_code: Code,
    /// Tempting answers that are wrong.
    pub wrong: Vec<Wrong>,
    /// What to check on a real database.
    pub real: Vec<Block>,
}

/// A text within a lesson file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Code {
    /// The text.
    pub text: String,
    /// Its first line in the file, from 1; 0 where it is not there.
    pub line: u32,
}

/// A step.
#[derive(Clone, Debug, Default)]
pub struct Step {
    /// Its heading.
    pub title: String,
    /// The line of its heading.
    pub line: u32,
    /// What is read.
    pub blocks: Vec<Block>,
    /// What the learner predicts before anything is shown.
    pub predict: Option<Prediction>,
    /// What is brought to the front.
    pub look: Option<Look>,
    /// What has to hold for the step to be done.
    pub checks: Vec<Check>,
    /// The schema once it is done, for slides; of the last step with checks it is the solution.
    pub after: Option<Code>,
    /// Hints, given one at a time.
    pub hints: Vec<Vec<Block>>,
}

/// A question to answer before it is shown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Prediction {
    /// The question.
    pub question: String,
    /// The answers to choose from.
    pub choices: Vec<Choice>,
    /// Why, shown after the answer whatever it was.
    pub why: Vec<Block>,
}

/// An answer to choose.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Choice {
    /// What it says.
    pub text: String,
    /// It is right.
    pub right: bool,
    /// For one that is wrong: the misconception behind it. Shown to who chose it.
    pub reply: Option<String>,
}

/// A part of the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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

/// A tempting answer that is wrong.
#[derive(Clone, Debug, Default)]
pub struct Wrong {
    /// Its name.
    pub name: String,
    /// The line of its heading.
    pub line: u32,
    /// The check that it fails, as the file writes it.
    pub fails: String,
    /// What else is said of it.
    pub blocks: Vec<Block>,
    /// The text.
    pub code: Code,
}

/// A mistake in a lesson file, or a check that is not what it should be.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Complaint {
    /// The line, from 1.
    pub line: u32,
    /// What was expected and what was found.
    pub message: String,
}

impl Lesson {
    /// What is run for a text of the learner.
    #[must_use]
    pub fn scenario(&self, text: &str) -> Scenario {
        Scenario {
            before: self.whole(&self.starter.text),
            after: Some(self.fixed(text).text),
            dialect: Some(self.dialect),
            nodes: Some(self.nodes),
            writes_per_second: self.writes_per_second,
            minutes: self.run_minutes,
            seed: self.seed,
            ..Scenario::default()
        }
    }

    /// Whether a scenario is that of this lesson for a text of the learner. What the rows of the
    /// picture are does not matter: checks look at keys in order.
    #[must_use]
    pub fn is_of(&self, text: &str, scenario: &Scenario) -> bool {
        let own = self.scenario(text);
        Scenario { layout: own.layout, ..scenario.clone() } == own
    }

    /// The schemas after steps, of those that have one.
    pub(super) fn after_steps(&self) -> impl Iterator<Item = &Code> {
        self.steps.iter().filter_map(|step| step.after.as_ref())
    }

    /// A text with the hidden DDL behind it.
    #[must_use]
    pub fn whole(&self, text: &str) -> String {
        format!("{text}{}", self.behind())
    }

    /// What stands behind every text. A statement that begins on a line of its own needs no
    /// semicolon before it.
    pub(super) fn behind(&self) -> String {
        if self.hidden.text.trim().is_empty() {
            String::new()
        } else {
            format!("\n\n{}\n", self.hidden.text)
        }
    }
}

impl Look {
    /// Every part, with the word it is called by.
    pub const ALL: [(Self, &'static str); 4] = [
        (Self::Text, "text"),
        (Self::Problems, "problems"),
        (Self::Map, "map"),
        (Self::Results, "results"),
    ];
}
