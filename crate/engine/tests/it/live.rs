//! The plans that change keys of a database in use, proven by random schedules on the emulator: an
//! application that follows the rules of a plan to the letter, a job that copies range by range and
//! dies at times, and a person who goes forward and back through the steps.
//!
//! A twin of the database sees the same transactions and no plan. At no step does a transaction fail
//! that would not have failed on T alone, at the end each copy is the image of T row by row, and
//! after every way back T is whole. `cargo xtask prove` plays many.

mod application;
pub(crate) mod cases;
mod generated;
mod kept;
mod mutations;
mod plan;
mod player;
mod schedule;
mod shrink;
pub(crate) mod tables;

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::Instant;

use hotsplit_engine::syntax::tree::Dialect;
use hotsplit_engine::{Choice, Reading};
use serde_json::Value;

use crate::emulator::Emulator;
use crate::{proof, shared};
use application::Route;
use cases::{CASES, Case};
use plan::{Kind, Plan};
use player::{Stage, play};
use schedule::{Cells, Change, Event, Schedule, Several, schedule};
use tables::Tables;

/// Seeds of each case, from the environment.
const SEEDS: &str = "HOTSPLIT_PROVE_SEEDS";

/// The first of them.
const FROM: &str = "HOTSPLIT_PROVE_FROM";

/// The dialect of the cases, `googlesql` or `postgresql`; both where nothing is said.
const DIALECT: &str = "HOTSPLIT_PROVE_DIALECT";

/// The only case.
const ONLY: &str = "HOTSPLIT_PROVE_CASE";

/// Seeds that the ordinary test plays of each case.
const FEW: u64 = 1;

/// Schedules that are played at a time, each lane with an emulator of its own: one that works on
/// several databases at once ends at times.
const LANES: usize = 4;

/// Schedules that an emulator plays before a new one is started: each leaves something behind, and
/// they get slower.
const PLAYED_MAX: u32 = 40;

/// A schema with a plan that is ready to be played.
struct Ready {
    about: String,
    plan: Plan,
    ddl: Vec<String>,
    tables: Tables,
    routes: Vec<Route>,
}

impl Ready {
    fn new(
        about: String,
        plan: &Value,
        reading: &Reading,
        dialect: Dialect,
        routes: Vec<Route>,
    ) -> Self {
        Self {
            about,
            plan: Plan::of(plan),
            ddl: proof::statements(reading),
            tables: Tables::read(&reading.text, dialect),
            routes,
        }
    }

    fn of(case: &Case, plan: &Value) -> Self {
        let reading = case.plain().reading();
        Self::new(case.about.to_owned(), plan, &reading, case.dialect, case.routes.to_vec())
    }

    fn play(&self, emulator: &Emulator, schedule: &Schedule) -> Result<(), String> {
        let stage = Stage {
            emulator,
            plan: &self.plan,
            ddl: &self.ddl,
            tables: &self.tables,
            routes: &self.routes,
        };
        play(&stage, schedule)
    }

    fn schedule(&self, seed: u64, with_strays: bool) -> Schedule {
        let kinds: Vec<Kind> = self.plan.steps.iter().map(|step| step.kind).collect();
        schedule(&self.tables, self.several(), &kinds, seed, with_strays)
    }

    /// Which changes of several rows the application of the proof can write in one statement: rows
    /// that lie in several tables, move, or get values from others are written one by one.
    fn several(&self) -> Several {
        let rules = || self.plan.steps.iter().flat_map(|step| &step.rules);
        let one_place = self.routes.is_empty();
        let inserts = one_place
            && rules().all(|rule| rule.supplied.is_empty() && rule.commit_timestamps.is_none());
        let updates = inserts && rules().all(|rule| rule.moves.is_none());
        Several { inserts, updates }
    }

    /// Plays a seed. A schedule that breaks is made as short as it can be and told.
    fn prove(&self, emulator: &Emulator, seed: u64) -> Result<(), String> {
        let schedule = self.schedule(seed, false);
        let Err(first) = self.play(emulator, &schedule) else { return Ok(()) };
        let (schedule, why) =
            shrink::shrunk(schedule, first.clone(), &|it| self.play(emulator, it));
        let kept = serde_json::to_string(&schedule).unwrap();
        let about = &self.about;
        Err(format!(
            "{about}, seed {seed}: {first}\nshorter: {why}\nkeep it in kept.rs: (\"{about}\", \
             r#\"{kept}\"#),"
        ))
    }
}

