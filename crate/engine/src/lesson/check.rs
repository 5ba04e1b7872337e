//! What a check may ask for, in one table, and how it is judged.
//!
//! A check is `term op value`: [`TERMS`] has the terms, each with what it takes, its unit and how
//! it is measured; a value is a number with that unit, or another term of the same unit.

use std::borrow::Cow;

use super::Step;
use super::explain::{self, Because};
use crate::facts::Dist;
use crate::facts::sizes::column_bytes;
use crate::fixes::reads::{self, Shape};
use crate::heat::{self, Grid, Layout, Pattern};
use crate::rules::severity::number;
use crate::rules::{self, Finding, Severity};
use crate::schema::{IndexId, KeyPart, Schema, TableId};
use crate::sim::answers::{NodesNeeded, nodes_needed};
use crate::{Reading, Side, Simulated, fixes};

/// A check of a step.
#[derive(Clone, Debug)]
pub struct Check {
    /// As written, blanks made one: `after.served >= 11000/s`.
    pub text: String,
    /// The author's words for when it fails.
    pub message: String,
    /// Its line in the file.
    pub line: u32,
    /// What is measured.
    pub left: Asked,
    /// How the two are compared.
    pub op: Op,
    /// What it is compared with.
    pub right: Value,
}

/// A term with what it takes.
#[derive(Clone, Debug)]
pub struct Asked {
    /// The term.
    pub term: &'static Term,
    /// Of the run before, not of the one after.
    pub before: bool,
    /// What stands in the parentheses.
    pub args: Vec<String>,
}

/// The right side of a check.
#[derive(Clone, Debug)]
pub enum Value {
    /// A number in the term's unit.
    Number(f64),
    /// Another term.
    Asked(Asked),
}

/// How two values are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Op {
    /// `=`.
    Equal,
    /// `!=`.
    Unequal,
    /// `<`.
    Below,
    /// `<=`.
    AtMost,
    /// `>`.
    Above,
    /// `>=`.
    AtLeast,
}

/// A term: something that the engine measures.
#[derive(Debug)]
pub struct Term {
    /// As in `client-p99`.
    pub name: &'static str,
    /// What stands in its parentheses.
    pub takes: Takes,
    /// The unit of its values.
    pub unit: Unit,
    /// It may be asked of the run before, too.
    pub sided: bool,
    /// What it is, for people; `{}` is what stands in the parentheses.
    pub doc: &'static str,
    /// Measures it.
    measure: fn(&Scene<'_>, &[String]) -> Measured,
    /// Says what is known of its value.
    why: explain::Why,
}

/// What stands in the parentheses of a term.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Takes {
    /// Nothing: there are none.
    Nothing,
    /// A severity or a rule; behind a comma the object it speaks of, or none.
    Findings,
    /// A table or an index.
    Object,
    /// A table.
    Table,
    /// A table, an index, a sequence, a change stream, or `Table.Column`.
    Anything,
    /// A table or an index, and a way of reading it.
    Read,
    /// A shape in the picture; behind a comma the object that shows it, or none.
    Pattern,
}

/// The unit of a term.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// A plain number.
    Count,
    /// Per second.
    PerSecond,
    /// Milliseconds.
    Milliseconds,
    /// Per cent.
    Percent,
    /// A multiple.
    Times,
    /// Minutes.
    Minutes,
    /// Bytes.
    Bytes,
    /// 1 for yes and 0 for no.
    Yes,
}

/// What a term gives.
#[derive(Clone, Debug, PartialEq)]
pub struct Measured {
    /// The value; `None` where there is nothing to measure, and no check of it holds.
    pub value: Option<f64>,
    /// Why there is none, or what stands for a value without bounds: `every row`.
    pub instead: Option<String>,
}

