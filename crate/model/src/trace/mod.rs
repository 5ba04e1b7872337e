//! Where the rows of one load are in another.
//!
//! A row is told by what generated it: the entity it belongs to, if it stands out, and when it was
//! written, if a moving point wrote it. What a range holds is a sum of such sources; each is looked
//! up in the other load.

pub(crate) mod entities;

use crate::load::{Component, ComponentKind, Direction, Keys, Load, ObjectId, Tail};
use entities::{entities, main_stream};

/// Where the rows of some keys are in another load.
#[derive(Clone, Debug, PartialEq)]
pub struct Traced {
    /// The object there.
    pub object: ObjectId,
    /// Ranges of its keys, each with its share of the rows; they may overlap, and the shares add
    /// up to 1.
    pub to: Vec<(Keys, f64)>,
    /// Nothing else lies there: see [`crate::heat::Went::exact`].
    pub exact: bool,
}

/// Where some rows of a range come from.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Source {
    /// Rank of the entity, 0 for all that do not stand out.
    entity: u32,
    /// From when to when, where that is known.
    seconds: Option<(f64, f64)>,
    /// How many, as a share of the stream.
    weight: f64,
}

/// Where the rows of an object's `keys` are in the load `to`, both run for so many seconds at an
/// even pace; `None` where it has no object of that name.
#[must_use]
pub fn trace_rows(
    from: &Load,
    to: &Load,
    run_seconds: f64,
    object: ObjectId,
    keys: Keys,
) -> Option<Traced> {
    let name = &from.object(object).name;
    let number = to.objects.iter().position(|object| object.name == *name)?;
    let there = ObjectId(crate::load::count(number));
    let all = to.object(there).keys;
    let components = parts(to, there);
    if alike(from, object, to, there) {
        let here = from.object(object).keys;
        let at = |key: u64| all.lo + (key.clamp(here.lo, here.hi) - here.lo);
        let moved = Keys { lo: at(keys.lo), hi: at(keys.hi).max(at(keys.lo) + 1) };
        return Some(Traced { object: there, to: vec![(moved, 1.0)], exact: true });
    }
    let sources = sources(from, run_seconds, object, keys);
    let dated = sources.iter().all(|source| source.seconds.is_some());
    let mut found = Vec::new();
    for source in sources {
        follow(&source, components, run_seconds, |keys, share| found.push((keys, share)));
    }
    let total: f64 = found.iter().map(|(_, share)| share).sum();
    found.iter_mut().for_each(|(_, share)| *share /= total.max(f64::MIN_POSITIVE));
    let exact = dated && components.iter().all(|part| matches!(part.kind, ComponentKind::Tail(_)));
    Some(Traced { object: there, to: found, exact })
}

fn parts(load: &Load, object: ObjectId) -> &[Component] {
    main_stream(load, object).map_or(&[], |stream| &stream.components)
}

/// Whether two objects are filled the same way, so that a key is the same in both.
fn alike(one: &Load, a: ObjectId, other: &Load, b: ObjectId) -> bool {
    let (it, that) = (one.object(a), other.object(b));
    let shift = |base: u64, keys: Keys| (keys.lo.wrapping_sub(base), keys.hi.wrapping_sub(base));
    let same_kind = |x: &ComponentKind, y: &ComponentKind| match (x, y) {
        (ComponentKind::Tail(x), ComponentKind::Tail(y)) => {
            x.direction == y.direction && x.start == y.start && x.wraps_seconds == y.wraps_seconds
        }
        (ComponentKind::Uniform(_), ComponentKind::Uniform(_)) => true,
        (ComponentKind::Atom { .. }, ComponentKind::Atom { .. }) => true,
        _ => false,
    };
    let (x, y) = (parts(one, a), parts(other, b));
    it.cuts == that.cuts
        && it.rest == that.rest
        && x.len() == y.len()
        && x.iter().zip(y).all(|(x, y)| {
            same_kind(&x.kind, &y.kind)
                && shift(it.keys.lo, x.kind.keys()) == shift(that.keys.lo, y.kind.keys())
        })
}

/// What wrote the rows of a range. Several points in it at the same time are one source.
fn sources(from: &Load, seconds: f64, object: ObjectId, keys: Keys) -> Vec<Source> {
    let parts = parts(from, object);
    let ranks = ranks(parts);
    let mut found = Vec::new();
    for (part, rank) in parts.iter().zip(ranks) {
        let all = part.kind.keys();
        let inside = all.overlap(keys);
        if inside.is_empty() {
            continue;
        }
        let share = inside.len() as f64 / all.len().max(1) as f64;
        let seconds = match part.kind {
            ComponentKind::Tail(tail) if tail.wraps_seconds.is_none() => {
                let Some(between) = between(&tail, keys, seconds) else { continue };
                Some(between)
            }
            _ => None,
        };
        found.push(Source { entity: rank, seconds, weight: part.weight * share });
    }
    if found.is_empty() {
        // Rows that were there before, or none: anywhere.
        found.push(Source { entity: 0, seconds: None, weight: 1.0 });
    }
    found
}

