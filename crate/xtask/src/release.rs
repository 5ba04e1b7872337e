//! `cargo xtask release`: everything that is handed out, in one folder, with checksums.
//!
//! The same source and the same tools give the same bytes: archives are sorted and hold no times,
//! and no path of this machine gets into what is built.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result, bail};
use clap::Args;
use sha2::{Digest as _, Sha256};

use crate::engine::{self, Optimise};
use crate::shell::{NPM, ask, cargo, command, root, run, step, web};
use crate::site::THIRD_PARTY;
use crate::{licences, site, zip};

/// What is handed out.
#[derive(Args)]
pub(crate) struct Options {
    /// Leave the command line out, which is built for this machine alone
    #[arg(long)]
    no_cli: bool,
    /// Build and pack nothing but the command line, which needs no Node
    #[arg(long, conflicts_with = "no_cli")]
    only_cli: bool,
}

/// The version of all that is handed out.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Builds everything and packs it.
pub(crate) fn release(options: &Options) -> Result<()> {
    let out = root().join(format!("target/hotsplit-{VERSION}"));
    if !options.only_cli {
        build_site()?;
    }
    empty(&out)?;
    if !options.only_cli {
        pack_site(&out)?;
    }
    if !options.no_cli {
        step("Build the command line", || build_cli(&out))?;
    }
    let sums = sums(&out)?;
    fs::write(out.join("SHA256SUMS"), &sums)?;
    println!("\n{sums}\nIn {}, as SHA256SUMS says.", out.display());
    Ok(())
}

/// Builds the engine, the page and the page as one file.
fn build_site() -> Result<()> {
    site::install()?;
    let fresh = engine::build(Optimise::Yes)?;
    let stale = engine::stale(&fresh)?;
    if !stale.is_empty() {
        bail!(
            "tracked files of pkg/ no longer match the engine:\n{}\n\
             What to do: run `cargo xtask bless`, commit pkg/, and release that",
            stale.join("\n")
        );
    }
    site::build_page("./")?;
    site::build_one_file()?;
    site::pack_lessons()
}

/// The site, the page as one file, the packages for course systems and the npm package.
fn pack_site(out: &Path) -> Result<()> {
    step("Pack the site", || {
        let entries = zip::folder(&web().join("dist"), "hotsplit")?;
        write_zip(out, &format!("hotsplit-{VERSION}-site.zip"), with_licences(entries)?)
    })?;
    step("Copy the page that is one file", || {
        fs::copy(
            root().join("target/one-file/hotsplit.html"),
            out.join(format!("hotsplit-{VERSION}.html")),
        )
        .context("the page cannot be copied")
    })?;
    step("Copy the packages for course systems", || copy_all(&root().join("target/scorm"), out))?;
    // What is in the page is in the file, which has no room for it.
    fs::copy(web().join("dist").join(THIRD_PARTY), out.join(THIRD_PARTY))?;
    step("Pack the npm package", || pack(out))
}

/// Copies the files of a folder, which has no folders in it.
fn copy_all(from: &Path, to: &Path) -> Result<()> {
    for entry in fs::read_dir(from).with_context(|| format!("{} is missing", from.display()))? {
        let entry = entry?;
        fs::copy(entry.path(), to.join(entry.file_name()))?;
    }
    Ok(())
}

/// The folder, with nothing of an earlier release in it.
fn empty(folder: &Path) -> Result<()> {
    if folder.exists() {
        fs::remove_dir_all(folder).context("the folder of an earlier release is in the way")?;
    }
    fs::create_dir_all(folder).context("target/ cannot be written")
}

/// What is handed out is handed out with its licences.
fn with_licences(mut entries: Vec<zip::Entry>) -> Result<Vec<zip::Entry>> {
    for name in licences::OWN {
        let text = fs::read(root().join(name)).with_context(|| format!("{name} cannot be read"))?;
        entries.push(zip::Entry::new(&format!("hotsplit/{name}"), text, false));
    }
    Ok(entries)
}

fn write_zip(out: &Path, name: &str, entries: Vec<zip::Entry>) -> Result<()> {
    fs::write(out.join(name), zip::archive(entries)?).with_context(|| name.to_owned())
}

/// npm sorts what it packs and gives it one time by itself.
fn pack(out: &Path) -> Result<()> {
    let mut npm = command(NPM);
    npm.current_dir(root().join("pkg")).args(["pack", "--silent", "--pack-destination"]).arg(out);
    run(&mut npm, "mend what npm reports above")
}

/// The program for this machine.
fn build_cli(out: &Path) -> Result<()> {
    let host = ask(command("rustc").args(["--print", "host-tuple"]))
        .context("rustc does not say what machine this is")?;
    let mut cargo = cargo();
    cargo
        .args(["build", "--release", "--package", "hotsplit", "--bin", "hotsplit"])
        .env("CARGO_ENCODED_RUSTFLAGS", engine::private_paths().join("\u{1f}"));
    run(&mut cargo, "mend what the compiler reports above")?;
    let name = if cfg!(windows) { "hotsplit.exe" } else { "hotsplit" };
    let program = fs::read(root().join("target/release").join(name))?;
    let others = licences::crates(licences::For::CommandLine)?.into_bytes();
    let entries = vec![
        zip::Entry::new(&format!("hotsplit/{name}"), program, true),
        zip::Entry::new(&format!("hotsplit/{THIRD_PARTY}"), others, false),
    ];
    write_zip(out, &format!("hotsplit-{VERSION}-{host}.zip"), with_licences(entries)?)
}

/// A line for each file, as `sha256sum --check` reads them, by name.
fn sums(folder: &Path) -> Result<String> {
    let mut names = Vec::new();
    for entry in fs::read_dir(folder)? {
        names.push(entry?.file_name().to_string_lossy().into_owned());
    }
    names.sort();
    let mut lines = String::new();
    for name in names {
        let digest = Sha256::digest(fs::read(folder.join(&name))?);
        for byte in digest {
            write!(lines, "{byte:02x}")?;
        }
        writeln!(lines, "  {name}")?;
    }
    Ok(lines)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shell::Scratch;

    #[test]
    fn sums_are_those_of_sha256sum() {
        let scratch = Scratch::new("sums");
        fs::write(scratch.0.join("b"), "").unwrap();
        fs::write(scratch.0.join("a"), "abc").unwrap();
        // FIPS 180-4 has these two as its examples.
        assert_eq!(
            sums(&scratch.0).unwrap(),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad  a\n\
             e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855  b\n"
        );
    }

    #[test]
    fn all_files_of_a_folder_are_copied() {
        let (from, to) = (Scratch::new("copy-from"), Scratch::new("copy-to"));
        fs::write(from.0.join("a.zip"), "a").unwrap();
        fs::write(from.0.join("b.zip"), "b").unwrap();
        copy_all(&from.0, &to.0).unwrap();
        assert_eq!(fs::read_to_string(to.0.join("b.zip")).unwrap(), "b");
        assert_eq!(fs::read_dir(&to.0).unwrap().count(), 2);
    }

    #[test]
    fn an_earlier_release_is_taken_away() {
        let scratch = Scratch::new("earlier");
        fs::write(scratch.0.join("old.zip"), "").unwrap();
        empty(&scratch.0).unwrap();
        assert_eq!(sums(&scratch.0).unwrap(), "");
    }
}
