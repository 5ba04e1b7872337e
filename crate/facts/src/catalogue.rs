//! The facts a directive may state: one table that reading, checks, messages and completion share.
//!
//! Each entry reads its fact into a `Directive`; nothing else looks at the words of a fact.

use crate::base::bounds::{NODES_MAX, NODES_MIN, RATE_MAX, WRITES_PER_NODE_MAX};
use crate::directive::{Directive, Spread};
use crate::dist::TimeId;
use crate::file::Client;
use crate::nearest::nearest_of;
use crate::roles::role::{ROLE_WORDS, Role};
use crate::syntax::tree::DirectiveFact;
use crate::takes::{Range, Takes, range};

/// A fact that a directive may state.
#[derive(Clone, Copy, Debug)]
pub struct DirectiveEntry {
    /// Its name, as in `lowcard`.
    pub name: &'static str,
    /// How it is written, as in `lowcard(5)`.
    pub form: &'static str,
    /// What it speaks of.
    pub of: FactOf,
    /// One sentence for the editor.
    pub help: &'static str,
    /// What it takes, and what it states then.
    takes: Takes,
    /// Facts of one family contradict each other.
    family: Family,
}

impl DirectiveEntry {
    /// The words it takes behind its sign, where it takes one of a few.
    #[must_use]
    pub fn words(&self) -> &'static [&'static str] {
        self.takes.words()
    }
}

/// What a fact speaks of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FactOf {
    /// A column.
    Column,
    /// A table; `accept` and `off` may speak of an index too.
    Table,
    /// The whole file.
    File,
}

/// Facts that contradict each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Family {
    /// How values are spread.
    Spread,
    /// Whether values change.
    Change,
    /// Only a second fact of the same name.
    Own,
}

const fn of_column(
    name: &'static str,
    form: &'static str,
    takes: Takes,
    family: Family,
    help: &'static str,
) -> DirectiveEntry {
    DirectiveEntry { name, form, of: FactOf::Column, help, takes, family }
}

/// How the values of a column are spread.
const fn spread(
    name: &'static str,
    form: &'static str,
    takes: Takes,
    help: &'static str,
) -> DirectiveEntry {
    of_column(name, form, takes, Family::Spread, help)
}

const fn of_table(
    name: &'static str,
    form: &'static str,
    takes: Takes,
    help: &'static str,
) -> DirectiveEntry {
    DirectiveEntry { name, form, of: FactOf::Table, help, takes, family: Family::Own }
}

const fn of_file(
    name: &'static str,
    form: &'static str,
    takes: Takes,
    help: &'static str,
) -> DirectiveEntry {
    DirectiveEntry { name, form, of: FactOf::File, help, takes, family: Family::Own }
}

// The bounds are assumptions of ours, as those of `crate::base::bounds`: beyond any real instance, and small
// enough that the arithmetic stays finite.

/// Rows or values at most: a row of 100 bytes makes that 100 PB.
const ROWS_MAX: f64 = 1e15;
/// Reads for each row written.
const READS_PER_WRITE_MAX: f64 = 1e6;
/// Rows per second.
const PER_SECOND: Range = range(0.0, RATE_MAX);
/// Bytes of a row: 1,024 columns (Spanner's limit) of 10 MiB each are 1.1e10.
const ROW_BYTES: Range = range(1.0, 2e10);
/// Length of a value: 10 MiB is the limit for `BYTES`; `STRING` takes fewer characters.
const LENGTH: Range = range(1.0, 10.0 * 1024.0 * 1024.0);
/// Nodes.
const NODES: Range = range(NODES_MIN, NODES_MAX);

/// Values of a column, or none said.
const fn count(states: fn(Option<f64>) -> Directive<'static>) -> Takes {
    Takes::MaybeBracketed(range(1.0, ROWS_MAX), states)
}

/// A rate.
const fn rate(states: fn(f64) -> Directive<'static>) -> Takes {
    Takes::Value(PER_SECOND, states)
}

/// A number of rows.
const fn rows(states: fn(f64) -> Directive<'static>) -> Takes {
    Takes::Value(range(0.0, ROWS_MAX), states)
}

/// Nothing, for a fact that says how values are spread.
const fn spread_as(spread: Spread) -> Takes {
    Takes::Nothing(Directive::Spread(spread))
}

/// Nothing, for ids that start with the time.
const fn time_ordered(id: TimeId) -> Takes {
    spread_as(Spread::TimeOrdered(id))
}

