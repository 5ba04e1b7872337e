//! What a step of a rollout is made of, beside its code: checks, rules of the application, passes
//! over the rows of a table, the way back.

use serde::{Deserialize, Serialize};
#[cfg(target_arch = "wasm32")]
use tsify::Tsify;

use super::RolloutCode;

/// What stands in capitals in a statement or a command until a person decides it.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct RolloutPlaceholder {
    /// The word: `INSTANCE`.
    pub name: String,
    /// What to write in its place.
    pub means: String,
}

/// How long a step takes.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct RolloutDuration {
    /// `minutes`, `hours` or `days`.
    pub class: String,
    /// What that depends on.
    pub why: String,
}

/// A query that tells whether a step may begin, or has done its work.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct RolloutCheck {
    /// The query.
    pub query: String,
    /// `no rows`, or a sentence.
    pub expected: String,
    /// Whether it is run `before` or `after` the code of the step.
    pub when: String,
}

/// How to go back from where a step stands.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct RolloutBack {
    /// What to do.
    pub words: String,
    /// What to run, in order.
    pub code: Vec<RolloutCode>,
    /// Work over ranges of rows.
    pub passes: Vec<RolloutPass>,
}

/// What every transaction of the application does from a step on when it changes rows of a table.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct RolloutRule {
    /// The table that the application writes.
    pub table: String,
    /// Tables that follow; empty where only rows below it follow.
    pub copies: Vec<String>,
    /// The primary key of the table as parameters of the statements.
    pub key: Vec<RolloutParameter>,
    /// Statements to run behind each INSERT or UPDATE of a row.
    pub after_write: Vec<String>,
    /// What to do before the DELETE of a row.
    pub before_delete: RolloutBeforeDelete,
    /// What to do about an UPDATE that moves rows of a copy; absent where none does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<RolloutMoves>,
    /// What to do about commit timestamps; absent where the table has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub commit_timestamps: Option<RolloutCommitTimestamps>,
    /// Columns that the application has to fill, as the table it wrote before lacks them.
    pub supplied: Vec<RolloutSupplied>,
    /// The rule as code of an application.
    pub shapes: Vec<RolloutShape>,
}

/// A column of a key as a parameter.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct RolloutParameter {
    /// The column.
    pub column: String,
    /// Its name in a request: `TxnId`, in PostgreSQL `p1`.
    pub parameter: String,
    /// How statements write it: `@TxnId`, in PostgreSQL `$1`.
    pub sql: String,
    /// Its type: `STRING(26)`.
    #[serde(rename = "type")]
    pub ty: String,
}

/// What to do before the DELETE of a row.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct RolloutBeforeDelete {
    /// Rows that the DELETE takes with it: what the rule of their table says comes first.
    pub rows: Vec<RolloutRows>,
    /// Statements to run then.
    pub statements: Vec<String>,
}

/// Rows of another table.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct RolloutRows {
    /// The table.
    pub table: String,
    /// The query of their keys.
    pub query: String,
}

/// What to do about an UPDATE that moves rows of a copy.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct RolloutMoves {
    /// An UPDATE that sets one of these columns moves a row.
    pub columns: Vec<String>,
    /// Rows below it that move too.
    pub rows: Vec<RolloutRows>,
    /// Statements to run before the UPDATE.
    pub before: Vec<String>,
}

/// What to do about commit timestamps: a transaction cannot read a column to which it wrote one.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct RolloutCommitTimestamps {
    /// The columns, which are set last.
    pub columns: Vec<String>,
    /// Statements that set them in the copies.
    pub after: Vec<String>,
}

/// A column that the application has to fill.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct RolloutSupplied {
    /// The column.
    pub column: String,
    /// Its value, from other columns of the same row.
    pub expression: String,
}

/// A rule as code in one language.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct RolloutShape {
    /// `go`, `java`, `python` or `javascript`.
    pub language: String,
    /// The code.
    pub code: String,
}

/// Work over the rows of a table in the order of its key, one range after another, each in a
/// transaction of its own.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct RolloutPass {
    /// `copy`, `repair` (pairs that differ), `surplus` (rows that only the copy has) or `clear`.
    pub purpose: String,
    /// The table whose rows are walked.
    pub table: String,
    /// Its copy.
    pub copy: String,
    /// Rows of a range.
    pub rows_per_range: u32,
    /// Parameters that hold the last key of the range.
    pub upto: Vec<RolloutParameter>,
    /// Parameters that hold the last key of the range before.
    pub after: Vec<RolloutParameter>,
    /// The first range.
    pub first: RolloutRange,
    /// Every other range.
    pub next: RolloutRange,
}

/// The statements of a range.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct RolloutRange {
    /// The query of the last key of the range; no row means that the pass has ended.
    pub end: String,
    /// The query of what is wrong in the range; absent where nothing is compared.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub find: Option<String>,
    /// Statements to run then.
    pub statements: Vec<String>,
}
