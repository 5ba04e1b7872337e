//! The fixes: a finding in, edits of the text out. One file and one page each; the list is in `list.rs`.
//!
//! A fix never patches a tree. It edits text, and the text goes round again from the start: a fix
//! is offered only if its finding goes and no new error or high comes.
#![doc = include_str!("../README.md")]

pub use hotsplit_rules as rules;
pub use rules::{base, facts, order, schema, syntax, text};

pub mod answer;
mod cascade;
pub mod catalog;
mod dependants;
mod edit;
pub mod evolved;
pub mod fix;
mod held;
mod index_clauses;
pub mod list;
mod names;
mod own_id;
pub mod ranking;
pub mod reads;
pub mod rollout;
mod shard;
pub mod unfinished;
mod wanted_values;
pub mod withdraw;

pub use fix::{
    Ask, AskKind, Change, Family, Fix, FixContext, KeyChange, Parameters, Pick, Plan, Refusal,
    Split, Stage, object_name, refuse,
};
pub use list::{FIXES, find};
