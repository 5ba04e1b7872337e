//! Facts of the whole file, and what a person sets beside it.

use crate::schema::limits::WRITES_PER_NODE;
use crate::text::Span;

/// Facts of the whole file.
#[derive(Clone, Debug, PartialEq)]
pub struct FileFacts {
    /// Nodes the instance has.
    pub nodes: Option<f64>,
    /// Planned maximum number of nodes.
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
    /// By table the sequence, by its place in the schema, that is likely meant for its key though no
    /// default uses it; empty where all are used.
    pub sequence_for: Vec<Option<usize>>,
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
            sequence_for: Vec::new(),
        }
    }
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

/// What a person has set beside the text. Directives in the text win over it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Settings {
    /// Nodes of the instance.
    pub nodes: Option<f64>,
    /// Rows written per second over the whole schema.
    pub writes_per_second: Option<f64>,
}
