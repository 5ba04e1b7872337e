//! What leaves the engine for the page: plain data, documented for its reader.
//!
//! This file is the contract. Offsets are UTF-16 code units, as the editor counts; they are made
//! here and nowhere else. No 64-bit integers, no maps, no HTML. Grids and series cross apart, as
//! flat typed arrays (see `wasm`).

pub mod answers;
pub mod from;
pub mod headline;
pub mod knobs;
pub mod lessons;
pub mod tables;
pub mod trust;

use std::collections::BTreeMap;

use knobs::{RunKnobs, Used};
use serde::{Deserialize, Serialize};
use tables::TableLoad;
#[cfg(target_arch = "wasm32")]
use tsify::Tsify;

/// A range of the text in UTF-16 code units.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Range {
    /// First unit.
    pub from: u32,
    /// One past the last unit.
    pub to: u32,
    /// Line of the first unit, from 1.
    pub line: u32,
}

/// Which dialect to read the text in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "lowercase")]
pub enum DialectChoice {
    /// Told from the text.
    #[default]
    Auto,
    /// Spanner's GoogleSQL dialect.
    GoogleSql,
    /// Spanner's PostgreSQL dialect.
    PostgreSql,
}

/// What the person has set beside the text. Directives in the text win over these.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Workload {
    /// Nodes of the instance.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<f64>,
    /// Rows written per second over the whole schema.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub writes_per_second: Option<f64>,
}

/// "Read this text."
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct AnalyseAsk {
    /// The text.
    pub text: String,
    /// The dialect.
    pub dialect: DialectChoice,
    /// What the person has set.
    pub workload: Workload,
}

/// What was found in a text.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Analysis {
    /// The dialect it was read in.
    pub dialect: DialectChoice,
    /// Findings, worst first.
    pub findings: Vec<Finding>,
    /// Questions that the text leaves open.
    pub questions: Vec<Question>,
    /// Findings accepted with a reason.
    pub accepted: Vec<Finding>,
    /// What could not be read.
    pub syntax_errors: Vec<Remark>,
    /// Remarks that are no errors.
    pub notes: Vec<Remark>,
    /// Tables and indexes in the order of the text.
    pub objects: Vec<SchemaObject>,
    /// What directives in the text say of the workload.
    pub stated: Workload,
    /// What each table is for, and how often it is written and read.
    pub tables: Vec<TableLoad>,
}

/// A table or index.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct SchemaObject {
    /// Name as the DDL says it.
    pub name: String,
    /// `table`, `index`, or `managed index`.
    pub kind: String,
    /// The table of an index; the parent of an interleaved table.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub of: Option<String>,
    /// The key in words: `(ShardId, TxnId)`.
    pub key: String,
    /// Names of a table's columns in the order of the text; empty for an index.
    pub columns: Vec<String>,
    /// Its statement.
    pub range: Range,
}

/// A remark with its place.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Remark {
    /// In words.
    pub message: String,
    /// Where.
    pub range: Range,
    /// What would cure it, if that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cure: Option<Cure>,
}

/// A change of the text that cures a syntax error.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Cure {
    /// What it does, for a button.
    pub label: String,
    /// The edits of the text.
    pub edits: Vec<TextEdit>,
}

/// How bad a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Spanner refuses it.
    Error,
    /// A hotspot.
    High,
    /// May become a problem.
    Warn,
    /// A question.
    Ask,
    /// Worth knowing.
    Info,
    /// An opportunity.
    Hint,
}

