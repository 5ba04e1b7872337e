//! `cargo xtask corpus`: the grammar against the corpora that stand beside the project.

use anyhow::Result;

use crate::shell::{cargo, run};

/// Prints the table of folders and each failure, and fails where a target is missed.
pub(crate) fn corpus() -> Result<()> {
    run(
        cargo().args(["test", "--quiet", "--package", "hotsplit", "--test", "it"]).args([
            "corpus::",
            "--",
            "--nocapture",
        ]),
        "mend the grammar, or list the file with its reason in crate/tests/corpus-exceptions.txt",
    )
}
