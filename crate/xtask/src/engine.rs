//! The engine and the port as WebAssembly: compiled, given their JavaScript bindings, optimised, and
//! laid into `pkg/`, where the page finds them.
//!
//! Of `pkg/` only the types, `package.json` and what is written by hand are in git, so that a change
//! of contract shows in review. What is generated is compared with fresh files by `cargo xtask test`
//! and rewritten by `bless` alone.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use wasm_bindgen_cli_support::Bindgen;

use crate::shell::{ask, cargo, command, root, run, step, web};
use crate::tools::{WASM, need_wasm_target};
use crate::{licences, types};

/// Files of `pkg/` that are in git.
const TRACKED: &[&str] = &[
    "hotsplit.d.ts",
    "hotsplit_bg.wasm.d.ts",
    "hotsplit_port.d.ts",
    "hotsplit_port_bg.wasm.d.ts",
    "package.json",
];

/// Files of `pkg/` that are built on each machine.
const BUILT: &[&str] =
    &["hotsplit.js", "hotsplit_bg.wasm", "hotsplit_port.js", "hotsplit_port_bg.wasm"];

/// One WebAssembly with its bindings.
struct Module {
    /// What it is called while it is built.
    title: &'static str,
    /// The package that exports its functions.
    package: &'static str,
    /// What its files are called in `pkg/`.
    name: &'static str,
}

/// The page loads the second only for a dump, so neither contains the other.
const MODULES: &[Module] = &[
    Module { title: "engine", package: "hotsplit-wasm", name: "hotsplit" },
    Module { title: "port", package: "hotsplit-port-wasm", name: "hotsplit_port" },
];

impl Module {
    /// What the linker writes.
    fn linked(&self) -> PathBuf {
        let file = self.package.replace('-', "_") + ".wasm";
        root().join("target/wasm").join(WASM).join(PROFILE).join(file)
    }

    fn wasm(&self) -> String {
        format!("{}_bg.wasm", self.name)
    }
}

/// The profile of the workspace that both are compiled with.
pub(crate) const PROFILE: &str = "engine";

/// What they may use beyond WebAssembly 1.0, for wasm-opt: the features that Rust 1.95
/// turns on, and SIMD. Named one by one, because `-all` makes wasm-opt write what no browser reads.
const FEATURES: &[&str] = &[
    "--enable-bulk-memory",
    "--enable-multivalue",
    "--enable-mutable-globals",
    "--enable-nontrapping-float-to-int",
    "--enable-reference-types",
    "--enable-sign-ext",
    "--enable-simd",
];

/// How wasm-opt is run. To move what has one caller into it would cost 5 KB of the engine with gzip,
/// and buys 1 to 3 % of speed; to move what is small into each of its callers would cost 3 KB and buys
/// nothing that can be measured. A second round, for size, takes 7 s and saves half a KB.
const OPTIONS: &[&str] = &[
    "-O3",
    "--one-caller-inline-max-function-size",
    "0",
    "--flexible-inline-max-function-size",
    "4",
    "-Os",
];

/// Whether wasm-opt has the last word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Optimise {
    /// What is shipped and tested: 2 % smaller with gzip, for half a minute of work.
    Yes,
    /// For people who wait for a change to show. It behaves the same.
    No,
}

/// Builds both and lays what the browser needs into `pkg/`. Returns the folder of fresh files,
/// tracked ones included.
pub(crate) fn build(optimise: Optimise) -> Result<PathBuf> {
    let fresh = root().join("target/wasm/pkg");
    if fresh.exists() {
        fs::remove_dir_all(&fresh).context("the folder of an earlier build cannot be emptied")?;
    }
    for module in MODULES {
        step(&format!("Compile the {} to WebAssembly", module.title), || {
            need_wasm_target()?;
            compile(module)
        })?;
        step("Write its JavaScript bindings", || bind(module, &fresh))?;
        if optimise == Optimise::Yes {
            step("Optimise it", || run_wasm_opt(module, &fresh))?;
        }
    }
    fs::write(fresh.join("package.json"), package_json())?;
    for name in BUILT {
        copy_if_changed(&fresh, name)?;
    }
    for name in licences::OWN {
        copy_if_changed(&root(), name)?;
    }
    for module in MODULES {
        let name = module.wasm();
        let size = fs::metadata(fresh.join(&name))?.len();
        println!("    pkg/{name}: {} kB", size.div_ceil(1000));
    }
    Ok(fresh)
}

/// Names of the tracked files that differ from fresh ones, with the first line that does.
pub(crate) fn stale(fresh: &Path) -> Result<Vec<String>> {
    let mut stale = Vec::new();
    for name in TRACKED {
        let fresh = fs::read_to_string(fresh.join(name))?;
        // A missing file differs from any.
        let tracked = fs::read_to_string(root().join("pkg").join(name)).unwrap_or_default();
        if let Some(difference) = first_difference(&tracked, &fresh) {
            stale.push(format!("pkg/{name}{difference}"));
        }
    }
    Ok(stale)
}

