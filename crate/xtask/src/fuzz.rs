//! A short run of the fuzz targets, the same every time: `cargo xtask test --only fuzz`.
//!
//! Without a sanitizer libFuzzer needs neither cargo-fuzz nor nightly, only the flags that make the
//! compiler count which code is reached. `crate/fuzz/README.md` says how to look for longer.

use std::fs;

use anyhow::{Context as _, Result};

use crate::shell::{ask, cargo, command, root, run, step};

/// A target and how it is run.
struct Target {
    name: &'static str,
    /// Folders of inputs to begin with.
    seeds: &'static [&'static str],
    /// Most bytes of an input.
    bytes: u32,
    /// Inputs that are tried, those of the seeds among them: about ten seconds of them.
    runs: u32,
}

/// All but `slow` and `slow_port`, which measure time, of which a machine that tests has none to spare.
const TARGETS: &[Target] = &[
    Target { name: "read", seeds: &["crate/syntax/tests/syntax"], bytes: 6_000, runs: 500 },
    Target { name: "edit", seeds: &["crate/syntax/tests/syntax"], bytes: 6_000, runs: 500 },
    Target { name: "everything", seeds: &["crate/syntax/tests/syntax"], bytes: 6_000, runs: 200 },
    Target { name: "wire", seeds: &[], bytes: 1_500, runs: 200 },
    Target { name: "port", seeds: &["web/content/dumps"], bytes: 6_000, runs: 500 },
];

/// What libFuzzer counts by. cargo-fuzz sets more, with which building takes twice as long.
const FLAGS: &[&str] = &[
    "-Cpasses=sancov-module",
    "-Cllvm-args=-sanitizer-coverage-level=3",
    "-Cllvm-args=-sanitizer-coverage-inline-8bit-counters",
    "-Cllvm-args=-sanitizer-coverage-pc-table",
    "--cfg=fuzzing",
];

/// Seconds after which a target stops all the same, on a machine that is slow.
const SECONDS_MAX: u32 = 12;

/// Why the targets cannot be run here, if they cannot.
pub(crate) fn missing() -> Option<&'static str> {
    if !cfg!(any(target_os = "linux", target_os = "macos")) {
        return Some("fuzz targets run on Linux and macOS alone");
    }
    let compiler = ask(command("c++").arg("--version"));
    compiler.is_none().then_some(
        "no C++ compiler found, which libFuzzer is built with. To run the fuzz targets: install one \
         (Debian: apt-get install g++)",
    )
}

/// Builds the targets and runs each. Gives how many there are.
pub(crate) fn smoke() -> Result<u64> {
    let folder = root().join("target/fuzz");
    let host = ask(command("rustc").args(["--print", "host-tuple"]))
        .context("rustc does not say what machine this is")?;
    step("Build the fuzz targets", || {
        let mut cargo = cargo();
        // With a target named, build scripts and macros go without the flags.
        cargo
            .args(["build", "--locked", "--profile", "smoke", "--target", &host])
            .args(["--manifest-path", "crate/fuzz/Cargo.toml", "--target-dir", "target/fuzz"])
            .args(TARGETS.iter().flat_map(|target| ["--bin", target.name]))
            .env("CARGO_ENCODED_RUSTFLAGS", FLAGS.join("\u{1f}"));
        run(&mut cargo, "mend what does not compile")
    })?;
    for target in TARGETS {
        let found = folder.join("found").join(target.name);
        if found.exists() {
            fs::remove_dir_all(&found).context("what an earlier run found is in the way")?;
        }
        fs::create_dir_all(&found).context("target/ cannot be written")?;
        let failed = format!("-artifact_prefix={}/failed-{}-", folder.display(), target.name);
        step(&format!("Fuzz `{}`", target.name), || {
            let mut program = command(folder.join(&host).join("smoke").join(target.name));
            program
                .args(["-seed=1", "-verbosity=0", "-timeout=120", "-rss_limit_mb=2048"])
                .arg(format!("-runs={}", target.runs))
                .arg(format!("-max_total_time={SECONDS_MAX}"))
                .arg(format!("-max_len={}", target.bytes))
                .arg(failed)
                .arg(found)
                .args(target.seeds);
            run(
                &mut program,
                "the input that failed is named above: run the program with its path alone to see \
                 it again; mend it, and keep it as crate/fuzz/README.md says",
            )
        })?;
    }
    Ok(TARGETS.len() as u64)
}
