//! Roles of tables, and what tables of each role do relative to others.

use crate::roles::read_shape::ReadShape;
use crate::source::Evidence;
use crate::spans::Each;

/// What a table is for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Role {
    /// Things that stay: users, orders, devices.
    #[default]
    Entity,
    /// Parts of a thing, that come with it: the lines of an order.
    Child,
    /// A row for each thing that happens: a log, a stream of events.
    Event,
    /// A row for each movement of value, kept and never changed.
    Ledger,
    /// Few rows that seldom change and are read all the time.
    Lookup,
    /// Rows that wait to be worked on and then go.
    Queue,
    /// Few rows whose numbers change with every event.
    Counter,
    /// Pairs of things that belong together.
    Link,
    /// A row for each version of the schema.
    Versions,
}

/// The role of a table, and why.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RoleFact {
    /// The role.
    pub role: Role,
    /// Why it is believed.
    pub evidence: Evidence,
}

/// What tables of a role do, relative to tables of other roles.
#[derive(Clone, Copy, Debug)]
pub struct RoleWeights {
    /// The role.
    pub role: Role,
    /// The role as a directive says it.
    pub word: &'static str,
    /// Weight of inserts.
    pub inserts: f64,
    /// Weight of updates; counts only where a column is known to change, queues and counters
    /// apart.
    pub updates: f64,
    /// Weight of deletes.
    pub deletes: f64,
    /// Weights of reads. A way of reading that the table has no columns for is left out.
    pub reads: &'static [(ReadShape, f64)],
    /// Why these numbers.
    pub why: &'static str,
}

/// What tables of each role do. All numbers are assumptions of ours, in rows per second of a
/// schema whose log takes 100. Reads are kept so few that they cost about a hundredth of the
/// writes: what a node takes is published for writes alone, and a person who gives writes has not
/// spoken of reads; `reads-per-write=` scales them. What would change our mind: rates of real
/// databases, published by role.
pub static ROLE_DEFAULTS: &[RoleWeights] = &[
    RoleWeights {
        role: Role::Entity,
        word: "entity",
        inserts: 10.0,
        updates: 10.0,
        deletes: 0.0,
        reads: &[(ReadShape::Point, 0.5)],
        why: "entities are inserted more slowly than their events, updated about as often as they \
              are inserted, and read by key",
    },
    RoleWeights {
        role: Role::Child,
        word: "child",
        inserts: 10.0,
        updates: 2.0,
        deletes: 0.0,
        reads: &[(ReadShape::ByEntity, 0.2)],
        why: "child rows are inserted with their parent, several at a time, and read with it",
    },
    RoleWeights {
        role: Role::Event,
        word: "event",
        inserts: 100.0,
        updates: 0.0,
        deletes: 0.0,
        reads: &[
            (ReadShape::ByEntity, 0.5),
            (ReadShape::NewestFirst, 0.2),
            (ReadShape::ByTime, 0.01),
        ],
        why: "one row per event, rarely read individually",
    },
    RoleWeights {
        role: Role::Ledger,
        word: "ledger",
        inserts: 100.0,
        updates: 0.0,
        deletes: 0.0,
        reads: &[
            (ReadShape::Point, 0.5),
            (ReadShape::ByEntity, 0.3),
            (ReadShape::NewestFirst, 0.2),
        ],
        why: "one row per transfer, never changed, read on request",
    },
    RoleWeights {
        role: Role::Lookup,
        word: "lookup",
        inserts: 0.01,
        updates: 0.01,
        deletes: 0.0,
        reads: &[(ReadShape::Point, 5.0), (ReadShape::All, 0.01)],
        why: "changed manually, read with many requests and sometimes completely",
    },
    RoleWeights {
        role: Role::Queue,
        word: "queue",
        inserts: 50.0,
        updates: 50.0,
        deletes: 50.0,
        reads: &[(ReadShape::OldestFirst, 5.0)],
        why: "every row is inserted, read once and deleted; a reader takes ten rows at a time",
    },
    RoleWeights {
        role: Role::Counter,
        word: "counter",
        inserts: 0.0,
        updates: 50.0,
        deletes: 0.0,
        reads: &[(ReadShape::Point, 2.0)],
        why: "its rows exist from the start and change with every event",
    },
    RoleWeights {
        role: Role::Link,
        word: "link",
        inserts: 20.0,
        updates: 0.0,
        deletes: 2.0,
        reads: &[(ReadShape::ByEntity, 1.0)],
        why: "an entity has several links, some are deleted, and all links of one entity are read together",
    },
    RoleWeights {
        role: Role::Versions,
        word: "versions",
        inserts: 0.0,
        updates: 0.0,
        deletes: 0.0,
        reads: &[],
        why: "one row per release",
    },
];

/// Words of roles, as a directive takes them.
pub const ROLE_WORDS: &[&str] =
    &["entity", "child", "event", "ledger", "lookup", "queue", "counter", "link", "versions"];

impl Role {
    /// What tables of the role do.
    #[must_use]
    pub fn role_weights(self) -> &'static RoleWeights {
        ROLE_DEFAULTS
            .iter()
            .find(|role_weights| role_weights.role == self)
            .expect("every role has its weights")
    }

    /// As a directive says it.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        self.role_weights().word
    }

    /// The role of a word.
    #[must_use]
    pub fn of_word(word: &str) -> Option<Self> {
        ROLE_DEFAULTS
            .iter()
            .find(|role_weights| role_weights.word == word)
            .map(|role_weights| role_weights.role)
    }
}

impl RoleFact {
    /// Every span of it.
    pub(crate) fn each_span(&mut self, each: Each<'_>) {
        let Self { role: _, evidence } = self;
        evidence.each_span(each);
    }
}
