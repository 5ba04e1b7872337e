//! Each picture of the gallery shows its shape above all else.

use std::collections::BTreeSet;

use hotsplit_content::file::Kind;
use hotsplit_content::shapes::{Added, Shape, shapes};
use hotsplit_engine::facts::Settings;
use hotsplit_engine::rules::Severity;
use hotsplit_engine::sim::Pace as ModelPace;
use hotsplit_wire::DialectChoice;
use hotsplit_wire::added::AddedLoad;
use hotsplit_wire::knobs::{Pace, RunKnobs};
use hotsplit_wire::run_answer::run_answer;
use hotsplit_wire::runs::{RowsBy, SimulateAsk, scenario};
use hotsplit_wire::which::Which;

use crate::check_all;

/// Most lines of a schema, so that it stands beside its picture.
const LINES_MAX: usize = 20;

#[test]
fn every_picture_shows_its_shape_above_all_else() {
    let ids: Vec<String> = shapes().into_iter().map(|shape| shape.id).collect();
    check_all(Kind::Shapes, 13, |file| wrong(&Shape::of(file), &ids));
}

#[test]
fn even_load_shows_nothing_else() {
    let even = shapes().into_iter().find(|shape| shape.id == "even").unwrap();
    assert_eq!(found(&even, 1).into_iter().collect::<BTreeSet<_>>(), ["even".to_owned()].into());
}

#[test]
fn each_shape_is_there_once_under_a_name_of_its_own() {
    let all = shapes();
    let ids: BTreeSet<&str> = all.iter().map(|shape| shape.id.as_str()).collect();
    let titles: BTreeSet<&str> = all.iter().map(|shape| shape.title.as_str()).collect();
    assert_eq!((ids.len(), titles.len()), (all.len(), all.len()));
}

fn wrong(shape: &Shape, ids: &[String]) -> Vec<String> {
    let mut wrong = Vec::new();
    let names = found(shape, shape.start.seed);
    for (seed, worst) in [(shape.start.seed, names.first()), (7, found(shape, 7).first())] {
        if worst != Some(&shape.id) {
            wrong.push(format!("with seed {seed} the worst shape is {worst:?}, not {}", shape.id));
        }
    }
    let writes_per_second = shape.start.writes_per_second;
    let settings = Settings { nodes: Some(shape.start.nodes), writes_per_second };
    let reading = hotsplit_engine::read(&shape.sql, None, &settings);
    if !reading.tree.errors.is_empty() {
        wrong.push(format!("syntax errors {:?}", reading.tree.errors));
    }
    if reading.standing().any(|finding| finding.severity == Severity::Error) {
        wrong.push("Spanner rejects the schema".to_owned());
    }
    if shape.sql.lines().count() > LINES_MAX {
        wrong.push(format!("the schema has more than {LINES_MAX} lines"));
    }
    let others: BTreeSet<&String> = shape.wrong.iter().collect();
    if others.len() != 3 {
        wrong.push(format!("expected three answers that are wrong, found {:?}", shape.wrong));
    }
    for id in &shape.wrong {
        if !ids.contains(id) || names.contains(id) {
            wrong.push(format!("`{id}` is no shape, or it is in the picture too"));
        }
    }
    if shape.seen.to_lowercase().contains(&shape.title.to_lowercase()) {
        wrong.push("`seen` names the shape".to_owned());
    }
    if !shape.seen.starts_with(char::is_uppercase) || !shape.seen.ends_with('.') {
        wrong.push("`seen` is no sentence".to_owned());
    }
    wrong
}

/// Names of the shapes that the engine finds, the worst first.
fn found(shape: &Shape, seed: u32) -> Vec<String> {
    let done = hotsplit_engine::simulate(&scenario(&ask(shape, seed)));
    run_answer(&done.before).patterns.into_iter().map(|pattern| pattern.id).collect()
}

/// What the page asks for.
fn ask(shape: &Shape, seed: u32) -> SimulateAsk {
    let start = shape.start;
    let points = start.split_points_per_node;
    let knobs = RunKnobs {
        pace: match start.pace {
            ModelPace::Step { before, second } => Some(Pace::Step { before, second }),
            ModelPace::Ramp { from, seconds } => Some(Pace::Ramp { from, seconds }),
            ModelPace::Steady | ModelPace::Growth { .. } => None,
        },
        split_points_per_node: (points > 0.0).then_some(points),
        added: Some(shape.added.iter().map(added).collect()),
        ..RunKnobs::default()
    };
    SimulateAsk {
        before: shape.sql.clone(),
        after: None,
        dialect: DialectChoice::Auto,
        nodes: start.nodes,
        writes_per_second: start.writes_per_second,
        minutes: start.minutes,
        seed,
        knobs: Some(knobs),
        rows_by: Some(rows_by(&shape.rows)),
        open_folded: None,
    }
}

fn rows_by(word: &str) -> RowsBy {
    match word {
        "keys" => RowsBy::Keys,
        "held" => RowsBy::Held,
        "load" => RowsBy::Load,
        "ranges" => RowsBy::Ranges,
        other => panic!("no rows `{other}`"),
    }
}

fn added(one: &Added) -> AddedLoad {
    AddedLoad {
        which: Which::Before,
        object: one.object.clone(),
        from: one.from,
        to: one.to,
        from_second: one.from_second,
        to_second: one.to_second,
        per_second: one.per_second,
        reads: false,
        one_row: false,
    }
}
