//! Whatever numbers a run is set to, every number of its answer is finite.

use hotsplit_wire::added::AddedLoad;
use hotsplit_wire::engine::answers::Answers;
use hotsplit_wire::engine::sim::assumptions::CONSTANTS;
use hotsplit_wire::engine::sim::constants::name_of;
use hotsplit_wire::knobs::{ConstantValue, Pace, RunKnobs, Sending};
use hotsplit_wire::runs::SimulateAsk;
use hotsplit_wire::which::Which;
use hotsplit_wire::{DialectChoice, Workload, answers};
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};

use crate::extremes::{self, EXTREMES, non_finite};

/// A table whose key moves, one that is even, and one whose rows are changed.
const SCHEMA: &str = "\
CREATE TABLE Ledger (
  Id STRING(26) NOT NULL, -- ULID
  At TIMESTAMP NOT NULL OPTIONS (allow_commit_timestamp = true),
) PRIMARY KEY (Id);
CREATE INDEX LedgerByAt ON Ledger (At);
CREATE TABLE Users (
  Id STRING(36) NOT NULL, -- UUID v4
) PRIMARY KEY (Id); -- hotsplit: reads(point)=2k/s
CREATE TABLE Counters (
  Id INT64 NOT NULL,
) PRIMARY KEY (Id); -- hotsplit: updates=50/s entity(3)
";

/// One of the numbers, or none.
fn extreme(random: &mut StdRng) -> f64 {
    let at = usize::try_from(random.next_u64() % (EXTREMES.len() as u64 + 1)).unwrap();
    EXTREMES.get(at).copied().unwrap_or(f64::NAN)
}

fn whole(value: f64) -> u32 {
    u32::try_from(hotsplit_wire::engine::workload::load::whole(value)).unwrap_or(u32::MAX)
}

/// Directives with extreme numbers, for every third run.
fn directives(random: &mut StdRng) -> String {
    if !random.next_u64().is_multiple_of(3) {
        return String::new();
    }
    let mut below = |end: usize| usize::try_from(random.next_u64() % end as u64).unwrap();
    let tables = ["Ledger", "Users", "Counters"];
    (0..=below(3))
        .map(|_| extremes::directive(below(100), below(100), tables[below(3)], "Id"))
        .collect()
}

/// Something to run with a few extreme numbers.
fn asked(random: &mut StdRng) -> SimulateAsk {
    let mut ask = SimulateAsk {
        before: SCHEMA.to_owned() + &directives(random),
        after: None,
        dialect: DialectChoice::Auto,
        nodes: 3.0,
        writes_per_second: Some(5_000.0),
        minutes: 5,
        seed: 1,
        knobs: None,
        rows_by: None,
        open_folded: None,
    };
    let mut knobs = RunKnobs::default();
    for _ in 0..=random.next_u64() % 2 {
        let value = extreme(random);
        match random.next_u64() % 14 {
            0 => ask.nodes = value,
            1 => ask.writes_per_second = Some(value),
            2 => knobs.quorum_ms = Some(value),
            3 => knobs.commit_batch = Some(value),
            4 => knobs.split_points_per_node = Some(value),
            5 => knobs.sending = Some(Sending::Closed { users: value, think_ms: 10.0 }),
            6 => knobs.sending = Some(Sending::Closed { users: 100.0, think_ms: value }),
            7 => knobs.pace = Some(Pace::Step { before: value, second: whole(extreme(random)) }),
            8 => knobs.pace = Some(Pace::Ramp { from: value, seconds: whole(extreme(random)) }),
            9 => {
                let every = whole(extreme(random));
                knobs.pace = Some(Pace::Growth { from: extreme(random), factor: value, every });
            }
            10 => {
                knobs.added = Some(vec![AddedLoad {
                    which: Which::Before,
                    object: "Users".to_owned(),
                    from: extreme(random),
                    to: extreme(random),
                    from_second: extreme(random),
                    to_second: extreme(random),
                    per_second: value,
                    reads: random.next_u64().is_multiple_of(2),
                    one_row: random.next_u64().is_multiple_of(2),
                }]);
            }
            11 => knobs.read_modify_write = Some(true),
            _ => {
                let names: Vec<&str> = CONSTANTS.iter().filter_map(name_of).collect();
                let at = usize::try_from(random.next_u64() % names.len() as u64).unwrap();
                let measured = random.next_u64().is_multiple_of(2);
                let one = ConstantValue { name: names[at].to_owned(), value, measured };
                knobs.constants.get_or_insert_default().push(one);
            }
        }
    }
    ask.knobs = Some(knobs);
    ask
}

