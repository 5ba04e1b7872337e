//! One cell of the grid in numbers and words.

use super::brush::Shares;
use super::drawn::Drawn;
use super::grid::Grid;
use super::hot_first::objects_in;
use super::label::{Time, label};
use super::{fill, owners};
use crate::load::{Load, ObjectId};
use crate::sim::{Run, UnsplittableReason};

/// Names said of a band of cold objects.
const FOLDED_NAMED: usize = 5;

/// What is under a point.
#[derive(Clone, Debug, PartialEq)]
pub struct Probe {
    /// Seconds from the start.
    pub seconds: f64,
    /// The object.
    pub object: ObjectId,
    /// The key range in words.
    pub key_range: String,
    /// Rows written per second in it.
    pub writes_per_second: f64,
    /// See [`Grid::shares`]; 0 where there are no keys.
    pub share_of_split: f64,
    /// Server that serves it.
    pub server: u32,
    /// Utilisation of that server, 0 to 1.
    pub server_utilisation: f64,
    /// Why its split cannot be split, if it is hot and cannot.
    pub reason: Option<UnsplittableReason>,
}

/// See [`super::probe`].
pub(super) fn probe(load: &Load, run: &Run, grid: &Grid, column: u32, row: u32) -> Option<Probe> {
    let band = &grid.bands[grid.band_of(row)?];
    if column >= grid.columns {
        return None;
    }
    let Some(keys) = grid.keys_of(row) else { return folded(load, run, grid, column, row) };
    let key = owners::key_of(load, run, band.object, keys, column);
    let serving = run.serving(key, column)?;
    let share = grid.shares[grid.at(row, column)];
    Some(Probe {
        seconds: f64::from(run.second_of(column)),
        object: band.object,
        key_range: label(load, Time::of(run), band.object, keys),
        writes_per_second: fill::written_at(load, run, grid, row, column),
        share_of_split: if share.is_nan() { 0.0 } else { f64::from(share) },
        server: serving.server,
        server_utilisation: run.server_utilisation(serving.server, column),
        reason: serving.reason,
    })
}

/// See [`super::row_label`].
pub(super) fn row_label(load: &Load, run: &Run, grid: &Grid, row: u32) -> Option<String> {
    let band = &grid.bands[grid.band_of(row)?];
    match grid.keys_of(row) {
        Some(keys) => Some(label(load, Time::of(run), band.object, keys)),
        None => Some(folded_in_words(load, grid, row)),
    }
}

/// The band of all folded objects.
fn folded(load: &Load, run: &Run, grid: &Grid, column: u32, row: u32) -> Option<Probe> {
    let here = objects_in(load, grid, row);
    let object = *here.first().or(grid.folded.first())?;
    let serving = run.serving(load.object(object).keys.at(0.5), column)?;
    Some(Probe {
        seconds: f64::from(run.second_of(column)),
        object,
        key_range: folded_in_words(load, grid, row),
        writes_per_second: fill::written_at(load, run, grid, row, column),
        share_of_split: f64::from(grid.shares[grid.at(row, column)]),
        server: serving.server,
        server_utilisation: run.server_utilisation(serving.server, column),
        reason: None,
    })
}

/// Names of folded objects, not more than can be read: of those that are drawn in a row, where they
/// are drawn.
fn folded_in_words(load: &Load, grid: &Grid, row: u32) -> String {
    let here = objects_in(load, grid, row);
    let (folded, what) = match here.len() {
        0 => (&grid.folded, "cold tables and indexes"),
        1 if grid.folded_hot > 0 => return load.object(here[0]).name.clone(),
        1 => return format!("{}, whose load is even", load.object(here[0]).name),
        _ if grid.folded_hot > 0 => (&here, "tables and indexes"),
        _ => (&here, "even tables and indexes"),
    };
    let names: Vec<&str> =
        folded.iter().take(FOLDED_NAMED).map(|&id| load.object(id).name.as_str()).collect();
    let more = folded.len().saturating_sub(names.len());
    let names = names.join(", ");
    match more {
        0 => format!("{} {what}: {names}", folded.len()),
        more => format!("{} {what}: {names} and {more} more", folded.len()),
    }
}

/// See [`super::aligned`].
pub(super) fn aligned(to: Drawn<'_>, other: Drawn<'_>, of: Shares<'_>) -> Vec<f32> {
    let (here, there) = (to.grid, other.grid);
    let mut shares = vec![f32::NAN; here.shares.len()];
    let columns = here.columns.min(there.columns);
    for band in here.bands.iter().filter(|band| band.folded == 0) {
        let name = &to.load.object(band.object).name;
        let same = there
            .bands
            .iter()
            .find(|it| it.folded == 0 && other.load.object(it.object).name == *name);
        let Some(same) = same else {
            // What is even there asks next to nothing of one split.
            let is_even = |&id: &ObjectId| other.load.object(id).name == *name;
            if there.folded.iter().any(is_even) {
                let first = here.at(band.first_row, 0);
                shares[first..][..(band.rows * here.columns) as usize].fill(0.0);
            }
            continue;
        };
        for row in 0..band.rows {
            // Rows of the other that this one covers, at least one.
            let from = row * same.rows / band.rows;
            let to = ((row + 1) * same.rows).div_ceil(band.rows).max(from + 1);
            for column in 0..columns {
                let cells = from..to.min(same.rows);
                let cells = cells.map(|row| of.cells[there.at(same.first_row + row, column)]);
                shares[here.at(band.first_row + row, column)] = cells.fold(f32::NAN, f32::max);
            }
        }
    }
    shares
}

/// See [`super::why_blank`].
pub(super) fn why_blank(load: &Load, grid: &Grid) -> Option<String> {
    if load.objects.is_empty() {
        return Some("There are no tables to draw.".to_owned());
    }
    if grid.columns == 0 || grid.rows == 0 {
        return Some("The run is too short to draw.".to_owned());
    }
    if grid.shares.iter().any(|share| *share > 0.0) {
        return None;
    }
    let asked = load.classes.iter().any(|class| class.commits_per_second > 0.0);
    Some(if load.streams.is_empty() || !asked {
        "Nothing is written or read: no table has a rate.".to_owned()
    } else {
        "The load of all tables rounds to nothing.".to_owned()
    })
}
