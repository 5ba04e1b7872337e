//! Judges what a text costs: an input is a pattern (`pattern.rs`) that is written out to two lengths.
//! Time and memory for each byte of text are the fuzzer's feedback, beside the code that is reached.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU8, Ordering};
use std::time::Duration;

use crate::cost::Cost;
use crate::pattern::Pattern;

/// Bytes of the shorter text.
const SHORT: usize = 16 * 1024;

/// Bytes of the longer text.
pub(crate) const LONG: usize = 4 * SHORT;

/// Bytes of a text whose time is judged where that of a long one grew too fast.
const LONGEST: usize = 4 * LONG;

/// Length of a text whose memory is judged where that of a long one is not within its limits.
const MEMORY_JUDGED_AT: usize = 8 * LONG;

/// Most that the exponent of time over bytes may be.
const EXPONENT_MAX: f64 = 1.2;

/// Most times as long as with the ordinary text.
const RATIO_MAX: f64 = 10.0;

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

/// What is measured and what it is compared with.
pub(crate) struct Judge {
    measured: fn(&str) -> Cost,
    ordinary_text: fn() -> String,
    counted: fn(&str) -> usize,
    memory_ratio_max: f64,
    memory_at_rest: f64,
    ordinary: OnceLock<Cost>,
}

impl Judge {
    /// Work on a text, an ordinary text of about [`LONG`] bytes, how bytes are counted, most bytes of
    /// memory for each, and bytes beside these, which do not grow with the text.
    pub(crate) const fn new(
        measured: fn(&str) -> Cost,
        ordinary_text: fn() -> String,
        counted: fn(&str) -> usize,
        memory_ratio_max: f64,
        memory_at_rest: f64,
    ) -> Self {
        let ordinary = OnceLock::new();
        Self { measured, ordinary_text, counted, memory_ratio_max, memory_at_rest, ordinary }
    }

    /// Writes a pattern out and fails if it costs too much.
    pub(crate) fn judge(&self, input: &[u8]) {
        let Some(pattern) = Pattern::read(&String::from_utf8_lossy(input)) else { return };
        let long_text = pattern.written(LONG);
        let mut long = (self.measured)(&long_text);
        let memory = self.memory_ratio(&long_text, long);
        tell(0, long.time.as_nanos() as f64 / long_text.len() as f64);
        tell(LEVELS, memory);
        if memory > self.memory_ratio_max {
            self.judge_memory(&pattern);
        }
        self.judge_ratio(&long_text, &mut long);
        if long.time >= JUDGED_FROM {
            self.judge_growth(&pattern, &long_text, long);
        }
    }

    /// Bytes of memory for a byte of text, beside those at rest.
    fn memory_ratio(&self, text: &str, cost: Cost) -> f64 {
        (cost.memory as f64 - self.memory_at_rest).max(0.0) / (self.counted)(text) as f64
    }

    /// Fails where a text that is longer still takes as much memory a byte: statements of two letters
    /// take more than any text of their length, and there is a limit to how many are read.
    fn judge_memory(&self, pattern: &Pattern) {
        let longest_text = pattern.written(MEMORY_JUDGED_AT);
        let memory = self.memory_ratio(&longest_text, (self.measured)(&longest_text));
        assert!(
            memory <= self.memory_ratio_max,
            "expected {} bytes of memory a byte of text at most, found {memory:.0}",
            self.memory_ratio_max
        );
    }

    fn judge_ratio(&self, long_text: &str, long: &mut Cost) {
        let bytes = (self.counted)(long_text) as f64;
        let ratio = |long: Cost, ordinary: Cost| {
            long.time.as_secs_f64() / ordinary.time.as_secs_f64() / (bytes / LONG as f64)
        };
        if ratio(*long, *self.ordinary()) <= RATIO_MAX {
            return;
        }
        // Both anew, in turn: a machine may be slow for a while.
        let ordinary_text = (self.ordinary_text)();
        let mut usual = (self.measured)(&ordinary_text);
        for _ in 0..AGAIN {
            *long = long.least((self.measured)(long_text));
            usual = usual.least((self.measured)(&ordinary_text));
        }
        let ratio = ratio(*long, usual);
        assert!(
            ratio <= RATIO_MAX,
            "expected {RATIO_MAX} times as long as with an ordinary text at most, found {ratio:.1}"
        );
    }

    /// Fails where time grows faster than the text, and goes on to: from the cache of a processor to
    /// its memory any work takes a step.
    fn judge_growth(&self, pattern: &Pattern, long_text: &str, mut long: Cost) {
        let short_text = pattern.written(SHORT);
        if self.exponent((&short_text, None), (long_text, &mut long)) <= EXPONENT_MAX {
            return;
        }
        let longest_text = pattern.written(LONGEST);
        let mut longest = (self.measured)(&longest_text);
        let exponent = self.exponent((long_text, Some(long)), (&longest_text, &mut longest));
        assert!(
            exponent <= EXPONENT_MAX,
            "expected an exponent of {EXPONENT_MAX} at most, found {exponent:.2}"
        );
    }

    /// The exponent of time over bytes, measured again where it is high; 0 where the texts are as long.
    fn exponent(
        &self,
        (short_text, short): (&str, Option<Cost>),
        (text, long): (&str, &mut Cost),
    ) -> f64 {
        let longer = text.len() as f64 / short_text.len() as f64;
        if longer < 2.0 {
            return 0.0;
        }
        let mut short = short.unwrap_or_else(|| (self.measured)(short_text));
        let exponent = |short: Cost, long: Cost| {
            (long.time.as_secs_f64() / short.time.as_secs_f64()).ln() / longer.ln()
        };
        for _ in 0..AGAIN {
            if exponent(short, *long) <= EXPONENT_MAX {
                break;
            }
            short = short.least((self.measured)(short_text));
            *long = long.least((self.measured)(text));
        }
        exponent(short, *long)
    }

    /// What the ordinary text took at first.
    fn ordinary(&self) -> &Cost {
        self.ordinary.get_or_init(|| {
            let text = (self.ordinary_text)();
            let least = (0..AGAIN).map(|_| (self.measured)(&text)).reduce(Cost::least);
            least.expect("it is measured more than once")
        })
    }
}

/// Tells the fuzzer how high a cost is.
fn tell(first: usize, cost: f64) {
    let level = (cost.max(1.0).log2() * LEVELS_PER_DOUBLING) as usize;
    COUNTERS[first + level.min(LEVELS - 1)].store(1, Ordering::Relaxed);
}
