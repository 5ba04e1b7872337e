//! The facts a directive may state: one table that checks, messages and completion share.

use super::roles::{READ_WORDS, ROLE_WORDS};
use super::tables::quantity;
use crate::base::bounds::{NODES_MAX, NODES_MIN, RATE_MAX, WRITES_PER_NODE_MAX};
use crate::syntax::tree::DirectiveFact;

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
    /// What it takes.
    takes: Takes,
    /// Facts of one family contradict each other.
    family: Family,
}

impl DirectiveEntry {
    /// The words it takes behind its sign, where it takes one of a few.
    #[must_use]
    pub fn words(&self) -> &'static [&'static str] {
        match self.takes {
            Takes::Word(words) | Takes::WordOrRate(words) => words,
            _ => &[],
        }
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

/// What a fact takes besides its name.
#[derive(Clone, Copy, Debug)]
enum Takes {
    /// Nothing.
    Nothing,
    /// A number in brackets, which may be left out.
    MaybeNumber(Range),
    /// A number in brackets.
    Number(Range),
    /// A number behind the sign.
    Value(Range),
    /// One of these words behind the sign.
    Word(&'static [&'static str]),
    /// One of these words behind the sign; or one in brackets and a number behind the sign.
    WordOrRate(&'static [&'static str]),
    /// A column in brackets and a shape behind the sign.
    Skew,
    /// Ids of rules in brackets.
    Rules,
}

