//! What a preset consists of.

use crate::model::load::{ComponentKind, Load, ObjectKind};
use crate::syntax::tree::Dialect;

/// A workload to start from.
#[derive(Debug)]
pub struct Preset {
    /// Its name in addresses: `ledger`.
    pub id: &'static str,
    /// Its name for people.
    pub title: &'static str,
    /// One sentence: what happens.
    pub about: &'static str,
    /// The schema as it is, in each dialect that it is written in.
    pub before: &'static [Ddl],
    /// What is changed, in order; the last is shown against `before`.
    pub changes: &'static [Change],
    /// The numbers it starts with.
    pub start: Start,
    /// Where they come from.
    pub sources: &'static [Source],
    /// What its runs should show.
    pub shows: &'static [Shown],
    /// The reason that `SPANNER_SYS.SPLIT_STATS_TOP_MINUTE` gives at the end of the run as it is;
    /// `None` where no split is in the way.
    pub reason: Option<&'static str>,
    /// Each change is one of several ways and stands alone; otherwise each schema has the changes
    /// before it too.
    pub alternatives: bool,
    /// Claims of the source documents that it stands for.
    pub claims: &'static [&'static str],
}

/// A schema in a dialect.
#[derive(Clone, Copy, Debug)]
pub struct Ddl {
    /// The dialect.
    pub dialect: Dialect,
    /// The text.
    pub text: &'static str,
}

/// A change of a preset.
#[derive(Clone, Copy, Debug)]
pub struct Change {
    /// What is done, in words: `16 shards before the key`.
    pub title: &'static str,
    /// The schema with it, in the dialects of the preset; empty where the schema stays.
    pub after: &'static [Ddl],
    /// Split points for each node added before the run, beside those of the start.
    pub split_points_per_node: f64,
}

/// Numbers of a run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Start {
    /// Nodes.
    pub nodes: f64,
    /// Rows written per second over the whole schema, stated rates included.
    pub writes_per_second: f64,
    /// Minutes.
    pub minutes: u32,
    /// How the load comes.
    pub arrival: Arrival,
    /// Requests under way at a server at most.
    pub in_flight_max: f64,
    /// Rows of one split that share the overhead of a commit.
    pub commit_batch: f64,
    /// Updates read the row that they change.
    pub read_modify_write: bool,
    /// Equal splits that each table starts in; 1 for a new table.
    pub splits: u32,
}

/// How the load comes over the run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Arrival {
    /// All of it from the first second.
    Steady,
    /// A thousandth of it until a second, then all of it.
    Step {
        /// The second.
        second: u32,
    },
}

/// Where a number comes from.
#[derive(Clone, Copy, Debug)]
pub struct Source {
    /// The number: `12,000 writes/s`.
    pub number: &'static str,
    /// Where it is from, in words.
    pub from: &'static str,
}

/// A figure that a run should show.
#[derive(Clone, Copy, Debug)]
pub struct Shown {
    /// In words: `served before`.
    pub what: &'static str,
    /// Of which run: 0 is the schema as it is, 1 the one with the first change.
    pub run: usize,
    /// What is measured.
    pub metric: Metric,
    /// The least.
    pub from: f64,
    /// The most.
    pub to: f64,
}

/// What is measured of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Metric {
    /// Rows written per second.
    Served,
    /// Rows per second that the instance serves once load is spread.
    Sustainable,
    /// The same as a multiple of the run before.
    Gain,
    /// The same as a multiple of the schema as it is.
    GainOfAll,
    /// Median commit latency at the server, ms.
    P50Ms,
    /// 99th percentile of commit latency at the server, ms.
    P99Ms,
    /// Minutes until what is served no longer grows.
    SaturationMinutes,
    /// Load of the busiest server as a multiple of the mean, at the end.
    BusiestOverMean,
    /// Splits at the end.
    Splits,
}

impl Preset {
    /// The schema as it is, in a dialect, or in the first where it is not written in that.
    #[must_use]
    pub fn text(&self, dialect: Dialect) -> Ddl {
        in_dialect(self.before, dialect).expect("every preset has a schema")
    }

    /// The schema with the first changes up to one, by its number; as it is where that changes
    /// something else.
    #[must_use]
    pub fn text_after(&self, change: usize, dialect: Dialect) -> Ddl {
        let after = self.changes.get(change).map_or(&[][..], |change| change.after);
        in_dialect(after, dialect).unwrap_or_else(|| self.text(dialect))
    }

    /// Makes every table and index of a load start in the splits of [`Start::splits`].
    pub fn place_split_points(&self, load: &mut Load) {
        let splits = self.start.splits;
        if splits < 2 {
            return;
        }
        let mut points: Vec<u64> = Vec::new();
        let roots = load.objects.iter().filter(|object| object.depth == 0);
        for object in roots.filter(|object| object.kind == ObjectKind::Table) {
            // Keys that rows have: of a bit-reversed sequence half of them.
            let written = load.streams.iter().filter(|s| load.object(s.object) == object);
            let places = written.flat_map(|stream| &stream.components);
            let keys = places.map(|place| place.kind).find_map(|kind| match kind {
                ComponentKind::Uniform(keys) => Some(keys),
                _ => None,
            });
            let keys = keys.unwrap_or(object.keys);
            points.extend((1..splits).map(|piece| keys.piece(piece, splits).lo));
        }
        load.split_points.extend(points);
    }
}

fn in_dialect(all: &[Ddl], dialect: Dialect) -> Option<Ddl> {
    all.iter().find(|ddl| ddl.dialect == dialect).or(all.first()).copied()
}

/// GoogleSQL.
pub(super) const fn google(text: &'static str) -> Ddl {
    Ddl { dialect: Dialect::GoogleSql, text }
}

/// PostgreSQL.
pub(super) const fn postgres(text: &'static str) -> Ddl {
    Ddl { dialect: Dialect::PostgreSql, text }
}

pub(super) const fn change(title: &'static str, after: &'static [Ddl]) -> Change {
    Change { title, after, split_points_per_node: 0.0 }
}

pub(super) const fn source(number: &'static str, from: &'static str) -> Source {
    Source { number, from }
}

pub(super) const fn shown(
    what: &'static str,
    run: usize,
    metric: Metric,
    from: f64,
    to: f64,
) -> Shown {
    Shown { what, run, metric, from, to }
}

/// What most presets start from.
pub(super) const START: Start = Start {
    nodes: 10.0,
    writes_per_second: 12_000.0,
    minutes: 60,
    arrival: Arrival::Steady,
    in_flight_max: 1_400.0,
    commit_batch: 1.0,
    read_modify_write: false,
    splits: 1,
};

/// What a preset has besides, where nothing is said.
pub(super) const NOTHING: Preset = Preset {
    id: "",
    title: "",
    about: "",
    before: &[],
    changes: &[],
    start: START,
    sources: &[],
    shows: &[],
    reason: None,
    alternatives: false,
    claims: &[],
};
