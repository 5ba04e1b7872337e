//! `cargo xtask hostile`: input that nobody should send, to every command of the command line, and
//! then, unless `--native` is said, the hostile suite of the page.
//!
//! Whatever comes in, a command ends by itself with one of its exit codes, does not panic, says what
//! it expected where it refuses, and prints no number that is none.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::Duration;

use anyhow::{Context as _, Result, ensure};
use clap::Args;

use crate::shell::{Watch, command_line, npm, root, run};

/// What to try.
#[derive(Args)]
pub(crate) struct Options {
    /// Only the command line, not the page
    #[arg(long)]
    native: bool,
}

/// How long a command may take; the longest text of these takes a few seconds.
const PATIENCE: Duration = Duration::from_mins(2);

/// The longest text that is read whole, by what the engine says of itself.
const TEXT_MAX: usize = 10 << 20;

/// Commands that take a schema.
const COMMANDS: &[&[&str]] = &[
    &["check"],
    &["check", "--format", "json"],
    &["check", "--format", "sarif"],
    &["syntax"],
    &["fix", "--list"],
    &["fix", "--all", "--diff"],
    &["fix", "--all", "--plan"],
    &["simulate", "--minutes", "3", "--fix"],
    &["simulate", "--minutes", "3", "--format", "json"],
    &["lesson"],
];

/// Numbers for every option that takes one.
const NUMBERS: &[&str] = &[
    "0",
    "-0",
    "-1",
    "1e308",
    "1e309",
    "-1e308",
    "1e-308",
    "5e-324",
    "NaN",
    "nan",
    "inf",
    "-inf",
    "Infinity",
    "1e",
    "0x10",
    "1_000",
    "4294967295",
    "4294967296",
    "18446744073709551616",
    "",
    " ",
    "1k",
    "1e9k",
    "99999999999999999999999999999999999999999999",
];

/// Options of `simulate` that take numbers; `#` is the number.
const SETTINGS: &[&[&str]] = &[
    &["--nodes", "#"],
    &["--writes", "#"],
    &["--minutes", "#"],
    &["--seed", "#"],
    &["--split-points", "#"],
    &["--split-points", "#", "--nodes", "200"],
    &["--batch", "#"],
    &["--sending", "closed:#"],
    &["--sending", "closed:500:#"],
    &["--region", "multi:#"],
    &["--pace", "step:#:60"],
    &["--pace", "step:0.1:#"],
    &["--pace", "ramp:#:#"],
    &["--pace", "growth:#:#:#"],
    &["--constant", "commit-median=#"],
    &["--constant", "split-ceiling=#"],
    &["--constant", "participant-cost=#"],
    &["--measured", "commit-p99=#"],
    &["--measured", "row-bytes=#"],
];

/// A schema with a moving key, an even one, and what directives may say of them.
const SCHEMA: &str = "CREATE TABLE Ledger (\n  Id STRING(26) NOT NULL, -- ULID\n  At TIMESTAMP NOT NULL \
    OPTIONS (allow_commit_timestamp = true),\n) PRIMARY KEY (Id);\nCREATE TABLE Users (\n  Id \
    STRING(36) NOT NULL, -- UUID v4\n) PRIMARY KEY (Id);\n";

/// Tries everything, and tells what did not hold.
pub(crate) fn hostile(options: &Options) -> Result<()> {
    let program = command_line()?;
    let folder = root().join("target/hostile");
    fs::create_dir_all(&folder)?;
    let mut suite = Suite { program, folder, tried: 0, broken: Vec::new() };
    suite.texts()?;
    suite.numbers()?;
    suite.files()?;
    println!("{} runs of the command line", suite.tried);
    for broken in &suite.broken {
        println!("BROKEN   {broken}");
    }
    ensure!(suite.broken.is_empty(), "{} of {} runs broke", suite.broken.len(), suite.tried);
    if options.native {
        return Ok(());
    }
    run(&mut npm("build", &[]), "mend what does not build")?;
    run(&mut npm("hostile", &[]), "read the failing tests above")
}

