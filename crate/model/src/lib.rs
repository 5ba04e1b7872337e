//! The model: load on a key axis, the split simulator, its heatmaps.
//!
//! ```text
//! load -> trace -> sim -> heat
//! ```
//!
//! A package of its own for the compiler's sake: all that is run a million times lies here and is
//! compiled for speed, in tests too, and the rest of the engine for size. What the engine calls once
//! is never inlined there, where it would be compiled for size. Nothing here knows SQL.
#![doc = include_str!("../README.md")]

pub mod heat;
pub mod load;
pub mod sim;
pub mod trace;
