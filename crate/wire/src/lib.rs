//! What leaves the engine for the page: plain data, documented for its reader.
//!
//! This module is the contract: a text and what is found in it stand here, runs in `runs`, their
//! pictures in `picture`. Offsets are UTF-16 code units, as the editor counts; they are made
//! here and nowhere else. No 64-bit integers, no maps, no HTML. Grids and series cross apart, as
//! flat typed arrays (see `wasm`).
//!
#![doc = include_str!("../README.md")]

pub use hotsplit_engine as engine;

pub mod added;
pub mod answers;
pub mod from;
pub mod headline;
pub mod headroom;
pub mod knobs;
pub mod lessons;
pub mod measured;
pub mod picture;
pub mod ranges;
pub mod reference;
pub mod rollout;
pub mod runs;
pub mod tables;
pub mod trust;

use std::collections::BTreeMap;

use headroom::{Ceiling, HeadroomReport};
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
    /// A rate of the whole schema is given, or one of every table is stated.
    pub rate_stated: bool,
    /// How much room the schema leaves, at what the text says of the instance.
    pub headroom: HeadroomReport,
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
    /// For an index that Spanner keeps for a foreign key: the table that it is on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub table: Option<String>,
    /// For such an index: the foreign key, if that has a name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub constraint: Option<String>,
    /// For such an index: its key columns in order.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub columns: Option<Vec<String>>,
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
    /// Load over what one split can take, where the rates are stated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub utilisation: Option<f64>,
    /// Writes/s over the whole schema at which its split is full, whatever the nodes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ceiling_writes_per_second: Option<Ceiling>,
    /// Share of the schema's work that goes to its split, 0 to 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub share: Option<f64>,
    /// Nodes up to which it does no harm.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes_harmless: Option<f64>,
    /// Whether the rate it is judged by is stated; absent where it is not about a rate.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rate_stated: Option<bool>,
    /// Why it does no harm as things are, with what would change that. Nobody has accepted it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub harmless: Option<String>,
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
    /// The least and the most that it may be; absent where what a split takes is not the limit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ceiling_between: Option<ranges::Between>,
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
