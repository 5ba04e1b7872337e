//! What needs the texts of a lesson read: they have no syntax errors, and every object that a check
//! names is in one of them.

use crate::facts::Settings;
use crate::lesson::check::{Asked, Value};
use crate::lesson::objects::has;
use crate::lesson::parts::{Code, Lesson};
use crate::lesson::read::reader::Reader;
use crate::lesson::terms::Takes;
use crate::read::{self, Reading};
use crate::rules;
use crate::text::LineIndex;

impl Reader {
    /// Looks at the texts of a lesson.
    pub(super) fn check_texts(&mut self, lesson: &Lesson) {
        let hidden = self.text(lesson, &lesson.hidden);
        let starter = self.text(lesson, &lesson.starter);
        let solution = self.text(lesson, &lesson.solution_code);
        let wrong: Vec<Reading> =
            lesson.wrong.iter().filter_map(|wrong| self.text(lesson, &wrong.code)).collect();
        if let Some(solution) = &solution {
            self.refused(lesson, &lesson.solution_code, solution);
        }
        let mut after = Vec::new();
        for code in lesson.after_steps() {
            if let Some(reading) = self.text(lesson, code) {
                self.refused(lesson, code, &reading);
                after.push(reading);
            }
        }
        let behind = hidden.iter().chain(&starter);
        let before: Vec<&Reading> = behind.collect();
        let all = before.iter().copied().chain(&solution).chain(&wrong).chain(&after);
        let all: Vec<&Reading> = all.collect();
        for check in lesson.steps.iter().flat_map(|step| &step.checks) {
            let right = match &check.right {
                Value::Asked(other) => Some(other),
                Value::Number(_) => None,
            };
            for asked in std::iter::once(&check.left).chain(right) {
                self.named(asked, check.line, if asked.before { &before } else { &all });
            }
        }
        for mark in &lesson.marks {
            self.named(&mark.asked, mark.line, &all);
        }
    }

    /// Reads a text of the lesson and reports its syntax errors; `None` where there is no text.
    fn text(&mut self, lesson: &Lesson, code: &Code) -> Option<Reading> {
        if code.line == 0 {
            return None;
        }
        let settings =
            Settings { nodes: Some(lesson.nodes), writes_per_second: lesson.writes_per_second };
        let reading = read::read(&code.text, Some(lesson.dialect), &settings);
        let lines = LineIndex::new(&code.text);
        for error in reading.syntax_errors() {
            let line = code.line + lines.line(error.span.start) - 1;
            self.complain(line, error.message.clone());
        }
        Some(reading)
    }

    /// What Spanner rejects is no solution. Names of the hidden DDL are not known here.
    fn refused(&mut self, lesson: &Lesson, code: &Code, solution: &Reading) {
        if !lesson.hidden.text.trim().is_empty() {
            return;
        }
        let lines = LineIndex::new(&solution.text);
        let errors = solution.standing().filter(|it| it.severity == rules::Severity::Error);
        for found in errors {
            let line = code.line + lines.line(found.span.start) - 1;
            self.complain(line, format!("expected DDL that Spanner accepts: {}", found.title));
        }
    }

    /// An object that a check names is in one of the texts.
    fn named(&mut self, asked: &Asked, line: u32, texts: &[&Reading]) {
        let name = match asked.term.takes {
            Takes::Nothing => None,
            Takes::Findings | Takes::Pattern => asked.args.get(1),
            Takes::Object | Takes::Table | Takes::Anything | Takes::Read => asked.args.first(),
        };
        let Some(name) = name else { return };
        let there = |reading: &&Reading| match asked.term.takes {
            Takes::Table => reading.schema.find_table(name).is_some(),
            _ => has(&reading.schema, name),
        };
        if !texts.iter().any(there) {
            let whose = if asked.before { "the starter" } else { "a schema of this lesson" };
            let what = if asked.term.takes == Takes::Table { "a table" } else { "a name" };
            self.complain(line, format!("expected {what} of {whose}, found `{name}`"));
        }
    }
}
