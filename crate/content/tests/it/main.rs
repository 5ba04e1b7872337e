//! Every file of `web/content` is held to what it says: one runner, and a module for each kind that
//! says how a file of it is checked.

#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]
#![expect(clippy::print_stdout, reason = "a test prints its table of figures")]

use hotsplit_content::file::{File, Kind, files};

mod dumps;
mod examples;
mod format;
mod loads;
mod metrics;
mod presets;
mod scenarios;
mod shapes;
mod validation;

/// Checks every file of a kind, and fails with what is wrong in all of them.
fn check_all(kind: Kind, least: usize, mut check: impl FnMut(&File) -> Vec<String>) {
    let files = files(kind);
    let (found, name) = (files.len(), kind.name());
    assert!(found >= least, "expected at least {least} files in {name}, found {found}");
    let mut wrong = Vec::new();
    for file in &files {
        let lines = check(file).into_iter();
        wrong.extend(lines.map(|line| format!("{name}/{}: {line}", file.name)));
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}
