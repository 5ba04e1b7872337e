//! Load that a person adds on the map: a hot tenant, a burst, one hot row.
//!
//! Model: it changes or reads rows that are there, at a steady rate, from one second to another. It
//! adds no rows and touches no other table or index. It belongs to rows, not to keys: in a schema
//! with other keys it goes where those rows are ([`crate::model::trace`]).

use crate::model::load::{
    Added, Class, ClassId, ClassKind, Component, ComponentKind, Keys, LOAD_COMPONENTS_MAX, Load,
    ObjectId, STREAM_COMPONENTS_MAX, Stream, count,
};
use crate::model::trace;

/// Pieces of load that may be added at most; the rest are left out with a note.
pub const ADDED_MAX: usize = 32;

/// Rows per second of one piece at most: more than the largest instance writes.
pub const ADDED_PER_SECOND_MAX: f64 = 1e9;

/// A piece of load that a person added.
#[derive(Clone, Debug, PartialEq)]
pub struct Extra {
    /// It was added on the map of the schema with fixes.
    pub on_after: bool,
    /// The table or index.
    pub object: String,
    /// Its keys, as shares of all that the object has: from where.
    pub from: f64,
    /// To where.
    pub to: f64,
    /// The second from which on it is asked for.
    pub from_second: f64,
    /// The second at which it ends.
    pub to_second: f64,
    /// Rows changed or read per second.
    pub per_second: f64,
    /// It reads rows; otherwise it changes them.
    pub reads: bool,
    /// All of it is for one row in the middle; otherwise it lies evenly on all rows between.
    pub one_row: bool,
}

/// The loads of the schemas on whose maps something was added, without it; `None` where nothing was
/// or there is no such schema.
#[derive(Clone, Debug)]
pub struct DrawnOn {
    /// Of the schema as it is.
    pub before: Option<Load>,
    /// Of the schema with fixes.
    pub after: Option<Load>,
}

/// Adds load to that of a schema that is run for so many seconds, the first [`ADDED_MAX`] pieces.
/// What cannot be added is noted.
pub fn add(load: &mut Load, drawn_on: &DrawnOn, added: &[Extra], run_seconds: f64) {
    let bare = load.clone();
    load.added = count(added.len().min(ADDED_MAX));
    for (number, extra) in (0..load.added).zip(added) {
        let name = &extra.object;
        let from = if extra.on_after { &drawn_on.after } else { &drawn_on.before };
        let Some(from) = from else {
            let why = "no schema with fixes is run";
            load.notes.push(format!("Added load on {name} is ignored: {why}."));
            continue;
        };
        let place = from.objects.iter().position(|object| object.name == *name);
        let traced = place.and_then(|place| {
            let keys = keys_of(from.objects[place].keys, extra);
            trace::trace_rows(from, &bare, run_seconds, ObjectId(count(place)), keys)
        });
        match traced {
            Some(traced) => add_piece(load, extra, traced, number, run_seconds),
            None => {
                load.notes.push(format!("Added load on {name} is ignored: {name} does not exist."));
            }
        }
    }
    if added.len() > ADDED_MAX {
        let asked = added.len();
        load.notes
            .push(format!("Added load: {asked} pieces were requested, {ADDED_MAX} are simulated."));
    }
}

/// Adds a piece whose rows are known, if it asks for anything.
fn add_piece(load: &mut Load, extra: &Extra, traced: trace::Traced, number: u32, run_seconds: f64) {
    let trace::Traced { object, to, .. } = traced;
    let per_second = extra.per_second.clamp(0.0, ADDED_PER_SECOND_MAX);
    let (from, to_second) = (extra.from_second.max(0.0), extra.to_second.min(run_seconds));
    if per_second.is_nan() || per_second <= 0.0 || to_second.is_nan() || from >= to_second {
        return;
    }
    let class = ClassId(count(load.classes.len()));
    let kind = if extra.reads { ClassKind::Read } else { ClassKind::Update };
    let added = Some(Added { number, from, to: to_second });
    load.classes.push(Class { object, kind, commits_per_second: per_second, added, guess: None });
    let components = components(load, object, to, extra.one_row);
    let bytes = load.object(object).row_bytes;
    let stream = Stream::of_rows(class, object, bytes, components);
    let stream = if extra.reads { stream.reading() } else { stream };
    load.streams.push(Stream { growth_bytes: 0.0, ..stream });
}

/// The keys of a piece of load; one in the middle where it is for one row.
fn keys_of(all: Keys, extra: &Extra) -> Keys {
    let share = |at: f64| if at.is_nan() { 0.0 } else { at.clamp(0.0, 1.0) };
    let (from, to) = (share(extra.from), share(extra.to).max(share(extra.from)));
    if extra.one_row {
        let lo = all.at((from + to) / 2.0);
        return Keys { lo, hi: lo + 1 };
    }
    let lo = all.at(from);
    let hi = if to >= 1.0 { all.hi } else { all.at(to) };
    Keys { lo, hi: hi.max(lo + 1) }
}

/// Where it lands: on the ranges that the rows went to, or on one row in the first of the greatest.
fn components(
    load: &mut Load,
    object: ObjectId,
    to: Vec<(Keys, f64)>,
    one_row: bool,
) -> Vec<Component> {
    let all = load.object(object).keys;
    if one_row {
        let greatest =
            to.iter().copied().reduce(|best, next| if next.1 > best.1 { next } else { best });
        let keys = greatest.map_or(all, |(keys, _)| keys);
        return vec![Component { kind: ComponentKind::Atom { at: keys.at(0.5) }, weight: 1.0 }];
    }
    let there: usize = load.streams.iter().map(|stream| stream.components.len()).sum();
    let room = LOAD_COMPONENTS_MAX.saturating_sub(there).min(STREAM_COMPONENTS_MAX);
    if to.len() > room || to.is_empty() {
        let name = load.object(object).name.clone();
        load.notes.push(format!(
            "Added load on {name} covers too many ranges and is drawn as even load."
        ));
        return vec![Component { kind: ComponentKind::Uniform(all), weight: 1.0 }];
    }
    let even = |(keys, weight)| Component { kind: ComponentKind::Uniform(keys), weight };
    to.into_iter().filter(|(keys, _)| !keys.is_empty()).map(even).collect()
}
