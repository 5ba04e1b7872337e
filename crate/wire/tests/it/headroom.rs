//! What is said without being told: ceilings follow from the load alone, the same text has the same
//! severities wherever it is read, and what nobody stated is never said to be stated.

use hotsplit_content::examples::examples;
use hotsplit_content::presets::presets;
use hotsplit_wire::engine::facts::Settings;
use hotsplit_wire::engine::headroom::{self, Ask};
use hotsplit_wire::engine::model::load::{GuessId, Load};
use hotsplit_wire::engine::rules::{Finding, Severity};
use hotsplit_wire::engine::sim::headroom::{DRAWS, Headroom};
use hotsplit_wire::engine::sim::ranges::{Measured, UNCERTAIN};
use hotsplit_wire::engine::sim::{self, Knobs, Region};
use hotsplit_wire::engine::{Reading, Scenario};
use proptest::prelude::*;

use crate::{course, loads};

/// A mobile operator: 22 tables, six keys that never spread, and no rate stated.
const TELECOM: &str = include_str!("../headroom/telecom.sql");

/// The six keys, by the table or index that has them.
const TELECOM_HOT: [&str; 6] =
    ["call_detail", "fraud_signal", "topup", "bill_run", "payment_by_time", "port_by_modified"];

const LEDGER: &str = "CREATE TABLE Transactions (
  TxnId STRING(26) NOT NULL, -- ULID
  Amount NUMERIC NOT NULL,
) PRIMARY KEY (TxnId);
CREATE TABLE Legs (
  TxnId STRING(26) NOT NULL,
  LegId INT64 NOT NULL,
  Amount NUMERIC,
) PRIMARY KEY (TxnId, LegId), INTERLEAVE IN PARENT Transactions ON DELETE CASCADE;
";

fn read(text: &str) -> Reading {
    hotsplit_wire::engine::read(text, None, &Settings::default())
}

fn headroom_of(reading: &Reading, writes: Option<f64>) -> Headroom {
    let knobs = headroom::knobs_of(&reading.facts.file);
    let ask = Ask { knobs: &knobs, writes_per_second: writes };
    headroom::load(&reading.schema, &reading.facts, &ask).headroom
}

/// Every text that the project ships: examples, presets, starters and solutions of lessons.
pub(crate) fn texts() -> Vec<(String, String)> {
    let mut texts: Vec<(String, String)> =
        examples().into_iter().map(|it| (it.file.clone(), it.sql.clone())).collect();
    for preset in presets() {
        for ddl in preset.before.iter().chain(preset.changes.iter().flat_map(|it| &it.after)) {
            texts.push((preset.id.clone(), ddl.text.clone()));
        }
    }
    for file in
        course::files("the_same_text_has_the_same_severities_everywhere").unwrap_or_default()
    {
        let lesson = file.lesson();
        let name = file.name.clone();
        let hidden = |text: &str| format!("{text}\n{}", lesson.hidden.text);
        texts.push((name.clone(), hidden(&lesson.starter.text)));
        texts.push((name, hidden(&lesson.solution_code.text)));
    }
    texts.push(("telecom".to_owned(), TELECOM.to_owned()));
    texts
}

/// What a person is told of how bad it is.
fn severities(reading: &Reading) -> Vec<(String, Severity, bool)> {
    let told = |it: &Finding| (reading.key_of(it), it.severity, it.harmless.is_some());
    reading.findings.iter().map(told).collect()
}

fn standing(reading: &Reading, object: &str) -> Finding {
    let named = |it: &&Finding| {
        it.pressure.is_some() && it.object.name(&reading.schema) == object && it.accepted.is_none()
    };
    reading.findings.iter().find(named).unwrap_or_else(|| panic!("nothing on {object}")).clone()
}

#[test]
fn the_same_text_has_the_same_severities_everywhere() {
    let all = texts();
    assert!(all.len() > 90, "expected every shipped text, found {}", all.len());
    for (name, text) in all {
        // `hotsplit check`, the page and an embed at their defaults, a lesson, an edited text.
        let check = read(&text);
        let run = hotsplit_wire::engine::simulate(&Scenario {
            before: text.clone(),
            minutes: 10,
            ..Scenario::default()
        });
        assert_eq!(severities(&check), severities(&run.before.reading), "{name}: simulated");
        let mut editor = hotsplit_wire::engine::editor::Editor::new("", None, &Settings::default());
        editor.set(&text, None, &Settings::default());
        assert_eq!(severities(&check), severities(editor.reading()), "{name}: edited");
        let page = hotsplit_wire::analysis::analysis(&check);
        let ask = Settings {
            nodes: Some(hotsplit_wire::engine::facts::NODES_DEFAULT),
            writes_per_second: None,
        };
        let set =
            hotsplit_wire::analysis::analysis(&hotsplit_wire::engine::read(&text, None, &ask));
        let words = |it: &hotsplit_wire::Analysis| -> Vec<String> {
            it.findings
                .iter()
                .map(|it| format!("{} {:?} {:?}", it.key, it.severity, it.share))
                .collect()
        };
        assert_eq!(words(&page), words(&set), "{name}: on the page");
        assert!(!page.rate_stated || text.contains("writes="), "{name}: no rate is stated");
    }
}

