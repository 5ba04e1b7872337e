//! A schema is typed from its start, so every beginning of every schema at hand goes through all
//! that it can set off without a panic.
//!
//! `cargo xtask test` takes the beginnings that end at a token of our own schemas, and a sample of
//! those of the corpus. `cargo xtask prefixes` takes more of them, and changes schemas at random.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use hotsplit::page;
use hotsplit::rules::RULES;
use hotsplit::syntax::tree::{Dialect, TokenKind};
use hotsplit::syntax::{detect, parse};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use crate::everything::{Effort, everything};
use crate::{golden, shared};

/// What the environment asks for beyond the ordinary tests: `all`, or seconds of changes at random.
const ALL: &str = "HOTSPLIT_PREFIXES_ALL";
const RANDOM_SECONDS: &str = "HOTSPLIT_PREFIXES_RANDOM_SECONDS";
const WORKERS: &str = "HOTSPLIT_PREFIXES_WORKERS";

/// Effort for a beginning of a schema.
const QUICK: Effort = Effort { bytes: 200_000, runs: false, answers: false };

/// The same with runs.
const RUNS: Effort = Effort { runs: true, ..QUICK };

/// Effort for a whole schema.
const WHOLE: Effort = Effort { bytes: 2_000_000, runs: true, answers: true };

/// Of the beginnings of one schema, one in so many is run too: a run takes longer than all else.
const RUN_EVERY: usize = 16;

/// Beginnings of schemas of the corpus that the ordinary test takes.
const SAMPLE: usize = 400;

/// Larger files hold little that smaller ones do not, and would take most of the time.
const FILE_BYTES_MAX: u64 = 16 * 1024;

/// What takes longer is told.
const SLOW: Duration = Duration::from_secs(2);

/// What takes longer counts as endless, and ends the tests.
const ENDLESS: Duration = Duration::from_secs(120);

/// A schema to damage.
struct Source {
    name: String,
    text: String,
    dialect: Option<Dialect>,
}

/// A text to run.
struct Job {
    name: String,
    text: String,
    dialect: Option<Dialect>,
    effort: Effort,
}

/// Every beginning of our own schemas that ends at a token, and a sample of the corpus.
#[test]
fn every_beginning_of_a_schema_goes_through_everything() {
    let all = std::env::var_os(ALL).is_some();
    let own = own();
    let corpus = corpus();
    let mut jobs: Vec<Job> = own.iter().flat_map(|source| beginnings(source, all)).collect();
    let theirs = |source| beginnings(source, all);
    let mut theirs: Vec<Job> = corpus.iter().flat_map(theirs).collect();
    if !all {
        let step = (theirs.len() / SAMPLE).max(1);
        theirs = theirs.into_iter().step_by(step).collect();
    }
    jobs.extend(theirs);
    if all {
        jobs.extend(own.iter().chain(&corpus).map(whole));
    }
    let number = AtomicUsize::new(0);
    run(&|| jobs.get(number.fetch_add(1, Ordering::Relaxed)).map(Job::copy));
}

/// Schemas that are changed at random, for as long as the environment says.
#[test]
fn schemas_that_are_changed_at_random_go_through_everything() {
    let seconds = std::env::var(RANDOM_SECONDS).ok().and_then(|it| it.parse().ok()).unwrap_or(1);
    let (started, limit) = (Instant::now(), Duration::from_secs(seconds));
    let mut sources = own();
    sources.extend(corpus());
    let number = AtomicUsize::new(0);
    run(&|| {
        let seed = number.fetch_add(1, Ordering::Relaxed) as u64;
        (started.elapsed() < limit).then(|| changed(&sources, seed))
    });
}

/// Texts in which everything failed before its cause was found.
#[test]
fn what_failed_once_goes_through_everything() {
    for text in FAILED_ONCE {
        for dialect in [None, Some(Dialect::GoogleSql), Some(Dialect::PostgreSql)] {
            everything(text, dialect, WHOLE);
        }
    }
}