/// Copies the fresh tracked files into `pkg/` and names those that changed.
pub(crate) fn accept(fresh: &Path) -> Result<Vec<&'static str>> {
    let mut changed = Vec::new();
    for name in TRACKED {
        if copy_if_changed(fresh, name)? {
            changed.push(*name);
        }
    }
    Ok(changed)
}

fn compile(module: &Module) -> Result<()> {
    // It is a cdylib for the page and an rlib for tests; built as both at once, cargo
    // would leave out link-time optimisation.
    let mut cargo = cargo();
    cargo
        .args(["rustc", "--package", module.package, "--lib", "--crate-type", "cdylib"])
        .args(["--profile", PROFILE, "--no-default-features", "--target", WASM])
        .args(["--target-dir", "target/wasm"])
        .env("CARGO_ENCODED_RUSTFLAGS", rust_flags().join("\u{1f}"));
    run(&mut cargo, "mend what the compiler reports above")
}

/// SIMD makes the simulation's tick loop about five times faster, and every browser that can run
/// the page has it: it needs Chrome 91, Firefox 89 or Safari 16.4, the page Chrome 103, Firefox
/// 113 and Safari 16.4. Paths of this machine's home are cut out of panic messages, so that they
/// reach no visitor.
pub(crate) fn rust_flags() -> Vec<String> {
    let mut flags = vec!["-Ctarget-feature=+simd128".to_owned()];
    flags.extend(private_paths());
    flags
}

/// What keeps paths of this machine out of what is handed out: those of packages, and of the standard
/// library where its source is installed.
pub(crate) fn private_paths() -> Vec<String> {
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| std::env::home_dir().map(|home| home.join(".cargo")));
    let library = ask(command("rustc").args(["--print", "sysroot"]))
        .map(|sysroot| PathBuf::from(sysroot).join("lib/rustlib/src/rust"));
    [(home, "cargo"), (library, "rust")]
        .into_iter()
        .filter_map(|(folder, name)| Some((folder?, name)))
        .map(|(folder, name)| format!("--remap-path-prefix={}={name}", folder.display()))
        .collect()
}

fn bind(module: &Module, fresh: &Path) -> Result<()> {
    Bindgen::new()
        .input_path(module.linked())
        .out_name(module.name)
        .web(true)?
        .typescript(true)
        // Otherwise `init()` demands an argument in TypeScript.
        .omit_default_module_path(false)
        .remove_name_section(true)
        .remove_producers_section(true)
        .generate(fresh)
        .context(
            "the bindings generator refused it\n\
             What to do: check that wasm-bindgen and wasm-bindgen-cli-support have the same \
             version in Cargo.toml",
        )?;
    rewrite(&fresh.join(format!("{}.d.ts", module.name)), types::sorted)?;
    rewrite(&fresh.join(format!("{}.d.ts", module.wasm())), types::sorted_raw)
}

fn rewrite(file: &Path, change: fn(&str) -> String) -> Result<()> {
    let text = fs::read_to_string(file).with_context(|| file.display().to_string())?;
    Ok(fs::write(file, change(&text))?)
}

/// Optimises in place. The result of the last time is kept beside its input, because wasm-opt
/// takes seconds and most builds change nothing of the engine.
fn run_wasm_opt(module: &Module, fresh: &Path) -> Result<()> {
    let wasm = fresh.join(module.wasm());
    let kept = root().join("target/wasm/kept").join(module.name);
    fs::create_dir_all(&kept)?;
    let (unoptimised, optimised) = (kept.join("plain.wasm"), kept.join("optimised.wasm"));
    let input = fs::read(&wasm)?;
    let options = [OPTIONS, FEATURES].concat().join(" ");
    let known = fs::read(&unoptimised).is_ok_and(|old| old == input)
        && fs::read_to_string(kept.join("options")).is_ok_and(|old| old == options);
    if !known || !optimised.is_file() {
        // Should wasm-opt fail, nothing that was kept may look like its answer.
        let _ = fs::remove_file(&unoptimised);
        optimise(&wasm, &optimised)?;
        fs::write(kept.join("options"), options)?;
        fs::write(&unoptimised, input)?;
    }
    fs::copy(&optimised, &wasm)?;
    Ok(())
}

/// Optimises one WebAssembly into another file.
pub(crate) fn optimise(input: &Path, output: &Path) -> Result<()> {
    // The site's own: those of other sources may be too old to read what Rust emits.
    let script = web().join("node_modules/binaryen/bin/wasm-opt");
    let mut node = command("node");
    node.arg(script).args(OPTIONS).args(FEATURES).arg(input).arg("-o").arg(output);
    run(
        &mut node,
        "if Rust has begun to emit a new WebAssembly feature, name it in FEATURES in \
         crate/xtask/src/engine.rs, or raise binaryen in web/package.json",
    )
}

