//! A plan on the wire: what the page shows, and what `hotsplit fix --plan --format json` prints.

use serde::{Deserialize, Serialize};
#[cfg(target_arch = "wasm32")]
use tsify::Tsify;

use crate::cards::{ReadCost, read_cost};
use hotsplit_engine::fixes::rollout::{self, plan};
use hotsplit_engine::syntax::tree::Dialect;

/// The version of the form of a plan. A field more does not change it.
const VERSION: u32 = 1;

/// How to get from a schema to the one that fixes give.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Rollout {
    /// The version of this form: 1.
    pub version: u32,
    /// `googlesql` or `postgresql`.
    pub dialect: String,
    /// The database holds data already.
    pub live: bool,
    /// Words in statements that a person replaces.
    pub placeholders: Vec<RolloutPlaceholder>,
    /// The steps, in order.
    pub steps: Vec<RolloutStep>,
    /// What reads of the tables and indexes that changed cost before and after the last step.
    pub reads: Vec<ReadCost>,
    /// All of it as one marked-down text.
    pub markdown: String,
}

/// A word that a person replaces.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct RolloutPlaceholder {
    /// The word.
    pub name: String,
    /// What to put there.
    pub means: String,
}

/// One step of a plan.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct RolloutStep {
    /// Names the step within its plan.
    pub id: String,
    /// `batch`, `change`, `check`, `create`, `follow`, `copy`, `compare`, `attach`, `read`, `turn`,
    /// `watch`, `stop`, `finish` or `confirm`.
    pub kind: String,
    /// Tables that move together have one number; absent outside of groups.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub group: Option<u32>,
    /// What is done, as a heading.
    pub title: String,
    /// `dba`, `application` or `job`.
    pub owner: String,
    /// How long it takes.
    pub duration: RolloutDuration,
    /// It can be undone without a backup.
    pub reversible: bool,
    /// Why it is safe while the database is in use.
    pub safe: String,
    /// What else to know, one line each.
    pub notes: Vec<String>,
    /// What to watch.
    pub watch: Vec<String>,
    /// When to stop and go back.
    pub stop: Vec<String>,
    /// What to run, in order.
    pub code: Vec<RolloutCode>,
    /// Queries that tell whether all is as it should be.
    pub checks: Vec<RolloutCheck>,
    /// What each transaction of the application does from this step on, none where nothing has to
    /// follow any more; absent where that stays as it was.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rules: Option<Vec<RolloutRule>>,
    /// Work over ranges of rows.
    pub passes: Vec<RolloutPass>,
    /// How to go back; absent where there is no way back.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub back: Option<RolloutBack>,
}

/// How long a step takes.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct RolloutDuration {
    /// `minutes`, `hours` or `days`.
    pub class: String,
    /// From what that follows.
    pub why: String,
}

/// Something to run or to keep in a file.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct RolloutCode {
    /// `ddl` (one call of the DDL API), `dml`, `pdml` (partitioned DML), `query`, `gcloud` or `file`.
    pub kind: String,
    /// The statements, one each; a shell command or a file is one.
    pub statements: Vec<String>,
    /// A limit of Spanner that it stays below.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limit: Option<String>,
}

/// A query with what it should answer.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct RolloutCheck {
    /// The query.
    pub query: String,
    /// `no rows`, or a sentence.
    pub expected: String,
    /// `before` or `after` the code of its step.
    pub when: String,
}

/// How to go back.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct RolloutBack {
    /// In words.
    pub words: String,
    /// What to run.
    pub code: Vec<RolloutCode>,
}