/// The rank of the entity of each component, 0 for none.
fn ranks(parts: &[Component]) -> Vec<u32> {
    let mut ranks = vec![0; parts.len()];
    for entity in entities(parts) {
        ranks[entity.component] = entity.rank;
    }
    ranks
}

/// Calls `each` with the ranges where the rows of a source are in the other load, and how many.
fn follow(source: &Source, there: &[Component], run_seconds: f64, mut each: impl FnMut(Keys, f64)) {
    let ranks = ranks(there);
    // An entity that the other load does not have is somewhere in the rest.
    let wanted = if ranks.contains(&source.entity) { source.entity } else { 0 };
    let any = !ranks.contains(&wanted);
    let its = |rank: u32| any || rank == wanted;
    let total: f64 =
        there.iter().zip(&ranks).filter(|(_, rank)| its(**rank)).map(|(part, _)| part.weight).sum();
    for (part, _) in there.iter().zip(&ranks).filter(|(_, rank)| its(**rank)) {
        let share = source.weight * part.weight / total.max(f64::MIN_POSITIVE);
        match (part.kind, source.seconds) {
            (ComponentKind::Tail(tail), seconds) => {
                let (from, to) = seconds.unwrap_or((0.0, run_seconds));
                let (from, to) = (from.min(run_seconds), to.min(run_seconds));
                for (keys, part) in passed(&tail, from, to.max(from), run_seconds) {
                    each(keys, share * part);
                }
            }
            (kind, _) => each(kind.keys(), share),
        }
    }
}

/// From when to when a tail is in a range, at an even pace; `None` if it never is or comes again
/// and again.
pub(crate) fn between(tail: &Tail, keys: Keys, run_seconds: f64) -> Option<(f64, f64)> {
    if tail.wraps_seconds.is_some() || tail.start >= 1.0 {
        return None;
    }
    let inside = keys.overlap(tail.keys);
    let (a, b) = (tail.keys.share_before(inside.lo), tail.keys.share_before(inside.hi));
    let (a, b) = match tail.direction {
        Direction::Up => (a, b),
        Direction::Down => (1.0 - b, 1.0 - a),
    };
    let second = |share: f64| {
        ((share - tail.start) / (1.0 - tail.start) * run_seconds).clamp(0.0, run_seconds)
    };
    (b > tail.start && !inside.is_empty()).then(|| (second(a), second(b)))
}

/// The keys between two shares of a tail's way.
pub(crate) fn stretch(tail: &Tail, from: f64, to: f64) -> Keys {
    let lo = tail.keys.at(from);
    let hi = if to >= 1.0 { tail.keys.hi } else { tail.keys.at(to) }.max(lo + 1);
    match tail.direction {
        Direction::Up => Keys { lo, hi },
        Direction::Down => {
            let mirror = |key: u64| tail.keys.hi - (key - tail.keys.lo);
            Keys { lo: mirror(hi), hi: mirror(lo) }
        }
    }
}

/// What a tail passes between two seconds, as [`crate::sim::Run::paced`] counts them: one range, or
/// two where it starts over; each with its share of the time.
pub(crate) fn passed(
    tail: &Tail,
    from: f64,
    to: f64,
    run_seconds: f64,
) -> impl Iterator<Item = (Keys, f64)> + use<> {
    let tail = *tail;
    let turns = (to - from) * tail.speed(run_seconds) / tail.keys.len().max(1) as f64;
    let all = turns >= 1.0;
    let start = tail.progress(from, run_seconds);
    let over = if all { 0.0 } else { (start + turns - 1.0).max(0.0) };
    // A hair over the end is rounding, unless it does start over.
    let over = if tail.wraps_seconds.is_some() { over } else { 0.0 };
    let first = if all { (0.0, 1.0) } else { (start, (start + turns).min(1.0)) };
    let share = if over > 0.0 { over / turns } else { 0.0 };
    let first = Some((stretch(&tail, first.0, first.1), 1.0 - share));
    let second = (over > 0.0).then(|| (stretch(&tail, 0.0, over), share));
    first.into_iter().chain(second)
}
