//! Keys that do not spread, on the wire: which they are, why, what was found about each, and from
//! which rate on its split is full.

use serde::{Deserialize, Serialize};
#[cfg(target_arch = "wasm32")]
use tsify::Tsify;

use std::collections::BTreeMap;

use crate::ceiling::{Ceiling, ceiling_of};
use hotsplit_engine::Reading;
use hotsplit_engine::facts::{ColumnFact, Dist, Facts, Outcome, TimeId, Walk};
use hotsplit_engine::headroom;
use hotsplit_engine::rules::{Finding, Object, Severity};
use hotsplit_engine::schema::{ColumnId, IndexId, Schema, TableId};
use hotsplit_engine::sim::headroom::{Headroom, Uncertainty, Unit};
use hotsplit_engine::text::LineIndex;
use hotsplit_engine::workload::Objects;
use hotsplit_engine::workload::load::{ClassKind, Load, ObjectId};

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
    /// `table`, `index`, or `managed index`.
    pub kind: String,
    /// The table whose rate decides its load: the table itself, or the table of an index.
    pub table: String,
    /// Line of its statement, from 1.
    pub line: u32,
    /// What that means, as a clause: `every insert goes to one split`.
    pub effect: String,
    /// Key of the worst finding that stands about it, or about what shares its split, and that is
    /// about what a split takes; absent where there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub finding: Option<String>,
    /// Key of the question whose answer decides whether it spreads after all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub question: Option<String>,
    /// Rows written per second to the table or index, at the writes that are simulated.
    pub writes_per_second: f64,
    /// Rows written per second to it at which its split is full; absent where nothing loads it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hot_from_per_second: Option<f64>,
    /// Why the finding does no harm as things are, with what would change that.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub harmless: Option<String>,
    /// It is to be changed: a finding that does harm stands about it, or it is full at the writes that
    /// are simulated and it is known how it is filled; and no question decides whether it spreads
    /// after all. The verdict and the list of hot keys count these.
    pub is_hot: bool,
    /// What it sends where.
    #[serde(skip)]
    pub sends: Sends,
}

/// What a key sends where.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sends {
    /// Inserts alone; otherwise other writes too.
    pub inserts: bool,
    /// Places that take them at a time.
    pub places: u32,
}

/// The tables and indexes of a load, and what was found about each.
pub(crate) struct Names<'a> {
    reading: &'a Reading,
    schema: &'a Schema,
    facts: &'a Facts,
    objects: &'a Objects,
    /// By [`ObjectId`].
    named: Vec<Option<Named>>,
    /// Rows written per second, by [`ObjectId`].
    written: Vec<f64>,
    found: Found<'a>,
    lines: LineIndex,
}

/// What was found about keys.
#[derive(Default)]
struct Found<'a> {
    /// The worst finding about what a split takes, of each table or index that has one.
    worst: BTreeMap<Object, &'a Finding>,
    /// Questions about columns.
    questions: BTreeMap<(TableId, ColumnId), &'a Finding>,
}

/// Why a key does not spread.
#[derive(Default)]
struct Cause {
    /// In a few words.
    words: String,
    /// What that means, as a clause.
    effect: String,
    /// The same for those who decide by it.
    sends: Sends,
}

/// A table or an index.
#[derive(Clone, Copy)]
enum Named {
    Table(TableId),
    Index(IndexId),
}

impl Named {
    fn object(self) -> Object {
        match self {
            Self::Table(id) => Object::Table(id),
            Self::Index(id) => Object::Index(id),
        }
    }
}

impl<'a> Names<'a> {
    pub(crate) fn new(reading: &'a Reading, load: &Load, objects: &'a Objects) -> Self {
        let Reading { schema, facts, .. } = reading;
        let tables = objects.tables.iter().zip(schema.table_ids());
        let tables = tables.filter_map(|(object, id)| Some(((*object)?, Named::Table(id))));
        let indexes = objects.indexes.iter().zip(schema.index_ids());
        let indexes = indexes.filter_map(|(object, id)| Some(((*object)?, Named::Index(id))));
        let mut named = vec![None; objects.tables.len() + objects.indexes.len()];
        for (object, name) in tables.chain(indexes) {
            named[object.0 as usize] = Some(name);
        }
        let written = written(load);
        let found = Found::of(reading);
        let lines = LineIndex::new(&reading.text);
        Self { reading, schema, facts, objects, named, written, found, lines }
    }

