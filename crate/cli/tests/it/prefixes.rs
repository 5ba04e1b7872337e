//! A schema is typed from its start, so every beginning of every schema at hand goes through all
//! that it can set off without a panic.
//!
//! `cargo xtask test` takes every beginning of the examples that ends at a token, and a sample of
//! those of other schemas. `cargo xtask prefixes` takes all of them, or changes schemas at random.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use hotsplit_content::examples::{Example, examples as all_examples};
use hotsplit_wire::engine::page;
use hotsplit_wire::engine::rules::RULES;
use hotsplit_wire::engine::syntax::tree::{Dialect, TokenKind};
use hotsplit_wire::engine::syntax::{detect, parse};
use rand::rngs::StdRng;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};

use crate::everything::{Effort, everything};
use crate::shared;

/// Seconds that the environment gives to all beginnings, those of the corpus included.
const SECONDS: &str = "HOTSPLIT_PREFIXES_SECONDS";

/// Seconds that the environment gives to schemas that are changed at random.
const RANDOM_SECONDS: &str = "HOTSPLIT_PREFIXES_RANDOM_SECONDS";

/// The first of the seeds that schemas are changed by.
const SEED: &str = "HOTSPLIT_PREFIXES_SEED";

/// Threads that the environment asks for.
const WORKERS: &str = "HOTSPLIT_PREFIXES_WORKERS";

/// Effort for a beginning of a schema.
const QUICK: Effort = Effort { bytes: 60_000, runs: false, answers: false };

/// The same with runs.
const RUNS: Effort = Effort { runs: true, ..QUICK };

/// Effort for a whole schema.
const WHOLE: Effort = Effort { bytes: 400_000, runs: true, answers: true };

/// Of the beginnings of one schema, one in so many is run too: a run takes longer than all else.
const RUN_EVERY: usize = 24;

/// The same of the ordinary test.
const RUN_SELDOM: usize = 96;

/// Beginnings that the ordinary test takes of pages and lessons, and of the corpus.
fn sample() -> usize {
    if shared::whole() { 800 } else { 400 }
}

/// Of larger files only some beginnings are taken, as many of each: all of them would take days.
const FILE_BYTES_MAX: u64 = 16 * 1024;

/// Beginnings of each larger file, spread over it.
const LARGE_ENDS: usize = 400;

/// Whether the environment asks for those of larger files alone.
const LARGE: &str = "HOTSPLIT_PREFIXES_LARGE";

/// What takes longer is told.
const SLOW: Duration = Duration::from_secs(2);

/// What takes longer counts as endless, and ends the tests.
const ENDLESS: Duration = Duration::from_mins(10);

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

/// Every beginning of an example that ends at a token, and a sample of those of other schemas; all
/// of them where the environment gives time for that.
#[test]
fn every_beginning_of_a_schema_goes_through_everything() {
    let limit = seconds(SECONDS);
    let only_large = number(LARGE).is_some();
    let large = if limit.is_some() { large_corpus() } else { Vec::new() };
    let sources = if only_large { Default::default() } else { [examples(), pages(), corpus()] };
    let mut all: Vec<Beginning<'_>> = Vec::new();
    for source in &large {
        let ends = beginnings(source);
        let step = (ends.len() / LARGE_ENDS).max(1);
        // From the end, so that the whole file is among them.
        all.extend(ends.into_iter().rev().step_by(step));
    }
    for (number, sources) in sources.iter().enumerate() {
        let ends = sources.iter().flat_map(beginnings);
        let mut ends: Vec<Beginning<'_>> = ends.collect();
        if limit.is_none() && number > 0 {
            let step = (ends.len() / sample()).max(1);
            ends = ends.into_iter().step_by(step).collect();
        }
        all.extend(ends);
    }
    let run_every = if limit.is_some() { RUN_EVERY } else { RUN_SELDOM };
    // Where time is up before the end, what was run is spread over all schemas.
    all.shuffle(&mut StdRng::seed_from_u64(0));
    let started = now();
    let next = AtomicUsize::new(0);
    run(all.len(), &|| {
        let in_time = limit.is_none_or(|limit| started.elapsed() < limit);
        let number = next.fetch_add(1, Ordering::Relaxed);
        all.get(number).filter(|_| in_time).map(|beginning| beginning.job(number, run_every))
    });
}