/// All facts, those of columns first.
static CATALOGUE: &[DirectiveEntry] = &[
    spread(
        "random",
        "random",
        spread_as(Spread::Random),
        "Values are spread evenly over the key space.",
    ),
    spread("uuidv4", "uuidv4", spread_as(Spread::Random), "Random UUIDs, version 4."),
    spread(
        "sequential",
        "sequential",
        spread_as(Spread::Sequential),
        "Each value is larger than all earlier ones.",
    ),
    spread(
        "descending",
        "descending",
        spread_as(Spread::Descending),
        "Each value is smaller than all earlier ones.",
    ),
    spread(
        "uuidv7",
        "uuidv7",
        time_ordered(TimeId::UuidV7),
        "UUIDs, version 7: they start with the time.",
    ),
    spread(
        "uuidv6",
        "uuidv6",
        time_ordered(TimeId::UuidV6),
        "UUIDs, version 6: they start with the time.",
    ),
    spread(
        "uuidv1",
        "uuidv1",
        time_ordered(TimeId::UuidV1),
        "UUIDs, version 1: one point sweeps the key space.",
    ),
    spread("ulid", "ulid", time_ordered(TimeId::Ulid), "ULIDs: they start with the time."),
    spread("ksuid", "ksuid", time_ordered(TimeId::Ksuid), "KSUIDs: they start with the time."),
    spread(
        "snowflake",
        "snowflake",
        time_ordered(TimeId::Snowflake),
        "Snowflake ids: they start with the time.",
    ),
    spread(
        "entity",
        "entity(1e6)",
        count(|n| Directive::Spread(Spread::Entity(n))),
        "One of many entities, and how many there are.",
    ),
    spread(
        "lowcard",
        "lowcard(5)",
        count(|n| Directive::Spread(Spread::LowCard(n))),
        "One of few values, and how many there are.",
    ),
    spread(
        "shard",
        "shard(32)",
        count(|n| Directive::Spread(Spread::Shard(n))),
        "A shard number, and how many shards there are.",
    ),
    spread("constant", "constant", spread_as(Spread::Constant), "One value for all rows."),
    of_column(
        "sparse",
        "sparse(0.98)",
        Takes::Number(range(0.0, 1.0), Directive::Sparse),
        Family::Own,
        "The share of rows without a value.",
    ),
    of_column(
        "mutable",
        "mutable(100/s)",
        Takes::MaybeNumber(PER_SECOND, Directive::Mutable),
        Family::Change,
        "The value changes after insert; the rate is optional.",
    ),
    of_column(
        "immutable",
        "immutable",
        Takes::Nothing(Directive::Immutable),
        Family::Change,
        "The value never changes after insert.",
    ),
    of_column(
        "maxlen",
        "maxlen(40)",
        Takes::Number(LENGTH, Directive::MaxLen),
        Family::Own,
        "The longest value in characters.",
    ),
    of_column(
        "unique",
        "unique",
        Takes::Nothing(Directive::Unique),
        Family::Own,
        "No two rows share a value.",
    ),
    of_table(
        "writes",
        "writes=12k/s",
        rate(Directive::Writes),
        "Rows inserted per second at peak.",
    ),
    of_table(
        "updates",
        "updates=2k/s",
        rate(Directive::Updates),
        "Rows updated per second at peak.",
    ),
    of_table(
        "deletes",
        "deletes=500/s",
        rate(Directive::Deletes),
        "Rows deleted per second at peak.",
    ),
    of_table(
        "role",
        "role=queue",
        Takes::Word(ROLE_WORDS, |word| Role::of_word(word).map(Directive::Role)),
        "What the table is for; rates that are not stated follow from it.",
    ),
    of_table("rows", "rows=1e9", rows(Directive::Rows), "Rows in the table."),
    of_table(
        "row-bytes",
        "row-bytes=1KiB",
        Takes::Value(ROW_BYTES, Directive::RowBytes),
        "Bytes of a row.",
    ),
    of_table(
        "low-write",
        "low-write(2/s)",
        Takes::MaybeBracketed(PER_SECOND, Directive::LowWrite),
        "Few writes: no key of this table becomes a hotspot.",
    ),
    of_table(
        "append-only",
        "append-only",
        Takes::Nothing(Directive::AppendOnly),
        "Rows are never changed or deleted.",
    ),
    of_table(
        "retention",
        "retention=forever",
        Takes::Word(&["forever"], |_| Some(Directive::RetentionForever)),
        "Rows are kept forever.",
    ),
    of_table(
        "reads",
        "reads=by-time",
        Takes::Reads(PER_SECOND),
        "How rows are read; with a rate, as in `reads(point)=5k/s`, how often.",
    ),
    of_table(
        "read-together",
        "read-together=yes",
        Takes::Word(&["yes", "no"], |word| Some(Directive::ReadTogether(word == "yes"))),
        "Whether a parent is read with its children.",
    ),
    of_table(
        "children-per-parent",
        "children-per-parent<=200",
        rows(Directive::ChildrenPerParent),
        "The most children a parent row ever has.",
    ),
    of_table("skew", "skew(TenantId)=whale(40%)", Takes::Skew, "How uneven the entities are."),
    of_table(
        "accept",
        "accept(rule)",
        Takes::Rules(|rules| Directive::Accept(rules)),
        "Accepts a rule's finding, with a reason.",
    ),
    of_table(
        "off",
        "off(rule)",
        Takes::Rules(|rules| Directive::Off(rules)),
        "Disables a rule here.",
    ),
    of_file("nodes", "nodes=10", Takes::Value(NODES, Directive::Nodes), "Nodes of the instance."),
    of_file(
        "max-nodes",
        "max-nodes=40",
        Takes::Value(NODES, Directive::MaxNodes),
        "Planned maximum number of nodes.",
    ),
    of_file(
        "pu",
        "pu=500",
        Takes::Value(range(NODES.least * 1000.0, NODES.most * 1000.0), Directive::ProcessingUnits),
        "Processing units of the instance; 1000 are one node.",
    ),
    of_file(
        "region",
        "region=multi",
        Takes::Word(&["multi", "single"], |word| Some(Directive::MultiRegion(word == "multi"))),
        "Whether the instance spans regions.",
    ),
    of_file(
        "reads-per-write",
        "reads-per-write=4",
        Takes::Value(range(0.0, READS_PER_WRITE_MAX), Directive::ReadsPerWrite),
        "Reads per row written, over all tables; rates stated for a table count towards it.",
    ),
    of_file(
        "ceiling",
        "ceiling=3500",
        Takes::Value(range(1.0, WRITES_PER_NODE_MAX), Directive::Ceiling),
        "Rows per second that one split can take.",
    ),
    of_file(
        "dialect",
        "dialect=gsql",
        Takes::Word(&["gsql", "pg"], |_| Some(Directive::Dialect)),
        "The dialect of the schema.",
    ),
    of_file(
        "source",
        "source=mysql",
        Takes::Word(&["mysql", "pg", "mssql", "oracle"], |word| Some(Directive::Source(word))),
        "The database the schema comes from.",
    ),
    of_file(
        "client",
        "client=int64-safe",
        Takes::Word(&["int64-safe", "json"], client),
        "Whether clients read all 64 bits of integers, or JSON numbers, which are exact up to 2^53.",
    ),
];

