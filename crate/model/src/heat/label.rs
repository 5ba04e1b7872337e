//! Keys and ranges in words: the object, its key parts, the part of the last.

use crate::load::{ComponentKind, Cut, Keys, Load, LoadObject, OBJECT_KEYS, ObjectId, Tail};
use crate::sim::Run;
use crate::trace::between;
use crate::trace::entities::{entities, main_stream};
use hotsplit_base::order;

/// Entities named in a range at most; the others are counted.
const ENTITIES_NAMED: usize = 3;

/// When things happen in the run that a label speaks of.
#[derive(Clone, Copy)]
pub(super) struct Time<'a> {
    /// Seconds of the run; 0 where no time is told.
    seconds: f64,
    /// The run, where its pace is known.
    run: Option<&'a Run>,
}

impl<'a> Time<'a> {
    /// The times of a run.
    pub(super) fn of(run: &'a Run) -> Self {
        Self { seconds: f64::from(run.seconds), run: Some(run) }
    }

    /// The times of a run of so many seconds at an even pace.
    pub(super) fn even(seconds: u32) -> Self {
        Self { seconds: f64::from(seconds), run: None }
    }

    /// The second at which a tail stands where it would at `paced` with an even pace.
    fn second(&self, tail: &Tail, paced: f64) -> f64 {
        self.run.map_or(paced, |run| run.when(tail, paced).min(self.seconds))
    }
}

/// See [`label`](super::label()).
pub(super) fn label(load: &Load, time: Time<'_>, object: ObjectId, keys: Keys) -> String {
    let it = load.object(object);
    let mut words = it.name.clone();
    let (from, to, open) = pieces(it, keys, &mut words);
    if !open {
        words.push_str(", ");
        words.push_str(&percent_range(from, to));
        words.push_str(" of ");
        words.push_str(&it.rest);
    }
    words.push_str(&inside(load, time, object, keys, it));
    words
}

/// See [`super::boundary`].
pub(super) fn boundary(load: &Load, key: u64) -> String {
    let Some(object) = root_of(load, key) else { return "the end".to_owned() };
    let it = load.object(object);
    if key <= it.keys.lo {
        return format!("the start of {}", it.name);
    }
    let mut words = it.name.clone();
    let (from, _, _) = pieces(it, Keys { lo: key, hi: key + 1 }, &mut words);
    let percent = number_of_percent(from * 100.0, 2);
    format!("{words}, {percent} % of {}", it.rest)
}

/// See [`super::split_label`].
pub(super) fn split(load: &Load, time: Time<'_>, keys: Keys) -> String {
    let Some(object) = root_of(load, keys.lo) else { return "no keys".to_owned() };
    let it = load.object(object);
    if keys.len() <= 1 {
        return format!("one row of {}", boundary(load, keys.lo));
    }
    let family = load.objects.iter().any(|other| other.parent == Some(object));
    let tree = if family { " and what is interleaved in it" } else { "" };
    if keys.lo <= it.keys.lo && keys.hi >= it.keys.hi {
        return format!("all of {}{tree}", it.name);
    }
    let words = label(load, time, object, keys);
    if family { format!("{words},{tree}") } else { words }
}

/// The root of the row tree, or the free-standing index, that a key belongs to.
fn root_of(load: &Load, key: u64) -> Option<ObjectId> {
    let number = usize::try_from(key / OBJECT_KEYS).ok()?;
    let roots = load.objects.iter().enumerate().filter(|(_, object)| object.parent.is_none());
    let (at, _) = roots.clone().find(|(_, object)| object.keys.contains(key)).or_else(|| {
        let mut roots = roots;
        roots.nth(number)
    })?;
    u32::try_from(at).ok().map(ObjectId)
}

/// Adds the values of the leading parts to `words`, as far as they are the same for the whole
/// range; gives what part of the last of them the range is, and whether it ended at several.
fn pieces(object: &LoadObject, keys: Keys, words: &mut String) -> (f64, f64, bool) {
    let mut from = object.keys.share_before(keys.lo);
    let mut to = object.keys.share_before(keys.hi);
    for cut in &object.cuts {
        let pieces = f64::from(cut.pieces.max(1));
        // A hair inwards, so that a range that ends with a piece does not reach into the next.
        let first = (from * pieces + 1e-6).floor().min(pieces - 1.0);
        let last = ((to * pieces - 1e-6).ceil() - 1.0).max(first);
        words.push_str(", ");
        words.push_str(&pieces_in_words(cut, first, last));
        if last > first {
            return (from, to, true);
        }
        from = (from * pieces - first).max(0.0);
        to = (to * pieces - first).min(1.0);
    }
    (from, to, false)
}

