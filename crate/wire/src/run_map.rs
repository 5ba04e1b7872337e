//! What stands on the map of a run: which rows belong to which object, shapes, and what happened to
//! splits.

use serde::{Deserialize, Serialize};
#[cfg(target_arch = "wasm32")]
use tsify::Tsify;

use crate::text::{Positions, Range};
use hotsplit_engine::schema::Schema;
use hotsplit_engine::text::Span;
use hotsplit_engine::workload::load::{ObjectId, ObjectKind};
use hotsplit_engine::{Side, heat};

/// Events of a run that are listed at most.
pub const EVENTS_MAX: usize = 500;

/// Rows of the grid that belong to one object.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Band {
    /// The table or index.
    pub object: String,
    /// `table`, `index`, or `managed index`.
    pub kind: String,
    /// How deep it is interleaved; 0 for a root.
    pub depth: u32,
    /// First row.
    pub first_row: u32,
    /// Rows.
    pub rows: u32,
    /// Its statement in the text of this run.
    pub range: Range,
    /// Even tables and indexes that share it; `object` says how many they are. Absent for one object.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub folded: Option<u32>,
}

/// A named shape in the picture, and the box it stands in.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Pattern {
    /// `moving-hot-spot`, `parallel-tails`, `hot-row`, `even`.
    pub id: String,
    /// In words.
    pub label: String,
    /// What it means and what to do.
    pub say: String,
    /// The table or index; the busiest for a shape over all of them.
    pub object: String,
    /// How well the cells fit the shape, 0 to 1.
    pub confidence: f64,
    /// The numbers it was told by.
    pub evidence: Vec<Measured>,
    /// First row.
    pub first_row: u32,
    /// Rows.
    pub rows: u32,
    /// First column.
    pub first_column: u32,
    /// Columns.
    pub columns: u32,
}

/// A number by which a shape was told.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Measured {
    /// What it is: `R²`.
    pub name: String,
    /// The number.
    pub value: f64,
}

/// Something that happened to a split.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Event {
    /// Seconds from the start.
    pub seconds: f64,
    /// `split`, `size-split`, `move`, `merge`.
    pub kind: String,
    /// The table or index.
    pub object: String,
    /// Row of the grid.
    pub row: u32,
    /// Server afterwards.
    pub server: u32,
}

/// The rows of each object in the grid.
pub(crate) fn bands(side: &Side) -> Vec<Band> {
    let at = Positions::new(&side.reading.text);
    side.grid.bands.iter().map(|band| wire_band(side, band, &at)).collect()
}

/// Splits, moves and size splits in order of time, the first [`EVENTS_MAX`].
pub(crate) fn events(side: &Side) -> Vec<Event> {
    let events = side.run.events.iter().take(EVENTS_MAX).map(|event| Event {
        seconds: f64::from(event.second),
        kind: event.kind.as_str().to_owned(),
        object: side.load.object(event.object).name.clone(),
        row: side.grid.row_of(event.object, event.key).unwrap_or(0),
        server: event.server,
    });
    events.collect()
}

/// Named shapes found in the grid, worst first.
pub(crate) fn patterns(side: &Side) -> Vec<Pattern> {
    let grid = &side.grid;
    let found = heat::patterns(&side.load, grid).into_iter().map(|pattern| Pattern {
        id: pattern.id.to_owned(),
        label: pattern.label,
        say: pattern.say,
        object: side.load.object(grid.bands[pattern.band].object).name.clone(),
        confidence: pattern.confidence,
        evidence: pattern
            .evidence
            .iter()
            .map(|one| Measured { name: one.name.to_owned(), value: one.value })
            .collect(),
        first_row: pattern.rows.0,
        rows: pattern.rows.1.saturating_sub(pattern.rows.0),
        first_column: pattern.columns.0,
        columns: pattern.columns.1.saturating_sub(pattern.columns.0),
    });
    found.collect()
}

fn wire_band(side: &Side, band: &heat::Band, at: &Positions) -> Band {
    let object = side.load.object(band.object);
    let folded = (band.folded > 0).then_some(band.folded);
    Band {
        object: folded.map_or_else(|| object.name.clone(), |_| folded_in_words(side)),
        kind: kind_word(object.kind).to_owned(),
        depth: if folded.is_some() { 0 } else { object.depth },
        first_row: band.first_row,
        rows: band.rows,
        range: at.range(statement_of(&side.reading.schema, &object.name)),
        folded,
    }
}

/// `22 even tables and indexes`, or `40 more tables` where some of them are hot.
fn folded_in_words(side: &Side) -> String {
    let folded = &side.grid.folded;
    let is_table = |id: &&ObjectId| side.load.object(**id).kind == ObjectKind::Table;
    let noun = match folded.iter().filter(is_table).count() {
        0 => "indexes",
        tables if tables == folded.len() => "tables",
        _ => "tables and indexes",
    };
    let what = if side.grid.folded_hot > 0 { "more" } else { "even" };
    format!("{} {what} {noun}", folded.len())
}

fn kind_word(kind: ObjectKind) -> &'static str {
    match kind {
        ObjectKind::Table => "table",
        ObjectKind::Index => "index",
        ObjectKind::ManagedIndex => "managed index",
    }
}

/// The statement that defines an object.
fn statement_of(schema: &Schema, name: &str) -> Span {
    let table = schema.tables.iter().find(|table| table.name == name).map(|table| table.span);
    let index = || schema.indexes.iter().find(|index| index.name == name).map(|index| index.span);
    table.or_else(index).unwrap_or_default()
}