/// One finding.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Finding {
    /// Names this finding among all: `key-timestamp-first Visits.SeenAt`. Stable while typing.
    pub key: String,
    /// The rule.
    pub rule: String,
    /// How bad.
    pub severity: Severity,
    /// The table or index.
    pub object: String,
    /// The column, if one is to blame.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<String>,
    /// What is wrong; names in backticks.
    pub title: String,
    /// What it costs.
    pub why: String,
    /// What to do.
    pub help: String,
    /// Spanner's own word for it, as in `MOVING_HOT_SPOT`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The query that confirms it on a live database.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub query: Option<String>,
    /// Why it is believed.
    pub evidence: Vec<Evidence>,
    /// The line to blame.
    pub range: Range,
    /// How sure, 0 to 1.
    pub confidence: f64,
    /// Writes/s over what the moving points can take, where writes/s are known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub utilisation: Option<f64>,
    /// Fixes that may help, best first; ask for their cards.
    pub fixes: Vec<FixName>,
    /// Rules that explain something about this finding.
    pub attached: Vec<String>,
    /// The reason it was accepted with.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub accepted: Option<String>,
    /// For an accepted finding, the edits that take the acceptance out of the text again.
    pub withdraw: Vec<TextEdit>,
}

/// A piece of evidence.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Evidence {
    /// In words.
    pub what: String,
    /// Where.
    pub range: Range,
}

/// A fix by name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct FixName {
    /// As in `T5`.
    pub id: String,
    /// What it does.
    pub title: String,
}

/// A question; each answer is an edit that writes a directive.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Question {
    /// Names this question among all.
    pub key: String,
    /// The rule that asks.
    pub rule: String,
    /// The table or index.
    pub object: String,
    /// The column.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<String>,
    /// The question.
    pub question: String,
    /// Why it matters.
    pub why: String,
    /// The answers.
    pub choices: Vec<Choice>,
    /// Where.
    pub range: Range,
}

/// An answer.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Choice {
    /// What the person reads.
    pub label: String,
    /// The directive's fact: `sequential`.
    pub fact: String,
    /// The edit that writes it into the text.
    pub edit: TextEdit,
}

/// One replacement of a range of the text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct TextEdit {
    /// First UTF-16 unit replaced.
    pub from: u32,
    /// One past the last.
    pub to: u32,
    /// What stands there afterwards.
    pub insert: String,
}

/// "Which fixes are there for this finding?"
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct CardsAsk {
    /// The text.
    pub text: String,
    /// The dialect.
    pub dialect: DialectChoice,
    /// What the person has set.
    pub workload: Workload,
    /// The finding's key.
    pub finding: String,
    /// What the person set, by fix and then by the names that its card asks by.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    #[cfg_attr(
        target_arch = "wasm32",
        tsify(optional, type = "Record<string, Record<string, string>>")
    )]
    pub set: BTreeMap<String, BTreeMap<String, String>>,
}

/// A fix, worked out for one finding.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct FixCard {
    /// As in `T5`.
    pub id: String,
    /// What it does.
    pub title: String,
    /// Why it is not offered, with what would make it possible; the rest is empty then.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refused: Option<String>,
    /// The key that comes out.
    pub resulting_key: String,
    /// Most writes/s the result can take, by the model, on the nodes set; absent when the fix
    /// changes no key.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ceiling_writes_per_second: Option<f64>,
    /// What it costs.
    pub costs: Vec<String>,
    /// What else changes.
    pub cascade: Vec<Change>,
    /// What the application must change.
    pub application: Vec<String>,
    /// Shards, where the fix has any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shards: Option<u32>,
    /// What the person may choose, in the order to ask; what is to be chosen first, where the fix
    /// is refused for that.
    pub asks: Vec<FixAsk>,
    /// What reads cost before and after, where the fix changes a key or an index.
    pub reads: Vec<ReadCost>,
    /// Bytes that a row takes with its keys, in its table and in all its indexes; absent where the
    /// fix changes neither.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bytes: Option<RowBytes>,
    /// The edits of the text.
    pub edits: Vec<TextEdit>,
}

/// Something a person may choose about a fix.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct FixAsk {
    /// The name it is set by, in `set` of `Chosen`.
    pub name: String,
    /// What is asked.
    pub label: String,
    /// `number`, `choice` or `list` (words with commas between).
    pub kind: String,
    /// The least, for a number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub least: Option<u32>,
    /// The most, for a number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub most: Option<u32>,
    /// What may be chosen, for a choice.
    pub choices: Vec<AskChoice>,
    /// The value in use.
    pub value: String,
    /// What to know before choosing, one line each.
    pub notes: Vec<String>,
}