/// How a check was judged.
#[derive(Clone, Debug)]
pub struct Verdict<'a> {
    /// The check.
    pub check: &'a Check,
    /// It holds.
    pub passed: bool,
    /// What was measured, with its unit.
    pub measured: String,
    /// What is asked for, with its unit.
    pub wanted: String,
    /// Why it failed, where the engine knows.
    pub because: Option<Because>,
}

/// Whether a finding is counted.
pub type Counts = fn(&Finding) -> bool;

/// Severities that findings may be counted by.
pub const SEVERITIES: &[(&str, Counts)] = &[
    ("high", |found| found.question.is_none() && found.severity >= Severity::High),
    ("warning", |found| found.question.is_none() && found.severity == Severity::Warn),
    ("error", |found| found.question.is_none() && found.severity == Severity::Error),
    ("info", |found| found.question.is_none() && found.severity <= Severity::Info),
    ("question", |found| found.question.is_some()),
];

/// Ways of reading, as checks call them.
pub const READS: [(&str, Shape); 5] = [
    ("point", Shape::Point),
    ("entity", Shape::Entity),
    ("newest", Shape::Newest),
    ("last-hour", Shape::LastHour),
    ("full", Shape::Full),
];

/// Every term.
pub static TERMS: &[Term] = &[
    Term {
        name: "served",
        takes: Takes::Nothing,
        unit: Unit::PerSecond,
        sided: true,
        doc: "rows written per second, mean of the second half of the run",
        measure: |scene, _| some(scene.side().run.summary.served),
        why: explain::slow,
    },
    Term {
        name: "offered",
        takes: Takes::Nothing,
        unit: Unit::PerSecond,
        sided: true,
        doc: "rows per second that the workload asks to write",
        measure: |scene, _| some(scene.side().run.summary.offered),
        why: explain::nothing,
    },
    Term {
        name: "sustainable",
        takes: Takes::Nothing,
        unit: Unit::PerSecond,
        sided: true,
        doc: "rows per second that the instance serves without a full server once load is spread",
        measure: |scene, _| some(scene.side().run.summary.sustainable),
        why: explain::slow,
    },
    Term {
        name: "p50",
        takes: Takes::Nothing,
        unit: Unit::Milliseconds,
        sided: true,
        doc: "median latency of a commit at the server",
        measure: |scene, _| some(scene.side().run.summary.p50_ms),
        why: explain::slow,
    },
    Term {
        name: "p99",
        takes: Takes::Nothing,
        unit: Unit::Milliseconds,
        sided: true,
        doc: "99th percentile of commit latency at the server",
        measure: |scene, _| some(scene.side().run.summary.p99_ms),
        why: explain::slow,
    },
    Term {
        name: "client-p99",
        takes: Takes::Nothing,
        unit: Unit::Milliseconds,
        sided: true,
        doc: "99th percentile of commit latency as clients see it",
        measure: |scene, _| some(scene.side().run.summary.client_p99_ms),
        why: explain::slow,
    },
    Term {
        name: "gain",
        takes: Takes::Nothing,
        unit: Unit::Times,
        sided: false,
        doc: "rows written per second, after over before",
        measure: |scene, _| some(scene.gain()),
        why: explain::gain,
    },
    Term {
        name: "busiest",
        takes: Takes::Nothing,
        unit: Unit::Percent,
        sided: true,
        doc: "utilisation of the busiest server",
        measure: |scene, _| some(100.0 * scene.side().run.summary.utilisation_max),
        why: explain::slow,
    },
    Term {
        name: "mean",
        takes: Takes::Nothing,
        unit: Unit::Percent,
        sided: true,
        doc: "mean utilisation of all servers",
        measure: |scene, _| some(100.0 * scene.side().run.summary.utilisation_mean),
        why: explain::work,
    },
    Term {
        name: "peak",
        takes: Takes::Nothing,
        unit: Unit::Percent,
        sided: true,
        doc: "the hottest cell of the map, of what one split takes",
        measure: |scene, _| some(100.0 * scene.grid().peak_share()),
        why: explain::slow,
    },
    Term {
        name: "settled",
        takes: Takes::Nothing,
        unit: Unit::Minutes,
        sided: true,
        doc: "time until the rows written per second stay as they are at the end",
        measure: |scene, _| some(scene.side().run.summary.seconds_to_saturation / 60.0),
        why: explain::slow,
    },
    Term {
        name: "balanced",
        takes: Takes::Nothing,
        unit: Unit::Minutes,
        sided: true,
        doc: "time until no server is full any more",
        measure: |scene, _| match scene.side().run.summary.seconds_to_balance {
            Some(seconds) => some(seconds / 60.0),
            None => endless("never within the run"),
        },
        why: explain::slow,
    },
    Term {
        name: "splits",
        takes: Takes::Nothing,
        unit: Unit::Count,
        sided: true,
        doc: "splits at the end of the run",
        measure: |scene, _| some(f64::from(scene.side().run.summary.splits)),
        why: explain::splits,
    },
    Term {
        name: "moves",
        takes: Takes::Nothing,
        unit: Unit::Count,
        sided: true,
        doc: "splits moved to another server",
        measure: |scene, _| some(f64::from(scene.side().run.summary.moves)),
        why: explain::splits,
    },
    Term {
        name: "load-splits",
        takes: Takes::Nothing,
        unit: Unit::Count,
        sided: true,
        doc: "splits made because of load",
        measure: |scene, _| some(f64::from(scene.side().run.summary.load_splits)),
        why: explain::splits,
    },
    Term {
        name: "size-splits",
        takes: Takes::Nothing,
        unit: Unit::Count,
        sided: true,
        doc: "splits made because of size",
        measure: |scene, _| some(f64::from(scene.side().run.summary.size_splits)),
        why: explain::splits,
    },
    Term {
        name: "unsplittable",
        takes: Takes::Nothing,
        unit: Unit::Count,
        sided: true,
        doc: "hot splits that could not be split at the end of the run",
        measure: |scene, _| count(scene.side().run.unsplittable.len()),
        why: explain::slow,
    },
    Term {
        name: "nodes",
        takes: Takes::Nothing,
        unit: Unit::Count,
        sided: false,
        doc: "nodes of the lesson",
        measure: |scene, _| some(scene.first.knobs.nodes),
        why: explain::nothing,
    },
    Term {
        name: "nodes-needed",
        takes: Takes::Nothing,
        unit: Unit::Count,
        sided: true,
        doc: "nodes that the offered rate needs, no server above the recommended utilisation",
        measure: |scene, _| match scene.needed() {
            NodesNeeded::Nodes(enough) => some(f64::from(enough.nodes)),
            NodesNeeded::Never { .. } => endless("more than any number of nodes"),
        },
        why: explain::nodes_needed,
    },
    Term {
        name: "findings",
        takes: Takes::Findings,
        unit: Unit::Count,
        sided: true,
        doc: "standing findings of {}",
        measure: |scene, args| count(scene.findings(args).count()),
        why: explain::findings,
    },
    Term {
        name: "errors",
        takes: Takes::Nothing,
        unit: Unit::Count,
        sided: true,
        doc: "syntax errors",
        measure: |scene, _| count(scene.side().reading.syntax_errors().count()),
        why: explain::nothing,
    },
    Term {
        name: "accepted",
        takes: Takes::Nothing,
        unit: Unit::Count,
        sided: true,
        doc: "findings accepted with a reason",
        measure: |scene, _| count(scene.accepted().count()),
        why: explain::accepted,
    },
    Term {
        name: "tables",
        takes: Takes::Nothing,
        unit: Unit::Count,
        sided: true,
        doc: "tables",
        measure: |scene, _| count(scene.schema().tables.len()),
        why: explain::tables,
    },
    Term {
        name: "indexes",
        takes: Takes::Nothing,
        unit: Unit::Count,
        sided: true,
        doc: "indexes that the text creates",
        measure: |scene, _| {
            count(scene.schema().indexes.iter().filter(|index| !index.managed).count())
        },
        why: explain::indexes,
    },
    Term {
        name: "backing-indexes",
        takes: Takes::Nothing,
        unit: Unit::Count,
        sided: true,
        doc: "indexes that Spanner makes for foreign keys",
        measure: |scene, _| {
            count(scene.schema().indexes.iter().filter(|index| index.managed).count())
        },
        why: explain::indexes,
    },
    Term {
        name: "has",
        takes: Takes::Anything,
        unit: Unit::Yes,
        sided: true,
        doc: "{} is there",
        measure: |scene, args| count(usize::from(has(scene.schema(), &args[0]))),
        why: explain::has,
    },
    Term {
        name: "shards",
        takes: Takes::Object,
        unit: Unit::Count,
        sided: true,
        doc: "values of the shard column that leads the key of {}",
        measure: |scene, args| {
            of_key(scene, &args[0], |scene, table, key| {
                f64::from(shards(&scene.side().reading, table, key))
            })
        },
        why: explain::key,
    },
    Term {
        name: "key-bytes",
        takes: Takes::Object,
        unit: Unit::Bytes,
        sided: true,
        doc: "bytes of a key of {}, by the types of its columns",
        measure: |scene, args| {
            of_key(scene, &args[0], |scene, table, key| {
                let table = scene.schema().table(table);
                key.iter().map(|part| column_bytes(table.column(part.column).ty.as_ref())).sum()
            })
        },
        why: explain::key,
    },
    Term {
        name: "row-bytes",
        takes: Takes::Table,
        unit: Unit::Bytes,
        sided: true,
        doc: "bytes of a row of {}, stated or by the types of its columns",
        measure: |scene, args| match scene.schema().find_table(&args[0]) {
            Some(table) => some(scene.side().reading.facts.table(table).row_bytes),
            None => missing(&args[0]),
        },
        why: explain::nothing,
    },
    Term {
        name: "depth",
        takes: Takes::Table,
        unit: Unit::Count,
        sided: true,
        doc: "tables that {} is interleaved in, one inside the other",
        measure: |scene, args| match scene.schema().find_table(&args[0]) {
            Some(table) => count(scene.schema().ancestors(table).len()),
            None => missing(&args[0]),
        },
        why: explain::depth,
    },
    Term {
        name: "scans",
        takes: Takes::Read,
        unit: Unit::Count,
        sided: true,
        doc: "ranges of keys that it takes to read {}; `full` is every row, more than any number",
        measure: |scene, args| match scene.cost(args) {
            Some(cost) => match scene.scans(&cost).ranges {
                Some(ranges) => some(f64::from(ranges)),
                None => endless(&scene.scans(&cost).words),
            },
            None => Measured { value: None, instead: Some(explain::no_read(scene, args)) },
        },
        why: explain::scans,
    },
    Term {
        name: "pattern",
        takes: Takes::Pattern,
        unit: Unit::Count,
        sided: true,
        doc: "shapes {} found in the map",
        measure: |scene, args| count(scene.patterns(args).len()),
        why: explain::pattern,
    },
];

