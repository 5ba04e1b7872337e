//! What is known of each column and table, how sure it is, and from what: the column facts,
//! the table facts, and the key walk over them.
//!
//! Rules judge by these facts alone and simulation draws its rates from them. A fact that is
//! wrong is mended here, once, never in a rule.
//!
#![doc = include_str!("../README.md")]

pub use hotsplit_schema as schema;
pub use schema::{base, order, syntax, text};

pub mod access;
mod again;
pub mod catalogue;
pub mod columns;
pub mod digits;
pub mod evidence;
pub mod expression;
mod ids;
pub mod lexicon;
pub mod roles;
pub mod shape;
pub mod shard;
pub mod sparse;
pub mod tables;
pub mod walk;
pub mod written;

use crate::schema::limits::WRITES_PER_NODE;
use crate::schema::{ColumnId, IndexId, Place, Schema, TableId};
use crate::text::Span;

/// Everything known of a schema.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    /// One per table, by [`TableId`].
    pub tables: Vec<TableFacts>,
    /// One per index, by [`IndexId`].
    pub indexes: Vec<IndexFacts>,
    /// Facts of the file: nodes, region, ceiling.
    pub file: FileFacts,
    /// What is accepted and switched off of other things than tables and indexes, and for the
    /// whole file, in the order of the text.
    pub elsewhere: Vec<(Place, Suppressed)>,
    /// Directives that could not be used, with the reason.
    pub problems: Vec<FactProblem>,
    /// How much room each key leaves; empty until [`crate::headroom::learn`] has worked it out.
    pub headroom: Headroom,
}

/// How much room each key leaves: what rules judge by.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Headroom {
    /// One per table, by [`TableId`]; `None` where nothing of it stays in one place.
    pub tables: Vec<Option<Pressure>>,
    /// One per index, by [`IndexId`].
    pub indexes: Vec<Option<Pressure>>,
    /// Nodes that a share is judged by: those there are or may be, and [`NODES_DEFAULT`] at least.
    pub nodes: f64,
    /// A rate of the whole schema is given, or every rate is stated or follows from what is.
    pub rate_stated: bool,
    /// Rows written per second over the whole schema that it was worked out at.
    pub writes_per_second: f64,
}

/// What a table or index puts on one split: its heaviest tail or row.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pressure {
    /// Writes per second over the whole schema at which that split is full, whatever the nodes.
    /// `None` where no guessed rate has a part in it and the known ones do not fill it.
    pub ceiling: Option<f64>,
    /// Its share of all work, 0 to 1. Up to one over this many nodes it does no harm.
    pub share: f64,
    /// The same if the guessed rate behind it, or that of one of a few values in front of it, were
    /// ten times too low.
    pub share_if_busier: f64,
    /// Its work over what a split can take; of use where the rates are known.
    pub load: f64,
    /// Rows per second written there, interleaved rows included; likewise.
    pub rows_per_second: f64,
    /// The rates behind it don't grow with the guess: they are stated, follow from what is stated, or
    /// are what a lookup takes at most.
    pub known: bool,
    /// Somebody stated them, or what they follow from.
    pub stated: bool,
}

impl Pressure {
    /// Nodes up to which it does no harm.
    #[must_use]
    pub fn nodes_harmless(&self) -> f64 {
        1.0 / self.share.max(f64::MIN_POSITIVE)
    }
}

/// Nodes assumed where none are stated (those of the ledger story).
pub const NODES_DEFAULT: f64 = 10.0;

/// What a person has set beside the text. Directives in the text win over it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Given {
    /// Nodes of the instance.
    pub nodes: Option<f64>,
    /// Rows written per second over the whole schema.
    pub writes_per_second: Option<f64>,
}

/// Every fact that a directive may state, in the order in which completion offers them.
#[must_use]
pub fn directive_catalogue() -> &'static [catalogue::DirectiveEntry] {
    catalogue::CATALOGUE
}

/// A directive that could not be used.
#[derive(Clone, Debug)]
pub struct FactProblem {
    /// What is wrong and what was expected.
    pub message: String,
    /// Where.
    pub span: Span,
}

/// Facts of the whole file.
#[derive(Clone, Debug, PartialEq)]
pub struct FileFacts {
    /// Nodes the instance has.
    pub nodes: Option<f64>,
    /// Nodes it is planned to have at most.
    pub max_nodes: Option<f64>,
    /// Writes/s one split takes; [`crate::schema::limits::WRITES_PER_NODE`] unless said otherwise.
    pub ceiling: f64,
    /// A directive says how many nodes there are or will be.
    pub nodes_stated: bool,
    /// The instance spans regions.
    pub multi_region: bool,
    /// The database the schema comes from, if said: the text is part of a migration.
    pub source: Option<Said>,
    /// What reads integers, if said: `int64-safe` or `json`.
    pub client: Option<Client>,
    /// Reads for each row written, over the whole schema, if said.
    pub reads_per_write: Option<f64>,
}

