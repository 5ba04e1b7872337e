//! The arguments, as people type them.

use clap::{Args, Parser, Subcommand, ValueEnum};
use hotsplit_port::source::Database;
use hotsplit_wire::engine::base::bounds::{NODES_MAX, NODES_MIN, RATE_MAX, RATE_MIN};
use hotsplit_wire::engine::defaults::{MINUTES, SEED};
use hotsplit_wire::engine::headroom::QUORUM_MS_DEFAULT;
use hotsplit_wire::engine::sim::{Pace, Region, Sending};
use hotsplit_wire::engine::syntax::tree;

/// Shows where a Cloud Spanner schema gets hot, what to change, and what the change buys.
#[derive(Parser)]
#[command(name = "hotsplit", version, propagate_version = true)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// What to do.
#[derive(Subcommand)]
pub(crate) enum Command {
    /// List findings and questions
    Check(Check),
    /// Print the DDL with fixes applied
    Fix(Fix),
    /// Run the split simulator on a schema, before and after
    Simulate(Simulate),
    /// List statements and syntax errors
    Syntax(Syntax),
    /// List all rules, each with its usual severity and one line
    Rules(Rules),
    /// Print the page of a rule or of a fix
    Explain(Explain),
    /// Play lesson files and say whether they are sound
    Lesson(Lesson),
    /// Write a Spanner schema from a dump of MySQL or PostgreSQL, with every loss
    Port(Port),
    /// Print a dump of MySQL or PostgreSQL without its rows, with what they show
    Condense(Condense),
}

/// The dialect of the schema.
#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum Dialect {
    /// Told from the text
    Auto,
    /// Spanner's GoogleSQL dialect
    Googlesql,
    /// Spanner's PostgreSQL dialect
    Postgresql,
}

impl Dialect {
    /// The dialect to force, if one was chosen.
    pub(crate) fn forced(self) -> Option<tree::Dialect> {
        match self {
            Self::Auto => None,
            Self::Googlesql => Some(tree::Dialect::GoogleSql),
            Self::Postgresql => Some(tree::Dialect::PostgreSql),
        }
    }
}

/// How findings are printed.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For people
    Text,
    /// Stable and documented
    Json,
    /// SARIF 2.1.0
    Sarif,
}

/// How numbers are printed.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum TextOrJson {
    /// For people
    Text,
    /// Stable and documented
    Json,
}

/// From which severity on the exit status is 1.
#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum FailOn {
    /// High and error
    High,
    /// Warn and above
    Warn,
    /// Never
    Never,
}

/// The dialect of a schema to check: those of Spanner, and of databases that one comes from.
#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum CheckDialect {
    /// Told from the text; a dialect of Spanner
    Auto,
    /// Spanner's GoogleSQL dialect
    Googlesql,
    /// Spanner's PostgreSQL dialect
    Postgresql,
    /// MySQL or MariaDB, as it would be in Spanner without any change
    SourceMysql,
    /// PostgreSQL, as it would be in Spanner without any change
    SourcePostgresql,
}

impl CheckDialect {
    /// The database that the schema comes from, if it is not Spanner's.
    pub(crate) fn source(self) -> Option<Database> {
        match self {
            Self::SourceMysql => Some(Database::MySql),
            Self::SourcePostgresql => Some(Database::PostgreSql),
            Self::Auto | Self::Googlesql | Self::Postgresql => None,
        }
    }

    /// The dialect of a schema of Spanner.
    pub(crate) fn spanner(self) -> Dialect {
        match self {
            Self::Googlesql => Dialect::Googlesql,
            Self::Postgresql => Dialect::Postgresql,
            Self::Auto | Self::SourceMysql | Self::SourcePostgresql => Dialect::Auto,
        }
    }
}

/// `hotsplit check`.
#[derive(Args)]
pub(crate) struct Check {
    /// The dialect of the text
    #[arg(long, value_enum, default_value = "auto")]
    pub(crate) dialect: CheckDialect,
    /// How findings are printed
    #[arg(long, value_enum, default_value = "text")]
    pub(crate) format: Format,
    /// From which severity on the exit status is 1
    #[arg(long, value_enum, default_value = "high")]
    pub(crate) fail_on: FailOn,
    /// The DDL; `-` for standard input
    pub(crate) file: String,
}