/// The JSON of the plan for a case, as other programs get it.
fn plan_of(case: &Case) -> Value {
    let plain = case.plain();
    let reading = plain.reading();
    let choices = plain.choices(&reading);
    let refused = hotsplit_engine::rewrite(&reading, &choices).refused;
    assert!(refused.is_empty(), "{}: {refused:?}", case.about);
    let mut plan = planned(&reading, &choices, case.dialect);
    for (word, sql) in case.placeholders {
        each_text(&mut plan, &mut |text| *text = text.replace(word, sql));
    }
    plan
}

/// The JSON of a plan, as far as the emulator knows its types.
fn planned(reading: &Reading, choices: &[Choice], dialect: Dialect) -> Value {
    let plan = hotsplit_engine::rollout(reading, choices, true);
    let mut plan = serde_json::to_value(hotsplit_wire::rollout::rollout(&plan)).unwrap();
    each_text(&mut plan, &mut |text| *text = without_uuid(text, dialect));
    plan
}

/// A statement with text for UUIDs: this build of the emulator does not know the type.
fn without_uuid(sql: &str, dialect: Dialect) -> String {
    if !sql.contains("UUID") && !sql.contains("uuid") {
        return sql.to_owned();
    }
    match dialect {
        Dialect::GoogleSql => sql
            .replace(" AS UUID)", " AS STRING)")
            .replace(" UUID", " STRING(36)")
            .replace("NEW_UUID()", "GENERATE_UUID()"),
        Dialect::PostgreSql => sql
            .replace(" AS uuid)", " AS varchar)")
            .replace(" uuid", " varchar(36)")
            .replace("gen_random_uuid()", "spanner.generate_uuid()"),
    }
}

/// Changes every text of a JSON value.
fn each_text(value: &mut Value, change: &mut dyn FnMut(&mut String)) {
    match value {
        Value::String(text) => change(text),
        Value::Array(all) => all.iter_mut().for_each(|it| each_text(it, change)),
        Value::Object(all) => all.values_mut().for_each(|it| each_text(it, change)),
        _ => {}
    }
}

/// The time on the clock.
#[expect(clippy::disallowed_methods, reason = "how fast schedules are played is told")]
fn now() -> Instant {
    Instant::now()
}

/// One that plays schedules, on an emulator that nobody else uses.
struct Lane {
    emulator: Emulator,
    played: u32,
}

impl Lane {
    fn new() -> Self {
        let emulator = Emulator::own().expect("there is an emulator, as the test has one");
        Self { emulator, played: 0 }
    }

    /// Whether the emulator is there; where it has ended, there is a new one.
    fn has_ended(&mut self) -> bool {
        let none: [&str; 0] = [];
        let ended = self.emulator.database(Dialect::GoogleSql, &none).is_err();
        if ended {
            shared::say("live: an emulator has ended and is started again");
            *self = Self::new();
        }
        ended
    }

    /// Plays a seed; again where the emulator ended, which it does at times without a plan too.
    fn prove(&mut self, ready: &Ready, seed: u64) -> Result<(), String> {
        if self.played >= PLAYED_MAX {
            *self = Self::new();
        }
        self.played += 1;
        let mut played = ready.prove(&self.emulator, seed);
        if played.is_err() && self.has_ended() {
            played = ready.prove(&self.emulator, seed);
            if played.is_err() && self.has_ended() {
                return Err(format!("{}, seed {seed}: the emulator ends twice", ready.about));
            }
        }
        played
    }
}

/// Does the work of a lane in each of them.
fn in_lanes(work: &(dyn Fn(&mut Lane) + Sync)) {
    let one = || work(&mut Lane::new());
    std::thread::scope(|scope| {
        for _ in 1..LANES {
            scope.spawn(one);
        }
        one();
    });
}

