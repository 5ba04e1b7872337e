//! One cell of the grid in numbers and words.

use super::{Grid, Probe};
use crate::sim::Run;
use crate::workload::load::{ComponentKind, Cut, Keys, Load, LoadObject, ObjectId};

/// Names said of a band of cold objects.
const FOLDED_NAMED: usize = 5;

/// See [`super::probe`].
pub(super) fn probe(load: &Load, run: &Run, grid: &Grid, column: u32, row: u32) -> Option<Probe> {
    let band = &grid.bands[grid.band_of(row)?];
    if column >= grid.columns {
        return None;
    }
    let Some(keys) = grid.keys_of(row) else { return folded(load, run, grid, column) };
    let key = busiest_key(load, run, band.object, keys, column);
    let serving = run.serving(key, column)?;
    let share = grid.shares[grid.at(row, column)];
    Some(Probe {
        seconds: f64::from(run.second_of(column)),
        object: band.object,
        key_range: key_range(load.object(band.object), keys),
        writes_per_second: f64::from(grid.cells[grid.at(row, column)]),
        share_of_split: if share.is_nan() { 0.0 } else { f64::from(share) },
        server: serving.server,
        server_utilisation: run.server_utilisation(serving.server, column),
        reason: serving.reason,
    })
}

/// The band of all cold objects.
fn folded(load: &Load, run: &Run, grid: &Grid, column: u32) -> Option<Probe> {
    let object = *grid.folded.first()?;
    let serving = run.serving(load.object(object).keys.at(0.5), column)?;
    Some(Probe {
        seconds: f64::from(run.second_of(column)),
        object,
        key_range: folded_in_words(load, &grid.folded),
        writes_per_second: 0.0,
        share_of_split: 0.0,
        server: serving.server,
        server_utilisation: run.server_utilisation(serving.server, column),
        reason: None,
    })
}

/// Names of cold objects, not more than can be read.
fn folded_in_words(load: &Load, folded: &[ObjectId]) -> String {
    let names: Vec<&str> =
        folded.iter().take(FOLDED_NAMED).map(|&id| load.object(id).name.as_str()).collect();
    let more = folded.len().saturating_sub(names.len());
    let names = names.join(", ");
    match more {
        0 => format!("{} cold tables and indexes: {names}", folded.len()),
        more => format!("{} cold tables and indexes: {names} and {more} more", folded.len()),
    }
}

/// Where in a row the load is: at a point that stands in it, or in its middle.
fn busiest_key(load: &Load, run: &Run, object: ObjectId, keys: Keys, column: u32) -> u64 {
    let (from, to) = (run.second_of(column), run.end_of(column));
    let middle = f64::from(from + to) / 2.0;
    let points = load.streams.iter().filter(|stream| stream.object == object);
    points
        .flat_map(|stream| &stream.components)
        .filter_map(|part| match part.kind {
            ComponentKind::Uniform(_) => None,
            ComponentKind::Tail(tail) => Some(tail.position(middle, f64::from(run.seconds))),
            ComponentKind::Atom { at } => Some(at),
        })
        .find(|&key| keys.contains(key))
        .unwrap_or_else(|| keys.at(0.5))
}

/// A key range in words: `Transactions, ShardId 3, 40–41 % of TxnId`.
pub(super) fn key_range(object: &LoadObject, keys: Keys) -> String {
    let mut words = object.name.clone();
    let mut from = object.keys.share_before(keys.lo);
    let mut to = object.keys.share_before(keys.hi);
    for cut in &object.cuts {
        let pieces = f64::from(cut.pieces.max(1));
        // A hair inwards, so that a range that ends with a piece does not reach into the next.
        let first = (from * pieces + 1e-6).floor();
        let last = ((to * pieces - 1e-6).ceil() - 1.0).max(first);
        words.push_str(", ");
        words.push_str(&pieces_in_words(cut, first, last));
        if last > first {
            return words;
        }
        from = (from * pieces - first).max(0.0);
        to = (to * pieces - first).min(1.0);
    }
    words.push_str(", ");
    words.push_str(&percent_range(from, to));
    words.push_str(" of ");
    words.push_str(&object.rest);
    words
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

/// A range of shares in percent, with as many digits as it takes to tell its ends apart.
fn percent_range(from: f64, to: f64) -> String {
    let (from, to) = (from * 100.0, to * 100.0);
    let digits = match to - from {
        wide if wide >= 1.0 => 0,
        wide if wide >= 0.1 => 1,
        _ => 2,
    };
    format!("{from:.digits$}–{to:.digits$} %")
}
