//! Same seed, same bytes: hashes of fixed scenarios stand in `tests/parity.snap`. This test
//! compares a native run with them, `web/tests/unit/parity.test.ts` a run of the WebAssembly.

use hotsplit_content::examples::{Example, examples};
use hotsplit_wire::DialectChoice;
use hotsplit_wire::engine::Simulated;
use hotsplit_wire::picture::{self, Gallery, HistogramAsk, Metric, PaintAsk, PaintView, Palette};
use hotsplit_wire::runs::SimulateAsk;
use hotsplit_wire::which::Which;

/// FNV-1a, 32 bits: short enough to be written the same way twice.
fn fnv(hash: u32, bytes: &[u8]) -> u32 {
    bytes.iter().fold(hash, |hash, byte| (hash ^ u32::from(*byte)).wrapping_mul(0x0100_0193))
}

const BASIS: u32 = 0x811c_9dc5;

fn floats(hash: u32, values: &[f32]) -> u32 {
    values.iter().fold(hash, |hash, value| fnv(hash, &value.to_le_bytes()))
}

/// What is run.
fn ask(sql: &str, seed: u32) -> SimulateAsk {
    SimulateAsk {
        before: sql.to_owned(),
        after: None,
        dialect: DialectChoice::Auto,
        nodes: 7.0,
        writes_per_second: Some(12_000.0),
        minutes: 30,
        seed,
        knobs: None,
        rows_by: None,
        open_folded: None,
    }
}

/// One line for a scenario: the hash of its series, grids, numbers and pixels.
fn line(file: &str, sql: &str, seed: u32) -> String {
    let done = hotsplit_wire::engine::simulate(&hotsplit_wire::runs::scenario(&ask(sql, seed)));
    let side = &done.before;
    let mut hash = BASIS;
    for series in [&side.run.offered, &side.run.served, &side.run.p50_ms, &side.run.p99_ms] {
        hash = floats(hash, series);
    }
    hash = floats(hash, &side.run.utilisation);
    hash = floats(hash, &side.grid.shares);
    let answer = hotsplit_wire::run_answer::run_answer(side);
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
    let mut gallery = Gallery::default();
    let mut painted = |ask: &PaintAsk| {
        let pixels = picture::pixels(&mut gallery, &done, ask);
        fnv(BASIS, &pixels.expect("320 by 200 is within limits"))
    };
    let (plain, brushed) = (painted(&usual()), painted(&brushed()));
    let owned = painted(&PaintAsk { palette: Palette::Servers, ..usual() });
    let counted = counted(&mut gallery, &done);
    format!(
        "{file} seed {seed}: run {hash:08x}, pixels {plain:08x}, brushed {brushed:08x}, \
         servers {owned:08x}, histogram {counted:08x}\n"
    )
}

/// A picture as it is painted unless a person changes anything.
fn usual() -> PaintAsk {
    PaintAsk {
        which: Which::Before,
        view: PaintView::Keys,
        metric: None,
        width: 320,
        height: 200,
        palette: Palette::Inferno,
        log: true,
        black: None,
        white: None,
        hatch: None,
        left: 0.0,
        right: 1.0,
        top: 0.0,
        bottom: 1.0,
    }
}

/// The same with all that can be changed.
fn brushed() -> PaintAsk {
    PaintAsk {
        metric: Some(Metric::RowsWritten),
        palette: Palette::Viridis,
        black: Some(0.1),
        white: Some(0.6),
        hatch: Some(false),
        left: 0.25,
        ..usual()
    }
}

/// The hash of a histogram.
fn counted(gallery: &mut Gallery, done: &Simulated) -> u32 {
    let ask = HistogramAsk { metric: Some(Metric::BytesHeld), log: true };
    let found = picture::histogram(gallery, done, &ask);
    let all = found.bins.iter().chain([&found.no_keys, &found.full]);
    all.fold(BASIS, |hash, count| fnv(hash, &count.to_le_bytes()))
}

/// One line for two runs: the hash of their difference, on the rows of either.
fn difference(before: &Example, after: &Example) -> String {
    let ask = SimulateAsk { after: Some(after.sql.clone()), ..ask(&before.sql, 1) };
    let done = hotsplit_wire::engine::simulate(&hotsplit_wire::runs::scenario(&ask));
    let mut gallery = Gallery::default();
    let mut hash = BASIS;
    for which in [Which::Before, Which::After] {
        for metric in [None, Some(Metric::RowsWritten)] {
            let ask = PaintAsk { which, metric, view: PaintView::Difference, ..usual() };
            let pixels = picture::pixels(&mut gallery, &done, &ask);
            hash = fnv(hash, &pixels.expect("both runs are there"));
        }
    }
    format!("{} to {}: difference {hash:08x}\n", before.file, after.file)
}

#[test]
fn native_runs_give_the_recorded_bytes() {
    let mut found = String::new();
    let all = examples();
    for example in &all {
        found.push_str(&line(&example.file, &example.sql, 1));
        if example.file.starts_with("01-") {
            found.push_str(&line(&example.file, &example.sql, 77));
        }
    }
    found.push_str(&difference(&all[0], &all[1]));
    insta::with_settings!({ snapshot_path => "../", prepend_module_to_snapshot => false }, {
        insta::assert_snapshot!("parity", found);
    });
}
