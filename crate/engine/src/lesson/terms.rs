//! What a check may ask for, in one table: each term with what it takes, its unit, how it is
//! measured and what explains its value.

use crate::facts::sizes::column_bytes;
use crate::lesson::explain;
use crate::lesson::hot;
use crate::lesson::measured::{Measured, Unit, count, endless, missing, some};
use crate::lesson::objects::{has, key_of, shards};
use crate::lesson::scene::Scene;
use crate::schema::{KeyPart, TableId};
use crate::sim::answers::NodesNeeded;

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
    pub(super) measure: fn(&Scene<'_>, &[String]) -> Measured,
    /// Says what is known of its value.
    pub(super) why: explain::Why,
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
        doc: "rows per second that the workload offers to write",
        measure: |scene, _| some(scene.side().run.summary.offered),
        why: explain::nothing,
    },
    Term {
        name: "sustainable",
        takes: Takes::Nothing,
        unit: Unit::PerSecond,
        sided: true,
        doc: "rows per second that the instance serves without a full server once the load is \
              spread",
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
        doc: "the hottest cell of the map, as a share of what one split can take",
        measure: |scene, _| some(100.0 * scene.grid().peak_share()),
        why: explain::slow,
    },
    Term {
        name: "settled",
        takes: Takes::Nothing,
        unit: Unit::Minutes,
        sided: true,
        doc: "time until the write rate stays at its final value",
        measure: |scene, _| some(scene.side().run.summary.seconds_to_saturation / 60.0),
        why: explain::slow,
    },
    Term {
        name: "balanced",
        takes: Takes::Nothing,
        unit: Unit::Minutes,
        sided: true,
        doc: "time until no server is full",
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
        doc: "the nodes of the lesson",
        measure: |scene, _| some(scene.first.knobs.nodes),
        why: explain::nothing,
    },
    Term {
        name: "nodes-needed",
        takes: Takes::Nothing,
        unit: Unit::Count,
        sided: true,
        doc: "nodes that the offered rate needs, with every server within the recommended \
              utilisation",
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
        doc: "open findings of {}",
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
        doc: "indexes that the schema creates",
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
        doc: "indexes that Spanner creates for foreign keys",
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
        doc: "{} exists",
        measure: |scene, args| count(usize::from(has(scene.schema(), &args[0]))),
        why: explain::has,
    },
    Term {
        name: "shards",
        takes: Takes::Object,
        unit: Unit::Count,
        sided: true,
        doc: "shards at the start of the key of {}",
        measure: |scene, args| {
            of_key(scene, &args[0], |scene, table, key| {
                f64::from(shards(&scene.side().reading, table, key))
            })
        },
        why: explain::key,
    },
    Term {
        name: "pressure",
        takes: Takes::Object,
        unit: Unit::Percent,
        sided: true,
        doc: "load that the key of {} puts on one split, as a share of what that can take",
        measure: |scene, args| match key_of(scene.schema(), &args[0]) {
            Some(_) => some(100.0 * hot::pressure(&scene.side().reading, &args[0])),
            None => missing(&args[0]),
        },
        why: explain::pressure,
    },
    Term {
        name: "key-bytes",
        takes: Takes::Object,
        unit: Unit::Bytes,
        sided: true,
        doc: "bytes of a key of {}, estimated from the column types",
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
        doc: "bytes of a row of {}, stated or estimated from the column types",
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
        doc: "key ranges for reading {}; `full` is every row, more than any number",
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
        doc: "{} in the map",
        measure: |scene, args| count(scene.patterns(args).len()),
        why: explain::pattern,
    },
];

impl Term {
    /// The term of a name.
    #[must_use]
    pub fn find(name: &str) -> Option<&'static Self> {
        TERMS.iter().find(|term| term.name == name)
    }
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
