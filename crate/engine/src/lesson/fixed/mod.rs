//! What a lesson fixes, whatever the learner writes: the load, the rows, and how the values of the
//! columns that it begins with are spread.
//!
//! The schema that is run is the learner's text with the directives that do not count blanked out,
//! then what the lesson states once more, then the hidden DDL. All of it goes through the pipeline
//! as any schema does, so the map, the numbers and the findings agree about what is known.

mod directives;
mod known;
mod rates;
mod values;

use crate::facts::Settings;
use crate::lesson::because::Because;
use crate::lesson::parts::Lesson;
use crate::read::{Reading, read};
use directives::Directives;
use known::Known;

/// The line before what the lesson states once more.
const STATED: &str = "-- What the lesson fixes:";

/// The schema that is run for a text of the learner, and what is to be said about it.
#[derive(Clone, Debug, Default)]
pub struct Fixed {
    /// What is run. It begins with the learner's text, byte for byte as long.
    pub text: String,
    /// Directives that do not count, one sentence each.
    pub ignored: Vec<String>,
    /// What is missing in the text: what fills a column, or a table that the application writes.
    pub objections: Vec<Because>,
}

impl Lesson {
    /// Holds a text of the learner to what the lesson fixes.
    #[must_use]
    pub fn fixed(&self, text: &str) -> Fixed {
        if text == self.starter.text {
            return Fixed { text: self.whole(text), ..Fixed::default() };
        }
        let known = Known::of(self);
        let Directives { mut blanked, ignored, mut stated } = directives::count(self, &known, text);
        let learner = self.read_whole(&blanked, &stated);
        stated.extend(directives::missing(&known, &learner));
        let learner = self.read_whole(&blanked, &stated);
        let values = values::spread(&known, &learner);
        stated.extend(values.stated);
        let learner = self.read_whole(&blanked, &stated);
        let rates = rates::fixed(self, &known, &learner);
        stated.extend(rates.stated);
        blanked.push_str(&behind(&stated));
        let objections = values.objections.into_iter().chain(rates.objections).collect();
        Fixed { text: self.whole(&blanked), ignored, objections }
    }

    /// Reads a text with what is stated of it and the hidden DDL behind it.
    fn read_whole(&self, text: &str, stated: &[String]) -> Reading {
        self.reading(&self.whole(&format!("{text}{}", behind(stated))))
    }

    /// Reads a whole schema with the nodes and writes of the lesson.
    pub(super) fn reading(&self, whole: &str) -> Reading {
        let settings =
            Settings { nodes: Some(self.nodes), writes_per_second: self.writes_per_second };
        read(whole, Some(self.dialect), &settings)
    }
}

/// Bytes of a schema that was run which the learner does not see.
pub(super) fn unseen(lesson: &Lesson, run: &str) -> usize {
    let hidden = lesson.behind().len();
    let end = run.len().saturating_sub(hidden);
    let own = run.get(..end).unwrap_or(run);
    own.rfind(STATED).map_or(hidden, |at| run.len() - at)
}

/// What stands behind the learner's text for directives that the lesson states once more.
fn behind(stated: &[String]) -> String {
    if stated.is_empty() {
        return String::new();
    }
    let lines = stated.iter().map(|stated| format!("-- hotsplit: {stated}\n"));
    format!("\n\n{STATED}\n{}", lines.collect::<String>())
}
