//! Each preset is read, run and held to the figures that it says it shows.

use std::fmt::Write as _;

use hotsplit_content::file::{Ddl, Kind};
use hotsplit_content::presets::{Preset, presets};
use hotsplit_engine::facts::Settings as Known;
use hotsplit_engine::sim::{self, Knobs};
use hotsplit_engine::syntax::tree::Dialect;
use hotsplit_engine::workload::load::Load;
use hotsplit_engine::workload::{self, Settings};
use hotsplit_wire::trust::{Verdict, verdict};

use crate::check_all;
use crate::metrics::{Case, computed};

/// The load of a preset's schema.
fn load(preset: &Preset, ddl: &Ddl) -> Load {
    let start = preset.start;
    let writes_per_second = start.writes_per_second.expect("a preset states its writes");
    let known = Known { nodes: Some(start.nodes), writes_per_second: start.writes_per_second };
    let reading = hotsplit_engine::read(&ddl.text, Some(ddl.dialect), &known);
    let id = &preset.id;
    assert!(reading.tree.errors.is_empty(), "{id}: {:?}", reading.tree.errors);
    let told = hotsplit_engine::syntax::parse(&ddl.text, None).dialect;
    assert_eq!(told, ddl.dialect, "{id}: the page tells its dialect from the text");
    assert!(reading.schema.problems.is_empty(), "{id}: {:?}", reading.schema.problems);
    assert!(reading.facts.problems.is_empty(), "{id}: {:?}", reading.facts.problems);
    assert!(reading.schema.unread_directives.is_empty(), "{id}: a directive cannot be read");
    let settings = Settings { writes_per_second, minutes: start.minutes };
    let mut load = workload::from_schema(&reading.schema, &reading.facts, &settings);
    preset.place_split_points(&mut load);
    load
}

fn case(preset: &Preset, name: String, ddl: &Ddl, split_points_per_node: f64) -> Case {
    let start = preset.start;
    let knobs = Knobs {
        nodes: start.nodes,
        minutes: start.minutes,
        commit_batch: preset.commit_batch,
        pace: start.pace,
        split_points_per_node,
        ..Knobs::default()
    };
    let load = load(preset, ddl);
    let run = sim::simulate(&load, &knobs, start.seed.into());
    Case { name, knobs, load, run }
}

/// Runs of the schema as it is and with each change.
fn cases(preset: &Preset, dialect: Dialect) -> Vec<Case> {
    let points = preset.start.split_points_per_node;
    let mut cases = vec![case(preset, "before".to_owned(), preset.text(dialect), points)];
    for (number, change) in preset.changes.iter().enumerate() {
        let name = format!("change{}", number + 1);
        let after = preset.text_after(number, dialect);
        cases.push(case(preset, name, after, points + change.split_points_per_node));
    }
    cases
}

#[test]
fn every_preset_shows_what_it_says() {
    check_all(Kind::Presets, 14, |file| wrong(&Preset::of(file)));
}

fn wrong(preset: &Preset) -> Vec<String> {
    let cases = cases(preset, Dialect::GoogleSql);
    let (mut table, mut wrong) = (String::new(), Vec::new());
    for figure in &preset.figures {
        let value = computed(&figure.of, &cases);
        let met = verdict("", &figure.within, Some(value)) == Verdict::Met;
        let missed = if met { "" } else { "  MISSED" };
        let (what, within) = (&figure.what, &figure.within);
        let line = format!("{:16} {what:40} {value:>10.2}  {within}{missed}", preset.id);
        writeln!(table, "{line}").unwrap();
        if !met {
            wrong.push(line);
        }
    }
    print!("{table}");
    let unsplittable = &cases[0].run.unsplittable;
    let reason = unsplittable.first().map(|hot| hot.reason.as_str());
    if reason != preset.reason.as_deref() {
        wrong.push(format!("the reason is {reason:?}, not {:?}", preset.reason));
    }
    wrong
}

#[test]
fn both_dialects_of_a_preset_give_the_same_load() {
    for preset in presets() {
        let id = &preset.id;
        let changed = preset.changes.iter().map(|change| &change.after);
        for schemas in changed.filter(|after| !after.is_empty()).chain([&preset.before]) {
            let dialects: Vec<Dialect> = schemas.iter().map(|ddl| ddl.dialect).collect();
            assert_eq!(dialects, [Dialect::GoogleSql, Dialect::PostgreSql], "{id}");
            let [google, postgres] = [0, 1].map(|at| load(&preset, &schemas[at]));
            assert_eq!(google.classes, postgres.classes, "{id}");
            let places = |load: &Load| -> Vec<_> {
                load.streams.iter().map(|stream| stream.components.clone()).collect()
            };
            assert_eq!(places(&google), places(&postgres), "{id}");
        }
    }
}

#[test]
fn every_preset_says_what_it_is() {
    let all = presets();
    for preset in &all {
        let id = &preset.id;
        assert!(preset.about.ends_with('.') && preset.about.len() > 60, "{id}: {}", preset.about);
        assert!(!preset.sources.is_empty() && !preset.figures.is_empty(), "{id}");
        let last = match preset.changes.len() {
            0 => "before.".to_owned(),
            changes => format!("change{changes}."),
        };
        assert!(preset.figures.iter().any(|it| it.of.starts_with(&last)), "{id}: what it comes to");
        for source in &preset.sources {
            let from = source.split_once(": ").map_or("", |(_, from)| from);
            assert!(from.len() > 10, "{id}: where is {source} from?");
        }
        for change in &preset.changes {
            let changes = !change.after.is_empty() || change.split_points_per_node > 0.0;
            assert!(changes, "{id}: `{}` changes nothing", change.title);
        }
    }
    let mut ids: Vec<&str> = all.iter().map(|preset| preset.id.as_str()).collect();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), all.len());
}
