//! Ways to break the protocol. Each edits the JSON of a plan, and some schedule has to break what
//! comes out: a proof that finds nothing shows nothing unless it would find these.

use serde_json::{Value, json};

use super::cases::{CASES, Case};
use super::{Ready, each_text, number, plan_of};
use crate::emulator::Emulator;
use crate::shared;

/// A way to break a plan.
struct Mutation {
    about: &'static str,
    /// The case whose plan it breaks.
    case: &'static str,
    edit: fn(&mut Value),
    /// A seed that catches it, played first: only a changed schedule or plan needs a search.
    seed: u64,
}

impl Mutation {
    const fn new(about: &'static str, case: &'static str, edit: fn(&mut Value)) -> Self {
        Self { about, case, edit, seed: 0 }
    }

    const fn at(self, seed: u64) -> Self {
        Self { seed, ..self }
    }
}

/// Tells how each is caught, where the environment says so.
const TOLD: &str = "HOTSPLIT_PROVE_TOLD";

/// Schedules that are enough to catch each.
const SEEDS_MAX: u64 = 60;

const ALL: &[Mutation] = &[
    Mutation::new("ancestors are not refreshed", "t5 tree", skip_ancestors),
    Mutation::new("ancestors are not refreshed", "t5 tree pg", skip_ancestors),
    Mutation::new("a refresh leaves a column out", "t5 tree", leave_a_column_out),
    Mutation::new("a refresh leaves rows that are there", "t5 tree", ignore),
    Mutation::new("a refresh leaves rows that are there", "t5 tree pg", ignore_pg),
    Mutation::new("deletes do not follow", "t5 tree", forget_deletes),
    Mutation::new("deletes do not follow", "t5 tree pg", forget_deletes),
    Mutation::new("cascades do not follow", "several", forget_cascades).at(5),
    Mutation::new("the copy makes new ids", "t1", make_new_ids),
    Mutation::new("the copy only inserts", "t5 tree", only_insert),
    Mutation::new("surplus rows stay", "t5 tree", leave_surplus),
    Mutation::new("repair ignores NULL", "t5 tree", ignore_null).at(1),
    Mutation::new("repair ignores NULL", "t5 tree pg", ignore_null).at(1),
    Mutation::new("nothing follows back", "t5 tree", do_not_follow_back),
    Mutation::new("nothing follows back", "t5 tree pg", do_not_follow_back),
    Mutation::new("moves are ignored", "t8 flat", ignore_moves),
    Mutation::new("moves are ignored", "t8 flat pg", ignore_moves),
    Mutation::new("unique keys come too early", "t1", attach_early).at(5),
];

/// Each way to break a plan is caught by a schedule; a sample has every second one.
#[test]
fn broken_plans_are_caught() {
    let Some(emulator) = Emulator::for_test("live::broken_plans_are_caught") else { return };
    let mut missed = Vec::new();
    for mutation in ALL.iter().step_by(if shared::whole() { 1 } else { 2 }) {
        let case = case(mutation.case);
        let plan = plan_of(case);
        let mut broken = plan.clone();
        (mutation.edit)(&mut broken);
        let (about, name) = (mutation.about, case.about);
        assert!(broken != plan, "{about} changes nothing in the plan of {name}");
        let ready = Ready::of(case, &broken);
        let mut seeds = std::iter::once(mutation.seed).chain(0..SEEDS_MAX);
        // A repair has work where something was written past the rules.
        let strays = about.starts_with("repair");
        let caught = seeds.find_map(|seed| {
            let why = ready.play(&emulator, &ready.schedule(seed, strays)).err()?;
            Some((seed, why))
        });
        match caught {
            Some((seed, why)) if number(TOLD).is_some() => {
                shared::say(&format!("{about}, {name}: seed {seed}: {why}"));
            }
            Some(_) => {}
            None => missed.push(format!("{about}, {name}")),
        }
    }
    assert!(missed.is_empty(), "no schedule of {SEEDS_MAX} breaks: {missed:#?}");
}

fn case(about: &str) -> &'static Case {
    CASES.iter().find(|case| case.about == about).expect("the case is listed")
}

/// The steps of a kind.
fn steps<'p>(plan: &'p mut Value, kind: &'static str) -> impl Iterator<Item = &'p mut Value> {
    let steps = plan["steps"].as_array_mut().expect("a plan has steps");
    steps.iter_mut().filter(move |step| step["kind"] == kind)
}

/// The rules of steps of a kind.
fn rules<'p>(plan: &'p mut Value, kind: &'static str) -> impl Iterator<Item = &'p mut Value> {
    steps(plan, kind).flat_map(|step| step["rules"].as_array_mut().expect("it has rules"))
}

