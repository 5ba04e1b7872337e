//! The site: its packages, its tools, and the built page in `web/dist`.

use std::fs;

use anyhow::{Context as _, Result};
use clap::Args;

use crate::engine::{self, Optimise};
use crate::licences;
use crate::shell::{NPM, command, npm, run, step, web};
use crate::tools::need_node;

/// What of others is in the site, by its name there. Markdown would be a page to MkDocs.
pub(crate) const THIRD_PARTY: &str = "THIRD-PARTY.txt";

/// How the site is built.
#[derive(Args)]
pub(crate) struct Options {
    /// Path the site will be served under; the default works under any
    #[arg(long, default_value = "./")]
    base: String,
}

/// Builds engine and page from nothing.
pub(crate) fn build_all(options: &Options) -> Result<()> {
    build_under(&options.base)?;
    println!("\nThe site is in web/dist; any static file server can serve it.");
    Ok(())
}

/// Builds both for a path that the site is served under.
pub(crate) fn build_under(base: &str) -> Result<()> {
    install()?;
    let fresh = engine::build(Optimise::Yes)?;
    warn_if_stale(&fresh)?;
    build_page(base)
}

/// Says so if the tracked files of `pkg/` no longer match the engine. For commands that go on.
pub(crate) fn warn_if_stale(fresh: &std::path::Path) -> Result<()> {
    for difference in engine::stale(fresh)? {
        println!("note: {difference}\n    the engine has changed; run `cargo xtask bless`");
    }
    Ok(())
}

/// Checks node and installs the packages that the lock file names, unless they are there.
pub(crate) fn install() -> Result<()> {
    step("Check node and the site's packages", || {
        need_node()?;
        let wanted = wanted()?;
        let stamp = web().join("node_modules/.installed-by-xtask");
        if fs::read_to_string(&stamp).is_ok_and(|installed| installed == wanted) {
            return Ok(());
        }
        // Install scripts download prebuilt programs; none of ours needs one.
        run(
            command(NPM).current_dir(web()).args([
                "ci",
                "--ignore-scripts",
                "--no-audit",
                "--no-fund",
                "--prefer-offline",
            ]),
            "check the network; if package.json and package-lock.json disagree, run `npm install` \
             in web/ and commit the lock file",
        )?;
        fs::write(&stamp, wanted).context("web/node_modules cannot be written")
    })
}

/// Bundles the page into `web/dist`, and lays the element into the npm package.
pub(crate) fn build_page(base: &str) -> Result<()> {
    step("Bundle the page", || {
        run(&mut npm("build", &["--base", base]), "mend what Vite reports above")?;
        // Vite has written down the packages that it bundled.
        let page = web().join("dist").join(THIRD_PARTY);
        let packages = fs::read_to_string(&page).context("Vite names no packages")?;
        fs::write(&page, packages + "\n" + &licences::crates(licences::For::Engine)?)?;
        run(&mut npm("element", &[]), "mend what is reported above")
    })
}

/// Builds the page as one file, `target/one-file/hotsplit.html`.
pub(crate) fn build_one_file() -> Result<()> {
    step("Build the page as one file", || {
        run(&mut npm("onefile", &[]), "mend what Vite reports above")
    })
}

/// Builds the site and packs its lessons.
pub(crate) fn build_scorm() -> Result<()> {
    build_under("./")?;
    pack_lessons()?;
    println!(
        "\nThe packages are in target/scorm: one for the course, one for the exams, one for each lesson."
    );
    Ok(())
}

/// Packs the lessons of the built site for course systems, `target/scorm/*.zip`.
pub(crate) fn pack_lessons() -> Result<()> {
    step("Pack the lessons for course systems", || {
        run(&mut npm("scorm", &[]), "mend what is reported above")
    })
}

/// What the installed packages depend on: the two files, and the machine, whose programs they
/// contain.
fn wanted() -> Result<String> {
    let read = |name: &str| {
        let file = web().join(name);
        fs::read_to_string(&file).with_context(|| format!("{} cannot be read", file.display()))
    };
    let machine = format!("{} {}\n", std::env::consts::OS, std::env::consts::ARCH);
    Ok(machine + &read("package.json")? + &read("package-lock.json")?)
}
