//! How many writes a schema can take before the first of its keys is full, whatever the nodes, and
//! how many are simulated where nobody has said a rate.
//!
//! The arithmetic is the model's ([`sim::headroom`](crate::sim::headroom)); here it is tied to
//! tables and indexes. Rules judge by the outcome ([`facts::Headroom`]),
//! and it comes from the load that is simulated, so a finding, the map and the headline have one
//! number.

use crate::facts::roles::{self, Role};
use crate::facts::{
    self, Dist, Facts, FileFacts, NODES_DEFAULT, Outcome, Pressure, TableFacts, Walk,
};
use crate::schema::{Schema, TableId};
use crate::sim::headroom::{GUESS_FACTOR, Headroom, Unit};
use crate::sim::{Knobs, Region, input};
use crate::workload::load::{GuessId, Load, ObjectId};
use crate::workload::{self, Objects};

/// What a commit waits for a second region where the text says `region=multi` and nobody says how
/// far it is, ms: two regions of one continent (our assumption).
pub const QUORUM_MS_DEFAULT: f64 = 20.0;

/// Writes per second that guessed rates are first worked out for. Everything is linear in them, so
/// the number decides nothing; it is large enough for lookups to reach what they take at most.
const WRITES_TRIED: f64 = 10_000.0;

/// Share of the recommended load that guessed rates have at least, where stated rates leave less
/// (our assumption: what nobody spoke of is not therefore idle).
const GUESSED_SHARE_MIN: f64 = 0.1;

/// The sum of 1/rank over n ranks is the logarithm of n and this.
const EULER_MASCHERONI: f64 = 0.577_215_664_901_532_9;

/// Seed of the draws that tell how far a ceiling may be off.
pub const SEED: u64 = 1;

/// A schema's load with what it leaves room for.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// The load.
    pub load: Load,
    /// Its objects as tables and indexes.
    pub objects: Objects,
    /// What it leaves room for.
    pub headroom: Headroom,
    /// Rows written per second over the whole schema that it was made for.
    pub writes_per_second: f64,
}

/// What a load is made for.
#[derive(Clone, Copy, Debug)]
pub struct Ask<'a> {
    /// What the run is set to; its nodes decide the writes where none are given.
    pub knobs: &'a Knobs,
    /// Rows written per second over the whole schema, if a person has said it.
    pub writes_per_second: Option<f64>,
}

/// The load of a schema: at the rate that is given, or else at what the nodes should take if every
/// key were spread ([`writes_default`]).
#[must_use]
pub fn load(schema: &Schema, facts: &Facts, ask: &Ask<'_>) -> Loaded {
    let writes = ask.writes_per_second.unwrap_or_else(|| writes_default(schema, facts, ask.knobs));
    load_of(schema, facts, ask.knobs, writes)
}

/// Rows written per second that are simulated where nobody has said a rate: the recommended share
/// of what the nodes could take if all load were even, stated rates included as they are.
#[must_use]
pub fn writes_default(schema: &Schema, facts: &Facts, knobs: &Knobs) -> f64 {
    let known = roles::known(schema, &facts.tables);
    let tried = load_of(schema, facts, knobs, known + WRITES_TRIED).headroom;
    let recommended = knobs.recommended() * knobs.nodes * tried.node_takes;
    let least = tried.cost_known + GUESSED_SHARE_MIN * recommended;
    tried.writes_for(recommended.max(least))
}

fn load_of(schema: &Schema, facts: &Facts, knobs: &Knobs, writes_per_second: f64) -> Loaded {
    let settings = workload::Settings { writes_per_second, minutes: knobs.minutes };
    let (load, objects) = workload::with_objects(schema, facts, &settings);
    let headroom = Headroom::of(&load, knobs);
    Loaded { load, objects, headroom, writes_per_second }
}

/// The load that [`learn`] worked with, made once more.
#[must_use]
pub fn load_learned(schema: &Schema, facts: &Facts) -> Loaded {
    load_of(schema, facts, &knobs_of(&facts.file), facts.headroom.writes_per_second)
}

/// What the text says of the instance, all else as usual.
#[must_use]
pub fn knobs_of(file: &FileFacts) -> Knobs {
    let quorum_ms = QUORUM_MS_DEFAULT;
    let region =
        if file.multi_region { Region::MultiRegion { quorum_ms } } else { Region::Regional };
    let nodes = file.nodes.unwrap_or(NODES_DEFAULT);
    let usual = Knobs { region, nodes, ..Knobs::default() };
    Knobs { writes_per_node: writes_per_node(file, region), ..usual }
}

/// What a node takes in one region, so that a split takes what the text says where the instance is.
#[must_use]
pub fn writes_per_node(file: &FileFacts, region: Region) -> f64 {
    file.ceiling * Knobs { region, ..Knobs::default() }.prices().writes
}