impl Op {
    /// Every way to compare, longer ones before those they begin with, with what it says before a
    /// value.
    pub const ALL: [(Self, &'static str, &'static str); 6] = [
        (Self::Unequal, "!=", "not "),
        (Self::AtMost, "<=", "at most "),
        (Self::AtLeast, ">=", "at least "),
        (Self::Below, "<", "less than "),
        (Self::Above, ">", "more than "),
        (Self::Equal, "=", ""),
    ];

    #[expect(clippy::float_cmp, reason = "counts are compared for equality, and those are whole")]
    fn holds(self, left: f64, right: f64) -> bool {
        match self {
            Self::Equal => left == right,
            Self::Unequal => left != right,
            Self::Below => left < right,
            Self::AtMost => left <= right,
            Self::Above => left > right,
            Self::AtLeast => left >= right,
        }
    }

    fn words(self) -> &'static str {
        Self::ALL.iter().find(|(op, ..)| *op == self).map_or("", |(.., words)| words)
    }

    /// Whether a greater value would help.
    pub(super) fn wants_more(self) -> bool {
        matches!(self, Self::Above | Self::AtLeast)
    }
}

impl Unit {
    /// As it stands behind a number.
    #[must_use]
    pub fn sign(self) -> &'static str {
        match self {
            Self::Count | Self::Yes => "",
            Self::PerSecond => "/s",
            Self::Milliseconds => "ms",
            Self::Percent => "%",
            Self::Times => "x",
            Self::Minutes => "min",
            Self::Bytes => "bytes",
        }
    }

    /// A value for people.
    #[must_use]
    pub fn show(self, value: f64) -> String {
        let shown = number(value);
        match self {
            Self::Yes if value > 0.0 => "yes".to_owned(),
            Self::Yes => "no".to_owned(),
            Self::Count => shown,
            Self::PerSecond => format!("{shown}/s"),
            Self::Times => format!("{value:.2} times"),
            Self::Milliseconds | Self::Percent | Self::Minutes | Self::Bytes => {
                format!("{shown} {}", self.sign())
            }
        }
    }
}

