//! The picture on the wire: metrics with their scales, where rows went, shapes in their boxes, and
//! reads among the numbers.

use hotsplit_wire::DialectChoice;
use hotsplit_wire::engine::{Simulated, heat, simulate};
use hotsplit_wire::picture::{
    self, Gallery, HistogramAsk, Metric, ProbeAsk, RowTrace, RowTraceAsk,
};
use hotsplit_wire::run_answer::RunAnswer;
use hotsplit_wire::runs::{RowsBy, SimulateAsk};
use hotsplit_wire::which::Which;

const LEDGER: &str = "\
CREATE TABLE Accounts (
  AccountId STRING(36) NOT NULL, -- UUID v4
) PRIMARY KEY (AccountId); -- hotsplit: writes=200/s
CREATE TABLE Transactions (
  TxnId STRING(26) NOT NULL, -- ULID
  Amount NUMERIC,
) PRIMARY KEY (TxnId); -- hotsplit: reads(point)=3000/s
";

const SHARDED: &str = "\
CREATE TABLE Transactions (
  ShardId INT64 NOT NULL AS (MOD(ABS(FARM_FINGERPRINT(TxnId)), 16)) STORED,
  TxnId STRING(26) NOT NULL, -- ULID
  Amount NUMERIC,
) PRIMARY KEY (ShardId, TxnId); -- hotsplit: reads(point)=3000/s
";

fn run(before: &str, after: Option<&str>) -> Simulated {
    run_by(before, after, None)
}

fn run_by(before: &str, after: Option<&str>, rows_by: Option<RowsBy>) -> Simulated {
    simulate(&hotsplit_wire::runs::scenario(&SimulateAsk {
        before: before.to_owned(),
        after: after.map(str::to_owned),
        dialect: DialectChoice::Auto,
        nodes: 10.0,
        writes_per_second: Some(12_000.0),
        minutes: 30,
        seed: 1,
        knobs: None,
        rows_by,
        open_folded: None,
    }))
}

/// The same schema, of which nothing is read.
fn silent(text: &str) -> String {
    let none = text.replace(" -- hotsplit: reads(point)=3000/s", "");
    format!("-- hotsplit: reads-per-write=0\n\n{none}")
}

fn went(done: &Simulated, which: Which, first_row: u32, rows: u32) -> Option<RowTrace> {
    picture::trace(done, &RowTraceAsk { which, first_row, rows })
}

fn band<'a>(run: &'a RunAnswer, object: &str) -> &'a hotsplit_wire::run_map::Band {
    run.bands.iter().find(|band| band.object == object).expect("the table is drawn")
}