struct Suite {
    program: PathBuf,
    folder: PathBuf,
    tried: usize,
    broken: Vec<String>,
}

impl Suite {
    /// Each hostile text to each command.
    fn texts(&mut self) -> Result<()> {
        for (name, bytes) in texts() {
            let file = self.folder.join(format!("{name}.sql"));
            fs::write(&file, &bytes)?;
            for command in COMMANDS {
                self.attempt(command, &[], &file)?;
            }
        }
        Ok(())
    }

    /// Each odd number to each setting, and within directives.
    fn numbers(&mut self) -> Result<()> {
        let file = self.folder.join("schema.sql");
        fs::write(&file, SCHEMA)?;
        for number in NUMBERS {
            for setting in SETTINGS {
                let set: Vec<String> =
                    setting.iter().map(|word| word.replace('#', number)).collect();
                let format = ["simulate", "--format", "json"];
                let minutes: &[&str] =
                    if setting.contains(&"--minutes") { &[] } else { &["--minutes", "3"] };
                self.attempt(&[&format[..], minutes].concat(), &set, &file)?;
            }
            let mut said = String::new();
            for fact in ["writes", "updates", "rows", "card", "ttl", "skew", "ceiling", "nodes"] {
                writeln!(said, "-- hotsplit: table Ledger {fact}={number}")?;
                writeln!(said, "-- hotsplit: file {fact}={number}")?;
            }
            let file = self.folder.join("directives.sql");
            fs::write(&file, said + SCHEMA)?;
            for command in COMMANDS {
                self.attempt(command, &[], &file)?;
            }
        }
        Ok(())
    }

    /// What is no file of text.
    fn files(&mut self) -> Result<()> {
        let nowhere = self.folder.join("not-there.sql");
        for command in COMMANDS {
            self.attempt(command, &[], &nowhere)?;
            self.attempt(command, &[], &self.folder.clone())?;
        }
        Ok(())
    }

    /// One run, and what did not hold of it.
    fn attempt(&mut self, command: &[&str], more: &[String], file: &Path) -> Result<()> {
        self.tried += 1;
        let mut process = Command::new(&self.program);
        process.args(command).args(more.iter().filter(|word| !word.is_empty())).arg(file);
        process.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let child = process.spawn().context("the command line does not start")?;
        let wrong = match ended(child)? {
            None => Some(format!("expected an end within {} s", PATIENCE.as_secs())),
            Some(output) => wrong_with(&output, file),
        };
        if let Some(wrong) = wrong {
            let words = [&command.join(" "), &more.join(" ")].map(String::as_str).join(" ");
            self.broken.push(format!("{words} {}: {wrong}", file.display()));
        }
        Ok(())
    }
}

/// Waits for a process; `None` if it was ended because it took too long.
fn ended(mut child: Child) -> Result<Option<Output>> {
    let watch = Watch::start();
    // What is printed has to be taken while it runs, or a long answer would never end.
    let out = drained(child.stdout.take());
    let err = drained(child.stderr.take());
    loop {
        if let Some(status) = child.try_wait()? {
            let [stdout, stderr] = [out, err].map(|it| it.join().unwrap_or_default());
            return Ok(Some(Output { status, stdout, stderr }));
        }
        if watch.elapsed() > PATIENCE {
            child.kill()?;
            child.wait()?;
            return Ok(None);
        }
        sleep(Duration::from_millis(2));
    }
}

fn drained(from: Option<impl std::io::Read + Send + 'static>) -> std::thread::JoinHandle<Vec<u8>> {
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(mut from) = from {
            // What cannot be read is what was printed.
            let _ = from.read_to_end(&mut bytes);
        }
        bytes
    })
}

