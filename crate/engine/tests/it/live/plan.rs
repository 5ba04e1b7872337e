//! The JSON of a plan as a person's tools read it. All that the player knows of a plan stands here.

use serde::Deserialize;
use serde_json::Value;

/// A plan.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Plan {
    pub(crate) placeholders: Vec<Placeholder>,
    pub(crate) steps: Vec<Step>,
}

impl Plan {
    /// Reads a plan; one that is not in the form of the contract ends the test.
    pub(crate) fn of(plan: &Value) -> Self {
        let mut read: Self = serde_json::from_value(plan.clone())
            .unwrap_or_else(|error| panic!("no plan: {error}\n{plan:#}"));
        for rule in read.steps.iter_mut().flat_map(|step| &mut step.rules) {
            rule.plain();
        }
        read
    }
}

/// A word that a person replaces.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Placeholder {
    pub(crate) name: String,
    pub(crate) means: String,
}

/// A step.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Step {
    pub(crate) id: String,
    pub(crate) kind: Kind,
    pub(crate) group: Option<u32>,
    pub(crate) reversible: bool,
    #[serde(default)]
    pub(crate) code: Vec<Code>,
    #[serde(default)]
    pub(crate) checks: Vec<Check>,
    /// What transactions do from this step on, where it is one that changes that.
    #[serde(default)]
    pub(crate) rules: Vec<Rule>,
    #[serde(default)]
    pub(crate) passes: Vec<Pass>,
    pub(crate) back: Option<Back>,
}

/// Kinds of steps.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Kind {
    Check,
    Change,
    Create,
    Follow,
    Copy,
    Compare,
    Attach,
    Consumers,
    Read,
    Turn,
    Watch,
    Detach,
    Backup,
    Stop,
    Finish,
    Batch,
    Confirm,
}

/// Something to run.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Code {
    pub(crate) kind: String,
    #[serde(default)]
    pub(crate) statements: Vec<String>,
}

/// A query and what is expected of it.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Check {
    pub(crate) query: String,
    pub(crate) expected: String,
    #[serde(default)]
    pub(crate) when: When,
}

/// Before the code of its step or behind it.
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub(crate) enum When {
    Before,
    #[default]
    After,
}

/// What a transaction does when it changes rows of a table.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Rule {
    pub(crate) table: String,
    #[serde(default)]
    pub(crate) copies: Vec<String>,
    pub(crate) key: Vec<Parameter>,
    #[serde(default)]
    pub(crate) after_write: Vec<String>,
    #[serde(default)]
    pub(crate) before_delete: BeforeDelete,
    pub(crate) moves: Option<Moves>,
    pub(crate) commit_timestamps: Option<CommitTimestamps>,
    #[serde(default)]
    pub(crate) supplied: Vec<Supplied>,
}

impl Rule {
    /// Takes the quotes off names of tables and columns: the application of a proof writes them
    /// without.
    fn plain(&mut self) {
        let plain = |name: &mut String| *name = name.replace(['`', '"'], "");
        plain(&mut self.table);
        self.copies.iter_mut().for_each(plain);
        self.key.iter_mut().for_each(|it| plain(&mut it.column));
        let moves = self.moves.iter_mut();
        let rows = self.before_delete.rows.iter_mut();
        rows.chain(moves.flat_map(|it| &mut it.rows)).for_each(|it| plain(&mut it.table));
        self.moves.iter_mut().flat_map(|it| &mut it.columns).for_each(plain);
        self.commit_timestamps.iter_mut().flat_map(|it| &mut it.columns).for_each(plain);
        for one in &mut self.supplied {
            plain(&mut one.column);
            one.reads.iter_mut().for_each(plain);
            plain(&mut one.expression);
        }
    }
}

/// A parameter of statements.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Parameter {
    pub(crate) column: String,
    pub(crate) parameter: String,
    #[serde(rename = "type")]
    pub(crate) ty: String,
}

/// What comes before a DELETE.
#[derive(Clone, Debug, Default, Deserialize)]
pub(crate) struct BeforeDelete {
    #[serde(default)]
    pub(crate) first: Vec<String>,
    #[serde(default)]
    pub(crate) rows: Vec<Rows>,
    #[serde(default)]
    pub(crate) statements: Vec<String>,
}

/// Rows that go, or move, with another.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Rows {
    pub(crate) table: String,
    pub(crate) query: String,
}

/// What an UPDATE does that moves a row of the copy.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Moves {
    pub(crate) columns: Vec<String>,
    #[serde(default)]
    pub(crate) rows: Vec<Rows>,
    #[serde(default)]
    pub(crate) before: Vec<String>,
}

/// Columns that are set behind all else.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct CommitTimestamps {
    pub(crate) columns: Vec<String>,
    pub(crate) after: Vec<String>,
}

/// A column that the application writes in the copy alone.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Supplied {
    pub(crate) column: String,
    pub(crate) expression: String,
    pub(crate) reads: Vec<String>,
}

/// Work over the rows of a table, range by range.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Pass {
    pub(crate) purpose: String,
    pub(crate) table: String,
    pub(crate) copy: String,
    /// A whole number; the wire has none of 64 bits.
    pub(crate) rows_per_range: f64,
    pub(crate) upto: Vec<Parameter>,
    pub(crate) after: Vec<Parameter>,
    pub(crate) first: Range,
    pub(crate) next: Range,
}

/// The statements of a range.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Range {
    pub(crate) end: String,
    pub(crate) find: Option<String>,
    pub(crate) statements: Vec<String>,
}

/// How to go back.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Back {
    #[serde(default)]
    pub(crate) code: Vec<Code>,
    #[serde(default)]
    pub(crate) passes: Vec<Pass>,
}