/// Plays every seed of every case, and gives what broke first in each.
fn prove(ready: &[Ready], seeds: Range<u64>) -> Vec<String> {
    let started = now();
    let jobs: Vec<(usize, u64)> =
        seeds.flat_map(|seed| (0..ready.len()).map(move |at| (at, seed))).collect();
    let (next, played) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let broken: Mutex<BTreeMap<usize, String>> = Mutex::new(BTreeMap::new());
    let work = |lane: &mut Lane| {
        while let Some(&(at, seed)) = jobs.get(next.fetch_add(1, Ordering::Relaxed)) {
            // A lane that panics holds no lock.
            if broken.lock().unwrap().contains_key(&at) {
                continue;
            }
            let count = played.fetch_add(1, Ordering::Relaxed);
            if count > 0 && count.is_multiple_of(100) {
                shared::say(&format!("live: {count} schedules so far"));
            }
            if let Err(why) = lane.prove(&ready[at], seed) {
                shared::say(&why);
                broken.lock().unwrap().insert(at, why);
            }
        }
    };
    in_lanes(&work);
    let (played, seconds) = (played.into_inner(), started.elapsed().as_secs_f64());
    shared::say(&format!(
        "live: {played} schedules in {seconds:.0} s, {:.1} a second",
        played as f64 / seconds
    ));
    broken.into_inner().unwrap().into_values().collect()
}

/// A number that the environment gives.
fn number(name: &str) -> Option<u64> {
    let text = std::env::var(name).ok()?;
    Some(text.parse().unwrap_or_else(|_| panic!("{name} is `{text}`, which is no number")))
}

/// The cases that the environment asks for.
fn wanted() -> Vec<Ready> {
    let (dialect, only) = (std::env::var(DIALECT).ok(), std::env::var(ONLY).ok());
    let asked = |case: &&Case| {
        dialect.as_ref().is_none_or(|it| *it == case.spoken())
            && only.as_ref().is_none_or(|it| *it == case.about)
    };
    CASES.iter().filter(asked).map(|case| Ready::of(case, &plan_of(case))).collect()
}

/// Every plan holds, whatever happens in which order.
#[test]
fn plans_hold() {
    let Some(_emulator) = Emulator::for_test("live::plans_hold") else { return };
    let ready = wanted();
    assert!(!ready.is_empty(), "no case is of that name and dialect");
    let from = number(FROM).unwrap_or(0);
    let seeds = from..from + number(SEEDS).unwrap_or(FEW);
    let broken = prove(&ready, seeds);
    assert!(broken.is_empty(), "{}", broken.join("\n\n"));
}

/// Schemas put together at random whose plans the ordinary test plays, in each dialect.
fn few_schemas() -> u64 {
    if shared::whole() { 4 } else { 2 }
}

/// Numbers of which one at least gives a schema with a plan to play.
const TRIED_MAX: u64 = 50;

/// How many, from the environment, in place of cases that are written down.
const SCHEMAS: &str = "HOTSPLIT_PROVE_SCHEMAS";

