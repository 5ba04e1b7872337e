//! `cargo xtask bless`: what the engine now says is right. Read the diff before you commit it.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use clap::Args;

use crate::engine::Optimise;
use crate::shell::{cargo, root, run, step};
use crate::{engine, site};

/// What is accepted.
#[derive(Args)]
pub(crate) struct Options {
    /// Rewrite the tracked files of pkg/ only, and leave snapshots as they are
    #[arg(long)]
    types: bool,
}

/// Accepts changed snapshots and rewrites the tracked files of `pkg/`.
pub(crate) fn bless(options: &Options) -> Result<()> {
    let snapshots = match options.types {
        true => Ok(()),
        false => step("Accept changed snapshots", accept_snapshots),
    };
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
    snapshots.context("pkg/ is blessed, but not all tests pass")
}

/// Runs the engine's tests once more, this time believing them. What an earlier run left beside
/// the snapshots is taken away first.
fn accept_snapshots() -> Result<()> {
    for file in left_by_insta(&root().join("crate")) {
        fs::remove_file(&file).with_context(|| file.display().to_string())?;
    }
    let tests = run(
        cargo()
            .args(["test", "--workspace", "--exclude", "xtask", "--no-fail-fast"])
            .env("INSTA_UPDATE", "always"),
        "these tests fail for another reason than a snapshot; mend them and bless again",
    );
    // A snapshot within a test's source is only noted by insta, never written.
    let within = left_by_insta(&root().join("crate"));
    if !within.is_empty() {
        let names: Vec<String> = within.iter().map(|file| file.display().to_string()).collect();
        bail!(
            "snapshots within the source of a test have changed:\n{}\n\
             What to do: copy what the test now prints, above, into the test by hand",
            names.join("\n")
        );
    }
    tests
}

/// Files in which insta keeps what it did not accept.
fn left_by_insta(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        let name = entry.file_name().to_string_lossy().into_owned();
        if path.is_dir() {
            found.extend(left_by_insta(&path));
        } else if name.ends_with(".snap.new") || name.ends_with(".pending-snap") {
            found.push(path);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shell::Scratch;

    #[test]
    fn what_insta_leaves_is_found() {
        let scratch = Scratch::new("insta");
        let folder = scratch.0.join("snapshots");
        fs::create_dir_all(&folder).unwrap();
        for name in ["a.snap", "a.snap.new", ".b.rs.pending-snap", "b.rs"] {
            fs::write(folder.join(name), "").unwrap();
        }
        let mut found = left_by_insta(&scratch.0);
        found.sort();
        assert_eq!(found, [folder.join(".b.rs.pending-snap"), folder.join("a.snap.new")]);
    }
}