/// What a transaction does when it changes rows of a table that others follow.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct RolloutRule {
    /// The table that the application writes.
    pub table: String,
    /// Tables that hold the image of its rows.
    pub copies: Vec<String>,
    /// The key of a changed row, as statements take it.
    pub key: Vec<RolloutParameter>,
    /// Run directly behind each INSERT and UPDATE of a row.
    pub after_write: Vec<String>,
    /// Run directly before each DELETE of a row.
    pub before_delete: RolloutBeforeDelete,
    /// What an UPDATE of some columns needs besides.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<RolloutMoves>,
    /// Columns that a transaction sets to its commit timestamp.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub commit_timestamps: Option<RolloutCommitTimestamps>,
    /// Columns that the application has to give from here on.
    pub supplied: Vec<RolloutSupplied>,
    /// The same as code of an application.
    pub shapes: Vec<RolloutShape>,
}

/// A parameter of a statement.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct RolloutParameter {
    /// The column whose value it takes.
    pub column: String,
    /// Its name in the API.
    pub parameter: String,
    /// As statements write it.
    pub sql: String,
    /// The type of the column as the schema writes it.
    #[serde(rename = "type")]
    pub ty: String,
}

/// What comes before a DELETE.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct RolloutBeforeDelete {
    /// Run before all else.
    pub first: Vec<String>,
    /// Rows that the DELETE takes along: first do for each what comes before its own DELETE.
    pub rows: Vec<RolloutRows>,
    /// Then these.
    pub statements: Vec<String>,
}

/// Rows of a table that hang on a row.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct RolloutRows {
    /// The table.
    pub table: String,
    /// Gives their keys.
    pub query: String,
}

/// What to do around an UPDATE of columns that the new key is made of.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct RolloutMoves {
    /// The columns.
    pub columns: Vec<String>,
    /// Rows below it that move too.
    pub rows: Vec<RolloutRows>,
    /// Run before the UPDATE.
    pub before: Vec<String>,
}

/// Columns that cannot be read again in the transaction that sets them.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct RolloutCommitTimestamps {
    /// The columns.
    pub columns: Vec<String>,
    /// Run behind all else, for each row that the transaction changed, before the UPDATEs that set them in
    /// the table itself.
    pub after: Vec<String>,
}

/// A column that the application has to give.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct RolloutSupplied {
    /// The column.
    pub column: String,
    /// Its value, as an expression over other columns of the row, which is called `o`.
    pub expression: String,
    /// The columns of the row that it reads: an UPDATE that sets one of them sets this column too.
    pub reads: Vec<String>,
}

/// Code of an application in one language.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct RolloutShape {
    /// `go`, `java`, `python` or `javascript`.
    pub language: String,
    /// The code.
    pub code: String,
}

/// Work over the rows of a table, one range of its key after another, each in one read-write
/// transaction.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct RolloutPass {
    /// `copy`, `repair` or `surplus`.
    pub purpose: String,
    /// The table whose key is walked.
    pub table: String,
    /// The table that is written.
    pub copy: String,
    /// Rows of a range.
    pub rows_per_range: f64,
    /// The end of a range.
    pub upto: Vec<RolloutParameter>,
    /// The end of the range before.
    pub after: Vec<RolloutParameter>,
    /// Statements of the first range.
    pub first: RolloutRange,
    /// Statements of each range behind it.
    pub next: RolloutRange,
}

/// Statements of one range.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct RolloutRange {
    /// Gives the last key of the range; no row where nothing is left.
    pub end: String,
    /// Lists what is wrong within the range.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub find: Option<String>,
    /// What is run.
    pub statements: Vec<String>,
}

/// The plan, for the page and other programs.
#[must_use]
pub fn rollout(plan: &plan::Plan) -> Rollout {
    let dialect = match plan.dialect {
        Dialect::GoogleSql => "googlesql",
        Dialect::PostgreSql => "postgresql",
    };
    let placeholder = |it: &plan::Placeholder| RolloutPlaceholder {
        name: it.name.clone(),
        means: it.means.clone(),
    };
    Rollout {
        version: VERSION,
        dialect: dialect.to_owned(),
        live: plan.live,
        placeholders: plan.placeholders.iter().map(placeholder).collect(),
        steps: plan.steps.iter().map(step).collect(),
        reads: plan.reads.iter().map(read_cost).collect(),
        markdown: rollout::markdown(plan),
    }
}

