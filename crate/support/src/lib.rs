//! What tests of several packages share: the files beside the project, a real emulator.

#![expect(clippy::unwrap_used, reason = "it is used by tests alone")]

pub mod corpus;
pub mod edits;
pub mod emulator;
pub mod shared;
