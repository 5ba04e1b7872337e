//! What is asked of runs and told of them: knobs on their way in and out, the answers that take
//! runs of their own, and what the model rests on.

use crate::loads;
use hotsplit_wire::added::AddedLoad;
use hotsplit_wire::answers::{self, AnswersAsk, AnswersSoFar};
use hotsplit_wire::engine::answers::Answers;
use hotsplit_wire::engine::facts::Settings;
use hotsplit_wire::engine::sim::assumptions::CONSTANTS;
use hotsplit_wire::engine::sim::{Knobs, Pace, Region, Sending, constants, costs};
use hotsplit_wire::engine::{Scenario, Simulating, rewrite};
use hotsplit_wire::knobs::{self, ConstantValue, RunKnobs};
use hotsplit_wire::runs::SimulateAsk;
use hotsplit_wire::trust::trust;
use hotsplit_wire::which::Which;
use hotsplit_wire::{Chosen, DialectChoice, Workload, tables};

const LEDGER: &str = "\
CREATE TABLE Accounts (
  AccountId STRING(36) NOT NULL, -- UUID v4
) PRIMARY KEY (AccountId); -- hotsplit: writes=200/s
CREATE TABLE Transactions (
  TxnId STRING(26) NOT NULL, -- ULID
  Amount NUMERIC,
  CreatedAt TIMESTAMP NOT NULL OPTIONS (allow_commit_timestamp=true),
) PRIMARY KEY (TxnId);
CREATE INDEX ByTime ON Transactions(CreatedAt);
";

fn ask(before: &str, knobs: RunKnobs) -> SimulateAsk {
    SimulateAsk {
        before: before.to_owned(),
        after: None,
        dialect: DialectChoice::Auto,
        nodes: 10.0,
        writes_per_second: Some(12_000.0),
        minutes: 30,
        seed: 1,
        knobs: Some(knobs),
        rows_by: None,
        open_folded: None,
    }
}

/// All answers about a text with fixes, each chosen by its finding and its id.
fn answered(text: &str, chosen: &[(&str, &str)]) -> AnswersSoFar {
    let workload = Workload { nodes: Some(10.0), writes_per_second: Some(12_000.0) };
    let chosen = chosen.iter().map(|(finding, fix)| Chosen {
        finding: (*finding).to_owned(),
        fix: (*fix).to_owned(),
        set: std::collections::BTreeMap::new(),
    });
    let asked =
        AnswersAsk { chosen: chosen.collect(), workload: workload.clone(), ranges_only: false };
    let choices = answers::choices(&asked);
    let reading = hotsplit_wire::engine::read(text, None, &(&workload).into());
    let rewritten = rewrite(&reading, &choices);
    let refused: Vec<&str> = rewritten.refused.iter().map(|(_, no)| no.why.as_str()).collect();
    assert_eq!(refused, [""; 0]);
    let mut scenario: Scenario = hotsplit_wire::runs::scenario(&ask(text, RunKnobs::default()));
    scenario.after = (!choices.is_empty()).then_some(rewritten.reading.text);
    let done = hotsplit_wire::engine::simulate(&scenario);
    let mut answers = Answers::new(&done, &scenario, &choices);
    let mut steps = 0;
    while answers.step() {
        steps += 1;
        assert!(answers::so_far(&answers).progress < 1.0);
        assert!(steps < 300, "every step does something");
    }
    answers::so_far(&answers)
}