/// The package that the page, and any other site, imports.
fn package_json() -> String {
    let version = env!("CARGO_PKG_VERSION");
    format!(
        r#"{{
  "name": "hotsplit",
  "version": "{version}",
  "description": "Shows where a Cloud Spanner schema will get hot, what to change, and what the change buys.",
  "license": "MIT OR Apache-2.0",
  "type": "module",
  "keywords": ["spanner", "schema", "hotspot", "sharding", "ddl", "webassembly"],
  "engines": {{ "node": ">=20.19" }},
  "files": [
    "hotsplit.js",
    "hotsplit.node.js",
    "hotsplit.d.ts",
    "hotsplit_bg.wasm",
    "hotsplit_bg.wasm.d.ts",
    "hotsplit_port.js",
    "hotsplit_port.d.ts",
    "hotsplit_port_bg.wasm",
    "hotsplit_port_bg.wasm.d.ts",
    "element",
    "element.d.ts",
    "LICENSE-APACHE",
    "LICENSE-MIT",
    "THIRD-PARTY.md"
  ],
  "types": "./hotsplit.d.ts",
  "exports": {{
    ".": {{
      "types": "./hotsplit.d.ts",
      "node": "./hotsplit.node.js",
      "default": "./hotsplit.js"
    }},
    "./element": {{
      "types": "./element.d.ts",
      "default": "./element/hotsplit-playground.js"
    }},
    "./port": {{
      "types": "./hotsplit_port.d.ts",
      "default": "./hotsplit_port.js"
    }},
    "./hotsplit_bg.wasm": {{
      "types": "./hotsplit_bg.wasm.d.ts",
      "default": "./hotsplit_bg.wasm"
    }},
    "./hotsplit_port_bg.wasm": {{
      "types": "./hotsplit_port_bg.wasm.d.ts",
      "default": "./hotsplit_port_bg.wasm"
    }},
    "./package.json": "./package.json"
  }},
  "sideEffects": ["./hotsplit.node.js", "./element/*"]
}}
"#
    )
}

/// Copies a file into `pkg/` and says whether it changed. An equal file keeps its time, so nothing
/// is rebuilt for it.
fn copy_if_changed(fresh: &Path, name: &str) -> Result<bool> {
    let folder = root().join("pkg");
    fs::create_dir_all(&folder)?;
    let (bytes, target) = (fs::read(fresh.join(name))?, folder.join(name));
    if fs::read(&target).is_ok_and(|old| old == bytes) {
        return Ok(false);
    }
    fs::write(&target, bytes)?;
    Ok(true)
}

/// The first line in which two texts differ, in words; `None` if they are equal.
fn first_difference(tracked: &str, fresh: &str) -> Option<String> {
    if tracked == fresh {
        return None;
    }
    let (mut ours, mut theirs) = (tracked.split('\n'), fresh.split('\n'));
    let mut number = 1;
    loop {
        match (ours.next(), theirs.next()) {
            (Some(ours), Some(theirs)) if ours == theirs => number += 1,
            (ours, theirs) => {
                let ours = ours.unwrap_or("(end of file)");
                let theirs = theirs.unwrap_or("(end of file)");
                return Some(format!(":{number}\n    in git  {ours}\n    fresh   {theirs}"));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What else is in the package: first what is written by hand and in git, then a copy of the
    /// project's licences, and the element and the licences of others as the site's build leaves them.
    const BESIDE: &[&str] =
        &["README.md", "element.d.ts", "hotsplit.node.js", "element", "THIRD-PARTY.md"];

    #[test]
    fn the_first_difference_is_shown() {
        assert_eq!(first_difference("a\nb\n", "a\nb\n"), None);
        let shown = |tracked, fresh| first_difference(tracked, fresh).unwrap();
        assert_eq!(shown("a\nb\n", "a\nc\n"), ":2\n    in git  b\n    fresh   c");
        assert_eq!(shown("a", "a\nc"), ":2\n    in git  (end of file)\n    fresh   c");
    }

    #[test]
    fn the_package_is_json_and_names_what_is_built() {
        let package: serde_json::Value = serde_json::from_str(&package_json()).unwrap();
        let mut files: Vec<&str> = package["files"]
            .as_array()
            .unwrap()
            .iter()
            .map(|file| file.as_str().unwrap())
            .collect();
        let mut known: Vec<&str> = [TRACKED, BUILT, BESIDE, licences::OWN].concat();
        // npm takes these along unasked.
        known.retain(|name| !["package.json", "README.md"].contains(name));
        files.sort_unstable();
        known.sort_unstable();
        assert_eq!(files, known);
    }

    #[test]
    fn both_sides_of_the_bindings_have_one_version() {
        let text = fs::read_to_string(root().join("Cargo.toml")).unwrap();
        let version = |name: &str| {
            let line = text.lines().find(|line| line.starts_with(&format!("{name} = "))).unwrap();
            line.split('"').nth(1).unwrap().to_owned()
        };
        let engine = version("wasm-bindgen");
        assert!(engine.starts_with('='), "the version is pinned to the last digit: {engine}");
        assert_eq!(engine, version("wasm-bindgen-cli-support"));
    }
}
