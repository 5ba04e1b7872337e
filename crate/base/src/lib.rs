//! What every layer may use: limits that Spanner documents, the ranges of settings, why a
//! split cannot be split, one sort, and one way for lists to grow.
//!
//! It is below the rules and the model alike, which know nothing of each other; a number that both
//! need is here once.
#![doc = include_str!("../README.md")]

pub mod bounds;
pub mod limits;
pub mod order;
pub mod room;
pub mod unsplittable;