/// Schemas that are changed at random, for as long as the environment says.
#[test]
fn schemas_that_are_changed_at_random_go_through_everything() {
    let limit = seconds(RANDOM_SECONDS).unwrap_or(Duration::from_secs(1));
    let started = now();
    let sources = [examples(), pages(), corpus()].into_iter().flatten().collect::<Vec<_>>();
    let next = AtomicUsize::new(number(SEED).unwrap_or(0));
    run(usize::MAX, &|| {
        let seed = next.fetch_add(1, Ordering::Relaxed) as u64;
        (started.elapsed() < limit).then(|| changed(&sources, seed))
    });
}

/// The time on the clock.
#[expect(clippy::disallowed_methods, reason = "slow and endless texts are reported")]
fn now() -> Instant {
    Instant::now()
}

/// A number that the environment gives.
fn number(name: &str) -> Option<usize> {
    std::env::var(name).ok()?.parse().ok()
}

/// A time that the environment gives.
fn seconds(name: &str) -> Option<Duration> {
    number(name).map(|seconds| Duration::from_secs(seconds as u64))
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

/// An unclosed table or index, at the end of the schema and before another statement; a change
/// stream of columns of a table that the schema does not define; a child that takes over a shard
/// of a column that only its parent has; a thousand million shards.
const FAILED_ONCE: &[&str] = &[
    "CREATE TABLE Users (UserId STRING(36) NOT NULL, Name STRING(MAX)",
    "CREATE TABLE Users (UserId STRING(36) NOT NULL, Name STRING(MAX)\nCREATE INDEX i ON Users (Name",
    "CREATE TABLE t (id bigint PRIMARY KEY, at timestamptz, CONSTRAINT f FOREIGN KEY (id",
    "CREATE TABLE t (a INT64, b TIMESTAMP) PRIMARY KEY (a, b); CREATE INDEX i ON t (b",
    "CREATE CHANGE STREAM s FOR Elsewhere(a, b), Elsewhere2();
     ALTER CHANGE STREAM s SET FOR Elsewhere(a)",
    "CREATE TABLE P (a INT64 NOT NULL, b INT64, id STRING(36) NOT NULL,
       shard INT64 NOT NULL AS (MOD(ABS(FARM_FINGERPRINT(id)), 16)) STORED) PRIMARY KEY (shard, a);
     CREATE TABLE C (shard INT64 NOT NULL, a INT64 NOT NULL) PRIMARY KEY (shard, a),
       INTERLEAVE IN PARENT P",
    "CREATE TABLE events (id varchar PRIMARY KEY, at timestamptz NOT NULL DEFAULT now(), shard bigint
       GENERATED ALWAYS AS (mod(abs(spanner.farm_fingerprint(id)), 1000000000)) STORED, amount bigint);
     CREATE INDEX events_by_at ON events (shard, at);
     CREATE INDEX events_at ON events (at);",
    "CREATE TABLE Events (Id STRING(36) NOT NULL, At TIMESTAMP NOT NULL OPTIONS (allow_commit_timestamp =
       true), Shard INT64 NOT NULL AS (MOD(ABS(FARM_FINGERPRINT(Id)), 1000000000)) STORED,
     ) PRIMARY KEY (Shard, Id);
     CREATE INDEX EventsByAt ON Events (Shard, At);
     CREATE INDEX EventsAt ON Events (At)",
];

