//! What a learner's change makes hot, or leaves hot, beside what the checks of a step ask.

use crate::lesson::because::Because;
use crate::lesson::hot::{Pressed, capital, hot};
use crate::lesson::parts::{Lesson, Step};
use crate::lesson::scene::Scene;
use crate::rules::severity::number;

/// What is hot in the learner's schema and is not to be: whatever the starter does not have, and in
/// the last step with checks whatever the solution does not have. What the schema after a step has
/// is left to later ones.
pub(super) fn objections(lesson: &Lesson, step: &Step, scene: &Scene<'_>) -> Vec<Because> {
    let solution = lesson.solution_code.line > 0;
    let goal = step.after.as_ref().or(solution.then_some(&lesson.solution_code));
    let allowed =
        goal.map_or_else(Vec::new, |goal| hot(&lesson.reading(&lesson.whole(&goal.text))));
    let starter = hot(&scene.of(true).side().reading);
    let named =
        |all: &[Pressed], name: &str| all.iter().any(|other| other.name.eq_ignore_ascii_case(name));
    let last = lesson.steps.iter().rfind(|step| !step.checks.is_empty());
    let is_last = last.is_some_and(|last| last.line == step.line);
    let learner = hot(&scene.of(false).side().reading);
    let judged = learner.into_iter().filter(|it| !named(&allowed, &it.name)).filter_map(|it| {
        let Pressed { name, words, load, walk } = it;
        let opening = match (named(&starter, &name), is_last && solution) {
            (false, _) => format!("Your change makes {words} hot"),
            (true, true) => format!("{} is still hot", capital(&words)),
            (true, false) => return None,
        };
        let words =
            format!("{opening}: {walk}, {} % of what one split can take.", number(100.0 * load));
        Some(Because::Fact { words, object: Some(name) })
    });
    judged.collect()
}