#[test]
fn every_number_that_goes_out_is_finite() {
    let rounds = if cfg!(debug_assertions) { 300 } else { 3_000 };
    let mut wrong = Vec::new();
    for seed in 0..rounds {
        let ask = asked(&mut StdRng::seed_from_u64(seed));
        let scenario = hotsplit_wire::runs::scenario(&ask);
        let done = hotsplit_wire::engine::simulate(&scenario);
        let mut found = Vec::new();
        let told = serde_json::to_value(hotsplit_wire::runs::simulation(&done)).unwrap();
        non_finite(&told, "run", &mut found);
        for series in [&done.before.run.served, &done.before.run.p99_ms, &done.before.grid.shares] {
            // A row without keys is not a number by agreement.
            if series.iter().any(|value| value.is_infinite()) {
                found.push("a series".to_owned());
            }
        }
        if seed % 10 == 0 {
            let mut answers = Answers::new(&done, &scenario, &[]);
            while answers.step() {}
            let told = serde_json::to_value(answers::so_far(&answers)).unwrap();
            non_finite(&told, "answers", &mut found);
        }
        if !found.is_empty() {
            found.truncate(3);
            wrong.push(format!(
                "{seed}: {:?} {:?} {:?} {:?}: {found:?}",
                ask.nodes,
                ask.writes_per_second,
                ask.knobs,
                &ask.before[SCHEMA.len()..]
            ));
        }
    }
    assert!(wrong.is_empty(), "{} of {rounds}:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn every_number_of_an_analysis_is_finite() {
    let rounds = if cfg!(debug_assertions) { 2_000 } else { 20_000 };
    let mut wrong = Vec::new();
    for seed in 0..rounds {
        let random = &mut StdRng::seed_from_u64(seed);
        let (nodes, writes) = (extreme(random), extreme(random));
        let workload = Workload { nodes: Some(nodes), writes_per_second: Some(writes) };
        let text = SCHEMA.to_owned() + &directives(random);
        let analysis = hotsplit_wire::analysis::analysis(&hotsplit_wire::engine::read(
            &text,
            None,
            &(&workload).into(),
        ));
        let mut found = Vec::new();
        non_finite(&serde_json::to_value(analysis).unwrap(), "analysis", &mut found);
        // A message repeats what was written.
        found.retain(|place| !place.contains(": "));
        if !found.is_empty() {
            found.truncate(3);
            wrong
                .push(format!("{seed}: {nodes:?} {writes:?} {}: {found:?}", &text[SCHEMA.len()..]));
        }
    }
    assert!(wrong.is_empty(), "{} of {rounds}:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn numbers_beside_the_schema_that_are_out_of_range_are_named() {
    let notes = |nodes: f64, writes: f64| -> Vec<String> {
        let workload = Workload { nodes: Some(nodes), writes_per_second: Some(writes) };
        let reading = hotsplit_wire::engine::read(SCHEMA, None, &(&workload).into());
        hotsplit_wire::analysis::analysis(&reading)
            .notes
            .into_iter()
            .map(|note| note.message)
            .collect()
    };
    assert_eq!(notes(10.0, 5_000.0), [""; 0]);
    let said = notes(1e300, f64::NAN);
    assert!(said[0].starts_with("Nodes: expected 0.001 to "), "{said:?}");
    assert!(said[1].starts_with("Rate per second: expected 0 to "), "{said:?}");
    assert_eq!(said.len(), 2);
}