/// Every fact that a directive may state, in the order in which completion offers them.
#[must_use]
pub fn directive_catalogue() -> &'static [DirectiveEntry] {
    CATALOGUE
}

/// The entry of a name.
#[must_use]
pub fn entry(name: &str) -> Option<&'static DirectiveEntry> {
    CATALOGUE.iter().find(|entry| entry.name.eq_ignore_ascii_case(name))
}

/// Whether a column cannot have both facts. Names that are no facts contradict nothing.
#[must_use]
pub fn contradict(one: &str, other: &str) -> bool {
    let (Some(one), Some(other)) = (entry(one), entry(other)) else { return false };
    one.name == other.name || (one.family != Family::Own && one.family == other.family)
}

/// What reads integers, as a word says.
fn client(word: &str) -> Option<Directive<'_>> {
    let client = match word {
        "int64-safe" => Client::Int64Safe,
        "json" => Client::Json,
        _ => return None,
    };
    Some(Directive::Client(client))
}

/// A fact of a directive that counts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StatedFact<'a> {
    /// Its name.
    pub(crate) name: &'static str,
    /// What it states.
    pub(crate) directive: Directive<'a>,
    /// The fact as it is written.
    pub(crate) fact: &'a DirectiveFact,
}

/// Reads a fact of a directive; `None` where it is wrong in itself and states nothing.
pub(crate) fn read(fact: &DirectiveFact) -> Option<StatedFact<'_>> {
    // The name first: `problem` searches for the nearest one where it knows none.
    let entry = entry(&fact.name)?;
    let directive = entry.takes.read(fact).ok()?;
    Some(StatedFact { name: entry.name, directive, fact })
}

/// Whether a stated fact counts: one that is wrong in itself says nothing.
#[must_use]
pub fn is_usable(fact: &DirectiveFact) -> bool {
    read(fact).is_some()
}

/// What is wrong with a stated fact, if anything.
pub(crate) fn problem(fact: &DirectiveFact) -> Option<String> {
    let Some(entry) = entry(&fact.name) else {
        let near = nearest_of(&fact.name, CATALOGUE.iter().map(|entry| entry.name));
        return Some(format!("expected a fact, found `{}`{near}", fact.name));
    };
    let wrong = entry.takes.read(fact).err()?;
    Some(format!("expected {wrong}, for example `{}`", entry.form))
}

/// What is wrong with a value for the fact of a name, if anything: `of` is what stands in
/// brackets.
#[must_use]
pub fn wrong(name: &str, of: Option<&str>, value: &str) -> Option<String> {
    let args = of.map(str::to_owned).into_iter().collect();
    let value = Some(value.to_owned()).filter(|value| !value.is_empty());
    let span = crate::text::Span::new(0, 0);
    problem(&DirectiveFact { name: name.to_ascii_lowercase(), args, value, span })
}
