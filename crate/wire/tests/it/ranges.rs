//! Ranges of numbers: which constants are drawn, what a draw may change, what measuring does.

use hotsplit_wire::engine::sim::assumptions::{CONSTANTS, Kind, Value};
use hotsplit_wire::engine::sim::constants::{constant, set_constant};
use hotsplit_wire::engine::sim::ranges::{self, DRAWS, Measured, NOT_DRAWN, UNCERTAIN};
use hotsplit_wire::engine::sim::{Knobs, Region, costs, model};
use hotsplit_wire::engine::{Scenario, Side, simulate};
use hotsplit_wire::knobs::{ConstantValue, RunKnobs, changed};
use hotsplit_wire::measured;

const LEDGER: &str = "\
CREATE TABLE Transactions (
  TxnId STRING(26) NOT NULL, -- ULID
  Amount NUMERIC,
  CreatedAt TIMESTAMP NOT NULL OPTIONS (allow_commit_timestamp=true),
) PRIMARY KEY (TxnId);
CREATE INDEX ByAmount ON Transactions(Amount);
";

#[expect(clippy::large_types_passed_by_value, reason = "it goes into the scenario")]
fn run(text: &str, writes: f64, knobs: Knobs) -> Side {
    let scenario = Scenario {
        before: text.to_owned(),
        writes_per_second: Some(writes),
        minutes: 30,
        knobs,
        ..Scenario::default()
    };
    let mut side = simulate(&scenario).before;
    while side.draw(1) {}
    side
}

/// A constant that is not documented is drawn, or a reason says why not; none is both.
#[test]
fn every_constant_that_is_not_known_is_drawn_or_says_why_not() {
    for constant in CONSTANTS {
        let drawn = ranges::of(&constant.name.to_lowercase());
        let reason = NOT_DRAWN.iter().find(|(name, _)| *name == constant.name);
        let known = matches!(constant.kind, Kind::Documented | Kind::Limit);
        assert!(drawn.is_none() || reason.is_none(), "{}", constant.name);
        assert!(known || drawn.is_some() || reason.is_some(), "{} has no range", constant.name);
        if let (Some(drawn), Value::One(value)) = (drawn, constant.value) {
            assert!((drawn.low..=drawn.high).contains(&value), "{}: {drawn:?}", constant.name);
        }
    }
    for (name, why) in NOT_DRAWN {
        assert!(CONSTANTS.iter().any(|one| one.name == *name) && why.len() > 5, "{name}");
    }
}

/// Every draw of every constant lies within its range, and each ninth of the range is drawn once.
#[test]
fn draws_cover_the_ranges() {
    for region in [Region::Regional, Region::MultiRegion { quorum_ms: 20.0 }] {
        let knobs = Knobs { region, ..Knobs::default() };
        let draws = ranges::draws(&knobs);
        assert_eq!(draws.len(), DRAWS);
        for one in UNCERTAIN {
            let of_region = match one.name {
                "hot_server" => knobs.recommended() / model::HOT_SERVER,
                _ => 1.0,
            };
            let value = |knobs| constant(knobs, one.name).unwrap() / of_region;
            let mut shares: Vec<f64> = draws
                .iter()
                .map(|knobs| libm::log(value(knobs) / one.low) / libm::log(one.high / one.low))
                .collect();
            shares.sort_by(f64::total_cmp);
            for (at, share) in shares.iter().enumerate() {
                let middle = (at as f64 + 0.5) / DRAWS as f64;
                assert!((share - middle).abs() < 0.02, "{}: {shares:?}", one.name);
            }
        }
    }
}

/// What a person has set or measured is the same in every draw, even where it is as usual; the draws
/// of all others stay.
#[test]
fn what_is_set_or_measured_is_not_drawn() {
    let usual = ranges::draws(&Knobs::default());
    for one in UNCERTAIN {
        let value = one.low;
        let mut set = Knobs::default();
        assert!(set_constant(&mut set, one.name, value), "{}", one.name);
        let measured = Knobs { measured: Measured::default().with(one.name), ..Knobs::default() };
        for (knobs, expected) in
            [(set, constant(&set, one.name)), (measured, constant(&measured, one.name))]
        {
            for (drawn, as_usual) in ranges::draws(&knobs).iter().zip(&usual) {
                assert_eq!(constant(drawn, one.name), expected, "{}", one.name);
                for other in UNCERTAIN.iter().filter(|other| other.name != one.name) {
                    assert_eq!(constant(drawn, other.name), constant(as_usual, other.name));
                }
            }
        }
    }
}

