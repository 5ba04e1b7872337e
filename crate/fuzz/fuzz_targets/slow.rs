//! Looks for texts that cost more than their length: an input is a pattern (`support/pattern.rs`)
//! that is written out to two lengths and read, and fixes of the first findings are tried, as many
//! as `hotsplit check` tries. What counts is the time for one reading, or for one fix, which is
//! proven by another: texts differ in how many are tried.
//! Time and memory for each byte of text are the fuzzer's feedback, beside the code that is reached.
//!
//! Fails where reading takes many times as long as with an ordinary schema of as many bytes, where
//! time grows faster than the text, or where memory is many times the text. The limits are those of
//! `cargo bench --bench growth`.
#![no_main]

#[path = "support/cost.rs"]
mod cost;
#[path = "support/judge.rs"]
mod judge;
#[path = "support/pattern.rs"]
mod pattern;
#[path = "../../bench/support/schema.rs"]
mod schema;
#[path = "../../bench/support/weight.rs"]
mod weight;

use cost::Cost;
use hotsplit_wire::engine::facts::Settings;
use hotsplit_wire::engine::fixes::Parameters;
use judge::{Judge, LONG};
use libfuzzer_sys::fuzz_target;
use std::time::Duration;

/// Most bytes of memory for a byte of text.
const MEMORY_RATIO_MAX: f64 = 60.0;

/// Bytes of memory beside these, as `cargo bench --bench growth` has them.
const MEMORY_AT_REST: f64 = 8.0 * 1024.0 * 1024.0;

/// Fixes that are tried at most, unless those of the first finding are more, as for `hotsplit check`.
const READINGS_OF_CHECK: usize = 6;

static JUDGE: Judge =
    Judge::new(measured, ordinary_text, weight::counted, MEMORY_RATIO_MAX, MEMORY_AT_REST);

fuzz_target!(|bytes: &[u8]| JUDGE.judge(bytes));

/// Reads a text, and tries fixes. The time is that of the reading, or of one fix where that takes
/// longer.
fn measured(text: &str) -> Cost {
    let mut longest = Duration::ZERO;
    let cost = cost::of(|| {
        let start = cost::processor_time();
        let reading = hotsplit_wire::engine::read(text, None, &Settings::default());
        longest = cost::processor_time().saturating_sub(start);
        // What a fix costs beside the reading that proves it.
        let set = Parameters { reason: Some("few rows".to_owned()), ..Parameters::default() };
        let mut tried = 0;
        for found in &reading.findings {
            let fixes = hotsplit_wire::engine::candidates(found).count();
            if tried > 0 && tried + fixes > READINGS_OF_CHECK {
                break;
            }
            tried += fixes;
            let start = cost::processor_time();
            let proposals = hotsplit_wire::engine::proposals(&reading, found, &set);
            let time = cost::processor_time().saturating_sub(start);
            longest = longest.max(time / (proposals.len() as u32).max(1));
        }
    });
    Cost { time: longest, ..cost }
}

fn ordinary_text() -> String {
    schema::generate(LONG, 1).googlesql
}
