//! What holds of the manifests: each version stands once, the oldest Rust that builds is the one
//! that tests run on, and ARCHITECTURE.md has a line for each dependency.

use std::collections::BTreeSet;
use std::fs;

use crate::shell::root;

/// Every package of the workspace, by its folder below `crate`.
fn members() -> Vec<String> {
    let entries = fs::read_dir(root().join("crate")).expect("there are packages");
    let folders = entries.map(|entry| entry.expect("an entry can be read").path());
    let packages =
        folders.filter(|folder| folder.join("Cargo.toml").is_file() && !folder.ends_with("fuzz"));
    packages
        .map(|folder| format!("crate/{}", folder.file_name().expect("it has a name").display()))
        .collect()
}

fn read(name: &str) -> String {
    fs::read_to_string(root().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// The lines of the tables of a manifest whose name ends so, but for comments.
fn lines_of<'a>(manifest: &'a str, table: &str) -> Vec<&'a str> {
    let mut inside = false;
    let mut found = Vec::new();
    for line in manifest.lines() {
        if line.starts_with('[') {
            inside = line.ends_with(&format!("{table}]"));
        } else if inside && !line.is_empty() && !line.starts_with('#') {
            found.push(line);
        }
    }
    found
}

/// What a line of such a table is about.
fn name_of(line: &str) -> &str {
    line.split(['.', ' ', '=']).next().expect("a split gives a part")
}

fn value_of(text: &str, key: &str) -> String {
    let start = format!("{key} = \"");
    let line = text.lines().find(|line| line.starts_with(&start));
    let line = line.unwrap_or_else(|| panic!("no line begins with {start}"));
    line[start.len()..].trim_end_matches('"').to_owned()
}

#[test]
fn the_oldest_rust_is_the_one_that_tests_run_on() {
    let tested = value_of(&read("rust-toolchain.toml"), "channel");
    assert_eq!(tested, value_of(&read("Cargo.toml"), "rust-version"));
}

#[test]
fn each_version_stands_once() {
    let top = read("Cargo.toml");
    let mut used = BTreeSet::new();
    for member in members() {
        let manifest = read(&format!("{member}/Cargo.toml"));
        for line in lines_of(&manifest, "dependencies") {
            let own = line.contains("{ path = \"../");
            assert!(own || line.contains("workspace = true"), "{member}: {line}");
            if !own {
                used.insert(name_of(line).to_owned());
            }
        }
    }
    let named: BTreeSet<String> = lines_of(&top, "workspace.dependencies")
        .into_iter()
        .map(|line| name_of(line).to_owned())
        .collect();
    assert_eq!(named, used, "what the workspace names, and what its packages use");
}

#[test]
fn each_dependency_has_a_line_that_says_what_for() {
    let text = read("ARCHITECTURE.md");
    let (_, section) = text.split_once("\n## Dependencies\n").expect("a section of that name");
    let section = section.split("\n## ").next().expect("a split gives a part");
    let listed: BTreeSet<String> = section
        .lines()
        .filter_map(|line| line.strip_prefix("| `")?.split_once("` |"))
        .flat_map(|(names, _)| names.split("`, `").map(str::to_owned).collect::<Vec<_>>())
        .collect();
    let package: serde_json::Value = serde_json::from_str(&read("web/package.json")).unwrap();
    let npm = ["dependencies", "devDependencies"]
        .into_iter()
        .flat_map(|table| package[table].as_object().unwrap().keys().cloned());
    let manifests = [read("Cargo.toml"), read("crate/fuzz/Cargo.toml")];
    let rust = manifests
        .iter()
        .flat_map(|manifest| lines_of(manifest, "dependencies"))
        .map(|line| name_of(line).to_owned())
        .filter(|name| !name.starts_with("hotsplit"));
    let needed: BTreeSet<String> = npm.chain(rust).collect();
    assert_eq!(listed, needed, "the tables of ARCHITECTURE.md, and the manifests");
}
