//! The plans that change keys of a database in use, proven by random schedules on the emulator: an
//! application that follows the rules of a plan to the letter, a job that copies range by range and
//! dies at times, and a person who goes forward and back through the steps.
//!
//! A twin of the database sees the same transactions and no plan. At no step does a transaction fail
//! that would not have failed on T alone, at the end each copy is the image of T row by row, and
//! after every way back T is whole. `cargo xtask prove` plays many.

mod application;
mod by_hand;
mod cases;
mod plan;
mod player;
mod schedule;
mod shrink;
mod tables;

use serde_json::Value;

use crate::emulator::Emulator;
use cases::Case;
use plan::Plan;
use player::{Stage, play};
use schedule::{Schedule, schedule};
use tables::Tables;

/// A case that is ready to be played.
struct Ready<'c> {
    case: &'c Case,
    plan: Plan,
    ddl: Vec<String>,
    tables: Tables,
}

impl<'c> Ready<'c> {
    fn new(case: &'c Case, plan: &Value) -> Self {
        let plan = Plan::deserialize_checked(plan);
        let reading =
            hotsplit::read(case.ddl, Some(case.dialect), &hotsplit::facts::Given::default());
        let ddl = crate::proof::statements(&reading);
        Self { case, plan, ddl, tables: Tables::read(case.ddl, case.dialect) }
    }

    fn play(&self, emulator: &Emulator, schedule: &Schedule) -> Result<(), String> {
        let stage = Stage {
            emulator,
            plan: &self.plan,
            ddl: &self.ddl,
            tables: &self.tables,
            routes: self.case.routes,
        };
        play(&stage, schedule)
    }

    fn schedule(&self, seed: u64) -> Schedule {
        schedule(&self.tables, self.plan.steps.len(), seed)
    }

    /// Plays seeds; the first that breaks is made as short as it can be and told.
    fn prove(&self, emulator: &Emulator, seeds: std::ops::Range<u64>) -> Result<(), String> {
        for seed in seeds {
            let schedule = self.schedule(seed);
            if let Err(first) = self.play(emulator, &schedule) {
                let (schedule, why) =
                    shrink::shrunk(schedule, first.clone(), &|it| self.play(emulator, it));
                let kept = serde_json::to_string(&schedule).unwrap();
                return Err(format!(
                    "{}, seed {seed}: {first}\nshorter: {why}\nkeep it in KEPT: (\"{}\", r#\"{kept}\"#)",
                    self.case.about, self.case.about
                ));
            }
        }
        Ok(())
    }
}

/// The JSON of the plan for a case, as other programs get it.
fn plan_of(case: &Case) -> Result<Value, String> {
    let plain = case.plain();
    let reading = plain.reading();
    for asked in case.fixes {
        let finding = asked.split(' ').nth(1).unwrap_or_default();
        if !reading.findings.iter().any(|it| reading.key_of(it).starts_with(finding)) {
            let found: Vec<String> = reading
                .findings
                .iter()
                .map(|it| {
                    let fixes: Vec<&str> = hotsplit::candidates(it).map(|fix| fix.id).collect();
                    format!("{} {fixes:?}", reading.key_of(it))
                })
                .collect();
            return Err(format!("{asked}: there are {found:#?}"));
        }
    }
    let choices = plain.choices(&reading);
    let rewritten = hotsplit::rewrite(&reading, &choices);
    if !rewritten.refused.is_empty() {
        return Err(format!("{:?}", rewritten.refused));
    }
    let plan = hotsplit::rollout(&reading, &choices, true);
    let mut plan = serde_json::to_value(hotsplit::wire::rollout::rollout(&plan)).unwrap();
    for (word, sql) in case.placeholders {
        each_text(&mut plan, &mut |text| *text = text.replace(word, sql));
    }
    Ok(plan)
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

/// A protocol that is right is not broken by any schedule.
#[test]
fn plans_by_hand_hold() {
    let Some(emulator) = Emulator::for_test("plans_by_hand_hold") else { return };
    for case in [&by_hand::GOOGLE, &by_hand::POSTGRES] {
        let ready = Ready::new(case, &by_hand::plan(case));
        let seeds = std::env::var("HOTSPLIT_PROVE_SEEDS").map_or(20, |it| it.parse().unwrap());
        ready.prove(&emulator, 0..seeds).unwrap_or_else(|why| panic!("{why}"));
    }
}

/// Every plan of ours holds.
#[test]
fn plans_hold() {
    let Some(emulator) = Emulator::for_test("plans_hold") else { return };
    let seeds = std::env::var("HOTSPLIT_PROVE_SEEDS").map_or(2, |it| it.parse().unwrap());
    let only = std::env::var("HOTSPLIT_PROVE_CASE").ok();
    let mut wrong = Vec::new();
    for case in cases::CASES.iter().filter(|case| only.as_ref().is_none_or(|it| case.about == it)) {
        let plan = match plan_of(case) {
            Ok(plan) => plan,
            Err(why) => {
                wrong.push(format!("{}: {why}", case.about));
                continue;
            }
        };
        if let Err(why) = Ready::new(case, &plan).prove(&emulator, 0..seeds) {
            crate::shared::say(&format!("{why}\n"));
            wrong.push(why);
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}
