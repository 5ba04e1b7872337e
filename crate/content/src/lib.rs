//! What the project shows and is held to: presets, examples, shapes, published figures and
//! scenarios, read from the files of `web/content`. None of it is compiled into the engine.
//!
//! A kind is a folder, and all kinds have one format, which CONTRIBUTING.md describes: a heading,
//! fields, prose, fenced blocks. [`file`] reads what they have in common, a module for each kind
//! the rest. The tests of this package hold every file to what it says.

#![expect(clippy::unwrap_used, reason = "it is used by tests alone")]

pub mod examples;
pub mod figures;
pub mod file;
pub mod presets;
pub mod shapes;
