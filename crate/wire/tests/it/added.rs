//! Load that a person adds on the map: a burst, a hot tenant, one hot row; in the schema on whose map
//! it was drawn and in the one with fixes.

use hotsplit_wire::added::{self, AddAsk, AddedLoad};
use hotsplit_wire::engine::sim::UnsplittableReason;
use hotsplit_wire::engine::workload::added::ADDED_MAX;
use hotsplit_wire::engine::workload::load::{ClassKind, ComponentKind};
use hotsplit_wire::engine::{Scenario, Side, Simulated, Simulating, simulate};
use hotsplit_wire::which::Which;

/// Even load: random keys.
const EVEN: &str = "\
-- hotsplit: file reads-per-write=0
CREATE TABLE Orders (
  OrderId STRING(36) NOT NULL DEFAULT (GENERATE_UUID()),
  Body STRING(MAX),
) PRIMARY KEY (OrderId);
CREATE TABLE Quiet (
  Id STRING(36) NOT NULL DEFAULT (GENERATE_UUID()),
) PRIMARY KEY (Id);
";

/// A key that grows, and the same behind a hash of it.
const GROWS: &str = "\
-- hotsplit: file reads-per-write=0
CREATE TABLE Events (
  EventId INT64 NOT NULL, -- hotsplit: sequential
  Body STRING(MAX),
) PRIMARY KEY (EventId);
";

const SHARDED: &str = "\
-- hotsplit: file reads-per-write=0
CREATE TABLE Events (
  Shard INT64 NOT NULL AS (MOD(FARM_FINGERPRINT(CAST(EventId AS STRING)), 64)) STORED,
  EventId INT64 NOT NULL, -- hotsplit: sequential
  Body STRING(MAX),
) PRIMARY KEY (Shard, EventId);
";

fn load(object: &str, keys: (f64, f64), seconds: (f64, f64), per_second: f64) -> AddedLoad {
    AddedLoad {
        which: Which::Before,
        object: object.to_owned(),
        from: keys.0,
        to: keys.1,
        from_second: seconds.0,
        to_second: seconds.1,
        per_second,
        reads: false,
        one_row: false,
    }
}

fn scenario(before: &str, after: Option<&str>, added: &[AddedLoad]) -> Scenario {
    Scenario {
        before: before.to_owned(),
        after: after.map(ToOwned::to_owned),
        writes_per_second: Some(6_000.0),
        minutes: 30,
        added: added.iter().map(Into::into).collect(),
        ..Scenario::default()
    }
}

fn run(before: &str, after: Option<&str>, added: &[AddedLoad]) -> Simulated {
    simulate(&scenario(before, after, added))
}

/// The mean of some cells, those without keys left out.
fn mean(side: &Side, rows: std::ops::Range<u32>, columns: std::ops::Range<u32>) -> f64 {
    let cells = rows.flat_map(|row| columns.clone().map(move |column| (row, column)));
    let shares = cells.map(|(row, column)| f64::from(side.grid.shares[side.grid.at(row, column)]));
    let shares: Vec<f64> = shares.filter(|share| !share.is_nan()).collect();
    shares.iter().sum::<f64>() / shares.len() as f64
}

#[test]
fn a_burst_is_seen_where_and_when_it_was_drawn_and_nowhere_else() {
    // A tenth of the keys, ten minutes in the middle.
    let burst = load("Orders", (0.4, 0.5), (600.0, 1200.0), 2_000.0);
    let (with, without) = (run(EVEN, None, &[burst]), run(EVEN, None, &[]));
    let (with, without) = (&with.before, &without.before);
    let [place] = &added::places(with)[..] else { panic!("one piece was added") };
    let [rows] = place.ranges[..] else { panic!("it lies in one range: {place:?}") };
    let (first, end) = (rows.first_row, rows.first_row + rows.rows);
    let band = with.grid.bands[0];
    assert!((f64::from(rows.rows) / f64::from(band.rows) - 0.1).abs() < 0.02, "{rows:?}");
    let columns = place.first_column..place.first_column + place.columns;
    assert_eq!(with.run.second_of(columns.start), 600);
    assert_eq!(with.run.end_of(columns.end - 1), 1200);
    let (inside, usual) =
        (mean(with, first..end, columns.clone()), mean(without, first..end, columns.clone()));
    assert!(inside > 3.0 * usual, "{usual} became {inside}");
    for (rows, columns) in [
        (first..end, 0..columns.start),
        (first..end, columns.end..with.run.columns),
        (0..first, columns.clone()),
        (end..band.rows, columns),
    ] {
        let (now, then) = (mean(with, rows.clone(), columns.clone()), mean(without, rows, columns));
        assert!((now / then - 1.0).abs() < 1e-6, "{then} became {now}: all else stays as it is");
    }
}