impl Term {
    /// The term of a name.
    #[must_use]
    pub fn find(name: &str) -> Option<&'static Self> {
        TERMS.iter().find(|term| term.name == name)
    }
}

impl Asked {
    /// What it is, in words.
    #[must_use]
    pub fn words(&self) -> String {
        let what = self.term.doc.replace("{}", &self.args_in_words());
        let what = what.split(';').next().unwrap_or_default().to_owned();
        if self.before { format!("before: {what}") } else { what }
    }

    /// What stands in the parentheses, in words.
    fn args_in_words(&self) -> String {
        match (self.term.takes, &self.args[..]) {
            (Takes::Read, [object, read]) => match read.as_str() {
                "point" => format!("one row of `{object}`"),
                "entity" => format!("all rows of one entity from `{object}`"),
                "newest" => format!("the newest rows from `{object}`"),
                "last-hour" => format!("the last hour from `{object}`"),
                _ => format!("every row of `{object}`"),
            },
            (_, args) => {
                let quoted: Vec<String> = args.iter().map(|arg| format!("`{arg}`")).collect();
                quoted.join(" on ")
            }
        }
    }

    fn measure(&self, scene: &Scene<'_>) -> Measured {
        (self.term.measure)(&scene.of(self.before), &self.args)
    }
}

