//! Headroom on the wire: how many writes a schema can take, what is full first, and how sure that is.

use serde::{Deserialize, Serialize};
#[cfg(target_arch = "wasm32")]
use tsify::Tsify;

use crate::ranges::Between;
use hotsplit_engine::facts::{ColumnFact, Dist, Facts, Outcome, TimeId, Walk};
use hotsplit_engine::headroom::{self, Loaded, SEED};
use hotsplit_engine::schema::{IndexId, Schema, TableId};
use hotsplit_engine::sim::Knobs;
use hotsplit_engine::sim::headroom::{Headroom, Uncertainty, Unit};
use hotsplit_engine::sim::ranges::Range;
use hotsplit_engine::workload::Objects;
use hotsplit_engine::workload::load::ObjectId;
use hotsplit_engine::{Reading, Room, Side};
use std::collections::BTreeMap;

/// Keys told of at most: those that are full first.
const KEYS_MAX: usize = 100;

/// A range whose ends are further apart than this is worth a question (assumption of ours).
const WIDE: f64 = 1.5;

/// Writes per second over the whole schema, with the range that guessed rates and constants of the
/// model which are not known leave.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Ceiling {
    /// At the rates that are stated or assumed.
    pub writes_per_second: f64,
    /// A tenth of all draws lie below; absent where nothing is drawn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub low: Option<f64>,
    /// A tenth lie above.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub high: Option<f64>,
}

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
    /// Keys that are not listed.
    pub keys_left_out: u32,
    /// The table whose real rate would narrow the range of the ceiling most.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ask_for: Option<String>,
}

/// A key that does not spread: a moving tail or a row that no split can divide.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct HotKey {
    /// The table or index that bears most of it, by the root of its row tree.
    pub object: String,
    /// Other tables and indexes whose rows lie in the same split.
    pub with: Vec<String>,
    /// Why it does not spread, in a few words: `commit timestamp leads`.
    pub cause: String,
    /// Writes/s over the whole schema at which it is full.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ceiling_writes_per_second: Option<Ceiling>,
    /// Its share of all work, 0 to 1.
    pub share: f64,
    /// Nodes up to which it does no harm.
    pub nodes_harmless: f64,
    /// Its load over what a split can take, at the writes that are simulated.
    pub load: f64,
    /// Share of all draws of the guessed rates in which it is the first to be full.
    pub first_share: f64,
    /// Its rates are stated, or follow from what is stated.
    pub rate_stated: bool,
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
        let Loaded { headroom, objects, writes_per_second, .. } = &self.loaded;
        let writes_per_second = *writes_per_second;
        let parts = Parts { headroom, objects, sure: &self.sure, writes_per_second };
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
                by_object[object.0 as usize].get_or_insert(told(ceiling, *range));
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
    let parts = Parts { headroom, objects, sure, writes_per_second: *writes_per_second };
    report(&side.reading, &parts, &side.knobs)
}

/// What a report is made of.
struct Parts<'a> {
    headroom: &'a Headroom,
    objects: &'a Objects,
    sure: &'a Uncertainty,
    writes_per_second: f64,
}