/// A word that was stated, and where.
#[derive(Clone, Debug, PartialEq)]
pub struct Said {
    /// The word.
    pub word: String,
    /// The fact.
    pub span: Span,
}

/// What reads the integers of the database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Client {
    /// Clients that read whole 64-bit integers.
    Int64Safe,
    /// Clients that read numbers as JavaScript does: exact up to 2^53.
    Json,
}

impl Default for FileFacts {
    fn default() -> Self {
        Self {
            nodes: None,
            max_nodes: None,
            ceiling: WRITES_PER_NODE,
            nodes_stated: false,
            multi_region: false,
            source: None,
            client: None,
            reads_per_write: None,
        }
    }
}

/// Facts of a table.
#[derive(Clone, Debug)]
pub struct TableFacts {
    /// One per column, by [`ColumnId`].
    pub columns: Vec<ColumnFact>,
    /// Inserts per second: said by a directive, or this table's part of what was given. The part
    /// of a counter is its updates, which land where its inserts would.
    pub writes_per_second: Option<f64>,
    /// The rate was said by a directive of this table.
    pub writes_stated: bool,
    /// Updates per second: said by a directive, or this table's part of what was given.
    pub updates_per_second: Option<f64>,
    /// The rate of updates was said by a directive of this table.
    pub updates_stated: bool,
    /// Deletes per second, if said.
    pub deletes_per_second: Option<f64>,
    /// What the table is for.
    pub role: roles::RoleFact,
    /// Rows, if said.
    pub rows: Option<f64>,
    /// Bytes per row, said or guessed from the types.
    pub row_bytes: f64,
    /// Few writes: said by a directive, or a ledger of schema versions.
    pub low_write: Option<LowWrite>,
    /// The key walk over the primary key.
    pub walk: Walk,
    /// Skew of columns, if said.
    pub skew: Vec<(ColumnId, Skew)>,
    /// Rules accepted here, each with its reason.
    pub accepted: Vec<Accepted>,
    /// Rules switched off here.
    pub off: Vec<String>,
    /// Rows are kept for ever, by directive.
    pub retention_forever: bool,
    /// Rows are never changed or deleted, by directive.
    pub append_only: bool,
    /// How rows are read, if said; reads of all rows are not among them.
    pub reads: Vec<String>,
    /// Reads per second by shape, if said; of several for one shape the last counts.
    pub read_rates: Vec<(roles::ReadShape, f64)>,
    /// Most children a parent row has, if said.
    pub children_per_parent: Option<f64>,
    /// Whether a parent is read with its children, if said.
    pub read_together: Option<bool>,
}

/// Facts of an index.
#[derive(Clone, Debug)]
pub struct IndexFacts {
    /// The key walk over the index key with the base key appended.
    pub walk: Walk,
    /// Entries written per second: inserts plus twice the updates of its columns, if known.
    pub writes_per_second: Option<f64>,
    /// Rules accepted here, each with its reason.
    pub accepted: Vec<Accepted>,
    /// Rules switched off here.
    pub off: Vec<String>,
}

/// Rules accepted and switched off in one place.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Suppressed {
    /// Rules accepted here, each with its reason.
    pub accepted: Vec<Accepted>,
    /// Rules switched off here.
    pub off: Vec<String>,
}

/// Few writes.
#[derive(Clone, Debug, PartialEq)]
pub struct LowWrite {
    /// Writes/s, if said.
    pub writes_per_second: Option<f64>,
    /// Why it is known.
    pub evidence: Evidence,
}

/// `accept(rule) reason="…"`.
#[derive(Clone, Debug, PartialEq)]
pub struct Accepted {
    /// The rule's id.
    pub rule: String,
    /// The reason, if given.
    pub reason: Option<String>,
    /// The directive.
    pub span: Span,
}

/// Skew of an entity column.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Skew {
    /// No entity stands out.
    Uniform,
    /// Zipf with this exponent.
    Zipf(f64),
    /// One entity has this share (0..1).
    Whale(f64),
}