    /// The name of what bears a unit.
    pub(crate) fn object(&self, unit: &Unit) -> String {
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

    pub(crate) fn key(
        &self,
        headroom: &Headroom,
        sure: &Uncertainty,
        at: usize,
        stated: bool,
    ) -> HotKey {
        let unit = &headroom.units[at];
        let first = self.first(unit);
        let object = self.object(unit);
        let named = unit.objects.iter().filter_map(|&id| self.find(id));
        let with = named.map(|named| self.name(named)).filter(|name| *name != object);
        let cause = first.map_or_else(Cause::default, |named| self.cause(named, unit));
        let finding = self.worst(unit, first);
        let question = first.and_then(|named| self.question(named));
        let writes = first.map_or(0.0, |named| self.writes(named));
        let load = unit.load();
        HotKey {
            with: with.collect(),
            cause: cause.words,
            ceiling_writes_per_second: headroom
                .ceiling(unit)
                .map(|it| ceiling_of(it, sure.units[at])),
            share: headroom.share(unit),
            nodes_harmless: 1.0 / headroom.share(unit),
            load,
            first_share: sure.first[at],
            rate_stated: stated || headroom::is_stated(self.facts, self.objects, unit),
            kind: first.map_or_else(String::new, |named| self.kind(named).to_owned()),
            table: first.map_or_else(String::new, |named| self.table(named)),
            line: first.map_or(1, |named| self.line(named)),
            effect: cause.effect,
            finding: finding.map(|found| self.reading.key_of(found)),
            question: question.map(|found| self.reading.key_of(found)),
            writes_per_second: writes,
            hot_from_per_second: (load > 0.0 && writes > 0.0).then(|| writes / load),
            harmless: finding.and_then(|found| found.harmless.clone()),
            is_hot: self.is_hot(unit),
            sends: cause.sends,
            object,
        }
    }

    /// Whether a unit is hot for certain: a finding about it stands, or it is full and it is known how
    /// its key is filled.
    pub(crate) fn is_hot(&self, unit: &Unit) -> bool {
        let first = self.first(unit);
        let stands = |it: &Finding| it.severity >= Severity::Warn && it.harmless.is_none();
        let asks = |named| matches!(self.walk(named).outcome, Outcome::Ask { .. });
        first.and_then(|named| self.question(named)).is_none()
            && (self.worst(unit, first).is_some_and(stands)
                || unit.load() >= 1.0 && !first.is_some_and(asks))
    }

    /// The worst finding about a unit; of equally bad ones that about what has to change.
    fn worst(&self, unit: &Unit, first: Option<Named>) -> Option<&'a Finding> {
        let others = unit.objects.iter().filter_map(|&id| self.find(id));
        let all = first.into_iter().chain(others);
        let found = all.filter_map(|named| self.found.worst.get(&named.object()).copied());
        found.reduce(|worst, next| if next.severity > worst.severity { next } else { worst })
    }

