//! Headroom on the wire: how many writes a schema can take, what is full first, and how sure that is.

use serde::{Deserialize, Serialize};
#[cfg(target_arch = "wasm32")]
use tsify::Tsify;

use crate::ceiling::{Ceiling, ceiling_of};
use crate::hot_keys::{HotKey, Names};
use crate::ranges::Between;
use hotsplit_engine::headroom::{self, Loaded, SEED};
use hotsplit_engine::sim::Knobs;
use hotsplit_engine::sim::headroom::{Headroom, Uncertainty};
use hotsplit_engine::sim::ranges::Range;
use hotsplit_engine::workload::Objects;
use hotsplit_engine::workload::load::Load;
use hotsplit_engine::{Reading, Room, Side};
use std::collections::{BTreeMap, BTreeSet};

/// Keys told of at most: those that are full first.
const KEYS_MAX: usize = 100;

/// A range whose ends are further apart than this is worth a question (our assumption).
const WIDE: f64 = 1.5;

/// How much room a schema leaves. Nothing of it depends on how many writes are simulated, but for
/// the numbers that say so.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct HeadroomReport {
    /// Writes/s over the whole schema at which the first key is full, whatever the nodes; absent
    /// where no key holds the schema back.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ceiling_writes_per_second: Option<Ceiling>,
    /// Nodes from which on more of them do not help; absent likewise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes_harmless: Option<f64>,
    /// The mix of rates is guessed, and the range of the ceiling is of that too.
    pub mix_guessed: bool,
    /// What the nodes could take if all load were even, in writes/s at 100 % CPU.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub capacity_even_writes_per_second: Option<f64>,
    /// A tenth of what that may be lies below, and a tenth above.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub capacity_even_between: Option<Between>,
    /// What is simulated where nobody has said a rate: the recommended share of that.
    pub default_writes_per_second: f64,
    /// Keys that do not spread, those that are full first in front.
    pub keys: Vec<HotKey>,
    /// Hot keys that are not listed.
    pub keys_left_out: u32,
    /// The table whose real rate would narrow the range of the ceiling most.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ask_for: Option<String>,
}

/// The headroom of a text, worked out once for all that is told of it.
pub struct Worked {
    loaded: Loaded,
    knobs: Knobs,
    sure: Uncertainty,
}

impl Worked {
    /// Of a text, at what it says of the instance.
    #[must_use]
    pub fn of(reading: &Reading) -> Self {
        let knobs = headroom::knobs_of(&reading.facts.file);
        let loaded = headroom::load_learned(&reading.schema, &reading.facts);
        let sure = loaded.headroom.uncertainty(SEED);
        Self { loaded, knobs, sure }
    }

    /// In whole.
    #[must_use]
    pub fn report(&self, reading: &Reading) -> HeadroomReport {
        let Loaded { load, headroom, objects, writes_per_second } = &self.loaded;
        let writes_per_second = *writes_per_second;
        let parts = Parts { load, headroom, objects, sure: &self.sure, writes_per_second };
        report(reading, &parts, &self.knobs)
    }

    /// Rows written per second over the whole schema that it was worked out at.
    #[must_use]
    pub fn writes_per_second(&self) -> f64 {
        self.loaded.writes_per_second
    }

    /// The ceiling of each table and index with its range, for findings.
    #[must_use]
    pub fn ceilings(&self) -> Ceilings {
        let Loaded { load, objects, headroom, .. } = &self.loaded;
        let mut by_object = vec![None; load.objects.len()];
        for (unit, range) in headroom.units.iter().zip(&self.sure.units) {
            let Some(ceiling) = headroom.ceiling(unit) else { continue };
            for object in &unit.objects {
                by_object[object.0 as usize].get_or_insert(ceiling_of(ceiling, *range));
            }
        }
        Ceilings { by_object, objects: objects.clone() }
    }
}

/// The headroom of a text at what it says of the instance.
#[must_use]
pub fn of_reading(reading: &Reading) -> HeadroomReport {
    Worked::of(reading).report(reading)
}

/// The headroom of a run's schema.
#[must_use]
pub fn of_side(side: &Side) -> HeadroomReport {
    let Room { headroom, sure, objects, writes_per_second } = side.room.as_ref();
    let (load, writes_per_second) = (side.load.as_ref(), *writes_per_second);
    let parts = Parts { load, headroom, objects, sure, writes_per_second };
    report(&side.reading, &parts, &side.knobs)
}

/// What a report is made of.
struct Parts<'a> {
    load: &'a Load,
    headroom: &'a Headroom,
    objects: &'a Objects,
    sure: &'a Uncertainty,
    writes_per_second: f64,
}

fn report(reading: &Reading, parts: &Parts<'_>, knobs: &Knobs) -> HeadroomReport {
    let Parts { load, headroom, objects, sure, writes_per_second } = *parts;
    let names = Names::new(reading, load, objects);
    let stated = reading.settings.writes_per_second.is_some();
    let default = || headroom::writes_default(&reading.schema, &reading.facts, knobs);
    let mut order: Vec<usize> = (0..headroom.units.len()).collect();
    let ceiling = |at: &usize| headroom.ceiling(&headroom.units[*at]).unwrap_or(f64::INFINITY);
    order.sort_by(|a, b| ceiling(a).total_cmp(&ceiling(b)));
    // Shards of one table are one key.
    let mut keys: Vec<HotKey> = Vec::new();
    let mut places: BTreeMap<String, usize> = BTreeMap::new();
    let mut hot_left_out = BTreeSet::new();
    for at in order {
        let next = places.len();
        let place = *places.entry(names.object(&headroom.units[at])).or_insert(next);
        if let Some(known) = keys.get_mut(place) {
            known.first_share += sure.first[at];
        } else if place < KEYS_MAX {
            keys.push(names.key(headroom, sure, at, stated));
        } else if names.is_hot(&headroom.units[at]) {
            hot_left_out.insert(place);
        }
    }
    let keys_left_out = hotsplit_engine::workload::load::count(hot_left_out.len());
    let lowest = headroom.lowest();
    let table = |guess| reading.schema.table(headroom::table_of(guess)).name.to_string();
    HeadroomReport {
        ceiling_writes_per_second: lowest.map(|(_, least)| ceiling_of(least, sure.ceiling)),
        nodes_harmless: lowest.map(|(at, _)| 1.0 / headroom.share(&headroom.units[at])),
        mix_guessed: headroom.is_mix_guessed(),
        capacity_even_writes_per_second: headroom.capacity_even(knobs.nodes),
        capacity_even_between: headroom.capacity_even_range(knobs.nodes).map(Into::into),
        default_writes_per_second: if stated { default() } else { writes_per_second },
        keys,
        keys_left_out,
        ask_for: sure.narrows_most.filter(|_| is_wide(sure.ceiling)).map(table),
    }
}

/// Whether a range is worth narrowing.
fn is_wide(range: Option<Range>) -> bool {
    range.is_some_and(|range| range.high > WIDE * range.low)
}

/// The ceiling of each table and index with its range, for findings.
pub struct Ceilings {
    by_object: Vec<Option<Ceiling>>,
    objects: Objects,
}

impl Ceilings {
    /// Of what a finding speaks of.
    #[must_use]
    pub fn find(&self, object: hotsplit_engine::rules::Object) -> Option<Ceiling> {
        let object = match object {
            hotsplit_engine::rules::Object::Table(id) => self.objects.tables.get(id.0 as usize),
            hotsplit_engine::rules::Object::Index(id) => self.objects.indexes.get(id.0 as usize),
            _ => None,
        };
        self.by_object[(*object?)?.0 as usize]
    }
}