#[test]
fn what_is_added_is_asked_for_on_top_and_not_counted_as_set() {
    let burst = load("Orders", (0.0, 1.0), (900.0, 1350.0), 1_000.0);
    let done = run(EVEN, None, &[burst]);
    let offered = |done: &Simulated| -> f64 {
        let run = &done.before.run;
        let seconds = |column| f64::from(run.end_of(column) - run.second_of(column));
        (0..run.columns).map(|at| f64::from(run.offered[at as usize]) * seconds(at)).sum()
    };
    let more = offered(&done) - offered(&run(EVEN, None, &[]));
    assert!((more - 450_000.0).abs() < 50.0, "450 s of 1,000 rows/s, found {more}");
    // Of the second half, 15 minutes, it takes a half.
    let used = hotsplit_wire::knobs::used(&done);
    assert_eq!(used.writes_per_second, 6_000.0);
    let summary = done.before.run.summary;
    assert!((summary.offered - 6_500.0).abs() < 5.0, "{}", summary.offered);
    let it = done.before.run.totals;
    let went = it.served + it.held_back + it.shed + it.not_sent + it.waiting + it.client_waiting;
    assert!((went / it.offered - 1.0).abs() < 1e-9, "{it:?}");
    // At the end it is over, so what the layout takes is told of the schema's own load.
    let even = run(EVEN, None, &[]).before.run.summary;
    assert!((summary.sustainable / even.sustainable - 1.0).abs() < 0.2, "{}", summary.sustainable);
}

#[test]
fn one_row_stays_one_row_whatever_the_key() {
    let row = AddedLoad { one_row: true, ..load("Events", (0.2, 0.3), (0.0, 1800.0), 30_000.0) };
    let done = run(GROWS, Some(SHARDED), &[row]);
    for side in [&done.before, done.after.as_ref().unwrap()] {
        let stream = side.load.streams.last().unwrap();
        assert!(
            matches!(stream.components[..], [part] if matches!(part.kind, ComponentKind::Atom { .. }))
        );
        let hot =
            side.run.unsplittable.iter().any(|split| split.reason == UnsplittableReason::HotRow);
        assert!(hot, "{:?}", side.run.unsplittable);
        let [place] = &added::places(side)[..] else { panic!("one piece was added") };
        assert_eq!(place.ranges.iter().map(|range| range.rows).sum::<u32>(), 1);
    }
}

#[test]
fn it_goes_where_the_rows_are_in_the_rewritten_schema() {
    let range = load("Events", (0.2, 0.3), (300.0, 1500.0), 8_000.0);
    let done = run(GROWS, Some(SHARDED), &[range]);
    let after = done.after.as_ref().unwrap();
    let rows =
        |side: &Side| -> u32 { added::places(side)[0].ranges.iter().map(|range| range.rows).sum() };
    let (before_rows, after_rows) = (rows(&done.before), rows(after));
    assert!(before_rows > 20, "{before_rows}");
    // A tenth of the way of each of 64 shards.
    let parts = after.load.streams.last().unwrap().components.len();
    assert!(parts >= 64, "{parts}");
    assert!(after_rows >= before_rows, "{before_rows} became {after_rows}");
    let weights: f64 =
        after.load.streams.last().unwrap().components.iter().map(|it| it.weight).sum();
    assert!((weights - 1.0).abs() < 1e-9, "{weights}");
    // And back: drawn on the rewritten schema, it goes to one range of the schema as it is.
    let back = AddedLoad { which: Which::After, ..load("Events", (0.0, 1.0), (0.0, 60.0), 10.0) };
    let done = run(GROWS, Some(SHARDED), &[back]);
    assert_eq!(added::places(&done.before)[0].ranges.len(), 1);
}

#[test]
fn reads_are_reads() {
    let reads = AddedLoad { reads: true, ..load("Quiet", (0.1, 0.2), (0.0, 1800.0), 500.0) };
    let done = run(EVEN, None, &[reads]);
    let side = &done.before;
    assert_eq!(side.load.classes.last().unwrap().kind, ClassKind::Read);
    assert!(
        (side.run.summary.reads_offered - 500.0).abs() < 1.0,
        "{}",
        side.run.summary.reads_offered
    );
    assert!((side.run.summary.offered - 6_000.0).abs() < 5.0);
}

#[test]
fn a_part_of_the_map_becomes_load_that_lies_there() {
    let done = run(EVEN, None, &[]);
    let ask =
        AddAsk { which: Which::Before, first_row: 30, rows: 12, first_column: 100, columns: 40 };
    let drawn = added::drawn(&done, &ask).unwrap();
    assert_eq!(drawn.object, "Orders");
    assert!(drawn.per_second > 1_000.0, "as much as a split takes: {}", drawn.per_second);
    let done = run(EVEN, None, &[drawn]);
    let [place] = &added::places(&done.before)[..] else { panic!("one piece was added") };
    let [range] = place.ranges[..] else { panic!("{place:?}") };
    assert_eq!((range.first_row, range.rows), (ask.first_row, ask.rows));
    assert_eq!((place.first_column, place.columns), (ask.first_column, ask.columns));
    // What reaches into another table ends with the first; outside the map there is nothing.
    let band = done.before.grid.bands[0];
    let beyond = AddAsk { first_row: band.rows - 5, rows: 50, ..ask };
    assert_eq!(added::drawn(&done, &beyond).unwrap().to, 1.0);
    let rows = done.before.grid.rows;
    assert!(added::drawn(&done, &AddAsk { first_row: rows, ..beyond }).is_none());
    assert!(
        added::drawn(&done, &AddAsk { first_column: done.before.run.columns, ..beyond }).is_none()
    );
    assert!(added::drawn(&done, &AddAsk { which: Which::After, ..beyond }).is_none());
}