impl Check {
    /// What it asks for, in words.
    #[must_use]
    pub fn words(&self) -> String {
        let value = match &self.right {
            Value::Number(value) => self.left.term.unit.show(*value),
            Value::Asked(other) => other.words(),
        };
        format!("{}: {}{value}", self.left.words(), self.op.words())
    }
}

/// A pair of runs to measure, and which of the two.
#[derive(Clone, Copy)]
pub struct Scene<'a> {
    /// The run of the starter.
    first: &'a Side,
    /// The run of the other text.
    second: &'a Side,
    /// The seed of both.
    seed: u32,
    /// Of the run before.
    pub(super) before: bool,
    /// Bytes of the hidden DDL at the end of both texts.
    pub(super) hidden: usize,
}

impl<'a> Scene<'a> {
    /// A pair of runs whose texts both end with so many bytes that the learner does not see.
    #[must_use]
    pub fn new(done: &'a Simulated, hidden: usize) -> Self {
        let second = done.after.as_ref().unwrap_or(&done.before);
        Self::of_sides(&done.before, second, done.seed, hidden)
    }

    /// The same of two runs that are kept apart.
    pub(super) fn of_sides(first: &'a Side, second: &'a Side, seed: u32, hidden: usize) -> Self {
        Self { first, second, seed, before: false, hidden }
    }

