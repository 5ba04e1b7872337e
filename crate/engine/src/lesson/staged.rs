//! The runs of a lesson, ready to be measured.

use crate::lesson::fixed::unseen;
use crate::lesson::parts::Lesson;
use crate::lesson::scene::{Hidden, Scene};
use crate::run::Simulated;
use crate::scenario::Side;

impl Lesson {
    /// The runs of the starter and of a text of the learner.
    #[must_use]
    pub fn scene<'a>(&self, done: &'a Simulated) -> Scene<'a> {
        self.scene_of(&done.before, done.after.as_ref().unwrap_or(&done.before), done.seed)
    }

    /// The same of two runs that are kept apart.
    pub(super) fn scene_of<'a>(&self, first: &'a Side, second: &'a Side, seed: u32) -> Scene<'a> {
        let unseen = |side: &Side| unseen(self, &side.reading.text);
        Scene::new(first, second, seed, Hidden { before: unseen(first), after: unseen(second) })
    }
}