fn report(reading: &Reading, parts: &Parts<'_>, knobs: &Knobs) -> HeadroomReport {
    let Parts { headroom, objects, sure, writes_per_second } = *parts;
    let names = Names::new(reading, objects);
    let stated = reading.settings.writes_per_second.is_some();
    let default = || headroom::writes_default(&reading.schema, &reading.facts, knobs);
    let mut order: Vec<usize> = (0..headroom.units.len()).collect();
    let ceiling = |at: &usize| headroom.ceiling(&headroom.units[*at]).unwrap_or(f64::INFINITY);
    order.sort_by(|a, b| ceiling(a).total_cmp(&ceiling(b)));
    // Shards of one table are one key.
    let mut keys: Vec<HotKey> = Vec::new();
    let mut places: BTreeMap<String, usize> = BTreeMap::new();
    for at in order {
        let next = places.len();
        let place = *places.entry(names.object(&headroom.units[at])).or_insert(next);
        if let Some(known) = keys.get_mut(place) {
            known.first_share += sure.first[at];
        } else if place < KEYS_MAX {
            keys.push(names.key(headroom, sure, at, stated));
        }
    }
    let keys_left_out =
        hotsplit_engine::workload::load::count(places.len().saturating_sub(KEYS_MAX));
    let lowest = headroom.lowest();
    let table = |guess| reading.schema.table(headroom::table_of(guess)).name.to_string();
    HeadroomReport {
        ceiling_writes_per_second: lowest.map(|(_, least)| told(least, sure.ceiling)),
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

fn told(writes_per_second: f64, range: Option<Range>) -> Ceiling {
    // The lowest of several alike is lower in most draws than where all guesses are right.
    let low = range.map(|range| range.low.min(writes_per_second));
    let high = range.map(|range| range.high.max(writes_per_second));
    Ceiling { writes_per_second, low, high }
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

/// What the objects of a load are called.
struct Names<'a> {
    schema: &'a Schema,
    facts: &'a Facts,
    objects: &'a Objects,
    /// By [`ObjectId`].
    named: Vec<Option<Named>>,
}

/// A table or an index.
#[derive(Clone, Copy)]
enum Named {
    Table(TableId),
    Index(IndexId),
}

impl<'a> Names<'a> {
    fn new(reading: &'a Reading, objects: &'a Objects) -> Self {
        let Reading { schema, facts, .. } = reading;
        let tables = objects.tables.iter().zip(schema.table_ids());
        let tables = tables.filter_map(|(object, id)| Some(((*object)?, Named::Table(id))));
        let indexes = objects.indexes.iter().zip(schema.index_ids());
        let indexes = indexes.filter_map(|(object, id)| Some(((*object)?, Named::Index(id))));
        let mut named = vec![None; objects.tables.len() + objects.indexes.len()];
        for (object, name) in tables.chain(indexes) {
            named[object.0 as usize] = Some(name);
        }
        Self { schema, facts, objects, named }
    }

    /// The name of what bears a unit.
    fn object(&self, unit: &Unit) -> String {
        self.first(unit).map_or_else(String::new, |named| self.name(named))
    }

    /// The root is what has to change, however much its children write.
    fn first(&self, unit: &Unit) -> Option<Named> {
        let named = unit.objects.iter().filter_map(|&id| self.find(id));
        named.min_by_key(|named| match named {
            Named::Table(id) => (self.schema.ancestors(*id).len(), 0, id.0),
            Named::Index(id) => (0, 1, id.0),
        })
    }

    fn key(&self, headroom: &Headroom, sure: &Uncertainty, at: usize, stated: bool) -> HotKey {
        let unit = &headroom.units[at];
        let first = self.first(unit);
        let object = self.object(unit);
        let named = unit.objects.iter().filter_map(|&id| self.find(id));
        let with = named.map(|named| self.name(named)).filter(|name| *name != object);
        HotKey {
            with: with.collect(),
            cause: first.map_or_else(String::new, |named| self.cause(named, unit)),
            ceiling_writes_per_second: headroom.ceiling(unit).map(|it| told(it, sure.units[at])),
            share: headroom.share(unit),
            nodes_harmless: 1.0 / headroom.share(unit),
            load: unit.load(),
            first_share: sure.first[at],
            rate_stated: stated || headroom::is_stated(self.facts, self.objects, unit),
            object,
        }
    }

    fn find(&self, object: ObjectId) -> Option<Named> {
        self.named.get(object.0 as usize).copied().flatten()
    }

    fn name(&self, named: Named) -> String {
        match named {
            Named::Table(id) => self.schema.table(id).name.to_string(),
            Named::Index(id) => self.schema.index(id).name.to_string(),
        }
    }

    fn cause(&self, named: Named, unit: &Unit) -> String {
        let walk = match named {
            Named::Table(id) => &self.facts.table(id).walk,
            Named::Index(id) => &self.facts.index(id).walk,
        };
        cause(self.schema, self.facts, walk, unit.is_row)
    }
}

/// Why a key does not spread, in a few words.
fn cause(schema: &Schema, facts: &Facts, walk: &Walk, is_row: bool) -> String {
    let (at, tails) = match walk.outcome {
        Outcome::HotRow { rows: 1 } => return "one row".to_owned(),
        Outcome::HotRow { rows } => return format!("{rows} rows"),
        _ if is_row => return "a busy value leads".to_owned(),
        Outcome::Moving { at, tails }
        | Outcome::Bucket { at, tails, .. }
        | Outcome::Ask { at, tails } => (at, tails),
        Outcome::Spread { .. } | Outcome::None => return "one busy point".to_owned(),
    };
    let part = &walk.parts[at];
    let commit = schema.table(part.table).column(part.column).commit_timestamp;
    let what = if commit { "commit timestamp" } else { kind(facts.part(part)) };
    match (at, tails) {
        (0, _) => format!("{what} leads"),
        (_, 1) => format!("{what} behind one value"),
        (_, tails) => format!("{what} behind {tails} values"),
    }
}

fn kind(fact: &ColumnFact) -> &'static str {
    if let Some(id) = fact.time_id {
        return match id {
            TimeId::Ulid => "ULID",
            TimeId::Ksuid => "KSUID",
            TimeId::Snowflake => "Snowflake id",
            TimeId::ObjectId => "ObjectId",
            TimeId::Xid => "XID",
            TimeId::Cuid => "CUID",
            TimeId::PushId => "push id",
            TimeId::TypeId => "TypeID",
            TimeId::UuidV1 => "UUID v1",
            TimeId::UuidV6 => "UUID v6",
            TimeId::UuidV7 => "UUID v7",
            TimeId::Sequential => "sequential GUID",
        };
    }
    match fact.dist {
        Dist::TimeArrival => "timestamp",
        Dist::TimeBucket => "date",
        Dist::MonotonicUp => "increasing number",
        Dist::MonotonicDown => "decreasing number",
        _ => "number of unknown origin",
    }
}