    /// Judges every check of a step.
    #[must_use]
    pub fn judge_all<'c>(&self, step: &'c Step) -> Vec<Verdict<'c>> {
        step.checks.iter().map(|check| self.judge(check)).collect()
    }

    /// Judges a check.
    #[must_use]
    pub fn judge<'c>(&self, check: &'c Check) -> Verdict<'c> {
        let unit = check.left.term.unit;
        let left = check.left.measure(self);
        let (right, of) = match &check.right {
            Value::Number(value) => (some(*value), String::new()),
            Value::Asked(other) => (other.measure(self), format!(" ({})", other.term.name)),
        };
        let passed = match (left.value, right.value) {
            (Some(left), Some(right)) => check.op.holds(left, right),
            _ => false,
        };
        let mut measured = left.words(unit);
        let value = right.words(unit);
        // What rounds to the value that it misses is told more exactly.
        if let (Some(exact), true) = (left.value, !passed && measured == value)
            && left.value != right.value
            && exact.is_finite()
        {
            measured = format!("{exact:.3} {}", unit.sign());
        }
        let wanted = format!("{}{value}{of}", check.op.words());
        let because = if passed { None } else { explain::why(self, check) };
        Verdict { check, passed, measured, wanted, because }
    }

    /// The same runs, one or the other of them.
    pub(super) fn of(self, before: bool) -> Self {
        Self { before, ..self }
    }

    /// The run that is measured.
    pub(super) fn side(&self) -> &'a Side {
        if self.before { self.first } else { self.second }
    }

    pub(super) fn schema(&self) -> &'a Schema {
        &self.side().reading.schema
    }

    /// The picture in the order of keys, whatever the page shows.
    pub(super) fn grid(&self) -> Cow<'a, Grid> {
        let side = self.side();
        if side.grid.layout == Layout::default() {
            Cow::Borrowed(&side.grid)
        } else {
            Cow::Owned(heat::grid(&side.load, &side.run))
        }
    }

    pub(super) fn gain(&self) -> f64 {
        let served = |before| self.of(before).side().run.summary.served;
        served(false) / served(true).max(1.0)
    }

    pub(super) fn needed(&self) -> NodesNeeded {
        let side = self.side();
        let rate = side.load.commits_per_second();
        nodes_needed(&side.load, &side.knobs, rate, u64::from(self.seed))
    }

    /// Findings by severity or rule, and by the object they speak of where one is said. A rule that
    /// asks, and one that speaks beside another's finding, count as well.
    pub(super) fn findings(&self, args: &[String]) -> impl Iterator<Item = &'a Finding> {
        let reading = &self.side().reading;
        let severity = SEVERITIES.iter().find(|(word, _)| *word == args[0]).map(|(_, is)| *is);
        let (rule, object) = (args[0].clone(), args.get(1).cloned());
        reading.findings.iter().filter(move |found| {
            let named = |name: &String| {
                fixes::object_name(&reading.schema, found.object).eq_ignore_ascii_case(name)
            };
            let meant = match severity {
                Some(is) => is(found),
                None => found.rule == rule || found.attached.contains(&rule.as_str()),
            };
            let harms = found.accepted.is_none() && found.harmless.is_none();
            harms && meant && object.as_ref().is_none_or(named)
        })
    }

    pub(super) fn accepted(&self) -> impl Iterator<Item = &'a Finding> {
        let reason = |found: &&Finding| found.accepted.as_ref().is_some_and(|it| !it.is_empty());
        self.side().reading.findings.iter().filter(reason)
    }

    /// What a way of reading costs on both schemas.
    pub(super) fn cost(&self, args: &[String]) -> Option<reads::Cost> {
        let (_, shape) = READS.iter().find(|(word, _)| *word == args[1])?;
        let (before, after) = (self.first.reading.context(), self.second.reading.context());
        reads::of(&before, &after, &args[0], *shape)
    }

    pub(super) fn scans<'c>(&self, cost: &'c reads::Cost) -> &'c reads::Scans {
        if self.before { &cost.before } else { &cost.after }
    }

    /// Shapes in the picture.
    pub(super) fn patterns(&self, args: &[String]) -> Vec<Pattern> {
        let (side, grid) = (self.side(), self.grid());
        let shown = |pattern: &Pattern| {
            let object = &side.load.object(grid.bands[pattern.band].object).name;
            pattern.id == args[0]
                && args.get(1).is_none_or(|name| object.eq_ignore_ascii_case(name))
        };
        heat::patterns(&side.load, &grid).into_iter().filter(shown).collect()
    }
}