/// Plans hold for schemas that nobody wrote.
#[test]
fn plans_of_random_schemas_hold() {
    let about = "live::plans_of_random_schemas_hold";
    let Some(_emulator) = Emulator::for_test(about) else { return };
    let dialect = std::env::var(DIALECT).ok();
    let from = number(FROM).unwrap_or(0);
    let wanted = number(SCHEMAS).unwrap_or_else(few_schemas);
    let mut broken = Vec::new();
    for (name, dialect) in [("googlesql", Dialect::GoogleSql), ("postgresql", Dialect::PostgreSql)]
        .into_iter()
        .filter(|(name, _)| dialect.as_ref().is_none_or(|it| it == name))
    {
        let started = now();
        let (next, played) = (AtomicU64::new(from), AtomicU64::new(0));
        let found = Mutex::new(Vec::new());
        let chosen: Mutex<BTreeMap<String, u64>> = Mutex::default();
        let work = |lane: &mut Lane| {
            while played.load(Ordering::Relaxed) < wanted {
                let seed = next.fetch_add(1, Ordering::Relaxed);
                assert!(seed < from + TRIED_MAX * wanted, "few schemas have a plan to play");
                let Some((ready, fixes)) = generated::ready(seed, dialect) else { continue };
                // The emulator rejects some schemas, such as two cascades that meet.
                if lane.emulator.database(dialect, &ready.ddl).is_err() && !lane.has_ended() {
                    continue;
                }
                let count = played.fetch_add(1, Ordering::Relaxed) + 1;
                for fix in fixes {
                    *chosen.lock().unwrap().entry(fix).or_insert(0_u64) += 1;
                }
                if count.is_multiple_of(100) {
                    shared::say(&format!("live: {count} random schemas so far"));
                }
                if let Err(why) = lane.prove(&ready, seed) {
                    shared::say(&why);
                    found.lock().unwrap().push(why);
                }
            }
        };
        in_lanes(&work);
        let (played, seconds) = (played.into_inner(), started.elapsed().as_secs_f64());
        let numbers = next.into_inner() - from;
        shared::say(&format!(
            "live: {played} random schemas of {numbers} in {name}, {seconds:.0} s, with {:?}",
            chosen.into_inner().unwrap()
        ));
        broken.extend(found.into_inner().unwrap());
    }
    assert!(broken.is_empty(), "{}", broken.join("\n\n"));
}

/// What broke a plan once does not break it again.
#[test]
fn schedules_that_were_kept_hold() {
    let Some(emulator) = Emulator::for_test("live::schedules_that_were_kept_hold") else { return };
    for (about, text) in kept::KEPT {
        let case = CASES.iter().find(|case| case.about == *about).expect("the case is listed");
        let schedule: Schedule = serde_json::from_str(text).unwrap();
        let played = Ready::of(case, &plan_of(case)).play(&emulator, &schedule);
        played.unwrap_or_else(|why| panic!("{about}: {why}\n{text}"));
    }
}

/// Rows that refer to each other come, swap a unique value and go in one statement each, at every
/// step of a plan.
#[test]
fn rows_that_refer_to_each_other_follow() {
    let about = "live::rows_that_refer_to_each_other_follow";
    let Some(emulator) = Emulator::for_test(about) else { return };
    for (case, names) in [
        ("rows that refer to each other", ["Accounts", "AccountId", "Parent", "Email"]),
        ("rows that refer to each other pg", ["accounts", "account_id", "parent", "email"]),
    ] {
        let case = CASES.iter().find(|it| it.about == case).expect("the case is listed");
        let ready = Ready::of(case, &plan_of(case));
        let mut events = Vec::new();
        for at in 0..=ready.plan.steps.len() {
            events.extend(pair_at(names, at).map(|change| commit(vec![change])));
            events.push(Event::Forward);
        }
        let schedule = Schedule { first: Vec::new(), events };
        ready.play(&emulator, &schedule).unwrap_or_else(|why| panic!("{}: {why}", case.about));
    }
}

fn commit(changes: Vec<Change>) -> Event {
    Event::Commit { changes, late: false }
}

/// Two rows of which each refers to the other: inserted, their unique values swapped, and the two of
/// the step before deleted.
fn pair_at([table, id, up, unique]: [&str; 4], at: usize) -> [Change; 3] {
    let table = table.to_owned();
    let cells = |all: &[(&str, String)]| -> Cells {
        all.iter().map(|(name, value)| ((*name).to_owned(), Value::from(value.as_str()))).collect()
    };
    let key = |at: usize, side: &str| cells(&[(id, format!("{at}{side}"))]);
    let row = |own: &str, other: &str| {
        cells(&[
            (id, format!("{at}{own}")),
            (up, format!("{at}{other}")),
            (unique, format!("{at}{own}@example.com")),
        ])
    };
    let swap = |own: &str, other: &str| {
        (key(at, own), cells(&[(unique, format!("{at}{other}@example.com"))]))
    };
    let before = at.saturating_sub(1);
    [
        Change::InsertAll { table: table.clone(), rows: vec![row("a", "b"), row("b", "a")] },
        Change::UpdateAll { table: table.clone(), rows: vec![swap("a", "b"), swap("b", "a")] },
        Change::DeleteAll { table, keys: vec![key(before, "a"), key(before, "b")] },
    ]
}
