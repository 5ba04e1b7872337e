//! `cargo xtask prove`: plans for live databases against random schedules on the emulator.

use anyhow::Result;
use clap::Args;

use crate::shell::{cargo, run};

/// What to play.
#[derive(Args)]
pub(crate) struct Options {
    /// Schedules of each case
    #[arg(long, value_name = "N", default_value_t = 50)]
    seeds: u64,
    /// The first seed; the same seed gives the same schedule
    #[arg(long, value_name = "SEED", default_value_t = 0)]
    from: u64,
    /// Only the cases of this dialect
    #[arg(long, value_parser = ["googlesql", "postgresql"])]
    dialect: Option<String>,
    /// Only this case of crate/engine/tests/it/live/cases.rs
    #[arg(long, value_name = "NAME")]
    case: Option<String>,
    /// Instead of the cases: so many schemas in each dialect that are put together at random, each
    /// with a schedule of its own; the first number is `--from`
    #[arg(long, value_name = "N", conflicts_with_all = ["seeds", "case"])]
    schemas: Option<u64>,
}

/// Prints how many schedules were played, and fails with those that break a plan, each made as short
/// as it can be.
pub(crate) fn prove(options: &Options) -> Result<()> {
    let mut command = cargo();
    let test = match options.schemas {
        Some(_) => "live::plans_of_random_schemas_hold",
        None => "live::plans_hold",
    };
    command
        .args(["test", "--quiet", "--package", "hotsplit-engine", "--test", "it"])
        .args([test, "--", "--nocapture"])
        .env("HOTSPLIT_PROVE_SEEDS", options.seeds.to_string())
        .env("HOTSPLIT_PROVE_FROM", options.from.to_string());
    if let Some(schemas) = options.schemas {
        command.env("HOTSPLIT_PROVE_SCHEMAS", schemas.to_string());
    }
    if let Some(dialect) = &options.dialect {
        command.env("HOTSPLIT_PROVE_DIALECT", dialect);
    }
    if let Some(case) = &options.case {
        command.env("HOTSPLIT_PROVE_CASE", case);
    }
    run(
        &mut command,
        "fix the plan in crate/fixes/src/rollout, and keep the schedule in \
         crate/engine/tests/it/live/kept.rs",
    )
}
