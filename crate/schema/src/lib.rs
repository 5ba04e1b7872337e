//! The schema: tables, keys, indexes, sequences, foreign keys, after every statement is replayed.
//!
//! Everything remembers where it was said, so that findings point there and fixes edit there.
//! What Spanner adds on its own (the base key behind an index key, backing indexes of foreign
//! keys) is in the model too. No judgement is made here: that is for `facts` and `rules`.
#![doc = include_str!("../README.md")]

pub use hotsplit_syntax as syntax;
pub use syntax::{base, order, text};

mod catalog;
mod changes;
mod column;
mod column_names;
pub mod compare;
mod foreign_key;
mod graph;
mod ids;
mod index;
mod interleaving;
mod key;
pub mod limits;
mod links;
mod lookup;
mod managed;
mod name;
mod object_names;
pub mod past;
mod place;
mod positions;
mod problem;
pub mod queries;
mod refusals;
mod remarks;
mod replay;
mod schema;
mod sequence;
mod special_index;
mod stream;
mod table;
mod view;

pub use changes::{Dropped, DroppedKind, Touched};
pub use column::{Altered, AlteredPart, Column, Defined, OptionalParts};
pub use foreign_key::ForeignKey;
pub use graph::{Graph, GraphEdge, GraphEnd, GraphNode};
pub use ids::{ColumnId, GraphId, IndexId, SequenceId, SpecialIndexId, StreamId, TableId, ViewId};
pub use index::Index;
pub use interleaving::Parent;
pub use key::KeyPart;
pub use managed::ManagedName;
pub use name::{Duplicate, NameOf, WrittenName};
pub use place::{LocatedDirective, Object, Place};
pub use problem::{ProblemKind, SchemaProblem};
pub use remarks::{OrmMention, OtherDialect, SplitPoints};
pub use replay::{build, read};
pub use schema::Schema;
pub use sequence::Sequence;
pub use special_index::SpecialIndex;
pub use stream::{ChangeStream, WatchedChange, WatchedTable, Watching};
pub use table::{Check, KeyClause, Table, TableParts, resolve_key_part};
pub use view::View;