#[test]
fn what_is_set_is_used_and_told() {
    let set = RunKnobs {
        sending: Some(knobs::Sending::Closed { users: 200.0, think_ms: 20.0 }),
        quorum_ms: Some(25.0),
        pace: Some(knobs::Pace::Ramp { from: 0.1, seconds: 600 }),
        commit_batch: Some(4.0),
        split_points_per_node: Some(10.0),
        read_modify_write: Some(true),
        constants: Some(vec![ConstantValue {
            name: "learn_seconds".to_owned(),
            value: 60.0,
            measured: false,
        }]),
        added: None,
    };
    let done =
        hotsplit_wire::engine::simulate(&hotsplit_wire::runs::scenario(&ask(LEDGER, set.clone())));
    let answer = hotsplit_wire::runs::simulation(&done);
    assert_eq!(answer.used.knobs, set);
    assert_eq!(answer.used.nodes, 10.0);
    assert_eq!(answer.used.from_text, [""; 0]);
    assert_eq!(answer.before.split_points, done.before.run.split_points);
    assert!(answer.before.split_points > 0);
    let tried = |line: &&String| line.contains("learn_seconds = 60");
    assert!(answer.assumptions.iter().any(|line| tried(&line)), "{:?}", answer.assumptions);
    assert!(answer.assumptions.iter().any(|line| line.starts_with("200 users")));
    assert!(answer.before.p50_ms > 25.0, "the second region is waited for");
    assert_eq!(answer.before.server_means.len(), 10);
}

#[test]
fn the_text_wins() {
    let text = format!("-- hotsplit: file nodes=4, region=multi, ceiling=2000\n{LEDGER}");
    let done = hotsplit_wire::engine::simulate(&hotsplit_wire::runs::scenario(&ask(
        &text,
        RunKnobs::default(),
    )));
    let side = &done.before;
    let used = knobs::used(&done);
    assert_eq!(
        (used.nodes, used.from_text),
        (4.0, ["nodes", "region", "ceiling"].map(String::from).into())
    );
    assert_eq!(
        side.knobs.region,
        Region::MultiRegion { quorum_ms: hotsplit_wire::engine::headroom::QUORUM_MS_DEFAULT }
    );
    let takes = side.knobs.writes_per_node / side.knobs.prices().writes;
    assert!((takes - 2000.0).abs() < 1e-9, "{takes}");
    // A region that is set says how far the second one is; the text says that there is one.
    let set = RunKnobs { quorum_ms: Some(40.0), ..RunKnobs::default() };
    let done =
        hotsplit_wire::engine::simulate(&hotsplit_wire::runs::scenario(&ask(&text, set.clone())));
    assert_eq!(done.before.knobs.region, Region::MultiRegion { quorum_ms: 40.0 });
    let single = text.replace("region=multi", "region=single");
    let done = hotsplit_wire::engine::simulate(&hotsplit_wire::runs::scenario(&ask(&single, set)));
    assert_eq!(done.before.knobs.region, Region::Regional);
}

#[test]
fn every_constant_with_a_knob_of_its_own_can_be_changed() {
    let names: Vec<&str> = CONSTANTS.iter().filter_map(constants::name_of).collect();
    for constant in CONSTANTS.iter().filter(|it| it.knob.starts_with("constants.")) {
        assert!(constants::name_of(constant).is_some(), "{}", constant.name);
    }
    for name in &names {
        let mut changed = Knobs::default();
        let usual = constants::constant(&changed, name).unwrap_or(0.65);
        assert!(constants::set_constant(&mut changed, name, usual * 2.0), "{name}");
        assert_eq!(constants::constant(&changed, name), Some(usual * 2.0), "{name}");
        let told =
            vec![ConstantValue { name: (*name).to_owned(), value: usual * 2.0, measured: false }];
        assert_eq!(knobs::changed(&changed), told);
    }
    let mut knobs = Knobs::default();
    assert!(!constants::set_constant(&mut knobs, "speed_of_light", 1.0));
    assert!(!constants::set_constant(&mut knobs, "burstiness", f64::NAN));
    assert_eq!(knobs, Knobs::default());
    assert!(names.len() >= 22, "{names:?}");
}

#[test]
fn nothing_set_is_as_usual() {
    assert_eq!(RunKnobs::default().knobs(), Knobs::default());
    let usual = RunKnobs::from(&Knobs::default());
    assert_eq!(usual.knobs(), Knobs::default());
    assert_eq!(Sending::PartlyOpen, usual.sending.unwrap().into());
    assert_eq!(Pace::Steady, usual.pace.unwrap().into());
}