/// What is known of a column.
#[derive(Clone, Debug, PartialEq)]
pub struct ColumnFact {
    /// How its values are spread over the key space as rows arrive.
    pub dist: Dist,
    /// Which family of time-ordered ids, where that is known.
    pub time_id: Option<TimeId>,
    /// How sure, 0 to 1.
    pub confidence: f64,
    /// Why.
    pub evidence: Vec<Evidence>,
    /// The value of a row changes after insert.
    pub mutable: Option<Mutable>,
    /// Share of rows without a value, if known.
    pub null_share: Option<f64>,
    /// Longest value in characters, if known.
    pub max_len: Option<u32>,
    /// The value never changes after insert, by directive.
    pub immutable: bool,
    /// No two rows share a value, by directive.
    pub unique: bool,
    /// The user has said so by a directive.
    pub stated: bool,
    /// What the text shows where a directive says something else.
    pub overruled: Option<Box<Overruled>>,
}

/// What would be believed of a column if no directive had spoken.
#[derive(Clone, Debug, PartialEq)]
pub struct Overruled {
    /// How its values would be spread.
    pub dist: Dist,
    /// How sure that would be, 0 to 1.
    pub confidence: f64,
    /// Why.
    pub evidence: Evidence,
}

/// A column whose value changes.
#[derive(Clone, Debug, PartialEq)]
pub struct Mutable {
    /// Changes per second over the table, if said.
    pub per_second: Option<f64>,
    /// Why it is known.
    pub evidence: Evidence,
}

/// How values are spread over the key space as rows arrive.
#[derive(Clone, Debug, PartialEq)]
pub enum Dist {
    /// Anywhere, evenly.
    Uniform,
    /// One of many entities.
    Entity {
        /// How many, if it can be told; [`ENTITY_CARDINALITY`] otherwise.
        cardinality: f64,
    },
    /// Each value above all before.
    MonotonicUp,
    /// Each value below all before.
    MonotonicDown,
    /// The time of arrival, or an id that starts with it.
    TimeArrival,
    /// The day, month or hour of arrival.
    TimeBucket,
    /// One of few values.
    LowCard {
        /// How many.
        values: u32,
    },
    /// A shard number derived from a hash or a counter.
    Shard {
        /// Shards.
        n: u32,
        /// The formula can give negative numbers: `2n − 1` shards.
        signed: bool,
        /// The column it is derived from, if it is one of the table.
        of: Option<ColumnId>,
        /// Computed by the database, not by the application.
        derived: bool,
        /// The number of shards is known, not assumed.
        known: bool,
    },
    /// One value.
    Constant,
    /// The DDL does not tell.
    Unknown,
}

/// Entities behind a column when nothing says how many (assumption of ours: enough that no
/// instance has a tenth as many nodes).
pub const ENTITY_CARDINALITY: f64 = 100_000.0;

/// Families of time-ordered ids.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimeId {
    /// ULID.
    Ulid,
    /// KSUID.
    Ksuid,
    /// Snowflake, TSID, Sonyflake.
    Snowflake,
    /// MongoDB's ObjectId.
    ObjectId,
    /// XID.
    Xid,
    /// CUID, the first version.
    Cuid,
    /// Firebase push id.
    PushId,
    /// TypeID.
    TypeId,
    /// UUID version 1: sweeps the key space every 7 min 9.5 s.
    UuidV1,
    /// UUID version 6.
    UuidV6,
    /// UUID version 7.
    UuidV7,
    /// `NEWSEQUENTIALID`, `SYS_GUID`, `UUID_TO_BIN(…, 1)`.
    Sequential,
}

/// Why something is believed.
#[derive(Clone, Debug, PartialEq)]
pub struct Evidence {
    /// In words: `the comment "ULID"`, `the type STRING(26)`.
    pub what: String,
    /// Where it stands.
    pub span: Span,
    /// Which kind, strongest first.
    pub source: Source,
}

/// Kinds of evidence, strongest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Source {
    /// `-- hotsplit:`.
    Directive,
    /// DEFAULT, IDENTITY, a generated expression, an option.
    Expression,
    /// Through a foreign key or interleaving.
    Inherited,
    /// A CHECK.
    Check,
    /// A plain comment.
    Comment,
    /// Name and type.
    Name,
    /// Type and length alone.
    Type,
    /// Nothing better was found.
    Assumed,
}

/// The walk along a key: where do inserts land?
#[derive(Clone, Debug, PartialEq)]
pub struct Walk {
    /// The parts in order, the parent's first for interleaved objects.
    pub parts: Vec<WalkPart>,
    /// Where the walk ended.
    pub outcome: Outcome,
}

/// A part of a walked key.
#[derive(Clone, Debug, PartialEq)]
pub struct WalkPart {
    /// The table the column belongs to.
    pub table: TableId,
    /// The column.
    pub column: ColumnId,
    /// Descending.
    pub desc: bool,
    /// Where this part is written.
    pub span: Span,
    /// The part is the parent's.
    pub inherited: bool,
}