/// With every constant measured no number has a range.
#[test]
fn all_measured_leave_no_range() {
    let all = UNCERTAIN.iter().fold(Measured::default(), |all, one| all.with(one.name));
    let side = run(LEDGER, 9_000.0, Knobs { measured: all, ..Knobs::default() });
    let told = hotsplit_wire::run_answer::run_ranges(&side).unwrap();
    assert_eq!(told.low, told.high);
    let open = run(LEDGER, 9_000.0, Knobs::default());
    let told = hotsplit_wire::run_answer::run_ranges(&open).unwrap();
    assert!(told.high.p99_ms > 1.5 * told.low.p99_ms, "{told:?}");
}

/// A range holds the number, and measuring a constant never lets a number out of what it could be by
/// much; a hot point's ceiling is as uncertain as what a split takes.
#[test]
fn ranges_hold_the_number_and_follow_the_constants() {
    let side = run(LEDGER, 9_000.0, Knobs::default());
    let of = |it: &hotsplit_wire::engine::sim::Summary| it.sustainable;
    let range = side.range(of).unwrap();
    assert!(range.low <= of(&side.run.summary) && of(&side.run.summary) <= range.high);
    // The key's point and its index: the log writes of two participants and the ceiling count.
    let cost = |logs: f64| costs::commit_overhead() * (1.0 + (logs - 1.0) / 2.0) + 1.0 / 22_500.0;
    let ends = |name: &str| ranges::of(name).map(|one| (one.low, one.high)).unwrap();
    let (ceiling, logs) = (ends("split_ceiling"), ends("participant_logs"));
    let bound = |ceiling: f64, logs: f64| ceiling.min(1.0) / cost(logs);
    assert!(range.low >= bound(ceiling.0, logs.1) * 0.999, "{range:?}");
    assert!(range.high <= bound(ceiling.1, logs.0) * 1.001, "{range:?}");
    assert!(range.high > 1.1 * range.low, "{range:?}");
}

/// The headline has points until the draws are made, and ranges from then on.
#[test]
fn the_headline_tells_ranges_once_they_are_known() {
    let scenario = Scenario {
        before: LEDGER.to_owned(),
        writes_per_second: Some(9_000.0),
        minutes: 30,
        ..Scenario::default()
    };
    let mut done = simulate(&scenario);
    let point = hotsplit_wire::headline::of(&done);
    assert!(!point.contains(" to "), "{point}");
    while done.before.draw(1) {}
    let range = hotsplit_wire::headline::of(&done);
    let p99 = range.split("p99 ").nth(1).unwrap().split(';').next().unwrap();
    assert!(p99.contains(" to ") && p99.matches("ms").count() == 1, "{range}");
    assert!(range.contains(" of 9,000 writes/s"), "{range}");
}

/// What is pasted becomes constants, by name, by what it is called, and by what it follows from.
#[test]
fn what_was_measured_is_read() {
    let text = "commit p99: 18 ms\ncommit_median_ms = 4\nrow bytes 2048\n\
                split rows per second 2,500\ndoubling: 3 min\ncpu with an index=2.6\n";
    let read = measured::read(text);
    assert_eq!(read.unread, 0, "{:?}", read.messages);
    let value = |name: &str| {
        let found = read.constants.iter().find(|one| one.name == name).unwrap();
        assert!(found.measured);
        found.value
    };
    assert!(read.messages.contains(&"split ceiling is 0.825.".to_owned()), "{:?}", read.messages);
    assert_eq!(value("commit_p99_ms"), 18.0);
    assert_eq!(value("commit_median_ms"), 4.0);
    assert_eq!(value("learn_seconds"), 180.0);
    let apply = 2.0 / 22_500.0;
    let overhead = 1.0 / 3_500.0 - 1.0 / 22_500.0;
    assert!((value("split_ceiling") - 2_500.0 * (overhead + apply)).abs() < 1e-9);
    let logs = value("participant_logs");
    let both = 2.0 * (overhead * (1.0 + logs) / 2.0 + apply);
    assert!((both / (overhead + apply) - 2.6).abs() < 1e-9, "{logs}");
    // A row of the table of statistics, as a console copies it.
    let read = measured::read("AVG_PARTICIPANTS\tAVG_COMMIT_LATENCY_SECONDS\n1.0\t0.0056\n");
    let median = read.constants.iter().find(|one| one.name == "commit_median_ms").unwrap();
    assert!((4.8..5.2).contains(&median.value), "{median:?}");
}

