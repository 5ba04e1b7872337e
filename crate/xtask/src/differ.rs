//! `cargo xtask differ`: the reader against the emulator, on statements that nobody wrote.

use anyhow::Result;
use clap::Args;

use crate::shell::{cargo, run};

/// What to play.
#[derive(Args)]
pub(crate) struct Options {
    /// Statements of each dialect, half of them with one thing wrong
    #[arg(long, value_name = "N", default_value_t = 20_000)]
    statements: u64,
    /// The first seed; the same seed gives the same statement
    #[arg(long, value_name = "SEED", default_value_t = 0)]
    from: u64,
    /// Only this dialect
    #[arg(long, value_parser = ["googlesql", "postgresql"])]
    dialect: Option<String>,
    /// Keep some of the emulator's verdicts in crate/engine/tests/differ, for machines without one
    #[arg(long)]
    record: bool,
}

/// Prints how often both agree per production, where they do not with the shortest statement of each
/// cause, and fails where they agree too seldom.
pub(crate) fn differ(options: &Options) -> Result<()> {
    let mut command = cargo();
    command
        .args(["test", "--quiet", "--package", "hotsplit-engine", "--test", "it"])
        .args(["differ::the_reader_and_the_emulator_agree", "--", "--nocapture"])
        .env("HOTSPLIT_DIFFER_STATEMENTS", options.statements.to_string())
        .env("HOTSPLIT_DIFFER_FROM", options.from.to_string());
    if let Some(dialect) = &options.dialect {
        command.env("HOTSPLIT_DIFFER_DIALECT", dialect);
    }
    if options.record {
        command.env("HOTSPLIT_DIFFER_RECORD", "1");
    }
    run(
        &mut command,
        "mend crate/syntax, or list the disagreement with its reason in \
         crate/engine/tests/it/differ/known.rs",
    )
}