#[test]
fn a_metric_has_a_name_a_unit_and_a_scale_that_its_cells_are_shares_of() {
    let done = run(LEDGER, None);
    let answer = hotsplit_wire::run_answer::run_answer(&done.before);
    let told: Vec<String> = answer
        .metrics
        .iter()
        .map(|it| format!("{}: {} {}, {}", it.name, it.full, it.unit, it.full_in_words))
        .collect();
    insta::assert_snapshot!(told.join("\n"), @r"
    % of a split: 1 node-seconds/s, all that one split can take
    Rows written: 3500 rows/s, rows of 1 KB that one split can write according to the documentation
    Bytes written: 3584000 bytes/s, bytes in rows of 1 KB that one split can write according to the documentation
    Rows read: 22500 rows/s, rows of 1 KB that one split can read according to the documentation
    Stored bytes: 8589934592 bytes, the size at which a split is divided
    ");
    assert!(answer.metrics.iter().all(|it| it.present), "it writes and reads");
    let quiet = hotsplit_wire::run_answer::run_answer(&run(&silent(LEDGER), None).before);
    let missing = quiet.metrics.iter().filter(|it| !it.present).map(|it| it.metric);
    assert_eq!(missing.collect::<Vec<_>>(), [Metric::RowsRead]);

    let mut gallery = Gallery::default();
    let column = 300;
    let mut sum = |metric| {
        let full = answer.metrics.iter().find(|it| it.metric == metric).unwrap().full;
        let cells = picture::grid(&mut gallery, &done, Which::Before, Some(metric)).unwrap();
        let cells = cells.chunks(answer.columns as usize).map(|row| f64::from(row[column]));
        cells.filter(|cell| !cell.is_nan()).sum::<f64>() * full
    };
    let served = f64::from(done.before.run.served[column]);
    let written = sum(Metric::RowsWritten);
    assert!((written / served - 1.0).abs() < 0.02, "{written}, not {served}");
    // A read is of a row at least; some are of more.
    let (read, reads) = (sum(Metric::RowsRead), f64::from(done.before.run.reads_served[column]));
    assert!(read >= 0.98 * reads && reads > 100.0, "{read} rows in {reads} reads");
    assert!(picture::grid(&mut gallery, &done, Which::After, None).is_none());
}

#[test]
fn a_probe_tells_the_metric_that_is_shown() {
    let done = run(LEDGER, None);
    let mut gallery = Gallery::default();
    let table = hotsplit_wire::run_answer::run_answer(&done.before);
    let drawn = band(&table, "Transactions");
    let row = drawn.first_row + drawn.rows / 2;
    let mut ask = |metric| {
        // The tail passes the middle of the table half-way.
        let column = table.columns / 2;
        let ask = ProbeAsk { which: Which::Before, column, row, metric };
        picture::probe(&mut gallery, &done, &ask).expect("it is inside")
    };
    assert_eq!(ask(None).value, None);
    let written = ask(Some(Metric::RowsWritten));
    let value = written.value.expect("there are keys");
    assert!((value / written.writes_per_second - 1.0).abs() < 1e-6, "{written:?}");
    let held = ask(Some(Metric::BytesHeld)).value.unwrap();
    let before = &done.before;
    let cells = heat::field(&before.load, &before.run, &before.grid, heat::Metric::BytesHeld);
    let cell = cells.cells[before.grid.at(row, table.columns / 2)];
    assert_eq!(held, f64::from(cell) * cells.scale.full);
    assert!(held > 1e4);
}

#[test]
fn a_histogram_counts_the_cells_of_both_runs() {
    let done = run(LEDGER, Some(SHARDED));
    let cells = done.before.grid.shares.len() + done.after.as_ref().unwrap().grid.shares.len();
    let mut gallery = Gallery::default();
    for metric in [None, Some(Metric::Cpu), Some(Metric::BytesHeld)] {
        let found = picture::histogram(&mut gallery, &done, &HistogramAsk { metric, log: true });
        let counted: u32 = found.bins.iter().sum();
        assert_eq!((counted + found.no_keys) as usize, cells, "{metric:?}");
    }
    let found = picture::histogram(&mut gallery, &done, &HistogramAsk { metric: None, log: true });
    assert!(found.full > 100, "the tail is overloaded for most of the run");
}

#[test]
fn rows_before_are_found_after() {
    let done = run(LEDGER, Some(SHARDED));
    let (before, after) = (
        hotsplit_wire::run_answer::run_answer(&done.before),
        hotsplit_wire::run_answer::run_answer(done.after.as_ref().unwrap()),
    );
    let (from_, to) = (band(&before, "Transactions"), band(&after, "Transactions"));

    // A few rows, written within a minute or so, are one range in each shard.
    let found = went(&done, Which::Before, from_.first_row + from_.rows / 2, 3).unwrap();
    assert_eq!(found.ranges.len(), 16, "{found:?}");
    assert!((found.ranges.iter().map(|it| it.share).sum::<f64>() - 1.0).abs() < 1e-9);
    let inside = |row: u32| row >= to.first_row && row < to.first_row + to.rows;
    for (shard, range) in found.ranges.iter().enumerate() {
        assert!(inside(range.first_row) && inside(range.first_row + range.rows - 1));
        assert!((range.share - 1.0 / 16.0).abs() < 1e-6, "{range:?}");
        assert!(range.key_range.contains(&format!("ShardId {shard},")), "{range:?}");
    }
    assert_eq!(
        found.say,
        "In 16 ranges of `Transactions`, 1.7 % of its keys, with no other rows there."
    );

    // And back: a range of one shard came from the same minutes.
    let back = went(&done, Which::After, found.ranges[3].first_row, found.ranges[3].rows).unwrap();
    let [there] = &back.ranges[..] else { panic!("{back:?}") };
    assert!(there.first_row.abs_diff(from_.first_row + from_.rows / 2) <= 20, "{back:?}");
    assert!((there.share - 1.0).abs() < 1e-9);

    // The whole table is the whole table, and more rows than it has are no more.
    for rows in [from_.rows, u32::MAX] {
        let all = went(&done, Which::Before, from_.first_row, rows).unwrap();
        let covered: u32 = all.ranges.iter().map(|range| range.rows).sum();
        assert_eq!(covered, to.rows, "{}", all.say);
    }

    // What the other run does not have, what is no row, what has no other run.
    let gone = went(&done, Which::Before, band(&before, "Accounts").first_row, 1).unwrap();
    assert_eq!((gone.ranges, gone.say.as_str()), (vec![], "The other run has no `Accounts`."));
    assert_eq!(went(&done, Which::Before, before.rows, 1), None);
    assert_eq!(went(&run(LEDGER, None), Which::Before, 0, 1), None);
}

#[test]
fn shapes_stand_in_boxes_and_say_what_they_were_told_by() {
    let done = run(LEDGER, Some(SHARDED));
    for side in [&done.before, done.after.as_ref().unwrap()] {
        let answer = hotsplit_wire::run_answer::run_answer(side);
        assert!(!answer.patterns.is_empty());
        for it in &answer.patterns {
            assert!(it.rows > 0 && it.columns > 0, "{it:?}");
            assert!(it.first_row + it.rows <= answer.rows, "{it:?}");
            assert!(it.first_column + it.columns <= answer.columns, "{it:?}");
            assert!((0.0..=1.0).contains(&it.confidence), "{it:?}");
            assert!(!it.evidence.is_empty(), "{it:?}");
        }
    }
    let answer = hotsplit_wire::run_answer::run_answer(&done.before);
    let diagonal = answer.patterns.iter().find(|it| it.id == "moving-hot-spot").unwrap();
    let table = band(&answer, "Transactions");
    assert!(diagonal.first_row >= table.first_row);
    assert!(diagonal.first_row + diagonal.rows <= table.first_row + table.rows);
    assert!(diagonal.rows * 2 > table.rows, "it falls through most of the table");
}

#[test]
fn reads_are_among_the_numbers_where_the_load_reads() {
    let answer = hotsplit_wire::run_answer::run_answer(&run(SHARDED, None).before);
    assert!((answer.reads_offered_per_second - 3_000.0).abs() < 30.0, "{answer:?}");
    assert!((answer.reads_served_per_second - 3_000.0).abs() < 60.0, "{answer:?}");
    assert!(answer.sustainable_reads_per_second > 0.0);
    assert!(0.0 < answer.read_p50_ms && answer.read_p50_ms < answer.read_mean_ms);
    assert!(answer.read_mean_ms < answer.read_p99_ms);
    let answer = hotsplit_wire::run_answer::run_answer(&run(&silent(SHARDED), None).before);
    assert_eq!((answer.reads_offered_per_second, answer.read_p99_ms), (0.0, 0.0));
}

/// A mobile operator: 22 tables, six keys that never spread.
const TELECOM: &str = include_str!("../headroom/telecom.sql");

#[test]
fn hot_keys_come_first_in_both_pictures_and_even_ones_say_how_many_they_are() {
    let workload = hotsplit_wire::Workload { nodes: Some(10.0), writes_per_second: Some(12_000.0) };
    let reading = hotsplit_wire::engine::read(TELECOM, None, &(&workload).into());
    let recommended = hotsplit_wire::recommended::recommended(&reading, &workload);
    let ask = hotsplit_wire::RewriteAsk {
        text: TELECOM.to_owned(),
        dialect: DialectChoice::Auto,
        workload,
        chosen: recommended.choices,
    };
    let choices = hotsplit_wire::rewrites::choices(&ask);
    let rewritten = hotsplit_wire::engine::rewrite(&reading, &choices);
    let done = run_by(TELECOM, Some(&rewritten.reading.text), Some(RowsBy::Hot));
    let answer = hotsplit_wire::runs::simulation(&done);
    let named = |run: &RunAnswer| -> Vec<String> {
        let words = |band: &hotsplit_wire::run_map::Band| format!("{} {}", band.object, band.rows);
        run.bands.iter().map(words).collect()
    };
    let after = answer.after.unwrap();
    for key in &answer.before.headroom.keys {
        for run in [&answer.before, &after] {
            let band = band(run, &key.object);
            assert!(band.folded.is_none(), "{}", key.object);
        }
    }
    let folded = answer.before.bands.last().unwrap();
    assert!(folded.folded.is_some_and(|count| folded.object.starts_with(&count.to_string())));
    insta::assert_snapshot!(format!(
        "before: {}\nafter: {}",
        named(&answer.before).join(", "),
        named(&after).join(", ")
    ));
}
