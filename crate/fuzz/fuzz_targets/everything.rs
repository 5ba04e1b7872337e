//! All that a schema can set off: findings, fixes with their proofs, rewrites, plans, runs, exports.
//!
//! The first byte says which dialect is asked for and whether the schema is run.
#![no_main]

#[path = "../../cli/tests/it/everything.rs"]
mod everything;

use everything::{Effort, everything};
use hotsplit_wire::engine::syntax::tree::Dialect;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let [first, rest @ ..] = bytes else { return };
    let dialect = match first % 3 {
        0 => None,
        1 => Some(Dialect::GoogleSql),
        _ => Some(Dialect::PostgreSql),
    };
    let effort = Effort { bytes: 60_000, runs: first % 8 == 7, answers: first % 64 == 63 };
    everything(&String::from_utf8_lossy(rest), dialect, effort);
});
