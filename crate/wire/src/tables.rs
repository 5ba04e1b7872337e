//! What each table does, workloads to start from, and how what a person says of a table gets into
//! the text.

use serde::{Deserialize, Serialize};
#[cfg(target_arch = "wasm32")]
use tsify::Tsify;

use crate::knobs::{ConstantValue, Pace, RunKnobs};
use crate::text::{DialectChoice, Positions, TextEdit};
use hotsplit_engine::facts::roles::Rate;
use hotsplit_engine::sim::model::IN_FLIGHT_MAX;
use hotsplit_engine::syntax::tree::Dialect;
use hotsplit_engine::workload::edit::{self, Said};
use hotsplit_engine::workload::presets::{Arrival, Change, Ddl, PRESETS, Preset, Source};
use hotsplit_engine::{Reading, workload};

/// What a table is for, and how often it is written and read.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct TableLoad {
    /// The table.
    pub table: String,
    /// As in `ledger`.
    pub role: String,
    /// Why it is believed.
    pub why: String,
    /// Rows inserted.
    pub inserts: TableRate,
    /// Rows updated.
    pub updates: TableRate,
    /// Rows deleted.
    pub deletes: TableRate,
    /// Requests that read, by shape: those that happen.
    pub reads: Vec<TableReads>,
}

/// A rate of a table.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct TableRate {
    /// Per second.
    pub per_second: f64,
    /// A directive says it; otherwise it follows from the role and from what was given.
    pub stated: bool,
}

/// Reads of one shape.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct TableReads {
    /// As in `newest-first`.
    pub shape: String,
    /// Requests per second.
    pub rate: TableRate,
}

/// "Write this of a table into the text."
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct StateAsk {
    /// The text.
    pub text: String,
    /// The dialect.
    pub dialect: DialectChoice,
    /// The table.
    pub table: String,
    /// The fact, as in `writes`, `updates`, `deletes`, `role`, `reads`.
    pub name: String,
    /// What stands in brackets behind it, as in the shape of `reads`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub of: Option<String>,
    /// Its value, as in `12k/s`; absent to take it out of the text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
}

/// Edits that write a fact into the text.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Stated {
    /// The edits; none where nothing has to change.
    pub edits: Vec<TextEdit>,
    /// What was expected instead, where the value does not fit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refused: Option<String>,
}

/// A workload to start from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct PresetEntry {
    /// As in `ledger`.
    pub id: String,
    /// Its name.
    pub title: String,
    /// One sentence: what happens.
    pub about: String,
    /// The schema as it is, in GoogleSQL.
    pub text: String,
    /// Its dialect.
    pub dialect: DialectChoice,
    /// The same in each dialect, this one included.
    pub texts: Vec<PresetText>,
    /// What is changed, in order; the last is the one to show beside the schema as it is.
    pub changes: Vec<PresetChange>,
    /// Each change stands alone; otherwise each schema has the changes before it too.
    pub alternatives: bool,
    /// Nodes.
    pub nodes: f64,
    /// Rows written per second over the whole schema.
    pub writes_per_second: f64,
    /// Minutes.
    pub minutes: u32,
    /// All else the run is set to.
    pub run: RunKnobs,
    /// Its numbers, each with where it is from.
    pub sources: Vec<String>,
}

/// A schema of a workload to start from, in a dialect.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct PresetText {
    /// The dialect.
    pub dialect: DialectChoice,
    /// The text.
    pub text: String,
}

/// A change of a workload to start from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct PresetChange {
    /// What is done: `16 shards before the key`.
    pub title: String,
    /// The schema with it, in each dialect; that of before where only split points are added.
    pub texts: Vec<PresetText>,
    /// Split points for each node that it adds before the run.
    pub split_points_per_node: f64,
}

/// What each table of a text does when so many rows are written per second over the whole schema.
#[must_use]
pub fn tables(reading: &Reading, writes_per_second: f64) -> Vec<TableLoad> {
    let rates = workload::rates(&reading.schema, &reading.facts, writes_per_second);
    let tables = reading.schema.table_ids().zip(&rates);
    tables
        .map(|(id, rates)| {
            let role = &reading.facts.table(id).role;
            let reads = rates.reads.iter().filter(|(_, rate)| rate.per_second > 0.0 || rate.stated);
            TableLoad {
                table: reading.schema.table(id).name.to_string(),
                role: role.role.as_str().to_owned(),
                why: role.evidence.what.clone(),
                inserts: rate(rates.inserts),
                updates: rate(rates.updates),
                deletes: rate(rates.deletes),
                reads: reads
                    .map(|&(shape, per)| TableReads {
                        shape: shape.as_str().to_owned(),
                        rate: rate(per),
                    })
                    .collect(),
            }
        })
        .collect()
}