#[test]
fn only_what_a_person_accepted_is_accepted() {
    for (name, text) in texts() {
        for finding in read(&text).findings {
            assert!(
                finding.accepted.is_none() || text.contains("accept("),
                "{name}: {} is accepted and nobody did",
                finding.rule
            );
            let quiet = finding.harmless.is_none() || finding.severity <= Severity::Ask;
            assert!(quiet, "{name}: {} does no harm and is {:?}", finding.rule, finding.severity);
        }
    }
}

#[test]
fn a_schema_without_rates_is_told_what_is_full_first() {
    let reading = read(TELECOM);
    for object in TELECOM_HOT {
        let finding = standing(&reading, object);
        assert!(finding.severity >= Severity::Warn, "{object}: {:?}", finding.severity);
        assert!(finding.harmless.is_none() && finding.utilisation.is_none(), "{object}");
        assert!(finding.why.contains("limits the schema to about"), "{}", finding.why);
    }
    let run = hotsplit_wire::engine::simulate(&Scenario {
        before: TELECOM.to_owned(),
        ..Scenario::default()
    });
    let headline = hotsplit_wire::headline::of(&run);
    let report = hotsplit_wire::headroom::of_side(&run.before);
    assert_eq!(report, hotsplit_wire::headroom::of_reading(&reading), "one number everywhere");
    let ceiling = report.ceiling_writes_per_second.unwrap();
    let (low, high) = (ceiling.low.unwrap(), ceiling.high.unwrap());
    assert!(low < ceiling.writes_per_second && ceiling.writes_per_second < high, "{ceiling:?}");
    assert!(headline.starts_with("Tops out at about"), "{headline}");
    for key in &report.keys[..3] {
        assert!(TELECOM_HOT.contains(&key.object.as_str()), "{} is one of six", key.object);
        assert!(headline.contains(&format!("`{}` ({})", key.object, key.cause)), "{headline}");
    }
    let firsts: f64 = report.keys.iter().map(|key| key.first_share).sum();
    assert!((firsts - 1.0).abs() < 1e-9, "one key is first in every draw, {firsts}");
    // What is simulated is what the nodes should take if every key were spread.
    let even = report.capacity_even_writes_per_second.unwrap();
    let share = run.before.knobs.recommended();
    let offered = run.before.run.summary.offered;
    assert!((offered / (even * share) - 1.0).abs() < 0.02, "{offered} of {even}");
}

/// Children land where their root does, and the finding, the report and the run say so alike.
#[test]
fn interleaved_children_count_where_they_land() {
    let stated = format!("-- hotsplit: table Transactions writes=12k/s\n{LEDGER}");
    let reading = read(&stated);
    let finding = standing(&reading, "Transactions");
    let pressure = finding.pressure.unwrap();
    let run = hotsplit_wire::engine::simulate(&Scenario { before: stated, ..Scenario::default() });
    assert!((pressure.rows_per_second - 72_000.0).abs() < 1.0, "{pressure:?}");
    assert!((run.before.run.summary.offered - 72_000.0).abs() < 72.0 * 20.0);
    assert!(finding.why.contains("72,000 writes/s"), "{}", finding.why);
    let report = hotsplit_wire::headroom::of_side(&run.before);
    assert_eq!(report.keys[0].object, "Transactions");
    assert_eq!(Some(report.keys[0].load), finding.utilisation);
    let served = run.before.run.summary.served;
    let most = report.ceiling_writes_per_second.unwrap().writes_per_second;
    assert!((served / most - 1.0).abs() < 0.03, "{served} served of {most}");
    assert!(
        hotsplit_wire::headline::of(&run).contains("`Transactions` has a hotspot"),
        "the root is named"
    );
}

