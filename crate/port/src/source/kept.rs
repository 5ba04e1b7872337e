//! The sampled rows of a dump, for whoever wants to try them on the port: the reader itself keeps
//! what they show and not the rows.

use super::kept_rows::KeptRows;
use super::replay::{Replay, text_of};
use super::{Database, Source};

/// Reads a dump and keeps a sample of its rows.
#[must_use]
pub fn read_with_rows(text: &str, database: Database) -> (Source<'_>, Vec<KeptRows>) {
    let mut replay = Replay::new(text_of(text), database);
    replay.kept = Some(Vec::new());
    replay.run()
}
