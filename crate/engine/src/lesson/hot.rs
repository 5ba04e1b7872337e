//! Which tables and indexes of a lesson are hot: what a key puts on one split at the load that the
//! lesson fixes, by the walk along it.

use crate::facts::{Outcome, Walk};
use crate::read::Reading;
use crate::rules::severity::number;

/// From which share of what one split can take on a table or index counts as hot (our assumption:
/// the least that a starter of the course has its learner cure is 0.86, the most that a solution
/// leaves is 0.63).
const HOT: f64 = 0.8;

/// A table or index whose key puts load on one split.
pub(super) struct Pressed {
    /// Its name, which both schemas share.
    pub(super) name: String,
    /// What it is called in a sentence.
    pub(super) words: String,
    /// Its load, over what a split can take.
    pub(super) load: f64,
    /// Where the walk along its key ends, in words.
    pub(super) walk: String,
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
pub(super) fn hot(reading: &Reading) -> Vec<Pressed> {
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

/// With a capital letter at the start.
pub(super) fn capital(words: &str) -> String {
    let mut rest = words.chars();
    rest.next().map_or_else(String::new, |first| first.to_uppercase().chain(rest).collect())
}