/// A schema of lookups alone is not given all writes.
#[test]
fn lookups_are_hardly_written_whatever_else_there_is() {
    let lookup = |name: &str| {
        format!(
            "CREATE TABLE {name} (Code STRING(2) NOT NULL, Name STRING(40)) PRIMARY KEY (Code);\n"
        )
    };
    let mut text = format!("-- hotsplit: table Countries role=lookup\n{}", lookup("Countries"));
    text += &format!("-- hotsplit: table Currencies role=lookup\n{}", lookup("Currencies"));
    let most = hotsplit_wire::engine::facts::roles::LOOKUP_WRITES_MAX;
    for writes in [None, Some(12_000.0)] {
        let reading = hotsplit_wire::engine::read(
            &text,
            None,
            &Settings { nodes: None, writes_per_second: writes },
        );
        let headroom = headroom_of(&reading, writes);
        assert!(headroom.writes() <= 4.0 * most, "{writes:?}: {}", headroom.writes());
        let worst = reading.standing().map(|it| it.severity).max();
        assert!(worst.is_none_or(|it| it <= Severity::Info), "{writes:?}: {worst:?}");
    }
    let log = "CREATE TABLE AuditLog (At TIMESTAMP NOT NULL, Id STRING(36)) PRIMARY KEY (At, Id);";
    let headroom = headroom_of(&read(&format!("{text}{log}")), Some(12_000.0));
    assert!((headroom.writes() - 12_000.0).abs() < 1e-6, "the log takes what lookups leave");
}

/// What a lookup takes at most is an assumption, and nobody is said to have stated it.
#[test]
fn an_assumed_rate_is_not_said_to_be_stated() {
    let lookup = "CREATE TABLE Countries (No INT64 NOT NULL, -- from a sequence
  Name STRING(40)) PRIMARY KEY (No);
CREATE TABLE AuditLog (Id STRING(36) NOT NULL, At TIMESTAMP NOT NULL) PRIMARY KEY (Id);";
    let stated = |directive: &str| {
        let reading =
            read(&format!("-- hotsplit: table Countries role=lookup{directive}\n{lookup}"));
        let of = standing(&reading, "Countries").pressure.unwrap().stated;
        let report = hotsplit_wire::headroom::of_reading(&reading);
        let key = report.keys.iter().find(|key| key.object == "Countries").unwrap();
        assert_eq!(key.rate_stated, of, "the report says as much");
        of
    };
    assert!(!stated(""));
    assert!(stated(", writes=2/s"));
}

/// A ceiling that the text states is what a split takes where the instance is, however it is said
/// where that is.
#[test]
fn a_stated_ceiling_holds_in_every_region() {
    let text = "-- hotsplit: file ceiling=1000, reads-per-write=0
CREATE TABLE Log (At TIMESTAMP NOT NULL, Line STRING(100)) PRIMARY KEY (At);";
    for region in [Region::Regional, Region::MultiRegion { quorum_ms: 20.0 }] {
        let knobs = Knobs { region, ..Knobs::default() };
        let scenario =
            Scenario { before: text.to_owned(), knobs, minutes: 10, ..Scenario::default() };
        let run = hotsplit_wire::engine::simulate(&scenario);
        let (_, ceiling) = run.before.room.headroom.lowest().unwrap();
        assert!((ceiling - 1_000.0).abs() < 1.0, "{region:?}: {ceiling}");
    }
}

/// Where some rates are stated, only the others grow.
#[test]
fn stated_rates_stay_as_they_are() {
    let text = format!(
        "{LEDGER}-- hotsplit: table Log writes=1000/s
CREATE TABLE Log (At TIMESTAMP NOT NULL, Line STRING(100)) PRIMARY KEY (At);"
    );
    let reading = read(&text);
    let headroom = headroom_of(&reading, None);
    assert_eq!(headroom.writes_known, 1_000.0);
    let full = headroom.units.iter().find(|unit| unit.cost_guessed > 0.0).unwrap();
    let ceiling = headroom.ceiling(full).unwrap();
    let grown = (ceiling - headroom.writes_known) / headroom.writes_guessed;
    let load = full.cost_known + grown * full.cost_guessed;
    assert!((load - full.takes).abs() < 1e-9, "it is full there: {load}");
    assert_eq!(standing(&reading, "Log").utilisation.map(|it| it < 0.5), Some(true));
    assert_eq!(standing(&reading, "Transactions").utilisation, None);
    assert!(!reading.facts.headroom.rate_stated);
    // Whoever states each of them has stated all.
    let all = read(&format!("-- hotsplit: table Transactions writes=100/s\n{text}"));
    assert!(all.facts.headroom.rate_stated, "the legs follow their transactions");
    // Stated rates that leave no room still leave the others some load.
    let busy = read(&text.replace("writes=1000/s", "writes=900k/s"));
    let headroom = headroom_of(&busy, None);
    assert!(headroom.writes_guessed > 0.0 && headroom.writes_known >= 900_000.0);
}

/// Multiplies all rates.
fn scaled(load: &Load, by: f64) -> Load {
    sim::answers::scaled(load, by)
}

