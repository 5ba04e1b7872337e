//! What of others is in what is handed out, with their licences, as most of those ask for.
//!
//! Vite writes down the packages that it bundles; the crates are added here. What only runs while
//! the engine is built (macros) is in nothing that is handed out.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;

use anyhow::{Context as _, Result};
use cargo_metadata::semver::Version;
use cargo_metadata::{
    CargoOpt, DependencyKind, Metadata, MetadataCommand, Node, Package, PackageId, Target,
};

use crate::shell::root;
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

/// The crates and the texts of their licences, as Markdown; a text that several have stands once.
pub(crate) fn crates(of: For) -> Result<String> {
    let mut command = MetadataCommand::new();
    command.current_dir(root()).other_options(["--locked".to_owned()]);
    if of == For::Engine {
        command
            .manifest_path("crate/wasm/Cargo.toml")
            .features(CargoOpt::NoDefaultFeatures)
            .other_options(["--locked", "--filter-platform", WASM].map(str::to_owned));
    }
    let root = if of == For::Engine { "hotsplit-wasm" } else { "hotsplit" };
    let metadata = command.exec().context("cargo does not tell of its packages")?;
    let mut texts: BTreeMap<String, Vec<&Package>> = BTreeMap::new();
    for one in linked(&metadata, root)? {
        texts.entry(text(one)?).or_default().push(one);
    }
    let mut groups: Vec<(String, Vec<&Package>)> = texts.into_iter().collect();
    groups.sort_by_key(|(_, crates)| by_name(crates[0]));
    let mut page = "# Crates\n".to_owned();
    for (text, crates) in groups {
        page.push('\n');
        for one in crates {
            writeln!(page, "- {} {} ({})", one.name, one.version, licence(one))?;
        }
        write!(page, "\n~~~text\n{text}\n~~~\n")?;
    }
    Ok(page)
}

/// Packages of others that are linked into one of ours, by name. Macros are not, nor is what only
/// tests or a build need.
fn linked<'a>(metadata: &'a Metadata, root: &str) -> Result<Vec<&'a Package>> {
    let resolve = metadata.resolve.as_ref().context("cargo resolves no packages")?;
    let nodes: BTreeMap<&PackageId, &Node> =
        resolve.nodes.iter().map(|node| (&node.id, node)).collect();
    let ours = metadata.packages.iter().find(|one| one.name == root);
    let mut ahead = vec![&ours.with_context(|| format!("no package is named {root}"))?.id];
    let mut seen = BTreeSet::new();
    while let Some(id) = ahead.pop() {
        if metadata[id].targets.iter().any(Target::is_proc_macro) || !seen.insert(id) {
            continue;
        }
        let node = nodes.get(id).with_context(|| format!("cargo does not resolve {id}"))?;
        let normal = node
            .deps
            .iter()
            .filter(|dep| dep.dep_kinds.iter().any(|kind| kind.kind == DependencyKind::Normal));
        ahead.extend(normal.map(|dep| &dep.pkg));
    }
    // Those of this workspace come from nowhere.
    let mut found: Vec<&Package> =
        seen.into_iter().map(|id| &metadata[id]).filter(|one| one.source.is_some()).collect();
    found.sort_by_key(|one| by_name(one));
    Ok(found)
}

fn by_name(one: &Package) -> (String, Version) {
    (one.name.to_string(), one.version.clone())
}

/// As its manifest says it.
fn licence(one: &Package) -> &str {
    one.license.as_deref().unwrap_or_default()
}

/// The licence under which we use a crate: the shortest of those it offers.
fn text(one: &Package) -> Result<String> {
    let folder = one.manifest_path.parent().context("a manifest lies in a folder")?;
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).with_context(|| folder.to_string())? {
        let name = entry?.file_name().to_string_lossy().into_owned();
        if name.to_uppercase().starts_with("LICEN") {
            files.push(fs::read_to_string(folder.join(name))?);
        }
    }
    let shortest = files.into_iter().min_by_key(String::len);
    let words = shortest.with_context(|| {
        format!("{} comes without the text of its licence, {}", one.name, licence(one))
    })?;
    let lines: Vec<&str> = words.lines().map(str::trim_end).collect();
    Ok(lines.join("\n").trim_matches('\n').to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_engine_names_what_it_is_made_of() {
        let page = crates(For::Engine).unwrap();
        for name in ["sqlparser", "libm", "wasm-bindgen"] {
            assert!(page.contains(&format!("\n- {name} ")), "{name} is missing");
        }
        for name in ["serde_derive", "syn", "clap", "insta"] {
            assert!(!page.contains(&format!("\n- {name} ")), "{name} is not in the engine");
        }
        assert!(page.contains("Apache License"), "sqlparser has no other");
        assert!(!page.contains("\n~~~text\n\n"), "each has a text");
    }
}