/// An unclosed table or index, at the end of the schema and before another statement.
const FAILED_ONCE: &[&str] = &[
    "CREATE TABLE Users (UserId STRING(36) NOT NULL, Name STRING(MAX)",
    "CREATE TABLE Users (UserId STRING(36) NOT NULL, Name STRING(MAX)\nCREATE INDEX i ON Users (Name",
    "CREATE TABLE t (id bigint PRIMARY KEY, at timestamptz, CONSTRAINT f FOREIGN KEY (id",
    "CREATE TABLE t (a INT64, b TIMESTAMP) PRIMARY KEY (a, b); CREATE INDEX i ON t (b",
];

impl Job {
    fn copy(&self) -> Self {
        let (name, text) = (self.name.clone(), self.text.clone());
        Self { name, text, ..*self }
    }

    /// What went wrong, and how long it took.
    fn run(&self) -> (Option<String>, Duration) {
        let started = Instant::now();
        let work = || everything(&self.text, self.dialect, self.effort);
        let wrong = catch_unwind(AssertUnwindSafe(work)).err().map(|panic| {
            let said = panic.downcast_ref::<String>().map(String::as_str);
            let said = said.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("a panic");
            format!("{}: {said}\n    {:?} {:?}", self.name, self.dialect, self.text)
        });
        (wrong, started.elapsed())
    }
}

/// Runs jobs until there are no more, on two threads where the environment names no number, and
/// fails with the texts in which one panicked.
fn run(next: &(dyn Fn() -> Option<Job> + Sync)) {
    let workers = std::env::var(WORKERS).ok().and_then(|it| it.parse().ok()).unwrap_or(2_usize);
    let (wrong, slow) = (Mutex::new(Vec::new()), Mutex::new(Vec::new()));
    let done = AtomicUsize::new(0);
    let work = || {
        while let Some(job) = next() {
            let watched = Watch::over(&job.name);
            let (found, took) = job.run();
            drop(watched);
            wrong.lock().unwrap().extend(found);
            done.fetch_add(1, Ordering::Relaxed);
            if took > SLOW {
                let line = format!("{:.1} s: {}", took.as_secs_f64(), job.name);
                slow.lock().unwrap().push(line);
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(work);
        }
    });
    let (mut wrong, slow) = (wrong.into_inner().unwrap(), slow.into_inner().unwrap());
    wrong.sort();
    println!(
        "{} texts went through everything; slower than {SLOW:?}: {slow:#?}",
        done.into_inner()
    );
    assert!(wrong.is_empty(), "{} texts panic:\n{}", wrong.len(), wrong.join("\n"));
}

/// Ends the tests where a job does not end, and names it.
struct Watch(Option<std::sync::mpsc::Sender<()>>);

impl Watch {
    fn over(name: &str) -> Self {
        let (ended, wait) = std::sync::mpsc::channel();
        let name = name.to_owned();
        std::thread::spawn(move || {
            if wait.recv_timeout(ENDLESS) == Err(std::sync::mpsc::RecvTimeoutError::Timeout) {
                shared::say(&format!("does not end within {ENDLESS:?}: {name}"));
                std::process::abort();
            }
        });
        Self(Some(ended))
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.0.take();
    }
}

/// A whole schema.
fn whole(source: &Source) -> Job {
    let Source { name, text, dialect } = source;
    Job { name: name.clone(), text: text.clone(), dialect: *dialect, effort: WHOLE }
}

/// The beginnings of a schema that end at a token or within one that is long; one in
/// [`RUN_EVERY`] is run too. With `all`, those that end at any character.
fn beginnings(source: &Source, all: bool) -> Vec<Job> {
    let text = source.text.as_str();
    let mut ends = Vec::new();
    for token in &parse(text, source.dialect).tokens {
        let (start, end) = (token.span.start as usize, token.span.end as usize);
        match token.kind {
            _ if all => ends.extend((start + 1..end).filter(|&at| text.is_char_boundary(at))),
            TokenKind::Blank => continue,
            TokenKind::Comment | TokenKind::String | TokenKind::QuotedName => {
                ends.push(text.floor_char_boundary(start.midpoint(end)));
            }
            _ => {}
        }
        ends.push(end);
    }
    let job = |(number, end): (usize, usize)| Job {
        name: format!("{} up to byte {end}", source.name),
        text: text[..end].to_owned(),
        // The page detects the dialect of what is typed, other places name it.
        dialect: source.dialect.filter(|_| number.is_multiple_of(2)),
        effort: if number % RUN_EVERY == RUN_EVERY - 1 { RUNS } else { QUICK },
    };
    ends.into_iter().enumerate().map(job).collect()
}

