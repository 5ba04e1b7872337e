//! How work grows with the text: each family of `crate/bench/support/families.rs` at a quarter, a half and the
//! whole of its size, put to the command line as people put it, beside an ordinary schema of as many
//! bytes (`weight.rs` says how they are counted). Fails where time grows faster than the text, or where it
//! or memory is many times the ordinary.
//!
//! What is measured is the time a process had of a processor, so other work on the machine matters
//! little; the limits are ratios within one run.
//!
//! `cargo bench --bench growth -- WORD…` takes the families whose names hold one of the words;
//! `HOTSPLIT=PROGRAM` measures another build.

#![expect(clippy::print_stdout, reason = "the table is what it is for")]

#[path = "../../bench/support/families.rs"]
mod families;
#[path = "../../bench/support/weight.rs"]
mod weight;

use families::{FAMILIES, Family};
use hotsplit_support::edits::generated::generate;
use std::process::{Child, Command, ExitCode, Stdio};
use std::time::{Duration, Instant};
use weight::counted;

/// Seed of the ordinary schemas.
const SEED: u64 = 1;

/// Most that the exponent of time over bytes may be: 1 is in proportion, 2 with the square.
const EXPONENT_MAX: f64 = 1.2;

/// Most times as long as with the ordinary schema `hotsplit check` may take.
const CHECK_RATIO_MAX: f64 = 10.0;

/// The same of `hotsplit fix --list`.
const FIX_RATIO_MAX: f64 = 30.0;

/// Most bytes of memory for a byte of text, beyond [`MEMORY_AT_REST`].
const MEMORY_RATIO_MAX: f64 = 60.0;

/// What the program takes with an empty text, roughly.
const MEMORY_AT_REST: f64 = 8.0 * 1024.0 * 1024.0;

/// Times below this are not judged by their exponent: starting the program is a part of them.
const JUDGED_FROM: Duration = Duration::from_millis(40);

/// A run that takes longer is ended.
const PATIENCE: Duration = Duration::from_secs(30);

/// A run below this is repeated [`ROUNDS`] times, and the least time counts.
const REPEATED_BELOW: Duration = Duration::from_millis(1500);

/// How often a run is repeated. The texts are run in turn, so that a slow moment of the machine does
/// not meet one of them alone.
const ROUNDS: usize = 5;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).filter(|it| !it.starts_with('-')).collect();
    let wanted = |family: &&Family| {
        words.is_empty() || words.iter().any(|word| family.name.contains(word.as_str()))
    };
    println!(
        "{:<40} {:>6} | {:>26} {:>5} {:>6} {:>5} | {:>26} {:>5} {:>6}",
        "family",
        "KB",
        "check, ms at 1x, 2x, 4x",
        "exp",
        "ratio",
        "mem",
        "fix, ms at 1x, 2x, 4x",
        "exp",
        "ratio"
    );
    let mut failed = 0;
    for family in FAMILIES.iter().filter(wanted) {
        let complaints = judge(family);
        failed += usize::from(!complaints.is_empty());
        for complaint in complaints {
            println!("    FAILED: {complaint}");
        }
    }
    if failed > 0 {
        println!("{failed} families are above a limit");
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}

/// Measures one family, prints its row, and says what is above a limit.
fn judge(family: &Family) -> Vec<String> {
    let texts = [4, 2, 1].map(|part| (family.write)(family.most / part));
    let bytes = counted(&texts[2]);
    let ordinary = generate(bytes, SEED).googlesql;
    let bytes = bytes as f64;
    let check = Measured::of("check", &texts, &ordinary);
    let fix = Measured::of("fix", &texts, &ordinary);
    let memory = check.memory.max(fix.memory);
    println!(
        "{:<40} {:>6} | {} {:>5.1} | {}",
        family.name,
        texts[2].len() / 1000,
        check.row(),
        (memory - MEMORY_AT_REST).max(0.0) / bytes,
        fix.row(),
    );
    let mut complaints = check.complaints("check", CHECK_RATIO_MAX);
    complaints.extend(fix.complaints("fix --list", FIX_RATIO_MAX));
    if memory > MEMORY_AT_REST + MEMORY_RATIO_MAX * bytes {
        complaints.push(format!("{:.0} bytes of memory a byte of text", memory / bytes));
    }
    complaints
}

/// A family put to one command.
struct Measured {
    times: [Duration; 3],
    /// Of time over bytes, from the smallest text to the largest.
    exponent: f64,
    /// Of the largest text to the ordinary schema of as many bytes.
    ratio: f64,
    memory: f64,
}

