//! Looks for dumps that cost more than their length, as `slow` does for schemas: what is measured is
//! to read a dump, port it to both dialects and condense it.
#![no_main]

#[path = "support/cost.rs"]
mod cost;
#[path = "support/judge.rs"]
mod judge;
#[path = "support/pattern.rs"]
mod pattern;

use cost::Cost;
use hotsplit_port::condense::Condenser;
use hotsplit_port::port::{Options, Target, port};
use hotsplit_port::source::{Database, Detected, detect, read};
use judge::{Judge, LONG};
use libfuzzer_sys::fuzz_target;
use pattern::Pattern;

/// Most bytes of memory for a byte of dump. A column of four bytes becomes a map, a loss and a line.
const MEMORY_RATIO_MAX: f64 = 400.0;

/// Most bytes beside these: columns that tables inherit, of which 10,000 are copied at most.
const MEMORY_AT_REST: f64 = 48.0 * 1024.0 * 1024.0;

/// Bytes that are given to the condenser at once.
const PART: usize = 4096;

/// What an ordinary dump repeats.
const ORDINARY: &str = include_str!("../dumps/ordinary.txt");

static JUDGE: Judge =
    Judge::new(measured, ordinary_text, str::len, MEMORY_RATIO_MAX, MEMORY_AT_REST);

fuzz_target!(|bytes: &[u8]| JUDGE.judge(bytes));

/// Reads, ports and condenses a dump.
fn measured(text: &str) -> Cost {
    cost::of(|| {
        let database = match detect(text) {
            Detected::Source(database) => database,
            _ => Database::MySql,
        };
        let source = read(text, database);
        let ports = [Target::GoogleSql, Target::PostgreSql]
            .map(|target| port(&source, &Options::to(target)));
        let mut condenser = Condenser::of(database);
        for part in text.as_bytes().chunks(PART) {
            if condenser.push(part).is_err() {
                return (ports, None);
            }
        }
        (ports, condenser.finish().ok())
    })
}

fn ordinary_text() -> String {
    Pattern::read(ORDINARY).expect("it repeats something").written(LONG)
}
