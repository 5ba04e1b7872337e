//! `cargo xtask bless`: what the engine now says is right. Read the diff before you commit it.

use anyhow::{Context as _, Result};

use crate::engine::Optimise;
use crate::shell::{cargo, run, step};
use crate::{engine, site};

/// Accepts changed snapshots and rewrites the tracked files of `pkg/`.
pub(crate) fn bless() -> Result<()> {
    let tests = step("Accept changed snapshots", || {
        run(
            cargo()
                .args(["test", "--package", "hotsplit", "--no-fail-fast"])
                .env("INSTA_UPDATE", "always"),
            "these tests fail for another reason than a snapshot; mend them and bless again",
        )
    });
    // A failing test does not keep the bindings stale: both are wanted, and the failure is told.
    site::install()?;
    let fresh = engine::build(Optimise::No)?;
    let changed = engine::accept(&fresh)?;
    if changed.is_empty() {
        println!("\nThe tracked files of pkg/ were fresh.");
    } else {
        println!("\nRewritten in pkg/: {}.", changed.join(", "));
    }
    println!("Read `git diff` before you commit.");
    tests.context("pkg/ is blessed, but not all tests pass")
}
