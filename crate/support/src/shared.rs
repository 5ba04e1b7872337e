//! What stands beside the project on some machines only, and how a test says that it is not there.
//!
//! What a test prints is hidden when it passes; these lines go to standard error past that, and
//! `cargo xtask test` counts those that begin with `SKIPPED:`.

use std::io::Write as _;
use std::path::{Path, PathBuf};

/// A path below `../shared`, if it is there. In a worktree it is one level further up.
#[must_use]
pub fn found(path: &str) -> Option<PathBuf> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    ["../../../shared", "../../../../shared"]
        .into_iter()
        .map(|folder| here.join(folder).join(path))
        .find(|path| path.exists())
}

/// Whether tests take all that they can and not a sample of it: `cargo xtask test --whole`.
#[must_use]
pub fn whole() -> bool {
    std::env::var_os("HOTSPLIT_WHOLE").is_some()
}

/// The same; where it is not there, one line says that `test` is skipped.
#[must_use]
pub fn needed(test: &str, path: &str) -> Option<PathBuf> {
    let found = found(path);
    if found.is_none() {
        skipped(test, &format!("../shared/{path} is not here"));
    }
    found
}

/// Says that a test is skipped.
pub fn skipped(test: &str, why: &str) {
    say(&format!("SKIPPED: {test}: {why}"));
}

/// Says something that is seen even when the test passes.
pub fn say(line: &str) {
    std::io::stderr().write_all(format!("{line}\n").as_bytes()).expect("standard error is open");
}

/// The .sql files of a folder, in order.
#[must_use]
pub fn sql_files(folder: &Path) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "sql"))
        .collect();
    files.sort();
    files
}

/// The .sql files of a folder and of all below it.
#[must_use]
pub fn sql_below(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries
        .flat_map(|path| match path.extension() {
            _ if path.is_dir() => sql_below(&path),
            Some(extension) if extension == "sql" => vec![path],
            _ => Vec::new(),
        })
        .collect()
}