    /// The question about the column that decides how the key is filled.
    fn question(&self, named: Named) -> Option<&'a Finding> {
        let walk = self.walk(named);
        let at = match walk.outcome {
            Outcome::Ask { at, .. } => at,
            // Known from a name alone, which has other meanings: a question and no finding.
            Outcome::Moving { at, .. } if !self.found.worst.contains_key(&named.object()) => at,
            _ => return None,
        };
        let part = &walk.parts[at];
        let name = &self.schema.table(part.table).column(part.column).name;
        // Values of a key that a table shares with those above it are asked about once, there.
        let above = self.schema.ancestors(part.table);
        let above = || {
            above.into_iter().rev().find_map(|table| {
                let column = self.schema.table(table).find_column(name)?;
                self.found.questions.get(&(table, column)).copied()
            })
        };
        let own = self.found.questions.get(&(part.table, part.column)).copied();
        own.or_else(above)
    }

    fn writes(&self, named: Named) -> f64 {
        let object = match named {
            Named::Table(id) => self.objects.tables[id.0 as usize],
            Named::Index(id) => self.objects.indexes[id.0 as usize],
        };
        object.map_or(0.0, |object| self.written[object.0 as usize])
    }

    fn kind(&self, named: Named) -> &'static str {
        match named {
            Named::Table(_) => "table",
            Named::Index(id) if self.schema.index(id).managed => "managed index",
            Named::Index(_) => "index",
        }
    }

    fn table(&self, named: Named) -> String {
        match named {
            Named::Table(id) => self.schema.table(id).name.to_string(),
            Named::Index(id) => self.schema.table(self.schema.index(id).table).name.to_string(),
        }
    }

    fn line(&self, named: Named) -> u32 {
        let span = match named {
            Named::Table(id) => self.schema.table(id).span,
            Named::Index(id) => self.schema.index(id).span,
        };
        self.lines.line(span.start)
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

    fn walk(&self, named: Named) -> &'a Walk {
        match named {
            Named::Table(id) => &self.facts.table(id).walk,
            Named::Index(id) => &self.facts.index(id).walk,
        }
    }

    fn cause(&self, named: Named, unit: &Unit) -> Cause {
        cause(self.schema, self.facts, self.walk(named), unit.is_row)
    }
}

/// Rows written per second to each object, by [`ObjectId`]. What a person added on the map is left
/// out.
pub(crate) fn written(load: &Load) -> Vec<f64> {
    let mut written = vec![0.0; load.objects.len()];
    for stream in &load.streams {
        let class = load.class(stream.class);
        if class.added.is_none() && class.kind != ClassKind::Read {
            let rows = class.commits_per_second * stream.share * stream.rows;
            written[stream.object.0 as usize] += rows;
        }
    }
    written
}

impl<'a> Found<'a> {
    fn of(reading: &'a Reading) -> Self {
        let mut all = Self::default();
        // The worst come first.
        for found in reading.findings.iter().filter(|found| found.accepted.is_none()) {
            match (&found.question, found.column) {
                (Some(_), Some(column)) => {
                    all.questions.entry(column).or_insert(found);
                }
                (None, _) if found.pressure.is_some() => {
                    all.worst.entry(found.object).or_insert(found);
                }
                _ => {}
            }
        }
        all
    }
}

fn cause(schema: &Schema, facts: &Facts, walk: &Walk, is_row: bool) -> Cause {
    let because = |words: &str, effect: &str, inserts: bool, places: u32| Cause {
        words: words.into(),
        effect: effect.into(),
        sends: Sends { inserts, places },
    };
    let (at, tails) = match walk.outcome {
        Outcome::HotRow { rows: 1 } => {
            return because("one row", "every write changes the same row", false, 1);
        }
        Outcome::HotRow { rows } => {
            let effect = format!("all writes change {rows} rows");
            return because(&format!("{rows} rows"), &effect, false, rows);
        }
        // A table without key columns has one row.
        _ if is_row && walk.parts.is_empty() => {
            return because(
                "a frequent value is first",
                "every write changes the same row",
                false,
                1,
            );
        }
        _ if is_row => {
            let effect = "most writes have the same value";
            return because("a frequent value is first", effect, false, 1);
        }
        Outcome::Moving { at, tails }
        | Outcome::Bucket { at, tails, .. }
        | Outcome::Ask { at, tails } => (at, tails),
        Outcome::Spread { .. } | Outcome::None => {
            return because("one busy point", "its busiest keys share one split", false, 1);
        }
    };
    let part = &walk.parts[at];
    let commit = schema.table(part.table).column(part.column).commit_timestamp;
    let what = if commit { "commit timestamp" } else { kind(facts.part(part)) };
    let one = "every insert goes to one split";
    match (at, tails) {
        (0, _) => because(&format!("{what} is first"), one, true, 1),
        (_, 1) => because(&format!("{what} after one value"), one, true, 1),
        (_, tails) => because(
            &format!("{what} after {tails} values"),
            &format!("inserts go to one split for each of {tails} values"),
            true,
            tails,
        ),
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