/// The least and the most that a number may be.
#[derive(Clone, Copy, Debug)]
struct Range {
    least: f64,
    most: f64,
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

const fn range(least: f64, most: f64) -> Range {
    Range { least, most }
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

const COUNT: Takes = Takes::MaybeNumber(range(1.0, ROWS_MAX));
const RATE: Takes = Takes::Value(PER_SECOND);
const ROWS: Takes = Takes::Value(range(0.0, ROWS_MAX));

/// All facts, those of columns first.
pub(super) static CATALOGUE: &[DirectiveEntry] = &[
    spread("random", "random", Takes::Nothing, "Values fall anywhere in the key space, evenly."),
    spread("uuidv4", "uuidv4", Takes::Nothing, "Random UUIDs, version 4."),
    spread("sequential", "sequential", Takes::Nothing, "Each value is above all before it."),
    spread("descending", "descending", Takes::Nothing, "Each value is below all before it."),
    spread("uuidv7", "uuidv7", Takes::Nothing, "UUIDs, version 7: the time comes first."),
    spread("uuidv6", "uuidv6", Takes::Nothing, "UUIDs, version 6: the time comes first."),
    spread("uuidv1", "uuidv1", Takes::Nothing, "UUIDs, version 1: one point sweeps the key space."),
    spread("ulid", "ulid", Takes::Nothing, "ULIDs: the time comes first."),
    spread("ksuid", "ksuid", Takes::Nothing, "KSUIDs: the time comes first."),
    spread("snowflake", "snowflake", Takes::Nothing, "Snowflake ids: the time comes first."),
    spread("entity", "entity(1e6)", COUNT, "One of many entities, and how many there are."),
    spread("lowcard", "lowcard(5)", COUNT, "One of few values, and how many there are."),
    spread("shard", "shard(32)", COUNT, "A shard number, and how many shards there are."),
    spread("constant", "constant", Takes::Nothing, "One value for all rows."),
    of_column(
        "sparse",
        "sparse(0.98)",
        Takes::Number(range(0.0, 1.0)),
        Family::Own,
        "The share of rows without a value.",
    ),
    of_column(
        "mutable",
        "mutable(100/s)",
        Takes::MaybeNumber(PER_SECOND),
        Family::Change,
        "The value changes after insert, and how often.",
    ),
    of_column(
        "immutable",
        "immutable",
        Takes::Nothing,
        Family::Change,
        "The value never changes after insert.",
    ),
    of_column(
        "maxlen",
        "maxlen(40)",
        Takes::Number(LENGTH),
        Family::Own,
        "The longest value in characters.",
    ),
    of_column("unique", "unique", Takes::Nothing, Family::Own, "No two rows share a value."),
    of_table("writes", "writes=12k/s", RATE, "Rows inserted per second at peak."),
    of_table("updates", "updates=2k/s", RATE, "Rows updated per second at peak."),
    of_table("deletes", "deletes=500/s", RATE, "Rows deleted per second at peak."),
    of_table(
        "role",
        "role=queue",
        Takes::Word(ROLE_WORDS),
        "What the table is for; the rates that are not said follow from it.",
    ),
    of_table("rows", "rows=1e9", ROWS, "Rows in the table."),
    of_table("row-bytes", "row-bytes=1KiB", Takes::Value(ROW_BYTES), "Bytes of a row."),
    of_table(
        "low-write",
        "low-write(2/s)",
        Takes::MaybeNumber(PER_SECOND),
        "Few writes: no key of this table gets hot.",
    ),
    of_table("append-only", "append-only", Takes::Nothing, "Rows are never changed or deleted."),
    of_table(
        "retention",
        "retention=forever",
        Takes::Word(&["forever"]),
        "Rows are kept for ever.",
    ),
    of_table(
        "reads",
        "reads=by-time",
        Takes::WordOrRate(READ_WORDS),
        "How rows are read; with a rate, as in `reads(point)=5k/s`, how often.",
    ),
    of_table(
        "read-together",
        "read-together=yes",
        Takes::Word(&["yes", "no"]),
        "Whether a parent is read with its children.",
    ),
    of_table(
        "children-per-parent",
        "children-per-parent<=200",
        ROWS,
        "The most children a parent row ever has.",
    ),
    of_table("skew", "skew(TenantId)=whale(40%)", Takes::Skew, "How uneven the entities are."),
    of_table("accept", "accept(rule)", Takes::Rules, "Accepts a rule's finding, with a reason."),
    of_table("off", "off(rule)", Takes::Rules, "Switches a rule off here."),
    of_file("nodes", "nodes=10", Takes::Value(NODES), "Nodes of the instance."),
    of_file(
        "max-nodes",
        "max-nodes=40",
        Takes::Value(NODES),
        "Nodes it is planned to have at most.",
    ),
    of_file(
        "pu",
        "pu=500",
        Takes::Value(range(NODES.least * 1000.0, NODES.most * 1000.0)),
        "Processing units of the instance; 1000 are a node.",
    ),
    of_file(
        "region",
        "region=multi",
        Takes::Word(&["multi", "single"]),
        "Whether the instance spans regions.",
    ),
    of_file(
        "reads-per-write",
        "reads-per-write=4",
        Takes::Value(range(0.0, READS_PER_WRITE_MAX)),
        "Reads for each row written, over all tables; what is said of a table counts towards it.",
    ),
    of_file(
        "ceiling",
        "ceiling=3500",
        Takes::Value(range(1.0, WRITES_PER_NODE_MAX)),
        "Rows per second that one split takes.",
    ),
    of_file("dialect", "dialect=gsql", Takes::Word(&["gsql", "pg"]), "The dialect of the text."),
    of_file(
        "source",
        "source=mysql",
        Takes::Word(&["mysql", "pg", "mssql", "oracle"]),
        "The database the schema comes from.",
    ),
    of_file(
        "client",
        "client=int64-safe",
        Takes::Word(&["int64-safe", "json"]),
        "Whether clients read whole 64-bit integers, or numbers of JSON that are exact to 2^53.",
    ),
];

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

/// Whether a stated fact counts: one that is wrong in itself says nothing.
#[must_use]
pub fn is_usable(fact: &DirectiveFact) -> bool {
    // The name first: `problem` searches for the nearest one where it knows none.
    entry(&fact.name).is_some() && problem(fact).is_none()
}

/// What is wrong with a stated fact, if anything.
pub(super) fn problem(fact: &DirectiveFact) -> Option<String> {
    let Some(entry) = entry(&fact.name) else {
        return Some(format!("expected a fact, found `{}`{}", fact.name, nearest(&fact.name)));
    };
    let wrong = entry.takes.wrong(fact)?;
    Some(format!("expected {wrong}, as in `{}`", entry.form))
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

impl Takes {
    /// What was expected, if the fact does not have it.
    fn wrong(self, fact: &DirectiveFact) -> Option<String> {
        let bracketed = || fact.args.first().or(fact.value.as_ref());
        match self {
            Self::Nothing => (!fact.args.is_empty() || fact.value.is_some())
                .then(|| format!("nothing after `{}`", fact.name)),
            Self::MaybeNumber(range) => bracketed().and_then(|said| range.wrong(Some(said))),
            Self::Number(range) => range.wrong(bracketed()),
            Self::Value(range) => range.wrong(fact.value.as_ref()),
            Self::Word(words) => word(words, fact.value.as_deref().unwrap_or_default()),
            Self::WordOrRate(words) => match fact.args.first() {
                Some(said) => word(words, said)
                    .map(|wrong| format!("{wrong} in the brackets"))
                    .or_else(|| PER_SECOND.wrong(fact.value.as_ref())),
                None => word(words, fact.value.as_deref().unwrap_or_default()),
            },
            // Its column is looked up where its table is known.
            Self::Skew => None,
            Self::Rules => fact.args.is_empty().then(|| "the id of a rule in brackets".to_owned()),
        }
    }
}

impl Range {
    /// What was expected, if a number is not within the range.
    fn wrong(self, said: Option<&String>) -> Option<String> {
        let number = said.and_then(|said| quantity(said));
        if number.is_some_and(|number| (self.least..=self.most).contains(&number)) {
            return None;
        }
        let kind = if self.most <= 1.0 { "share" } else { "number" };
        let found = said.map_or(String::new(), |said| format!(", found `{said}`"));
        Some(format!("a {kind} from {} to {}{found}", shown(self.least), shown(self.most)))
    }
}

/// A bound in the shortest way in which people write it.
fn shown(bound: f64) -> String {
    let (plain, power) = (format!("{bound}"), format!("{bound:e}"));
    if bound >= 1.0 && power.len() < plain.len() { power } else { plain }
}

/// What was expected, if `said` is none of `words`.
fn word(words: &[&str], said: &str) -> Option<String> {
    let found = words.contains(&said);
    let list = || words.iter().map(|w| format!("`{w}`")).collect::<Vec<_>>();
    let found_is = if said.is_empty() { String::new() } else { format!(", found `{said}`") };
    (!found).then(|| format!("{}{found_is}", list().join(" or ")))
}

fn nearest(name: &str) -> String {
    nearest_of(name, CATALOGUE.iter().map(|entry| entry.name))
}

/// `; did you mean …?` with the name that is nearest to one that is not there; empty when none is
/// near.
#[must_use]
pub fn nearest_of<'a>(name: &str, names: impl Iterator<Item = &'a str>) -> String {
    // Half of a short name may be another name altogether.
    let most = (name.chars().count() / 2).min(3);
    let lower = name.to_lowercase();
    let near_length = |known: &&str| known.chars().count().abs_diff(lower.chars().count()) <= most;
    let close = names
        .filter(near_length)
        .map(|known| (distance(&lower, &known.to_lowercase()), known))
        .filter(|(distance, _)| *distance <= most)
        .min_by_key(|(distance, _)| *distance);
    close.map_or_else(String::new, |(_, known)| format!("; did you mean `{known}`?"))
}

/// Single-letter changes between two short words.
fn distance(a: &str, b: &str) -> usize {
    const WORD_MAX: usize = 40;
    let (a, b): (Vec<char>, Vec<char>) =
        (a.chars().take(WORD_MAX).collect(), b.chars().take(WORD_MAX).collect());
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, ca) in a.iter().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, cb) in b.iter().enumerate() {
            let replace = diagonal + usize::from(ca != cb);
            diagonal = row[j + 1];
            row[j + 1] = replace.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}
