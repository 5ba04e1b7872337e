//! A plan as data: steps with who does them, how long they take, what to run, what to look at and
//! how to go back. Text, JSON and the page are written from it.

use crate::reads::Cost;
use crate::syntax::tree::Dialect;

/// A plan.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// The dialect of its statements.
    pub dialect: Dialect,
    /// The database holds data already.
    pub live: bool,
    /// Words in statements that a person replaces.
    pub placeholders: Vec<Placeholder>,
    /// The steps, in order.
    pub steps: Vec<Step>,
    /// What reads cost before and after, with the names that indexes have after the last step.
    pub reads: Vec<Cost>,
}

/// A word that a person replaces.
#[derive(Clone, Debug, PartialEq)]
pub struct Placeholder {
    /// The word.
    pub name: String,
    /// What to put there.
    pub means: String,
}

/// The way back from a step that changes nothing.
pub const NOTHING: &str = "There is nothing to undo.";

/// One step.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// Names the step within its plan.
    pub id: String,
    /// What kind of step it is.
    pub kind: StepKind,
    /// Tables that move together have one number; steps that belong to none have none.
    pub group: Option<u32>,
    /// What is done, as a heading.
    pub title: String,
    /// Who does it.
    pub owner: Owner,
    /// How long it takes.
    pub duration: Duration,
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
    pub code: Vec<Code>,
    /// Queries that tell whether all is as it should be.
    pub checks: Vec<Check>,
    /// What each transaction of the application does from this step on; `None` where that does not
    /// change.
    pub rules: Option<Vec<Rule>>,
    /// Work over ranges of rows.
    pub passes: Vec<Pass>,
    /// How to go back from here, if there is a way.
    pub back: Option<Back>,
}

impl Step {
    /// A step that a person with DDL rights does in minutes.
    pub(super) fn new(id: impl Into<String>, kind: StepKind, title: impl Into<String>) -> Self {
        Self {
            id: id.into(),
            kind,
            group: None,
            title: title.into(),
            owner: Owner::Dba,
            duration: Duration::minutes("A schema change without a backfill."),
            reversible: true,
            safe: String::new(),
            notes: Vec::new(),
            watch: Vec::new(),
            stop: Vec::new(),
            code: Vec::new(),
            checks: Vec::new(),
            rules: None,
            passes: Vec::new(),
            back: None,
        }
    }
}

/// Kinds of steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StepKind {
    /// All statements as one batch, where there is no data.
    Batch,
    /// A change in place.
    Change,
    /// Look before a key changes.
    Check,
    /// Create copies.
    Create,
    /// The application refreshes copies.
    Follow,
    /// Copy rows.
    Copy,
    /// Compare and repair.
    Compare,
    /// Give the copies what they lack.
    Attach,
    /// Consumers of change streams learn of the copies, or change over to them.
    Consumers,
    /// The application reads the copies.
    Read,
    /// The application writes the copies first.
    Turn,
    /// Wait and look.
    Watch,
    /// Take constraints from the old tables.
    Detach,
    /// Keep what is there, as the last way back.
    Backup,
    /// The old tables are no longer written.
    Stop,
    /// Drop the old tables and rename the copies.
    Finish,
    /// See that the change holds.
    Confirm,
}

impl StepKind {
    /// As other programs read it.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Batch => "batch",
            Self::Change => "change",
            Self::Check => "check",
            Self::Create => "create",
            Self::Follow => "follow",
            Self::Copy => "copy",
            Self::Compare => "compare",
            Self::Attach => "attach",
            Self::Consumers => "consumers",
            Self::Read => "read",
            Self::Turn => "turn",
            Self::Watch => "watch",
            Self::Detach => "detach",
            Self::Backup => "backup",
            Self::Stop => "stop",
            Self::Finish => "finish",
            Self::Confirm => "confirm",
        }
    }
}

/// Who does a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner {
    /// Who may change the schema.
    Dba,
    /// A deployment of the application.
    Application,
    /// A job that runs statements.
    Job,
}

impl Owner {
    /// As other programs read it.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Dba => "dba",
            Self::Application => "application",
            Self::Job => "job",
        }
    }

    /// For the reader.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Self::Dba => "DBA",
            Self::Application => "application team",
            Self::Job => "job",
        }
    }
}

/// How long a step takes.
#[derive(Clone, Debug, PartialEq)]
pub struct Duration {
    /// The class.
    pub class: DurationClass,
    /// From what that follows.
    pub why: String,
}

impl Duration {
    pub(super) fn new(class: DurationClass, why: impl Into<String>) -> Self {
        Self { class, why: why.into() }
    }

    pub(super) fn minutes(why: impl Into<String>) -> Self {
        Self::new(DurationClass::Minutes, why)
    }
}

/// Classes of durations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum DurationClass {
    /// Below an hour.
    Minutes,
    /// Below a day.
    Hours,
    /// Longer.
    Days,
}

impl DurationClass {
    /// As other programs read it, and people.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Minutes => "minutes",
            Self::Hours => "hours",
            Self::Days => "days",
        }
    }
}

/// Something to run or to keep in a file.
#[derive(Clone, Debug, PartialEq)]
pub struct Code {
    /// What it is.
    pub kind: CodeKind,
    /// The statements, one each; a shell command or a file is one.
    pub statements: Vec<String>,
    /// A limit of Spanner that it stays below, with what to do.
    pub limit: Option<String>,
}

impl Code {
    /// One call of the DDL API.
    pub(super) fn ddl(statements: Vec<String>) -> Self {
        Self::new(CodeKind::Ddl, statements)
    }

    pub(super) fn new(kind: CodeKind, statements: Vec<String>) -> Self {
        Self { kind, statements, limit: None }
    }
}

