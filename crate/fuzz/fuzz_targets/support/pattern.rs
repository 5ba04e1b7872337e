//! A short text that stands for a long one.
//!
//! Lines of `%%` cut it into parts: the second, fourth and so on are said again and again. In what is
//! repeated `#` is the number of the repetition, `@` that of the one before, and `&` that of the
//! next one, which after the last is the first.

use std::fmt::Write;

/// What stands between parts.
const CUT: &str = "\n%%\n";

/// Repetitions at most; a part of one letter needs no more to be long.
const TIMES_MAX: usize = 1 << 18;

/// A text with parts that are repeated.
pub(crate) struct Pattern {
    parts: Vec<String>,
}

impl Pattern {
    /// Reads a pattern; `None` where nothing is repeated.
    pub(crate) fn read(text: &str) -> Option<Self> {
        let parts: Vec<String> = text.split(CUT).map(str::to_owned).collect();
        let repeated: usize = parts.iter().skip(1).step_by(2).map(String::len).sum();
        (repeated > 0).then_some(Self { parts })
    }

    /// The text of about `bytes` bytes.
    pub(crate) fn written(&self, bytes: usize) -> String {
        // How long one repetition is depends on how long its numbers are.
        let probe = self.times(64).len().saturating_sub(self.times(32).len()) / 32;
        let once = self.times(0).len();
        let times = bytes.saturating_sub(once) / probe.max(1);
        self.times(times.clamp(1, TIMES_MAX))
    }

    fn times(&self, times: usize) -> String {
        let mut out = String::new();
        for (at, part) in self.parts.iter().enumerate() {
            if at % 2 == 0 {
                out += part;
                continue;
            }
            for number in 0..times {
                repeat(part, number, times, &mut out);
            }
        }
        out
    }
}

fn repeat(part: &str, number: usize, times: usize, out: &mut String) {
    for letter in part.chars() {
        let number = match letter {
            '#' => number,
            '@' => number.saturating_sub(1),
            '&' => (number + 1) % times,
            other => {
                out.push(other);
                continue;
            }
        };
        write!(out, "{number}").expect("a string takes what is written");
    }
}
