//! From the schema that is deployed to the one that fixes give: what to run, in which order, and
//! how to go back.
//!
//! Everything is told from the two schemas, never from what a fix says it does, so that it holds
//! for one fix and for several together.

mod alter;
mod confirm;
mod copy;
mod diff;
mod points;
mod rekey;
mod script;
pub mod shapes;

use super::FixContext;
use crate::syntax::tree::Dialect;
use diff::Diff;
use script::Script;

/// One step.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Step {
    /// What is done, as a heading.
    pub title: String,
    /// Why, and what to watch; one line each.
    pub notes: Vec<String>,
    /// What to run, in order.
    pub code: Vec<Code>,
    /// How to go back from here, if there is something to take back.
    pub back: Option<String>,
}

/// Something to run or to keep in a file.
#[derive(Clone, Debug, PartialEq)]
pub struct Code {
    /// What it is.
    pub kind: CodeKind,
    /// The statements, one each; a shell command or a file is one.
    pub statements: Vec<String>,
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
    /// As the page knows it.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Ddl => "ddl",
            Self::Dml => "dml",
            Self::Partitioned => "partitioned",
            Self::Query => "query",
            Self::Shell => "shell",
            Self::File => "file",
        }
    }
}

/// The steps from one schema to another; of a database that is not deployed yet there is one.
#[must_use]
pub fn steps(before: &FixContext<'_>, after: &FixContext<'_>, deployed: bool) -> Vec<Step> {
    if !deployed {
        return vec![create(after)];
    }
    let diff = Diff::new(Script::new(before), Script::new(after));
    let renames = rekey::renames(&diff);
    let mut out = alter::steps(&diff, &renames);
    out.extend(rekey::steps(&diff, &renames));
    out.extend(alter::removals(&diff));
    if out.is_empty() {
        out.push(Step {
            title: "Nothing to run".to_owned(),
            notes: vec!["Both schemas say the same to Spanner.".to_owned()],
            ..Step::default()
        });
        return out;
    }
    out.push(confirm::step(&diff, &renames));
    out
}

/// All statements as one batch.
fn create(after: &FixContext<'_>) -> Step {
    let script = Script::new(after);
    let statements = script.statements().map(|(it, _)| script.text_of(it.span)).collect();
    Step {
        title: "Create the schema".to_owned(),
        notes: vec![
            "One batch: tables and their indexes come into being together, and nothing is \
             backfilled."
                .to_owned(),
        ],
        code: vec![Code { kind: CodeKind::Ddl, statements }],
        back: None,
    }
}

/// The steps as one marked-down text.
#[must_use]
pub fn markdown(steps: &[Step], dialect: Dialect) -> String {
    let mut out = String::from("# Rollout\n");
    for (n, step) in steps.iter().enumerate() {
        out.push_str(&format!("\n## {}. {}\n", n + 1, step.title));
        for note in &step.notes {
            out.push_str(&format!("\n- {note}"));
        }
        if !step.notes.is_empty() {
            out.push('\n');
        }
        for code in &step.code {
            out.push_str(&block(code, dialect));
        }
        if let Some(back) = &step.back {
            out.push_str(&format!("\nTo go back: {back}\n"));
        }
    }
    out
}

/// Code between fences, with what it is above.
fn block(code: &Code, dialect: Dialect) -> String {
    let sql = match dialect {
        Dialect::GoogleSql => "sql",
        Dialect::PostgreSql => "sql postgresql",
    };
    let (what, info, end) = match code.kind {
        CodeKind::Ddl => ("One call of the DDL API:", sql, ";"),
        CodeKind::Dml => ("DML:", sql, ";"),
        CodeKind::Partitioned => ("Partitioned DML:", sql, ";"),
        CodeKind::Query => ("Query:", sql, ";"),
        CodeKind::Shell => ("Shell:", "sh", ""),
        CodeKind::File => ("File:", "text", ""),
    };
    let mut out = format!("\n{what}\n\n```{info}\n");
    for statement in &code.statements {
        out.push_str(&format!("{}{end}\n", statement.trim_end()));
    }
    out.push_str("```\n");
    out
}
