//! Which words of a lesson are not what its runs give.

use crate::lesson::mark::{Setting, Text};
use crate::lesson::parts::{Complaint, Lesson};
use crate::scenario::{Scenario, Side};
use crate::sim::Pace;

/// The runs of a lesson's texts, each made once.
struct Sides<'a> {
    lesson: &'a Lesson,
    made: Vec<(Text, Setting, Side)>,
}

impl Sides<'_> {
    /// Makes a run, unless there is one.
    fn make(&mut self, of: Text, set: Setting) {
        if self.find(of, set).is_some() {
            return;
        }
        let scenario = self.scenario(of, set);
        let side = crate::run::simulate(&scenario).before;
        self.made.push((of, set, side));
    }

    fn find(&self, of: Text, set: Setting) -> Option<&Side> {
        self.made.iter().find(|made| (made.0, made.1) == (of, set)).map(|made| &made.2)
    }

    fn scenario(&self, of: Text, set: Setting) -> Scenario {
        let lesson = self.lesson;
        let whole = match of {
            Text::Starter => lesson.whole(&lesson.starter.text),
            Text::Solution => lesson.fixed(&lesson.solution_code.text).text,
            Text::Wrong(at) => lesson.fixed(&lesson.wrong[at].code.text).text,
            Text::After(at) => {
                let after = lesson.after_steps().nth(at).expect("the reader has counted them");
                lesson.fixed(&after.text).text
            }
        };
        let mut scenario =
            Scenario { before: whole, after: None, ..lesson.scenario(&lesson.starter.text) };
        scenario.nodes = set.nodes.or(scenario.nodes);
        if let (Some(writes), Some(own)) = (set.writes, lesson.writes_per_second) {
            // Rates that the schema states hold, whatever is asked for beside it; a pace scales
            // them all.
            let second = 60 * scenario.minutes;
            scenario.knobs.pace = Pace::Step { before: writes / own, second };
        }
        scenario
    }
}

impl Lesson {
    /// Runs what the prose names, and says which words are not what the run gives.
    #[must_use]
    pub fn misstated(&self) -> Vec<Complaint> {
        let mut sides = Sides { lesson: self, made: Vec::new() };
        let mut out = Vec::new();
        for mark in &self.marks {
            sides.make(Text::Starter, mark.set);
            sides.make(mark.of, mark.set);
            let pair = sides.find(Text::Starter, mark.set).zip(sides.find(mark.of, mark.set));
            let Some((starter, side)) = pair else { continue };
            let scene = self.scene_of(starter, side, self.seed);
            let measured = mark.asked.measure(&scene);
            let holds = match (mark.number, measured.value) {
                (Some(stated), Some(value)) => stated.fits(value),
                (None, Some(value)) => value > 0.0,
                (_, None) => false,
            };
            if !holds {
                let unit = mark.asked.term.unit;
                out.push(Complaint {
                    line: mark.line,
                    message: format!(
                        "expected words that fit the run, where `{}` is {}, found `{}`",
                        mark.asked.term.name,
                        measured.words(unit),
                        mark.words
                    ),
                });
            }
        }
        out
    }
}