impl Measured {
    fn of(command: &str, texts: &[String; 3], ordinary: &str) -> Self {
        let mut usual = run(command, ordinary);
        let mut ended = false;
        let mut runs = texts.each_ref().map(|text| {
            // What takes too long takes longer with more.
            let cost =
                if ended { Cost { time: PATIENCE, memory: 0.0 } } else { run(command, text) };
            ended = cost.time == PATIENCE;
            cost
        });
        for _ in 1..ROUNDS {
            let texts = texts.iter().map(String::as_str).zip(&mut runs);
            for (text, best) in texts.chain([(ordinary, &mut usual)]) {
                if best.time < REPEATED_BELOW {
                    let again = run(command, text);
                    best.time = best.time.min(again.time);
                    best.memory = best.memory.max(again.memory);
                }
            }
        }
        let times = [0, 1, 2].map(|at: usize| runs[at].time);
        let growth = times[2].as_secs_f64() / times[0].as_secs_f64();
        let longer = texts[2].len() as f64 / texts[0].len() as f64;
        Self {
            times,
            exponent: libm::log(growth) / libm::log(longer),
            ratio: times[2].as_secs_f64() / usual.time.as_secs_f64(),
            memory: runs.iter().fold(0.0, |most, run| run.memory.max(most)),
        }
    }

    fn row(&self) -> String {
        let [one, two, four] = self.times.map(|time| match time {
            PATIENCE => "ended".to_owned(),
            _ => format!("{:.0}", time.as_secs_f64() * 1e3),
        });
        format!("{one:>8} {two:>8} {four:>8} {:>5.2} {:>6.1}", self.exponent, self.ratio)
    }

    fn complaints(&self, command: &str, ratio_max: f64) -> Vec<String> {
        let mut out = Vec::new();
        if self.times[2] > JUDGED_FROM && self.exponent > EXPONENT_MAX {
            out.push(format!("{command} grows with the power of {:.2}", self.exponent));
        }
        if self.ratio > ratio_max {
            out.push(format!("{command} takes {:.0} times as long", self.ratio));
        }
        if self.times.contains(&PATIENCE) {
            out.push(format!("{command} was ended after {} s", PATIENCE.as_secs()));
        }
        out
    }
}

/// What a run took.
#[derive(Clone, Copy)]
struct Cost {
    time: Duration,
    /// Bytes, at most.
    memory: f64,
}

/// Puts a text to a command.
fn run(command: &str, text: &str) -> Cost {
    let file = tempfile::NamedTempFile::new().expect("a file can be made");
    std::fs::write(file.path(), text).expect("a file can be written");
    let own = || env!("CARGO_BIN_EXE_hotsplit").to_owned();
    let mut run = Command::new(std::env::var("HOTSPLIT").unwrap_or_else(|_| own()));
    run.arg(command);
    if command == "fix" {
        run.arg("--list");
    }
    run.arg(file.path()).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    watch(run.spawn().expect("the command line was built for this"))
}

/// Waits for a process, and ends it if it takes too long.
#[expect(
    clippy::disallowed_methods,
    reason = "a benchmark needs a clock where the system has none"
)]
fn watch(mut child: Child) -> Cost {
    let start = Instant::now();
    let mut cost = Cost { time: Duration::ZERO, memory: 0.0 };
    loop {
        cost.memory = memory_of(child.id()).map_or(cost.memory, |bytes| bytes.max(cost.memory));
        // What ended can still be asked until it is waited for.
        let time = processor_time_of(child.id()).unwrap_or_else(|| start.elapsed());
        cost.time = cost.time.max(time);
        if cost.time > PATIENCE {
            cost.time = PATIENCE;
            child.kill().expect("a child can be ended");
            child.wait().expect("a child can be waited for");
            return cost;
        }
        let ended = match is_over(child.id()) {
            Some(over) => over,
            None => child.try_wait().expect("a child can be waited for").is_some(),
        };
        if ended {
            let time = processor_time_of(child.id()).unwrap_or(cost.time);
            cost.time = cost.time.max(time);
            child.wait().expect("a child can be waited for");
            return cost;
        }
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// Nanoseconds on a processor, where the system tells.
fn processor_time_of(process: u32) -> Option<Duration> {
    let told = std::fs::read_to_string(format!("/proc/{process}/schedstat")).ok()?;
    Some(Duration::from_nanos(told.split(' ').next()?.parse().ok()?))
}

/// Most bytes it held so far, where the system tells.
fn memory_of(process: u32) -> Option<f64> {
    let told = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = told.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kib: f64 = line.trim().trim_end_matches("kB").trim().parse().ok()?;
    Some(kib * 1024.0)
}

/// Whether a process has ended and waits to be asked, where the system tells.
fn is_over(process: u32) -> Option<bool> {
    let told = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    let state = told.rsplit_once(") ")?.1;
    Some(state.starts_with('Z'))
}
