//! `cargo xtask prefixes`: schemas cut off at every token, or changed at random, through all that
//! they set off.

use anyhow::Result;
use clap::Args;

use crate::shell::{cargo, run};

/// Seconds that are enough for all beginnings.
const UNTIL_ALL: u64 = 7 * 24 * 3_600;

/// What to run, and for how long.
#[derive(Args)]
pub(crate) struct Options {
    /// Take all beginnings of all schemas but the larger ones, of which some are taken: an hour or
    /// two, not only those of the ordinary test
    #[arg(long)]
    all: bool,
    /// Of the larger files only, of which some beginnings are taken
    #[arg(long, requires = "all")]
    large: bool,
    /// Stop after so many minutes; what was run by then is spread over all schemas
    #[arg(long, value_name = "MINUTES", requires = "all")]
    minutes: Option<u64>,
    /// Change schemas at random for so many minutes instead
    #[arg(long, value_name = "MINUTES", conflicts_with = "all")]
    random: Option<u64>,
    /// With `--random`: the first seed; the same seed gives the same text
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Threads
    #[arg(long, value_name = "N", default_value_t = 2)]
    threads: usize,
}

/// Prints how many texts were run and which were slow, and fails with the texts that panic.
pub(crate) fn prefixes(options: &Options) -> Result<()> {
    let filter = match options.random {
        Some(_) => "prefixes::schemas_that_are_changed_at_random",
        None => "prefixes::every_beginning",
    };
    let mut command = cargo();
    command
        .args(["test", "--quiet", "--package", "hotsplit", "--test", "it"])
        .args([filter, "--", "--nocapture"])
        .env("HOTSPLIT_PREFIXES_SEED", options.seed.to_string())
        .env("HOTSPLIT_PREFIXES_WORKERS", options.threads.to_string());
    if options.all {
        let seconds = options.minutes.map_or(UNTIL_ALL, |minutes| minutes * 60);
        command.env("HOTSPLIT_PREFIXES_SECONDS", seconds.to_string());
    }
    if options.large {
        command.env("HOTSPLIT_PREFIXES_LARGE", "1");
    }
    if let Some(minutes) = options.random {
        command.env("HOTSPLIT_PREFIXES_RANDOM_SECONDS", (minutes * 60).to_string());
    }
    run(
        &mut command,
        "fix the cause where it is, and add the text to FAILED_ONCE in \
         crate/cli/tests/it/prefixes.rs",
    )
}
