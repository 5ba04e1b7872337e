//! What of others is in what is handed out, with their licences, as most of those ask for.
//!
//! Vite writes down the packages that it bundles; the crates are added here. What only runs while
//! the engine is built (macros) is in nothing that is handed out.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use serde_json::Value;

use crate::shell::{ask, cargo};
use crate::tools::WASM;

/// The texts of the project's own licences, at the top of the repository.
pub(crate) const OWN: &[&str] = &["LICENSE-APACHE", "LICENSE-MIT"];

/// What the crates are compiled into.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum For {
    /// The engine as WebAssembly.
    Engine,
    /// The command line on this machine.
    CommandLine,
}

/// A crate of others.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Crate {
    name: String,
    version: String,
    /// As its manifest says it.
    licence: String,
    folder: PathBuf,
}

/// The crates and the texts of their licences, as Markdown; a text that several have stands once.
pub(crate) fn crates(of: For) -> Result<String> {
    let mut cargo = cargo();
    cargo.args(["metadata", "--format-version", "1", "--locked"]);
    if of == For::Engine {
        cargo.args(["--filter-platform", WASM, "--no-default-features"]);
        cargo.args(["--manifest-path", "crate/Cargo.toml"]);
    }
    let told = ask(&mut cargo).context("cargo does not tell of its packages")?;
    let metadata = serde_json::from_str(&told).context("cargo tells of its packages in JSON")?;
    let mut texts: BTreeMap<String, Vec<Crate>> = BTreeMap::new();
    for one in linked(&metadata, "hotsplit")? {
        texts.entry(text(&one)?).or_default().push(one);
    }
    let mut groups: Vec<(String, Vec<Crate>)> = texts.into_iter().collect();
    groups.sort_by(|(_, one), (_, other)| one.cmp(other));
    let mut page = "# Crates\n".to_owned();
    for (text, crates) in groups {
        page.push('\n');
        for Crate { name, version, licence, .. } in crates {
            writeln!(page, "- {name} {version} ({licence})")?;
        }
        write!(page, "\n~~~text\n{text}\n~~~\n")?;
    }
    Ok(page)
}

/// Packages of others that are linked into one of ours, by name.
fn linked(metadata: &Value, root: &str) -> Result<BTreeSet<Crate>> {
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let word = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let packages: BTreeMap<String, Value> =
        list(&metadata["packages"]).into_iter().map(|one| (word(&one["id"]), one)).collect();
    let nodes: BTreeMap<String, Value> = list(&metadata["resolve"]["nodes"])
        .into_iter()
        .map(|one| (word(&one["id"]), one))
        .collect();
    let is_macro = |package: &Value| {
        list(&package["targets"]).iter().any(|it| list(&it["kind"]).contains(&"proc-macro".into()))
    };
    let ours = packages.iter().find(|(_, one)| one["name"] == root);
    let mut ahead = vec![ours.with_context(|| format!("no package is named {root}"))?.0.clone()];
    let (mut seen, mut found) = (BTreeSet::new(), BTreeSet::new());
    while let Some(id) = ahead.pop() {
        let (Some(package), Some(node)) = (packages.get(&id), nodes.get(&id)) else {
            bail!("cargo names {id} and does not tell of it");
        };
        if is_macro(package) || !seen.insert(id) {
            continue;
        }
        // Those of this workspace come from nowhere.
        if !package["source"].is_null() {
            let manifest = PathBuf::from(word(&package["manifest_path"]));
            found.insert(Crate {
                name: word(&package["name"]),
                version: word(&package["version"]),
                licence: word(&package["license"]),
                folder: manifest.parent().map(Path::to_path_buf).unwrap_or_default(),
            });
        }
        for other in list(&node["deps"]) {
            let normal = list(&other["dep_kinds"]).iter().any(|kind| kind["kind"].is_null());
            if normal {
                ahead.push(word(&other["pkg"]));
            }
        }
    }
    Ok(found)
}

/// The licence under which we use a crate: the shortest of those it offers.
fn text(one: &Crate) -> Result<String> {
    let mut files = Vec::new();
    for entry in fs::read_dir(&one.folder).with_context(|| one.folder.display().to_string())? {
        let name = entry?.file_name().to_string_lossy().into_owned();
        if name.to_uppercase().starts_with("LICEN") {
            files.push(fs::read_to_string(one.folder.join(name))?);
        }
    }
    let shortest = files.into_iter().min_by_key(String::len);
    // Some keep theirs at the top of a repository that their package leaves out.
    let words = shortest.unwrap_or_else(|| format!("{}\n", one.licence));
    let lines: Vec<&str> = words.lines().map(str::trim_end).collect();
    Ok(lines.join("\n").trim_matches('\n').to_owned())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_is_linked_is_named_and_what_only_builds_is_not() {
        let package = |name: &str, source: Value, kind: &str| {
            json!({
                "id": name, "name": name, "version": "1.0.0", "license": "MIT", "source": source,
                "manifest_path": format!("/crates/{name}/Cargo.toml"),
                "targets": [{ "kind": [kind] }],
            })
        };
        let needs = |name: &str, others: &[(&str, Value)]| {
            let deps: Vec<Value> = others
                .iter()
                .map(|(name, kind)| json!({ "pkg": name, "dep_kinds": [{ "kind": kind }] }))
                .collect();
            json!({ "id": name, "deps": deps })
        };
        let from = || json!("registry");
        let metadata = json!({
            "packages": [
                package("ours", Value::Null, "lib"), package("maths", from(), "lib"),
                package("derive", from(), "proc-macro"), package("quote", from(), "lib"),
                package("tests", from(), "lib"),
            ],
            "resolve": { "nodes": [
                needs("ours", &[
                    ("maths", Value::Null), ("derive", Value::Null), ("tests", json!("dev")),
                ]),
                needs("maths", &[]), needs("derive", &[("quote", Value::Null)]),
                needs("quote", &[]), needs("tests", &[]),
            ] },
        });
        let names: Vec<String> =
            linked(&metadata, "ours").unwrap().into_iter().map(|one| one.name).collect();
        assert_eq!(names, ["maths"]);
    }

    #[test]
    fn the_engine_names_what_it_is_made_of() {
        let page = crates(For::Engine).unwrap();
        for name in ["sqlparser", "libm", "wasm-bindgen"] {
            assert!(page.contains(&format!("\n- {name} ")), "{name} is missing");
        }
        for name in ["syn", "clap", "insta"] {
            assert!(!page.contains(&format!("\n- {name} ")), "{name} is not in the engine");
        }
        assert!(page.contains("Apache License"), "sqlparser has no other");
        assert!(!page.contains("\n~~~text\n\n"), "each has a text");
    }
}