#[test]
fn each_piece_is_told_among_what_is_assumed() {
    let burst = load("Events", (0.25, 0.5), (90.0, 600.0), 2_500.0);
    let row = AddedLoad {
        which: Which::After,
        reads: true,
        one_row: true,
        ..load("Events", (0.5, 0.5), (0.0, 1800.0), 40.0)
    };
    let told = hotsplit_wire::headline::assumptions(&run(GROWS, Some(SHARDED), &[burst, row]));
    let lines: Vec<&String> = told.iter().filter(|line| line.starts_with("Added load")).collect();
    assert_eq!(lines.len(), 2, "{lines:?}");
    let first =
        "Added load 1: 2,500 rows/s changed, Events, 25–50 % of EventId, from minute 1.5 to 10.";
    assert_eq!(lines[0], first);
    assert!(lines[1].starts_with("Added load 2: 40 rows/s read of one row, Events,"), "{lines:?}");
    assert!(told.iter().any(|line| line.starts_with("Load added on the map changes")), "{told:?}");
}

#[test]
fn what_cannot_be_added_is_told_and_harms_nothing() {
    let nowhere = load("Nothing", (0.0, 1.0), (0.0, 60.0), 10.0);
    let on_after =
        AddedLoad { which: Which::After, ..load("Orders", (0.0, 1.0), (0.0, 60.0), 10.0) };
    let done = run(EVEN, None, &[nowhere, on_after]);
    let notes = done.before.load.notes.join("\n");
    assert!(notes.contains("Added load on Nothing is ignored"), "{notes}");
    assert!(notes.contains("no schema with fixes"), "{notes}");
    let places = added::places(&done.before);
    assert_eq!(places.len(), 2, "each is told of");
    assert!(places.iter().all(|place| place.ranges.is_empty() && place.key_range.is_empty()));
    let told = hotsplit_wire::headline::assumptions(&done).join("\n");
    assert!(!told.contains("Added load 1:"), "{told}");
    let odd = [
        load("Orders", (f64::NAN, f64::NAN), (0.0, 60.0), 10.0),
        load("Orders", (0.9, 0.1), (0.0, 60.0), 10.0),
        load("Orders", (-5.0, 7.0), (-9.0, 1e12), f64::INFINITY),
        load("Orders", (0.0, 1.0), (60.0, 0.0), 10.0),
        load("Orders", (0.0, 1.0), (f64::NAN, f64::NAN), 10.0),
        load("Orders", (0.0, 1.0), (0.0, 60.0), f64::NAN),
        load("Orders", (0.0, 1.0), (0.0, 60.0), -1.0),
    ];
    let done = run(EVEN, None, &odd);
    assert!(done.before.run.offered.iter().all(|rate| rate.is_finite()));
    let many = vec![load("Orders", (0.0, 0.1), (0.0, 60.0), 10.0); ADDED_MAX + 3];
    let done = run(EVEN, None, &many);
    assert_eq!(added::places(&done.before).len(), ADDED_MAX);
    let notes = done.before.load.notes.join("\n");
    assert!(notes.contains("35 pieces were requested, 32 are simulated"), "{notes}");
}

#[test]
fn in_slices_and_at_once_are_the_same() {
    let burst = load("Events", (0.3, 0.6), (400.0, 700.0), 9_000.0);
    let scenario = scenario(GROWS, Some(SHARDED), &[burst]);
    let mut sliced = Simulating::new(&scenario);
    while sliced.advance(7) {}
    let (sliced, whole) = (sliced.finish(), simulate(&scenario));
    assert_eq!(sliced.before.run, whole.before.run);
    assert_eq!(sliced.after.unwrap().run, whole.after.unwrap().run);
}

#[test]
fn with_nothing_asked_for_outside_it_nothing_breaks() {
    let only = load("Orders", (0.2, 0.4), (600.0, 900.0), 20_000.0);
    let scenario = Scenario { writes_per_second: Some(0.0), ..scenario(EVEN, None, &[only]) };
    let run = simulate(&scenario).before.run;
    let all = run.offered.iter().chain(&run.served).chain(&run.p99_ms).chain(&run.utilisation);
    assert!(all.clone().all(|it| it.is_finite()));
    assert!(all.copied().fold(0.0, f32::max) > 1_000.0);
}