/// The ledger's gain is the key's, then the index's; the points add up to the whole.
#[test]
fn the_gain_is_told_by_family_and_adds_up() {
    let key = ("key-time-ordered-id Transactions.TxnId", "T5");
    let index = ("index-commit-timestamp ByTime.CreatedAt", "T11");
    let answers = answered(LEDGER, &[index, key]);
    let families: Vec<&str> = answers.gains.iter().map(|gain| gain.family.as_str()).collect();
    assert_eq!(families, ["keys", "indexes and foreign keys"]);
    let [by_key, by_index] = [0, 1].map(|step: usize| &answers.gains[step].fixes[0]);
    assert_eq!((&*by_key.fix, &*by_key.short), ("hash-shard-prefix", "T5"));
    assert_eq!((&*by_index.fix, &*by_index.short), ("drop-index", "T11"));
    let last = answers.gains.last().unwrap();
    let whole = |now: f64, then: f64| 100.0 * (now - then) / then;
    let sum: f64 = answers.gains.iter().map(|gain| gain.sustainable_points).sum();
    let base = answers.sustainable_writes_per_second;
    assert!((sum - whole(last.sustainable_writes_per_second, base)).abs() < 1e-6);
    let sum: f64 = answers.gains.iter().map(|gain| gain.served_points).sum();
    let base = answers.served_writes_per_second;
    assert!((sum - whole(last.served_writes_per_second, base)).abs() < 1e-6);
    assert!(sum > 100.0, "more than twice as much is served: {sum}");
    // With a tail left in either, neither is worth much by itself.
    let alone: Vec<f64> = answers.alone.iter().map(|gain| gain.sustainable_points).collect();
    assert_eq!(alone.len(), 2);
    assert!(alone.iter().sum::<f64>() < sum, "{alone:?}");
    assert_eq!(answers.progress, 1.0);
}

/// A moving point needs more than any number of nodes; its shards need a few.
#[test]
fn nodes_do_not_help_a_tail() {
    let answers = answered(
        LEDGER,
        &[
            ("key-time-ordered-id Transactions.TxnId", "T5"),
            ("index-commit-timestamp ByTime.CreatedAt", "T11"),
        ],
    );
    let needed = answers.before.needed.unwrap();
    assert_eq!(needed.nodes, None);
    assert!(
        needed
            .words
            .starts_with("No number of nodes can serve 12,000 writes/s with every server within")
    );
    let first = answers.before.throughput.first().unwrap();
    let last = answers.before.throughput.last().unwrap();
    assert!(last.sustainable < 3.0 * first.sustainable, "{first:?} {last:?}");
    let after = answers.after.unwrap();
    let (first, last) = (after.throughput[0], *after.throughput.last().unwrap());
    assert_eq!((first.nodes, last.nodes), (1, 20));
    assert!(last.sustainable > 8.0 * first.sustainable, "{first:?} {last:?}");
    let needed = after.needed.unwrap();
    assert!((5..=16).contains(&needed.nodes.unwrap()), "{}", needed.words);
}

#[test]
fn a_small_test_hides_a_tail() {
    let test = answered(LEDGER, &[]).before.small_test.unwrap();
    assert_eq!(test.nodes, 1.0);
    assert!(test.expected > 3.0 * test.served, "{test:?}");
    assert!(test.words.contains("hides the hotspot"), "{}", test.words);
}

/// Random keys on a fresh table: split points spare the time that splitting takes.
#[test]
fn split_points_spare_the_wait() {
    let text = "CREATE TABLE T (Id STRING(36) NOT NULL, -- UUID v4\n) PRIMARY KEY (Id);";
    let tried = answered(text, &[]).before.split_points.unwrap();
    assert!(tried.without_seconds >= 240.0, "{tried:?}");
    assert!(tried.with_seconds < 60.0, "{tried:?}");
    assert!(tried.points > 50, "{tried:?}");
    assert!(tried.words.contains("requests") || tried.words.contains("request"), "{}", tried.words);
}

