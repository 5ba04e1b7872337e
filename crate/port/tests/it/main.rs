//! One test binary: a module per subject. The corpus and the emulator stand beside the project on
//! some machines only; what needs them says so where they are missing.

#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

mod behaviour;
mod clauses;
mod condense;
mod copy;
mod corpus;
mod detection;
mod directives;
mod dml;
mod equal_nulls;
mod evidence;
mod expressions;
mod fuzzed;
mod kept;
mod laws;
mod obeys;
mod peer;
mod proof;
mod ranges;
mod reading;
mod replayed;
mod rows;
mod rules;
mod shares;