/// `hotsplit fix`.
#[derive(Args)]
pub(crate) struct Fix {
    /// The dialect of the text
    #[arg(long, value_enum, default_value = "auto")]
    pub(crate) dialect: Dialect,
    /// List the fixes of each finding, with what may be set, and change nothing
    #[arg(long, conflicts_with_all = ["choose", "all", "plan", "diff"])]
    pub(crate) list: bool,
    /// Apply a fix to a table or index, as in `Transactions=T5`, or to one finding, as in
    /// `'key-time-ordered-id Transactions.TxnId=T5'`; may be given more than once
    #[arg(long, value_name = "OBJECT=FIX")]
    pub(crate) choose: Vec<String>,
    /// Apply the best fix to every finding that is at least a warning
    #[arg(long, conflicts_with = "choose")]
    pub(crate) all: bool,
    /// Print how to get there on a database that holds data, with every statement, instead of the
    /// DDL
    #[arg(long)]
    pub(crate) plan: bool,
    /// With `--plan`: how the plan is printed
    #[arg(long, value_enum, default_value = "text", requires = "plan")]
    pub(crate) format: TextOrJson,
    /// With `--plan`: no database holds this schema yet
    #[arg(long, requires = "plan")]
    pub(crate) new: bool,
    /// Print a unified diff instead of the DDL
    #[arg(long, conflicts_with = "plan")]
    pub(crate) diff: bool,
    /// Set what a fix asks for, as in `column=OrderId`; may be given more than once
    #[arg(long, value_name = "NAME=VALUE")]
    pub(crate) set: Vec<String>,
    /// Shards, for fixes that make any
    #[arg(long)]
    pub(crate) shards: Option<u32>,
    /// The reason for accepting a finding (T25)
    #[arg(long)]
    pub(crate) reason: Option<String>,
    /// Nodes of the instance, for defaults
    #[arg(long, value_parser = nodes)]
    pub(crate) nodes: Option<f64>,
    /// Rows written per second over the whole schema, for defaults
    #[arg(long, value_parser = rate)]
    pub(crate) writes: Option<f64>,
    /// The DDL; `-` for standard input
    pub(crate) file: String,
}

/// `hotsplit simulate`.
#[derive(Args)]
pub(crate) struct Simulate {
    /// The dialect of the text
    #[arg(long, value_enum, default_value = "auto")]
    pub(crate) dialect: Dialect,
    /// Nodes of the instance; without it what the text states, or 10
    #[arg(long, value_parser = nodes)]
    pub(crate) nodes: Option<f64>,
    /// Rows written per second over the whole schema; without it what the text states, or what the
    /// nodes should take if every key were spread
    #[arg(long, value_parser = rate)]
    pub(crate) writes: Option<f64>,
    /// Minutes simulated
    #[arg(long, default_value_t = MINUTES, value_parser = clap::value_parser!(u32).range(1..=1440))]
    pub(crate) minutes: u32,
    /// Seed; the same seed gives the same numbers
    #[arg(long, default_value_t = SEED)]
    pub(crate) seed: u32,
    /// How clients send: `open`, `partly-open`, or `closed:USERS` with `:MS` of thinking
    #[arg(long, value_name = "HOW", default_value = "partly-open", value_parser = sending)]
    pub(crate) sending: Sending,
    /// `single`, or `multi` with `:MS` that a commit waits for the second region; without it what
    /// the text states, or single
    #[arg(long, value_name = "WHERE", default_value = "single", value_parser = region)]
    pub(crate) region: Region,
    /// Split points added before the run, for each node
    #[arg(long, value_name = "PER_NODE", value_parser = positive)]
    pub(crate) split_points: Option<f64>,
    /// Commits of a split that share an overhead, as with a commit delay
    #[arg(long, value_name = "COMMITS", value_parser = positive)]
    pub(crate) batch: Option<f64>,
    /// How rates change: `steady`, `step:FROM:SECOND`, `ramp:FROM:SECONDS` or
    /// `growth:FROM:FACTOR:SECONDS`, where FROM is a share of the rates
    #[arg(long, value_name = "HOW", default_value = "steady", value_parser = pace)]
    pub(crate) pace: Pace,
    /// Updates read the row they change, so that changes of one row follow one another
    #[arg(long)]
    pub(crate) read_modify_write: bool,
    /// Try a constant of the model with another value, as in `learn-seconds=60`; may be given
    /// more than once
    #[arg(long, value_name = "NAME=VALUE")]
    pub(crate) constant: Vec<String>,
    /// A value measured on your own database, as in `commit-p99=18ms`, `row-bytes=2048` or
    /// `split-rows-per-second=2900`; it is used without a range. May be given more than once
    #[arg(long, value_name = "NAME=VALUE")]
    pub(crate) measured: Vec<String>,
    /// How numbers are printed
    #[arg(long, value_enum, default_value = "text")]
    pub(crate) format: TextOrJson,
    /// A schema to compare with
    #[arg(long, value_name = "FILE", conflicts_with = "fix")]
    pub(crate) after: Option<String>,
    /// Compare with the schema that `hotsplit fix --all` gives
    #[arg(long)]
    pub(crate) fix: bool,
    /// The DDL; `-` for standard input
    pub(crate) file: String,
}

