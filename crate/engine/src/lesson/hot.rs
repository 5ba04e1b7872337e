//! Which tables and indexes of a lesson are hot: what a key puts on one split at the load that the
//! lesson fixes, by the walk along it.

use crate::facts::{Outcome, Walk};
use crate::lesson::because::Because;
use crate::lesson::parts::{Lesson, Step};
use crate::lesson::scene::Scene;
use crate::read::Reading;
use crate::rules::severity::number;

/// From which share of what one split can take on a table or index counts as hot (our assumption:
/// the least that a starter of the course has its learner cure is 0.86, the most that a solution
/// leaves is 0.63).
const HOT: f64 = 0.8;

/// A table or index whose key puts load on one split.
struct Pressed {
    /// Its name, which both schemas share.
    name: String,
    /// What it is called in a sentence.
    words: String,
    /// Its load, over what a split can take.
    load: f64,
    /// Where the walk along its key ends, in words.
    walk: String,
}

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

/// What the key of a table or an index puts on one split, over what that can take.
pub(super) fn pressure(reading: &Reading, name: &str) -> f64 {
    let own = pressed(reading).into_iter().find(|it| it.name.eq_ignore_ascii_case(name));
    own.map_or(0.0, |own| own.load)
}

/// Where writes go by the walk along the key of a table or an index, in a sentence.
pub(super) fn walked(reading: &Reading, name: &str) -> Option<String> {
    let own = pressed(reading).into_iter().find(|it| it.name.eq_ignore_ascii_case(name))?;
    Some(format!("{}: {}.", capital(&own.words), own.walk))
}

/// The tables and indexes of a schema that are hot.
fn hot(reading: &Reading) -> Vec<Pressed> {
    pressed(reading).into_iter().filter(|it| it.load >= HOT).collect()
}

/// The tables and indexes of a schema of which some load stays in one place.
fn pressed(reading: &Reading) -> Vec<Pressed> {
    let (schema, facts) = (&reading.schema, &reading.facts);
    let tables = schema.table_ids().filter_map(|id| {
        let load = facts.pressure_of_table(id)?.load;
        let name = schema.table(id).name.to_string();
        let walk = ending(reading, &facts.table(id).walk);
        Some(Pressed { words: format!("`{name}`"), name, load, walk })
    });
    let indexes = schema.index_ids().filter_map(|id| {
        let load = facts.pressure_of_index(id)?.load;
        let index = schema.index(id);
        let name = index.name.to_string();
        let words = match index.managed {
            true => format!(
                "the index that Spanner keeps for a foreign key on `{}`",
                schema.table(index.table).name
            ),
            false => format!("`{name}`"),
        };
        Some(Pressed { name, words, load, walk: ending(reading, &facts.index(id).walk) })
    });
    tables.chain(indexes).collect()
}

/// Where writes go by the walk along a key.
fn ending(reading: &Reading, walk: &Walk) -> String {
    let column = |at: usize| {
        let part = &walk.parts[at];
        format!("`{}`", reading.schema.table(part.table).column(part.column).name)
    };
    let points = |many: u32| match many {
        1 => "one point".to_owned(),
        many => format!("{} points", number(f64::from(many))),
    };
    match walk.outcome {
        Outcome::Moving { tails, at } => {
            format!("its writes follow {} along {}", points(tails), column(at))
        }
        Outcome::Bucket { tails, at, .. } => {
            format!("its writes go to {} of each {}", points(tails), column(at))
        }
        Outcome::HotRow { rows: 1 } => "its writes go to one row".to_owned(),
        Outcome::HotRow { rows } => format!("its writes go to {} rows", number(f64::from(rows))),
        Outcome::Ask { at, .. } => format!("nothing says how {} is filled", column(at)),
        Outcome::Spread { .. } => "one value of its key has too many writes".to_owned(),
        Outcome::None => "its key is not complete".to_owned(),
    }
}

fn capital(words: &str) -> String {
    let mut rest = words.chars();
    rest.next().map_or_else(String::new, |first| first.to_uppercase().chain(rest).collect())
}
