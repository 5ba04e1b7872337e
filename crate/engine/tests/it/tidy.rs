//! The project keeps its own shape: files say what they are for, lists are whole, nothing is left
//! to write, and the top stays quiet. Which layer may name which is for Cargo to say.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use hotsplit_engine::{fixes, rules};

/// What may stand at the top. The second part is what tools and editors leave there untracked.
const TOP: &[&str] = &[
    ".cargo",
    ".ci",
    ".clippy.toml",
    ".editorconfig",
    ".gitattributes",
    ".github",
    ".gitignore",
    ".rustfmt.toml",
    "ARCHITECTURE.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "Cargo.lock",
    "Cargo.toml",
    "LICENSE-APACHE",
    "LICENSE-MIT",
    "README.md",
    "SECURITY.md",
    "crate",
    "deny.toml",
    "pkg",
    "rust-toolchain.toml",
    "web",
    ".DS_Store",
    ".direnv",
    ".git",
    ".idea",
    ".vscode",
    "target",
];

#[test]
fn every_file_says_what_it_is_for() {
    let root = root();
    let rust = files(&root.join("crate"), "rs").into_iter().map(|file| (file, "//!"));
    let script = files(&root.join("web/src"), "ts").into_iter().map(|file| (file, "/**"));
    let wrong: Vec<String> = rust
        .chain(script)
        .filter(|(file, opening)| !read(file).starts_with(opening))
        .map(|(file, opening)| format!("{}: opens without {opening}", file.display()))
        .collect();
    assert!(wrong.is_empty(), "open with what the file is for:\n{}", wrong.join("\n"));
}

#[test]
fn every_rule_is_listed_and_has_its_page() {
    let ids = rules::RULES.iter().map(|rule| rule.id);
    assert_listed(&root().join("crate/rules/src"), ids);
}

#[test]
fn every_fix_is_listed_and_has_its_page() {
    let names = fixes::FIXES.iter().map(|fix| fix.id);
    assert_listed(&root().join("crate/fixes/src/catalog"), names);
}

/// A fix asks a finding for its cause, and another fix for what it does.
#[test]
fn no_fix_decides_by_an_id() {
    let rules: Vec<String> = rules::RULES.iter().map(|rule| format!("\"{}\"", rule.id)).collect();
    let named = |file: &PathBuf| {
        let text = read(file);
        let of = |word: &&str| text.contains(*word).then(|| format!("{}: {word}", file.display()));
        let words = rules.iter().map(String::as_str).chain(["FIX.id", "FIX.short"]);
        words.filter_map(|word| of(&word)).collect::<Vec<_>>()
    };
    let wrong: Vec<String> =
        files(&root().join("crate/fixes/src"), "rs").iter().flat_map(named).collect();
    assert!(wrong.is_empty(), "add a Cause, or a field of Fix:\n{}", wrong.join("\n"));
}

/// `cargo xtask new` marks what the author has to write.
#[test]
fn nothing_is_left_to_write() {
    let sources = ["crate/rules/src", "crate/fixes/src", "web/content", "web/lessons"];
    let mut left = Vec::new();
    for folder in sources {
        let folder = root().join(folder);
        let all = ["rs", "md", "txt"].into_iter().flat_map(|extension| files(&folder, extension));
        for file in all {
            let mut section = String::new();
            for (line, number) in read(&file).lines().zip(1..) {
                if let Some(heading) = line.strip_prefix("## ") {
                    section = format!(" under \"{heading}\"");
                }
                if let Some((_, what)) = line.split_once("To write: ") {
                    left.push(format!("{}:{number}{section}: {what}", file.display()));
                }
            }
        }
    }
    assert!(left.is_empty(), "still to write:\n{}", left.join("\n"));
}

/// Names that stand for what a reader is going to add.
const PLACEHOLDERS: &[&str] = &["NAME", "key_something", "do_something"];

#[test]
fn documents_name_sources_that_exist() {
    let root = root();
    let web = fs::read_dir(root.join("web")).expect("web/ can be read");
    let sources: Vec<String> = ["crate", "web/src", "web/tests", "web/scorm"]
        .iter()
        .flat_map(|folder| ["rs", "ts"].map(|extension| files(&root.join(folder), extension)))
        .flatten()
        .chain(web.map(|entry| entry.expect("an entry can be read").path()))
        .chain(files(&root.join("pkg"), "ts"))
        .map(|file| file.display().to_string())
        .collect();
    let mut named = 0;
    let mut wrong = Vec::new();
    for document in ["ARCHITECTURE.md", "CONTRIBUTING.md"] {
        for (line, number) in read(&root.join(document)).lines().zip(1..) {
            // Every second piece stands between backticks.
            for name in line.split('`').skip(1).step_by(2) {
                // An extension alone names no file.
                let is_source =
                    !name.starts_with('.') && (name.ends_with(".rs") || name.ends_with(".ts"));
                let is_one_name =
                    name.chars().all(|it| it.is_ascii_alphanumeric() || "_-./".contains(it));
                if !is_source || !is_one_name || PLACEHOLDERS.iter().any(|it| name.contains(it)) {
                    continue;
                }
                named += 1;
                if !sources.iter().any(|source| source.ends_with(&format!("/{name}"))) {
                    wrong.push(format!("{document}:{number}: {name}"));
                }
            }
        }
    }
    assert!(named > 100, "only {named} names were found");
    assert!(wrong.is_empty(), "no such file:\n{}", wrong.join("\n"));
}

#[test]
fn the_top_stays_quiet() {
    let entries = fs::read_dir(root()).expect("the root can be read");
    let wrong: Vec<String> = entries
        .map(|entry| entry.expect("an entry can be read").file_name().display().to_string())
        .filter(|name| !TOP.contains(&name.as_str()))
        .collect();
    assert!(wrong.is_empty(), "move it into a folder, or list it in TOP: {wrong:?}");
}

/// A file and a page below `folder` for each name, and no page for anything else.
fn assert_listed(folder: &Path, names: impl Iterator<Item = &'static str>) {
    let stems = |extension: &str| -> BTreeSet<String> {
        files(folder, extension).iter().map(|file| stem(file)).collect()
    };
    let (sources, pages) = (stems("rs"), stems("md"));
    let listed: BTreeSet<String> = names.map(|name| name.replace('-', "_")).collect();
    assert_eq!(pages, listed, "pages (left) and the list (right) differ");
    let without: Vec<&String> = listed.difference(&sources).collect();
    assert!(without.is_empty(), "no file is named for {without:?}");
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(file: &Path) -> String {
    fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}

fn stem(file: &Path) -> String {
    file.file_stem().expect("a listed file has a name").display().to_string()
}

/// All files below a folder with this extension, sorted. No folder, no files.
fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let mut found = Vec::new();
    for entry in entries {
        let path = entry.expect("an entry can be read").path();
        if path.is_dir() {
            // What the fuzzer builds is nobody's source.
            if !path.ends_with("fuzz/target") {
                found.extend(files(&path, extension));
            }
        } else if path.extension().is_some_and(|its| its == extension) {
            found.push(path);
        }
    }
    found.sort();
    found
}
