//! Each scenario is a schema and what its run is set to; the printed load and run are a snapshot
//! in `tests/scenarios`.

use std::fmt::Write as _;
use std::path::Path;

use hotsplit_content::file::{File, Kind};
use hotsplit_engine::workload::load::{ClassKind, Component, ComponentKind, Load};
use hotsplit_engine::{Scenario, Side, heat, simulate};

use crate::check_all;

/// Runs a scenario and prints what came of it.
fn printed(file: &File) -> String {
    let start = file.start();
    let done = simulate(&Scenario {
        before: format!("{}\n", file.sql()),
        nodes: Some(start.nodes),
        writes_per_second: start.writes_per_second,
        minutes: start.minutes,
        seed: start.seed,
        ..Scenario::default()
    });
    assert!(done.before.reading.tree.errors.is_empty(), "{:?}", done.before.reading.tree.errors);
    let mut out = String::new();
    print_load(&mut out, &done.before.load).unwrap();
    print_run(&mut out, &done.before).unwrap();
    out
}

fn print_load(out: &mut String, load: &Load) -> std::fmt::Result {
    for object in &load.objects {
        let indent = "  ".repeat(object.depth as usize);
        let cuts: Vec<String> =
            object.cuts.iter().map(|cut| format!("{} x{}", cut.column, cut.pieces)).collect();
        let key = [cuts, vec![object.rest.clone()]].concat().join(", ");
        writeln!(out, "{indent}{} ({key}) {:.0} B", object.name, object.row_bytes)?;
    }
    for (number, class) in load.classes.iter().enumerate() {
        let verb = match class.kind {
            ClassKind::Insert => "insert into",
            ClassKind::Update => "update",
            ClassKind::Delete => "delete from",
            ClassKind::Read => "read",
        };
        let name = &load.object(class.object).name;
        let unit = if class.kind == ClassKind::Read { "requests" } else { "commits" };
        let rate = class.commits_per_second;
        let rate = if rate < 10.0 { format!("{rate:.1}") } else { format!("{rate:.0}") };
        writeln!(out, "{verb} {name}: {rate} {unit}/s")?;
        for stream in load.streams.iter().filter(|stream| stream.class.0 as usize == number) {
            let object = load.object(stream.object);
            let what = if stream.reads > 0.0 { "reads" } else { "writes" };
            let part = match class.kind {
                ClassKind::Read => "",
                _ if stream.participant => "",
                _ => ", in the same split",
            };
            let places = places(&stream.components, object.keys);
            let many = if stream.reads > 1.0 {
                format!("{:.0} rows of ", stream.reads)
            } else {
                String::new()
            };
            let share = stream.share * 100.0;
            writeln!(out, "  {share:.0} % {what} {many}{}: {places}{part}", object.name)?;
        }
    }
    for note in &load.notes {
        writeln!(out, "note: {note}")?;
    }
    Ok(())
}

fn places(components: &[Component], keys: hotsplit_engine::workload::load::Keys) -> String {
    let one = |part: &Component| {
        let range = part.kind.keys();
        let (from, to) = (keys.share_before(range.lo) * 100.0, keys.share_before(range.hi) * 100.0);
        let kind = match part.kind {
            ComponentKind::Uniform(_) => "even".to_owned(),
            ComponentKind::Atom { .. } => "row".to_owned(),
            ComponentKind::Tail(tail) => {
                let sweeps = tail.wraps_seconds.map(|s| format!(" every {s:.1} s"));
                format!("tail {:?}{}", tail.direction, sweeps.unwrap_or_default()).to_lowercase()
            }
        };
        format!("{:.2} % {kind} at {from:.1}-{to:.1} %", part.weight * 100.0)
    };
    let shown: Vec<String> = components.iter().take(4).map(one).collect();
    let more = components.len().saturating_sub(4);
    let more = if more > 0 { format!(", and {more} more") } else { String::new() };
    format!("{}{more}", shown.join(", "))
}

fn print_run(out: &mut String, side: &Side) -> std::fmt::Result {
    let (run, load) = (&side.run, &side.load);
    let sum = &run.summary;
    writeln!(out, "served {:.0} of {:.0} rows/s", sum.served, sum.offered)?;
    writeln!(out, "sustainable {:.0} rows/s", sum.sustainable)?;
    writeln!(out, "p50 {:.1} ms, p99 {:.1} ms", sum.p50_ms, sum.p99_ms)?;
    let (max, mean) = (sum.utilisation_max * 100.0, sum.utilisation_mean * 100.0);
    writeln!(out, "{} servers: busiest {max:.0} %, mean {mean:.0} %", run.servers)?;
    let (splits, moves, sizes) = (sum.splits, sum.moves, sum.size_splits);
    writeln!(out, "{splits} splits, {sizes} for size, {moves} moves")?;
    match sum.seconds_to_balance {
        Some(seconds) => writeln!(out, "no server overloaded from {seconds} s on")?,
        None => writeln!(out, "overloaded to the end")?,
    }
    for hot in run.unsplittable.iter().take(3) {
        let name = &load.object(hot.object).name;
        writeln!(out, "{name}: {}, score {:.0}", hot.reason.as_str(), hot.score)?;
    }
    for pattern in heat::patterns(load, &side.grid) {
        let name = &load.object(side.grid.bands[pattern.band].object).name;
        writeln!(out, "{name}: {} ({})", pattern.label, pattern.id)?;
    }
    let every = run.columns / 10;
    for column in (0..run.columns).step_by(every as usize) {
        let at = column as usize;
        let minute = f64::from(run.second_of(column)) / 60.0;
        let (served, p99) = (run.served[at], run.p99_ms[at]);
        writeln!(out, "{minute:>5.1} min {served:>7.0} rows/s {p99:>7.1} ms")?;
    }
    for note in &run.notes {
        writeln!(out, "note: {note}")?;
    }
    Ok(())
}

#[test]
fn scenarios_go_as_their_snapshots_say() {
    let snapshots = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/scenarios");
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(&snapshots);
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| {
        check_all(Kind::Scenarios, 12, |file| {
            insta::assert_snapshot!(file.name.clone(), printed(file));
            let needed = ["nodes", "writes", "minutes", "seed"].into_iter();
            let missing = needed.filter(|field| file.page.field(field).is_none());
            missing.map(|field| format!("expected a field `{field}`")).collect()
        });
    });
    let stories = std::fs::read_dir(&snapshots).unwrap().count();
    assert_eq!(stories, hotsplit_content::file::files(Kind::Scenarios).len(), "a snapshot each");
}