/// `hotsplit syntax`.
#[derive(Args)]
pub(crate) struct Syntax {
    /// The dialect of the text
    #[arg(long, value_enum, default_value = "auto")]
    pub(crate) dialect: Dialect,
    /// How statements are printed
    #[arg(long, value_enum, default_value = "json")]
    pub(crate) format: SyntaxFormat,
    /// The DDL; `-` for standard input
    pub(crate) file: String,
}

/// How statements are printed.
#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum SyntaxFormat {
    /// Stable and documented
    Json,
}

/// `hotsplit rules`.
#[derive(Args)]
pub(crate) struct Rules {
    /// How rules are printed
    #[arg(long, value_enum, default_value = "text")]
    pub(crate) format: TextOrJson,
}

/// `hotsplit explain`.
#[derive(Args)]
pub(crate) struct Explain {
    /// A rule, as in `key-timestamp-first`, or a fix, as in `T5`
    pub(crate) name: String,
}

/// `hotsplit lesson`.
#[derive(Args)]
pub(crate) struct Lesson {
    /// How checks and complaints are printed
    #[arg(long, value_enum, default_value = "text")]
    pub(crate) format: TextOrJson,
    /// List what a check may ask for, and play nothing
    #[arg(long, conflicts_with = "files")]
    pub(crate) terms: bool,
    /// Print the exam of a seed as a lesson file, and play nothing
    #[arg(long, value_name = "SEED", conflicts_with_all = ["files", "terms"])]
    pub(crate) exam: Option<u32>,
    /// Lesson files; `-` for standard input
    #[arg(required_unless_present_any = ["terms", "exam"])]
    pub(crate) files: Vec<String>,
}

/// `hotsplit port`.
#[derive(Args)]
pub(crate) struct Port {
    /// The dialect that is written
    #[arg(long, value_enum)]
    pub(crate) to: PortTarget,
    /// The database that the dump is from
    #[arg(long, value_enum, default_value = "auto")]
    pub(crate) from: PortSource,
    /// Forms that the emulator accepts, or all that Spanner documents; without it what the dump
    /// states, or those that the emulator accepts
    #[arg(long, value_enum)]
    pub(crate) level: Option<PortLevel>,
    /// Write the schema as it is, without new generators, for `hotsplit check` to judge
    #[arg(long)]
    pub(crate) literal: bool,
    /// A decision, as in `ids=keep` or `ranges=check`; may be given more than once
    #[arg(long, value_name = "KEY=VALUE")]
    pub(crate) set: Vec<String>,
    /// Print the losses instead of the schema
    #[arg(long)]
    pub(crate) losses: bool,
    /// Print where each part of the dump is in the schema
    #[arg(long, conflicts_with_all = ["losses", "plan"])]
    pub(crate) map: bool,
    /// Print the steps to a database with the schema: what to decide, to create, to copy and to change
    #[arg(long, conflicts_with = "losses")]
    pub(crate) plan: bool,
    /// Print how many keys get hot as it is and with these choices, with a run of each
    #[arg(long, conflicts_with_all = ["losses", "map", "plan", "literal"])]
    pub(crate) verdict: bool,
    /// Write no comments: the emulator takes none in GoogleSQL
    #[arg(long)]
    pub(crate) strip_comments: bool,
    /// How it is printed; SARIF has the losses
    #[arg(long, value_enum, default_value = "text")]
    pub(crate) format: Format,
    /// From which severity of a loss on the exit status is 1
    #[arg(long, value_enum, default_value = "error")]
    pub(crate) fail_on: PortFailOn,
    /// The dump; `-` for standard input
    pub(crate) file: String,
}

