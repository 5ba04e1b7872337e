//! Same seed, same bytes: hashes of fixed scenarios stand in `tests/parity.snap`. This test
//! compares a native run with them, `web/tests/unit/parity.test.ts` a run of the WebAssembly.

use hotsplit::wire::picture::{self, PaintAsk, PaintView, Palette};
use hotsplit::wire::runs::{SimulateAsk, Which};
use hotsplit::wire::{self, DialectChoice};

use crate::golden::examples;

/// FNV-1a, 32 bits: short enough to be written the same way twice.
fn fnv(hash: u32, bytes: &[u8]) -> u32 {
    bytes.iter().fold(hash, |hash, byte| (hash ^ u32::from(*byte)).wrapping_mul(0x0100_0193))
}

const BASIS: u32 = 0x811c_9dc5;

fn floats(hash: u32, values: &[f32]) -> u32 {
    values.iter().fold(hash, |hash, value| fnv(hash, &value.to_le_bytes()))
}

/// One line for a scenario: the hash of its series, grids, numbers and pixels.
fn line(file: &str, sql: &str, seed: u32) -> String {
    let ask = SimulateAsk {
        before: sql.to_owned(),
        after: None,
        dialect: DialectChoice::Auto,
        nodes: 7.0,
        writes_per_second: 12_000.0,
        minutes: 30,
        seed,
        knobs: None,
        rows_by: None,
    };
    let done = hotsplit::simulate(&wire::from::scenario(&ask));
    let side = &done.before;
    let mut hash = BASIS;
    for series in [&side.run.offered, &side.run.served, &side.run.p50_ms, &side.run.p99_ms] {
        hash = floats(hash, series);
    }
    hash = floats(hash, &side.run.utilisation);
    hash = floats(hash, &side.grid.shares);
    let answer = wire::from::run_answer(side);
    for number in [
        answer.offered_writes_per_second,
        answer.served_writes_per_second,
        answer.sustainable_writes_per_second,
        answer.p50_ms,
        answer.p99_ms,
        answer.server_utilisation_max,
        answer.server_utilisation_mean,
        answer.peak_share,
    ] {
        hash = fnv(hash, &number.to_le_bytes());
    }
    let paint = PaintAsk {
        which: Which::Before,
        view: PaintView::Keys,
        width: 320,
        height: 200,
        palette: Palette::Inferno,
        log: true,
        left: 0.0,
        right: 1.0,
        top: 0.0,
        bottom: 1.0,
    };
    let pixels = picture::pixels(&done, &paint).expect("320 by 200 is within limits");
    let painted = fnv(BASIS, &pixels);
    format!("{file} seed {seed}: run {hash:08x}, pixels {painted:08x}\n")
}

#[test]
fn native_runs_give_the_recorded_bytes() {
    let mut found = String::new();
    for example in examples() {
        found.push_str(&line(&example.file, &example.sql, 1));
        if example.file.starts_with("01-") {
            found.push_str(&line(&example.file, &example.sql, 77));
        }
    }
    insta::with_settings!({ snapshot_path => "../", prepend_module_to_snapshot => false }, {
        insta::assert_snapshot!("parity", found);
    });
}