/// Kinds of code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CodeKind {
    /// One call of the DDL API.
    Ddl,
    /// DML.
    Dml,
    /// Partitioned DML.
    Partitioned,
    /// A query.
    Query,
    /// A shell command.
    Shell,
    /// A file.
    File,
}

impl CodeKind {
    /// As other programs read it.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Ddl => "ddl",
            Self::Dml => "dml",
            Self::Partitioned => "pdml",
            Self::Query => "query",
            Self::Shell => "gcloud",
            Self::File => "file",
        }
    }
}

/// A query with what it should answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Check {
    /// The query.
    pub query: String,
    /// What is expected: [`NO_ROWS`], or a sentence.
    pub expected: String,
    /// It runs before the code of its step, not behind it.
    pub before: bool,
}

/// What a check expects that finds what should not be there.
pub const NO_ROWS: &str = "no rows";

/// How to go back.
#[derive(Clone, Debug, PartialEq)]
pub struct Back {
    /// In words.
    pub words: String,
    /// What to run.
    pub code: Vec<Code>,
}

/// What a transaction does when it changes rows of a table that others follow.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Rule {
    /// The table that the application writes.
    pub table: String,
    /// The tables that hold the image of its rows.
    pub copies: Vec<String>,
    /// The key of a changed row, as statements take it.
    pub key: Vec<Parameter>,
    /// Run directly behind each `INSERT` and `UPDATE` of a row.
    pub after_write: Vec<String>,
    /// Run before all else that a `DELETE` of a row needs: the row's images, where those that its
    /// `DELETE` takes along are referenced by them.
    pub first: Vec<String>,
    /// Rows of other tables that a `DELETE` takes along, and whose own statements come before
    /// `before_delete`.
    pub takes_along: Vec<RowsOf>,
    /// Run directly before each `DELETE` of a row.
    pub before_delete: Vec<String>,
    /// What an `UPDATE` of some columns needs besides.
    pub moves: Option<Moves>,
    /// Columns that a transaction sets to its commit timestamp.
    pub commit_timestamps: Option<CommitTimestamps>,
    /// Columns of the written table that the other lacks.
    pub supplied: Vec<Supplied>,
    /// The same as code of an application.
    pub shapes: Vec<Shape>,
}

impl Rule {
    /// Whether a `DELETE` needs anything before it.
    #[must_use]
    pub fn deletes(&self) -> bool {
        !self.first.is_empty() || !self.takes_along.is_empty() || !self.before_delete.is_empty()
    }
}

/// A column that the application gives.
#[derive(Clone, Debug, PartialEq)]
pub struct Supplied {
    /// The column.
    pub column: String,
    /// Its value, over the row `o`.
    pub expression: String,
    /// Columns of the row that the value is made of: an `UPDATE` of one sets the column too.
    pub reads: Vec<String>,
    /// Finds the row if there is no row to take the value from; `None` where the column is never
    /// NULL.
    pub missing: Option<String>,
}

/// A parameter of a statement.
#[derive(Clone, Debug, PartialEq)]
pub struct Parameter {
    /// The column whose value it takes.
    pub column: String,
    /// Its name in the API.
    pub name: String,
    /// As statements write it.
    pub sql: String,
    /// The type of the column as the schema writes it.
    pub ty: String,
}

/// Rows of a table that hang on a row.
#[derive(Clone, Debug, PartialEq)]
pub struct RowsOf {
    /// The table.
    pub table: String,
    /// Gives their keys.
    pub query: String,
}

/// What to do around an `UPDATE` of columns that the new key is made of.
#[derive(Clone, Debug, PartialEq)]
pub struct Moves {
    /// The columns.
    pub columns: Vec<String>,
    /// Rows below it that move too.
    pub rows: Vec<RowsOf>,
    /// Run before the `UPDATE`.
    pub before: Vec<String>,
}

/// Columns that cannot be read again in the transaction that sets them.
#[derive(Clone, Debug, PartialEq)]
pub struct CommitTimestamps {
    /// The columns.
    pub columns: Vec<String>,
    /// Run behind all else, before the `UPDATE`s that set them in the table itself.
    pub after: Vec<String>,
}

/// Work over the rows of a table, one range of its key after another, each range in one read-write
/// transaction.
#[derive(Clone, Debug, PartialEq)]
pub struct Pass {
    /// What it is for.
    pub purpose: Purpose,
    /// The table whose key is walked.
    pub table: String,
    /// The table that is written.
    pub copy: String,
    /// Rows of a range.
    pub rows_per_range: u64,
    /// The end of a range.
    pub upto: Vec<Parameter>,
    /// The end of the range before.
    pub after: Vec<Parameter>,
    /// Statements of the first range.
    pub first: RangeCode,
    /// Statements of each range behind it.
    pub next: RangeCode,
}

/// What a pass is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// Copy rows.
    Copy,
    /// Find rows that are missing or differ, and mend them.
    Repair,
    /// Find rows that should not be there, and delete them.
    Surplus,
}

impl Purpose {
    /// As other programs read it.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Copy => "copy",
            Self::Repair => "repair",
            Self::Surplus => "surplus",
        }
    }
}

/// Statements of one range.
#[derive(Clone, Debug, PartialEq)]
pub struct RangeCode {
    /// Gives the last key of the range; no row where nothing is left.
    pub end: String,
    /// Lists what is wrong within the range.
    pub find: Option<String>,
    /// What is run.
    pub statements: Vec<String>,
}

/// Code in one language.
#[derive(Clone, Debug, PartialEq)]
pub struct Shape {
    /// `go`, `java`, `python` or `javascript`.
    pub language: &'static str,
    /// A file, or what can be pasted into one.
    pub code: String,
}
