//! Looks for texts that cost more than their length: an input is a pattern (`support/pattern.rs`)
//! that is written out to two lengths and read, and each fix of the first finding is tried once.
//! Time and memory for each byte of text are the fuzzer's feedback, beside the code that is reached.
//!
//! Fails where reading takes many times as long as with an ordinary schema of as many bytes, where
//! time grows faster than the text, or where memory is many times the text. The limits are those of
//! `cargo bench --bench growth`.
#![no_main]

#[path = "support/cost.rs"]
mod cost;
#[path = "support/pattern.rs"]
mod pattern;
#[path = "../../bench/support/schema.rs"]
mod schema;

use cost::Cost;
use hotsplit_wire::engine::facts::Settings;
use hotsplit_wire::engine::fixes::Parameters;
use libfuzzer_sys::fuzz_target;
use pattern::Pattern;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU8, Ordering};
use std::time::Duration;

/// Bytes of the shorter text.
const SHORT: usize = 16 * 1024;

/// Bytes of the longer text.
const LONG: usize = 4 * SHORT;

/// Most that the exponent of time over bytes may be.
const EXPONENT_MAX: f64 = 1.2;

/// Most times as long as with the ordinary schema.
const RATIO_MAX: f64 = 10.0;

/// Most bytes of memory for a byte of text.
const MEMORY_RATIO_MAX: f64 = 60.0;

/// Growth is not judged where the longer text takes less than this: a step of the clock or of the
/// allocator is a part of it.
const JUDGED_FROM: Duration = Duration::from_millis(20);

/// Times that are measured once more before a text is called slow; the least counts.
const AGAIN: usize = 4;

/// Levels of cost for each doubling; a text that reaches a new one is kept by the fuzzer.
const LEVELS_PER_DOUBLING: f64 = 4.0;

/// Levels of each kind.
const LEVELS: usize = 64;

/// What libFuzzer looks at beside the code that is reached: the level of time, then that of memory.
#[expect(unsafe_code, reason = "libFuzzer finds its counters by the name of their section")]
#[unsafe(link_section = "__libfuzzer_extra_counters")]
static COUNTERS: [AtomicU8; 2 * LEVELS] = [const { AtomicU8::new(0) }; 2 * LEVELS];

fuzz_target!(|bytes: &[u8]| {
    let Some(pattern) = Pattern::read(&String::from_utf8_lossy(bytes)) else { return };
    let long_text = pattern.written(LONG);
    let mut long = measured(&long_text);
    let bytes = long_text.len() as f64;
    let memory = long.memory as f64 / bytes;
    tell(0, long.time.as_nanos() as f64 / bytes);
    tell(LEVELS, memory);
    assert!(
        memory <= MEMORY_RATIO_MAX,
        "expected {MEMORY_RATIO_MAX} bytes of memory a byte of text at most, found {memory:.0}"
    );
    let ordinary = ordinary();
    let ratio = |long: Cost, ordinary: Cost| {
        long.time.as_secs_f64() / ordinary.time.as_secs_f64() / (bytes / LONG as f64)
    };
    if ratio(long, *ordinary) > RATIO_MAX {
        // Both anew, in turn: a machine may be slow for a while.
        let mut usual = measured(&ordinary_text());
        for _ in 0..AGAIN {
            long = long.least(measured(&long_text));
            usual = usual.least(measured(&ordinary_text()));
        }
        let ratio = ratio(long, usual);
        assert!(
            ratio <= RATIO_MAX,
            "expected {RATIO_MAX} times as long as with an ordinary schema at most, found {ratio:.1}"
        );
    }
    if long.time < JUDGED_FROM {
        return;
    }
    let short_text = pattern.written(SHORT);
    let longer = bytes / short_text.len() as f64;
    if longer < 2.0 {
        return;
    }
    let mut short = measured(&short_text);
    let exponent = |short: Cost, long: Cost| {
        (long.time.as_secs_f64() / short.time.as_secs_f64()).ln() / longer.ln()
    };
    if exponent(short, long) > EXPONENT_MAX {
        for _ in 0..AGAIN {
            short = short.least(measured(&short_text));
            long = long.least(measured(&long_text));
        }
        let exponent = exponent(short, long);
        assert!(
            exponent <= EXPONENT_MAX,
            "expected an exponent of {EXPONENT_MAX} at most, found {exponent:.2}"
        );
    }
});

/// Reads a text.
fn measured(text: &str) -> Cost {
    cost::of(|| {
        let reading = hotsplit_wire::engine::read(text, None, &Settings::default());
        let found = reading.findings.iter().find(|it| hotsplit_wire::engine::candidates(it).next().is_some());
        // What a fix costs beside the reading that proves it.
        let set = Parameters { reason: Some("few rows".to_owned()), ..Parameters::default() };
        found.map(|found| hotsplit_wire::engine::proposals(&reading, found, &set).len())
    })
}

/// What an ordinary schema of about [`LONG`] bytes took at first.
fn ordinary() -> &'static Cost {
    static COST: OnceLock<Cost> = OnceLock::new();
    COST.get_or_init(|| {
        let text = ordinary_text();
        let least = (0..AGAIN).map(|_| measured(&text)).reduce(Cost::least);
        least.expect("it is measured more than once")
    })
}

fn ordinary_text() -> String {
    schema::generate(LONG, 1).googlesql
}

/// Tells the fuzzer how high a cost is.
fn tell(first: usize, cost: f64) {
    let level = (cost.max(1.0).log2() * LEVELS_PER_DOUBLING) as usize;
    COUNTERS[first + level.min(LEVELS - 1)].store(1, Ordering::Relaxed);
}
