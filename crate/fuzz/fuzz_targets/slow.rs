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
#[path = "support/judge.rs"]
mod judge;
#[path = "support/pattern.rs"]
mod pattern;
#[path = "../../bench/support/schema.rs"]
mod schema;

use cost::Cost;
use hotsplit_wire::engine::facts::Settings;
use hotsplit_wire::engine::fixes::Parameters;
use judge::{Judge, LONG};
use libfuzzer_sys::fuzz_target;

/// Most bytes of memory for a byte of text.
const MEMORY_RATIO_MAX: f64 = 60.0;

static JUDGE: Judge = Judge::new(measured, ordinary_text, MEMORY_RATIO_MAX, 0.0);

fuzz_target!(|bytes: &[u8]| JUDGE.judge(bytes));

/// Reads a text.
fn measured(text: &str) -> Cost {
    cost::of(|| {
        let reading = hotsplit_wire::engine::read(text, None, &Settings::default());
        let found = reading
            .findings
            .iter()
            .find(|it| hotsplit_wire::engine::candidates(it).next().is_some());
        // What a fix costs beside the reading that proves it.
        let set = Parameters { reason: Some("few rows".to_owned()), ..Parameters::default() };
        found.map(|found| hotsplit_wire::engine::proposals(&reading, found, &set).len())
    })
}

fn ordinary_text() -> String {
    schema::generate(LONG, 1).googlesql
}
