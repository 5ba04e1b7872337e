//! A dump of MySQL or PostgreSQL in, a Cloud Spanner schema out, and a report of every difference.
//!
//! `source` reads statements into tables and says what became of each statement; `port` writes them
//! for Spanner; `json` writes a port down. None optimises: what Spanner can express stays as it is.
#![doc = include_str!("../README.md")]

pub use hotsplit_syntax::text;

pub mod condense;
pub mod json;
pub mod port;
pub mod rows;
pub mod source;
