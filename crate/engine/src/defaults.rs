//! What a run is set to where nobody says anything: the one file that the command line and the
//! page have these numbers from.
//!
//! Nodes and minutes stand below the engine, since facts and the model need them too. Writes have
//! no fixed number: they follow from the nodes.

pub use crate::base::bounds::{MINUTES_DEFAULT as MINUTES, NODES_DEFAULT as NODES};
pub use crate::headroom::writes_default;

/// Seed of a run.
pub const SEED: u32 = 1;