fn rate(rate: Rate) -> TableRate {
    TableRate { per_second: rate.per_second, stated: rate.stated }
}

/// The edits that write a fact of a table into the text, or take it out.
#[must_use]
pub fn stated(reading: &Reading, ask: &StateAsk) -> Stated {
    let refused = |why: String| Stated { edits: Vec::new(), refused: Some(why) };
    let schema = &reading.schema;
    let Some(table) = schema.table_ids().find(|&id| schema.table(id).name == ask.table.as_str())
    else {
        return refused(format!("expected a table of the text, found `{}`", ask.table));
    };
    let at = Positions::new(&reading.text);
    let of = ask.of.as_deref();
    let edits = match &ask.value {
        None => edit::forget(&reading.text, schema, table, &ask.name, of),
        Some(value) => {
            match edit::state(&reading.text, schema, table, Said { name: &ask.name, of, value }) {
                Ok(edit) => vec![edit],
                Err(why) => return refused(why),
            }
        }
    };
    Stated { edits: edits.iter().map(|edit| at.edit(edit)).collect(), refused: None }
}

/// Workloads to start from, in the order in which they are listed.
#[must_use]
pub fn presets() -> Vec<PresetEntry> {
    PRESETS.iter().map(|preset| entry(preset)).collect()
}

fn entry(preset: &Preset) -> PresetEntry {
    let start = preset.start;
    let ddl = preset.text(Dialect::GoogleSql);
    let texts = |of: &dyn Fn(Dialect) -> Ddl| -> Vec<PresetText> {
        let dialects = preset.before.iter().map(|ddl| of(ddl.dialect));
        let text = |ddl: Ddl| (ddl.dialect.into(), ddl.text.to_owned());
        dialects.map(text).map(|(dialect, text)| PresetText { dialect, text }).collect()
    };
    let change = |(number, change): (usize, &Change)| PresetChange {
        title: change.title.to_owned(),
        texts: texts(&|dialect| preset.text_after(number, dialect)),
        split_points_per_node: change.split_points_per_node,
    };
    PresetEntry {
        id: preset.id.to_owned(),
        title: preset.title.to_owned(),
        about: preset.about.to_owned(),
        text: ddl.text.to_owned(),
        dialect: ddl.dialect.into(),
        texts: texts(&|dialect| preset.text(dialect)),
        changes: preset.changes.iter().enumerate().map(change).collect(),
        alternatives: preset.alternatives,
        nodes: start.nodes,
        writes_per_second: start.writes_per_second,
        minutes: start.minutes,
        run: run_knobs(preset),
        sources: preset.sources.iter().map(words).collect(),
    }
}

/// What a preset's run is set to beside its numbers, where that is not as usual.
///
/// The splits that a preset's tables start in are given as split points for each node, which
/// comes to the same where one table bears the load.
fn run_knobs(preset: &Preset) -> RunKnobs {
    let start = preset.start;
    let in_flight = (start.in_flight_max != IN_FLIGHT_MAX).then(|| ConstantValue {
        name: "in_flight_max".to_owned(),
        value: start.in_flight_max,
        measured: false,
    });
    RunKnobs {
        pace: match start.arrival {
            Arrival::Steady => None,
            Arrival::Step { second } => Some(Pace::Step { before: STEP_BEFORE, second }),
        },
        commit_batch: (start.commit_batch != 1.0).then_some(start.commit_batch),
        split_points_per_node: (start.splits > 1).then(|| f64::from(start.splits) / start.nodes),
        read_modify_write: start.read_modify_write.then_some(true),
        constants: in_flight.map(|one| vec![one]),
        ..RunKnobs::default()
    }
}

/// Share of the load before a preset's jump, as it is documented there.
const STEP_BEFORE: f64 = 0.001;

fn words(source: &Source) -> String {
    format!("{}: {}", source.number, source.from)
}