/// A schema with tokens taken out, doubled, swapped or replaced, cut off, or with the end of another
/// behind its beginning. The same seed gives the same text.
fn changed(sources: &[Source], seed: u64) -> Job {
    let mut random = StdRng::seed_from_u64(seed);
    let mut any = |sources: &[Source]| random.random_range(0..sources.len());
    let (source, other) = (&sources[any(sources)], &sources[any(sources)]);
    let mut words = words(source);
    let others = self::words(other);
    for _ in 0..random.random_range(1..=4) {
        if words.is_empty() {
            break;
        }
        let at = random.random_range(0..words.len());
        let to = random.random_range(0..words.len());
        match random.random_range(0..6) {
            0 => {
                words.remove(at);
            }
            1 => words.insert(to, words[at]),
            2 => words.swap(at, to),
            3 => words.truncate(at),
            4 if !others.is_empty() => words[at] = others[random.random_range(0..others.len())],
            _ => {
                words.truncate(at);
                let from = random.random_range(0..=others.len());
                words.extend(&others[from..]);
            }
        }
    }
    let dialects = [None, Some(Dialect::GoogleSql), Some(Dialect::PostgreSql)];
    Job {
        name: format!("{} and {}, changed by seed {seed}", source.name, other.name),
        text: words.concat(),
        dialect: dialects[random.random_range(0..dialects.len())],
        effort: if seed % RUN_EVERY as u64 == 0 { RUNS } else { QUICK },
    }
}

/// The tokens of a schema, blanks among them.
fn words(source: &Source) -> Vec<&str> {
    let tree = parse(&source.text, source.dialect);
    tree.tokens.iter().map(|token| token.span.of(&source.text)).collect()
}

/// Our own schemas: examples, the pages of rules and fixes, lessons.
fn own() -> Vec<Source> {
    let examples = golden::examples().into_iter();
    let mut all: Vec<Source> = examples
        .map(|example| Source { dialect: example.dialect(), name: example.file, text: example.sql })
        .collect();
    let rules = RULES.iter().map(|rule| (rule.id.to_owned(), rule.page().whole.to_owned()));
    let fixes = hotsplit::fixes::FIXES.iter().map(|fix| (fix.id.to_owned(), fix.page.to_owned()));
    for (name, markdown) in rules.chain(fixes).chain(lessons()) {
        let page = page::read(&markdown);
        let blocks = page.code().filter(|(info, _)| info.starts_with("sql")).enumerate();
        all.extend(blocks.map(|(number, (_, sql))| Source {
            name: format!("{name}, block {number}"),
            text: sql.to_owned(),
            dialect: Some(detect(sql)),
        }));
    }
    all
}

/// The lesson files.
fn lessons() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../web/lessons");
    let entries = std::fs::read_dir(folder).unwrap();
    let mut files: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let name = |file: &Path| file.file_stem().unwrap().to_string_lossy().into_owned();
    files.iter().map(|file| (name(file), std::fs::read_to_string(file).unwrap())).collect()
}

/// The schemas of the corpus, if it is there.
fn corpus() -> Vec<Source> {
    let Some(folder) = shared::found("corpus") else {
        shared::say("../shared/corpus is not here: only our own schemas are cut off and changed");
        return Vec::new();
    };
    let mut files = shared::sql_below(&folder);
    files.retain(|file| file.metadata().unwrap().len() <= FILE_BYTES_MAX);
    files.sort();
    let source = |file: std::path::PathBuf| {
        let text = std::fs::read_to_string(&file).ok()?;
        Some(Source { name: file.display().to_string(), dialect: Some(detect(&text)), text })
    };
    files.into_iter().filter_map(source).collect()
}
