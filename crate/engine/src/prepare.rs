//! Prepares a schema for its run: reads it, makes its load and sets its knobs.

use crate::facts::Settings;
use crate::read::{Reading, read};
use crate::scenario::{Room, Scenario};
use crate::sim::{Knobs, Region};
use crate::workload::added::DrawnOn;
use crate::workload::load::Load;
use crate::{headroom, workload};

/// A text read, with what is run of it.
pub(crate) struct Prepared {
    pub(crate) reading: Reading,
    pub(crate) load: Load,
    pub(crate) room: Room,
    pub(crate) knobs: Knobs,
}

/// A text read, with the load it gives, all that is added among it, and what its run is set to.
/// `writes` is the rate of the schema beside which it runs.
pub(crate) fn prepare(text: &str, scenario: &Scenario, writes: Option<f64>) -> Prepared {
    let mut prepared = prepare_own(text, scenario, writes);
    if scenario.added.is_empty() {
        return prepared;
    }
    let own = prepared.load.clone();
    // The load of the schema on whose map something was drawn.
    let drawn_on = |text_there: Option<&str>, on_after: bool| {
        let there = text_there.filter(|_| scenario.added.iter().any(|it| it.on_after == on_after));
        there
            .map(|it| if it == text { own.clone() } else { prepare_own(it, scenario, writes).load })
    };
    let drawn_on = DrawnOn {
        before: drawn_on(Some(&scenario.before), false),
        after: drawn_on(scenario.after.as_deref(), true),
    };
    let seconds = f64::from(prepared.knobs.minutes) * 60.0;
    workload::added::add(&mut prepared.load, &drawn_on, &scenario.added, seconds);
    prepared
}

/// The same without what is added.
fn prepare_own(text: &str, scenario: &Scenario, writes: Option<f64>) -> Prepared {
    let settings =
        Settings { nodes: scenario.nodes, writes_per_second: scenario.writes_per_second };
    let reading = read(text, scenario.dialect, &settings);
    let mut notes = reading.settings_notes.clone();
    let knobs = run_knobs(&reading, scenario).within(&mut notes);
    let writes_per_second = reading.settings.writes_per_second.or(writes);
    let ask = headroom::Ask { knobs: &knobs, writes_per_second };
    let loaded = headroom::load(&reading.schema, &reading.facts, &ask);
    let headroom::Loaded { mut load, objects, headroom, writes_per_second } = loaded;
    load.notes.extend(notes);
    let sure = headroom.uncertainty(headroom::SEED);
    let room = Room { headroom, sure, objects, writes_per_second };
    Prepared { reading, load, room, knobs }
}

/// What a run is set to: what the text says first.
fn run_knobs(reading: &Reading, scenario: &Scenario) -> Knobs {
    let set = scenario.knobs;
    let said = headroom::knobs_of(&reading.facts.file);
    let of_text = |region| headroom::writes_per_node(&reading.facts.file, region);
    let region = match (reading.says("region"), said.region, set.region) {
        (false, _, region) => region,
        // The text says that there are several regions; how far apart may be set beside it.
        (true, Region::MultiRegion { .. }, region @ Region::MultiRegion { .. }) => region,
        (true, said, _) => said,
    };
    let writes_per_node =
        if reading.says("ceiling") { of_text(region) } else { set.writes_per_node };
    Knobs { nodes: said.nodes, minutes: scenario.minutes, region, writes_per_node, ..set }
}
