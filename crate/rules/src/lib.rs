//! The rules: facts in, findings out. One file and one page each; the list is in `list.rs`.
//!
//! A rule never looks at text or at other rules' findings. Which of two rules speaks for one
//! cause is settled by `replaces`, in `run.rs`.
#![doc = include_str!("../README.md")]

pub use facts::{base, order, schema, syntax, text};
pub use hotsplit_facts as facts;

// Before all others, which take their pages by its macro.
#[macro_use]
pub mod page;

pub mod cause;
pub mod finding;
pub mod fk;
pub mod graph;
pub mod index;
pub mod interleave;
pub mod key;
pub mod limit;
pub mod meta;
pub mod sequence;
pub mod shard;
mod shared;
pub mod stream;
pub mod ttl;
pub mod types;

pub mod list;
pub mod listed;
pub mod report;
pub mod rule;
mod run;
pub mod severity;

pub use cause::Cause;
pub use finding::{Finding, Object, Question, Severity, UnsplittableReason};
pub use list::{RULES, find, nearest};
pub use page::Page;
pub use rule::{Context, Reach, Rule};
pub use run::{Raw, run, run_again, run_first, run_for_proof};