impl Job {
    /// What went wrong, and how long it took.
    fn run(&self) -> (Option<String>, Duration) {
        let started = now();
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
fn run(count: usize, next: &(dyn Fn() -> Option<Job> + Sync)) {
    let workers = number(WORKERS).unwrap_or(2);
    let (wrong, slow) = (Mutex::new(Vec::new()), Mutex::new(Vec::new()));
    let done = AtomicUsize::new(0);
    let work = || {
        while let Some(job) = next() {
            let watched = Watch::over(&job.name);
            let (found, took) = job.run();
            drop(watched);
            if let Some(found) = &found {
                shared::say(found);
            }
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
    let done = done.into_inner();
    let of = if count == usize::MAX { String::new() } else { format!(" of {count}") };
    println!("{done}{of} texts went through everything; slower than {SLOW:?}: {slow:#?}");
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

/// The beginning of a schema.
#[derive(Clone, Copy)]
struct Beginning<'a> {
    source: &'a Source,
    end: usize,
}

impl Beginning<'_> {
    /// Its work; every fourth whole schema gets more of it, and one beginning in `run_every` is
    /// run too.
    fn job(self, number: usize, run_every: usize) -> Job {
        let Self { source, end } = self;
        let effort = match number % run_every {
            _ if end == source.text.len() && number.is_multiple_of(4) => WHOLE,
            0 => RUNS,
            _ => QUICK,
        };
        Job {
            name: format!("{} up to byte {end}", source.name),
            // What is typed may end in a line break or without one.
            text: format!(
                "{}{}",
                &source.text[..end],
                if number.is_multiple_of(3) { "\n" } else { "" }
            ),
            // The page detects the dialect of what is typed, other places name it.
            dialect: source.dialect.filter(|_| number.is_multiple_of(2)),
            effort,
        }
    }
}

/// The beginnings of a schema that end at a token, or in the middle of a comment or of quotes.
fn beginnings(source: &Source) -> Vec<Beginning<'_>> {
    let text = source.text.as_str();
    let mut ends = Vec::new();
    for token in &parse(text, source.dialect).tokens {
        let (start, end) = (token.span.start as usize, token.span.end as usize);
        match token.kind {
            TokenKind::Blank if end < text.len() => continue,
            TokenKind::Comment | TokenKind::String | TokenKind::QuotedName => {
                ends.push(text.floor_char_boundary(start.midpoint(end)));
            }
            _ => {}
        }
        ends.push(end);
    }
    ends.into_iter().map(|end| Beginning { source, end }).collect()
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
        effort: if seed.is_multiple_of(RUN_EVERY as u64) { RUNS } else { QUICK },
    }
}

/// The tokens of a schema, blanks among them.
fn words(source: &Source) -> Vec<&str> {
    let tree = parse(&source.text, source.dialect);
    tree.tokens.iter().map(|token| token.span.of(&source.text)).collect()
}

/// The examples of the page.
fn examples() -> Vec<Source> {
    let source = |example: Example| Source {
        dialect: example.dialect(),
        name: example.file,
        text: example.sql,
    };
    all_examples().into_iter().map(source).collect()
}

/// The schemas on the pages of rules and fixes and in lessons.
fn pages() -> Vec<Source> {
    let mut all = Vec::new();
    let rules = RULES.iter().map(|rule| (rule.id.to_owned(), rule.page.whole.to_owned()));
    let fixes = hotsplit_wire::engine::fixes::FIXES
        .iter()
        .map(|fix| (fix.short.to_owned(), fix.page.to_owned()));
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
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/lessons");
    let entries = std::fs::read_dir(folder).unwrap();
    let mut files: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let name = |file: &Path| file.file_stem().unwrap().to_string_lossy().into_owned();
    files.iter().map(|file| (name(file), std::fs::read_to_string(file).unwrap())).collect()
}

/// The schemas of the corpus, if it is there, but for the larger ones.
fn corpus() -> Vec<Source> {
    corpus_of(&|bytes| bytes <= FILE_BYTES_MAX)
}

/// The larger ones.
fn large_corpus() -> Vec<Source> {
    corpus_of(&|bytes| bytes > FILE_BYTES_MAX)
}

fn corpus_of(fits: &dyn Fn(u64) -> bool) -> Vec<Source> {
    let Some(folder) = shared::found("corpus") else {
        shared::say("../shared/corpus is not here: only our own schemas are cut off and changed");
        return Vec::new();
    };
    let mut files = shared::sql_below(&folder);
    files.retain(|file| fits(file.metadata().unwrap().len()));
    files.sort();
    let source = |file: std::path::PathBuf| {
        let text = std::fs::read_to_string(&file).ok()?;
        Some(Source { name: file.display().to_string(), dialect: Some(detect(&text)), text })
    };
    files.into_iter().filter_map(source).collect()
}