/// What did not hold of a run that ended.
fn wrong_with(output: &Output, file: &Path) -> Option<String> {
    let (out, err) =
        (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    if !matches!(output.status.code(), Some(0..=2)) {
        return Some(format!("expected exit code 0, 1 or 2, found {}: {err}", output.status));
    }
    if err.contains("panicked") {
        return Some(format!("expected no panic: {err}"));
    }
    if output.status.code() == Some(2) && err.trim().is_empty() {
        return Some("expected a message with exit code 2".to_owned());
    }
    // What the text itself says comes back in messages.
    let text = fs::read(file).unwrap_or_default();
    let text = String::from_utf8_lossy(&text);
    // Names of rules have hyphens, so a sign alone makes no word.
    let mut words = out.split(|c: char| !(c.is_alphanumeric() || c == '-'));
    let is_none = |word: &&str| ["NaN", "inf", "-inf", "Infinity"].contains(word);
    let found = words.find(|word| is_none(word) && !text.contains(word))?;
    Some(format!("expected numbers, found `{found}`"))
}

/// Texts that are meant to choke a reader.
fn texts() -> Vec<(&'static str, Vec<u8>)> {
    let mut seed = 1_u64;
    let mut random = || {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        u8::try_from(seed >> 56).expect("eight bits fit")
    };
    let noise: Vec<u8> = (0..200_000).map(|_| random()).collect();
    let letters: Vec<u8> = noise.iter().map(|byte| b' ' + byte % 95).collect();
    let long = |piece: &str, bytes: usize| piece.repeat(bytes / piece.len()).into_bytes();
    let around = |start: &str, middle: Vec<u8>, end: &str| {
        [start.as_bytes(), &middle, end.as_bytes()].concat()
    };
    let schema = |name: &str| {
        format!("CREATE TABLE `{name}` (\n  Id STRING(26) NOT NULL, -- ULID\n) PRIMARY KEY (Id);\n")
    };
    vec![
        ("empty", Vec::new()),
        ("nul", vec![0; 1000]),
        ("noise", noise),
        ("letters", letters),
        ("cut-utf8", b"CREATE TABLE T\xf0\x9f\x98 (Id INT64) PRIMARY KEY (Id);".to_vec()),
        ("mark-of-order", b"\xef\xbb\xbfCREATE TABLE T (Id INT64) PRIMARY KEY (Id);".to_vec()),
        ("longest", long("CREATE TABLE T (Id INT64) PRIMARY KEY (Id);\n", TEXT_MAX)),
        ("too-long", long("CREATE TABLE T (Id INT64) PRIMARY KEY (Id);\n", TEXT_MAX + 4096)),
        ("one-word", long("a", 1 << 20)),
        ("blanks", long(" \t\r\n", 1 << 20)),
        ("semicolons", long(";", 1 << 20)),
        ("open-brackets", around("CREATE TABLE T (Id INT64 DEFAULT (", long("(", 1 << 19), "")),
        ("closing-brackets", long(")", 1 << 19)),
        (
            "open-string",
            around("CREATE TABLE T (Id STRING(MAX) DEFAULT ('", long("x", 1 << 20), ""),
        ),
        ("open-comment", around("/*", long("/*", 1 << 19), "CREATE TABLE T (Id INT64)")),
        ("escapes", around("SELECT '", long("\\", 1 << 18), "'")),
        ("dollars", long("$a$ $b$ ", 1 << 18)),
        ("carriage-returns", long("CREATE TABLE T (Id INT64) PRIMARY KEY (Id);\r", 1 << 18)),
        ("from-right-to-left", schema("\u{202e}\u{2066}הזמנות\u{200f}").into_bytes()),
        ("markup", schema("<img src=x onerror=alert(1)>").into_bytes()),
        ("terminal", schema("\u{1b}[2J\u{1b}]0;owned\u{7}").into_bytes()),
        ("long-name", schema(&"n".repeat(100_000)).into_bytes()),
        ("lesson", around("---\ntitle: ", long("x", 1 << 18), "\n---\n# \n```sql\n")),
        (
            "reason",
            format!("-- hotsplit: accept(x) reason=\"{}\n", "é".repeat(1 << 16)).into_bytes(),
        ),
    ]
}