/// Whether somebody stated the rates behind a unit, or what they follow from: what a lookup takes at
/// most is known and nobody stated it.
#[must_use]
pub fn is_stated(facts: &Facts, objects: &Objects, unit: &Unit) -> bool {
    let taken_at_most = |(object, facts): (&Option<ObjectId>, &TableFacts)| {
        let bears = object.is_some_and(|object| unit.objects.contains(&object));
        bears && facts.role.role == Role::Lookup && !says_writes(facts)
    };
    // Most units are guessed, and then nobody looks through the tables.
    unit.cost_known >= unit.cost_guessed
        && !objects.tables.iter().zip(&facts.tables).any(taken_at_most)
}

/// Whether a directive states how often a table is written.
fn says_writes(facts: &TableFacts) -> bool {
    let updates = roles::updates_stated(facts).is_some();
    facts.writes_stated || updates || facts.low_write.is_some()
}

/// What is set beside a text with every number within its range; `notes` gets a line for each that
/// was not.
#[must_use]
pub fn within(settings: &facts::Settings, notes: &mut Vec<String>) -> facts::Settings {
    facts::Settings {
        nodes: settings.nodes.map(|nodes| input::nodes(nodes, notes)),
        writes_per_second: settings.writes_per_second.map(|rate| input::rate(rate, notes)),
    }
}

/// Works out how much room each key leaves, for the rules.
pub fn learn(schema: &Schema, facts: &mut Facts, settings: &facts::Settings) {
    let knobs = knobs_of(&facts.file);
    let ask = Ask { knobs: &knobs, writes_per_second: settings.writes_per_second };
    let loaded = load(schema, facts, &ask);
    let stated = settings.writes_per_second.is_some();
    let mut heaviest: Vec<Option<&Unit>> = vec![None; loaded.load.objects.len()];
    // The heaviest comes first.
    for unit in &loaded.headroom.units {
        for object in &unit.objects {
            heaviest[object.0 as usize].get_or_insert(unit);
        }
    }
    let pressure = |object: &Option<ObjectId>, walk: &Walk| {
        let unit = heaviest[object.as_ref()?.0 as usize]?;
        let stated = stated || is_stated(facts, &loaded.objects, unit);
        let mut pressure = pressure(&loaded.headroom, unit, stated);
        pressure.share_if_busier = (pressure.share_if_busier * values_uneven(facts, walk)).min(1.0);
        Some(pressure)
    };
    let some_stated = facts.tables.iter().any(says_writes);
    let file = &facts.file;
    let nodes = [file.nodes, file.max_nodes].into_iter().flatten().fold(NODES_DEFAULT, f64::max);
    let tables = loaded.objects.tables.iter().zip(&facts.tables);
    let tables = tables.map(|(object, facts)| pressure(object, &facts.walk)).collect();
    let indexes = loaded.objects.indexes.iter().zip(&facts.indexes);
    let indexes = indexes.map(|(object, facts)| pressure(object, &facts.walk)).collect();
    facts.headroom = facts::Headroom {
        tables,
        indexes,
        nodes,
        writes_per_second: loaded.writes_per_second,
        rate_stated: stated || (loaded.headroom.writes_guessed <= 0.0 && some_stated),
    };
}

/// How many times the load of one value may be that of the average one, where a column of few
/// values stands in front of what moves: nobody has said that they are equally frequent.
///
/// Ten times, or as much as the most frequent value has by Zipf's law, 1 over the sum of 1/rank
/// (our assumption: of 200 countries one has a sixth of all rows, not a twentieth).
fn values_uneven(facts: &Facts, walk: &Walk) -> f64 {
    let (Outcome::Moving { at, tails } | Outcome::Bucket { at, tails, .. }) = walk.outcome else {
        return 1.0;
    };
    let by_value = |part| matches!(facts.part(part).dist, Dist::LowCard { .. });
    if !walk.parts[..at].iter().any(by_value) {
        return 1.0;
    }
    let values = f64::from(tails);
    let ranks = libm::log(values) + EULER_MASCHERONI;
    values.min(GUESS_FACTOR).max(values / ranks.max(1.0))
}

fn pressure(headroom: &Headroom, unit: &Unit, stated: bool) -> Pressure {
    Pressure {
        ceiling: headroom.ceiling(unit),
        share: headroom.share(unit),
        share_if_busier: headroom.share_if_busier(unit),
        load: unit.load(),
        rows_per_second: unit.rows_per_second,
        known: stated || unit.cost_known >= unit.cost_guessed,
        stated,
    }
}

/// The table whose guessed rate a guess is.
#[must_use]
pub fn table_of(guess: GuessId) -> TableId {
    TableId(guess.0)
}
