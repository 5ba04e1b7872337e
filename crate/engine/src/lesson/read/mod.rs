//! Reads a lesson from a marked-down file, with what is wrong with it line by line.
//!
//! Reading never fails: what is wrong is left out and reported. A message says what was expected and
//! what was found, so that an author can mend the line without looking anything up.

mod fields;
mod figures;
mod grammar;
mod limits;
mod marks;
mod names;
mod reader;
mod sections;

pub use limits::{
    CHECKS_MAX, CHOICES_MAX, COMPLAINTS_MAX, HINTS_MAX, HINTS_MIN, LESSON_BYTES_MAX, MARKS_MAX,
    MINUTES_MAX, RUN_MINUTES_MAX, STEPS_MAX, WRITES_MAX, WRONG_MAX,
};

use crate::lesson::parts::{Complaint, Lesson};
use crate::{order, page};
use reader::Reader;

/// A lesson as far as it could be read.
#[derive(Clone, Debug)]
pub struct Read {
    /// What was read; `None` without a title, a schema or a step, as there is nothing to play.
    pub lesson: Option<Lesson>,
    /// What is wrong, in the order of lines.
    pub complaints: Vec<Complaint>,
}

/// Reads a lesson file.
#[must_use]
pub fn read(markdown: &str) -> Read {
    if markdown.len() > LESSON_BYTES_MAX {
        let message = format!(
            "expected at most {LESSON_BYTES_MAX} bytes, found {}; nothing was read",
            markdown.len()
        );
        return Read { lesson: None, complaints: vec![Complaint { line: 1, message }] };
    }
    let page = page::read(markdown);
    let mut reader = Reader { complaints: Vec::new() };
    let mut lesson = reader.head(&page);
    reader.body(&page, &mut lesson);
    reader.marks(markdown, &mut lesson);
    let playable =
        !lesson.title.is_empty() && !lesson.starter.text.is_empty() && !lesson.steps.is_empty();
    if playable {
        reader.check_texts(&lesson);
    }
    let mut complaints = reader.complaints;
    order::ascending(&mut complaints);
    complaints.dedup();
    complaints.truncate(COMPLAINTS_MAX);
    Read { lesson: playable.then_some(lesson), complaints }
}