/// `Accounts` gets 200 writes/s at random keys; beside the ledger's tail they wait.
#[test]
fn a_hot_neighbour_slows_a_table_that_is_cool() {
    // One server more than there are hot splits would let the balancer move `Accounts` away.
    let answers = answered(&format!("-- hotsplit: file nodes=2\n{LEDGER}"), &[]);
    let found = answers.before.neighbour.expect("Accounts shares a server");
    assert_eq!(found.table, "Accounts");
    assert!(found.with_ms > 2.0 * found.without_ms, "{found:?}");
    assert!(found.words.contains("because it shares a server with the hotspot"), "{}", found.words);
}

#[test]
fn a_headline_says_what_it_takes_for_granted() {
    let scenario = |text: &str, writes_per_second: f64| {
        let ask = SimulateAsk {
            writes_per_second: Some(writes_per_second),
            ..ask(text, RunKnobs::default())
        };
        hotsplit_wire::runs::scenario(&ask)
    };
    let of = |scenario: &Scenario| {
        hotsplit_wire::headline::of(&hotsplit_wire::engine::simulate(scenario))
    };
    let headline = |text: &str, writes_per_second| of(&scenario(text, writes_per_second));
    let open = "CREATE TABLE Events (EventId INT64 NOT NULL) PRIMARY KEY (EventId);";
    let counted = "CREATE TABLE Events (
  EventId INT64 NOT NULL, -- hotsplit: sequential
) PRIMARY KEY (EventId);";
    let guess = "Assumes that `Events.EventId` increases with time (the worst case): the DDL does \
                 not say how it is generated.";
    let told = headline(open, 12_000.0);
    assert!(
        told.contains(": `Events` has a hotspot that Spanner cannot split (MOVING_HOT_SPOT)."),
        "{told}"
    );
    assert!(told.ends_with(guess), "{told}");
    // A change beside it is told of first, and the guess once for both.
    let changed = Scenario { after: Some(open.to_owned()), ..scenario(open, 12_000.0) };
    let told = of(&changed);
    assert!(told.contains("unchanged") && told.ends_with(guess), "{told}");
    assert_eq!(told.matches("Assumes").count(), 1, "{told}");
    // What is known is no guess, and what harms nothing even at its worst need not be told.
    for (text, writes) in [(counted, 12_000.0), (LEDGER, 12_000.0), (open, 1_000.0)] {
        let told = headline(text, writes);
        assert!(!told.contains("Assumes"), "{told}");
    }
    // One row is hot whatever its key.
    let row = AddedLoad {
        which: Which::Before,
        object: "Events".to_owned(),
        from: 0.5,
        to: 0.5,
        from_second: 0.0,
        to_second: 1_800.0,
        per_second: 9_000.0,
        reads: false,
        one_row: true,
    };
    let told = of(&Scenario { added: vec![(&row).into()], ..scenario(open, 1_000.0) });
    assert!(told.contains("HOT_ROW") && !told.contains("Assumes"), "{told}");
    // Several are counted.
    let two = format!("{open}\nCREATE TABLE Bills (BillId INT64 NOT NULL) PRIMARY KEY (BillId);");
    let three = format!("{two}\nCREATE TABLE Calls (CallId INT64 NOT NULL) PRIMARY KEY (CallId);");
    let told = headline(&two, 24_000.0);
    assert!(told.contains("(the worst case), and one more key like it:"), "{told}");
    let told = headline(&three, 36_000.0);
    assert!(told.contains("(the worst case), and 2 more keys like it:"), "{told}");
}

#[test]
fn a_headline_tells_of_one_server_or_of_many() {
    let headline = |nodes: f64, writes_per_second: f64| {
        let ask = SimulateAsk {
            nodes,
            writes_per_second: Some(writes_per_second),
            ..ask(LEDGER, RunKnobs::default())
        };
        hotsplit_wire::headline::of(&hotsplit_wire::engine::simulate(
            &hotsplit_wire::runs::scenario(&ask),
        ))
    };
    let hot = headline(10.0, 12_000.0);
    let many = "the busiest of 10 servers is at 100 %, all together at ";
    assert!(hot.contains(many), "{hot}");
    let cool = headline(10.0, 100.0);
    assert!(cool.contains("; the busiest of 10 servers is at "), "{cool}");
    for writes in [12_000.0, 100.0] {
        let alone = headline(1.0, writes);
        assert!(alone.contains("; the only server is at "), "{alone}");
        assert!(!alone.contains("together"), "{alone}");
    }
}

