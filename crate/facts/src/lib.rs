//! What is known of each column and table, how sure it is, and from what: the column facts,
//! the table facts, and the key walk over them.
//!
//! Rules judge by these facts alone and simulation draws its rates from them. A fact that is
//! wrong is mended here, once, never in a rule.
#![doc = include_str!("../README.md")]

pub use hotsplit_schema as schema;
pub use schema::{base, order, syntax, text};

pub mod access;
mod all;
pub mod catalogue;
mod column;
pub mod columns;
pub mod digits;
mod directive;
mod dist;
pub mod evidence;
pub mod expression;
mod file;
mod headroom;
mod ids;
mod learn;
pub mod lexicon;
pub mod nearest;
pub mod quantity;
pub mod roles;
pub mod shape;
pub mod shard;
pub mod sizes;
pub mod skew;
mod source;
mod spans;
pub mod sparse;
mod suppressed;
mod table;
mod takes;
pub mod walk;
pub mod written;

pub use all::{FactProblem, Facts};
pub use base::bounds::NODES_DEFAULT;
pub use catalogue::directive_catalogue;
pub use column::{ColumnFact, Mutable, Overruled};
pub use dist::{Dist, ENTITY_CARDINALITY, TimeId};
pub use file::{Client, FileFacts, Said, Settings};
pub use headroom::{Headroom, Pressure};
pub use skew::Skew;
pub use source::{Evidence, Source, evidence_text};
pub use suppressed::{Accepted, Suppressed};
pub use table::{IndexFacts, LowWrite, StatedOfTable, TableFacts};
pub use walk::{Outcome, Walk, WalkPart};
