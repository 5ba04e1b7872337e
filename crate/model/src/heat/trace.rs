//! Where the rows of one run are in another.
//!
//! A row is told by what generated it: the entity it belongs to, if it stands out, and when it was
//! written, if a moving point wrote it. What a range holds is a sum of such sources; each is looked
//! up in the other load.

use super::entities::{entities, main_stream};
use super::held::{for_each_row, passed};
use super::label::between;
use super::{Drawn, Went};
use crate::load::{Component, ComponentKind, Keys, Load, ObjectId};

/// Shares below this are dropped, and the rest made up to 1.
const SHARE_MIN: f64 = 1e-9;

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

/// See [`super::range_went`].
pub(super) fn went(from: Drawn<'_>, to: Drawn<'_>, object: ObjectId, keys: Keys) -> Went {
    let name = &from.load.object(object).name;
    let same = |band: &&super::Band| band.folded == 0 && to.load.object(band.object).name == *name;
    let Some(band) = to.grid.bands.iter().find(same) else { return Went::default() };
    let mut shares = vec![0.0; band.rows as usize];
    let edges = to.grid.edges_of(band);
    let all = band.keys;
    let there = parts(to.load, band.object);
    let exact = if alike(from.load, object, to.load, band.object) {
        let here = from.load.object(object).keys;
        let at = |key: u64| all.lo + (key.clamp(here.lo, here.hi) - here.lo);
        let moved = Keys { lo: at(keys.lo), hi: at(keys.hi).max(at(keys.lo) + 1) };
        for_each_row(edges, all, moved, |row, share| shares[row] += share);
        true
    } else {
        let sources = sources(from, object, keys);
        let dated = sources.iter().all(|source| source.seconds.is_some());
        let seconds = f64::from(to.run.seconds);
        for source in sources {
            follow(&source, there, seconds, |keys, share| {
                for_each_row(edges, all, keys, |row, part| shares[row] += part * share);
            });
        }
        dated && there.iter().all(|part| matches!(part.kind, ComponentKind::Tail(_)))
    };
    let total: f64 = shares.iter().sum();
    let to = (band.first_row..).zip(shares);
    let to: Vec<(u32, f64)> =
        to.filter(|(_, share)| total > 0.0 && *share > SHARE_MIN * total).collect();
    let total: f64 = to.iter().map(|(_, share)| share).sum();
    Went { to: to.into_iter().map(|(row, share)| (row, share / total)).collect(), exact }
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
fn sources(from: Drawn<'_>, object: ObjectId, keys: Keys) -> Vec<Source> {
    let parts = parts(from.load, object);
    let seconds = f64::from(from.run.seconds);
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