#[test]
fn a_text_without_load_has_no_answers() {
    let answers =
        answered("CREATE TABLE T (Id INT64) PRIMARY KEY (Id); -- hotsplit: writes=0", &[]);
    assert_eq!(answers.progress, 1.0);
    assert_eq!(answers.before.throughput, []);
}

/// A link from before the costs of participants came from their logs gives the same cost of two.
#[test]
fn old_links_keep_what_two_participants_cost() {
    let mut own = Knobs::default();
    assert!(constants::set_constant(&mut own, "participant_cost", 1.25));
    assert!((own.constants.participant_logs - 1.5).abs() < 1e-12);
    let load = loads::indexed(100.0, 0, 1);
    let cost: f64 = costs::touch_costs(&load, &own.prices()).iter().sum();
    let expected = 2.0 * (1.25 * costs::commit_overhead() + costs::row_cost(1024.0));
    assert!((cost - expected).abs() < 1e-12, "{cost} and {expected}");
}

#[test]
fn constants_say_where_they_are_from() {
    let trust = trust(&[]);
    assert!(!trust.left_out.is_empty());
    for constant in &trust.constants {
        assert!(!constant.source.is_empty() && !constant.kind.is_empty(), "{constant:?}");
        assert!(constant.value.is_some() || !constant.table.is_empty(), "{constant:?}");
    }
    let important: Vec<&str> = trust
        .constants
        .iter()
        .filter(|constant| constant.important)
        .filter_map(|constant| constant.name.as_deref())
        .collect();
    assert_eq!(important.len(), 9, "{important:?}");
}

/// In slices or at once the numbers are the same; what is told on the way is of the part done.
#[test]
fn runs_told_in_slices_are_the_same() {
    let mut scenario = hotsplit_wire::runs::scenario(&ask(LEDGER, RunKnobs::default()));
    scenario.after = Some(LEDGER.replace("-- ULID", "-- UUID v4"));
    let whole = hotsplit_wire::engine::simulate(&scenario);
    let mut slices = Simulating::new(&scenario);
    assert!(slices.advance(50));
    let part = hotsplit_wire::runs::simulation(&slices.so_far());
    assert!((part.progress - 50.0 / f64::from(part.before.columns)).abs() < 1e-9);
    assert_eq!(part.before.rows, whole.before.grid.rows);
    while slices.advance(120) {}
    let done = slices.finish();
    assert_eq!(done.before.run, whole.before.run);
    assert_eq!(done.after.unwrap().run, whole.after.unwrap().run);
    assert_eq!(done.before.grid, whole.before.grid);
}

/// What a table does is told with the rates that are run.
#[test]
fn tables_tell_what_they_do() {
    let settings = Settings { nodes: Some(10.0), writes_per_second: Some(12_000.0) };
    let reading = hotsplit_wire::engine::read(LEDGER, None, &settings);
    let tables = tables::tables(&reading, 12_000.0);
    let names: Vec<&str> = tables.iter().map(|one| one.table.as_str()).collect();
    assert_eq!(names, ["Accounts", "Transactions"]);
    assert!(tables[0].inserts.stated && !tables[1].inserts.stated);
    assert_eq!(tables[0].inserts.per_second, 200.0);
    assert!(!tables[1].why.is_empty());
    let sum: f64 = tables
        .iter()
        .flat_map(|one| [one.inserts, one.updates, one.deletes])
        .map(|rate| rate.per_second)
        .sum();
    assert!((sum - 12_000.0).abs() < 1.0, "{sum}");
}