/// The passes of steps of a kind.
fn passes<'p>(plan: &'p mut Value, kind: &'static str) -> impl Iterator<Item = &'p mut Value> {
    steps(plan, kind).flat_map(|step| step["passes"].as_array_mut().expect("it has passes"))
}

fn skip_ancestors(plan: &mut Value) {
    for rule in rules(plan, "follow") {
        let copies = rule["copies"].to_string();
        let own = |statement: &Value| {
            let text = statement.as_str().expect("a statement is text");
            let mut words =
                text.split_whitespace().skip_while(|it| !["INTO", "UPDATE"].contains(it));
            let mut table = words.nth(1).unwrap_or_default();
            if table == "INTO" {
                table = words.next().unwrap_or_default();
            }
            copies.contains(&format!("\"{table}\""))
        };
        rule["afterWrite"].as_array_mut().expect("a list").retain(own);
    }
}

/// The last column of each table is left out of what follows its changes.
fn leave_a_column_out(plan: &mut Value) {
    for rule in rules(plan, "follow") {
        each_text(&mut rule["afterWrite"], &mut |text| {
            let Some((head, rest)) = text.split_once(")\nSELECT ") else { return };
            let Some((values, from)) = rest.split_once("\nFROM") else { return };
            let (Some((head, _)), Some((values, _))) =
                (head.rsplit_once(", "), values.rsplit_once(", "))
            else {
                return;
            };
            *text = format!("{head})\nSELECT {values}\nFROM{from}");
        });
    }
}

fn ignore(plan: &mut Value) {
    each_text(plan, &mut |text| *text = text.replace("INSERT OR UPDATE", "INSERT OR IGNORE"));
}

/// In PostgreSQL a refresh is an UPDATE and an INSERT of what is not there.
fn ignore_pg(plan: &mut Value) {
    for rule in rules(plan, "follow") {
        let statements = rule["afterWrite"].as_array_mut().expect("a list");
        statements.retain(|it| !it.as_str().is_some_and(|it| it.starts_with("UPDATE")));
    }
}

fn forget_deletes(plan: &mut Value) {
    for rule in rules(plan, "follow") {
        rule["beforeDelete"] = json!({ "rows": [], "statements": [] });
    }
}

fn forget_cascades(plan: &mut Value) {
    for rule in rules(plan, "follow") {
        rule["beforeDelete"]["rows"] = json!([]);
    }
}

fn make_new_ids(plan: &mut Value) {
    for pass in passes(plan, "copy") {
        each_text(pass, &mut |text| {
            *text = text.replace("SELECT CAST(o.UserId AS STRING),", "SELECT GENERATE_UUID(),");
        });
    }
}

fn only_insert(plan: &mut Value) {
    for pass in passes(plan, "copy") {
        each_text(pass, &mut |text| *text = text.replace("INSERT OR UPDATE", "INSERT"));
    }
}

/// Deletes are forgotten while the copies fill, and no pass deletes what is left over.
fn leave_surplus(plan: &mut Value) {
    forget_deletes(plan);
    for step in steps(plan, "compare") {
        step["passes"].as_array_mut().expect("a list").retain(|pass| pass["purpose"] != "surplus");
    }
}

fn ignore_null(plan: &mut Value) {
    for pass in passes(plan, "compare").filter(|pass| pass["purpose"] == "repair") {
        each_text(pass, &mut |text| *text = text.replace(" IS NULL AND ", " IS NULL OR "));
    }
}

fn do_not_follow_back(plan: &mut Value) {
    for rule in rules(plan, "turn") {
        rule["afterWrite"] = json!([]);
    }
}

fn ignore_moves(plan: &mut Value) {
    for rule in rules(plan, "follow").filter(|rule| rule["moves"].is_object()) {
        rule["moves"]["rows"] = json!([]);
        rule["moves"]["before"] = json!([]);
    }
}

/// What belongs behind the compare comes with the tables: rows are copied in any order, and a row
/// may refer to one that is not copied yet.
fn attach_early(plan: &mut Value) {
    let late: Vec<Value> = steps(plan, "attach")
        .filter_map(|step| std::mem::replace(&mut step["code"], json!([])).as_array().cloned())
        .flatten()
        .collect();
    for step in steps(plan, "attach") {
        step.as_object_mut().expect("a step").remove("back");
    }
    let create = steps(plan, "create").next().expect("copies are created");
    create["code"].as_array_mut().expect("a list").extend(late);
    create.as_object_mut().expect("a step").remove("back");
    create["reversible"] = json!(false);
}