/// Where a walk ended.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// Inserts spread.
    Spread {
        /// Points they spread over, at least.
        over: f64,
        /// Position in [`Walk::parts`] of the part that spreads them.
        by: usize,
        /// Position of the first monotonic part behind it, which makes one entity a tail.
        tail_within: Option<usize>,
    },
    /// Inserts follow moving points.
    Moving {
        /// How many points: 1 for a bare timestamp, N behind a shard.
        tails: u32,
        /// Position in [`Walk::parts`] of the part that moves.
        at: usize,
    },
    /// Each period starts a fresh range.
    Bucket {
        /// Points inside a bucket: shards or values before it.
        tails: u32,
        /// Position of the bucket.
        at: usize,
        /// What follows spreads inside the bucket.
        spread_within: bool,
    },
    /// All writes hit few rows: every part is constant or has few values.
    HotRow {
        /// How many rows.
        rows: u32,
    },
    /// The DDL does not tell what a part is.
    Ask {
        /// Position of the part.
        at: usize,
        /// Shards or values before it.
        tails: u32,
    },
    /// There is no key to walk: it is missing, or a parent is not in the text.
    None,
}

impl Facts {
    /// Learns everything there is to know of `schema`.
    #[must_use]
    pub fn of(schema: &Schema, given: &Given) -> Self {
        tables::learn(schema, given)
    }

    /// Learns anew what an edit touched: the tables that `scope` marks. The rest is kept, its
    /// spans moved by `moved`. Gives the tables to judge anew, which are all where rates changed;
    /// `None` where nothing can be kept.
    #[must_use]
    pub fn again(
        self,
        schema: &Schema,
        given: &Given,
        scope: &[bool],
        moved: &mut dyn FnMut(&mut Span),
    ) -> Option<(Self, Vec<bool>)> {
        tables::learn_again(self, schema, given, scope, moved)
    }

    /// Facts of a table.
    #[must_use]
    pub fn table(&self, id: TableId) -> &TableFacts {
        &self.tables[id.0 as usize]
    }

    /// Facts of an index.
    #[must_use]
    #[expect(clippy::should_implement_trait, reason = "it stands beside `table` and reads like it")]
    pub fn index(&self, id: IndexId) -> &IndexFacts {
        &self.indexes[id.0 as usize]
    }

    /// Rules accepted and switched off for a place: there, and for the whole file.
    #[must_use]
    pub fn suppressed(&self, place: Place) -> Suppressed {
        let (accepted, off) = match place {
            Place::Table(id) | Place::Column(id, _) => {
                (self.table(id).accepted.clone(), self.table(id).off.clone())
            }
            Place::Index(id) => (self.index(id).accepted.clone(), self.index(id).off.clone()),
            _ => Default::default(),
        };
        let mut all = Suppressed { accepted, off };
        for (at, here) in &self.elsewhere {
            if *at == place || *at == Place::File {
                all.accepted.extend(here.accepted.iter().cloned());
                all.off.extend(here.off.iter().cloned());
            }
        }
        all
    }

    /// What a table puts on one split, if it does.
    #[must_use]
    pub fn pressure_of_table(&self, id: TableId) -> Option<&Pressure> {
        self.headroom.tables.get(id.0 as usize)?.as_ref()
    }

    /// What an index puts on one split, if it does.
    #[must_use]
    pub fn pressure_of_index(&self, id: IndexId) -> Option<&Pressure> {
        self.headroom.indexes.get(id.0 as usize)?.as_ref()
    }

    /// Facts of a column.
    #[must_use]
    pub fn column(&self, table: TableId, column: ColumnId) -> &ColumnFact {
        &self.table(table).columns[column.0 as usize]
    }

    /// Facts of the column of a walk's part.
    #[must_use]
    pub fn part(&self, part: &WalkPart) -> &ColumnFact {
        self.column(part.table, part.column)
    }
}

impl Dist {
    /// The same in a table that takes the column over from another: what a shard is derived from is
    /// the column that `column` gives for it, if that was taken over too.
    #[must_use]
    pub fn carried_over(self, column: impl Fn(ColumnId) -> Option<ColumnId>) -> Self {
        match self {
            Self::Shard { n, signed, of, derived, known } => {
                Self::Shard { n, signed, of: of.and_then(column), derived, known }
            }
            other => other,
        }
    }

    /// Values move one way as rows arrive.
    #[must_use]
    pub fn is_moving(&self) -> bool {
        matches!(self, Self::MonotonicUp | Self::MonotonicDown | Self::TimeArrival)
    }
}