/// One of a few values.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct AskChoice {
    /// What is set.
    pub value: String,
    /// What the person reads.
    pub label: String,
}

/// Bytes of a row before and after, by the model's sizes.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct RowBytes {
    /// As it is.
    pub before: f64,
    /// With the fix.
    pub after: f64,
}

/// What one way of reading costs before and after, with its query.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct ReadCost {
    /// The table or index that is read.
    pub object: String,
    /// `point`, `entity`, `newest`, `lastHour` or `full`.
    pub shape: String,
    /// The way of reading, in words: `one Txn`, `the newest 50`.
    pub label: String,
    /// What it takes as the schema is.
    pub before: ReadScans,
    /// What it takes with the fix.
    pub after: ReadScans,
}

/// What a read takes on one schema.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct ReadScans {
    /// Ranges of keys that are read; absent where every row is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ranges: Option<u32>,
    /// In words: `1 scan`, `16 scans and a merge`, `every row`.
    pub words: String,
    /// The query.
    pub query: String,
}

/// One object a fix changes on the way.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Change {
    /// The object.
    pub object: String,
    /// `table`, `index`, `foreign key`.
    pub kind: String,
    /// What changes.
    pub what: String,
}

/// A fix a person has chosen.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Chosen {
    /// The finding's key.
    pub finding: String,
    /// The fix's id.
    pub fix: String,
    /// What the person set, by the names that the card asks by: `shards`, `reason`, `column`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional, type = "Record<string, string>"))]
    pub set: BTreeMap<String, String>,
}

/// "What does the text look like with these fixes?"
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct RewriteAsk {
    /// The text.
    pub text: String,
    /// The dialect.
    pub dialect: DialectChoice,
    /// What the person has set.
    pub workload: Workload,
    /// The fixes, in the order chosen.
    pub chosen: Vec<Chosen>,
}

/// The text with fixes applied.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Rewrite {
    /// The new text.
    pub text: String,
    /// Which fix made which part of it.
    pub hunks: Vec<Hunk>,
    /// Choices that could not be applied, with the reason.
    pub refused: Vec<Refused>,
    /// What reads of the tables and indexes that changed cost before and after.
    pub reads: Vec<ReadCost>,
    /// What is found in the new text.
    pub analysis: Analysis,
}

/// How to get from a schema to the one that fixes give.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Rollout {
    /// The steps, in order.
    pub steps: Vec<RolloutStep>,
    /// All of it as one marked-down text.
    pub markdown: String,
}

/// One step of a rollout.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct RolloutStep {
    /// What is done, as a heading.
    pub title: String,
    /// Why, and what to watch; one line each.
    pub notes: Vec<String>,
    /// What to run, in order.
    pub code: Vec<RolloutCode>,
    /// How to go back from here; absent where there is nothing to take back.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub back: Option<String>,
}

/// Something to run or to keep in a file.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct RolloutCode {
    /// `ddl` (one call of the DDL API), `dml`, `partitioned` (partitioned DML), `query`, `shell`
    /// or `file`.
    pub kind: String,
    /// The statements, one each; a shell command or a file is one.
    pub statements: Vec<String>,
}

/// "How do I get there?" Fields are those of `RewriteAsk`.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct RolloutAsk {
    /// The text.
    pub text: String,
    /// The dialect.
    pub dialect: DialectChoice,
    /// What the person has set.
    pub workload: Workload,
    /// The fixes, in the order chosen.
    pub chosen: Vec<Chosen>,
    /// Whether a database with this schema holds data already.
    pub deployed: bool,
}

/// A part of a rewritten text that a fix made.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Hunk {
    /// Where, in the new text.
    pub range: Range,
    /// The fix.
    pub fix: FixName,
    /// The finding it cures.
    pub finding: String,
}