fn pieces_in_words(cut: &Cut, first: f64, last: f64) -> String {
    let turned = |at: f64| if cut.desc { f64::from(cut.pieces) - 1.0 - at } else { at };
    let (first, last) = (turned(first), turned(last));
    let one = first == last;
    match cut.first {
        Some(number) => {
            let number = number as f64;
            let (first, last) = (first + number, last + number);
            let range = if one { format!("{first}") } else { format!("{first} to {last}") };
            format!("{} {range}", cut.column)
        }
        None => {
            let (first, last) = (first + 1.0, last + 1.0);
            let range =
                if one { format!("value {first}") } else { format!("values {first} to {last}") };
            format!("{} {range} of {}", cut.column, cut.pieces)
        }
    }
}

/// What the load says of a range besides its place: when its rows are written, whose they are.
fn inside(load: &Load, time: Time<'_>, object: ObjectId, keys: Keys, it: &LoadObject) -> String {
    let Some(stream) = main_stream(load, object) else { return String::new() };
    let mut words = String::new();
    let mut here: Vec<(u32, f64)> = entities(&stream.components)
        .iter()
        .filter(|entity| !entity.keys.overlap(keys).is_empty())
        .map(|entity| (entity.rank, entity.weight))
        .collect();
    order::by(&mut here, |a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    let atom = |kind: ComponentKind| matches!(kind, ComponentKind::Atom { .. });
    let hot_row =
        stream.components.iter().any(|part| atom(part.kind) && keys.contains(part.kind.keys().lo));
    if hot_row {
        words.push_str(", with the hottest row");
    } else if let Some((heaviest, more)) = here.split_first() {
        words.push_str(&format!(", with {} no. {} by load", it.rest, heaviest.0));
        for (rank, _) in more.iter().take(ENTITIES_NAMED - 1) {
            words.push_str(&format!(", {rank}"));
        }
        let left = here.len().saturating_sub(ENTITIES_NAMED);
        if left > 0 {
            words.push_str(&format!(" and {left} more"));
        }
    }
    if let Some(time) = times(&stream.components, time, keys) {
        words.push_str(&time);
    }
    words
}

/// When the points that move through a range are in it, where they all are at the same time.
fn times(parts: &[crate::load::Component], time: Time<'_>, keys: Keys) -> Option<String> {
    if time.seconds <= 0.0 {
        return None;
    }
    let mut found: Option<(f64, f64)> = None;
    for part in parts.iter().filter(|part| !part.kind.keys().overlap(keys).is_empty()) {
        let ComponentKind::Tail(tail) = part.kind else { continue };
        let (from, to) = between(&tail, keys, time.seconds)?;
        let here = (time.second(&tail, from), time.second(&tail, to));
        // Two shards in one range are there at different times: nothing is said.
        if found.is_some_and(|other| other != here) {
            return None;
        }
        found = Some(here);
    }
    let (from, to) = found?;
    Some(format!(", written {}–{}", clock(from), clock(to)))
}

/// Seconds from the start as a clock shows them: `24:36` or `1:02:03`.
pub(super) fn clock(seconds: f64) -> String {
    let seconds = crate::load::whole(seconds + 0.5);
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    if hours > 0 {
        format!("{hours}:{minutes:02}:{seconds:02}")
    } else {
        format!("{minutes}:{seconds:02}")
    }
}

/// A range of shares in percent, with as many digits as it takes to tell its ends apart.
fn percent_range(from: f64, to: f64) -> String {
    let (from, to) = (from * 100.0, to * 100.0);
    let digits = match to - from {
        // A hair less, for ends that are rounded to a key.
        wide if wide >= 0.999 => 0,
        wide if wide >= 0.0999 => 1,
        wide if wide >= 0.00999 => 2,
        wide if wide >= 0.000_099 => 4,
        _ => 6,
    };
    let (low, high) = (number_of_percent(from, digits), number_of_percent(to, digits));
    if low == high { format!("{low} %") } else { format!("{low}–{high} %") }
}

fn number_of_percent(percent: f64, digits: usize) -> String {
    format!("{percent:.digits$}")
}