fn step(step: &plan::Step) -> RolloutStep {
    RolloutStep {
        id: step.id.clone(),
        kind: step.kind.as_str().to_owned(),
        group: step.group,
        title: step.title.clone(),
        owner: step.owner.as_str().to_owned(),
        duration: RolloutDuration {
            class: step.duration.class.as_str().to_owned(),
            why: step.duration.why.clone(),
        },
        reversible: step.reversible,
        safe: step.safe.clone(),
        notes: step.notes.clone(),
        watch: step.watch.clone(),
        stop: step.stop.clone(),
        code: step.code.iter().map(code).collect(),
        checks: step.checks.iter().map(check).collect(),
        rules: step.rules.as_ref().map(|rules| rules.iter().map(rule).collect()),
        passes: step.passes.iter().map(pass).collect(),
        back: step.back.as_ref().map(|back| RolloutBack {
            words: back.words.clone(),
            code: back.code.iter().map(code).collect(),
        }),
    }
}

fn code(code: &plan::Code) -> RolloutCode {
    RolloutCode {
        kind: code.kind.as_str().to_owned(),
        statements: code.statements.clone(),
        limit: code.limit.clone(),
    }
}

fn check(check: &plan::Check) -> RolloutCheck {
    RolloutCheck {
        query: check.query.clone(),
        expected: check.expected.clone(),
        when: if check.before { "before" } else { "after" }.to_owned(),
    }
}

fn rule(rule: &plan::Rule) -> RolloutRule {
    RolloutRule {
        table: rule.table.clone(),
        copies: rule.copies.clone(),
        key: rule.key.iter().map(parameter).collect(),
        after_write: rule.after_write.clone(),
        before_delete: RolloutBeforeDelete {
            first: rule.first.clone(),
            rows: rule.takes_along.iter().map(rows).collect(),
            statements: rule.before_delete.clone(),
        },
        moves: rule.moves.as_ref().map(|moves| RolloutMoves {
            columns: moves.columns.clone(),
            rows: moves.rows.iter().map(rows).collect(),
            before: moves.before.clone(),
        }),
        commit_timestamps: rule.commit_timestamps.as_ref().map(|it| RolloutCommitTimestamps {
            columns: it.columns.clone(),
            after: it.after.clone(),
        }),
        supplied: rule
            .supplied
            .iter()
            .map(|it| RolloutSupplied {
                column: it.column.clone(),
                expression: it.expression.clone(),
                reads: it.reads.clone(),
            })
            .collect(),
        shapes: rule
            .shapes
            .iter()
            .map(|it| RolloutShape { language: it.language.to_owned(), code: it.code.clone() })
            .collect(),
    }
}

fn rows(rows: &plan::RowsOf) -> RolloutRows {
    RolloutRows { table: rows.table.clone(), query: rows.query.clone() }
}

fn parameter(parameter: &plan::Parameter) -> RolloutParameter {
    RolloutParameter {
        column: parameter.column.clone(),
        parameter: parameter.name.clone(),
        sql: parameter.sql.clone(),
        ty: parameter.ty.clone(),
    }
}

fn pass(pass: &plan::Pass) -> RolloutPass {
    RolloutPass {
        purpose: pass.purpose.as_str().to_owned(),
        table: pass.table.clone(),
        copy: pass.copy.clone(),
        rows_per_range: pass.rows_per_range as f64,
        upto: pass.upto.iter().map(parameter).collect(),
        after: pass.after.iter().map(parameter).collect(),
        first: range(&pass.first),
        next: range(&pass.next),
    }
}

fn range(range: &plan::RangeCode) -> RolloutRange {
    RolloutRange {
        end: range.end.clone(),
        find: range.find.clone(),
        statements: range.statements.clone(),
    }
}