/// `hotsplit condense`.
#[derive(Args)]
pub(crate) struct Condense {
    /// The database that the dump is from
    #[arg(long, value_enum, default_value = "auto")]
    pub(crate) from: PortSource,
    /// The dump, of up to 4 GiB; `-` for standard input
    pub(crate) file: String,
}

/// The dialect that a port is written in.
#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum PortTarget {
    /// Spanner's GoogleSQL dialect
    Googlesql,
    /// Spanner's PostgreSQL dialect
    Postgresql,
}

/// The database that a dump is from.
#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum PortSource {
    /// Told from the text
    Auto,
    /// MySQL or MariaDB
    SourceMysql,
    /// PostgreSQL
    SourcePostgresql,
}

/// Which forms a port is written in.
#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum PortLevel {
    /// Those that the emulator accepts
    Proven,
    /// All that Spanner documents
    Current,
}

/// From which severity of a loss on the exit status is 1.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum PortFailOn {
    /// Errors, and open questions
    Error,
    /// Warnings too
    Warn,
    /// Never
    Never,
}

fn nodes(text: &str) -> Result<f64, String> {
    within(text, NODES_MIN, NODES_MAX)
}

fn rate(text: &str) -> Result<f64, String> {
    within(text, RATE_MIN, RATE_MAX)
}

fn within(text: &str, least: f64, most: f64) -> Result<f64, String> {
    hotsplit_wire::engine::facts::quantity::quantity(text)
        .filter(|number| (least..=most).contains(number))
        .ok_or_else(|| {
            format!("expected a number from {least:e} to {most:e}, for example 10 or 12k")
        })
}

fn positive(text: &str) -> Result<f64, String> {
    hotsplit_wire::engine::facts::quantity::quantity(text)
        .filter(|number| *number > 0.0)
        .ok_or_else(|| "expected a number above 0, for example 12000 or 12k".to_owned())
}

fn sending(text: &str) -> Result<Sending, String> {
    let parts: Vec<&str> = text.split(':').collect();
    match parts[..] {
        ["open"] => Ok(Sending::Open),
        ["partly-open"] => Ok(Sending::PartlyOpen),
        ["closed", users] => Ok(Sending::Closed { users: positive(users)?, think_ms: 0.0 }),
        ["closed", users, think] => {
            Ok(Sending::Closed { users: positive(users)?, think_ms: number(think)? })
        }
        _ => {
            Err("expected open, partly-open, or closed:USERS, for example closed:500:20".to_owned())
        }
    }
}

fn region(text: &str) -> Result<Region, String> {
    let parts: Vec<&str> = text.split(':').collect();
    match parts[..] {
        ["single"] => Ok(Region::Regional),
        ["multi"] => Ok(Region::MultiRegion { quorum_ms: QUORUM_MS_DEFAULT }),
        ["multi", ms] => Ok(Region::MultiRegion { quorum_ms: number(ms)? }),
        _ => Err("expected single or multi, for example multi:20".to_owned()),
    }
}

fn pace(text: &str) -> Result<Pace, String> {
    let parts: Vec<&str> = text.split(':').collect();
    match parts[..] {
        ["steady"] => Ok(Pace::Steady),
        ["step", from, second] => {
            Ok(Pace::Step { before: number(from)?, second: seconds(second)? })
        }
        ["ramp", from, until] => Ok(Pace::Ramp { from: number(from)?, seconds: seconds(until)? }),
        ["growth", from, factor, every] => Ok(Pace::Growth {
            from: positive(from)?,
            factor: positive(factor)?,
            every: seconds(every)?,
        }),
        _ => {
            Err("expected steady, step, ramp or growth, for example growth:0.05:1.5:300".to_owned())
        }
    }
}

/// A number that may be 0.
fn number(text: &str) -> Result<f64, String> {
    if text == "0" { Ok(0.0) } else { positive(text) }
}

fn seconds(text: &str) -> Result<u32, String> {
    text.parse().map_err(|_| format!("expected whole seconds, found `{text}`"))
}