/// Each table's rate is a guess of its own.
fn guessed(mut load: Load) -> Load {
    for class in &mut load.classes {
        class.guess = Some(GuessId(class.object.0));
    }
    load
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

    /// Ceilings and shares do not depend on how much is offered, nor on the number of nodes.
    #[test]
    fn ceilings_depend_on_the_mix_alone(load in loads::with_indexes(), by in 0.001_f64..1_000.0, nodes in 1_u32..200) {
        let load = guessed(load);
        let one = Headroom::of(&load, &Knobs::default());
        let knobs = Knobs { nodes: f64::from(nodes), ..Knobs::default() };
        let other = Headroom::of(&scaled(&load, by), &knobs);
        let alike = |a: f64, b: f64| (a - b).abs() <= 1e-6 * a.abs().max(b.abs());
        prop_assert_eq!(one.units.len(), other.units.len());
        for (a, b) in one.units.iter().zip(&other.units) {
            prop_assert!(alike(one.ceiling(a).unwrap(), other.ceiling(b).unwrap()));
            prop_assert!(alike(one.share(a), other.share(b)));
            prop_assert!(one.share_if_busier(a) >= one.share(a) - 1e-12);
            // A share of s is full at 1/s nodes of even load.
            let even = one.capacity_even(1.0 / one.share(a)).unwrap();
            prop_assert!(alike(even, one.ceiling(a).unwrap()));
        }
        let shares: f64 = one.units.iter().map(|unit| one.share(unit)).sum();
        prop_assert!(shares <= 1.0 + 1e-9);
        prop_assert!(alike(one.writes_for(one.cost()), one.writes()));
    }

    /// Constants that are not known leave a range around the ceiling, and so do guesses; where both
    /// are known there is none.
    #[test]
    fn ranges_come_from_guesses_and_constants(load in loads::with_indexes(), seed in any::<u64>()) {
        let measured = UNCERTAIN.iter().fold(Measured::default(), |all, one| all.with(one.name));
        let measured = Knobs { measured, ..Knobs::default() };
        prop_assert_eq!(Headroom::of(&load, &measured).uncertainty(seed).ceiling, None);
        let open = Headroom::of(&load, &Knobs::default());
        let range = open.uncertainty(seed).ceiling;
        prop_assert_eq!(range.is_some(), !open.units.is_empty());
        if let (Some(range), Some((_, lowest))) = (range, open.lowest()) {
            // What a split takes, and at most half as many log writes again each way.
            prop_assert!(range.low <= lowest && lowest <= range.high, "{range:?} {lowest}");
            prop_assert!(range.low > 0.5 * lowest && range.high < 1.8 * lowest, "{range:?} {lowest}");
        }
        let headroom = Headroom::of(&guessed(load.clone()), &measured);
        let sure = headroom.uncertainty(seed);
        prop_assert_eq!(&sure, &headroom.uncertainty(seed));
        let tables = load.classes.iter().filter(|class| class.commits_per_second > 0.0);
        let mut guesses: Vec<u32> = tables.map(|class| class.object.0).collect();
        guesses.sort_unstable();
        guesses.dedup();
        // One guess alone scales everything.
        prop_assert_eq!(sure.ceiling.is_some(), !headroom.units.is_empty() && guesses.len() > 1);
        if let Some(range) = sure.ceiling {
            prop_assert!(range.low <= range.high && range.low >= 0.0);
            let first: f64 = sure.first.iter().sum();
            prop_assert!((first - 1.0).abs() < 1.0 / DRAWS as f64);
            // No mix can be worse than all work in one place.
            let heaviest = headroom.units.iter().map(|unit| unit.takes / unit.cost()).fold(f64::INFINITY, f64::min);
            prop_assert!(range.low > 0.0 && heaviest.is_finite());
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, ..ProptestConfig::default() })]

    /// The simulator agrees: below the ceiling a run that has room otherwise serves everything, and
    /// above it the unit that is full keeps the rest from being served.
    #[test]
    fn runs_fall_short_just_above_the_ceiling(load in loads::any_tables()) {
        let headroom = Headroom::of(&load, &Knobs::default());
        let Some((_, ceiling)) = headroom.lowest() else { return Ok(()) };
        let share = headroom.units.iter().map(|unit| headroom.share(unit)).fold(0.0, f64::max);
        // Enough nodes that nothing else is full; beyond that the answer is another.
        prop_assume!(share > 0.05);
        let knobs = Knobs { nodes: (3.0 / share).ceil(), minutes: 30, ..Knobs::default() };
        let run = |by: f64| sim::simulate(&scaled(&load, by * ceiling / headroom.writes()), &knobs, 1).summary;
        let above = run(1.5);
        prop_assert!(above.served < 0.995 * above.offered, "{} of {} at 1.5 times {ceiling}", above.served, above.offered);
        // Two points that begin close together share a split until one has moved away.
        prop_assume!(headroom.units.len() == 1);
        let below = run(0.6);
        prop_assert!(below.served > 0.99 * below.offered, "{} of {} at 0.6 times {ceiling}", below.served, below.offered);
    }
}
