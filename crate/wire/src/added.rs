//! Load that a person adds on the maps, on its way in and on its way out.

use serde::{Deserialize, Serialize};
#[cfg(target_arch = "wasm32")]
use tsify::Tsify;

use crate::which::Which;
use hotsplit_engine::rules::severity::number;
use hotsplit_engine::workload::added::Extra;
use hotsplit_engine::workload::load::{Added, Class, ClassKind, Keys, ObjectId, Stream, whole};
use hotsplit_engine::{Side, Simulated, heat};

/// A piece of load that a person adds on a map: it changes or reads rows that are there. It belongs
/// to rows, and goes where these are in the other schema.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct AddedLoad {
    /// The run on whose map it was added.
    pub which: Which,
    /// The table or index.
    pub object: String,
    /// Its keys, as shares of all that the object has, 0 to 1: from where.
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

/// Where a piece of added load lies in the picture of a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct AddedPlace {
    /// Which of the pieces asked for, from 0.
    pub number: u32,
    /// Its keys in words, the first range of them; empty where it lies on none.
    pub key_range: String,
    /// Ranges of rows, each with its first row and how many; at most [`ADDED_RANGES_MAX`], or else
    /// all rows of the object.
    pub ranges: Vec<RowRange>,
    /// First column.
    pub first_column: u32,
    /// Columns.
    pub columns: u32,
}

/// Ranges of rows of an [`AddedPlace`] at most (drawing only).
pub const ADDED_RANGES_MAX: usize = 64;

/// Rows beside each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct RowRange {
    /// The first.
    pub first_row: u32,
    /// How many.
    pub rows: u32,
}

/// "What load is this part of the map?"
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct AddAsk {
    /// The run on whose map it is drawn.
    pub which: Which,
    /// First row of the grid.
    pub first_row: u32,
    /// Rows, of one table or index: what lies beyond it is left out.
    pub rows: u32,
    /// First column.
    pub first_column: u32,
    /// Columns.
    pub columns: u32,
}

impl From<&AddedLoad> for Extra {
    fn from(added: &AddedLoad) -> Self {
        Self {
            on_after: added.which == Which::After,
            object: added.object.clone(),
            from: added.from,
            to: added.to,
            from_second: added.from_second,
            to_second: added.to_second,
            per_second: added.per_second,
            reads: added.reads,
            one_row: added.one_row,
        }
    }
}

/// The piece of load that a part of a map stands for: it asks as much as one split takes. `None`
/// outside the map, and where tables are folded.
#[must_use]
pub fn drawn(done: &Simulated, ask: &AddAsk) -> Option<AddedLoad> {
    let side = done.side(ask.which == Which::After)?;
    let (run, grid) = (&side.run, &side.grid);
    if ask.first_column >= run.columns {
        return None;
    }
    let band = grid.bands[grid.band_of(ask.first_row)?];
    let end = ask.first_row.saturating_add(ask.rows.max(1)).min(band.first_row + band.rows);
    let (first, last) = (grid.keys_of(ask.first_row)?, grid.keys_of(end - 1)?);
    let last_column = ask.first_column.saturating_add(ask.columns.max(1)).min(run.columns) - 1;
    let object = side.load.object(band.object);
    let usual = heat::full_scale(run, heat::Metric::RowsWritten).full;
    let split = if band.split_writes_max > 0.0 { band.split_writes_max } else { usual };
    Some(AddedLoad {
        which: ask.which,
        object: object.name.clone(),
        from: object.keys.share_before(first.lo),
        to: object.keys.share_before(last.hi),
        from_second: f64::from(run.second_of(ask.first_column)),
        to_second: f64::from(run.end_of(last_column)),
        per_second: rounded(split),
        reads: false,
        one_row: false,
    })
}

/// A rate with two digits that count.
fn rounded(rate: f64) -> f64 {
    let unit = libm::pow(10.0, libm::floor(libm::log10(rate.max(1.0))) - 1.0);
    (rate / unit).round().max(1.0) * unit
}

/// Where what was added lies in the picture of a run.
#[must_use]
pub fn places(side: &Side) -> Vec<AddedPlace> {
    (0..side.load.added).map(|number| place(side, number)).collect()
}

/// The class and the stream of a piece, if the schema has rows for it.
fn piece(side: &Side, number: u32) -> Option<(&Class, &Stream, Added)> {
    side.load.streams.iter().find_map(|stream| {
        let class = side.load.class(stream.class);
        let added = class.added.filter(|added| added.number == number)?;
        Some((class, stream, added))
    })
}

fn place(side: &Side, number: u32) -> AddedPlace {
    let Some((_, stream, added)) = piece(side, number) else {
        let (key_range, ranges) = (String::new(), Vec::new());
        return AddedPlace { number, key_range, ranges, first_column: 0, columns: 0 };
    };
    let keys: Vec<Keys> = stream.components.iter().map(|part| part.kind.keys()).collect();
    let columns = |second: f64| second / f64::from(side.run.seconds_per_column);
    let column = |at: f64| u32::try_from(whole(at)).unwrap_or(u32::MAX);
    let first_column = column(columns(added.from)).min(side.run.columns.saturating_sub(1));
    let end = column(columns(added.to).ceil()).min(side.run.columns);
    AddedPlace {
        number,
        key_range: key_range(side, stream),
        ranges: ranges(side, stream.object, &keys),
        first_column,
        columns: end.saturating_sub(first_column).max(1),
    }
}

/// The first range of a piece in words.
fn key_range(side: &Side, stream: &Stream) -> String {
    let first = stream.components.first().map(|part| part.kind.keys());
    first.map_or_else(String::new, |keys| heat::label(&side.load, 0, stream.object, keys))
}

/// A line about each piece that a run has.
pub(super) fn lines(side: &Side) -> impl Iterator<Item = (u32, String)> {
    (0..side.load.added).filter_map(move |at| {
        let (class, stream, added) = piece(side, at)?;
        let what = if class.kind == ClassKind::Read { "read" } else { "changed" };
        let one = matches!(stream.components[..], [part] if part.kind.keys().len() == 1);
        let line = format!(
            "Added load {}: {} rows/s {what}{}, {}, from minute {} to {}.",
            at + 1,
            number(class.commits_per_second),
            if one { " of one row" } else { "" },
            key_range(side, stream),
            number((added.from / 6.0).round() / 10.0),
            number((added.to / 6.0).round() / 10.0),
        );
        Some((at, line))
    })
}

/// The rows that hold some keys of an object, those beside each other as one range.
fn ranges(side: &Side, object: ObjectId, keys: &[Keys]) -> Vec<RowRange> {
    let grid = &side.grid;
    let rows = |keys: &Keys| {
        let first = grid.row_of(object, keys.lo)?;
        Some((first, grid.row_of(object, keys.hi - 1)? + 1))
    };
    let mut found: Vec<(u32, u32)> = keys.iter().filter_map(rows).collect();
    hotsplit_engine::order::ascending(&mut found);
    let mut merged: Vec<(u32, u32)> = Vec::new();
    for (first, end) in found {
        match merged.last_mut() {
            Some(last) if last.1 >= first => last.1 = last.1.max(end),
            _ => merged.push((first, end)),
        }
    }
    if merged.len() > ADDED_RANGES_MAX {
        merged = vec![(merged[0].0, merged[merged.len() - 1].1)];
    }
    merged
        .into_iter()
        .map(|(first_row, end)| RowRange { first_row, rows: end - first_row })
        .collect()
}