/// A choice that could not be applied.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Refused {
    /// The finding.
    pub finding: String,
    /// The fix.
    pub fix: String,
    /// Why.
    pub why: String,
}

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
    /// Rows written per second over the whole schema.
    pub writes_per_second: f64,
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
}

/// How keys are cut into the rows of a grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "lowercase")]
pub enum RowsBy {
    /// Equal ranges of keys: an ascending key falls as a diagonal.
    Keys,
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
    /// One sentence: what happens, and what the change buys.
    pub headline: String,
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
}

/// The numbers of one run. Rates and times are means over the second half of the run.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct RunAnswer {
    /// Rows/s the workload asks to write.
    pub offered_writes_per_second: f64,
    /// Rows/s written.
    pub served_writes_per_second: f64,
    /// Rows/s the layout reached at the end can take without a server above 100 %.
    pub sustainable_writes_per_second: f64,
    /// The same without a server above the recommended maximum: 65 % in one region, 45 % in
    /// several.
    pub recommended_writes_per_second: f64,
    /// Median commit latency at the server, ms.
    pub p50_ms: f64,
    /// 99th percentile of commit latency at the server, ms.
    pub p99_ms: f64,
    /// Mean commit latency at the server, ms.
    pub mean_ms: f64,
    /// Median latency as a client sees it, with the wait for a free place, ms.
    pub client_p50_ms: f64,
    /// 99th percentile of latency as a client sees it, ms. Requests that were given up are not
    /// in it.
    pub client_p99_ms: f64,
    /// Commits under way at servers at a time, mean.
    pub in_flight: f64,
    /// Highest server utilisation, 0 to 1.
    pub server_utilisation_max: f64,
    /// Mean server utilisation, 0 to 1.
    pub server_utilisation_mean: f64,
    /// Servers.
    pub servers: u32,
    /// Mean utilisation of each server, 0 to 1.
    pub server_means: Vec<f64>,
    /// Splits at the end.
    pub splits: u32,
    /// Split points added before the run.
    pub split_points: u32,
    /// Splits moved between servers.
    pub moves: u32,
    /// Splits made because of load.
    pub load_splits: u32,
    /// Splits made because of size.
    pub size_splits: u32,
    /// Splits merged with the one before them.
    pub merges: u32,
    /// Seconds until the served rate stays near its end value or what was asked for.
    pub seconds_to_saturation: f64,
    /// Seconds until no server is above its capacity for the rest of the run; absent if never.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seconds_to_balance: Option<f64>,
    /// Hot splits that could not be split, with Spanner's word for why.
    pub unsplittable: Vec<UnsplittableSplit>,
    /// Columns of the grid and length of every series.
    pub columns: u32,
    /// Seconds a column stands for.
    pub seconds_per_column: f64,
    /// Rows of the grid.
    pub rows: u32,
    /// Which rows belong to which object, top to bottom.
    pub bands: Vec<Band>,
    /// Hottest cell as a share of what one split can take; above 1 is overload.
    pub peak_share: f64,
    /// Named shapes found in the grid.
    pub patterns: Vec<Pattern>,
    /// Splits, moves and size splits in order of time, the first [`EVENTS_MAX`].
    pub events: Vec<Event>,
}

/// Events listed in a [`RunAnswer`] at most.
pub const EVENTS_MAX: usize = 500;

/// A hot split that could not be split.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct UnsplittableSplit {
    /// The table or index.
    pub object: String,
    /// As in `MOVING_HOT_SPOT`.
    pub reason: String,
    /// The split's `CPU_USAGE_SCORE` at the end, 0 to 100.
    pub score: f64,
}

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
}

/// A named shape in the picture.
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
    /// The table or index.
    pub object: String,
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

/// Which of the two runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "lowercase")]
pub enum Which {
    /// The schema as it is.
    Before,
    /// The schema with fixes.
    After,
}