impl Measured {
    fn words(&self, unit: Unit) -> String {
        match (&self.instead, self.value) {
            (Some(words), _) => words.clone(),
            (None, Some(value)) => unit.show(value),
            (None, None) => "none".to_owned(),
        }
    }
}

fn some(value: f64) -> Measured {
    Measured { value: Some(value), instead: None }
}

fn count(number: usize) -> Measured {
    some(number as f64)
}

/// More than any number.
fn endless(words: &str) -> Measured {
    Measured { value: Some(f64::INFINITY), instead: Some(words.to_owned()) }
}

fn missing(name: &str) -> Measured {
    Measured { value: None, instead: Some(format!("none: there is no `{name}`")) }
}

/// What a function gives for the key of a table or an index.
fn of_key(
    scene: &Scene<'_>,
    name: &str,
    give: impl Fn(&Scene<'_>, TableId, &[KeyPart]) -> f64,
) -> Measured {
    match key_of(scene.schema(), name) {
        Some((table, key)) => some(give(scene, table, &key)),
        None => missing(name),
    }
}

/// The table and the whole key of a table or an index.
pub(super) fn key_of(schema: &Schema, name: &str) -> Option<(TableId, Vec<KeyPart>)> {
    if let Some(table) = schema.find_table(name) {
        return Some((table, schema.table(table).key.clone()));
    }
    let index = find_index(schema, name)?;
    Some((schema.index(index).table, schema.effective_key(index)))
}

fn find_index(schema: &Schema, name: &str) -> Option<IndexId> {
    schema.index_ids().find(|&id| schema.index(id).name.eq_ignore_ascii_case(name))
}

/// Values of the shard column that leads a key; 0 where it is none.
pub(super) fn shards(reading: &Reading, table: TableId, key: &[KeyPart]) -> u32 {
    let Some(first) = key.first() else { return 0 };
    match reading.facts.column(table, first.column).dist {
        Dist::Shard { n, signed: true, .. } => n.saturating_mul(2).saturating_sub(1),
        Dist::Shard { n, .. } => n,
        _ => 0,
    }
}

/// Whether a schema has a table, an index or something else of a name, or a `Table.Column`.
#[must_use]
pub fn has(schema: &Schema, name: &str) -> bool {
    let same = |one: &str| one.eq_ignore_ascii_case(name);
    let column = || {
        let (table, column) = name.rsplit_once('.')?;
        schema.table(schema.find_table(table)?).find_column(column)
    };
    key_of(schema, name).is_some()
        || schema.special_indexes.iter().any(|index| same(&index.name))
        || schema.sequences.iter().any(|sequence| same(&sequence.name))
        || schema.streams.iter().any(|stream| same(&stream.name))
        || schema.views.iter().any(|view| same(&view.name))
        || column().is_some()
}

/// Explains the value of a term.
pub(super) fn because(scene: &Scene<'_>, check: &Check) -> Option<Because> {
    let asked = &check.left;
    (asked.term.why)(&scene.of(asked.before), &asked.args, check.op.wants_more())
}

/// Whether a word names a rule or a severity.
#[must_use]
pub fn is_findings(word: &str) -> bool {
    SEVERITIES.iter().any(|(name, _)| *name == word) || rules::find(word).is_some()
}
