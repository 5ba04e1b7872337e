//! Every preset is read, run and held to the figures that it says it shows.

use std::fmt::Write as _;

use hotsplit_engine::facts::Settings as Known;
use hotsplit_engine::sim::{self, Knobs, Pace, Run};
use hotsplit_engine::syntax::tree::Dialect;
use hotsplit_engine::workload::load::Load;
use hotsplit_engine::workload::presets::{self, Arrival, Ddl, Metric, PRESETS, Preset};
use hotsplit_engine::workload::{self, Settings};

/// The load of a preset's schema.
fn load(preset: &Preset, ddl: Ddl) -> Load {
    let start = preset.start;
    let known =
        Known { nodes: Some(start.nodes), writes_per_second: Some(start.writes_per_second) };
    let reading = hotsplit_engine::read(ddl.text, Some(ddl.dialect), &known);
    let id = preset.id;
    assert!(reading.tree.errors.is_empty(), "{id}: {:?}", reading.tree.errors);
    let told = hotsplit_engine::syntax::parse(ddl.text, None).dialect;
    assert_eq!(told, ddl.dialect, "{id}: the page tells its dialect from the text");
    assert!(reading.schema.problems.is_empty(), "{id}: {:?}", reading.schema.problems);
    assert!(reading.facts.problems.is_empty(), "{id}: {:?}", reading.facts.problems);
    assert!(reading.schema.unread_directives.is_empty(), "{id}: a directive cannot be read");
    let settings = Settings { writes_per_second: start.writes_per_second, minutes: start.minutes };
    let mut load = workload::from_schema(&reading.schema, &reading.facts, &settings);
    preset.place_split_points(&mut load);
    load
}

fn run(preset: &Preset, ddl: Ddl, split_points_per_node: f64) -> Run {
    let start = preset.start;
    let knobs = Knobs {
        nodes: start.nodes,
        minutes: start.minutes,
        in_flight_max: start.in_flight_max,
        commit_batch: start.commit_batch,
        read_modify_write: start.read_modify_write,
        pace: match start.arrival {
            Arrival::Steady => Pace::Steady,
            Arrival::Step { second } => Pace::Step { before: 0.001, second },
        },
        split_points_per_node,
        ..Knobs::default()
    };
    sim::simulate(&load(preset, ddl), &knobs, 1)
}

/// Runs of the schema as it is and with each change.
fn runs(preset: &Preset, dialect: Dialect) -> Vec<Run> {
    let mut runs = vec![run(preset, preset.text(dialect), 0.0)];
    for (number, change) in preset.changes.iter().enumerate() {
        runs.push(run(preset, preset.text_after(number, dialect), change.split_points_per_node));
    }
    runs
}

fn measured(runs: &[Run], at: usize, metric: Metric) -> f64 {
    let sum = &runs[at].summary;
    match metric {
        Metric::Served => sum.served,
        Metric::Sustainable => sum.sustainable,
        Metric::Gain => sum.sustainable / runs[at - 1].summary.sustainable,
        Metric::GainOfAll => sum.sustainable / runs[0].summary.sustainable,
        Metric::P50Ms => sum.p50_ms,
        Metric::P99Ms => sum.p99_ms,
        Metric::SaturationMinutes => sum.seconds_to_saturation / 60.0,
        Metric::Splits => f64::from(sum.splits),
        Metric::BusiestOverMean => {
            let mut loads = vec![0.0; runs[at].servers as usize];
            for split in &runs[at].splits {
                loads[split.server as usize] += split.load;
            }
            let most = loads.iter().copied().fold(0.0, f64::max);
            most * loads.len() as f64 / loads.iter().sum::<f64>()
        }
    }
}

#[test]
fn every_preset_shows_what_it_says() {
    let (mut table, mut wrong) = (String::new(), String::new());
    for preset in PRESETS {
        let runs = runs(preset, Dialect::GoogleSql);
        for shown in preset.shows {
            let value = measured(&runs, shown.run, shown.metric);
            let missed = if (shown.from..=shown.to).contains(&value) { "" } else { "  MISSED" };
            let line = format!(
                "{:16} {:40} {value:>10.2}  {} to {}{missed}",
                preset.id, shown.what, shown.from, shown.to
            );
            writeln!(table, "{line}").unwrap();
            if !missed.is_empty() {
                writeln!(wrong, "{line}").unwrap();
            }
        }
        let reason = runs[0].unsplittable.first().map(|hot| hot.reason.as_str());
        if reason != preset.reason {
            writeln!(wrong, "{}: {reason:?}, not {:?}", preset.id, preset.reason).unwrap();
        }
    }
    println!("{table}");
    assert!(wrong.is_empty(), "\n{wrong}");
}

#[test]
fn both_dialects_of_a_preset_give_the_same_load() {
    let mut pairs = 0;
    for preset in PRESETS {
        let texts = |dialect| {
            let changes = 0..preset.changes.len();
            let after = changes.map(move |number| preset.text_after(number, dialect));
            std::iter::once(preset.text(dialect)).chain(after)
        };
        for (google, postgres) in texts(Dialect::GoogleSql).zip(texts(Dialect::PostgreSql)) {
            let dialects = (google.dialect, postgres.dialect);
            assert_eq!(dialects, (Dialect::GoogleSql, Dialect::PostgreSql), "{}", preset.id);
            pairs += 1;
            let (google, postgres) = (load(preset, google), load(preset, postgres));
            assert_eq!(google.classes, postgres.classes, "{}", preset.id);
            let places = |load: &Load| -> Vec<_> {
                load.streams.iter().map(|stream| stream.components.clone()).collect()
            };
            assert_eq!(places(&google), places(&postgres), "{}", preset.id);
        }
    }
    assert_eq!(pairs, PRESETS.iter().map(|preset| 1 + preset.changes.len()).sum::<usize>());
}

#[test]
fn every_preset_says_what_it_is() {
    for preset in PRESETS {
        let id = preset.id;
        assert_eq!(presets::find(id).map(|found| found.title), Some(preset.title));
        assert!(preset.about.ends_with('.') && preset.about.len() > 60, "{id}: {}", preset.about);
        assert!(!preset.sources.is_empty() && !preset.shows.is_empty(), "{id}");
        let runs = preset.changes.len() + 1;
        assert!(preset.shows.iter().all(|shown| shown.run < runs), "{id}");
        assert!(preset.shows.iter().any(|shown| shown.run == runs - 1), "{id}: what it comes to");
        for source in preset.sources {
            assert!(source.from.len() > 10, "{id}: where is {} from?", source.number);
        }
    }
    let mut ids: Vec<&str> = PRESETS.iter().map(|preset| preset.id).collect();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), PRESETS.len());
}