/// How a heatmap is painted.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct PaintAsk {
    /// Which run.
    pub which: Which,
    /// `keys` for the heatmap, `servers` for one row a server.
    pub view: PaintView,
    /// Width in device pixels; at most [`PAINT_PIXELS_MAX`] with the height.
    pub width: u32,
    /// Height in device pixels.
    pub height: u32,
    /// `inferno` or `cividis`.
    pub palette: Palette,
    /// Logarithmic brightness.
    pub log: bool,
    /// Visible part, as fractions of the whole: left, right, top, bottom.
    pub left: f64,
    /// See `left`.
    pub right: f64,
    /// See `left`.
    pub top: f64,
    /// See `left`.
    pub bottom: f64,
}

/// Pixels a heatmap may have at most (8192 × 4096; a 4K screen has a quarter).
pub const PAINT_PIXELS_MAX: u32 = 8192 * 4096;

/// What is painted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "lowercase")]
pub enum PaintView {
    /// Key ranges over time.
    Keys,
    /// Servers over time.
    Servers,
}

/// Colours from idle to saturated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "lowercase")]
pub enum Palette {
    /// Inferno.
    Inferno,
    /// Cividis.
    Cividis,
}

/// "What is under this point?"
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct ProbeAsk {
    /// Which run.
    pub which: Which,
    /// Column of the grid.
    pub column: u32,
    /// Row of the grid.
    pub row: u32,
}

/// What is under a point of the heatmap.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Probe {
    /// Seconds from the start.
    pub seconds: f64,
    /// The table or index.
    pub object: String,
    /// The key range in words: `Transactions, ShardId 3, 40–41 % of TxnId`.
    pub key_range: String,
    /// Rows written per second in this range.
    pub writes_per_second: f64,
    /// Share of what one split can take.
    pub share_of_split: f64,
    /// Server that serves it.
    pub server: u32,
    /// Utilisation of that server, 0 to 1.
    pub server_utilisation: f64,
    /// Why its split cannot be split further, where it is hot.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// A marked-down page in parts.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Page {
    /// Its heading.
    pub title: String,
    /// `name: value` lines between the heading and the first paragraph.
    pub fields: Vec<Field>,
    /// Paragraphs, headings, lists and code, in order.
    pub blocks: Vec<Block>,
}

/// A `name: value` line.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Field {
    /// The name.
    pub name: String,
    /// The value.
    pub value: String,
}

/// A block of a page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Block {
    /// `heading`, `text`, `item` or `code`.
    pub kind: String,
    /// For code: what stands after the fence, as in `sql bad`. Empty otherwise.
    pub info: String,
    /// The words; for code the lines as they are.
    pub text: String,
}

/// What a person may look up: the facts of directives, for completion, the rules and the fixes.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Reference {
    /// Every fact that a directive may state, in the order in which completion offers them.
    pub facts: Vec<FactEntry>,
    /// Every rule, in the order in which pages list them.
    pub rules: Vec<RuleEntry>,
    /// Every fix.
    pub fixes: Vec<FixEntry>,
}

/// A fact that a directive may state.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct FactEntry {
    /// Its name, as in `lowcard`.
    pub name: String,
    /// How it is written, with an example of its argument, as in `lowcard(5)`.
    pub form: String,
    /// What it speaks of.
    pub of: FactOf,
    /// The words it takes behind its sign, where it takes one of a few.
    pub words: Vec<String>,
    /// One sentence about it.
    pub help: String,
}

/// What a fact speaks of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "lowercase")]
pub enum FactOf {
    /// A column.
    Column,
    /// A table; `accept` and `off` may speak of an index too.
    Table,
    /// The whole file.
    File,
}

/// A rule, as a list shows it, with its page.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct RuleEntry {
    /// Its id, as in `key-timestamp-first`.
    pub id: String,
    /// How bad it usually is; the workload decides.
    pub severity: Severity,
    /// What it finds, in one line.
    pub line: String,
    /// Fixes that may help, best first.
    pub fixes: Vec<FixName>,
    /// Its page.
    pub page: Page,
}

/// A fix, as a list shows it, with its page.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct FixEntry {
    /// As in `T5`.
    pub id: String,
    /// What it does.
    pub title: String,
    /// Its page.
    pub page: Page,
}
