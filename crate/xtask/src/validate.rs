//! `cargo xtask validate`: the simulator against published figures, one file of `web/content/validation`
//! for each.

use anyhow::Result;
use clap::Args;

use crate::shell::{cargo, run};

/// What to do with what is measured.
#[derive(Args)]
pub(crate) struct Options {
    /// Write the measured figures into the files
    #[arg(long)]
    bless: bool,
    /// For each constant that is not known, the value that fits all figures but one, tried on that one
    #[arg(long, conflicts_with = "bless")]
    leave_one_out: bool,
}

/// Prints the table of figures, and fails where one is missed or no longer as its file says.
pub(crate) fn validate(options: &Options) -> Result<()> {
    let mut command = cargo();
    command.args(["test", "--quiet", "--package", "hotsplit-content", "--test", "it"]);
    if options.leave_one_out {
        command.args(["validation::leave_one_out", "--", "--nocapture", "--ignored"]);
        return run(&mut command, "read what the test says");
    }
    command.args(["validation::", "--", "--nocapture"]);
    if options.bless {
        command.env("HOTSPLIT_BLESS_VALIDATION", "1");
    }
    run(
        &mut command,
        "mend the model, or, if the new figures are right, run `cargo xtask validate --bless` and \
         read the change",
    )
}
