//! `cargo xtask bench wasm`: how fast the reader is as WebAssembly, beside sqlparser's parser, and
//! how long pairs of simulations take and what memory they leave behind. `cargo xtask bench page`:
//! how long one waits in the page.
//!
//! Both readers are compiled into one module, by the flags and the optimiser that the shipped
//! engine has, and run in turn under Node; the pairs run in the shipped engine itself.

use anyhow::Result;
use clap::{Args, ValueEnum};

use crate::engine::{self, Optimise, PROFILE, optimise, rust_flags};
use crate::shell::{cargo, command, npm, root, run, step};
use crate::site;
use crate::tools::{WASM, need_wasm_target};

/// How many times as fast as sqlparser's parser the reader must be.
const GOAL: &str = "1.2";

/// What to measure.
#[derive(Args)]
pub(crate) struct Options {
    /// The page in Chromium, or the engine under Node
    what: What,
}

#[derive(Clone, Copy, ValueEnum)]
enum What {
    Page,
    Wasm,
}

/// Measures; nothing passes or fails for its time but the reader beside sqlparser's.
pub(crate) fn bench(options: &Options) -> Result<()> {
    match options.what {
        What::Page => page(),
        What::Wasm => wasm(),
    }
}

/// Builds the page and measures it.
fn page() -> Result<()> {
    site::build_under("./")?;
    step("Measure the page", || {
        run(
            &mut npm("bench", &[]),
            "see that Chromium is installed, and look at the step that failed",
        )
    })
}

/// Builds both readers and measures them, then the engine's simulations.
fn wasm() -> Result<()> {
    site::install()?;
    let built = root().join("target/wasm").join(WASM).join(PROFILE).join("peer.wasm");
    let optimised = built.with_file_name("peer-optimised.wasm");
    step("Compile both readers to WebAssembly", || {
        need_wasm_target()?;
        let mut cargo = cargo();
        cargo
            .args(["build", "--package", "peer", "--profile", PROFILE, "--target", WASM])
            .args(["--target-dir", "target/wasm"])
            .env("CARGO_ENCODED_RUSTFLAGS", rust_flags().join("\u{1f}"));
        run(&mut cargo, "mend what the compiler reports above")
    })?;
    step("Optimise them", || optimise(&built, &optimised))?;
    step("Run them in turn", || {
        let script = root().join("crate/peer/measure.mjs");
        run(
            command("node").arg(script).arg(&optimised).arg(GOAL),
            "run it again on a quiet machine; if it stays below, profile `cargo bench --bench read`",
        )
    })?;
    engine::build(Optimise::Yes)?;
    step("Run pairs of simulations", || {
        let script = root().join("crate/xtask/pairs.mjs");
        run(
            command("node").arg(script).arg(root().join("pkg")),
            "find what keeps memory: grids, histories and series are the large parts of a run",
        )
    })
}
