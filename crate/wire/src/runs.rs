//! Runs on the wire: what to simulate, and the numbers and words of what came of it.

use serde::{Deserialize, Serialize};
#[cfg(target_arch = "wasm32")]
use tsify::Tsify;

use crate::knobs::{RunKnobs, Used};
use crate::run_answer::{RunAnswer, run_answer};
use crate::text::{DialectChoice, Positions, Range};
use crate::verdict::{self, SchemaVerdict};
use crate::workload::Workload;
use hotsplit_engine::schema::Schema;
use hotsplit_engine::sim::assumptions;
use hotsplit_engine::text::Span;
use hotsplit_engine::workload::load::{ObjectId, ObjectKind};
use hotsplit_engine::{Scenario, Side, Simulated, facts, heat};

/// "Run both schemas."
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct SimulateAsk {
    /// The schema as it is.
    pub before: String,
    /// The schema with fixes; the same workload runs on it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub after: Option<String>,
    /// The dialect.
    pub dialect: DialectChoice,
    /// Nodes of the instance.
    pub nodes: f64,
    /// Rows written per second over the whole schema; without it, what the nodes should take if
    /// every key were spread.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub writes_per_second: Option<f64>,
    /// Minutes simulated.
    pub minutes: u32,
    /// Seed; the same seed gives the same picture.
    pub seed: u32,
    /// All else.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub knobs: Option<RunKnobs>,
    /// What the rows of the grid are; equal ranges of keys as usual.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rows_by: Option<RowsBy>,
    /// With rows by `hot`: even tables and indexes are shown one by one; folded as usual.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub open_folded: Option<bool>,
}

/// How keys are cut into the rows of a grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "lowercase")]
pub enum RowsBy {
    /// Equal ranges of keys: an ascending key falls as a diagonal.
    Keys,
    /// The same; what is hot comes first, the hottest on top and all equally high, and what is even
    /// shares one band at the bottom.
    Hot,
    /// Ranges that hold the same number of rows at the end of the run.
    Held,
    /// Ranges that bear about the same load: hot ones are seen enlarged.
    Load,
    /// As Key Visualizer has them: ranges of the same number of rows, cut anew each minute.
    Ranges,
}

/// What came of a simulation. Grids and series are asked for apart.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct SimulationAnswer {
    /// How much of the runs is simulated, 0 to 1; below 1 all that follows is of that part, and
    /// numbers are 0 until half of it is done.
    pub progress: f64,
    /// A few sentences: what happens, and what the change buys.
    pub headline: String,
    /// A rate of the whole schema is given, or one of every table is stated; otherwise the runs
    /// are at what the nodes should take if every key were spread.
    pub rate_stated: bool,
    /// The schema as it is.
    pub before: RunAnswer,
    /// The schema with fixes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub after: Option<RunAnswer>,
    /// What the runs were set to, with what the text says.
    pub used: Used,
    /// What is assumed, one line each.
    pub assumptions: Vec<String>,
    /// What the model leaves out, one line each.
    pub left_out: Vec<String>,
    /// What the schema as it is comes to, in a few sentences.
    pub verdict: SchemaVerdict,
    /// The same for the schema with fixes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub verdict_after: Option<SchemaVerdict>,
}

/// Events listed in a [`RunAnswer`] at most.
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

impl From<RowsBy> for heat::RowsBy {
    fn from(rows: RowsBy) -> Self {
        match rows {
            RowsBy::Keys => Self::Keys,
            RowsBy::Hot => Self::Hot,
            RowsBy::Held => Self::Held,
            RowsBy::Load => Self::Load,
            RowsBy::Ranges => Self::Ranges,
        }
    }
}

/// What to simulate.
#[must_use]
pub fn scenario(ask: &SimulateAsk) -> Scenario {
    let set = Workload { nodes: Some(ask.nodes), writes_per_second: ask.writes_per_second };
    let settings = facts::Settings::from(&set);
    Scenario {
        before: ask.before.clone(),
        after: ask.after.clone(),
        dialect: ask.dialect.forced(),
        nodes: settings.nodes,
        writes_per_second: settings.writes_per_second,
        minutes: ask.minutes,
        seed: ask.seed,
        knobs: ask.knobs.clone().unwrap_or_default().knobs(),
        added: ask.knobs.iter().flat_map(|knobs| &knobs.added).flatten().map(Into::into).collect(),
        layout: heat::Layout {
            rows: ask.rows_by.map_or(heat::RowsBy::Keys, Into::into),
            fold: ask.rows_by == Some(RowsBy::Hot) && ask.open_folded != Some(true),
            ..heat::Layout::default()
        },
    }
}

/// Runs, for the page.
#[must_use]
pub fn simulation(done: &Simulated) -> SimulationAnswer {
    let before = run_answer(&done.before);
    let after = done.after.as_ref().map(run_answer);
    let sides = done.after.as_ref().zip(after.as_ref());
    SimulationAnswer {
        verdict: verdict::of_side(&done.before, &before.headroom),
        verdict_after: sides.map(|(side, answer)| verdict::of_side(side, &answer.headroom)),
        progress: f64::from(done.before.run.columns_done) / f64::from(done.before.run.columns),
        headline: crate::headline::of(done),
        rate_stated: done.before.reading.facts.headroom.rate_stated,
        before,
        after,
        used: crate::knobs::used(done),
        assumptions: crate::headline::assumptions(done),
        left_out: assumptions::LEFT_OUT.iter().map(|&line| line.to_owned()).collect(),
    }
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
