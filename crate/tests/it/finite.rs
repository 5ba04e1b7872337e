//! Whatever numbers a run is set to, every number of its answer is finite.

use hotsplit::answers::Answers;
use hotsplit::sim::assumptions::CONSTANTS;
use hotsplit::wire::added::AddedLoad;
use hotsplit::wire::answers;
use hotsplit::wire::knobs::{ConstantValue, Pace, RunKnobs, Sending, name_of};
use hotsplit::wire::runs::{SimulateAsk, Which};
use hotsplit::wire::{self, DialectChoice};
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};

use crate::odd::{self, ODD, none_of};

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
fn odd_number(random: &mut StdRng) -> f64 {
    let at = usize::try_from(random.next_u64() % (ODD.len() as u64 + 1)).unwrap();
    ODD.get(at).copied().unwrap_or(f64::NAN)
}

fn whole(value: f64) -> u32 {
    u32::try_from(hotsplit::workload::load::whole(value)).unwrap_or(u32::MAX)
}

/// Directives whose numbers are odd, for every third run.
fn said(random: &mut StdRng) -> String {
    if !random.next_u64().is_multiple_of(3) {
        return String::new();
    }
    let mut below = |end: usize| usize::try_from(random.next_u64() % end as u64).unwrap();
    let tables = ["Ledger", "Users", "Counters"];
    (0..=below(3)).map(|_| odd::directive(below(100), below(100), tables[below(3)], "Id")).collect()
}

/// Something to run of which a few numbers are odd.
fn asked(random: &mut StdRng) -> SimulateAsk {
    let mut ask = SimulateAsk {
        before: SCHEMA.to_owned() + &said(random),
        after: None,
        dialect: DialectChoice::Auto,
        nodes: 3.0,
        writes_per_second: Some(5_000.0),
        minutes: 5,
        seed: 1,
        knobs: None,
        rows_by: None,
    };
    let mut knobs = RunKnobs::default();
    for _ in 0..=random.next_u64() % 2 {
        let value = odd_number(random);
        match random.next_u64() % 14 {
            0 => ask.nodes = value,
            1 => ask.writes_per_second = Some(value),
            2 => knobs.quorum_ms = Some(value),
            3 => knobs.commit_batch = Some(value),
            4 => knobs.split_points_per_node = Some(value),
            5 => knobs.sending = Some(Sending::Closed { users: value, think_ms: 10.0 }),
            6 => knobs.sending = Some(Sending::Closed { users: 100.0, think_ms: value }),
            7 => knobs.pace = Some(Pace::Step { before: value, second: whole(odd_number(random)) }),
            8 => knobs.pace = Some(Pace::Ramp { from: value, seconds: whole(odd_number(random)) }),
            9 => {
                let every = whole(odd_number(random));
                knobs.pace = Some(Pace::Growth { from: odd_number(random), factor: value, every });
            }
            10 => {
                knobs.added = Some(vec![AddedLoad {
                    which: Which::Before,
                    object: "Users".to_owned(),
                    from: odd_number(random),
                    to: odd_number(random),
                    from_second: odd_number(random),
                    to_second: odd_number(random),
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
        let scenario = wire::from::scenario(&ask);
        let done = hotsplit::simulate(&scenario);
        let mut found = Vec::new();
        let told = serde_json::to_value(wire::from::simulation(&done)).unwrap();
        none_of(&told, "run", &mut found);
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
            none_of(&told, "answers", &mut found);
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