/// Seconds are seconds and milliseconds milliseconds, whichever way a constant is called.
#[test]
fn units_are_those_of_the_constant() {
    for (line, name, value) in [
        ("learn_seconds = 150", "learn_seconds", 150.0),
        ("learn-seconds: 2 min", "learn_seconds", 120.0),
        ("move_seconds: 3 s", "move_seconds", 3.0),
        ("client wait seconds 1500 ms", "client_wait_seconds", 1.5),
        ("commit_p99_ms: 0.02 s", "commit_p99_ms", 20.0),
        ("commit p99 21", "commit_p99_ms", 21.0),
        ("doubling: 90", "learn_seconds", 90.0),
    ] {
        let read = measured::read(line);
        let found: Vec<(&str, f64)> =
            read.constants.iter().map(|it| (it.name.as_str(), it.value)).collect();
        assert_eq!(found, [(name, value)], "{line}: {:?}", read.messages);
    }
}

/// Lines that say nothing are named and change nothing.
#[test]
fn what_is_not_understood_is_told() {
    for line in [
        "hello",
        "commit p99: fast",
        "commit p99: -3",
        "unknown = 4",
        "p",
        "= 4",
        "é 5 é",
        "A,B\n1,2",
    ] {
        let read = measured::read(line);
        assert_eq!((read.constants.len(), read.unread), (0, 1), "{line}");
        assert!(read.messages[0].contains("expected a name and a number"), "{line}");
    }
    assert_eq!(measured::read(&"x\n".repeat(1_000)).unread, 1_000);
    assert_eq!(measured::read(""), measured::MeasuredRead::default());
}

/// A measured constant goes in and comes out marked, whether or not its value is as usual.
#[test]
fn measured_constants_travel() {
    let usual = constant(&Knobs::default(), "commit_p99_ms").unwrap();
    for value in [usual, 22.0] {
        let one = ConstantValue { name: "commit_p99_ms".to_owned(), value, measured: true };
        let knobs = RunKnobs { constants: Some(vec![one.clone()]), ..RunKnobs::default() }.knobs();
        assert_eq!(changed(&knobs), [one]);
    }
    let tried = ConstantValue { name: "burstiness".to_owned(), value: 2.0, measured: false };
    let knobs = RunKnobs { constants: Some(vec![tried.clone()]), ..RunKnobs::default() }.knobs();
    assert_eq!(changed(&knobs), [tried]);
}

/// What a fix lets through is as uncertain as what a split takes where each point has a server to
/// itself, and what even keys take as what log writes cost.
#[test]
fn ceilings_have_ranges_where_they_rest_on_what_is_not_known() {
    let split = ranges::of("split_ceiling").unwrap();
    let of = |tails, nodes| hotsplit_wire::engine::ceiling_range(tails, nodes, 3_500.0);
    let eight = of(Some(8), 10.0).unwrap();
    assert_eq!((eight.low, eight.high), (8.0 * 3_500.0 * split.low, 8.0 * 3_500.0));
    assert_eq!((of(Some(16), 10.0), of(None, 10.0)), (None, None));
    let even = |text: &str| {
        let report = run(text, 1_000.0, Knobs::default());
        let report = hotsplit_wire::headroom::of_side(&report);
        (report.capacity_even_writes_per_second.unwrap(), report.capacity_even_between.unwrap())
    };
    let (usual, range) = even(LEDGER);
    assert!(range.low < 0.97 * usual && range.high > 1.03 * usual, "{usual} {range:?}");
    let (usual, range) =
        even("CREATE TABLE T (Id STRING(36) NOT NULL, -- UUID v4\n) PRIMARY KEY (Id);");
    assert_eq!((range.low, range.high), (usual, usual));
}
